"""SGD: call the API, ask for a slot, or confirm first?"""

from collections.abc import Iterator
from typing import Any

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import walk
from decisionpivot.reference.source import Row, Source

SCHEMA = "test/schema.json"
DIALOGUES = ("test/dialogues_001.json", "test/dialogues_008.json")
SHOWN = ("name", "description", "is_transactional", "required_slots", "optional_slots")

CARD = Card(
    name="sgd",
    layer="D",
    title="Schema-Guided Dialogue: ready for the call?",
    asks="Should an assistant call the API now, ask for a detail, or confirm first?",
    citation="Abhinav Rastogi, Xiaoxue Zang, Srinivas Sunkara, Raghav Gupta, Pranav Khaitan. "
    "Towards Scalable Multi-Domain Conversational Agents: The Schema-Guided Dialogue Dataset. AAAI "
    "2020",
    repository="google-research-datasets/dstc8-schema-guided-dialogue",
    commit="e852981ae34990f4358979625854259302feaa78",
    files=(
        SourceFile(
            "test/schema.json",
            54864,
            "0b4af32e01695aec4788681fe6b22fb7ee908907269f5ac7167d01f4c4132bcb",
        ),
        SourceFile(
            "test/dialogues_001.json",
            2039827,
            "1fa13b0fe607100bc66ed15e0490df9c52a2cec087ca9733e0f506755eef0ada",
        ),
        SourceFile(
            "test/dialogues_008.json",
            2119144,
            "e4ecce8acdd5b3657de7a7660b9bcd339d88a629147711ad2545b695666279c5",
        ),
    ),
    licence="CC BY-SA 4.0",
    terms="share-alike",
    labels="computed",
    labels_are="the policy of a dialogue simulator; utterances paraphrased by crowd workers",
    metric="macro_f1",
    original_metric="intent accuracy and joint goal accuracy; this reading is ours",
    chance=0.3300,
    chance_is="mean of 20,000 seeded draws of uniform guesses",
    unit="dialogue",
    items=1_000,
    groups=238,
    defects=("two of the set's test files are used, with six services",),
    sha256="6bc3afa8b5f078677db345367e0fbbfb6f5e7b20ffce4595813ba61e0db9a56b",
    bag_of_words=0.527,
)

OPTIONS = (
    Option("call", "call the API: all required slots are known, and confirmed where it transacts"),
    Option("ask", "ask the user for a required slot that is missing"),
    Option("confirm", "ask the user to confirm the call first"),
)


def rows(source: Source) -> list[Row]:
    """Whole dialogues, cut before each turn of the assistant that is one of the three."""
    intents = {
        (service["service_name"], intent["name"]): {key: intent[key] for key in SHOWN}
        for service in source.json(SCHEMA)
        for intent in service["intents"]
    }
    found: dict[str, Row] = {}
    for path in DIALOGUES:
        for dialogue in source.json(path):
            for row in _turns(source, dialogue, intents):
                if str(row.state) in found:
                    source.drop("repeated state")
                found.setdefault(str(row.state), row)
    return walk(list(found.values()))


def _turns(source: Source, dialogue: dict[str, Any], intents: dict[Any, Any]) -> Iterator[Row]:
    turns = dialogue["turns"]
    for place in range(1, len(turns)):
        before, turn = turns[place - 1], turns[place]
        if turn["speaker"] != "SYSTEM" or len(turn["frames"]) != 1 or len(before["frames"]) != 1:
            continue
        frame, asked = turn["frames"][0], before["frames"][0]
        if frame["service"] != asked["service"]:
            continue
        intent = asked["state"]["active_intent"]
        if intent == "NONE":
            source.drop("turn without an intent")
            continue
        answer = decision(frame)
        if answer is None:
            source.drop("turn with other acts")
            continue
        said = [f"{one['speaker'].lower()}: {one['utterance']}" for one in turns[:place]]
        yield Row(
            state={"api": intents[frame["service"], intent], "dialogue": "\n".join(said)},
            question="What should the assistant do next?",
            options=OPTIONS,
            answer=answer,
            group=dialogue["dialogue_id"],
        )


def decision(frame: dict[str, Any]) -> str | None:
    """What a frame of the assistant does; None where it is none of the three."""
    if "service_call" in frame:
        return "call"
    acts = {action["act"] for action in frame["actions"]}
    if acts == {"REQUEST"}:
        return "ask"
    return "confirm" if acts == {"CONFIRM"} else None
