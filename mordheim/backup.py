"""The whole site in one file, and back: every row as lines of JSON, every uploaded or printed file, and a manifest.

The file is a zip. ``manifest.json`` names the format, the version and the tables that it was made with, and each other
entry with its size and SHA-256; ``data/`` has one entry for each model, ``media/`` the files. A restore looks at all
of that before it changes anything, and then changes everything in one transaction.

Sign-ins under way are left out, and so is what every database makes for itself (content types and permissions, which
rows name by their natural keys). The file holds password hashes and secrets of battles: keep it as one keeps those.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ObjectDoesNotExist, ValidationError
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

FORMAT = "mordheim-backup/1"
MANIFEST = "manifest.json"
# What a database makes for itself, and what would sign somebody in.
LEFT_OUT = {"contenttypes.contenttype", "auth.permission", "sessions.session"}
LARGEST_MANIFEST = 50_000_000
ROWS_AT_ONCE = 500
STAGING = ".restore-"


# What a row raises that does not fit its table.
UNREADABLE = (
    DeserializationError,
    FieldDoesNotExist,
    ObjectDoesNotExist,
    ValidationError,
    ValueError,
    TypeError,
    KeyError,
)


# What an entry raises that was cut off or has turned; an encrypted one and an unknown way of packing are among it.
UNPACKED_BADLY = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError)


class Damaged(Exception):
    """The file is no backup of this site, or not a whole one; written for whoever runs the site."""


class NoTables(Damaged):
    """The file may be whole, but the database has no tables to put it into."""


class NotEmpty(Exception):
    """There is something in the database that a restore would take the place of."""


@dataclass(frozen=True)
class Summary:
    """What is in a backup: rows by model, files, and when and by which version it was made."""

    made_at: str
    version: str
    rows: dict[str, int]
    files: int

    @property
    def total(self) -> int:
        return sum(self.rows.values())


# --- what is kept -----------------------------------------------------------------------------------------------------


def kept_models() -> list[type[models.Model]]:
    """Every model whose rows are kept, those that others lead to first."""
    known = [
        (config, [m for m in config.get_models() if m._meta.managed and not m._meta.proxy and not _is_left_out(m)])
        for config in apps.get_app_configs()
    ]
    return list(serializers.sort_dependencies(known, allow_cycles=True))


def _is_left_out(model: type[models.Model]) -> bool:
    return model._meta.label_lower in LEFT_OUT


def _migrations() -> list[list[str]]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted([app, name] for app, name in applied)


def _version() -> str:
    try:
        return version("mordheim-manager")
    except PackageNotFoundError:
        return "from its source"


class _Encoder(DjangoJSONEncoder):
    """Moments to the microsecond, so that what comes back is what was there."""

    def default(self, value: Any) -> Any:
        return value.isoformat() if isinstance(value, datetime | date | time) else super().default(value)


# --- backing up -------------------------------------------------------------------------------------------------------


def back_up(path: Path) -> Summary:
    """Write everything into one file. It is there whole or not at all, and only its owner may read it.

    Raises:
        OSError: when it cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    try:
        with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
            summary = _write(archive)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return summary


def _write(archive: zipfile.ZipFile) -> Summary:
    entries, rows = [], {}
    with transaction.atomic():
        _as_of_one_moment()
        for number, model in enumerate(kept_models()):
            label = model._meta.label_lower
            entry, rows[label] = _write_rows(archive, f"data/{number:03}-{label}.jsonl", model)
            entries.append(entry | {"model": label, "rows": rows[label]})
        migrations = _migrations()
    files = [_write_file(archive, name, path) for name, path in _media_files()]
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "made_at": timezone.now().isoformat(),
        "version": _version(),
        "migrations": migrations,
        "data": entries,
        "media": files,
    }
    manifest["digest"] = _digest_of(manifest)
    archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return Summary(manifest["made_at"], manifest["version"], rows, len(files))


def _as_of_one_moment() -> None:
    """All tables are read as they stood when the first one was. SQLite does so by itself."""
    if connection.vendor == "postgresql" and len(connection.savepoint_ids) == 0:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _write_rows(archive: zipfile.ZipFile, name: str, model: type[models.Model]) -> tuple[dict[str, Any], int]:
    """One line for each row. Answers with the entry for the manifest and how many lines there are."""
    hashed, size, count = hashlib.sha256(), 0, 0
    queryset = model._base_manager.order_by(model._meta.pk.name).iterator(chunk_size=ROWS_AT_ONCE)
    with archive.open(name, "w", force_zip64=True) as out:
        for row in serializers.serialize("python", queryset, use_natural_foreign_keys=True):
            line = json.dumps({"pk": row["pk"], "fields": row["fields"]}, cls=_Encoder).encode() + b"\n"
            out.write(line)
            hashed.update(line)
            size, count = size + len(line), count + 1
    return {"name": name, "size": size, "sha256": hashed.hexdigest()}, count


