"""The codes of the protocol agree wherever they are written down."""

import re
from pathlib import Path

from hardware.tower.codes import TowerFault, TowerRefusal

FIRMWARE = Path(__file__).parents[3] / "firmware"


def test_every_code_is_in_the_protocol() -> None:
    text = " ".join((FIRMWARE / "PROTOCOL.md").read_text().split())
    (listed,) = re.findall(r"`ERR #t CODE why` says no: (.*?)\. ", text)
    assert {int(code) for code in re.findall(r"\d+", listed)} == set(TowerRefusal) | set(TowerFault)


def test_every_code_that_the_firmware_sends_has_its_meaning() -> None:
    sources = "".join(path.read_text() for path in (FIRMWARE / "tower/src/core").glob("*.cpp"))
    sent = {kind: {int(n) for n in re.findall(rf"\bk{kind}\w+ = (\d+)", sources)} for kind in ("Err", "Warn")}
    assert sent["Err"] and sent["Warn"]
    assert sent["Err"] <= set(TowerRefusal) and sent["Warn"] <= set(TowerFault)
