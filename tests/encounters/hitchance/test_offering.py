"""What a page offers a fighter: grouped by what it costs, attacks with their exact odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from encounters.hitchance.engine import legal_orders
from encounters.hitchance.field import field_of, sign_of, signs_of
from encounters.hitchance.notation import read_order, write_order
from encounters.hitchance.offering import (
    Act,
    Group,
    Offer,
    act_of,
    attack_due,
    cost_of,
    may_be_done,
    meeting_of,
    offer_of,
    percent,
)
from encounters.hitchance.orders import Done, Stance
from encounters.hitchance.rule_tables import MARKS, played_so, read_rulings, rule_tables
from encounters.hitchance.state import Ground
from encounters.hitchance.telling import sentence
from tests.encounters.hitchance.stage import FOLDER, RULES, Stage, first_block, hurt, member, monster


def group(offer: Offer, cost: str) -> Group:
    return next(one for one in offer.groups if one.cost == cost)


def lines(offer: Offer) -> set[str]:
    """Every line of an offer, but for moves, which are chosen in a picture."""
    acts = [act for one in offer.groups for act in (*one.acts, *one.rare, *(a for way in one.ways for a in way.acts))]
    return {act.line for act in acts}


def crowded() -> Stage:
    """Everything at once: somebody stunned, bleeding, downed, empty weapons, a full pack, things on the ground."""
    stage = first_block(
        member(held="crossbow", readied="dagger", pack="rope", worn="mail", skills=("sundering",)),
        member((10, 11), "Bert", held="sword"),
        member((9, 9), "Cuno"),
        monster((11, 10), "Ghoul 1"),
        monster((11, 11), "Ghoul 2", nameless=False),
        dice=(1, 1, 1),
    )
    stage.say("0 attack 3 crossbow", dice=[12])
    stage.change(4, lost="downed", prone=True).change(1, stunned_until=2).wounded(2, ("bleeding", 8))
    return stage


def test_what_is_offered_is_what_is_legal() -> None:
    stage = crowded()
    for place in range(5):
        offer = offer_of(stage.skirmish, place)
        legal = [order for order in legal_orders(stage.skirmish, place) if not isinstance(order, Done | Stance)]
        moves = {write_order(order) for order in legal if " move " in write_order(order)}
        assert lines(offer) == {write_order(order) for order in legal} - moves
        shown = {
            f"{place} move {cell.to[0]},{cell.to[1]}"
            for one in offer.groups
            for way in one.ways
            for row in way.rows
            for cell in row
            if cell.to
        }
        assert shown == moves


def test_every_order_has_the_cost_that_the_rules_say() -> None:
    stage = crowded().change(0, majors=1)
    costs = {write_order(order).split()[1]: cost_of(stage.skirmish, order) for order in legal_orders(stage.skirmish, 0)}
    wanted = {"reload": "major", "move": "minor", "drop": "free", "lead": "minor", "done": None, "stance": None}
    assert {key: costs[key] for key in wanted} == wanted


def test_an_attack_shows_its_odds_exactly_and_those_of_the_blow_struck_back() -> None:
    stage = first_block(member(held="sword"), monster(held="axe"))
    act = act_of(stage.skirmish, read_order("0 attack 1 sword"))
    assert act.odds is not None
    assert act.back is not None
    assert (act.label, act.odds.percent, act.odds.faces, act.odds.hits) == (
        "Strike Ghoul",
        "75 %",
        "9 of 12",
        "9 or less",
    )
    assert sum(part.chance for part in act.odds.parts) == 1
    assert act.odds.parts[-1].outcome == "miss"
    assert abs(sum(part.width for part in act.odds.parts) - 100) < 1e-9
    assert act.back.weapon == "Axe"


def test_a_percentage_tells_no_chance_as_none_and_none_as_certain() -> None:
    told = [percent(one) for one in (Fraction(0), Fraction(1, 1000), Fraction(999, 1000), Fraction(1), Fraction(1, 3))]
    assert told == ["0 %", "<1 %", ">99 %", "100 %", "33 %"]


def test_bare_hands_stand_aside_where_there_is_something_better() -> None:
    offer = offer_of(first_block(member(held="sword"), monster()).skirmish, 0)
    major = group(offer, "major")
    assert [act.told for act in major.acts if act.odds] == ["sword"]
    assert [act.told for act in major.rare if act.odds] == ["unarmed"]


def test_a_minor_action_that_takes_the_place_of_the_major_says_so() -> None:
    stage = first_block(member(held="sword", pack="rope"), monster((30, 10)))
    assert not group(offer_of(stage.skirmish, 0), "minor").stands_in
    stage.say("0 drop sword", "0 fetch rope")
    assert group(offer_of(stage.skirmish, 0), "minor").stands_in


def test_before_the_dice_fall_the_target_may_meet_the_blow_otherwise() -> None:
    stage = first_block(member(held="sword"), monster(held="axe", worn="helmet mail", skills=("sundering",)))
    due = attack_due(stage.skirmish, read_order("0 attack 1 sword"))
    assert due is not None
    assert due.meeting is not None
    assert [act.label for act in due.meeting.others] == [
        "Do not strike back",
        "Spare the armour",
        "The mail shirt first",
    ]
    stage.say(*(act.line for act in due.meeting.others[:1]))
    assert attack_due(stage.skirmish, read_order("0 attack 1 sword")).back is None  # type: ignore[union-attr]
    assert attack_due(stage.skirmish, read_order("0 done")) is None


def test_attacks_with_the_same_odds_are_one_box_with_the_names_to_choose() -> None:
    cast = [monster((20, 10 + n), f"Ghoul {n}", nameless=True) for n in range(1, 4)]
    offer = offer_of(first_block(member(held="bow"), *cast, monster((20, 20), "Troll", level=4)).skirmish, 0)
    boxes = group(offer, "major").boxes
    assert [[act.target for act in box.acts] for box in boxes] == [["Ghoul 1", "Ghoul 2", "Ghoul 3"], ["Troll"]]
    assert (boxes[0].is_choice, boxes[0].first.verb, boxes[1].is_choice) == (True, "Shoot at", False)


def test_the_odds_against_one_who_has_fallen_say_what_they_do_to_him() -> None:
    stage = first_block(member(held="sword"), monster(), monster((30, 30), "Other"))
    stage.change(1, lost="downed", prone=True).wounded(1, ("downed", 14))
    odds = act_of(stage.skirmish, read_order("0 attack 1 sword")).odds
    assert odds is not None
    assert (odds.percent, odds.faces, odds.idle) == ("60 %", "6 of 10", "30 % a hit that does nothing to him")
    assert [part.told for part in odds.harm] == ["downed die one size down", "bleeding"]


def test_a_stunned_friend_is_led_and_a_foe_shoved() -> None:
    stage = first_block(member(), member((10, 11), "Bert"), monster(), dice=(1, 1))
    stage.change(1, stunned_until=1).change(2, stunned_until=1)
    ways = group(offer_of(stage.skirmish, 0), "minor").ways
    assert [one.label for one in ways] == ["Move", "Lead Bert", "Shove Ghoul"]
    stage.say(next(act.line for act in ways[2].acts))
    assert sentence(stage.last("led"), RULES).startswith("Ada shoves Ghoul")


def test_whoever_is_held_back_is_told_why() -> None:
    tired = member(fatigue=3, held="sword", worn="mail", capacity=4)
    stage = first_block(tired, monster((30, 10)))
    assert "5 of 4 slots are filled" in offer_of(stage.skirmish, 0).why[0]
    assert "until he drops enough" in offer_of(stage.skirmish, 0).why[0]
    stage = first_block(member(injuries=hurt(4, infection=1)), monster((30, 10)))
    assert offer_of(stage.skirmish, 0).why == ()
    stage.change(0, major_round=1)
    assert offer_of(replace(stage.skirmish, round=2, offered={}), 0).why == (
        "No major action in two rounds running: ruptured organ.",
    )
    for changes, told in (
        ({"stunned_until": 1}, "stunned"),
        ({"lost": "downed"}, "downed"),
        ({"broken_since": 1}, "heart"),
    ):
        assert told in offer_of(stage.change(1, **changes).skirmish, 1).why[0]
        stage.change(1, **dict.fromkeys(changes, "" if "lost" in changes else 0))


def test_whoever_has_only_free_actions_left_or_no_name_may_be_done_at_once() -> None:
    """Nobody is of himself: a turn is free, and may matter."""
    stage = first_block(
        member(), member((5, 5), "Bert"), *(monster((20, n), f"G{n}", nameless=n > 1) for n in range(3)), dice=(1, 1)
    )
    assert may_be_done(stage.skirmish) == ()
    stage.change(0, majors=0, minors=0)
    assert may_be_done(stage.skirmish) == (0,)
    assert may_be_done(stage.done().skirmish) == (4,)


def test_whoever_is_out_of_it_can_say_nothing() -> None:
    stage = crowded()
    assert meeting_of(stage.skirmish, 4) is None
    assert offer_of(stage.skirmish, 4).groups == ()


def test_signs_go_through_the_letters_and_the_window_holds_everybody() -> None:
    names = ["Ghoul 1", "Ghoul 2", "Grub", "Gudrun", "Gisela", "Gero", "!!", "Ghoul 12"]
    cast = [monster((20 + place, 10), name) for place, name in enumerate(names)]
    stage = Stage(member(), *cast)
    signs = signs_of(stage.skirmish.fighters)
    assert signs == tuple("ABCDEFGHI")
    assert [sign_of(place) for place in (25, 26, 27, 51, 52)] == ["Z", "AA", "AB", "AZ", "BA"]
    field = field_of(stage.skirmish)
    assert all(field.left <= token.at[0] < field.left + field.wide for token in field.tokens)


def test_every_line_of_the_tables_is_marked_and_every_ruling_that_they_name_is_told() -> None:
    tables, rulings = rule_tables(RULES), read_rulings(FOLDER)
    assert [key for key in rulings if key.startswith("H")] == [f"H{number}" for number in range(1, 39)]
    assert {table.ruling for table in tables} - {""} <= set(rulings)
    assert {table.mark for table in tables} | {line.mark for table in tables for line in table.lines} <= {
        "",
        *MARKS.values(),
    }
    assert all(table.mark or all(line.mark for line in table.lines) for table in tables)
    assert all(len(line.cells) == len(table.columns) for table in tables for line in table.lines)


def test_weapons_stand_there_with_damage_and_remarks_and_say_what_of_them_is_house() -> None:
    tables = {table.key: table for table in rule_tables(RULES)}
    arms = {line.cells[0]: (line.mark, *line.cells[1:]) for key in ("ranged", "melee") for line in tables[key].lines}
    assert arms["Bow"] == ("printed", "piercing", "S", "B", "D", "30 / 45 m", "3 minor", "two hands (house)")
    assert "downs or kills (within 2 m, H35: house)" in arms["Arquebus"][-1]
    assert arms["Chain whip"][-1] == "nobody else in one's square; in a melee as dagger or garotte"
    assert arms["Sword"][-1] == "strikes back with a die one size smaller"
    assert arms["Dagger"][-1] == "usable when grappled"
    assert arms["Improvised spear"][5:] == ("2 m", "improvised, a die one size larger")
    assert arms["Great weapon"][-1].endswith("strikes nobody back in a round in which it attacked")
    assert arms["Garotte"] == ("house", "strangling", "S", "D", "D", "1 m", "only from behind or on one who is stunned")


def test_a_figure_that_is_house_is_marked_so_where_the_rest_is_printed() -> None:
    """H34: what the page tells of the round."""
    tables = {table.key: table for table in rule_tables(RULES)}
    told = {line.cells[0]: (*line.cells[1:], line.mark) for line in tables["round"].lines}
    assert told["Morale"] == ("2D6, 7 or less stands: at the first loss, the leader's, or half", "H34", "house")
    assert [told[name][-1] for name in ("Move", "On a useless leg", "Defences", "Without a level")] == [
        "printed",
        "house",
        "printed",
        "house",
    ]
    assert (tables["actions"].title, tables["actions"].mark) == (
        "Actions: 1 major, 1 minor, 3 free (house)",
        "printed in part",
    )
    seen = [(*line.cells[2:], line.mark) for line in tables["difficulty"].lines if line.cells[0] == "hard to see"]
    assert seen == [("for shots", "printed"), ("in a melee", "house")]


def test_an_armour_die_without_a_state_says_so() -> None:
    sundering = RULES.attacks.sundering
    die = sundering.armour_die.model_copy(update={"outsmarted_to": 0, "damaged_to": 1})
    attacks = RULES.attacks.model_copy(update={"sundering": sundering.model_copy(update={"armour_die": die})})
    table = next(one for one in rule_tables(replace(RULES, attacks=attacks)) if one.key == "armour-hit")
    assert [line.cells[1] for line in table.lines] == ["–", "1", "2–6"]


def test_both_readings_of_a_hit_and_all_of_shrinking_dice_are_told() -> None:
    tables = {table.key: table for table in rule_tables(RULES)}
    assert tables["result"].lines[1].cells[1:10] == ("III",) * 4 + ("II",) * 2 + ("I",) * 3
    assert tables["result-highroll"].lines[1].cells[1:10] == ("I",) * 3 + ("II",) * 2 + ("III",) * 4
    assert all(word in tables["shrinking"].note for word in ("shrink", "usage", "fixed"))
    assert [told.split(":")[0] for told in played_so(RULES.reading(severity="highroll", variant="usage"))] == [
        "highroll",
        "usage",
    ]


def test_how_long_the_dice_last_and_what_waiting_costs() -> None:
    tables = {table.key: [line.cells for line in table.lines] for table in rule_tables(RULES)}
    assert tables["lasting"][0] == ("D14", "5.4", "7", "15", "23", "33", "44", "58")
    assert tables["lasting"][-1] == ("D6", "2.8", "17", "38", "69", "100", "100", "100")
    assert (tables["waiting"][0], tables["waiting"][-2]) == (("At D14", "2"), ("At D2", "100"))
    assert tables["waiting"][-1] == ("Never", "59")


def test_an_act_without_odds_says_what_it_is() -> None:
    stage = crowded()
    assert act_of(stage.skirmish, read_order("0 reload crossbow")) == Act(
        "0 reload crossbow", "Load crossbow", "refresh-cw", "2 to go"
    )
    assert act_of(stage.skirmish, read_order("0 execute 4")).is_grave


def test_whoever_rises_where_somebody_else_stands_is_drawn_beside_him() -> None:
    stage = Stage(member((3, 3)), member((5, 5), "Bert"), monster((9, 9)))
    stage.change(2, at=(3, 3))
    one, bert, other = sorted(field_of(stage.skirmish).tokens, key=lambda token: token.place)
    assert bert.moved is None
    assert one.moved is not None
    assert other.moved is not None
    apart = [second - first for first, second in zip(one.moved, other.moved, strict=True)]
    assert apart == pytest.approx([0.46, 0.46, 0])
    to_x, _, size = one.moved
    assert one.x * size + to_x == pytest.approx(3.5 - 0.23), "within his own square"


def test_names_from_right_to_left_are_alone_in_what_is_offered_and_told() -> None:
    stage = first_block(member(), member((10, 11), "רון"), monster((11, 10), "שלום 2"), dice=(1, 1))
    assert act_of(stage.skirmish, read_order("0 attack 2 sword")).label == "Strike \u2068שלום 2\u2069"
    stage.change(1, lost="downed")
    assert offer_of(stage.skirmish, 1).why[0] == "\u2068רון\u2069 is downed."
    rested = {"type": "rested", "minutes": 5, "risen": ["רון", "Ada"]}
    assert sentence(rested, RULES).endswith(" \u2068רון\u2069, Ada can fight again.")
    led = {"type": "led", "by": "Ada", "fighter": "רון", "to": (1, 2)}
    assert sentence(led, RULES) == "Ada leads \u2068רון\u2069 to 1,2."


def test_a_way_round_others_may_be_longer_than_it_looks() -> None:
    """In a corner between foes the square behind them is two steps away as the crow flies, and three on foot."""
    ground = Ground(3, 3)
    stage = Stage(member((0, 0)), monster((1, 0)), monster((1, 1), "Other"), ground=ground).roll(1)
    (move,) = (way for one in offer_of(stage.skirmish, 0).groups for way in one.ways if way.verb == "move")
    cells = {cell.to: cell for row in move.rows for cell in row if cell.to}
    assert cells[2, 2].far == 3
    assert cells[2, 1].far == 3
