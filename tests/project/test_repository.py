"""Nothing in the repository ties it to one machine."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

SKIPPED = {
    ".git",
    ".venv",
    ".uv",
    "var",
    "staticfiles",
    "node_modules",
    "__pycache__",
    ".import_linter_cache",
    ".hypothesis",
}
FORBIDDEN = {
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/\w"),
    "a registry's host": re.compile(r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.org|index-url|find-links)\b"),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE" + " KEY-----"),
}


def texts() -> Iterator[tuple[Path, str]]:
    for path in settings.BASE_DIR.rglob("*"):
        parts = path.relative_to(settings.BASE_DIR).parts
        is_ours = not SKIPPED.intersection(parts) and not any(part.endswith("_cache") for part in parts)
        if is_ours and path.is_file() and path != Path(__file__).resolve() and path.name != ".env":
            try:
                yield path, path.read_text()
            except UnicodeDecodeError:
                continue


def test_no_file_names_a_machine_a_registry_or_a_secret():
    seen, found = 0, []
    for path, text in texts():
        seen += 1
        found += [
            f"{path}: {what}: {match[0]}" for what, pattern in FORBIDDEN.items() if (match := pattern.search(text))
        ]
    assert seen > 20
    assert found == []


def test_the_lock_pins_every_package_with_hashes():
    for name in ("requirements.txt", "requirements-dev.txt"):
        lock = (settings.BASE_DIR / name).read_text()
        pinned = re.findall(r"^([a-z0-9-]+)==[^\s]+", lock, re.MULTILINE)
        assert len(pinned) > 20
        entries = re.split(r"^(?=[a-z0-9-]+(?:\[[a-z,]+\])?==)", lock, flags=re.MULTILINE)[1:]
        assert [entry.split("==")[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not (settings.BASE_DIR / "uv.lock").exists()


def test_what_players_run_is_part_of_what_developers_run():
    def pins(name: str) -> set[str]:
        return set(
            re.findall(r"^[a-z0-9-]+(?:\[[a-z,]+\])?==[^\s;]+", (settings.BASE_DIR / name).read_text(), re.MULTILINE)
        )

    assert pins("requirements.txt") <= pins("requirements-dev.txt")
