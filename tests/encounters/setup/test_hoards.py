"""Treasure at the end: item by item, and its split."""

from __future__ import annotations

import pytest

from campaigns.postbattle.sessions import AtOnce
from encounters.setup import Hoard, hoard_of, split
from encounters.setup.words import the
from mordheim.rules.dice import EnteredDice
from mordheim.rules.snapshot import Piece
from mordheim.rules.words import in_a_sentence
from tests.encounters.setup.stage import Says
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused


def hoard(scenario: str, *faces: int, left: tuple[str, ...] = (), taken: tuple[str, ...] = ()) -> Hoard:
    session = AtOnce(EnteredDice(faces), Says({}))
    found = hoard_of(rulebook().scenarios[scenario], rulebook(), session, left=left, taken=taken)
    session.finish()
    return found


def things(found: Hoard) -> list[str]:
    return [f"{one.quantity} {one.material + ' ' if one.material else ''}{one.item}" for one in found.pieces]


def test_the_fathers_reward_at_its_best_and_worst() -> None:
    best = hoard("the_lost_prince", 6, 6, 6, 6, 6, 4, 3, 5, 4, 4, 4, 5, 3)
    assert best.gold == 30
    assert things(best) == ["3 sword", "1 heavy_armour", "1 light_armour", "1 shield", "1 helmet", "3 gem"]
    worst = hoard("the_lost_prince", 1, 1, 1, 1, 1, 3, 4, 3, 3, 3, 4)
    assert (worst.gold, worst.pieces, len(worst.rolls)) == (5, (), 7)


def test_the_mansion_with_what_the_defender_did_not_find() -> None:
    left = ("wooden_man", "mandrake_root", "holy_relic")
    # two doses; 3D6 gold; gems 5 and two; tome 4; sword 5; athame 3 no; herbs 4 and one; scroll 4 no
    found = hoard("the_wizards_mansion", 2, 1, 2, 3, 5, 2, 4, 5, 3, 4, 1, 4, left=left)
    assert things(found) == [
        "2 mandrake_root", "1 holy_relic", "2 gem", "1 tome_of_magic", "1 gromril sword", "1 healing_herbs",
    ]  # fmt: skip
    assert found.gold == 6
    assert found.sentences[0] == "Wooden man: it stays where it is."


def test_the_monsters_hoard_with_two_light_armours_and_jewellery() -> None:
    """Ruling 30: jewellery on 5+, worth D6x10 gc; light armour is rolled twice."""
    found = hoard("monster_hunt", 1, 1, 1, 1, 1, 5, 4, 3, 4, 5, 4, 4, 3, 3, 3, 4, 5, 6)
    assert (found.gold, found.shards) == (5 + 60, 4)
    assert things(found) == ["1 heavy_armour", "1 light_armour", "1 light_armour"]


def test_an_artefact_that_somebody_has_is_rolled_again() -> None:
    """MH: each exists once. The gold, the artefact's 6, a 1 that is taken, a 2; then nothing more."""
    taken = ("the_boots_and_rope_of_pieter",)
    nothing = (3, 4, 4, 3, 3, 3, 3, 3, 4, 4)
    found = hoard("monster_hunt", 1, 1, 1, 1, 1, 6, 1, 2, *nothing, taken=taken)
    assert things(found) == ["1 the_count_of_ventimiglias_misericordia"]


def test_the_chest() -> None:
    found = hoard("hidden_treasure", 2, 3, 4, 5, 2, 4, 3, 5, 1)
    assert (found.gold, found.shards, things(found)) == (9, 2, ["1 light_armour", "1 sword", "1 gem"])


def test_no_treasure_where_the_scenario_has_none() -> None:
    with pytest.raises(Refused, match="Street Brawl has no treasure"):
        hoard("street_brawl")


# --- the split

FOUND = Hoard("Monster Hunt", gold=31, shards=3, pieces=(Piece("sword", None, 2), Piece("axe", "gromril", 1)))


def shared(*winners: str, found: Hoard = FOUND, says: Says | None = None, **answers: object):
    return split(found, winners, AtOnce(EnteredDice(()), says or Says(answers)), rulebook=rulebook())


def test_one_winner_has_all_and_is_asked_nothing() -> None:
    (share,) = shared("Alone")
    assert share.as_json() == {
        "name": "Alone", "gold": 31, "shards": 3,
        "items": [
            {"item": "sword", "material": None, "quantity": 2}, {"item": "axe", "material": "gromril", "quantity": 1},
        ],
    }  # fmt: skip


def test_the_winners_say_who_has_what_and_the_last_has_the_rest() -> None:
    says = Says({"gold": [10, 21], "shards": [3, 0], "piece": ["B", "B", "A"]})
    one, other = shared("A", "B", says=says)
    assert (one.gold, one.shards, one.pieces) == (10, 3, (Piece("axe", "gromril", 1),))
    assert (other.gold, other.shards, other.pieces) == (21, 0, (Piece("sword", None, 2),))
    assert says.question("piece").prompt == "Who has the sword?"


def test_a_fair_split_is_suggested_and_nothing_is_lost() -> None:
    shares = shared("A", "B", "C")
    assert [share.gold for share in shares] == [11, 10, 10]
    assert sum(share.shards for share in shares) == 3
    assert sum(piece.quantity for share in shares for piece in share.pieces) == 3


@pytest.mark.parametrize("gold", [32, -1, True, "all", None, 1.5])
def test_more_than_there_is_cannot_be_given(gold: object) -> None:
    with pytest.raises(Refused, match="A number from 0 to 31 is expected"):
        shared("A", "B", gold=gold)


def test_the_last_cannot_have_less_than_the_rest() -> None:
    with pytest.raises(Refused, match="A number from 21 to 21"):
        shared("A", "B", gold=[10, 20])


def test_a_thing_goes_to_a_winner_and_there_must_be_one() -> None:
    with pytest.raises(Refused, match="C is not among"):
        shared("A", "B", piece="C")
    with pytest.raises(Refused, match="Nobody has won"):
        shared()


def test_jewellery_is_called_jewellery_where_it_is_rolled_for_and_told() -> None:
    """Ruling 30."""
    found = hoard("monster_hunt", 1, 1, 1, 1, 1, 5, 3, 4, 4, 3, 3, 3, 3, 3, 4, 5, 2)
    assert [roll.what_for for roll in found.rolls[-2:]] == [
        "Monster Hunt: jewellery on 5+",
        "Monster Hunt: jewellery, in gc",
    ]
    assert found.sentences[-1] == "Jewellery: 20 gc."


def test_what_has_a_name_of_its_own_keeps_it_and_has_one_article() -> None:
    names = ["sword", "The Boots and Rope of Pieter", "Att'la's Plate Mail", "Healing herbs"]
    told = [the(in_a_sentence(name)) for name in names]
    assert told == ["the sword", "the Boots and Rope of Pieter", "Att'la's Plate Mail", "the healing herbs"]


def test_the_winners_are_asked_who_has_the_boots() -> None:
    says = Says({})
    boots = Hoard("Monster Hunt", pieces=(Piece("the_boots_and_rope_of_pieter"),))
    split(boots, ["Da Snikkaz", "The Exiles"], AtOnce(EnteredDice(()), says), rulebook=rulebook())
    assert says.question("piece").prompt == "Who has the Boots and Rope of Pieter?"
