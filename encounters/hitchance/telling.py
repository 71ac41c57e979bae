"""An event of the log as a sentence for people, with its numbers and dice."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from encounters.hitchance.bout import Event
from encounters.hitchance.rules import HitRules

_CATEGORIES = ("", "I", "II", "III")
_RESULTS = {"S": "stunned", "B": "bleeding", "D": "downed", "K": "killed"}
REASONS = {
    "attacker_higher": "far better attacker",
    "target_higher": "far better target",
    "target_helpless": "helpless target",
    "target_spent": "no defence left",
    "from_behind": "from behind",
    "attacker_unstable": "unstable footing",
    "either_unstable": "unstable footing",
    "target_obscured": "hard to see",
    "beyond_effective": "long range",
    "improvised": "improvised weapon",
    "attacker_prone": "prone attacker",
    "injury": "old injury",
    "strike_back": "ready blade",
}


_NAMES, _LISTS_OF_NAMES = ("fighter", "by", "attacker", "target"), ("section", "risen")


def sentence(event: Event, rules: HitRules) -> str:
    """In our own words, every name `isolated`."""
    alone = {key: isolated(event[key]) for key in _NAMES if isinstance(event.get(key), str)}
    lists = {key: [isolated(name) for name in event[key]] for key in _LISTS_OF_NAMES if key in event}
    return _TOLD[event["type"]]({**event, **alone, **lists}, rules)


def isolated(name: str) -> str:
    """A name as it stands in a line from left to right: if any of it runs from right to left, between U+2068 and
    U+2069, so that it turns nothing around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def _words(key: str) -> str:
    return key.replace("_", " ")


def _by(event: Event, before: str = " by ") -> str:
    return f"{before}{event['by']}" if event["by"] else ""


def _initiative(event: Event, rules: HitRules) -> str:
    goes = "before the monsters" if event["passed"] else "after the monsters"
    section = event["section"]
    who = f"{event['fighter']} for {', '.join(section)}" if len(section) > 1 else event["fighter"]
    act = "act" if len(section) > 1 else "acts"
    return f"{who}: D{event['die']} {event['roll']} against space {event['space']}, {act} {goes}."


def _tick(event: Event, rules: HitRules) -> str:
    face = event["dice"][0][1] if event["dice"] else None
    rolled = f"{_words(event['kind'])} D{event['size']} {face}" if face else f"{_words(event['kind'])} die at its end"
    if event["applies"]:
        return f"{event['fighter']}: {rolled}, it applies."
    becomes = f"now D{event['becomes']}" if event["becomes"] else "it applies next round"
    return f"{event['fighter']}: {rolled}, {becomes}."


def _attack(event: Event, rules: HitRules) -> str:
    verb = "shoots on at" if event["through"] else "shoots at" if event["shot"] else "strikes at"
    verb = "strikes back at" if event["strikes_back"] else verb
    need = f"over {event['cover']} and up to {event['hit_chance']}" if event["cover"] else f"{event['hit_chance']}"
    weapon = rules.name_of(event["weapon"]).lower()
    start = f"{event['attacker']} {verb} {event['target']} ({weapon}{_why(event)}): "
    return f"{start}D{event['die']} {event['roll']} against {need}, {_verdict(event, rules)}."


def _why(event: Event) -> str:
    return "".join(f", {one}" for one in reasons(event["steps"]))


def reasons(steps: Iterable[Sequence[Any]]) -> tuple[str, ...]:
    """Why the die of an attack is larger or smaller, each with its step: ``from behind -1``."""
    return tuple(f"{REASONS[why]} {step:+d}" for why, step in steps)


def _verdict(event: Event, rules: HitRules) -> str:
    if not event["category"]:
        return "a miss"
    hit = f"a hit of category {_CATEGORIES[event['category']]}"
    if "piece" in event:
        return f"{hit}, taken by the {rules.name_of(event['piece']).lower()}: {event['piece_state']}"
    return f"{hit}: {_RESULTS[event['result']]}"


def _injury(event: Event, rules: HitRules) -> str:
    entry = rules.injuries.injuries[event["number"]]
    place = [entry.place[event["place"] - 1]] if event["place"] else []
    limb = [_words(event["limb"])] if event["limb"] else []
    slots = [f"{event[what]} {what}" for what in ("infection", "fatigue") if event[what]]
    fingers = [f"{event['fingers']} gone"] if event["fingers"] else []
    more = ", ".join([*place, *limb, *fingers, *slots])
    return f"{event['fighter']}: injury {event['number']}, {entry.name.lower()}{f' ({more})' if more else ''}."


def _result(event: Event, rules: HitRules) -> str:
    rounds = f"{event['rounds']} round{'' if event['rounds'] == 1 else 's'}"
    if event["reason"] == "round_limit":
        return f"Both sides stand after {rounds}."
    return f"The {event['winner']} win after {rounds}." if event["winner"] else f"Nobody stands after {rounds}."


