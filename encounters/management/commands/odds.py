"""Tells the odds of a matchup; it needs no database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from encounters.duel import asking
from encounters.duel.arming import as_shooter
from encounters.duel.duel import Match
from encounters.duel.situations import Shot, Side
from mordheim.rules.fight_effects import Circumstance
from mordheim.rules.plainfile import Malformed
from mordheim.rules.rulebook import Rulebook
from warbands.management import files
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused

GIVEN: dict[Circumstance, str] = {
    "inside": "the fight is inside a building or ruin",
    "unseen": "the attacker has charged somebody whom he did not see",
    "diving": "the attacker has dived into his charge from above",
    "outnumbered": "the attacker fights two enemies or more",
}
HEADINGS = {"one_attack": "One attack", "one_round": "One round of attacks", "duel": "A whole duel"}


class Command(BaseCommand):
    help = (
        "Tell exactly what an attacker's attack, his round of attacks and a duel do to a defender. Either is "
        "FILE:NAME (a warrior of a warband file), creature:KEY (such as creature:troll; creature:LIST:KEY such as "
        "creature:middenheim:captain where lists have different ones of that key) or a typed profile such as "
        "ws=4,s=3,t=4,w=1,i=3,a=2,sv=none,equipment=sword+light_armour,skills=mighty_blow,rules=hard_to_kill, "
        "weapon=sword+dagger, race=orc. With missile weapons alone, or where cover, "
        "range or movement is spoken of, he shoots: with --weapon, or else with the first missile weapon of those "
        "that he carries that reaches so far. Without a stated charge it is a later round. "
        "--weapon may be anything that he can take up: not what only others have, and nothing for a creature that "
        "carries no weapons. What a typed profile itself says that he has is believed. "
        "A duel that is too large to be solved is played out many times with a fixed seed; "
        "it is told how often, and how far its numbers may be off. "
        "What the odds leave out of the two's rules is told at the end. "
        "Exit status: 0 done, 1 refused by a rule, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("attacker", metavar="ATTACKER", help="who attacks")
        parser.add_argument("defender", metavar="DEFENDER", help="who is attacked")
        parser.add_argument("--weapon", metavar="KEY[+KEY]", help="what the attacker fights with")
        meeting = parser.add_mutually_exclusive_group()
        meeting.add_argument("--charging", action="store_true", help="the attacker has charged")
        meeting.add_argument("--first-round", action="store_true", help="the attacker has been charged")
        parser.add_argument("--cover", action="store_true", help="the target of his shots is in cover")
        parser.add_argument("--range", type=float, metavar="INCHES", help="how far the target is, near if not said")
        parser.add_argument("--moved", action="store_true", help="the shooter has moved")
        for key, text in GIVEN.items():
            parser.add_argument(f"--{key}", action="store_true", help=text)
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rulebook = files.printed_rulebook()
        try:
            told = asking.as_json(self._asked(rulebook, options))
        except Malformed as error:
            raise CommandError(str(error), returncode=files.BAD_INPUT) from None
        except Refused as refused:
            if options["json"]:
                files.print_json(self, {"refused": {"code": refused.code, "message": refused.message}})
            raise CommandError(refused.message, returncode=files.REFUSED) from None
        if options["json"]:
            files.print_json(self, told)
        else:
            self._tell(told)

    def _asked(self, rulebook: Rulebook, options: dict[str, Any]) -> Match:
        inches = options["range"]
        if inches is not None and not 0 <= inches <= 1000:
            raise Malformed("--range is a number of inches from 0 to 1000")
        side: Side = "charging" if options["charging"] else "charged" if options["first_round"] else "later"
        weapons = () if options["weapon"] is None else asking.keys_of(options["weapon"])

        def reader(path: str) -> Roster:
            return self._read(path, rulebook)

        shot = Shot(options["cover"], inches, options["moved"])
        attacker = asking.fighter(options["attacker"], rulebook, reader, weapons, "The attacker")
        if side == "later" and shot != Shot():
            attacker = as_shooter(attacker, rulebook, shot)
        defender = asking.fighter(options["defender"], rulebook, reader, name="The defender")
        return asking.match(attacker, defender, side, shot, [key for key in GIVEN if options[key]])

    def _read(self, path: str, rulebook: Rulebook) -> Roster:
        if not Path(path).exists():
            raise asking.NoFile(f"{files.file_name(path)}: there is no such file")
        try:
            snapshot = files.read_file(path, rulebook)
        except Malformed as error:
            raise Malformed(f"{files.file_name(path)}: {error}") from None
        kind = rulebook.warband_types.get(snapshot.type)
        if kind is None:
            raise Malformed(f"{files.file_name(path)}: no book has a warband {snapshot.type}")
        return Roster(snapshot, kind, rulebook)

    def _tell(self, told: dict[str, Any]) -> None:
        for part, heading in HEADINGS.items():
            files.say(self.stdout, heading)
            for name, odds in told[part].items():
                if isinstance(odds, dict) and "decimal" in odds:
                    files.say(self.stdout, f"  {name.replace('_', ' '):<14} {odds['decimal']:.4f}  {_short(odds)}")
        for who, odds in told["duel"]["out"].items():
            files.say(self.stdout, f"  {who} out of action: {odds['decimal']:.4f}")
        files.say(self.stdout, f"  {_how(told['duel'])}")
        if told["not_reckoned"]:
            files.say(self.stdout, "Not reckoned")
        for line in told["not_reckoned"]:
            files.say(self.stdout, f"  {line}")


def _how(duel: dict[str, Any]) -> str:
    """Whether its numbers are exact, or how they were estimated and how far each kind of them may be off."""
    if duel["exact"] is True:
        return "exact"
    rounds = "" if duel["rounds_error"] is None else f", rounds within {duel['rounds_error']:.4f}"
    wounds = max(duel["wounds_error"].values())
    return (
        f"played out {duel['played']} times with seed {duel['seed']}: "
        f"chances within {duel['exact']:.4f}{rounds}, wounds within {wounds:.4f}"
    )


def _short(odds: dict[str, Any]) -> str:
    """A fraction as long as anybody reads it; nothing of what was played."""
    text: str = odds["fraction"] or ""
    return text if len(text) <= 24 else ""
