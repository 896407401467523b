"""The reviewers' page in a real browser: blind until answered, by keys, in parallel, in quiet."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from review_kit import DECISIVE, HOSTILE, Served, pair, serving, write

from browser_kit import browser
from decisionpivot.items import Option, Question

__all__ = ["browser"]

pytestmark = pytest.mark.browser


def items_in(folder: Path, count: int) -> Path:
    write(folder / "gates.jsonl", [item for n in range(count) for item in pair(n, text=HOSTILE)])
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return items_in(tmp_path_factory.mktemp("served"), count=30)


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    """One server for most tests; each of them has a reviewer of its own."""
    with serving(folder, "gates.jsonl") as server:
        yield server


@contextmanager
def reviewer(browser, served, name, heard=None, **options):
    """A browser of one's own on the page; afterwards nothing must have gone wrong in it."""
    troubles: list[str] = []
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda r: r.url.startswith(served.url) or troubles.append(r.url))
    if heard is not None:
        page.on("response", lambda response: heard.append(response.text()))
    page.goto(served.url)
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_selector("article")
    yield page
    context.close()
    assert not troubles


def answer(page, keys="12"):
    """Choose by number keys, one a member, and wait until all is confirmed."""
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_selector("#go:enabled")


def go_on(page):
    page.keyboard.press("Enter")


def stored(folder, query):
    with closing(sqlite3.connect(folder / "reviews/gates.sqlite")) as db:
        return db.execute(query).fetchall()


def test_the_answer_is_nowhere_until_every_member_is_answered(browser, served):
    heard: list[str] = []
    with reviewer(browser, served, "Ada", heard) as page:
        answer(page)
        page.wait_for_load_state("networkidle")
        assert DECISIVE not in page.content() + "".join(heard)
        assert page.locator("mark, .verdict").count() == 0
        go_on(page)
        page.wait_for_selector(".verdict")
        assert page.locator("article.wrong").count() == 2
        assert page.locator("article .state mark.decisive").all_inner_texts() == ["4.", "5."]
        assert DECISIVE in page.content()


def test_enter_does_not_go_past_a_member_without_an_answer(browser, served, folder):
    with reviewer(browser, served, "Bea") as page:
        page.keyboard.press("b")
        page.keyboard.press("1")
        go_on(page)
        page.wait_for_selector("article.active[aria-label='Member A']")
        assert page.get_by_role("button", name="Show the answers").is_disabled()
        assert page.locator(".verdict").count() == 0


def test_an_answer_is_changed_by_keys_and_by_a_click(browser, served, folder):
    with reviewer(browser, served, "Cy") as page:
        answer(page, "11")
        page.keyboard.press("a")
        page.keyboard.press("2")
        page.locator("#dock fieldset").nth(1).get_by_text("no").click()
        page.wait_for_selector("#go:enabled")
        page.reload()
        page.wait_for_selector("#go:enabled")
        assert page.locator("#dock label:has(:checked)").all_inner_texts() == ["2\nno", "2\nno"]
        assert stored(folder, "select answer from answers where reviewer = 'cy'") == [("no",)] * 2


def test_a_flag_is_stored_shown_and_taken_back(browser, served, folder):
    with reviewer(browser, served, "Dee") as page:
        page.keyboard.press("f")
        assert page.locator("dialog[open]").count() == 0
        answer(page)
        go_on(page)
        page.wait_for_selector(".verdict")
        page.keyboard.press("f")
        page.keyboard.press("b")
        page.keyboard.press("2")
        page.keyboard.type(HOSTILE.replace("\u2028", ""))
        page.keyboard.press("Enter")
        page.wait_for_selector(".flagged")
        assert HOSTILE.replace("\u2028", "") in page.locator(".flagged").inner_text()
        item = page.locator(".id").nth(1).inner_text()
        kept = stored(folder, "select item, flag, note from flags")
        assert kept == [(item, "ambiguous", HOSTILE.replace("\u2028", ""))]
        page.keyboard.press("f")
        page.get_by_role("button", name="Take the flag back").click()
        page.wait_for_selector(".flagged", state="detached")
        assert stored(folder, "select * from flags") == []


def test_the_previous_group_can_be_looked_at_and_gone_on_from(browser, served):
    with reviewer(browser, served, "Eli") as page:
        first = page.locator(".id").first.inner_text()
        answer(page)
        go_on(page)
        page.wait_for_selector(".verdict")
        go_on(page)
        page.wait_for_selector(".verdict", state="detached")
        second = page.locator(".id").first.inner_text()
        page.keyboard.press("p")
        page.wait_for_selector(".verdict")
        assert page.locator(".id").first.inner_text() == first
        go_on(page)
        page.wait_for_selector(".verdict", state="detached")
        assert page.locator(".id").first.inner_text() == second != first


def test_the_change_is_jumped_to_however_far_down_it_stands(browser, tmp_path):
    write(tmp_path / "gates.jsonl", pair(0, text="Nothing.\n" * 200))
    size = {"width": 1000, "height": 600}
    with (
        serving(tmp_path, "gates.jsonl") as served,
        reviewer(browser, served, "Ada", viewport=size, reduced_motion="reduce") as page,
    ):
        answer(page)
        go_on(page)
        page.wait_for_selector(".verdict")
        page.keyboard.press("j")
        box = page.locator("article .state mark.decisive").first.bounding_box()
        assert 0 < box["y"] < 600 < page.evaluate("scrollY")


