"""Files that cannot be read as a warband at all: one message with the place, and quickly."""

import json
import time

import pytest

from mordheim.rules.plainfile import MAX_BYTES, Malformed
from tests.warbands.roster.cast import rulebook
from warbands.roster.interchange import read_warband, write_warband

HEAD = "format: mordheim-warband/1\nname: A\ntype: orc_mob\n"
HERO = "heroes:\n- name: Grub\n  type: orc_boss\n"
GROUP = "henchmen:\n- name: Boyz\n  type: orc_boy\n"


def read(content: str | bytes, name: str = "x.yaml"):
    return read_warband(content.encode() if isinstance(content, str) else content, rulebook(), name=name)


def message(content: str | bytes, name: str = "x.yaml") -> str:
    with pytest.raises(Malformed) as raised:
        read(content, name)
    told = str(raised.value)
    assert len(told) < 300, "one clear message, not the whole file"
    assert "\n" not in told
    return told


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "the file: a mapping is expected"),
        (b"# nothing\n", "the file: a mapping is expected"),
        (b"hello", "the file: a mapping is expected"),
        (b"[1, 2]", "the file: a mapping is expected"),
        (HEAD.encode("utf-16"), "not UTF-8"),
        (HEAD.encode("utf-16-le"), "U+0000"),
        (b"name: caf\xe9", "not UTF-8 (byte 9)"),
        (b"a: [1,", "line 2"),
        (b"a: b: c", "line 1, column 5"),
        (b"a: 'b", "line 1"),
        (b"a:\n\t- b", "line 2, column 1"),
        (b"@x", "line 1"),
        (HEAD + "notes: a\x00b", "line 4: the character U+0000"),
        (HEAD + "notes: a\x07b", "line 4: the character U+0007"),
        (HEAD + 'notes: "\\ud800"', "line 4"),
        (HEAD + "notes: &a x", "line 4: anchors and aliases"),
        (HEAD + "notes: *a", "line 4: anchors and aliases"),
        (HEAD + "notes: !!str x", "line 4: tags"),
        (HEAD + "notes: !!python/object:os.system x", "line 4: tags"),
        (HEAD + "notes: ! x", "line 4: tags"),
        (HEAD + "<<: {notes: x}", "<< (line 4): is no key of the format"),
        (HEAD + "name: B", "line 4: the key 'name' stands twice"),
        (HEAD + "heroes:\n- {name: a, name: b}", "line 5: the key 'name' stands twice"),
        (HEAD + "---\nformat: x", "line 4: the file holds more than one document"),
        (HEAD + "[a]: b", "line 4: a key is a word"),
        (b"x" * (MAX_BYTES + 1), "larger than 1 MiB"),
    ],
)
def test_what_is_no_plain_yaml_is_malformed(content, told):
    assert told in message(content)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("battles: true", "battles (line 4): a whole number"),
        ("battles: yes", "battles (line 4): a whole number"),
        ('battles: "1"', "battles (line 4): a whole number is expected, not the text '1'"),
        ("battles: 1.0", "battles (line 4): a whole number"),
        ("battles: 1e3", "battles (line 4): a whole number"),
        ("battles: 0x10", "battles (line 4): a whole number"),
        ("battles: 1_000", "battles (line 4): a whole number"),
        ("battles: 1:30", "battles (line 4): a whole number"),
        ("battles: .nan", "battles (line 4): a whole number"),
        ("battles: null", "battles (line 4): a whole number"),
        ("battles:", "battles (line 4): a whole number"),
        ("battles: []", "battles (line 4): a whole number"),
        ("battles: -1", "battles (line 4): '-1' is out of range (at least 0)"),
        ("battles: 99999999999999999999", "out of range"),
        ("treasury: -1", "treasury (line 4): '-1' is out of range (at least 0)"),
        ("battles: 1", "treasury is missing"),
        ("wyrdstone: x", "wyrdstone (line 4)"),
        ("gold: 5", "gold (line 4): is no key of the format"),
        ("a[b: 5", "a[b (line 4): is no key of the format"),
        ("notes: [a]", "notes (line 4): a text is expected"),
        ("stash: sword", "stash (line 4): a list is expected"),
        ("stash: {sword: 1}", "stash (line 4): a list is expected"),
        ("stash: [5]", "stash[0].item (line 4): a text is expected"),
        ("stash: [~]", "stash[0].item (line 4): a text is expected"),
        ("stash: [true]", "stash[0].item (line 4): a text is expected"),
        ("stash: [1.5]", "stash[0].item (line 4): a text is expected"),
        ("stash: [[sword]]", "stash[0] (line 4): a mapping is expected"),
        ("stash: [{item: sword, material: gold}]", "stash[0].material (line 4): 'gold' is not one of"),
        ("stash: [{item: sword, material: null}]", "stash[0].material (line 4)"),
        ("stash: [{item: sword, material: [gromril]}]", "stash[0].material (line 4)"),
        ("stash: [{item: sword, quantity: 0}]", "stash[0].quantity (line 4): '0' is out of range"),
        ("stash: [{item: sword, quantity: 1001}]", "stash[0].quantity (line 4): '1001' is out of range"),
        ("stash: [{item: sword, quantity: 1000}, sword]", "sword stands here 1001 times"),
        ("stash: [{quantity: 2}]", "stash[0].item (line 4): is missing"),
        ("effects: [straggler]", "effects[0] (line 4): a mapping is expected"),
        ("effects: [{warrior: A}]", "effects[0].effect (line 4): is missing"),
        ("effects: [{effect: a, b: {c: d}}]", "effects[0].b (line 4)"),
        ("effects: [{effect: a, b: true}]", "effects[0].b (line 4)"),
        ("heroes: {}", "heroes (line 4): a list is expected"),
        ("heroes: ~", "heroes (line 4): a list is expected"),
        ("heroes: [Grub]", "heroes[0] (line 4): a mapping is expected"),
        ("heroes: [{name: Grub}]", "heroes[0].type (line 4): is missing"),
        ("heroes: [{type: orc_boss}]", "heroes[0].name (line 4): is missing"),
        (HERO + "  size: 1", "heroes[0].size (line 7): is no key of the format"),
        (HERO + "  leader: 1", "heroes[0].leader (line 7): true or false"),
        (HERO + '  leader: "true"', "heroes[0].leader (line 7): true or false"),
        (HERO + "  increases: {ws: 0}", "heroes[0].increases.ws (line 7): '0' is out of range (at least 1)"),
        (HERO + "  increases: {ws: -1}", "heroes[0].increases.ws (line 7)"),
        (HERO + "  increases: {xx: 1}", "heroes[0].increases.xx (line 7): is no key of the format"),
        (HERO + "  increases: [ws]", "heroes[0].increases (line 7): a mapping is expected"),
        (HERO + "  spells: [{spell: zzap, difficulty: 1}]", "heroes[0].spells[0].difficulty (line 7)"),
        (HERO + "  injuries: [{injury: x, outcome: y}]", "heroes[0].injuries[0].outcome (line 7)"),
        (HERO + "  injuries: [{injury: x, side: up}]", "heroes[0].injuries[0].side (line 7)"),
        (HERO + "  injuries: [{injury: x, hates: {kind: warband}}]", "heroes[0].injuries[0].hates.name (line 7)"),
        (HERO + "  injuries: [{injury: x, hates: {kind: all, name: b}}]", "heroes[0].injuries[0].hates.kind (line 7)"),
        (HERO + "  experience: -1", "heroes[0].experience (line 7)"),
        (HERO + "  until: next_battle", "heroes[0].until (line 7): is no key of the format"),
        (GROUP + "  size: -1", "henchmen[0].size (line 7): '-1' is out of range (at least 0)"),
        (GROUP + "  leader: true", "henchmen[0].leader (line 7): is no key of the format"),
        ("hired_swords: [{name: a, type: b, until: doomsday}]", "hired_swords[0].until (line 4)"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(body, told):
    assert told in message(HEAD + body)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("name: A\ntype: orc_mob", "format (line 1): is missing"),
        ("format: mordheim-warband/2\nname: A\ntype: orc_mob", "format (line 1): 'mordheim-warband/2' is not one of"),
        ("format: mordheim-warband/1\nname: A", "type (line 1): is missing"),
        ("format: mordheim-warband/1\nname:\ntype: orc_mob", "name (line 2): must not be empty"),
        ('format: mordheim-warband/1\nname: "\\u202e\\u0007 "\ntype: orc_mob', "name (line 2): must not be empty"),
        ("format: mordheim-warband/1\nname: [A]\ntype: orc_mob", "name (line 2): a text is expected"),
        ("format: mordheim-warband/1\nname: A\ntype: 7", "type (line 3): a text is expected"),
        (
            f"format: mordheim-warband/1\nname: {'x' * 201}\ntype: orc_mob",
            "name (line 2): is longer than 200 characters",
        ),
    ],
)
def test_the_head_of_the_file_must_be_there(content, told):
    assert told in message(content)


