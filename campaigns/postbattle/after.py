"""What a battle hands over to the night after it, since it is rolled or decided only then: the entries below ``after``
in a battle report (``mordheim-report/1``).

A closed list of kinds, each with what it says in words. What comes of it is `campaigns.postbattle.settling` and
`campaigns.postbattle.peddling`.

Source: Town Cryer, Random Happenings; rulings 13, 16, 22 and 32.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from campaigns.postbattle.written import Count, Key, MaybeName, Name, Part
from mordheim.rules.happenings import SpreadsPlague
from mordheim.rules.plainfile import AS_MEANT, AS_TEXT, malformed
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import in_a_sentence
from warbands.roster.refusals import Refused

MOST = 20
ONE_MORE_AT_MOST = 10


def _says_its_kind(schema: dict[str, Any]) -> None:
    schema["required"] = ["kind", *schema.get("required", [])]


class Entry(Part):
    """One of the kinds; which one has to be said."""

    model_config = ConfigDict(json_schema_extra=_says_its_kind)


class Fee(Entry):
    """A hired sword has fought for the warband and asks for his hire and upkeep as printed. Paid, he stays with it;
    unpaid he leaves, and one of those who were not put out of action has an injury to roll for. ``name`` is what he is
    called, ``gear`` his choice where his entry gives one."""

    kind: Annotated[Literal["fee"], AS_TEXT] = "fee"
    hired_sword: Annotated[Key, Field(description="the key of the hired sword")]
    name: MaybeName = ""
    gear: Annotated[tuple[Key, ...], Field(strict=False, max_length=MOST)] = ()

    def called(self, rulebook: Rulebook) -> str:
        """His name, or what he is."""
        sword = rulebook.hired_swords.get(self.hired_sword)
        return self.name or (sword.name if sword else self.hired_sword)

    def gold(self, rulebook: Rulebook) -> int:
        """Hire and upkeep together, in gold crowns."""
        sword = rulebook.hired_swords[self.hired_sword]
        return sword.hire_fee + sword.upkeep_fee

    def told(self, rulebook: Rulebook) -> str:
        asks = f"{self.gold(rulebook)} gc" if self.hired_sword in rulebook.hired_swords else "his fee"
        return f"{self.called(rulebook)} asks for {asks}: hire and upkeep."


class Exposed(Part):
    """``count`` of a name who may have caught it."""

    name: Name
    count: Count = 1


class Plague(Entry):
    """A D6 for each of those who were in play with the sick: who has caught the disease rolls on its list. ``disease``
    is the happening that brought it."""

    kind: Annotated[Literal["plague"], AS_TEXT] = "plague"
    disease: Annotated[Key, Field(description="the key of the happening whose list is rolled on")]
    exposed: Annotated[tuple[Exposed, ...], Field(strict=False, min_length=1, max_length=200)]

    def spread(self, rulebook: Rulebook) -> SpreadsPlague | None:
        """The disease as the rules have it; ``None`` where they have no such one."""
        happening = rulebook.happenings.get(self.disease)
        steps = happening.steps if happening else ()
        return next((step for step in steps if isinstance(step, SpreadsPlague)), None)

    def told(self, rulebook: Rulebook) -> str:
        happening = rulebook.happenings.get(self.disease)
        name = happening.name if happening else self.disease
        return f"{name}, a D6 for each who met them: {_listed(self.exposed)}."


class Eaten(Entry):
    """``count`` of those out of action were dragged away by these, and are lost for good with what they carried."""

    kind: Annotated[Literal["eaten"], AS_TEXT] = "eaten"
    name: Name
    count: Count = 1
    by: MaybeName = ""

    def told(self, rulebook: Rulebook) -> str:
        whose = f" to the {self.by}" if self.by else ""
        return f"Lost for good{whose}: {_many(self.name, self.count)}."


class Lot(Part):
    """So many pieces of one thing; ``quantity`` may be a die that is still to be rolled."""

    item: Key
    quantity: Annotated[Annotated[int, Field(ge=1, le=100)] | Literal["D3", "D6"], AS_MEANT] = "D3"

    def named(self, rulebook: Rulebook) -> str:
        item = rulebook.items.get(self.item)
        return in_a_sentence(item.name) if item else self.item

    def told(self, rulebook: Rulebook) -> str:
        return f"{self.quantity} × {self.named(rulebook)}"


class Peddler(Entry):
    """A peddler whom the winners meet: what he has is bought with the common things, without a search, at its price
    divided by ``price_parts``."""

    kind: Annotated[Literal["peddler"], AS_TEXT] = "peddler"
    price_parts: Annotated[
        int, Field(ge=1, le=10, description="2: half of the price, rounded up once its dice are added"), AS_MEANT
    ] = 2
    stock: Annotated[tuple[Lot, ...], Field(strict=False, min_length=1, max_length=100)]

    def told(self, rulebook: Rulebook) -> str:
        counts = {lot.quantity for lot in self.stock}
        if len(counts) == 1:
            names = ", ".join(lot.named(rulebook) for lot in self.stock)
            return f"A peddler sells {part_told(self.price_parts)}, {counts.pop()} of each: {names}."
        return f"A peddler sells {part_told(self.price_parts)}: {', '.join(lot.told(rulebook) for lot in self.stock)}."


class NextScenario(Entry):
    """The warband adds ``by`` to the roll that picks the scenario of its next battle."""

    kind: Annotated[Literal["next_scenario"], AS_TEXT] = "next_scenario"
    by: Annotated[int, Field(ge=1, le=ONE_MORE_AT_MOST), AS_MEANT] = 1

    def told(self, rulebook: Rulebook) -> str:
        return f"+{self.by} on the roll for the scenario of the next battle."


def _kind_of(value: Any) -> str:
    return str(value.get("kind")) if isinstance(value, Mapping) else str(getattr(value, "kind", ""))


Kind = Fee | Plague | Eaten | Peddler | NextScenario
After = Annotated[
    Annotated[Fee, Tag("fee")]
    | Annotated[Plague, Tag("plague")]
    | Annotated[Eaten, Tag("eaten")]
    | Annotated[Peddler, Tag("peddler")]
    | Annotated[NextScenario, Tag("next_scenario")],
    Discriminator(
        _kind_of,
        custom_error_type="kind",
        custom_error_message="one of the kinds fee, plague, eaten, peddler and next_scenario is expected",
    ),
]
_AFTER: TypeAdapter[Kind] = TypeAdapter(After)
K = TypeVar("K", Fee, Plague, Eaten, Peddler, NextScenario)


def of_kind(entries: Iterable[Kind], kind: type[K]) -> Iterator[K]:
    return (one for one in entries if isinstance(one, kind))


def after_in_order(entries: Iterable[Kind]) -> tuple[Kind, ...]:
    """Equal lists for the same entries, whatever the order of writing."""
    return tuple(sorted(entries, key=token_of))


def content_of(entry: Kind) -> dict[str, Any]:
    """An entry as a file has it, what goes without saying left out."""
    return {"kind": entry.kind, **entry.model_dump(mode="json", exclude_defaults=True)}


def token_of(entry: Kind) -> str:
    """An entry in one line, as a form sends it."""
    return json.dumps(content_of(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def entry_of(token: str) -> Kind:
    """The entry that `token_of` wrote.

    Raises:
        Refused: for anything else.
    """
    try:
        return _AFTER.validate_python(json.loads(token))
    except ValidationError as error:
        raise Refused(f"What the battle hands over cannot be read: {malformed(error, {})}", code="after") from None
    except (ValueError, RecursionError):
        raise Refused("What the battle hands over cannot be read.", code="after") from None


# --- in words -----------------------------------------------------------------------------------------------------


def part_told(parts: int) -> str:
    """At what part of the price."""
    return {1: "at full price", 2: "at half price"}.get(parts, f"at one part in {parts} of the price")


def _many(name: str, count: int) -> str:
    return name if count == 1 else f"{count} of {name}"


def _listed(exposed: Iterable[Exposed]) -> str:
    return ", ".join(_many(one.name, one.count) for one in exposed)
