"""The page of any entry of the rules: a plain structure made of a rulebook, with one builder for each kind of entry.

Whatever belongs to a battle has its builders in `rule_battle_pages`. Nothing here knows of a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import (
    EquipmentList,
    HiredSwordType,
    Item,
    Lore,
    Material,
    Mutation,
    Race,
    Rule,
    Skill,
    SkillList,
    Spell,
    WarbandType,
    WarriorType,
)
from mordheim.rules.words import Entry
from warbands.roster.sheet import source_told
from warbands.views.rule_battle_pages import (
    chart_page,
    injury_page,
    lasting_effect_page,
    leading_to,
    location_page,
    scale_page,
    scenario_page,
    track_page,
)
from warbands.views.rule_beast_pages import great_beast_page
from warbands.views.rule_happening_pages import happening_page
from warbands.views.rule_parts import Parts, RulePage, Statline, WarriorEntry
from warbands.views.rule_words import (
    BANS,
    CATEGORY_NAMES,
    KIND_NAMES,
    RULE_GROUPS,
    Group,
    Row,
    Told,
    Words,
    address,
    anchor_of,
    gold_told,
    or_list,
    profile_figures,
    rarity_told,
)

CHART_TIMES: Mapping[str, str] = {
    "acquired": "when the warband gets it",
    "after_use": "after each battle in which it was used",
}


# --- a page for each kind of entry ----------------------------------------------------------------------------------


def _item(told: Told, item: Item, parts: Parts) -> None:
    parts.fact("Listed under", CATEGORY_NAMES[item.category])
    if weapon := item.weapon:
        reach = f'{weapon.range}"' if weapon.range is not None else weapon.range_note or "close combat"
        parts.fact("Range", reach)
        parts.fact("Strength", weapon.strength.replace("user", "as user ").strip())
        if weapon.save_modifier_total is not None:
            parts.fact("Victim's save", f"{weapon.save_modifier_total:+d} in all, whatever the Strength")
        elif weapon.save_modifier:
            parts.fact("Victim's save", f"{weapon.save_modifier:+d} on top of what Strength does")
        parts.fact("Hands", "two" if item.takes_both_hands else "one")
        parts.groups += _rule_group(told, "Its rules", weapon.rules)
    if armour := item.armour:
        parts.fact("Save", f"{armour.save}+" if armour.save else None)
        parts.fact("Adds to a save", f"+{armour.bonus}" if armour.bonus else None)
        parts.fact("By itself", f"{armour.alone}+" if armour.alone else None)
        parts.fact("Stunned to knocked down", f"on {armour.stun_save}+" if armour.stun_save else None)
        parts.fact("Movement with a shield", f"{armour.movement_with_shield}" if armour.movement_with_shield else None)
        parts.groups += _rule_group(told, "Its rules", armour.rules)
    parts.fact("Price", gold_told(item.price, item.plus) if item.price is not None else "not for sale")
    if item.price is not None:
        others = [f"{rarity_told(other.rarity)} for {told.who(other.who)}" for other in item.rarity_for]
        parts.fact("Found", ", ".join([rarity_told(item.rarity), *others]))
    if item.sale:
        sale = item.sale
        parts.fact("Brings back", "cannot be sold" if sale.never else gold_told(sale.price, sale.plus))
    _limits_of_item(told, item, parts)
    if item.profile:
        parts.statlines.append(Statline(item.name, profile_figures(item.profile)))
    if item.chart and item.chart_when:
        parts.chart = told.rulebook.charts[item.chart]
        parts.fact("Its table is rolled on", CHART_TIMES[item.chart_when])
    if item.no_effect_on:
        parts.fact("No effect on", told.who(item.no_effect_on, all_of=False))
    _listed(told, item, parts)


def _limits_of_item(told: Told, item: Item, parts: Parts) -> None:
    parts.fact("Blackpowder", "yes" if item.blackpowder else None)
    parts.fact("Made of two", told.link("items", item.brace_of) if item.brace_of else None)
    parts.fact("Carried by", "Heroes only" if item.heroes_only else None)
    parts.fact("Worn by", "anyone who may wear armour" if item.for_armour_wearers else None)
    parts.fact("For whom", "; ".join(told.permissions(item.only_for, item.not_for)))
    if item.second_for:
        parts.fact("More than one", f"only carried by {told.who(item.second_for)}")
    if item.at_start:
        parts.fact("At the start", f"may be bought by {told.who(item.at_start)}")
    if item.requires:
        parts.fact("Needs", *told.links("items", item.requires.items))
    if excluded := item.excludes:
        barred = ["anything else"] if excluded.everything else []
        barred += [CATEGORY_NAMES[category].lower() for category in excluded.categories]
        barred += [told.name("items", key).lower() for key in excluded.items]
        but = f", except {or_list(told.name('items', key).lower() for key in excluded.but)}" if excluded.but else ""
        parts.fact("Not carried with", or_list(barred) + but)
    parts.fact("Largest warband", f"{item.raises_max:+d} warriors" if item.raises_max else None)
    parts.fact("Lasts", f"{item.uses} {'use' if item.uses == 1 else 'uses'}" if item.uses else None)


def _listed(told: Told, item: Item, parts: Parts) -> None:
    parts.fact("May come of", *(told.link(kind, entry.key) for kind, entry in leading_to(told, "items", item.key)))
    rows = [
        (one.name, address("equipment_lists", one.key), row)
        for one in told.rulebook.equipment_lists.values()
        for row in one.rows
        if row.item == item.key
    ]
    rows += [
        (f"{kind.name}, special equipment", address("warband_types", kind.key), row)
        for kind in told.rulebook.warband_types.values()
        for row in kind.special_equipment
        if row.item == item.key
    ]
    if rows:
        listed = tuple(
            Row(name, url, gold_told(row.price), note="starting warbands only" if row.at_start else "")
            for name, url, row in rows
        )
        parts.groups.append(Group("Lists that sell it", listed))


def _rule_group(told: Told, title: str, keys: Iterable[str], kind: str = "rules") -> list[Group]:
    rows = tuple(told.row(kind, key) for key in dict.fromkeys(keys))
    return [Group(title, rows)] if rows else []


def _rule(told: Told, rule: Rule, parts: Parts) -> None:
    parts.fact("Listed under", RULE_GROUPS[rule.kind])
    if rule.chart:
        parts.chart = told.rulebook.charts[rule.chart]


def _material(told: Told, material: Material, parts: Parts) -> None:
    parts.fact("Made of it", CATEGORY_NAMES[material.for_category].lower())
    parts.fact("Price", f"{material.price_times} times that of the ordinary weapon")
    parts.fact("Found", rarity_told(material.rarity))
    parts.fact("Victim's save", f"{material.save_modifier:+d}" if material.save_modifier else None)
    parts.fact("Initiative", f"{material.initiative:+d}" if material.initiative else None)
    parts.fact("Never made of it", *told.links("items", material.except_items))


def _skill(told: Told, skill: Skill, parts: Parts) -> None:
    lists = [one.key for one in told.rulebook.skill_lists.values() if skill.key in one.skills]
    parts.fact("List", *told.links("skill_lists", lists))
    parts.fact("For whom", "; ".join(told.permissions(skill.only_for, skill.not_for)))


def _skill_list(told: Told, skills: SkillList, parts: Parts) -> None:
    if skills.printed_for:
        parts.fact("Printed for", told.warrior_name(skills.printed_for))
    parts.groups += _rule_group(told, "Skills", skills.skills, "skills")


def _spell(told: Told, spell: Spell, parts: Parts) -> None:
    parts.fact("Difficulty", f"{spell.difficulty}" if spell.difficulty is not None else "none; nothing is rolled")
    for lore in told.rulebook.lores.values():
        for row in lore.rows:
            if row.spell == spell.key:
                parts.fact("Lore", told.link("lores", lore.key, f", {row.roll} on the die"))


def _lore(told: Told, lore: Lore, parts: Parts) -> None:
    parts.fact("Kind", "prayers, which may be said in armour" if lore.prayers else "spells, never cast in armour")
    rows = []
    for row in lore.rows:
        if row.spell is None:
            rows.append(Row("Missing", what="The source does not have this row.", roll=str(row.roll), missing=True))
            continue
        spell = told.rulebook.spells[row.spell]
        aside = f"difficulty {spell.difficulty}" if spell.difficulty is not None else "no roll"
        rows.append(Row(spell.name, address("spells", spell.key), aside, spell.summary, roll=str(row.roll)))
    parts.groups.append(Group("D6", tuple(rows)))


def _mutation(told: Told, mutation: Mutation, parts: Parts) -> None:
    parts.fact("Price", gold_told(mutation.price))


def _race(told: Told, race: Race, parts: Parts) -> None:
    if race.maximum:
        parts.statlines.append(Statline("Maximum profile", profile_figures(race.maximum)))
    else:
        parts.fact("Maximum", "none is printed; the starting profile holds")
    rows = tuple(
        Row(warrior.name, f"{address('warband_types', kind.key)}#{anchor_of(warrior.key)}", kind.name)
        for kind, warrior in told.warriors.values()
        if warrior.race == race.key
    )
    if rows:
        parts.groups.append(Group("Its warriors", rows))


def _family(told: Told, family: Entry, parts: Parts) -> None:
    kinds = [kind.key for kind in told.rulebook.warband_types.values() if family.key in kind.families]
    parts.fact("Warbands", *told.links("warband_types", kinds))


def _equipment_list(told: Told, equipment: EquipmentList, parts: Parts) -> None:
    buyers = [
        Words(warrior.plural, f"{address('warband_types', kind.key)}#{anchor_of(warrior.key)}")
        for kind, warrior in told.warriors.values()
        if warrior.equipment_list == equipment.key
    ]
    parts.fact("Buyers", *buyers)
    for row in equipment.materials:
        when = "for a starting warband" if row.at_start else "always"
        parts.fact(told.name("materials", row.material), f"{row.price_times} times the price, {when}")
    parts.groups += price_list(told, equipment)


def price_list(told: Told, equipment: EquipmentList) -> list[Group]:
    """An equipment list in groups: close combat, missiles, armour, the rest."""
    titles = {"close_combat": "Close combat weapons", "missile": "Missile weapons"}
    groups: dict[str, list[Row]] = {}
    for row in equipment.rows:
        item = told.rulebook.items[row.item]
        title = "Armour" if item.is_armour else titles.get(item.category, "Other equipment")
        groups.setdefault(title, []).append(told.list_row(row))
    return [Group(title, tuple(rows)) for title, rows in groups.items()]


def _hired_sword(told: Told, sword: HiredSwordType, parts: Parts) -> None:
    parts.statlines.append(Statline(sword.name, profile_figures(sword.profile)))
    parts.fact("Hire fee", gold_told(sword.hire_fee))
    upkeep = [gold_told(sword.upkeep_fee), *(f"{one.fee} gc {told.includes(one.includes)}" for one in sword.upkeep_if)]
    parts.fact("Upkeep", ", ".join(upkeep))
    parts.fact("Rating", f"{sword.rating} and 1 for each point of experience")
    parts.fact("Race", told.link("races", sword.race))
    parts.fact("Serves", "; ".join(told.permissions(sword.only_for, sword.not_for)) or "anyone")
    parts.fact("Brings", *told.links("items", sword.gear))
    for number, choice in enumerate(sword.gear_choice):
        label = "Or instead" if number else "Chooses"
        label += f" {choice.pick} of" if choice.pick > 1 or len(choice.of) > 1 else ""
        parts.fact(label, *told.links("items", choice.of))
    parts.fact("May be bought", or_list(CATEGORY_NAMES[category].lower() for category in sword.may_buy))
    parts.fact("Never", or_list(BANS[ban].removeprefix("never ") for ban in sword.never))
    _learning(told, sword, parts)
    parts.fact("Also learns", *told.links("skills", sword.skills_also))
    parts.fact("Largest warband", f"{sword.raises_max:+d} warriors" if sword.raises_max else None)
    parts.fact("Rides", told.link("items", sword.mount) if sword.mount else None)
    parts.groups += _rule_group(told, "His rules", sword.rules)


def _learning(told: Told, who: HiredSwordType | WarriorType, parts: Parts) -> None:
    parts.fact("Skill lists", *told.links("skill_lists", who.skill_lists))
    if who.casting:
        spells = "1 random spell" if who.casting.starting == 1 else f"{who.casting.starting} random spells"
        parts.fact("Magic", told.link("lores", who.casting.lore), f"begins with {spells}")


def _warband_type(told: Told, kind: WarbandType, parts: Parts) -> None:
    parts.fact("Starts with", gold_told(kind.starting_gold))
    parts.fact("Warriors", f"{kind.warriors_min} to {kind.warriors_max}, of them at most {kind.heroes_max} Heroes")
    parts.fact("Henchman groups", f"1 to {kind.group_max} warriors each")
    parts.fact("Families", *told.links("families", kind.families))
    if kind.hiring.only is not None:
        parts.fact("Hires only", *(told.links("hired_swords", kind.hiring.only) or [Words("nobody")]))
    if kind.hiring.never_races:
        races = or_list(told.name("races", key) for key in kind.hiring.never_races)
        parts.fact("Never hires", f"anyone of these races: {races}")
    if kind.rare_item_bonus:
        parts.fact("Rare items", f"{kind.rare_item_bonus:+d} on the roll to find them")
    parts.warriors += [_warrior(told, warrior) for warrior in kind.warriors]
    if kind.special_equipment:
        parts.groups.append(Group("Special equipment", tuple(told.list_row(row) for row in kind.special_equipment)))
    for key in dict.fromkeys(warrior.equipment_list for warrior in kind.warriors if warrior.equipment_list):
        equipment = told.rulebook.equipment_lists[key]
        rows = tuple(told.list_row(row) for row in equipment.rows)
        aside = ", ".join(warrior.plural for warrior in kind.warriors if warrior.equipment_list == key)
        parts.groups.append(Group(equipment.name, rows, address("equipment_lists", key), aside))
    rules = [*kind.rules, *(rule for warrior in kind.warriors for rule in warrior.rules)]
    parts.groups += _rule_group(told, "Special rules", rules)


def _warrior(told: Told, warrior: WarriorType) -> WarriorEntry:
    parts = Parts()
    parts.fact("Begins with", f"{warrior.starting_experience} experience" if warrior.starting_experience else None)
    if warrior.equipment_list:
        never = [BANS[ban] for ban in warrior.never]
        but = [f"except {told.name('items', key).lower()}" for key in warrior.never_except]
        parts.fact("Equipment", told.link("equipment_lists", warrior.equipment_list), ", ".join([*never, *but]))
    elif not warrior.carries_equipment:
        parts.fact("Equipment", "never carries any")
    _learning(told, warrior, parts)
    parts.fact("Rules", *told.links("rules", warrior.rules))
    parts.fact("Leads", "never" if warrior.never_leads else None)
    if warrior.mutations:
        parts.fact("Mutations", told.limit(warrior.mutations))
    parts.fact("Experience", None if warrior.gains_experience else "gains none")
    parts.fact("Rating", None if warrior.rating == 5 else f"{warrior.rating} points")
    parts.fact("Upkeep", told.upkeep(warrior.upkeep) if warrior.upkeep else None)
    parts.fact("Race", told.link("races", warrior.race))
    return WarriorEntry(
        anchor=anchor_of(warrior.key),
        name=warrior.name,
        section="Hero" if warrior.section == "hero" else "Henchman",
        price=warrior.price,
        limit=told.limit(warrior.limit),
        summary=warrior.summary,
        statline=profile_figures(warrior.profile),
        facts=tuple(parts.facts),
    )


_BUILDERS: Mapping[str, Any] = {
    "items": _item,
    "rules": _rule,
    "materials": _material,
    "skills": _skill,
    "skill_lists": _skill_list,
    "spells": _spell,
    "lores": _lore,
    "injuries": injury_page,
    "mutations": _mutation,
    "charts": chart_page,
    "races": _race,
    "families": _family,
    "tracks": track_page,
    "scales": scale_page,
    "locations": location_page,
    "lasting_effects": lasting_effect_page,
    "scenarios": scenario_page,
    "happenings": happening_page,
    "great_beasts": great_beast_page,
    "equipment_lists": _equipment_list,
    "warband_types": _warband_type,
    "hired_swords": _hired_sword,
}


def rule_page(rulebook: Rulebook, kind: str, key: str) -> RulePage:
    """The page of one entry. Raises KeyError where there is none."""
    entry = rulebook.of_kind(kind)[key]
    told, parts = Told(rulebook), Parts()
    if builder := _BUILDERS.get(kind):
        builder(told, entry, parts)
    plural, singular = KIND_NAMES[kind]
    return RulePage(
        kind=kind,
        key=key,
        name=entry.name,
        kind_name=singular,
        kind_plural=plural,
        summary=entry.summary,
        source=source_told(rulebook, entry),
        facts=tuple(parts.facts),
        statlines=tuple(parts.statlines),
        groups=tuple(parts.groups),
        course=parts.course,
        chart=parts.chart,
        grid=parts.grid,
        warriors=tuple(parts.warriors),
        used_by=tuple(_used_by(told, kind, key)),
        rulings=tuple(_rulings_on(rulebook, kind, key)),
    )


def _used_by(told: Told, kind: str, key: str) -> Iterator[Words]:
    """Whose rule it is: warriors, hired swords, weapons and armour."""
    if kind == "rules":
        for one, warrior in told.warriors.values():
            if key in warrior.rules:
                yield Words(warrior.name, f"{address('warband_types', one.key)}#{anchor_of(warrior.key)}")
        for band in told.rulebook.warband_types.values():
            if key in band.rules:
                yield Words(band.name, address("warband_types", band.key))
        for item in told.rulebook.items.values():
            if key in (item.weapon.rules if item.weapon else ()) or key in (item.armour.rules if item.armour else ()):
                yield Words(item.name, address("items", item.key))
    if kind in ("rules", "items"):
        for sword in told.rulebook.hired_swords.values():
            if key in sword.rules if kind == "rules" else key in sword.gear:
                yield Words(sword.name, address("hired_swords", sword.key))
    if kind == "skill_lists":
        for one, warrior in told.warriors.values():
            if key in warrior.skill_lists:
                yield Words(warrior.name, f"{address('warband_types', one.key)}#{anchor_of(warrior.key)}")
        for sword in told.rulebook.hired_swords.values():
            if key in sword.skill_lists:
                yield Words(sword.name, address("hired_swords", sword.key))
    if kind == "charts":
        for other_kind in ("rules", "items", "scenarios"):
            for entry in told.rulebook.of_kind(other_kind).values():
                if getattr(entry, "chart", None) == key:
                    yield Words(entry.name, address(other_kind, entry.key))
        for other_kind, entry in leading_to(told, "charts", key):
            yield Words(entry.name, address(other_kind, entry.key))


def _rulings_on(rulebook: Rulebook, kind: str, key: str) -> Iterator[Row]:
    for ruling in sorted(rulebook.rulings.values(), key=lambda one: one.number):
        if f"{kind}:{key}" in ruling.touches:
            yield Row(f"{ruling.number}. {ruling.name}", address("rulings", ruling.key), what=ruling.summary)
