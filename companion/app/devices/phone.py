"""The phone that is the camera, in the process in which games live, and what the window asks of it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.referee.live import cameras
from companion.referee.live.cameras import Source
from companion.sharing.phone.camera import PHONE, ShownPhone

if TYPE_CHECKING:
    from companion.sharing.phone.door import PhoneDoor

FOLDER = "phone"
"""Name of the folder, within that of games and settings, for the phone's certificate, port and secret."""


class TablePhone:
    """Opened by the first who asks for its pictures; a phone that has connected stays from game to game. `home` is the
    folder of games and settings."""

    def __init__(self) -> None:
        self.home = Path()
        self._door: PhoneDoor | None = None

    def open(self) -> Source:
        """Return its pictures. Raises RefereeError where no phone can connect."""
        from companion.sharing.phone.door import PhoneDoor  # noqa: PLC0415 - the window never opens it
        from companion.sharing.phone.source import PhoneSource  # noqa: PLC0415

        self._door = self._door or PhoneDoor(self.home / FOLDER)
        return PhoneSource(self._door.camera)

    @property
    def shown(self) -> ShownPhone | None:
        """Return the phone as the window shows it, None if no phone was asked for."""
        return self._door.shown if self._door else None

    def tell(self, shown: Mapping[str, Any]) -> None:
        """Show this on the phone."""
        if self._door:
            self._door.camera.tell(shown)

    def answer(self, yes: bool) -> None:
        """Let another phone take the place of this one, or not."""
        if self._door:
            self._door.camera.answer(yes)


TABLE_PHONE = TablePhone()
"""The one phone camera of this process."""


def open_camera(name: str, simulated: Callable[[], Source]) -> Source:
    """Open a camera as `companion.referee.live.cameras.open_camera` does, or the phone. Raises VisionError,
    RefereeError."""
    return TABLE_PHONE.open() if name == PHONE else cameras.open_camera(name, simulated)


def tell_phone(shown: Mapping[str, Any]) -> None:
    """See `TablePhone.tell`: to be asked of the process in which games live."""
    TABLE_PHONE.tell(shown)


def answer_phone(yes: bool) -> None:
    """See `TablePhone.answer`: to be asked of the process in which games live."""
    TABLE_PHONE.answer(yes)
