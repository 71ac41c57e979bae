"""Imports go one way, and what is pure stays pure."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

CONTRACTS = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PURE = next(contract for contract in CONTRACTS if contract["id"] == "pure")["source_modules"]

IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
inside = pkgutil.walk_packages(getattr(package, "__path__", []), package.__name__ + ".")
names = [package.__name__, *(module.name for module in inside)]
for name in names:
    importlib.import_module(name)
print(len(names), *(name for name in ("django", "celery", "weasyprint") if name in sys.modules))
"""


def test_the_import_contracts_are_kept():
    linter = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([linter, "--no-cache"], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{len(CONTRACTS)} kept, 0 broken" in result.stdout


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_can_be_tried_in_a_plain_python_shell(package):
    result = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, package], cwd=settings.BASE_DIR, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    count, *impure = result.stdout.split()
    assert int(count) > 0
    assert impure == []
