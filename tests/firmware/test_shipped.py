"""The firmware that is shipped for boards is that of the sources."""

from companion.commands.tower import HEX
from tests.firmware_build import FIRMWARE


def test_the_shipped_firmware_is_built_of_the_sources() -> None:
    built = (FIRMWARE / "build" / "tower.hex").read_bytes()
    assert HEX.read_bytes() == built, "the firmware has changed: run `make -C firmware ship`"
