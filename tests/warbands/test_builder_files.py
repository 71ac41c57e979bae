"""Warband files and the public page: out, in, shared, taken back."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import acts
from tests.warbands import web
from warbands.models import Player, Warband

pytestmark = pytest.mark.usefixtures("rules")


@pytest.fixture
def desk(client: Client, owner: Player) -> Client:
    client.force_login(owner)
    return client


@pytest.fixture
def mob(owner: Player) -> Warband:
    return acts.founded_mob(owner)


def told(answer) -> str:
    return answer.content.decode()


def bring_in(client: Client, text: str = "", **files: SimpleUploadedFile):
    return client.post(reverse("warband-import"), {"text": text, **files}, follow=True)


class TestOut:
    @pytest.mark.parametrize(("address", "as_json"), [("warband-export", False), ("warband-export-json", True)])
    def test_the_file_is_the_canonical_one(self, desk: Client, mob: Warband, address: str, as_json: bool) -> None:
        answer = desk.get(reverse(address, args=[mob.pk]))
        assert answer.content == acts.exported(mob, as_json=as_json)

    @pytest.mark.parametrize(
        ("name", "filename"),
        [
            ("Da Snikkaz", "da-snikkaz.yaml"),
            ('"><../../etc/passwd\r\nX: y', "etcpasswdx-y.yaml"),
            ("W" * 200, "w" * 60 + ".yaml"),
            ("\U0001f480", "warband-{pk}.yaml"),
        ],
    )
    def test_its_name_is_safe(self, desk: Client, owner: Player, name: str, filename: str) -> None:
        draft = acts.begin(owner, name=name)
        answer = desk.get(reverse("warband-export", args=[draft.pk]))
        wanted = filename.format(pk=draft.pk)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{wanted}"'

    def test_out_in_and_out_again_gives_the_same_bytes(self, desk: Client, owner: Player, mob: Warband) -> None:
        first = desk.get(reverse("warband-export", args=[mob.pk])).content
        bring_in(desk, file=SimpleUploadedFile("mob.yaml", first))
        second = owner.warbands.exclude(pk=mob.pk).get()
        assert desk.get(reverse("warband-export", args=[second.pk])).content == first

    def test_the_schema_is_served_to_everybody(self, client: Client) -> None:
        answer = client.get("/schema/warband-1.json")
        assert answer.status_code == 200
        assert json.loads(answer.content)["title"] == "mordheim-warband/1"


class TestIn:
    def test_a_legal_file_is_founded(self, desk: Client, owner: Player) -> None:
        bring_in(desk, file=SimpleUploadedFile("x.yaml", (acts.FILES / "da_snikkaz.yaml").read_bytes()))
        assert owner.warbands.get().founded

    def test_pasted_text_does_as_well(self, desk: Client, owner: Player) -> None:
        bring_in(desk, (acts.FILES / "da_snikkaz.yaml").read_text())
        assert owner.warbands.get().name == "Da Snikkaz"

    def test_wrong_numbers_make_a_draft_and_it_says_so(self, desk: Client, owner: Player) -> None:
        page = told(bring_in(desk, (acts.FILES / "thirteen_dwarfs.yaml").read_text()))
        assert "as a draft" in page
        assert not owner.warbands.get().founded

    def test_an_illegal_file_is_not_stored_and_all_its_problems_are_listed(self, desk: Client, owner: Player) -> None:
        text = (
            "format: mordheim-warband/1\nname: Cheats\ntype: orc_mob\nheroes:\n- name: Boss\n  type: orc_boss\n"
            "  equipment: [handgun, gromril_armour]\n"
        )
        page = told(bring_in(desk, text))
        assert "Nothing was stored" in page
        assert page.count('class="blocking"') >= 2
        assert "equipment: [handgun, gromril_armour]" in page
        assert not owner.warbands.exists()

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("format: mordheim-warband/1\nname: X\ntype: orc_mob\nwizards: 3\n", "line 4"),
            ("format: mordheim-warband/1\nname: X\ntype: orc_mob\nheroes:\n- name: [a\n", "line"),
            ("a: &x 1\nb: *x\n", "line 1"),
            ("{", "line 1"),
            ("[1, 2]", "mapping"),
            ("format: mordheim-warband/2\nname: X\ntype: orc_mob\n", "format"),
            ("[" * 5000, "nested deeper"),
            ("name: " + "9" * 5000, "format"),
        ],
    )
    def test_a_malformed_file_is_told_with_the_place_and_kept_on_the_page(
        self, desk: Client, owner: Player, text: str, place: str
    ) -> None:
        answer = bring_in(desk, text)
        assert answer.status_code == 200
        page = told(answer)
        assert "This is no warband file" in page
        assert place in page
        assert text.splitlines()[0].replace("&", "&amp;")[:60] in page
        assert not owner.warbands.exists()

    @pytest.mark.parametrize("raw", [b"", b"\xff\xfe\x00", b"\x00" * 100, b"a" * (1024 * 1024 + 1), b"%PDF-1.7\x93"])
    def test_a_file_of_something_else_is_refused_kindly(self, desk: Client, owner: Player, raw: bytes) -> None:
        answer = bring_in(desk, file=SimpleUploadedFile("x.yaml", raw))
        assert answer.status_code == 200
        assert not owner.warbands.exists()

    @pytest.mark.parametrize("name", ["x" * 300 + ".yaml", "../../x.json", "\u202egnp.yaml"])
    def test_an_odd_name_of_a_file_does_no_harm(self, desk: Client, name: str) -> None:
        raw = (acts.FILES / "da_snikkaz.yaml").read_bytes()
        assert bring_in(desk, file=SimpleUploadedFile(name, raw)).status_code == 200

    def test_nothing_at_all_is_asked_for(self, desk: Client) -> None:
        assert "Choose a file, or paste its text." in told(bring_in(desk))

    def test_more_than_anybody_pastes_is_turned_away(self, desk: Client) -> None:
        answer = desk.post(reverse("warband-import"), {"text": "x" * 3_000_000})
        assert answer.status_code in (200, 400, 413)


class TestSharing:
    def test_a_warband_is_private_until_it_is_shared(self, desk: Client, mob: Warband) -> None:
        assert mob.share_token is None
        assert Client().get("/w/None/").status_code == 404
        assert Client().get("/w//").status_code == 404

    def test_everybody_sees_the_public_page_and_changes_nothing(self, desk: Client, mob: Warband) -> None:
        page = told(web.post(desk, "warband-share", mob))
        mob.refresh_from_db()
        assert f"http://testserver/w/{mob.share_token}/" in page
        answer = Client().get(mob.public_path)
        public = told(answer)
        assert "Grubnash" in public
        assert "noindex" in public
        assert "noindex" in answer.headers["X-Robots-Tag"]
        for control in ('form="acts"', f"/warbands/{mob.pk}/", 'method="post"', "version"):
            assert control not in public

    def test_its_json_is_the_warband_file(self, desk: Client, mob: Warband) -> None:
        web.post(desk, "warband-share", mob)
        mob.refresh_from_db()
        answer = Client().get(f"/w/{mob.share_token}.json")
        assert answer.content == acts.exported(mob, as_json=True)

    def test_taken_back_it_leads_nowhere(self, desk: Client, mob: Warband) -> None:
        web.post(desk, "warband-share", mob)
        mob.refresh_from_db()
        token = mob.share_token
        web.post(desk, "warband-unshare", mob)
        for address in (f"/w/{token}/", f"/w/{token}.json"):
            assert Client().get(address).status_code == 404
            assert desk.get(address).status_code == 404
        web.post(desk, "warband-share", mob)
        mob.refresh_from_db()
        assert mob.share_token != token

    def test_a_guests_name_is_not_told(self, client: Client) -> None:
        from tests import people

        guest = people.guest_with(client, "Da Snikkaz")
        warband = guest.warbands.get()
        web.post(client, "warband-share", warband)
        warband.refresh_from_db()
        public = told(Client().get(warband.public_path))
        assert guest.username not in public
        assert "a guest" in public
