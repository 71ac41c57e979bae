"""A pit fighter from fight to fight: what a fight writes into his book, and what the whole book makes of him.

`fought` turns the end of a fight into the content of an entry, plain values only; `career_of` folds all entries that
stand into what he is now. Nothing is kept of what follows: an entry taken back takes its consequences with it.

How one recovers whose Wounds were gone, and which skills there are, awaits its source (Fanatic 3): his player says
whether he came back, and what he has learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from encounters.pitfight.aftermath import Aftermath, aftermath, worth
from encounters.pitfight.enlisting import Past, fingers_of
from encounters.pitfight.state import PitFight

# So many opponents taken out are a skill.
OPPONENTS_FOR_A_SKILL = 5
# More than a hand has fingers to lose is never subtracted for it.
WORST_OF_A_HAND = -5
LAST_FIGHTS = 12

State = Literal["ready", "must_miss", "laid_up", "retired", "dead"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that has become of him. ``kind``: fought, sat_out, returned, died, retired, learned or noted."""

    kind: str
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Foe:
    """An opponent by the name he fought under; ``code`` where a player keeps him. ``how`` he was taken out, if he was,
    and for how many opponents he counts."""

    name: str
    code: str = ""
    scroll: str = ""
    how: str = ""
    worth: int = 1

    @property
    def is_killed(self) -> bool:
        return self.how == "killed"


@dataclass(frozen=True, slots=True)
class Fought:
    """One of his fights. ``result`` is won, drawn or lost; ``out`` how he was taken out and ``by`` whom, if he was."""

    result: str
    damage: int
    turns: int
    against: tuple[Foe, ...] = ()
    taken_out: tuple[Foe, ...] = ()
    out: str = ""
    by: Foe | None = None


