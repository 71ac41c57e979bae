"""An event of the log as a sentence for people, with the arithmetic, its dice and a sign.

With the fight at hand moves, locations and results have the names of its rules, hexes and facings those of its picture;
without it all are told as the log and the files have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from encounters.pitfight.bout import Event
from encounters.pitfight.hexes import step
from encounters.pitfight.levels import half
from encounters.pitfight.state import PitFight
from encounters.pitfight.wording import HOURS, STEPS, both, hex_name, key_words, number_of, signed, summed

_ENDED = {
    "complete": "",
    "wall": ", stopped by the wall",
    "push_off": ", stopped by a push-off",
    "illegal": ", in place of an illegal move",
}
# How a fighter is taken out.
CAUSES: Mapping[str, str] = {
    "wounds": "has no Wounds left",
    "collapse": "collapses",
    "bleeding": "sinks down from loss of blood",
    "killed": "is killed",
    "ko": "is knocked out",
    "legs": "cannot stand on either leg",
    "arms": "has no arm left",
}
_VERDICTS = {"miss": "a miss", "hit": "a hit", "roll_off": "a roll-off"}
_REASONS = {
    "taken_out": "",
    "turn_limit": " The last turn agreed is over.",
    "quiet_limit": " Nobody has attacked for too long.",
}


@dataclass(frozen=True)
class Die:
    """A die as it fell, and for whom and what."""

    die: str
    sides: int
    face: int
    label: str


@dataclass(frozen=True)
class Told:
    """``tone`` is loss, gain, brass or none, ``icon`` the name of a sign."""

    sentence: str
    dice: tuple[Die, ...]
    tone: str
    icon: str


@dataclass(frozen=True)
class Step:
    """What happened in one step of a turn."""

    turn: int
    step: str
    title: str
    told: tuple[Told, ...]


class Names:
    """Display names; those of a fight where there is one."""

    def __init__(self, fight: PitFight | None = None) -> None:
        self._fight = fight
        self._scrolls = {one.pit.name: one.scroll for one in fight.fighters} if fight else {}

    def move(self, fighter: str, key: str) -> str:
        scroll = self._scrolls.get(fighter)
        return scroll.moves[key].name if scroll and key in scroll.moves else key_words(key)

    def place(self, key: str) -> str:
        names = self._fight.rules.names if self._fight else {}
        return names.get(key, key_words(key)).lower()

    def result(self, key: str) -> str:
        results = self._fight.rules.charts.results if self._fight else {}
        return results[key].name.lower() if key in results else key_words(key)

    def hex(self, hex_: Sequence[int]) -> str:
        q, r = hex_
        return hex_name((q, r), self._fight.terms.radius) if self._fight else f"{q},{r}"

    def facing(self, facing: int) -> str:
        return HOURS[facing] if self._fight else str(facing)


def sentence(event: Event, fight: PitFight | None = None) -> str:
    """In our own words; empty for what needs none."""
    return _TOLD[event["type"]](event, Names(fight))


def told_with_dice(event: Event, fight: PitFight | None = None) -> Told:
    """The sentence of an event with its dice; of one that needs no words the sentence is empty."""
    icon, tone = _sign(event)
    return Told(sentence(event, fight), tuple(_DICE.get(event["type"], _no_dice)(event)), tone, icon)


def grouped(events: Iterable[Event], fight: PitFight | None = None) -> tuple[Step, ...]:
    """What happened, by turn and step; what needs no words is left out, and a step of which nothing is left."""
    steps = []
    for (turn, phase), same in groupby(events, key=lambda event: (event["turn"], event["phase"])):
        told = tuple(_told_of_step(same, fight))
        if told:
            steps.append(Step(turn, phase, STEPS.get(phase, key_words(phase)), told))
    return tuple(steps)


def _told_of_step(events: Iterable[Event], fight: PitFight | None) -> Iterator[Told]:
    """Picks, which are revealed together, are one line: ``Grokka: Wild Swing · Albrecht: Lunge``."""
    for is_pick, same in groupby(events, key=lambda event: event["type"] == "pick"):
        if is_pick:
            icon, tone = _SIGNS["pick"]
            yield Told(" · ".join(_picked(event, Names(fight)) for event in same), (), tone, icon)
        else:
            yield from (one for event in same if (one := told_with_dice(event, fight)).sentence)


def _picked(event: Event, names: Names) -> str:
    illegal = "" if event["legal"] else " (not legal)"
    return f"{event['fighter']}: {names.move(event['fighter'], event['move'])}{illegal}"


# --- sentences --------------------------------------------------------------------------------------------------


def _pick(event: Event, names: Names) -> str:
    move = names.move(event["fighter"], event["move"])
    return f"{event['fighter']} has picked {move}{'' if event['legal'] else ', which is not legal'}."


def _interrupt(event: Event, names: Names) -> str:
    if not event["takes"]:
        return ""
    spent = "" if not event["spent"] else " with a rush" if event["spent"] == 1 else f" with {event['spent']} rushes"
    mine, bar = event["initiative"], event["against"]
    order = f"Initiative {mine} against {bar}" if mine > bar else f"as fast, Initiative {mine}, and younger"
    return f"{event['fighter']} interrupts {event['before']}{spent}: {order}."


def _move(event: Event, names: Names) -> str:
    facing = names.facing(event["facing"])
    if event["ended"] == "placed":
        return f"{event['fighter']} takes up {names.hex(event['to'])}, facing {facing}."
    mighty = ", ready for a mighty blow" if event["mighty"] else ""
    move = names.move(event["fighter"], event["move"])
    return f"{event['fighter']}: {move} to {names.hex(event['to'])}, facing {facing}{_ENDED[event['ended']]}{mighty}."


def _push_off(event: Event, names: Names) -> str:
    one, other = (
        f"{summed(strength, bonus, face)} = {total}"
        for strength, bonus, face, total in zip(
            event["strength"], event["bonus"], event["faces"], event["totals"], strict=True
        )
    )
    told = f"{event['mover']} pushes {event['other']} at {names.hex(event['into'])}: {one} against {other}"
    if event["winner"] is None:
        return f"{told}: even, they push again."
    return f"{told}: {event['winner']} wins{_pushed(event, names)}."


def _pushed(event: Event, names: Names) -> str:
    if event["winner"] == event["mover"] and not event["blocked"]:
        back = names.hex(step(event["into"], event["direction"]))
        lost = " and loses his move" if event["loses_move"] else ""
        return f"; {event['other']} is driven back to {back}{lost}"
    if event["blocked"]:
        return f"; there is no way out behind {event['other']}, who stays and is halved until the End Phase"
    return f"; {event['loses_move']} loses his move" if event["loses_move"] else ""


def _attack(event: Event, names: Names) -> str:
    if event["target"] is None:
        return f"{event['attacker']} holds back."
    aim, guard = names.place(event["aim"]), names.place(event["guard"])
    verdict = _VERDICTS[event["verdict"]]
    mighty = " with a mighty blow" if event["mighty"] else ""
    return f"{event['attacker']} goes for the {aim} of {event['target']}{mighty}, who guards the {guard}: {verdict}."


def _roll_off(event: Event, names: Names) -> str:
    one, other = (
        f"{summed(skill, modifier, injuries, face)} = {total}"
        for skill, modifier, injuries, face, total in zip(
            event["weapon_skill"], event["modifiers"], event["injuries"], event["faces"], event["totals"], strict=True
        )
    )
    verdict = "hit" if event["hit"] else "missed"
    return f"{one} against {other}: {_by_itself(event)}{verdict}."


def _by_itself(event: Event) -> str:
    """The 1 or 20 that settled it."""
    if event["natural"] is None:
        return ""
    attack, defence = event["faces"]
    face, whose = (attack, event["attacker"]) if attack in (1, 20) else (defence, event["target"])
    return f"a natural {face} of {whose}, "


def _damage(event: Event, names: Names) -> str:
    extra = [(event["mighty"], "mighty D10"), (event["hatred"], "hatred D6")]
    dice = " + ".join([f"{event['die']} {event['face']}", *(f"{what} {face}" for face, what in extra if face)])
    armour = f" − {event['armour']} armour" if event["armour"] else ""
    least = " at least" if event["damage"] > event["total"] - event["armour"] else ""
    wounds = number_of(max(event["wounds"], 0), "Wound")
    return f"{dice}{armour} ={least} {event['damage']} damage; {event['target']} has {wounds} left."


def _critical(event: Event, names: Names) -> str:
    """An empty chart row, which has no name in the log but its key, says nothing."""
    if event["result"] == "none":
        return ""
    told = f"{event['target']}, {names.place(event['location'])}: {names.result(event['result'])}{_scar(event, names)}"
    return f"{told}."


def _scar(event: Event, names: Names) -> str:
    if "scar" not in event:
        return ""
    if "scar_place" not in event:
        return f", {names.result(event['scar'])}"
    side = key_words(event["scar_place"])
    return f", {names.result(event['scar'])} ({side}{', gone already' if event['scar_ignored'] else ''})"


def _adrenalin(event: Event, names: Names) -> str:
    who = event["fighter"]
    told = {
        "earned": f"{who} feels an adrenalin rush.",
        "brandished": f"{who} brandishes his trophy, and the crowd goes wild.",
        "lost": f"{who} lets a rush go by.",
        "extra_hex": f"{who} rushes one hex ahead.",
        "boost": f"{who} spends a rush on {_characteristic(event)}.",
        "recover": f"{who} recovers {_recovered(event)}.",
    }
    return told[event["use"]]


def _characteristic(event: Event) -> str:
    return f"{key_words(event.get('characteristic', '')).title()} {signed(event.get('points', 0))}"


def _recovered(event: Event) -> str:
    wounds, initiative = event.get("wounds", 0), event.get("initiative", 0)
    told = [number_of(wounds, "Wound")] if wounds or not initiative else []
    return both([*told, f"{initiative} Initiative"] if initiative else told)


def _end_phase(event: Event, names: Names) -> str:
    return " ".join(f"{name} loses {_bled(told)} by bleeding." for name, told in event["bled"].items())


def _bled(told: Mapping[str, object]) -> str:
    lost = told["lost"]
    return number_of(lost, "Wound") if isinstance(lost, int) else ""


def _taken_out(event: Event, names: Names) -> str:
    by = f" by {event['by']}" if event["by"] else ""
    return f"{event['fighter']} {CAUSES[event['cause']]} and is taken out{by}."


def _result(event: Event, names: Names) -> str:
    why = _REASONS[event["reason"]]
    if event["winner"]:
        turns = number_of(event["turns"], "turn")
        return f"{event['winner']} wins after {turns} with {event['damage'][event['winner']]} damage inflicted.{why}"
    drawn = both(event["drawn"]) if event["drawn"] else ""
    return (f"Nobody can tell between {drawn}." if drawn else "Nobody is left standing.") + why


_TOLD: Mapping[str, Callable[[Event, Names], str]] = {
    "pick": _pick,
    "interrupt": _interrupt,
    "move": _move,
    "push_off": _push_off,
    "attack": _attack,
    "roll_off": _roll_off,
    "damage": _damage,
    "critical": _critical,
    "adrenalin": _adrenalin,
    "end_phase": _end_phase,
    "taken_out": _taken_out,
    "result": _result,
}


# --- dice -------------------------------------------------------------------------------------------------------


def _die(sides: int, face: int, label: str) -> Die:
    return Die(f"D{sides}", sides, face, label)


def _no_dice(event: Event) -> list[Die]:
    return []


def _pushing(event: Event) -> list[Die]:
    sides = (event["mover"], event["other"])
    return [_die(20, face, f"{who}: push-off") for face, who in zip(event["faces"], sides, strict=True)]


def _rolling_off(event: Event) -> list[Die]:
    attack, defence = event["faces"]
    return [_die(20, attack, f"{event['attacker']}: attack"), _die(20, defence, f"{event['target']}: defence")]


def _damaging(event: Event) -> list[Die]:
    who = event["attacker"]
    dice = [_die(int(event["die"][1:]), event["face"], f"{who}: damage")]
    dice += [_die(10, event["mighty"], f"{who}: mighty blow")] if event["mighty"] else []
    return dice + ([_die(6, event["hatred"], f"{who}: hatred")] if event["hatred"] else [])


def _scarring(event: Event) -> list[Die]:
    who = event["target"]
    dice = [_die(10, event["scar_face"], f"{who}: scar")] if "scar_face" in event else []
    return dice + ([_die(6, event["side_face"], f"{who}: left or right")] if "side_face" in event else [])


def _bleeding(event: Event) -> list[Die]:
    return [
        _die(6, face, f"{name}: blood lost (D3: {half(face)})")
        for name, told in event["bled"].items()
        for face in told["faces"]
    ]


_DICE: Mapping[str, Callable[[Event], list[Die]]] = {
    "push_off": _pushing,
    "roll_off": _rolling_off,
    "damage": _damaging,
    "critical": _scarring,
    "end_phase": _bleeding,
}


# --- signs ------------------------------------------------------------------------------------------------------

_SIGNS: Mapping[str, tuple[str, str]] = {
    "pick": ("scroll-text", ""),
    "interrupt": ("chevrons-up", "brass"),
    "move": ("footprints", ""),
    "push_off": ("hand", ""),
    "attack": ("swords", ""),
    "roll_off": ("dices", ""),
    "damage": ("droplet", "loss"),
    "critical": ("bone", "loss"),
    "adrenalin": ("zap", "brass"),
    "end_phase": ("droplets", "loss"),
    "taken_out": ("skull", "loss"),
    "result": ("trophy", "gain"),
}


def _sign(event: Event) -> tuple[str, str]:
    icon, tone = _SIGNS[event["type"]]
    if event["type"] == "move" and event.get("mighty"):
        return "flame", "loss"
    return icon, tone