def as_json(**keys) -> str:
    return json.dumps({"format": "mordheim-warband/1", "name": "A", "type": "orc_mob", **keys})


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "line 1, column 1: not JSON"),
        ("{", "line 1, column 2: not JSON"),
        ("{}{}", "not JSON"),
        ('{"name": "a", "name": "b"}', "the key 'name' stands twice"),
        (as_json(battles=float("nan")), "NaN is no number"),
        (as_json(battles=float("inf")), "Infinity is no number"),
        (as_json(battles=1.0), "battles: a whole number is expected"),
        (as_json()[:-1] + ', "battles": 1e3}', "battles: a whole number is expected"),
        (as_json(battles=True), "battles: a whole number is expected, not true"),
        (as_json(battles="1"), "battles: a whole number is expected, not the text '1'"),
        (as_json(battles=10**30), "battles: '1000000000000000000000000000000' is out of range"),
        (as_json(battles=None), "battles has no value"),
        (as_json(name=5), "name: a text is expected"),
        (as_json(name=None), "name has no value"),
        (as_json(type=5), "type: a text is expected"),
        (as_json(stash=[{"item": "sword", "material": None}]), "stash[0]: material has no value"),
        (as_json(stash=[None]), "stash[0]: a mapping is expected"),
        (as_json(name="\ud800"), "line 1: \\ud800 is half a character"),
        ('{"a": "x\ny"}', "line 1"),
    ],
)
def test_json_is_read_as_strictly(content, told):
    assert told in message(content, "x.json")


