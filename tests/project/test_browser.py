"""The browser is a real one, and its checks can fail."""

import pytest

SOUND = '<!doctype html><html lang="en-gb"><title>Sound</title><main><h1>Sound</h1><p>Nothing is wrong here.</p></main>'
UNSOUND = SOUND.replace("<p>", '<img src="data:,"><p>')


def test_axe_finds_a_picture_without_words_and_nothing_in_a_sound_page(page, axe):
    page.set_content(SOUND)
    assert axe(page) == []
    page.set_content(UNSOUND)
    assert [rule for rule, _ in axe(page)] == ["image-alt"]


@pytest.mark.django_db(transaction=True)
def test_the_admin_works_under_the_content_security_policy(live_server, page, admin_user):
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{live_server.url}/admin/")
    page.fill("#id_username", "admin")
    page.fill("#id_password", "password")
    page.click("[type=submit]")
    assert page.get_by_role("heading", name="Rules, players and what they own").is_visible()
    assert [text for text in complaints if "Content Security Policy" in text] == []
