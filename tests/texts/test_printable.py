"""Whatever a text holds, a terminal is not steered by it."""

import sys
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.texts.printable import printable

# Signs that steer a terminal: escape, bell, backspace, the one-byte sequence of controls, text from right to left.
STEERING = "\x1b\x07\x08\x9b\u202e\x7f\x00"


@given(st.text(st.characters() | st.sampled_from(STEERING)))
def test_no_control_character_is_left_in_what_is_printed(text: str) -> None:
    left = {sign for sign in printable(text) if unicodedata.category(sign) in ("Cc", "Cf", "Cs")}
    assert left <= {*"\n\t\r\u200c\u200d"}


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


COMMANDS = [
    ["see", "NAME"],
    ["look", "NAME"],
    ["compare", "NAME", "NAME"],
    ["replay", "NAME"],
    ["export", "NAME"],
    ["analyse", "NAME"],
    ["fairness", "NAME"],
    ["dice", "NAME"],
    ["import", "NAME", "NAME"],
    ["rules", "NAME"],
    ["referee", "NAME", "--publish", "NAME"],
    ["hall", "--write", "NAME/x"],
    ["NAME"],
    ["see", "--NAME"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("exists", [True, False])
def test_no_command_sends_the_control_characters_of_a_name_to_the_terminal(
    command: list[str], exists: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / ("a" + STEERING.replace("\0", "") + "[31mb.jpg")
    if exists:
        name.write_bytes(b"{}\n")
    with suppress(SystemExit):
        main([word.replace("NAME", str(name)) for word in command])
    told = "".join(capsys.readouterr())
    assert told
    assert not [sign for sign in told if sign in STEERING]
    assert "x1b" in told or name.name not in told
    assert type(sys.stdout).__name__ != "PrintableStream"
