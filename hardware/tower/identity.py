"""Identity of a tower, from its HI."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.errors import DeviceError, Fact, fact

_NAME = re.compile(r"[0-9A-Za-z._-]{1,32}")


@dataclass(frozen=True)
class Identity:
    """A tower's report about itself in HI."""

    uid: str
    epoch: str
    boot: str
    durable: bool
    colours: str
    calibrated: bool
    caps: frozenset[str]
    firmware: str
    bays: int | None
    """Number of its pockets, None if it did not say."""

    @property
    def name(self) -> str:
        return f"tower {self.uid}"

    @property
    def fact(self) -> Fact:
        return fact("hardware.tower", uid=self.uid, firmware=self.firmware)

    def __str__(self) -> str:
        return f"{self.name} (firmware {self.firmware})"


def identity_of(fields: Mapping[str, str]) -> Identity:
    """Read the identity. Raises DeviceError where its rolls could not be identified."""
    for name in ("uid", "epoch", "boot"):
        if not _NAME.fullmatch(fields.get(name, "")):
            raise DeviceError("hardware.tower.greeting", name=name, text=repr(fields.get(name, "")))
    firmware, bays = fields.get("fw", "?"), fields.get("bays", "")
    return Identity(
        fields["uid"],
        fields["epoch"],
        fields["boot"],
        fields.get("durable") == "1",
        fields.get("colours", ""),
        fields.get("cal", "ok") == "ok",
        frozenset(fields.get("caps", "").split(",")),
        firmware if _NAME.fullmatch(firmware) else "?",
        int(bays) if bays.isascii() and bays.isdigit() and len(bays) < 3 else None,
    )
