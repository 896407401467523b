"""The bundled model answers the same over HTTP as in process, item by item."""

import random

from systemone_kit import ask, program

from decisionpivot.items import Option, Question, Request
from decisionpivot.systems import open_system

SERVE = ("-c", "from sparrow_decider.cli import main; main()", "serve", "--host", "127.0.0.1")
WORDS = "refund charged twice Größe printer 'quote' robot late — order\u2028never works now".split(
    " "
)


def requests(count: int) -> list[Request]:
    """Yes/no, choice and score questions in turn, over states that are texts and objects."""
    rng = random.Random(7)

    def text() -> str:
        return " ".join(rng.choices(WORDS, k=rng.randint(1, 40)))

    made = []
    for number in range(count):
        state = text() if number % 2 else {"note": text(), "lines": [text(), number, None]}
        kind = ("noul", "choice", "score")[number % 3]
        keys = [f"Option {n}" for n in range(rng.randint(2, 10))]
        if kind == "noul":
            keys = rng.sample(["yes", "no"], 2)
        options = tuple(Option(key, f"{text()} {n}") for n, key in enumerate(keys))
        made.append(Request(state, Question(kind, text()), options))
    return made


async def test_300_mixed_items_get_the_same_answers_over_http_as_in_process():
    asked = requests(300)
    with program(*SERVE) as url:
        remote = await ask(f"systemone@{url}", *asked)
    here = open_system("embedded")
    await here.open("robots")
    local = await here.answer(asked)
    await here.close()
    assert [(r.p, r.error) for r in remote] == [(r.p, r.error) for r in local]
    assert all(r.p for r in remote)
    assert len({tuple(r.p.values()) for r in remote}) > 250
