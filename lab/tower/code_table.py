"""Writes the codes as the firmware's header and as the table in PROTOCOL.md.

``python -m lab.tower.code_table`` writes both. A test compares them with `hardware/tower/codes.py`, so that none
of the three changes alone.
"""

from collections.abc import Iterator
from pathlib import Path

from hardware.tower.codes import Code, TowerFault, TowerRefusal

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
HEADER = FIRMWARE / "tower" / "src" / "core" / "codes.h"
PROTOCOL = FIRMWARE / "PROTOCOL.md"
BEGIN, END = "<!-- codes, written by lab/tower/code_table.py -->\n", "<!-- end of the codes -->\n"
# Prefixes of the firmware's constants, by the kind of code.
PREFIXES: dict[type[Code], str] = {TowerRefusal: "kErr", TowerFault: "kWarn"}


def constant(code: Code) -> str:
    """Return the firmware's name of a code, such as ``kErrHelloFirst``."""
    return PREFIXES[type(code)] + code.name.title().replace("_", "")


def header() -> str:
    """Return the firmware's header."""
    lines = [f"constexpr uint8_t {constant(code)} = {code.value};  // {code.meaning}" for code in _codes()]
    return "\n".join(
        [
            "// The codes of ERR and of EV WARN, written by lab/tower/code_table.py of hardware/tower/codes.py.",
            "#pragma once",
            "",
            "#include <stdint.h>",
            "",
            "namespace tower {",
            "",
            *lines,
            "",
            "}  // namespace tower",
            "",
        ]
    )


def table() -> str:
    """Return the table for PROTOCOL.md."""
    said = {TowerRefusal: "`ERR`", TowerFault: "`EV WARN`"}
    rows = [f"| {said[type(code)]} | {code.value} | {code.meaning} |" for code in _codes()]
    return "\n".join(["| line | code | meaning |", "| --- | --- | --- |", *rows, ""])


def in_protocol(text: str) -> str:
    """Return PROTOCOL.md with the current table."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def _codes() -> Iterator[Code]:
    yield from TowerRefusal
    yield from TowerFault


if __name__ == "__main__":
    HEADER.write_text(header(), encoding="utf-8")
    PROTOCOL.write_text(in_protocol(PROTOCOL.read_text(encoding="utf-8")), encoding="utf-8")
