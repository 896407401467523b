"""The worked examples of the metrics page."""

import pytest
from scoring_kit import answer, card, item, task, yes


def test_all_at_090_and_70_percent_right_gives_calibration_error_20() -> None:
    items = [item(f"{n:02d}", "yes") for n in range(10)]
    answers = [answer(i.id, yes(0.9 if n < 7 else 0.1)) for n, i in enumerate(items)]
    assert task(items, answers).pooled.calibration_error == pytest.approx(0.2, abs=1e-12)


def test_five_of_ten_at_090_four_right_gives_accuracy_80_at_share_50() -> None:
    items = [item(f"{n:02d}", "yes") for n in range(10)]
    p = [0.9, 0.9, 0.9, 0.9, 0.1, 0.8, 0.8, 0.8, 0.8, 0.8]
    pooled = task(items, [answer(i.id, yes(v)) for i, v in zip(items, p, strict=True)]).pooled
    assert (pooled.accuracy_at_90, pooled.share_at_90) == (0.8, 0.5)


def test_yes_for_both_members_is_half_the_items_no_pair_and_the_right_direction() -> None:
    items = [item("a", "yes", group="g"), item("b", "no", group="g")]
    found = task(items, [answer("a", yes(0.86)), answer("b", yes(0.84))])
    assert (found.item_accuracy, found.pair_accuracy, found.pair_direction) == (0.5, 0, 1)
    assert found.pair_outcomes.yes_yes == 1


def test_chance_of_a_group_is_the_product_over_its_members() -> None:
    pair = [item("a", "yes", group="g"), item("b", "no", group="g")]
    triple = [item(f"c{k}", k, ("x", "y", "z"), group="h") for k in ("x", "y", "z")]
    # (1/2 * 1/2 + 1/3 * 1/3 * 1/3) / 2
    assert task([*pair, *triple], []).pair_chance == pytest.approx((1 / 4 + 1 / 27) / 2)


def test_scorecard_has_macro_over_families() -> None:
    items = [
        item("f:0", "yes", family="f", layer="A", group="g", level=1),
        item("f:1", "no", family="f", layer="A", group="g", level=1),
        item("h:0", "yes", family="h", layer="B", group="g", level=2),
        item("h:1", "no", family="h", layer="B", group="g", level=2),
    ]
    p = {"f:0": 0.9, "f:1": 0.1, "h:0": 0.9, "h:1": 0.8}
    found = card(items, [answer(k, yes(v)) for k, v in p.items()]).core
    assert found
    assert found.macro.pair_accuracy == 0.5
    assert found.macro.item_accuracy == 0.75
    assert found.macro.levels["2"].pair_accuracy == 0
    assert found.layers["A"].pair_accuracy == 1
