"""The codes of the protocol agree wherever they are written down."""

import re
from pathlib import Path

import pytest

from companion.texts.language import LANGUAGES, language
from hardware.tower.codes import Code, TowerFault, TowerRefusal
from lab.tower import code_table
from lab.tower.code_table import constant, header, in_protocol

FIRMWARE = Path(__file__).parents[3] / "firmware"
SOURCES = "".join(path.read_text() for path in sorted((FIRMWARE / "tower/src").rglob("*.cpp")))
ALL: list[Code] = [*TowerRefusal, *TowerFault]


def test_header_and_protocol_are_written_from_the_one_table() -> None:
    again = "they differ: run python -m lab.tower.code_table"
    assert code_table.HEADER.read_text(encoding="utf-8") == header(), again
    protocol = code_table.PROTOCOL.read_text(encoding="utf-8")
    assert protocol == in_protocol(protocol), again
    assert all(code.meaning in protocol for code in ALL)


@pytest.mark.parametrize("code", ALL, ids=constant)
def test_every_code_is_sent_by_the_firmware_and_has_its_sentences(code: Code) -> None:
    assert re.search(rf"\b{constant(code)}\b", SOURCES), "known and never sent"
    area = "refusal" if isinstance(code, TowerRefusal) else "fault"
    for spoken in LANGUAGES:
        assert f"hardware.{area}.{code.name.lower()}" in language(spoken).sentences


def test_the_firmware_sends_no_number_that_is_not_in_the_table() -> None:
    assert not re.search(r"constexpr uint8_t [^;]*\bk(Err|Warn)\w+ = \d", SOURCES), "a number of its own"
    sent = re.findall(r"(?:refuse\([^,;]*, |warn\((?:[^?;,]*\? )?(?:k\w+ : )?)([^,:;]+)", SOURCES)
    named = {word for text in sent for word in re.findall(r"\bk(?:Err|Warn)\w+|\b\d+\b", text)}
    assert len(named) > 10 and named <= {constant(code) for code in ALL}


def test_the_smallest_tower_sends_no_others() -> None:
    sent = re.findall(r"ERR \{tag\} (\d+)", (FIRMWARE / "level0/level0_tower.py").read_text())
    assert sent and {int(code) for code in sent} <= set(TowerRefusal)