@dataclass(frozen=True)
class Career:
    """``ad`` are permanent modifiers by where they stand; ``legs`` the wooden ones; ``gone`` arms, ears and eyes.
    ``retired`` and ``dead`` say why, and are empty for whom they do not hold. ``opponents`` count towards skills."""

    ad: Mapping[str, int]
    initiative: int = 0
    legs: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    hated: tuple[Foe, ...] = ()
    to_miss: int = 0
    laid_up: bool = False
    retired: str = ""
    dead: str = ""
    opponents: int = 0
    learned: tuple[str, ...] = ()
    fights: tuple[Fought, ...] = ()

    @property
    def state(self) -> State:
        if self.dead:
            return "dead"
        if self.retired:
            return "retired"
        if self.laid_up:
            return "laid_up"
        return "must_miss" if self.to_miss else "ready"

    @property
    def is_over(self) -> bool:
        return bool(self.dead or self.retired)

    @property
    def skills_due(self) -> int:
        return max(self.opponents // OPPONENTS_FOR_A_SKILL - len(self.learned), 0)

    @property
    def to_next_skill(self) -> int:
        """Opponents that are missing."""
        return OPPONENTS_FOR_A_SKILL - self.opponents % OPPONENTS_FOR_A_SKILL

    def count(self, result: str) -> int:
        return sum(one.result == result for one in self.fights)

    @property
    def won(self) -> int:
        return self.count("won")

    @property
    def drawn(self) -> int:
        return self.count("drawn")

    @property
    def lost(self) -> int:
        return self.count("lost")

    @property
    def damage(self) -> int:
        return sum(one.damage for one in self.fights)

    @property
    def turns(self) -> int:
        return sum(one.turns for one in self.fights)

    @cached_property
    def taken_out(self) -> tuple[Foe, ...]:
        return tuple(foe for one in self.fights for foe in one.taken_out)

    @property
    def killed(self) -> tuple[Foe, ...]:
        return tuple(foe for foe in self.taken_out if foe.is_killed)

    @property
    def last_fights(self) -> tuple[Fought, ...]:
        return self.fights[-LAST_FIGHTS:]

    @property
    def past(self) -> Past:
        """What he brings into a fight, those whom he hates left out."""
        fingers = fingers_of(self.ad, self.gone)
        return Past(sum(self.ad.values()), self.initiative, len(self.legs), self.gone, fingers=fingers)


# --- what a fight writes ----------------------------------------------------------------------------------------


def fought(fight: PitFight, place: int, codes: Sequence[str]) -> dict[str, Any]:
    """The content of an entry about a fight that has ended.

    Args:
        place: the fighter whom it is about.
        codes: of all fighters in their order, empty for one whom nobody keeps.
    """
    after, own = aftermath(fight, place), fight.fighters[place]
    others = [one for one in range(len(fight.fighters)) if one != place]
    return {
        "result": _result(fight, place),
        "turns": fight.turn,
        "damage": own.damage,
        "against": [_foe(fight, one, codes) for one in others],
        "taken_out": [_foe(fight, one, codes) for one in others if fight.fighters[one].out_by == place],
        "out": own.out,
        "by": None if own.out_by is None else _foe(fight, own.out_by, codes),
        "injuries": [[injury.result, injury.place] for injury in own.injuries],
        **_lasting(fight, after, codes),
    }


def _lasting(fight: PitFight, after: Aftermath, codes: Sequence[str]) -> dict[str, Any]:
    return {
        "ad": dict(after.ad_by_place),
        "initiative": after.past.initiative,
        "legs": list(after.legs),
        "gone": list(after.past.gone),
        "hates": [_foe(fight, one, codes) for one in after.hated],
        "misses": after.misses,
        "pair_lost": after.pair_lost,
        "killed": after.killed,
        "laid_up": after.laid_up,
        "opponents": after.opponents,
    }


def _result(fight: PitFight, place: int) -> str:
    outcome = fight.outcome
    if outcome is None:
        raise ValueError("the fight has not ended")
    if outcome.winner == place:
        return "won"
    drawn = outcome.winner is None and (place in outcome.drawn or not outcome.drawn)
    return "drawn" if drawn else "lost"


def _foe(fight: PitFight, place: int, codes: Sequence[str]) -> dict[str, Any]:
    fighter = fight.fighters[place]
    about = {"name": fighter.pit.name, "code": codes[place], "scroll": fighter.scroll.key}
    return {**about, "how": fighter.out, "worth": worth(fight, fighter) if fighter.out else 1}


# --- what the whole book makes of him ---------------------------------------------------------------------------


class _Book:
    """A career while it is read, entry by entry."""

    def __init__(self) -> None:
        self.ad: dict[str, int] = {}
        self.initiative = self.to_miss = self.opponents = 0
        self.legs: dict[str, None] = {}
        self.gone: dict[str, None] = {}
        self.hated: dict[str, Foe] = {}
        self.laid_up = False
        self.retired = self.dead = ""
        self.learned: list[str] = []
        self.fights: list[Fought] = []

    def fought(self, content: Mapping[str, Any]) -> None:
        self.fights.append(_fought(content))
        self.lasting(content)
        self.to_miss = max(self.to_miss, int(content["misses"]))
        self.opponents += int(content["opponents"])
        self.laid_up = bool(content["laid_up"])
        if content["killed"]:
            self.dead = "killed in the pit"
        elif content["pair_lost"]:
            self.retired = "nobody fights on without both eyes or both arms"
        elif len(self.legs) > 1:
            self.retired = "nobody fights on with two wooden legs"

    def lasting(self, content: Mapping[str, Any]) -> None:
        """What is hacked off takes along what else had befallen it."""
        for place, modifier in content["ad"].items():
            before = 0 if place in content["gone"] else self.ad.get(place, 0)
            self.ad[place] = max(before + int(modifier), WORST_OF_A_HAND)
        self.initiative += int(content["initiative"])
        self.legs.update(dict.fromkeys(content["legs"]))
        self.gone.update(dict.fromkeys(content["gone"]))
        self.hated.update({one["code"] or one["name"]: Foe(**one) for one in content["hates"]})

    def sat_out(self, content: Mapping[str, Any]) -> None:
        self.to_miss = max(self.to_miss - 1, 0)

    def returned(self, content: Mapping[str, Any]) -> None:
        self.laid_up = False

    def died(self, content: Mapping[str, Any]) -> None:
        self.dead = "died of his wounds"

    def retire(self, content: Mapping[str, Any]) -> None:
        self.retired = "he left the pit of his own will"

    def learn(self, content: Mapping[str, Any]) -> None:
        self.learned.append(str(content["skill"]))

    def note(self, content: Mapping[str, Any]) -> None:
        """It changes nothing."""


_READ = {
    "fought": _Book.fought,
    "sat_out": _Book.sat_out,
    "returned": _Book.returned,
    "died": _Book.died,
    "retired": _Book.retire,
    "learned": _Book.learn,
    "noted": _Book.note,
}


def career_of(entries: Iterable[Entry]) -> Career:
    """What the entries that stand, oldest first, have made of a fighter."""
    book = _Book()
    for entry in entries:
        _READ[entry.kind](book, entry.content)
    return Career(
        ad={place: modifier for place, modifier in book.ad.items() if modifier},
        initiative=book.initiative,
        legs=tuple(book.legs),
        gone=tuple(book.gone),
        hated=tuple(book.hated.values()),
        to_miss=book.to_miss,
        laid_up=book.laid_up,
        retired=book.retired,
        dead=book.dead,
        opponents=book.opponents,
        learned=tuple(book.learned),
        fights=tuple(book.fights),
    )


def _fought(content: Mapping[str, Any]) -> Fought:
    return Fought(
        result=str(content["result"]),
        damage=int(content["damage"]),
        turns=int(content["turns"]),
        against=tuple(Foe(**one) for one in content["against"]),
        taken_out=tuple(Foe(**one) for one in content["taken_out"]),
        out=str(content["out"]),
        by=Foe(**content["by"]) if content["by"] else None,
    )


# --- the next fight ---------------------------------------------------------------------------------------------


def may_fight(career: Career) -> str:
    """Why he may not fight now; empty where he may."""
    if career.dead:
        return "is dead"
    if career.retired:
        return "has retired"
    if career.laid_up:
        return "lies with his wounds: say whether he came back from them"
    if career.to_miss:
        return f"must miss {_number(career.to_miss)} more fight{'' if career.to_miss == 1 else 's'}"
    return ""


def past_for(career: Career, others: Mapping[str, str]) -> Past:
    """What he brings into a fight.

    Args:
        others: the names in that fight of all who are kept, by their codes. Whom he hates he knows again under any
            name; one whom nobody keeps only by the name he had.
    """
    names = (others.get(foe.code, "") if foe.code else foe.name for foe in career.hated)
    return replace(career.past, hates=tuple(name for name in names if name))


# --- in words ---------------------------------------------------------------------------------------------------

_HOW = {
    "killed": "killed",
    "ko": "knocked out",
    "wounds": "taken out",
    "collapse": "collapsed",
    "bleeding": "bled until he fell",
    "legs": "taken out with both legs ruined",
    "arms": "taken out without an arm left",
}
_RESULT = {"won": "Won", "drawn": "Drew", "lost": "Lost"}
MOST_NAMES = 3


def in_words(key: str) -> str:
    """A location, eye or ear as one says it."""
    return key.replace("_", " ")


def how_in_words(how: str) -> str:
    """How somebody was taken out."""
    return _HOW.get(how, "taken out")


def _number(number: int) -> str:
    return ("no", "one", "two", "three")[number] if number < 4 else str(number)


def _fights(number: int) -> str:
    return f"{_number(number)} fight{'' if number == 1 else 's'}"


def _some(names: Sequence[str]) -> str:
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} others"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def told_of_fight(content: Mapping[str, Any]) -> str:
    """The entry of a fight in a few sentences."""
    one = _fought(content)
    told = [f"{_RESULT[one.result]} against {_some([foe.name for foe in one.against])} in {_turns(one.turns)}."]
    told.append(f"Damage inflicted: {one.damage}.")
    if one.taken_out:
        told.append(f"Took out {_some([foe.name for foe in one.taken_out])}.")
    if one.out:
        told.append(f"{how_in_words(one.out).capitalize()}{f' by {one.by.name}' if one.by else ''}.")
    return " ".join([*told, *_left_in_words(content)])


def _turns(number: int) -> str:
    return f"{_number(number)} turn{'' if number == 1 else 's'}"


def _left_in_words(content: Mapping[str, Any]) -> list[str]:
    """What the fight has left."""
    lost = [f"his {in_words(one)}" for one in content["gone"]]
    told = [f"Lost for ever: {_some(lost)}."] if lost else []
    told += [f"A wooden leg from now on ({in_words(one)})." for one in content["legs"]]
    if ad := sum(content["ad"].values()):
        told.append(f"{str(ad).replace('-', '−')} on attack and defence for good.")
    if content["initiative"]:
        told.append(f"{content['initiative']} Initiative lost for good.")
    told += [f"Hates {one['name']} from now on." for one in content["hates"]]
    if content["misses"] and not content["killed"]:
        told.append(f"Misses {_fights(content['misses'])}.")
    return told
