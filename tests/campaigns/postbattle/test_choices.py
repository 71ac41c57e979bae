"""The choices file, and whoever decides (`interchange-battle.md`)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import (
    Actions,
    Asking,
    Choice,
    ChoiceError,
    FileChoices,
    Option,
    Question,
    Sensible,
    read_choices,
    write_choices,
)
from mordheim.rules.plainfile import Malformed

PRINTED = """\
format: mordheim-choices/1         # the player's decisions, in the order in which the sequence asks
---
- {step: injuries, warrior: Grubnash, choose: pit_fight, value: lost}
- {step: experience, warrior: Grubnash, choose: skill, value: well_ard}
- {step: experience, warrior: Da Ladz, choose: characteristic, value: ws}
- {step: exploration, choose: dice_kept, value: [1, 2, 3, 3, 5, 6]}   # only when more were rolled than count
- {step: wyrdstone, choose: sell, value: 2}
- {step: upkeep, choose: pay, value: [Bront]}
- {step: rare_items, warrior: Skab, choose: search, value: lucky_charm}
- {step: recruits_and_trading, choose: buy, value: {item: helmet, for: Skab}}
"""
CHOICES = (
    Choice("injuries", "pit_fight", "lost", "Grubnash"),
    Choice("experience", "skill", "well_ard", "Grubnash"),
    Choice("experience", "characteristic", "ws", "Da Ladz"),
    Choice("exploration", "dice_kept", [1, 2, 3, 3, 5, 6]),
    Choice("wyrdstone", "sell", 2),
    Choice("upkeep", "pay", ["Bront"]),
    Choice("rare_items", "search", "lucky_charm", "Skab"),
    Choice("recruits_and_trading", "buy", {"item": "helmet", "for": "Skab"}),
)
HEAD = "format: mordheim-choices/1\n---\n"


def ask(**told: object) -> Question:
    options = (Option("ws", "Weapon Skill"), Option("bs", "Ballistic Skill"))
    defaults = {"step": "experience", "choose": "characteristic", "prompt": "What rises?", "suggested": "ws"}
    return Question(**{**defaults, "options": options, **told})


class TestTheFile:
    def test_the_printed_example(self):
        assert read_choices(PRINTED.encode()) == CHOICES

    def test_json(self):
        raw = write_choices(CHOICES, as_json=True)
        assert raw.startswith(b'{\n  "format": "mordheim-choices/1",\n  "choices": [')
        assert read_choices(raw) == CHOICES

    def test_one_document_with_both_keys(self):
        rows = HEAD.replace("---\n", "choices:\n") + "- {step: wyrdstone, choose: sell, value: 2}\n"
        assert read_choices(rows.encode()) == (Choice("wyrdstone", "sell", 2),)

    @pytest.mark.parametrize("choices", [(), CHOICES, (Choice("a", "b", None), Choice("a", "b", True, "12"))])
    def test_what_is_written_is_read_back(self, choices):
        raw = write_choices(choices)
        assert raw.startswith(HEAD.encode())
        assert read_choices(raw) == choices
        assert write_choices(read_choices(raw)) == raw

    @pytest.mark.parametrize("text", [HEAD, "format: mordheim-choices/1\n", HEAD + "[]\n"])
    def test_no_choices_at_all(self, text):
        assert read_choices(text.encode()) == ()

    def test_values_mean_what_they_look_like(self):
        rows = (
            "- {step: a, choose: b, value: true}\n- {step: a, choose: b, value: 3}\n- {step: a, choose: b, value: ~}\n"
        )
        assert [one.value for one in read_choices((HEAD + rows).encode())] == [True, 3, None]

    @pytest.mark.parametrize(
        ("choose", "value", "told"),
        [
            (
                "buy",
                "{item: helmet, whom: Skab}",
                "'whom' is no key of buy: item, material, quantity, for, from and haggle",
            ),
            ("search", "{item: tent, for: Skab}", "'for' is no key of search: item, material and quantity are known"),
            ("sell", "{item: tent, to: me}", "'to' is no key of sell: item, material, quantity and from are known"),
            ("move", "{item: tent, form: me}", "'form' is no key of move: item, material, quantity, from and to are"),
            ("study", "{item: tome_of_magic, by: me}", "'by' is no key of study: item, material, quantity and warrior"),
            (
                "recruit",
                "{typ: orc_boy}",
                "'typ' is no key of recruit: type, name, size, equipment, mutations and",
            ),
            ("hire", "{type: warlock, spells: [x]}", "'spells' is no key of hire: type, name and equipment are known"),
            ("dismiss", "{warrior: Skab, size: 1}", "'size' is no key of dismiss: warrior and count are known"),
            ("hire", "{type: pit_fighter, equipment: [{piece: axe}]}", "hire: equipment.0..item: is missing"),
            (
                "hire",
                "{type: pit_fighter, equipment: [{item: axe, count: 2}]}",
                "'count' is no key of equipment of hire: item, material and quantity are known",
            ),
            ("buy", "{for: Skab}", "buy: item: is missing"),
            ("buy", "{item: helmet, haggle: maybe}", "buy: haggle: true or false is expected"),
            ("buy", "{item: helmet, quantity: many}", "buy: quantity: a whole number is expected, not the text 'many'"),
            ("dismiss", "{warrior: Skab, count: all}", "dismiss: count: a whole number is expected"),
            ("recruit", "{type: orc_boy, equipment: bow}", "recruit: equipment: a list is expected"),
            ("recruit", "{type: mutant, mutations: 5}", "recruit: mutations: a list is expected"),
            ("skill", "{skill: sprint}", "skill takes a plain value and no keys"),
        ],
    )
    def test_a_value_says_nothing_that_nobody_knows(self, choose, value, told):
        rows = f"- {{step: wyrdstone, choose: sell, value: 1}}\n- {{step: a, choose: {choose}, value: {value}}}\n"
        with pytest.raises(Malformed, match=f"^choice 2: {told}"):
            read_choices((HEAD + rows).encode())

    @pytest.mark.parametrize(
        ("choose", "value"),
        [
            ("buy", {"item": "helmet", "for": "Skab", "quantity": 2, "haggle": True, "material": "gromril"}),
            ("sell", {"item": "helmet", "from": "12", "material": None}),
            ("move", {"item": "helmet", "from": "Skab", "to": "stash"}),
            ("recruit", {"type": "orc_boy", "size": 2, "equipment": ["bow", {"item": "sword", "quantity": 2}]}),
            ("recruit", {"into": "Da Ladz", "size": 1}),
            ("recruit", {"type": "mutant", "name": "007", "mutations": ["spines"]}),
            ("hire", {"type": "warlock", "name": "Ignatius"}),
            ("dismiss", {"warrior": "Da Gits", "count": 1}),
            ("study", {"item": "tome_of_magic", "warrior": "Skab"}),
            ("search", {"item": "dwarf_axe", "material": "gromril"}),
        ],
    )
    def test_all_that_is_known_is_read(self, choose, value):
        row = Choice("equipment", choose, value)
        assert read_choices(write_choices([row])) == (row,)
        assert read_choices(write_choices([row], as_json=True)) == (row,)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("", "format: mordheim-choices/1 is expected"),
            ("format: mordheim-report/1\n---\n[]\n", "format"),
            (HEAD + "{}\n", "a list of choices"),
            (HEAD + "- sell\n", "choice 1: step, choose and value are expected"),
            (HEAD + "- {step: wyrdstone, choose: sell}\n", "choice 1"),
            (HEAD + "- {step: a, choose: b, value: 1}\n- {step: a, choose: b, value: 1, who: me}\n", "choice 2"),
            (HEAD + "- {step: [a], choose: b, value: 1}\n", "choice 1: step, choose and warrior are texts"),
            ("format: mordheim-choices/1\nmood: bad\n---\n[]\n", "nothing but the format"),
            ("format: mordheim-choices/1\nmood: bad\n", "only format and choices"),
            (HEAD + "[]\n---\n[]\n", "more than 2 documents"),
            (HEAD + "- {step: a\n", "not YAML"),
        ],
    )
    def test_what_cannot_be_read_is_told(self, text, told):
        with pytest.raises(Malformed, match=told):
            read_choices(text.encode())


class TestDecidingFromAFile:
    def choices(self, *found: Choice) -> FileChoices:
        return FileChoices(found)

    def test_in_their_order(self):
        file = self.choices(Choice("experience", "characteristic", "bs", "A"), Choice("wyrdstone", "sell", 2))
        assert file.decide(ask(warrior="A")) == "bs"
        assert file.decide(ask(step="wyrdstone", choose="sell", kind="number", options=())) == 2
        file.finish()

    def test_the_warrior_may_be_left_out_but_not_be_another(self):
        assert self.choices(Choice("experience", "characteristic", "bs")).decide(ask(warrior="A")) == "bs"
        with pytest.raises(ChoiceError, match="A choice is missing: characteristic for A in experience"):
            self.choices(Choice("experience", "characteristic", "bs", "B")).decide(ask(warrior="A"))

    def test_a_question_with_one_answer_need_not_be_answered(self):
        assert self.choices().decide(ask(options=(Option("ws", "Weapon Skill"),))) == "ws"

    @pytest.mark.parametrize(
        "about", [{}, {"required": False}, {"kind": "text", "options": ()}, {"kind": "many", "suggested": ["ws"]}]
    )
    def test_every_choice_that_is_asked_for_has_to_be_given(self, about):
        with pytest.raises(ChoiceError, match="A choice is missing: characteristic in experience"):
            self.choices().decide(ask(**about))

    @pytest.mark.parametrize(
        ("about", "only"),
        [
            ({"kind": "number", "options": (), "suggested": 0}, 0),
            ({"kind": "many", "suggested": [], "options": ()}, []),
            ({"kind": "many", "suggested": ["ws", "bs"], "least": 2}, ["ws", "bs"]),
        ],
    )
    def test_unless_there_is_only_one_answer(self, about, only):
        assert self.choices().decide(ask(**{"most": len(about.get("options", "12")), **about})) == only

    def test_or_an_earlier_choice_has_said_it(self):
        assert self.choices().decide(ask(said=False)) is False
        assert self.choices(Choice("experience", "characteristic", "bs")).decide(ask(said="ws")) == "bs"

    def test_what_is_left_over_is_named(self):
        with pytest.raises(ChoiceError, match=r"Nothing asks for this choice: skill for A in experience"):
            self.choices(Choice("experience", "skill", "sprint", "A")).finish()

    def test_actions_are_taken_while_they_are_of_the_step(self):
        file = self.choices(Choice("equipment", "move", {}), Choice("equipment", "sing", 1))
        assert file.act(Actions("recruits_and_trading", ("buy",))) is None
        assert file.act(Actions("equipment", ("move",))) == Choice("equipment", "move", {})
        assert file.act(Actions("equipment", ("move",))) is None


class TestSensible:
    def test_takes_what_is_suggested_and_does_nothing_unasked(self):
        assert Sensible().decide(ask(suggested="bs")) == "bs"
        assert Sensible().act(Actions("equipment", ("move",))) is None


class TestAsking:
    def asks(self, answer: str, **told: object) -> object:
        self.shown: list[str] = []

        def typed(text: str) -> str:
            self.shown.append(text)
            return answer

        return Asking(typed).decide(ask(**told))

    @pytest.mark.parametrize(("typed", "value"), [("2\n", "bs"), ("\n", "ws"), ("", "ws")])
    def test_a_number_chooses_and_nothing_takes_what_is_suggested(self, typed, value):
        assert self.asks(typed) == value
        assert self.shown == ["What rises?\n  1. Weapon Skill\n  2. Ballistic Skill\n[1] > "]

    @pytest.mark.parametrize(("typed", "values"), [("1, 2", ["ws", "bs"]), ("none", []), ("", ["bs"])])
    def test_several(self, typed, values):
        assert self.asks(typed, kind="many", suggested=["bs"]) == values

    def test_numbers_and_texts(self):
        assert self.asks("3", kind="number", options=(), suggested=5, most=9) == 3
        assert self.asks("Nob 2", kind="text", options=(), suggested="Nob") == "Nob 2"

    def test_a_question_with_one_answer_is_not_asked(self):
        assert self.asks("9", options=(Option("ws", "Weapon Skill"),)) == "ws"
        assert self.shown == []

    @pytest.mark.parametrize("typed", ["9", "0", "-1", "bs", "1 2 x"])
    def test_nonsense_is_told_and_asked_again(self, typed):
        answers = [typed, "2"]
        shown: list[str] = []
        asking = Asking(lambda text: shown.append(text) or answers.pop(0))
        assert asking.decide(ask()) == "bs"
        assert shown[1].startswith(f"{typed!r} is no answer to characteristic in experience.")

    @pytest.mark.parametrize(
        "told",
        [{"kind": "number", "options": (), "suggested": 5, "most": 2}, {"kind": "many", "suggested": [], "most": 1}],
    )
    def test_more_than_may_be_is_asked_again(self, told):
        answers = ["1 2" if told["kind"] == "many" else "3", "1"]
        assert Asking(lambda text: answers.pop(0)).decide(ask(**told)) in (1, ["ws"])

    def test_actions_are_typed_as_a_choices_file_has_them(self):
        answers = ["{choose: sing, value: 1}", "buy", "{choose: buy, value: {item: helmet}}", ""]
        asking = Asking(lambda text: answers.pop(0))
        assert asking.act(Actions("recruits_and_trading", ("buy", "sell"))) == Choice(
            "recruits_and_trading", "buy", {"item": "helmet"}
        )
        assert asking.act(Actions("recruits_and_trading", ("buy", "sell"))) is None