def test_two_reviewers_in_parallel_lose_nothing(browser, tmp_path):
    with (
        serving(items_in(tmp_path, count=4), "gates.jsonl") as served,
        reviewer(browser, served, "Ada") as ada,
        reviewer(browser, served, "Bob") as bob,
    ):
        assert ada.locator(".id").first.inner_text() != bob.locator(".id").first.inner_text()
        for _ in range(4):
            for page, keys in ((ada, "12"), (bob, "22")):
                answer(page, keys)
            for page in (ada, bob):
                go_on(page)
                page.wait_for_selector(".verdict")
            for page in (ada, bob):
                go_on(page)
                page.wait_for_selector(".verdict", state="detached")
        for page in (ada, bob):
            assert page.get_by_role("heading", name="You have reviewed every group").is_visible()
    said = "select reviewer, answer, count(*) from answers group by 1, 2 order by 1, 2"
    assert stored(tmp_path, said) == [("ada", "no", 4), ("ada", "yes", 4), ("bob", "no", 8)]


def test_hostile_texts_are_shown_as_texts(browser, tmp_path):
    options = (Option("yes", HOSTILE), Option("no", HOSTILE))
    hostile = [
        replace(item, domain=HOSTILE, group=HOSTILE, options=options)
        for item in pair(0, text=HOSTILE)
    ]
    write(tmp_path / "gates.jsonl", hostile)
    with (
        serving(tmp_path, "gates.jsonl") as served,
        reviewer(browser, served, "<i>Eve</i>") as page,
    ):
        answer(page)
        go_on(page)
        page.wait_for_selector(".verdict")
        assert page.title() == "gates · Review"
        assert page.locator("main script, main img, main i, header i").count() == 0
        assert (
            "<script>document.title='owned'</script>" in page.locator(".state").first.inner_text()
        )
        assert page.locator(".who").inner_text() == "<i>Eve</i>"
        page.goto(served.url)
        page.get_by_role("link", name="<i>Eve</i>").wait_for()


def test_members_with_questions_of_their_own_are_answered_by_their_own_options(browser, tmp_path):
    first, second = pair(0)
    other = (Option("later", "it opens later"), *reversed(second.options))
    asked = replace(second, options=other, question=Question("choice", "And when?"))
    write(tmp_path / "gates.jsonl", [first, asked])
    with (
        serving(tmp_path, "gates.jsonl") as served,
        reviewer(browser, served, "Ada") as page,
    ):
        texts = page.locator("article .question").all_inner_texts()
        assert texts == ["Is the gate open?", "And when?"]
        answer(page, "23")
    assert stored(tmp_path, "select answer from answers order by item") == [("no",), ("yes",)]


def test_a_server_that_is_gone_is_told_and_its_answer_not_shown_as_stored(browser, tmp_path):
    context = browser.new_context()
    page = context.new_page()
    with serving(items_in(tmp_path, count=1), "gates.jsonl") as server:
        page.goto(f"{server.url}?as=Ada")
        page.wait_for_selector("article")
        page.keyboard.press("1")
        page.get_by_text("1 answer to go").wait_for()
        server.kill()
        page.keyboard.press("2")
        page.get_by_role("alert").get_by_text("B is not stored").wait_for()
        assert page.locator("#dock input:checked").count() == 1
    with serving(tmp_path, "gates.jsonl") as again:
        page.goto(f"{again.url}?as=Ada")
        page.get_by_text("1 answer to go").wait_for()
        assert page.locator("#dock input:checked").count() == 1
    context.close()


def test_light_and_dark_differ(browser, served):
    with reviewer(browser, served, "Flo") as page:
        shades = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            shades.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert shades == ["rgb(246, 245, 241)", "rgb(20, 23, 26)"]


def test_on_a_phone_members_are_swiped_and_nothing_hangs_over_the_edge(browser, served):
    size = {"width": 390, "height": 800}
    with reviewer(browser, served, "Gus", viewport=size, reduced_motion="reduce") as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("#dock fieldset.active label").first.click()
        page.wait_for_selector("article.active[aria-label='Member B']")
        left = "document.getElementById('members').scrollLeft"
        assert page.evaluate(left) == 390
        page.evaluate("document.getElementById('members').scrollTo(0, 0)")
        page.wait_for_selector("article.active[aria-label='Member A']")
        page.locator("#tab-1").click()
        page.locator("#dock fieldset.active label").first.click()
        page.get_by_role("button", name="Show the answers").click()
        page.wait_for_selector(".verdict")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_page_speaks_to_a_screen_reader(browser, served):
    with reviewer(browser, served, "Hal") as page:
        assert page.evaluate("document.activeElement.textContent") == "Is the gate open?"
        page.keyboard.press("1")
        page.get_by_role("status").get_by_text("A: yes, stored").wait_for()
        assert page.get_by_role("group", name="B").get_by_role("radio", name="no").is_visible()
        page.keyboard.press("?")
        assert page.get_by_role("dialog", name="Keys").is_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("2")
        page.wait_for_selector("#go:enabled")
        go_on(page)
        said = page.get_by_role("status").get_by_text("A: no, not as you said; B: yes, not")
        said.wait_for()


def test_what_was_reviewed_in_the_browser_is_exported(browser, served, folder, monkeypatch, capsys):
    from decisionpivot.cli import main

    with reviewer(browser, served, "Ira") as page:
        answer(page, "21")
        go_on(page)
        page.wait_for_selector(".verdict")
    monkeypatch.chdir(folder)
    assert main(["review", "summary", "gates.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["families"]["gates"]["reviews"] >= 2
    assert main(["review", "export", "gates.jsonl", "--json"]) == 0
    reviews = json.loads(capsys.readouterr().out)["reviews"]
    assert [r["answer"] for r in reviews if r["reviewer"] == "Ira"] == ["no", "yes"]
