"""Items as rows and back."""

from hypothesis import given
from hypothesis import strategies as st

from decisionpivot.export.columns import CORE, REFERENCE, item_of, row_of
from decisionpivot.items import Item, Option, Pivot, Question, encode

TEXT = st.text(st.characters(exclude_categories=("Cs",)))
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
STATES = TEXT | st.dictionaries(TEXT, JSON, max_size=4)
PIVOTS = st.none() | st.builds(Pivot, TEXT, TEXT, TEXT, st.floats(0, 1))
YES_NO = (Option("yes", "it is"), Option("no", "it is not"))


def only(columns, row):
    return {column.name: row[column.name] for column in columns}


@given(state=STATES, pivot=PIVOTS, meaning=TEXT)
def test_a_core_item_comes_back_to_the_byte(state, pivot, meaning):
    item = Item(
        id="f:00000",
        family="f",
        layer="A",
        group="f:g0000",
        level=1,
        domain="d",
        state=state,
        question=Question("choice", "?"),
        options=(Option("a", meaning), Option("b", "")),
        answer="b",
        pivot=pivot,
        canary="c",
    )
    assert encode(item_of(only(CORE, row_of(item)))) == encode(item)


@given(state=STATES, label=st.floats(0, 4))
def test_a_reference_item_comes_back_without_the_fields_that_it_lacks(state, label):
    item = Item(
        id="t:00000",
        task="t",
        state=state,
        question=Question("noul", "?"),
        options=YES_NO,
        label=label,
        query="00001",
    )
    assert encode(item_of(only(REFERENCE, row_of(item)))) == encode(item)


def test_an_object_is_shown_indented_and_named_as_json():
    item = Item(
        id="i", task="t", state={"b": 1, "a": [2]}, question=Question("noul", "?"), options=YES_NO
    )
    row = row_of(item)
    assert row["state"] == '{\n  "b": 1,\n  "a": [\n    2\n  ]\n}'
    assert row["state_type"] == "json"