def _media_files() -> Iterator[tuple[str, Path]]:
    """Every file below the folder of uploads, by its name within it."""
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        name = path.relative_to(root).as_posix()
        if path.is_file() and not path.is_symlink() and not name.startswith(STAGING):
            yield name, path


def _write_file(archive: zipfile.ZipFile, name: str, path: Path) -> dict[str, Any]:
    hashed, size = hashlib.sha256(), 0
    entry = f"media/{name}"
    with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as out:
        while block := source.read(1 << 20):
            out.write(block)
            hashed.update(block)
            size += len(block)
    return {"name": entry, "size": size, "sha256": hashed.hexdigest()}


def _digest_of(manifest: dict[str, Any]) -> str:
    plain = {key: value for key, value in manifest.items() if key != "digest"}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


# --- looking at a file ------------------------------------------------------------------------------------------------


def look_at(path: Path) -> Summary:
    """Whether a file is a whole backup for this version of the site; nothing is changed.

    Raises:
        Damaged: with a sentence that says what is wrong.
    """
    with _opened(path) as archive:
        manifest = _checked(archive)
    return _summary(manifest)


def _summary(manifest: dict[str, Any]) -> Summary:
    rows = {entry["model"]: entry["rows"] for entry in manifest["data"]}
    return Summary(manifest["made_at"], manifest["version"], rows, len(manifest["media"]))


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise Damaged(f"There is no file {path.name}.") from None
    except (zipfile.BadZipFile, OSError):
        raise Damaged(f"{path.name} is no backup, or was cut off: it cannot be opened as a zip file.") from None


