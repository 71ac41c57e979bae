"""What the language of results refuses, before anything is rolled."""

import pytest
from pydantic import TypeAdapter, ValidationError

from mordheim.rules.results import FindsItems, Result, RollsFor
from mordheim.rules.schema import Item, Location, Scale

ENTRY = {"key": "x", "name": "X", "summary": "X.", "section": "X"}
RESULT = TypeAdapter(Result)


def face(low: int, high: int) -> dict:
    return {"low": low, "high": high, "results": [{"kind": "gold", "amount": 1}]}


@pytest.mark.parametrize("rows", [[face(1, 3), face(5, 6)], [face(1, 4), face(4, 6)], []])
def test_a_roll_covers_its_die_without_gap_or_overlap(rows):
    with pytest.raises(ValidationError):
        RollsFor.model_validate({"kind": "roll", "die": "D6", "rows": rows})


def test_a_roll_within_a_roll_is_held_to_the_same():
    inner = {"kind": "roll", "die": "D3", "rows": [face(1, 2)]}
    outer = {"kind": "roll", "die": "D6", "rows": [{"low": 1, "high": 6, "results": [inner]}]}
    with pytest.raises(ValidationError, match="3"):
        Location.model_validate({**ENTRY, "dice": 2, "face": 1, "results": [outer]})


@pytest.mark.parametrize("named", [{}, {"item": "axe", "one_of": ["sword", "axe"]}])
def test_a_find_is_one_thing_or_one_of_several(named):
    with pytest.raises(ValidationError, match="an item or one of several"):
        FindsItems.model_validate({"kind": "items", **named})


@pytest.mark.parametrize(
    "result",
    [
        {"kind": "treasure"},
        {"kind": "gold"},
        {"kind": "gold", "amount": "lots"},
        {"kind": "gold", "amount": -5},
        {"kind": "gold", "amount": "0D6"},
        {"kind": "shards", "amount": "D3", "each": 2},
        {"kind": "experience", "who": "everybody", "amount": 1},
    ],
)
def test_only_known_words_and_dice_are_taken(result):
    with pytest.raises(ValidationError):
        RESULT.validate_python(result)


@pytest.mark.parametrize(("dice", "face_"), [(1, 1), (7, 1), (2, 0), (2, 7)])
def test_a_place_is_found_by_two_to_six_dice_of_one_face(dice, face_):
    with pytest.raises(ValidationError):
        Location.model_validate({**ENTRY, "dice": dice, "face": face_, "results": []})


@pytest.mark.parametrize("said", [{"chart": "mordheim_map"}, {"chart_when": "after_use"}])
def test_a_thing_with_a_table_says_when_it_is_rolled_on(said):
    with pytest.raises(ValidationError, match="go together"):
        Item.model_validate({**ENTRY, "category": "find", **said})


class TestScales:
    def scale(self, rows: list[tuple], columns: list[tuple] | None = None) -> Scale:
        return Scale.model_validate({
            **ENTRY,
            "of_what": "Shards",
            "unit": "gc",
            "rows": [{"low": low, "high": high, "values": values} for low, high, values in rows],
            **({"columns": [{"low": low, "high": high} for low, high in columns]} if columns else {}),
        })  # fmt: skip

    def test_an_amount_is_looked_up_by_row_and_column(self):
        scale = self.scale([(1, 2, [5, 4]), (3, None, [9, 8])], [(1, 3), (4, None)])
        assert [scale.value(*at) for at in ((0, 1), (1, 1), (2, 4), (3, 3), (99, 99))] == [0, 5, 4, 9, 8]

    def test_a_second_amount_without_a_column_is_an_error(self):
        scale = self.scale([(1, None, [5])], [(1, 3)])
        with pytest.raises(ValueError, match="no column for 4"):
            scale.value(1, 4)

    @pytest.mark.parametrize(
        ("rows", "columns"),
        [
            ([(1, 2, [5]), (4, None, [6])], None),
            ([(1, None, [5]), (2, 3, [6])], None),
            ([(1, None, [5, 6])], None),
            ([(1, None, [5, 6])], [(1, 3), (5, None)]),
        ],
    )
    def test_gaps_and_missing_values_are_refused(self, rows, columns):
        with pytest.raises(ValidationError):
            self.scale(rows, columns)
