"""What a player owns changes through one door, and services look alike."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

import campaigns.services
import warbands.services

OWNED = {"Warband", "Warrior", "CarriedItem", "WarbandEvent"}
# Managers that lead from one player-owned row to others.
RELATED = {"warbands", "warriors", "items", "events"}
WRITES = {
    "bulk_create",
    "bulk_update",
    "create",
    "delete",
    "get_or_create",
    "save",
    "update",
    "update_or_create",
    "acreate",
    "adelete",
    "asave",
    "aupdate",
}
APPS = ("mordheim", "warbands", "campaigns", "encounters")
DOOR = Path("warbands/services")


def sources() -> Iterator[Path]:
    for app in APPS:
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(settings.BASE_DIR)


def names_of_rows(tree: ast.AST) -> set[str]:
    """Names in a module that stand for player-owned rows: by annotation, or by what they were assigned."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            named = {part.id for part in ast.walk(node.annotation) if isinstance(part, ast.Name)}
            if named & OWNED:
                target = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
                found.add(target)
        elif isinstance(node, ast.Assign) and _is_of_rows(node.value, found):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.For) and _is_of_rows(node.iter, found) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def _is_of_rows(node: ast.AST, known: set[str]) -> bool:
    """Whether an expression leads to player-owned rows: ``Warrior(...)``, ``warband.items...``, a known name."""
    while True:
        if isinstance(node, ast.Name):
            return node.id in OWNED or node.id in known
        if isinstance(node, ast.Attribute):
            if node.attr in RELATED or node.attr == "warband":
                return True
            node = node.value
        elif isinstance(node, ast.Call):
            if any(isinstance(part, ast.Name) and part.id in OWNED for part in node.args):
                return True
            node = node.func
        elif isinstance(node, ast.Subscript | ast.Starred | ast.Await):
            node = node.value
        else:
            return False


def writes(path: Path) -> list[str]:
    """Every place of a module that writes a player-owned row."""
    return writes_of(ast.parse((settings.BASE_DIR / path).read_text()), str(path))


def writes_of(tree: ast.AST, place: str) -> list[str]:
    known = names_of_rows(tree)
    return [
        f"{place}:{node.lineno}: {ast.unparse(node.func)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITES
        and _is_of_rows(node.func.value, known)
    ]


class TestTheGuardItself:
    def test_it_finds_the_door(self):
        found = "\n".join(writes(DOOR / "acts.py") + writes(DOOR / "founding.py"))
        for written in (
            "row.save",
            "Warrior.objects.create",
            "CarriedItem.objects.bulk_create",
            "WarbandEvent.objects.create",
            "Warband.objects.create",
            "row.delete",
        ):
            assert written in found, f"{written} of the services is not found any more: mend the guard"

    @pytest.mark.parametrize(
        "code",
        [
            "Warband.objects.filter(pk=1).update(treasury=5)",
            "def f(request, warband: Warband):\n    warband.save()",
            "def f(w: 'Warband | None'):\n    x = Warband.objects.get(pk=1)\n    x.save()",
            "warband = get_object_or_404(Warband, pk=1)\nwarband.delete()",
            "row.warband.save()",
            "request.user.warbands.create(name='x')",
            "warband.items.all().delete()",
            "for w in Warrior.objects.all():\n    w.save()",
            "Warrior(name='x').save()",
            "WarbandEvent.objects.bulk_create([])",
            "CarriedItem.objects.get_or_create(pk=1)",
        ],
    )
    def test_it_finds_whatever_goes_round_it(self, code):
        assert len(writes_of(ast.parse(code), "x")) == 1

    @pytest.mark.parametrize(
        "code",
        [
            "Source.objects.create(key='x')",
            "form.save()",
            "def f(d: RosterDocument):\n    d.save()",
            "cache.delete('x')",
        ],
    )
    def test_and_nothing_else(self, code):
        assert writes_of(ast.parse(code), "x") == []

    def test_it_looks_at_every_module(self):
        looked_at = {str(path) for path in sources()}
        assert {"warbands/audit.py", "warbands/selectors.py", "mordheim/urls.py"} <= looked_at


def test_only_services_write_what_a_player_owns():
    round_it = [line for path in sources() if not path.is_relative_to(DOOR) for line in writes(path)]
    assert round_it == [], "Go through warbands.services: each act locks, judges, records and recounts."


SERVICES = {
    f"{module.name}.{name}": function
    for package in (warbands.services, campaigns.services)
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction)
    if function.__module__ == module.name and not name.startswith("_")
}
# Parts of the door, which acts are made of, and calls whose second word completes the first: room for whom, of what.
READ_AS_A_SENTENCE = {
    "warbands.services.acts.close_books",
    "warbands.services.acts.save_difference",
    "warbands.services.quotas.refuse_over_quota",
    "warbands.services.quotas.room_for",
    "warbands.services.throttling.spend",
}
OBVIOUS = ("rename_", "note_on_", "is_", "has_", "may_")


class TestServicesLookAlike:
    def test_they_are_found(self):
        assert {"warbands.services.recruiting.recruit", "campaigns.services.people.change_role"} <= set(SERVICES)
        assert set(SERVICES) >= READ_AS_A_SENTENCE, "a name of READ_AS_A_SENTENCE is gone: take it out"

    @pytest.mark.parametrize("service", sorted(set(SERVICES) - READ_AS_A_SENTENCE))
    def test_arguments_after_the_first_are_named(self, service):
        others = list(inspect.signature(SERVICES[service]).parameters.values())[1:]
        positional = [one.name for one in others if one.kind is not inspect.Parameter.KEYWORD_ONLY]
        assert positional == [], f"{service}: put a * before {', '.join(positional)}"

    @pytest.mark.parametrize("service", sorted(SERVICES))
    def test_each_says_what_it_does(self, service):
        obvious = service.rpartition(".")[2].startswith(OBVIOUS)
        assert SERVICES[service].__doc__ or obvious, f"{service} needs a docstring"

    @pytest.mark.parametrize("service", sorted(SERVICES))
    def test_each_is_typed(self, service):
        signature = inspect.signature(SERVICES[service])
        untyped = [one.name for one in signature.parameters.values() if one.annotation is inspect.Parameter.empty]
        assert untyped == [], service
        assert signature.return_annotation is not inspect.Signature.empty, service