def _checked(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest of a file in which everything is as it says."""
    manifest = _manifest(archive)
    listed = [*manifest["data"], *manifest["media"]]
    names = [entry["name"] for entry in listed]
    if sorted([*names, MANIFEST]) != sorted(archive.namelist()):
        raise Damaged("The file holds other entries than its manifest names: it is damaged or was tampered with.")
    for entry in listed:
        _check_entry(archive, entry)
    _same_tables(manifest)
    return manifest


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    try:
        if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise Damaged("Its manifest is larger than any backup's.")
        manifest = json.loads(archive.read(MANIFEST))
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise Damaged(f"It is no backup of this site: {FORMAT} is expected.")
        is_whole = manifest["digest"] == _digest_of(manifest)
        _shape_of(manifest)
    except (KeyError, TypeError, ValueError, *UNPACKED_BADLY):
        raise Damaged("It is no backup of this site: it has no manifest that could be read.") from None
    if not is_whole:
        raise Damaged("Its manifest does not agree with its own digest: it is damaged or was tampered with.")
    return manifest


def _shape_of(manifest: dict[str, Any]) -> None:
    """Raises KeyError or TypeError for a manifest that lacks something."""
    for entry in [*manifest["data"], *manifest["media"]]:
        _ = str(entry["name"]), int(entry["size"]), str(entry["sha256"])
    for entry in manifest["data"]:
        _ = str(entry["model"]), int(entry["rows"])
    _ = manifest["made_at"], manifest["version"], list(manifest["migrations"])


def _check_entry(archive: zipfile.ZipFile, entry: dict[str, Any]) -> None:
    name = entry["name"]
    if name.startswith("media/"):
        safe_path(Path(settings.MEDIA_ROOT), name.removeprefix("media/"))
    info = archive.getinfo(name)
    if info.file_size != entry["size"]:
        raise Damaged(f"{name} has not the size that the manifest says: the file is damaged.")
    hashed = hashlib.sha256()
    try:
        with archive.open(info) as source:
            while block := source.read(1 << 20):
                hashed.update(block)
    except UNPACKED_BADLY:
        raise Damaged(f"{name} cannot be read: the file is damaged.") from None
    if hashed.hexdigest() != entry["sha256"]:
        raise Damaged(f"{name} is not what the manifest says: the file is damaged or was tampered with.")


def safe_path(root: Path, name: str) -> Path:
    """Where a file of that name belongs below a folder.

    Raises:
        Damaged: for a name that leads anywhere else.
    """
    parts = PurePosixPath(name)
    odd = not name or parts.is_absolute() or "\\" in name or "\0" in name or ":" in name
    if odd or any(part in ("..", ".", "") for part in name.split("/")):
        raise Damaged(f"{name!r} is no name of a file below the folder of uploads.")
    path = root.joinpath(*parts.parts)
    if not path.resolve().is_relative_to(root.resolve()):
        raise Damaged(f"{name!r} leads out of the folder of uploads.")
    return path


def _same_tables(manifest: dict[str, Any]) -> None:
    """Raise Damaged where this site has other tables than those the backup was made with, or none."""
    migrations = _migrations()
    if not migrations:
        raise NoTables("This database has no tables yet. Run manage.py migrate first, and then this again.")
    labels = [entry["model"] for entry in manifest["data"]]
    mine = [model._meta.label_lower for model in kept_models()]
    if manifest["migrations"] != migrations or sorted(labels) != sorted(mine):
        raise Damaged(
            f"It was made with other tables, by version {manifest['version']}. Restore it with that version, "
            "or run manage.py migrate first, and then bring the site up to date."
        )


# --- restoring --------------------------------------------------------------------------------------------------------


def restore(path: Path, *, replace: bool = False) -> Summary:
    """Put everything back as the file has it, in one transaction.

    Args:
        path: the backup.
        replace: whether what is there is thrown away for it.

    Raises:
        Damaged: for a file that is no whole backup for this version; nothing is changed then.
        NotEmpty: when somebody has an account here and nobody said that it may be replaced.
    """
    with _opened(path) as archive:
        manifest = _checked(archive)
        if not replace and get_user_model()._base_manager.exists():
            raise NotEmpty("There are accounts in this database already: say --replace to throw everything away.")
        root = Path(settings.MEDIA_ROOT)
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=root, prefix=STAGING) as staged:
            files = _staged(archive, manifest, Path(staged))
            with transaction.atomic():
                _replace_rows(archive, manifest)
                kept = {_in_place(root, Path(staged), name) for name in files}
                transaction.on_commit(partial(_remove_others, root, kept))
    return _summary(manifest)


def _staged(archive: zipfile.ZipFile, manifest: dict[str, Any], staged: Path) -> list[str]:
    """Write the files beside where they belong, so that only moving them is left."""
    names = [entry["name"].removeprefix("media/") for entry in manifest["media"]]
    for name in names:
        target = safe_path(staged, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(f"media/{name}") as source, target.open("wb") as out:
            shutil.copyfileobj(source, out)
    return names


def _in_place(root: Path, staged: Path, name: str) -> Path:
    target = safe_path(root, name)
    target.parent.mkdir(parents=True, exist_ok=True)
    safe_path(staged, name).replace(target)
    return target


def _remove_others(root: Path, kept: set[Path]) -> None:
    """Files that no row of the backup speaks of are gone with the rows that did."""
    for _, path in list(_media_files()):
        if path not in kept:
            path.unlink(missing_ok=True)


def _replace_rows(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
    kept = kept_models()
    try:
        with connection.constraint_checks_disabled():
            for model in reversed(kept):
                _empty(model)
            for entry in manifest["data"]:
                _load(archive, entry)
        connection.check_constraints([model._meta.db_table for model in kept])
    except UNREADABLE as error:
        raise Damaged(f"A row of it cannot be read ({_first_line(error)}).") from None
    except (IntegrityError, DatabaseError) as error:
        raise Damaged(f"Its rows contradict each other ({_first_line(error)}).") from None
    _reset_sequences(kept)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _empty(model: type[models.Model]) -> None:
    """All rows go, and those that join them to others; nothing else hears of it."""
    for field in model._meta.local_many_to_many:
        through = field.remote_field.through
        if through is not None and through._meta.auto_created:
            through._base_manager.all()._raw_delete(connection.alias)
    model._base_manager.all()._raw_delete(connection.alias)


def _load(archive: zipfile.ZipFile, entry: dict[str, Any]) -> None:
    count = 0
    with archive.open(entry["name"]) as source:
        for row in serializers.deserialize("python", _rows(source, entry["model"])):
            row.save(force_insert=True)
            count += 1
    if count != entry["rows"]:
        raise Damaged(f"{entry['name']} has {count} rows and not {entry['rows']}: the file is damaged.")


def _rows(source: IO[bytes], label: str) -> Iterator[dict[str, Any]]:
    for line in source:
        content = json.loads(line)
        yield {"model": label, "pk": content["pk"], "fields": content["fields"]}


def _reset_sequences(kept: Iterable[type[models.Model]]) -> None:
    """The next row gets the next number, where the database counts apart from the rows."""
    statements = connection.ops.sequence_reset_sql(no_style(), list(kept))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