HOSTILE = {
    "100,000 brackets of JSON": ("[" * 100_000, "x.json"),
    "100,000 pairs of brackets of JSON": ("[" * 100_000 + "]" * 100_000, "x.json"),
    "100,000 brackets of YAML": ("[" * 100_000, "x.yaml"),
    "100,000 dashes": ("- " * 100_000, "x.yaml"),
    "100,000 maps in maps": ("{a: " * 100_000, "x.yaml"),
    "complex keys": ("? " * 100_000, "x.yaml"),
    "a string of quotes that never ends": ('{"' + '\\"' * (MAX_BYTES // 2 - 2), "x.json"),
    "a string of backslashes": ('"' + "\\" * (MAX_BYTES - 2), "x.json"),
    "quotes and nothing else": ('"' * MAX_BYTES, "x.json"),
    "80,000 keys, the last one twice": (
        "{" + ",".join(f'"k{n}":1' for n in range(80_000)) + ',"k79999":1}',
        "x.json",
    ),
    "80,000 keys of YAML": ("".join(f"k{n}: 1\n" for n in range(80_000)), "x.yaml"),
    "200,000 empty heroes": (HEAD + "heroes:\n" + "- {}\n" * 200_000, "x.yaml"),
    "45,000 heroes": (HEAD + "heroes:\n" + "- {name: a, type: b}\n" * 45_000, "x.yaml"),
    "100,000 things in the stash": (HEAD + "stash:\n" + "".join(f"- a{n}\n" for n in range(90_000)), "x.yaml"),
    "a number of 900,000 digits": (as_json()[:-1] + ', "battles": ' + "9" * 900_000 + "}", "x.json"),
    "a number of 400,000 digits in YAML": (HEAD + "battles: " + "9" * 400_000, "x.yaml"),
    "half a million list items": ("-\n" * (MAX_BYTES // 2), "x.yaml"),
    "a key of a million letters": (HEAD + "?  " + "k" * 1_000_000 + "\n: 1", "x.yaml"),
    "a name of a million overrides": (HEAD.replace("A", '"' + "\\u202e" * 170_000 + '"'), "x.yaml"),
    "a million letters of notes": (HEAD + "notes: " + "é" * 500_000, "x.yaml"),
    "1 MiB of pipes": ("a: |\n" + " \n" * (MAX_BYTES // 2 - 10), "x.yaml"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_is_answered_soon_and_shortly(case):
    content, name = HOSTILE[case]
    began = time.process_time()
    message(content, name)
    assert time.process_time() - began < 2


@pytest.mark.parametrize("name", ["x.yaml", "x.json", ""])
def test_a_file_nested_too_deep_says_so(name):
    assert "nested deeper than the format" in message('{"a": ' * 9 + "1" + "}" * 9, name)


@pytest.mark.parametrize(
    "content",
    [b"\xef\xbb\xbf" + HEAD.encode(), HEAD.replace("\n", "\r\n").encode(), b"---\n" + HEAD.encode() + b"...\n"],
    ids=["a byte-order mark", "CRLF", "document marks"],
)
def test_some_habits_of_editors_are_harmless(content):
    assert read(content) == read(HEAD)


@pytest.mark.parametrize(
    "name",
    [
        "2024-01-01",
        "12",
        "1e3",
        "0x10",
        "true",
        "No",
        "null",
        "~",
        "1:30",
        ".nan",
        "3.14",
        "=",
        "<<x",
        "0o7",
        "+1",
    ],
)
def test_a_name_that_looks_like_something_else_is_text(name):
    snapshot = read(HEAD.replace("name: A", f"name: {name}"))
    assert snapshot.name == name
    for as_json_, ending in ((False, "x.yaml"), (True, "x.json")):
        assert read(write_warband(snapshot, rulebook(), as_json=as_json_), ending) == snapshot


def test_control_and_direction_characters_are_taken_out_of_names():
    assert read(HEAD.replace("name: A", 'name: " Gr\\u202eub\\u0007\\u2028\\tnash "')).name == "Grubnash"


@pytest.mark.parametrize("name", ["😀 Grub 👹", "גרובנש", "جروبناش", "Ünïcödé", "龍", "a\u200db"])
def test_names_in_any_script_survive(name):
    snapshot = read(HEAD.replace("name: A", f"name: {name}"))
    assert snapshot.name == name
    written = write_warband(snapshot, rulebook())
    assert name in written.decode() or "\u200d" in name
    assert read(written) == snapshot