def _stance(event: Event, rules: HitRules) -> str:
    sunders = "lets armour take hits" if event["sunders"] else "spares the armour"
    back = "strikes back" if event["strikes_back"] else "strikes nobody back"
    first = f", {rules.name_of(event['first']).lower()} first" if event["first"] else ""
    return f"{event['fighter']} {sunders}{first} and {back}."


def _fetched(event: Event, rules: HitRules) -> str:
    where = "picks up" if event["ground"] else "draws"
    return f"{event['fighter']} {where} {rules.name_of(event['thing']).lower()}."


def _dropped(event: Event, rules: HitRules) -> str:
    return f"{event['fighter']} drops {', '.join(rules.name_of(key).lower() for key in event['things'])}."


def _mended(event: Event, rules: HitRules) -> str:
    piece = rules.name_of(event["piece"]).lower()
    return f"{event['fighter']} mends the {piece} in {event['minutes']} minutes."


def _remade(event: Event, rules: HitRules) -> str:
    piece = rules.name_of(event["piece"]).lower()
    return f"{event['fighter']}'s {piece} is remade for {event['price']}, of a value of {event['value']}."


def _rested(event: Event, rules: HitRules) -> str:
    risen = f" {', '.join(event['risen'])} can fight again." if event["risen"] else ""
    return f"{event['minutes']} minutes of rest and practice go by.{risen}"


def _tested(event: Event) -> str:
    return f"2D6 {event['total']}, {'they stand' if event['stands'] else 'they lose heart'}"


def _cleared(event: Event, rules: HitRules) -> str:
    of = f" of {event['injury'].lower()}" if event["injury"] else ""
    return f"A slot of {event['what']}{of} clears for {event['fighter']}."


_TOLD: Mapping[str, Callable[[Event, HitRules], str]] = {
    "initiative": _initiative,
    "tick": _tick,
    "attack": _attack,
    "injury": _injury,
    "result": _result,
    "stance": _stance,
    "mended": _mended,
    "remade": _remade,
    "rested": _rested,
    "time": lambda event, rules: "As long as another round goes by.",
    "fetched": _fetched,
    "dropped": _dropped,
    "stunned": lambda event, rules: f"{event['fighter']} is stunned until the end of round {event['until']}.",
    "bleeding": lambda event, rules: f"{event['fighter']} bleeds, D{event['size']}.",
    "downed": lambda event, rules: f"{event['fighter']} is downed{_by(event)}.",
    "hastened": lambda event, rules: f"{event['fighter']}, downed already, gets worse.",
    "dead": lambda event, rules: f"{event['fighter']} is dead{_by(event, ', killed by ')}.",
    "bandaged": lambda event, rules: f"{event['by']} bandages {event['fighter']}.",
    "stabilised": lambda event, rules: f"{event['by']} stabilises {event['fighter']}: 2D{event['size']}, the higher.",
    "saved": lambda event, rules: f"Magic saves {event['fighter']}: the dying die ends.",
    "fatigue": lambda event, rules: f"{event['fighter']} gains {event['slots']} fatigue.",
    "infection": lambda event, rules: f"{event['fighter']} gains {event['slots']} infection.",
    "cleared": _cleared,
    "unconscious": lambda event, rules: f"{event['fighter']} faints from fatigue.",
    "overloaded": lambda event, rules: f"{event['fighter']} sinks down under {event['filled']} of {event['capacity']}.",
    "executed": lambda event, rules: f"{event['by']} executes {event['fighter']}.",
    "moved": lambda event, rules: f"{event['fighter']} goes to {event['to'][0]},{event['to'][1]}.",
    "turned": lambda event, rules: f"{event['fighter']} turns {event['facing']}.",
    "reloaded": lambda event, rules: (
        f"{event['fighter']} loads: {event['chits']} left on the {rules.name_of(event['weapon']).lower()}."
    ),
    "took_off": lambda event, rules: f"{event['fighter']} takes off {rules.name_of(event['piece']).lower()}.",
    "stood_up": lambda event, rules: f"{event['fighter']} stands up.",
    "led": lambda event, rules: (
        f"{event['by']} {'shoves' if event.get('foe') else 'leads'} {event['fighter']} to "
        f"{event['to'][0]},{event['to'][1]}."
    ),
    "plain": lambda event, rules: f"{event['fighter']}: {_words(event['action'])}.",
    "recovered": lambda event, rules: f"{event['fighter']} recovers.",
    "morale": lambda event, rules: f"Morale of the {event['side']}: {_tested(event)}.",
    "rally": lambda event, rules: f"{event['fighter']} rallies: {_tested(event)}.",
    "fled": lambda event, rules: f"{event['fighter']} flees.",
}
KINDS = frozenset(_TOLD)
