"""One of the two on the page of odds: who he is, what he may take up, and what he has taken up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from encounters.duel.arming import (
    Loadout,
    armour_to_add,
    common_weapons,
    key_of,
    loadout_of,
    loadouts,
    rearmed,
    serves_as_combat_begins,
)
from encounters.duel.fighters import Fighter, Wielded, go_together, of_typed, piece_of, wielded
from encounters.duel_forms import SHOOTING, WORN, TypedForm
from encounters.duel_selectors import OF_WARBAND, TYPED, Origin, Person, Seen
from mordheim.rules.plainfile import Malformed
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Item
from mordheim.rules.words import CHARACTERISTICS
from warbands.roster.explain import CHARACTERISTIC_NAMES, Figure
from warbands.roster.refusals import Refused

ATTACKER, DEFENDER = "a", "b"
NAMES = {ATTACKER: "Attacker", DEFENDER: "Defender"}


# What is chosen for one man alone: his weapons, and what he is lent.
HIS_OWN = ("with", "also", "on")
FOR = "for"


def chosen_for(origin: str, who: str) -> str:
    return f"{origin} {who}"


def without_anothers(asked: QueryDict) -> QueryDict:
    """What is asked, without weapons and armour that were chosen for somebody else than is asked for now."""
    then = asked.copy()
    for prefix in NAMES:
        told = then.pop(f"{prefix}-{FOR}", None)
        now = chosen_for(then.get(f"{prefix}-of", ""), then.get(f"{prefix}-who", ""))
        if told is not None and told[-1:] != [now]:
            for name in HIS_OWN:
                then.pop(f"{prefix}-{name}", None)
    return then


@dataclass(frozen=True)
class Offered:
    """Weapons of his own and, where he may carry some, those of the books; ``also`` are those for the other hand."""

    own: tuple[Loadout, ...]
    others: tuple[Loadout, ...]
    also: tuple[Loadout, ...]

    @property
    def all(self) -> dict[str, Loadout]:
        return {one.key: one for one in (*self.own, *self.others)}


@dataclass(frozen=True)
class Corner:
    """``held`` and ``also`` are the keys of what he has in hand, ``armour`` what may be put on him, each piece with
    whether it is. ``trouble`` says why there is no ``fighter``."""

    prefix: str
    origins: tuple[Origin, ...]
    origin: str
    people: tuple[Person, ...]
    who: str
    form: TypedForm | None
    offered: Offered
    held: str
    also: str
    armour: tuple[tuple[Item, bool], ...]
    fighter: Fighter | None
    trouble: str = ""

    @property
    def title(self) -> str:
        return NAMES[self.prefix]

    @property
    def name(self) -> str:
        return self.fighter.name if self.fighter else self.title

    @property
    def is_of_warband(self) -> bool:
        return self.origin.startswith(f"{OF_WARBAND}:")

    @property
    def chosen_for(self) -> str:
        """For whom his weapons are chosen: they are nobody else's choice."""
        return chosen_for(self.origin, self.who if self.people else "")

    @property
    def statline(self) -> list[Figure]:
        """His figures as they are in this fight."""
        if self.fighter is None:
            return []
        line = {one: self.fighter.figures.get(one, self.fighter.profile.m) for one in CHARACTERISTICS}
        return [Figure(*CHARACTERISTIC_NAMES[one], str(value)) for one, value in line.items()]

    @property
    def hands(self) -> tuple[Wielded, ...]:
        return self.fighter.weapons if self.fighter else ()

    @property
    def may_put_on(self) -> set[str]:
        """The armour that the page's own ticks can put on him."""
        return self.form.offered["gear"] if self.form else {item.key for item, _ in self.armour}

    @property
    def puts_on_by(self) -> str:
        return "gear" if self.form else "on"

    @property
    def worn(self) -> list[str]:
        return [one.name for one in self.fighter.worn] if self.fighter else []

    @property
    def lent(self) -> list[str]:
        """The armour of others that he is taken to wear."""
        return [item.name for item, on in self.armour if on]

    @property
    def owned(self) -> list[str]:
        """What of his armour is his own."""
        return [name for name in self.worn if name not in self.lent]


