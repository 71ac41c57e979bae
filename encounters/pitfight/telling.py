"""An event of the log as a sentence for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from encounters.pitfight.bout import Event

_ENDED = {
    "complete": "",
    "wall": ", stopped by the wall",
    "push_off": ", stopped by a push-off",
    "illegal": ", in place of an illegal move",
}
_CAUSES = {
    "wounds": "has no Wounds left",
    "collapse": "collapses",
    "killed": "is killed",
    "ko": "is knocked out",
    "legs": "cannot stand on either leg",
    "arms": "has no arm left",
}


def sentence(event: Event) -> str:
    """In our own words; empty for what needs none."""
    return _TOLD[event["type"]](event)


def _word(key: str) -> str:
    return key.replace("_", " ")


def _pick(event: Event) -> str:
    return f"{event['fighter']} has picked {_word(event['move'])}{'' if event['legal'] else ', which is not legal'}."


def _interrupt(event: Event) -> str:
    return f"{event['fighter']} interrupts {event['before']}." if event["takes"] else ""


def _move(event: Event) -> str:
    if event["ended"] == "placed":
        return f"{event['fighter']} takes up {_hex(event['to'])}, facing {event['facing']}."
    mighty = ", ready for a mighty blow" if event["mighty"] else ""
    where = f"to {_hex(event['to'])}, facing {event['facing']}"
    return f"{event['fighter']}: {_word(event['move'])} {where}{_ENDED[event['ended']]}{mighty}."


def _hex(hex_: tuple[int, int]) -> str:
    return f"{hex_[0]},{hex_[1]}"


def _push_off(event: Event) -> str:
    totals = " to ".join(map(str, event["totals"]))
    if event["winner"] is None:
        return f"{event['mover']} and {event['other']} push, {totals}: again."
    stays = ", but nobody can give way" if event["blocked"] else ""
    return f"{event['mover']} pushes {event['other']}: {event['winner']} wins, {totals}{stays}."


def _attack(event: Event) -> str:
    if event["target"] is None:
        return f"{event['attacker']} holds back."
    verdict = {"miss": "a miss", "hit": "a hit", "roll_off": "a roll-off"}[event["verdict"]]
    aim, guard = _word(event["aim"]), _word(event["guard"])
    return f"{event['attacker']} goes for the {aim} of {event['target']}, who guards the {guard}: {verdict}."


def _roll_off(event: Event) -> str:
    return f"{event['totals'][0]} against {event['totals'][1]}: {'hit' if event['hit'] else 'missed'}."


def _damage(event: Event) -> str:
    return f"{event['damage']} damage; {event['target']} has {event['wounds']} Wounds left."


def _critical(event: Event) -> str:
    if event["result"] == "none":
        return ""
    scar = f", {_word(event['scar'])}" if "scar" in event else ""
    return f"{event['target']}, {_word(event['location'])}: {_word(event['result'])}{scar}."


def _adrenalin(event: Event) -> str:
    who = event["fighter"]
    told = {
        "earned": f"{who} feels an adrenalin rush.",
        "brandished": f"{who} brandishes his trophy, and the crowd goes wild.",
        "lost": f"{who} lets a rush go by.",
        "extra_hex": f"{who} rushes one hex ahead.",
        "boost": f"{who} spends a rush on {_word(event.get('characteristic', ''))}.",
        "recover": f"{who} recovers {event.get('wounds')} Wounds and {event.get('initiative')} Initiative.",
    }
    return told[event["use"]]


def _end_phase(event: Event) -> str:
    return " ".join(f"{name} loses {told['lost']} Wounds by bleeding." for name, told in event["bled"].items())


def _taken_out(event: Event) -> str:
    by = f" by {event['by']}" if event["by"] else ""
    return f"{event['fighter']} {_CAUSES[event['cause']]} and is taken out{by}."


def _result(event: Event) -> str:
    if event["winner"]:
        return f"{event['winner']} wins after {event['turns']} turns."
    drawn = " and ".join(event["drawn"])
    return f"Nobody can tell between {drawn}." if drawn else "Nobody is left standing."


_TOLD: Mapping[str, Callable[[Event], str]] = {
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
