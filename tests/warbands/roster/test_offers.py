"""What is offered can be had, and what is refused is refused with the same words."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mordheim.rules.dice import SeededDice
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from tests import books
from warbands.roster.check import check
from warbands.roster.interchange import read_warband
from warbands.roster.members import Roster
from warbands.roster.moves import Moved, buy, hire_sword, outcome, recruit, worsened
from warbands.roster.offers import equipment_offers, least_mutations, limit_told, recruit_bill, recruit_offers
from warbands.roster.refusals import Refused

FILES = Path(__file__).parents[1] / "files"

FULL = """
format: mordheim-warband/1
name: Da Big Mob
type: orc_mob
battles: 3
treasury: 60
heroes:
- {name: A, type: orc_boss, equipment: [sword, battle_axe, light_armour, helmet]}
- {name: B, type: orc_shaman, equipment: [sword], spells: [zzap]}
- {name: C, type: big_un, equipment: [double_handed_weapon]}
henchmen:
- {name: E, type: orc_boy, size: 5, equipment: [bow, battle_axe]}
- {name: F, type: goblin_warrior, size: 5, equipment: [short_bow]}
- {name: H, type: cave_squig, size: 4}
- {name: I, type: troll}
hired_swords:
- {name: J, type: ogre_bodyguard}
"""
OVER = """
format: mordheim-warband/1
name: After A Bad Day
type: orc_mob
battles: 1
treasury: 300
heroes:
- {name: B, type: big_un, leader: true}
henchmen:
- {name: F, type: goblin_warrior, size: 5}
"""
ASSASSINS = """
format: mordheim-warband/1
name: Paid Knives
type: dwarf_treasure_hunters
battles: 2
treasury: 1000
heroes:
- {name: A, type: dwarf_noble, equipment: [axe]}
- {name: S, type: troll_slayer}
henchmen:
- {name: B, type: beardling, size: 2}
hired_swords:
- {name: K, type: imperial_assassin}
"""
CULT = """
format: mordheim-warband/1
name: After The Bell
type: cult_of_the_possessed
battles: 2
treasury: 40
heroes:
- {name: V, type: magister, spells: [eye_of_god]}
- {name: T, type: mutant, mutations: [spines, hideous]}
henchmen:
- {name: H, type: brethren, size: 3}
"""
SISTERS = """
format: mordheim-warband/1
name: After The Storm
type: sisters_of_sigmar
battles: 2
treasury: 27
heroes:
- {name: M, type: matriarch, equipment: [sigmarite_warhammer], spells: [healing_hand]}
- {name: A, type: augur}
henchmen:
- {name: S, type: sigmarite_sister, size: 3, equipment: [sigmarite_warhammer]}
"""
EMPTY = "format: mordheim-warband/1\nname: E\ntype: {}\n"
WARBANDS = {
    "an empty Orc draft": (EMPTY.format("orc_mob"), False),
    "an empty Dwarf draft": (EMPTY.format("dwarf_treasure_hunters"), False),
    "a founded mob": ((FILES / "da_snikkaz.yaml").read_text(), True),
    "greenskins with 5 gc left": ((FILES / "gutsniks_greenskins.yaml").read_text(), True),
    "gunners": ((FILES / "the_smoking_barrels.yaml").read_text(), True),
    "thirteen Dwarfs": ((FILES / "thirteen_dwarfs.yaml").read_text(), False),
    "too many Goblins": ((FILES / "too_many_gobbos.yaml").read_text(), False),
    "exiles": ((FILES / "karak_brynn_exiles.yaml").read_text(), True),
    "a full mob after battles": (FULL, True),
    "a mob after losses": (OVER, True),
    "Dwarfs with an Assassin": (ASSASSINS, True),
    "a cult": ((FILES / "the_thirteenth_bell.yaml").read_text(), True),
    "an empty cult's draft": (EMPTY.format("cult_of_the_possessed"), False),
    "a cult after battles": (CULT, True),
    "Sisters after battles": (SISTERS, True),
}


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


def numbered(snapshot: WarbandSnapshot) -> WarbandSnapshot:
    """As it would come from rows: each warrior has an id."""
    warriors = tuple(replace(warrior, id=number) for number, warrior in enumerate(snapshot.warriors, 1))
    return replace(snapshot, treasury=snapshot.treasury if snapshot.battles else None, warriors=warriors)


def roster_from(file: str, rulebook: Rulebook) -> Roster:
    snapshot = numbered(read_warband(file.encode(), rulebook))
    return Roster(snapshot, rulebook.warband_types[snapshot.type], rulebook)


def done(roster: Roster, move: Callable[[], Moved], founded: bool) -> tuple[str, set[str], Moved | None]:
    """What the act itself says: why not, or else what it makes worse and what it makes of the warband."""
    before = check(roster.snapshot, roster.rulebook)
    try:
        moved = move()
        after = outcome(roster, moved, founded=founded)
    except Refused as refused:
        return refused.message, set(), None
    return "", {problem.foretold for problem in worsened(before, after)}, moved


@pytest.mark.parametrize("told", WARBANDS)
class TestOffersTellTheTruth:
    def test_of_recruits(self, rulebook, told):
        file, founded = WARBANDS[told]
        roster = roster_from(file, rulebook)
        offers = recruit_offers(roster, founded=founded)
        assert {offer.key for offer in offers} >= {entry.key for entry in roster.warband_type.warriors}
        assert {offer.key for offer in offers} >= set(rulebook.hired_swords)
        for offer in offers:
            entry = roster.warband_type.warrior(offer.key)
            hire = hire_sword if offer.section == "hired_sword" or entry is None else recruit
            more = {"mutations": least_mutations(roster, entry)} if hire is recruit else {}
            said, marks, _ = done(
                roster,
                lambda o=offer, h=hire, m=more: h(roster, type_key=o.key, name="", dice=SeededDice(1), **m),
                founded,
            )
            assert (offer.refused, set(offer.marks)) == (said, marks), offer.name

    def test_of_equipment(self, rulebook, told):
        file, founded = WARBANDS[told]
        roster = roster_from(file, rulebook)
        for member in roster.members:
            for offer in equipment_offers(roster, member, founded=founded):
                said, marks, moved = done(
                    roster,
                    lambda o=offer, m=member: buy(roster, warrior_id=m.warrior.id, piece=o.piece, dice=SeededDice(0)),
                    founded,
                )
                assert (offer.refused, set(offer.marks)) == (said, marks), (member.name, offer.name)
                if moved and not offer.price.plus:
                    self.costs_what_it_says(roster, moved, offer.price.gold * member.warrior.size)

    @staticmethod
    def costs_what_it_says(roster: Roster, moved: Moved, gold: int) -> None:
        before, after = check(roster.snapshot, roster.rulebook), check(moved.snapshot, roster.rulebook)
        assert before.treasury - after.treasury == gold

    def test_each_is_shown_once(self, rulebook, told):
        file, founded = WARBANDS[told]
        roster = roster_from(file, rulebook)
        for member in roster.members:
            shown = [offer.piece for offer in equipment_offers(roster, member, founded=founded)]
            assert len(shown) == len(set(shown))


class TestWhatIsShown:
    def offers(self, rulebook, file, founded=True):
        return {offer.key: offer for offer in recruit_offers(roster_from(file, rulebook), founded=founded)}

    def test_a_limit_in_words(self, rulebook):
        limits = {key: offer.limit for key, offer in self.offers(rulebook, EMPTY.format("orc_mob"), False).items()}
        assert limits["orc_boss"] == "exactly 1"
        assert limits["big_un"] == "0-2"
        assert limits["orc_boy"] == "any number"
        assert limits["goblin_warrior"].startswith("any number, at most 2 for each Orc")
        assert limits["pit_fighter"] == "one at a time"

    def test_a_draft_is_marked_where_a_founded_warband_is_refused(self, rulebook):
        file = EMPTY.format("orc_mob") + "heroes:\n- {name: A, type: big_un}\n- {name: B, type: big_un}\n"
        file += "- {name: C, type: orc_boss}\n"
        draft, founded = self.offers(rulebook, file, False)["big_un"], self.offers(rulebook, file, True)["big_un"]
        assert (draft.refused, draft.marks) == ("", ("At most 2 Big 'Uns may join; this would make 3.",))
        assert founded.refused == "At most 2 Big 'Uns may join; this would make 3."

    def test_a_first_recruit_is_not_marked_for_what_he_mends(self, rulebook):
        offers = self.offers(rulebook, EMPTY.format("orc_mob"), False)
        assert offers["orc_boss"].marks == ()

    def test_what_one_may_not_have_is_shown_with_the_reason(self, rulebook):
        offers = self.offers(rulebook, EMPTY.format("dwarf_treasure_hunters"), False)
        assert "does not serve Dwarf Treasure Hunters" in offers["elf_ranger"].refused
        assert offers["ogre_bodyguard"].refused == ""

    def test_those_who_would_come_stand_before_those_who_would_not(self, rulebook):
        roster = roster_from(EMPTY.format("orc_mob"), rulebook)
        swords = [offer for offer in recruit_offers(roster, founded=False) if offer.section == "hired_sword"]
        assert [bool(offer.refused) for offer in swords] == sorted(bool(offer.refused) for offer in swords)

    def test_who_is_there_is_counted(self, rulebook):
        offers = self.offers(rulebook, FULL)
        assert [offers[key].have for key in ("orc_boy", "goblin_warrior", "troll", "ogre_bodyguard", "warlock")] == [
            *(5, 5, 1, 1, 0)
        ]

    def test_a_wizard_says_how_many_spells_he_brings(self, rulebook):
        offers = self.offers(rulebook, FULL)
        assert (offers["orc_shaman"].spells, offers["warlock"].spells, offers["orc_boss"].spells) == (1, 2, 0)

    def test_after_losses_an_orc_is_offered_and_a_goblin_is_not(self, rulebook):
        offers = self.offers(rulebook, OVER)
        assert offers["orc_boy"].refused == ""
        assert "for each Orc" in offers["goblin_warrior"].refused

    def test_rare_things_are_shown_with_their_rarity(self, rulebook):
        roster = roster_from(FULL, rulebook)
        offers = {offer.piece.item: offer for offer in equipment_offers(roster, roster.members[0], founded=True)}
        assert offers["gromril_armour"].price.rarity == 11
        assert "Rare 11" in offers["gromril_armour"].refused or "is not" in offers["gromril_armour"].refused

    def test_gromril_is_offered_to_those_whose_list_has_it(self, rulebook):
        file = EMPTY.format("dwarf_treasure_hunters") + "heroes:\n- {name: A, type: dwarf_noble}\n"
        file += "henchmen:\n- {name: B, type: dwarf_thunderer}\n"
        roster = roster_from(file, rulebook)
        for member, may in zip(roster.members, (True, False), strict=True):
            offers = equipment_offers(roster, member, founded=False)
            axe = next(o for o in offers if (o.piece.item, o.piece.material) == ("axe", "gromril"))
            assert (axe.refused == "") == may
            assert axe.name == "Gromril axe"

    def test_a_limit_that_counts_types_names_them(self, rulebook):
        kind = rulebook.warband_types["orc_mob"]
        squig = kind.warrior("cave_squig")
        assert "for each Goblin Warrior" in limit_told(roster_from(FULL, rulebook), squig) or squig.limit.max


class TestWhatARecruitCosts:
    def bill(self, rulebook, file, mutations, *, founded=True, key="mutant"):
        cult = roster_from(file, rulebook)
        return recruit_bill(cult, cult.warband_type.warrior(key), mutations, founded=founded)

    def test_each_mutation_has_its_line_and_the_further_ones_cost_double(self, rulebook):
        bill = self.bill(rulebook, CULT, ["great_claw", "tentacle", "tentacle"])
        told = [(line.name, line.price) for line in bill.lines]
        assert told == [("Mutant", 25), ("Great Claw", 50), ("Tentacle", 70), ("Tentacle", 70)]
        assert bill.price == 215

    def test_what_there_is_no_gold_for_is_told_at_once(self, rulebook):
        assert "costs 45 gc and the treasury holds 40 gc" in self.bill(rulebook, CULT, ["daemon_soul"]).refused

    def test_a_draft_is_only_marked(self, rulebook):
        bell = (FILES / "the_thirteenth_bell.yaml").read_text()
        bill = self.bill(rulebook, bell, ["daemon_soul"], founded=False)
        assert (bill.refused, len(bill.marks)) == ("", 1)
        assert "45 too much" in bill.marks[0]

    def test_a_mutant_without_any_is_told_what_he_lacks(self, rulebook):
        assert "at least 1 mutation" in self.bill(rulebook, CULT, []).refused

    def test_how_many_are_bought_is_told_in_words(self, rulebook):
        offers = {offer.key: offer for offer in recruit_offers(roster_from(CULT, rulebook), founded=True)}
        told = {key: offers[key].mutations for key in ("mutant", "possessed", "brethren")}
        assert told == {"mutant": "at least 1", "possessed": "any number", "brethren": ""}