class Corners:
    """Draws a corner from what an address asks."""

    def __init__(self, asked: QueryDict, seen: Seen, rulebook: Rulebook, meeting: str) -> None:
        self.asked, self.seen, self.rulebook, self.meeting = asked, seen, rulebook, meeting
        self.origins = seen.origins(rulebook)

    def corner(self, prefix: str, otherwise: str, place: int) -> Corner:
        """``otherwise`` is the origin that is taken where none, or an unknown one, is asked for, and ``place`` who of
        it."""
        asked = self.asked.get(f"{prefix}-of", "")
        if asked.startswith(f"{OF_WARBAND}:") and asked not in self.seen.warbands:
            return self._nobody(prefix, "This address asks for a warband that you may not see. Choose somebody else.")
        origin = self._one_of(f"{prefix}-of", [one.key for one in self.origins], otherwise=otherwise)
        if origin == TYPED:
            form = TypedForm(self.asked, self.rulebook, prefix=prefix)
            name = form.cleaned_data.get("name") or NAMES[prefix]
            typed = form.typed()
            known = Person(TYPED, name, lambda keys: of_typed(self.rulebook, typed, keys, name))
            return self._armed(prefix, origin, (), known, form)
        people = self.seen.people(origin, self.rulebook)
        shown = people[place : place + 1] if origin == otherwise else ()
        first = next(iter(shown or people), None)
        who = self._one_of(f"{prefix}-who", [one.key for one in people], otherwise=first.key if first else "")
        person = next((one for one in people if one.key == who), None)
        return self._armed(prefix, origin, people, person, None)

    def _nobody(self, prefix: str, trouble: str) -> Corner:
        return Corner(
            prefix, self.origins, "", (), "", None, Offered((), (), ()), "", "", (), fighter=None, trouble=trouble
        )

    def _one_of(self, name: str, keys: Sequence[str], *, otherwise: str) -> str:
        asked = self.asked.get(name, "")
        return asked if asked in keys else otherwise

    def _armed(
        self, prefix: str, origin: str, people: tuple[Person, ...], person: Person | None, form: TypedForm | None
    ) -> Corner:
        parts: dict[str, Any] = {
            "prefix": prefix,
            "origins": self.origins,
            "origin": origin,
            "people": people,
            "who": person.key if person else "",
            "form": form,
        }
        if person is None:
            return replace(self._nobody(prefix, "Nobody of this warband can fight."), **parts)
        try:
            plain = person.build(())
        except (Malformed, Refused) as error:
            return replace(self._nobody(prefix, _told(error)), **parts)
        armour = () if form else self._armour(prefix, plain, owned=origin.startswith(f"{OF_WARBAND}:"))
        put_on = [item.key for item, on in armour if on]
        dressed = rearmed(plain, self.rulebook, more=put_on) or plain
        return Corner(**parts, **self._in_hand(prefix, dressed), armour=armour)

    def _armour(self, prefix: str, fighter: Fighter, *, owned: bool) -> tuple[tuple[Item, bool], ...]:
        """What may be put on somebody who comes without a warband, and on a warband's beside what he ``owned``."""
        if fighter.spare.item.natural:
            return ()
        asked = self.asked.getlist(f"{prefix}-on")
        sold = (one for one in self.rulebook.items.values() if one.armour and one.price)
        items = (one for one in (armour_to_add(fighter, self.rulebook) if owned else sold) if one.category in WORN)
        return tuple((one, one.key in asked) for one in sorted(items, key=lambda one: WORN.index(one.category)))

    def _in_hand(self, prefix: str, fighter: Fighter) -> dict[str, Any]:
        """With what is asked for, or what he would take up himself."""
        offered = self._offered(fighter)
        held = self.asked.get(f"{prefix}-with", "")
        if held not in offered.all:
            guess = loadout_of(fighter.weapons).key
            held = guess if guess in offered.all else next(iter(offered.all), "")
        if not held:
            return {
                "offered": offered,
                "held": "",
                "also": "",
                "fighter": None,
                "trouble": f"{fighter.name} has nothing to shoot with.",
            }
        also = self.asked.get(f"{prefix}-also", "")
        others = self._beside(fighter, offered.all[held])
        both = [one for one in others if one.key == also]
        keys = (*offered.all[held].keys, *(key for one in both for key in one.keys))
        armed = rearmed(fighter, self.rulebook, weapons=keys) or rearmed(fighter, self.rulebook, weapons=[held])
        return {
            "offered": Offered(offered.own, offered.others, others),
            "held": held,
            "also": also if both else "",
            "fighter": armed,
            "trouble": "" if armed else "These weapons are not used together.",
        }

    def _offered(self, fighter: Fighter) -> Offered:
        own = tuple(one for one in loadouts(fighter, self.rulebook) if self._fits(one))
        if fighter.spare.item.natural:
            return Offered(own, (), ())
        mine = {one.key for one in own}
        others = (Loadout((item.key,), item.name) for item in self._weapons() if item.key not in mine)
        possible = (one for one in others if rearmed(fighter, self.rulebook, weapons=one.keys))
        return Offered(own, tuple(possible), ())

    def _fits(self, loadout: Loadout) -> bool:
        """Whether it is of use as they meet: what shoots in shooting, pistols as a combat begins too."""
        if self.meeting == SHOOTING:
            return loadout.shoots
        pistols = all(serves_as_combat_begins(self._wielded(key)) for key in loadout.keys)
        return not loadout.shoots or (pistols and self.meeting != "later")

    def _weapons(self) -> Iterator[Item]:
        shooting = self.meeting == SHOOTING
        yield from common_weapons(self.rulebook, shooting=shooting)
        if not shooting and self.meeting != "later":
            for item in common_weapons(self.rulebook, shooting=True):
                if serves_as_combat_begins(self._wielded(item.key)):
                    yield item

    def _wielded(self, key: str) -> Wielded:
        return wielded(self.rulebook, piece_of(self.rulebook, key))

    def _beside(self, fighter: Fighter, held: Loadout) -> tuple[Loadout, ...]:
        """What the other hand may hold."""
        if self.meeting == SHOOTING or len(held.keys) > 1 or fighter.spare.item.natural or held.shoots:
            return ()
        first = self._wielded(held.keys[0])
        found = []
        for item in common_weapons(self.rulebook, shooting=False):
            second = self._wielded(item.key)
            if go_together(first, second) and rearmed(fighter, self.rulebook, weapons=[*held.keys, item.key]):
                found.append(Loadout((key_of(second),), item.name))
        return tuple(found)


def _told(error: Malformed | Refused) -> str:
    return error.message if isinstance(error, Refused) else str(error)
