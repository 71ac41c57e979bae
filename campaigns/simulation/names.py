"""Names that nobody has to think of, from a generator that is handed in and never the game's dice."""

from __future__ import annotations

import random
from collections.abc import Callable, Container


def _words(text: str, by: str | None = None) -> list[str]:
    return text.split(by)


PLAYERS = _words(
    "anna ben clara david emil frieda georg hanna ines jakob karl lena max nora otto paula rosa stefan theo ute vera "
    "walter xenia yann zoe arno berta clemens dora erik"
)
FIRST = _words(
    "Aldous Berend Conrad Dietmar Ekhart Falk Gunther Hagen Ingo Jorg Klaus Lothar Magnus Norbert Oswin Piet Quirin "
    "Ruprecht Sigmund Tilo Ulfar Veit Wendel Yorick Zacharias Adelheid Brunhild Cosima Edda Gisela Hedwig Isolde "
    "Jutta Kunigunde Liesel Mathilde Ottilie Roswitha Swanhild Ursula Grak Snorri Vex Ugrash Skrit Morn Durak Zog"
)
BY_NAMES = _words(
    "the Lame,the Bold,Half-Ear,of the Bridge,the Quiet,Nine Fingers,the Elder,of the Ash,Red Hand,the Thin,Crookback,"
    "of the Wells,the Late,Ironfoot,the Unshriven,Black Tooth,of the Gate,the Younger,Two Knives,the Pale",
    by=",",
)
GROUPS = _words(
    "Lanterns,Wolves,Shovels,Night Watch,Crows,Torches,Ladders,Bells,Hounds,Second Spears,Ropes,Gutter Kin,Left Hands,"
    "Cold Hearths,Barrel Boys,Long Knives,River Lot,Cellar Rats,Stone Throwers,Bridge Guard",
    by=",",
)
ADJECTIVES = _words("Drowned Gilded Broken Ashen Ninth Black Crooked Silent Burning Bitter Hollow Last Wandering Iron")
NOUNS = _words(
    "Lantern Company,Bell,Comet's Children,Ravens,Coffin,Oath,Hand,Teeth,Procession,Banner,Hounds,Hunger", by=","
)


def warrior_name(chance: random.Random, taken: Container[str]) -> str:
    """A hero's name that nobody in ``taken`` has."""
    return _free(chance, taken, lambda: f"{chance.choice(FIRST)} {chance.choice(BY_NAMES)}")


def group_name(chance: random.Random, taken: Container[str]) -> str:
    return _free(chance, taken, lambda: f"The {chance.choice(GROUPS)}")


def warband_name(chance: random.Random, taken: Container[str]) -> str:
    return _free(chance, taken, lambda: f"The {chance.choice(ADJECTIVES)} {chance.choice(NOUNS)}")


def _free(chance: random.Random, taken: Container[str], made: Callable[[], str]) -> str:
    for _ in range(40):
        name = made()
        if name not in taken:
            return name
    numbers = (f"{name} {number}" for number in range(2, 10_000))
    return next(one for one in numbers if one not in taken)
