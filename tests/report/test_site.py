"""The site on disk: what it holds, where its links lead, and that no text becomes markup."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from msgspec.structs import replace
from site_kit import (
    FAMILIES,
    HOSTILE,
    Tags,
    cells,
    items_of,
    made,
    public_sets,
    published,
    three_runs,
    write_items,
)

from decisionpivot import reference
from decisionpivot.cli import main
from decisionpivot.items import InputError
from decisionpivot.reference.licences import kept_back
from decisionpivot.report import site as sites
from decisionpivot.report import write_site
from decisionpivot.report.figures import sorted_resources
from decisionpivot.report.pages import heat
from decisionpivot.report.site import MARKER
from decisionpivot.scoring.compare import Entrant, table
from decisionpivot.scoring.scorecard import Slice


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("site"))


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def data(path: Path) -> object:
    """What a data script hands to the page."""
    found = re.fullmatch(r'DP\.put\("[^"]*",(.*)\);\n', path.read_text("utf-8"), re.DOTALL)
    assert found
    return json.loads(found[1])


def test_there_is_a_page_for_every_system(site):
    assert {page.relative_to(site).as_posix() for page in pages(site)} == {
        "index.html", "compare.html", "items.html",
        "systems/strong.html", "systems/weak.html", "systems/uniform.html",
    }  # fmt: skip


def test_every_link_leads_to_a_file_of_the_site_and_a_place_in_it(site):
    known = {
        page: {a["id"] for a in Tags(page).all(lambda _, a: "id" in a)} for page in pages(site)
    }
    seen = 0
    for page in pages(site):
        for attributes in Tags(page).all(lambda _, a: "href" in a or "src" in a):
            target = urlsplit(str(attributes.get("href") or attributes["src"]))
            if target.scheme == "data":
                continue
            assert not target.scheme and not target.netloc
            path = (page.parent / unquote(target.path)).resolve() if target.path else page
            assert path.is_relative_to(site.resolve()) and path.is_file(), attributes
            if target.fragment and "=" not in target.fragment:
                assert target.fragment in known[path], attributes
            seen += 1
    assert seen > 100


def test_links_to_items_name_filters_that_the_browser_has(site):
    fields = {
        a["name"] for a in Tags(site / "items.html").all(lambda t, _: t in ("select", "input"))
    }
    outcomes = {
        a["value"]
        for a in Tags(site / "items.html").all(lambda t, _: t == "option")
        if "value" in a
    }
    for page in pages(site):
        for attributes in Tags(page).all(lambda _, a: "items.html#" in str(a.get("href"))):
            wanted = parse_qs(urlsplit(str(attributes["href"])).fragment)
            assert wanted.keys() <= fields
            assert wanted.get("outcome", [""])[0] in outcomes


def test_the_leaderboard_shows_the_figures_of_the_scorecards(site):
    for slug in ("strong", "weak", "uniform"):
        card = json.loads((site / "runs" / slug / "own-data" / "scorecard.json").read_bytes())
        macro, pooled = card["core"]["macro"], card["core"]["pooled"]
        shown = cells(site / "index.html", slug)
        assert float(shown["pair"]) == macro["pair_accuracy"]
        assert float(shown["item"]) == macro["item_accuracy"]
        assert float(shown["automation"]) == macro["automation_5"]
        assert int(shown["failed"]) == sum(f["failed"] for f in card["core"]["families"].values())
        board = data(site / "data" / "board.js")[slug]
        assert board["level:1"]["pair"][0] == macro["levels"]["1"]["pair_accuracy"]
        for name, family in card["core"]["families"].items():
            assert board[f"family:{name}"]["pair"][0] == family["pair_accuracy"]
            level = board[f"family:{name}/level:2"]
            assert level["pair"] == [family["by"]["level"]["2"]["pair_accuracy"], None, None]
            assert "rank" not in level
        assert pooled["latency_s"]["p50"] > 0


def test_ranks_and_order_are_those_of_compare(tmp_path):
    runs, tasks = three_runs(tmp_path)
    write_site(runs, tasks, tmp_path / "site")
    ranked = table([Entrant(own.run.name, own.run.tasks, system=own.run.name) for own in runs])
    rows = Tags(tmp_path / "site" / "index.html").all(lambda t, a: t == "tr" and "data-slug" in a)
    assert [row["data-slug"] for row in rows] == [row.system for row in ranked.rows]
    for row in ranked.rows:
        assert int(cells(tmp_path / "site" / "index.html", row.system)["rank"]) == row.rank


def test_answers_and_outcomes_are_those_of_the_run(site):
    index = data(site / "data" / "index.js")
    outcomes = data(site / "data" / "outcomes.js")
    shelf = next(own for own in index["shelves"] if own["name"] == "log_claim")
    groups = data(site / "data" / "items" / f"{shelf['file']}.js")
    said = data(site / "data" / "answers" / "weak" / f"{shelf['file']}.js")
    raw = (site / "runs" / "weak" / "own-data" / "log_claim.jsonl").read_text("utf-8")
    by_id = {line["id"]: line for line in map(json.loads, raw.strip().split("\n"))}
    members = [(group, member) for group in groups for member in group["members"]]
    assert len(members) == len(said) == len(by_id) == len(outcomes["weak"]["log_claim"])
    for (group, member), p, outcome in zip(
        members, said, outcomes["weak"]["log_claim"], strict=True
    ):
        line = by_id[member["id"]]
        if "error" in line:
            assert p == {"error": "refusal", "detail": HOSTILE, "reply": HOSTILE}
            assert outcome == "f"
            continue
        keys = [key for key, _ in member.get("options", group["options"])]
        total = sum(line["p"].values())
        assert p == pytest.approx([line["p"][key] / total for key in keys], abs=1e-4)
        assert outcome == str(int(keys[p.index(max(p))] == member["answer"]))
    assert "f" in outcomes["weak"]["log_claim"]


def test_resamples_of_two_systems_are_matched_and_begin_with_the_figures(site):
    ours = data(site / "data" / "resamples" / "strong.js")
    theirs = data(site / "data" / "resamples" / "weak.js")
    board = data(site / "data" / "board.js")
    assert ours["core.macro.pair_accuracy"][0] == board["strong"]["all"]["pair"][0]
    assert {len(values) for own in (ours, theirs) for values in own.values()} == {1001}


def test_states_of_json_are_indented_and_keep_the_order_of_their_keys(site):
    groups = data(site / "data" / "items" / "toolcall_valid.js")
    item = items_of("toolcall_valid")[0]
    assert isinstance(item.state, dict)
    shown = "".join(segment[0] for segment in groups[0]["members"][0]["state"])
    assert json.dumps(json.loads(shown)) == json.dumps(item.state)
    assert "\n  " in shown


def test_the_decisive_fact_is_marked_in_every_member(site):
    for group in data(site / "data" / "items" / "log_claim.js"):
        for member in group["members"]:
            decisive = [segment[0] for segment in member["state"] if segment[1:] == ["decisive"]]
            assert decisive, member["id"]


def test_hostile_names_and_texts_are_shown_as_text(tmp_path):
    items = {name: [replace(i, domain=HOSTILE) for i in items_of(name, 2)] for name in FAMILIES}
    paths = write_items(tmp_path / "items", items)
    settings = {HOSTILE: HOSTILE}
    runs = [
        published(tmp_path / "a", HOSTILE, paths, model=HOSTILE, settings=settings, fail=0.2),
        published(tmp_path / "b", "../../b", paths),
    ]
    from decisionpivot.selection import tasks_of

    write_site(runs, tasks_of(paths), tmp_path / "site", copies=[HOSTILE])
    inside = {path.resolve() for path in (tmp_path / "site").rglob("*")}
    assert all(path.is_relative_to((tmp_path / "site").resolve()) for path in inside)
    for page in pages(tmp_path / "site"):
        found = Tags(page)
        assert not found.scripts.strip()
        assert not found.all(
            lambda tag, _: tag in ("img", "iframe", "object", "base", "form-action")
        )
        assert not found.all(lambda _, a: any(name.startswith("on") for name in a))
    assert HOSTILE in Tags(tmp_path / "site" / "index.html").text
    for end in ("md", "tex", "csv"):
        assert "<script>" not in (tmp_path / "site" / "tables" / f"leaderboard.{end}").read_text(
            "utf-8"
        ) or end in ("csv", "tex")


def test_data_scripts_hold_data_alone(site):
    scripts = list((site / "data").rglob("*.js"))
    assert len(scripts) > 20
    for path in scripts:
        data(path)


def test_the_same_runs_give_the_same_bytes_in_another_process(tmp_path):
    here = made(tmp_path / "one", with_figures=True)
    program = (
        "import sys; from pathlib import Path; from site_kit import made; "
        "made(Path(sys.argv[1]), with_figures=True)"
    )
    environment = os.environ | {
        "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONUTF8": "1",
        "PYTHONPATH": os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), *sys.path]),
    }  # fmt: skip
    subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "two")], env=environment, check=True
    )
    there = tmp_path / "two" / "site"
    files = [path for path in here.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} >= {".pdf", ".png", ".svg", ".html", ".js", ".tex"}
    for path in files:
        other = there / path.relative_to(here)
        assert path.read_bytes() == other.read_bytes(), path.relative_to(here)


def test_runs_over_both_tracks_become_one_system(tmp_path):
    runs, tasks = three_runs(tmp_path)
    public, more = public_sets(tmp_path, "xstest", "diasafety")
    write_site([*runs, public], [*tasks, *more], tmp_path / "site")
    assert len(list((tmp_path / "site" / "systems").iterdir())) == 3
    strong = Tags(tmp_path / "site" / "systems" / "strong.html").text
    assert "Public test sets" in strong
    assert public.card.reference
    score = f"{100 * public.card.reference.score:.1f}"
    assert score in Tags(tmp_path / "site" / "index.html").text
    table = (tmp_path / "site" / "tables" / "reference.csv").read_text("utf-8")
    assert table.splitlines()[1].startswith(f"strong,{score},")


def test_texts_of_public_sets_are_published_as_their_terms_allow(tmp_path):
    public, tasks = public_sets(tmp_path, "xstest", "judgebench")
    write_site([public], tasks, tmp_path / "site")
    cards = {name: reference.BY_NAME[name].CARD for name in ("xstest", "judgebench")}
    assert not kept_back(cards["xstest"]) and kept_back(cards["judgebench"])
    items = tmp_path / "site" / "data" / "items"
    assert "text 3 of xstest" in (items / "xstest.js").read_text("utf-8")
    assert "text 3" not in (items / "judgebench.js").read_text("utf-8")
    shelves = data(tmp_path / "site" / "data" / "index.js")["shelves"]
    told = {shelf["name"]: shelf for shelf in shelves}
    assert "reference build judgebench" in told["judgebench"]["source"]
    assert "unsafe" in told["xstest"]["warning"]
    assert cards["xstest"].licence in told["xstest"]["source"]


def test_a_second_run_of_a_system_is_called_after_its_folder(tmp_path):
    runs, tasks = three_runs(tmp_path)
    paths = sorted((tmp_path / "items").glob("*.jsonl"))
    again = published(tmp_path / "runs" / "strong-2", "strong", paths, skill=0.5)
    write_site([runs[0], again], tasks, tmp_path / "site")
    assert "strong (strong-2)" in Tags(tmp_path / "site" / "index.html").text


def test_a_new_site_replaces_the_old_one_as_a_whole(tmp_path):
    runs, tasks = three_runs(tmp_path)
    write_site(runs, tasks, tmp_path / "site")
    write_site(runs[:1], tasks, tmp_path / "site")
    assert not (tmp_path / "site" / "systems" / "weak.html").exists()
    assert not list(tmp_path.glob(".site*"))


def test_what_is_no_site_is_not_replaced(tmp_path):
    runs, tasks = three_runs(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("work of years")
    with pytest.raises(InputError, match="no site"):
        write_site(runs, tasks, tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "work of years"


def test_an_old_site_stays_when_the_new_one_cannot_be_written(tmp_path, monkeypatch):
    runs, tasks = three_runs(tmp_path)
    write_site(runs, tasks, tmp_path / "site")
    before = (tmp_path / "site" / MARKER).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match="No space left"):
        write_site(runs[:1], tasks, tmp_path / "site")
    assert (tmp_path / "site" / MARKER).read_bytes() == before
    assert (tmp_path / "site" / "systems" / "weak.html").exists()


def test_a_missing_package_is_named_with_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(sites, "PACKAGES", ("no_such_package",))
    with pytest.raises(InputError, match="not installed"):
        sites.check_packages()


@pytest.mark.parametrize(
    ("accuracy", "chance", "share"), [(0.25, 0.25, "0%"), (1.0, 0.25, "60%"), (0.0, 0.25, "0%")]
)
def test_a_cell_is_blank_at_chance_and_full_at_all_right(accuracy, chance, share):
    assert f" {share}" in heat(Slice(10, 0.5, accuracy), chance)


def test_an_undefined_cell_has_no_colour():
    assert heat(None, 0.25) == heat(Slice(0, None, None), 0.25) == "transparent"


def test_resources_of_a_pdf_are_put_in_order_and_nothing_else_changes():
    pdf = b"a\n  /xo2 5 0 R\n  /xo1 4 0 R\n>>\n  /gs1 9 0 R\n"
    assert sorted_resources(pdf) == b"a\n  /xo1 4 0 R\n  /xo2 5 0 R\n>>\n  /gs1 9 0 R\n"


def test_the_command_writes_the_site_of_verified_runs(tmp_path, monkeypatch, capsys):
    three_runs(tmp_path)
    monkeypatch.chdir(tmp_path)
    items = [f"--items=items/{name}.jsonl" for name in FAMILIES]
    arguments = ["report", "runs/strong", "runs/weak", *items, "-o", "out", "--json"]
    assert main(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"page": "out/index.html", "systems": ["strong", "weak"]}
    assert "strong" in Tags(tmp_path / "out" / "index.html").text


def test_no_site_is_written_of_a_run_that_is_not_what_it_says(tmp_path, monkeypatch, capsys):
    three_runs(tmp_path)
    monkeypatch.chdir(tmp_path)
    card = tmp_path / "runs" / "weak" / "scorecard.json"
    text = re.sub(r'("pair_accuracy": )0\.\d+', r"\g<1>0.9", card.read_text("utf-8"), count=1)
    card.write_text(text, "utf-8")
    items = [f"--items=items/{name}.jsonl" for name in FAMILIES]
    assert main(["report", "runs/strong", "runs/weak", *items, "-o", "out"]) == 1
    said = capsys.readouterr().err
    assert "runs/weak: scorecard" in said
    assert "no site was written" in said
    assert not (tmp_path / "out").exists()


def test_a_near_copy_of_another_system_is_told_on_the_page(tmp_path, monkeypatch, capsys):
    three_runs(tmp_path)
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "runs" / "strong").glob("*.jsonl"):
        (tmp_path / "runs" / "weak" / path.name).write_bytes(path.read_bytes())
    items = [f"--items=items/{name}.jsonl" for name in FAMILIES]
    strong = json.loads((tmp_path / "runs" / "strong" / "run.json").read_text("utf-8"))
    weak = json.loads((tmp_path / "runs" / "weak" / "run.json").read_text("utf-8"))
    weak |= {"counts": strong["counts"], "totals": strong["totals"]}
    (tmp_path / "runs" / "weak" / "run.json").write_text(json.dumps(weak), "utf-8")
    assert main(["score", "runs/weak", *items]) == 0
    capsys.readouterr()
    assert main(["report", "runs/strong", "runs/weak", *items, "-o", "out"]) == 0
    assert "NEAR COPIES" in capsys.readouterr().err
    assert "NEAR COPIES" in Tags(tmp_path / "out" / "index.html").text
