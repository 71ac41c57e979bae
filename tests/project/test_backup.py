"""Everything into one file and back: to the byte, and never half."""

from __future__ import annotations

import hashlib
import io
import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from campaigns.models import Battle, Campaign, Captive, ChronicleEntry, Enrolment, Pairing
from campaigns.services.pairings import announce_pairings
from mordheim import backup
from mordheim.backup import Damaged, kept_models, safe_path
from tests import acts
from tests.campaigns import acts as battles
from tests.campaigns import seasons
from tests.campaigns.captors import battle_with_captive, nights_over
from tests.people import PASSWORD, sign_in, who_is
from tests.warbands.conftest import _rules_loaded, rulebook_of_files, rules  # noqa: F401  (fixtures)
from warbands.audit import audit
from warbands.models import Player, RosterDocument, RuleEntry, Warband
from warbands.services.founding import begin_warband

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def media(settings, tmp_path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "site.zip"


@pytest.fixture
def club(rules) -> Campaign:  # noqa: F811  (the fixture)
    """A campaign with a battle fought, a captive, an evening announced, and a printed sheet."""
    host, owner, rival = (
        Player.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in ("host", "owner", "rival")
    )
    campaign = seasons.begin(host, "Winter ⚔ in the Ruins")
    for player in (owner, rival):
        seasons.join(campaign, player)
    mob, dwarfs = seasons.mob_in(campaign, owner), battles.enrolled_exiles(campaign, rival)
    nights_over(battle_with_captive(mob, dwarfs), mob, dwarfs)
    day = ChronicleEntry.objects.earliest("pk").happened_at.date()
    announce_pairings(campaign, by=owner, groups=[[mob.pk, dwarfs.pk]], planned_for=day)
    printed_sheet(mob.warband)
    return campaign


@pytest.fixture
def one_warband(rules) -> Warband:  # noqa: F811  (the fixture)
    """One account with a founded mob and a printed sheet."""
    warband = acts.founded_mob(Player.objects.create_user("owner", "owner@example.org", PASSWORD))
    printed_sheet(warband)
    return warband


def printed_sheet(warband: Warband) -> None:
    printed = RosterDocument.objects.create(warband=warband, digest="0" * 64, options={"sheet": "roster"})
    printed.file.save("mob.pdf", ContentFile(b"%PDF-1.7 not really"))


def everything() -> dict[str, list[object]]:
    """Every row of every model that is kept, as it is stored."""
    rows: dict[str, list[object]] = {}
    for model in kept_models():
        rows[model._meta.label_lower] = list(model._base_manager.order_by("pk").values())
        for field in model._meta.local_many_to_many:
            through = field.remote_field.through
            pairs = through._base_manager.values(*(one.attname for one in through._meta.fields if not one.primary_key))
            rows[f"{model._meta.label_lower}.{field.name}"] = sorted(tuple(pair.values()) for pair in pairs)
    return rows


def files() -> list[bytes]:
    return [acts.exported(warband) for warband in Warband.objects.order_by("pk")]


def back_up(path: Path) -> None:
    call_command("backup", str(path), stdout=io.StringIO())


def restore(path: Path, *args: str) -> str:
    out = io.StringIO()
    call_command("restore", str(path), *args, stdout=out)
    return out.getvalue()


def wipe(media: Path) -> None:
    """As a new database is, with its tables."""
    with transaction.atomic():
        for model in reversed(kept_models()):
            backup._empty(model)
    for path in list(media.rglob("*")):
        if path.is_file():
            path.unlink()


def refused(path: Path, *args: str, status: int = 2) -> str:
    """It is refused in a sentence, and nothing at all has changed."""
    before = everything()
    with pytest.raises(CommandError) as caught:
        restore(path, *args)
    assert caught.value.returncode == status
    assert everything() == before
    return str(caught.value)


class TestThereAndBack:
    def test_every_row_is_what_it_was(self, club, file, media):
        before = everything()
        assert sum(len(rows) for rows in before.values()) > 500
        back_up(file)
        wipe(media)
        assert not Warband.objects.exists()
        restore(file)
        assert everything() == before

    def test_every_exported_warband_is_the_same_to_the_byte_and_its_events_fold(self, club, file, media):
        before = files()
        back_up(file)
        wipe(media)
        restore(file)
        assert files() == before
        assert len(before) == 2
        assert list(audit(Warband.objects.all())) == []

    def test_signing_in_works_and_pages_answer(self, club, file, media):
        back_up(file)
        wipe(media)
        restore(file)
        client = Client()
        sign_in(client, "owner")
        assert who_is(client).username == "owner"
        battle = Battle.objects.get()
        mob = Warband.objects.get(name="Da Snikkaz")
        for address in (
            club.get_absolute_url(),
            battle.get_absolute_url(),
            reverse("battle-dice", args=[club.pk, battle.pk]),
            Captive.objects.get().get_absolute_url(),
            mob.get_absolute_url(),
            reverse("rules-index"),
        ):
            assert client.get(address).status_code == 200, address

    def test_printed_files_come_back_and_others_go(self, club, file, media, django_capture_on_commit_callbacks):
        printed = RosterDocument.objects.get()
        name = printed.file.name
        back_up(file)
        (media / name).write_bytes(b"spoilt")
        (media / "stray.pdf").write_bytes(b"of later")
        with django_capture_on_commit_callbacks(execute=True):
            restore(file, "--replace")
        assert not (media / "stray.pdf").exists()
        assert (media / name).read_bytes() == b"%PDF-1.7 not really"
        assert not list(media.glob(".restore-*"))

    def test_pairings_keep_who_is_to_meet_whom(self, club, file, media):
        back_up(file)
        wipe(media)
        restore(file)
        assert Pairing.objects.get().enrolments.count() == 2

    def test_the_next_row_has_a_number_of_its_own(self, club, file, media):
        newest = Warband.objects.order_by("-pk").first().pk
        back_up(file)
        wipe(media)
        restore(file)
        made = begin_warband(owner=Player.objects.get(username="owner"), type_key="orc_mob", name="Da New Ones")
        assert made.pk > newest

    def test_a_restored_season_goes_on(self, club, file, media):
        back_up(file)
        wipe(media)
        restore(file)
        mob, dwarfs = Enrolment.objects.order_by("pk").select_related("warband", "player", "campaign")
        assert battles.begun(dwarfs, mob).is_under_way

    def test_moments_are_kept_to_the_microsecond(self, club, file, media):
        before = list(ChronicleEntry.objects.order_by("pk").values_list("happened_at", flat=True))
        assert any(moment.microsecond % 1000 for moment in before)
        back_up(file)
        wipe(media)
        restore(file)
        assert list(ChronicleEntry.objects.order_by("pk").values_list("happened_at", flat=True)) == before

    def test_a_clubs_own_rules_are_kept(self, club, file, media):
        RuleEntry.objects.filter(kind="skills").update(is_club=True)
        count = RuleEntry.objects.filter(is_club=True).count()
        back_up(file)
        wipe(media)
        restore(file)
        assert RuleEntry.objects.filter(is_club=True).count() == count > 0


class TestTheFile:
    def test_only_its_owner_may_read_it(self, one_warband, file):
        back_up(file)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600

    def test_it_names_what_is_in_it(self, one_warband, file):
        back_up(file)
        with zipfile.ZipFile(file) as archive:
            manifest = json.loads(archive.read("manifest.json"))
        assert manifest["format"] == "mordheim-backup/1"
        counts = {entry["model"]: entry["rows"] for entry in manifest["data"]}
        assert counts["warbands.warband"] == 1
        assert [entry["name"] for entry in manifest["media"]] == [f"media/{RosterDocument.objects.get().file.name}"]

    def test_no_sign_in_is_in_it(self, one_warband, file):
        sign_in(Client(), "owner")
        back_up(file)
        with zipfile.ZipFile(file) as archive:
            assert not [name for name in archive.namelist() if "session" in name]

    def test_one_that_is_there_is_replaced_and_nothing_half_is_left(self, one_warband, file):
        file.write_text("an older one")
        back_up(file)
        assert zipfile.is_zipfile(file)
        assert [path.name for path in file.parent.iterdir() if path.is_file()] == ["site.zip"]

    def test_where_it_cannot_be_written_that_is_told(self, one_warband, tmp_path):
        with pytest.raises(CommandError) as caught:
            back_up(tmp_path / "nowhere" / "site.zip")
        assert caught.value.returncode == 2

    def test_a_look_changes_nothing(self, one_warband, file):
        back_up(file)
        before = everything()
        assert "is whole and fits" in restore(file, "--check")
        assert everything() == before


def rewritten(path: Path, change: Callable[[dict[str, bytes]], None], *, honest: bool = False) -> Path:
    """The file with some entries changed; ``honest``: with a manifest that says so."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    change(entries)
    if honest:
        manifest = json.loads(entries["manifest.json"])
        for entry in [*manifest["data"], *manifest["media"]]:
            content = entries[entry["name"]]
            entry |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            if "rows" in entry:
                entry["rows"] = content.count(b"\n")
        manifest["digest"] = backup._digest_of(manifest)
        entries["manifest.json"] = json.dumps(manifest).encode()
    other = path.with_name("changed.zip")
    with zipfile.ZipFile(other, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return other


def data(label: str) -> Callable[[dict[str, bytes]], str]:
    return lambda entries: next(name for name in entries if name.endswith(f"{label}.jsonl"))


class TestWhatIsRefused:
    def test_a_database_with_accounts_unless_one_says_so(self, one_warband, file):
        back_up(file)
        assert "--replace" in refused(file, status=1)
        assert "is back" in restore(file, "--replace")

    @pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"not a zip at all" * 100])
    def test_what_is_no_zip(self, one_warband, file, content):
        file.write_bytes(content)
        assert "no backup" in refused(file, "--replace")

    def test_no_file(self, one_warband, tmp_path):
        assert "There is no file" in refused(tmp_path / "none.zip", "--replace")

    @pytest.mark.parametrize("length", [0.2, 0.5, 0.9, 0.999])
    def test_one_that_was_cut_off(self, one_warband, file, length):
        back_up(file)
        whole = file.read_bytes()
        file.write_bytes(whole[: int(len(whole) * length)])
        refused(file, "--replace")

    @pytest.mark.parametrize("label", ["warbands.warband.jsonl", "warbands.player.jsonl", "mob.pdf", "manifest.json"])
    def test_one_in_which_a_byte_has_turned(self, one_warband, file, label):
        back_up(file)
        with zipfile.ZipFile(file) as archive:
            info = next(one for one in archive.infolist() if one.filename.endswith(label))
        content = bytearray(file.read_bytes())
        begins = info.header_offset + 30 + len(info.filename) + content[info.header_offset + 28]
        content[begins + info.compress_size // 2] ^= 0x55
        file.write_bytes(content)
        refused(file, "--replace")

    def test_another_zip_file(self, one_warband, file):
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("letter.txt", "hello")
        assert "no manifest" in refused(file, "--replace")

    @pytest.mark.parametrize("manifest", ["[]", "{}", '{"format": "mordheim-backup/2"}', "not json", '{"format": 7}'])
    def test_another_manifest(self, one_warband, file, manifest):
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("manifest.json", manifest)
        refused(file, "--replace")

    def test_rows_that_were_changed(self, one_warband, file):
        back_up(file)

        def richer(entries: dict[str, bytes]) -> None:
            name = data("warbands.warband")(entries)
            entries[name] = entries[name].replace(b'"treasury": ', b'"treasury": 9')

        assert "manifest" in refused(rewritten(file, richer), "--replace")

    def test_an_entry_too_many_or_too_few(self, one_warband, file):
        back_up(file)
        more = rewritten(file, lambda entries: entries.update({"data/999-more.jsonl": b""}))
        assert "other entries" in refused(more, "--replace")
        fewer = rewritten(file, lambda entries: entries.pop(data("warbands.warrior")(entries)))
        assert "other entries" in refused(fewer, "--replace")

    def test_one_made_with_other_tables(self, one_warband, file):
        back_up(file)

        def older(entries: dict[str, bytes]) -> None:
            manifest = json.loads(entries["manifest.json"])
            manifest["migrations"].pop()
            manifest["digest"] = backup._digest_of(manifest)
            entries["manifest.json"] = json.dumps(manifest).encode()

        assert "other tables" in refused(rewritten(file, older), "--replace")

    def test_a_database_without_tables_is_told_what_it_lacks(self, one_warband, file, monkeypatch):
        back_up(file)
        monkeypatch.setattr(backup, "_migrations", list)
        assert "has no tables yet. Run manage.py migrate first" in refused(file, "--replace")

    @pytest.mark.parametrize(
        "line",
        [
            b'{"pk": 1, "fields": {"no_such_column": 1}}\n',
            b'{"pk": "many", "fields": {}}\n',
            b"not json\n",
            b"[]\n",
            b'{"fields": {}}\n',
        ],
    )
    def test_a_row_that_does_not_fit_its_table_although_the_manifest_is_honest(self, one_warband, file, line):
        back_up(file)

        def spoilt(entries: dict[str, bytes]) -> None:
            entries[data("campaigns.pairing")(entries)] += line

        refused(rewritten(file, spoilt, honest=True), "--replace")

    def test_a_row_that_leads_to_none(self, one_warband, file):
        back_up(file)

        def orphaned(entries: dict[str, bytes]) -> None:
            name = data("warbands.warrior")(entries)
            entries[name] = entries[name].replace(b'"warband": ', b'"warband": 77')

        assert "contradict" in refused(rewritten(file, orphaned, honest=True), "--replace")

    @pytest.mark.parametrize(
        "name", ["../evil.py", "/etc/evil", "a/../../evil", "a//b", "..\\evil", "C:evil", "a/./b", ""]
    )
    def test_a_file_that_would_lie_elsewhere(self, one_warband, file, media, name):
        back_up(file)

        def leading_out(entries: dict[str, bytes]) -> None:
            manifest = json.loads(entries["manifest.json"])
            old = manifest["media"][0]["name"]
            manifest["media"][0]["name"] = f"media/{name}"
            entries[f"media/{name}"] = entries.pop(old)
            entries["manifest.json"] = json.dumps(manifest).encode()

        message = refused(rewritten(file, leading_out, honest=True), "--replace")
        assert "folder of uploads" in message
        assert not (media.parent / "evil.py").exists()

    def test_a_link_out_of_the_folder_leads_nowhere(self, media, tmp_path):
        media.mkdir()
        (media / "out").symlink_to(tmp_path)
        with pytest.raises(Damaged):
            safe_path(media, "out/evil.py")

    def test_when_the_last_table_fails_the_first_is_as_it_was(self, one_warband, file, monkeypatch):
        back_up(file)

        def fails(kept: object) -> None:
            raise IntegrityError("at the very end")

        monkeypatch.setattr(backup, "_reset_sequences", fails)
        before = everything()
        with pytest.raises(IntegrityError):
            restore(file, "--replace")
        assert everything() == before


def test_every_table_is_kept_or_left_out_on_purpose():
    tables = {model._meta.db_table for model in kept_models()}
    for model in kept_models():
        tables |= {field.m2m_db_table() for field in model._meta.local_many_to_many}
    with connection.cursor() as cursor:
        stored = set(connection.introspection.table_names(cursor))
    assert stored - tables == {"auth_permission", "django_content_type", "django_migrations", "django_session"}
