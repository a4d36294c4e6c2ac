"""Pictures as they come from a source, with a word to the players whenever it falls silent or comes back."""

from collections.abc import Callable, Iterator
from typing import Protocol

from companion.referee.errors import RefereeError
from companion.referee.table import AnyTable
from vision.sources.opening import open_source
from vision.sources.source import Shot, Source, Status, shots

SIMULATED = "simulated"
NO_START = {
    Status.LOST: "cannot be opened; check that it is there and that nothing else uses it",
    Status.STALLED: "is there but gives no picture; start its camera, or unplug it and plug it in again",
}
TROUBLE = {
    Status.STALLED: "gives no more pictures; waiting for it",
    Status.FROZEN: "gives the same picture over and over: it has frozen, or something covers it; connecting anew",
    Status.LOST: "is lost; check its cable or network, it is tried again and again",
}


class FrameSource(Protocol):
    """Where pictures come from, one after another."""

    @property
    def still(self) -> bool:
        """Every picture is a settled one: somebody has chosen them already."""

    def shots(self) -> Iterator[Shot | None]:
        """The pictures in their order; None when none came for a moment. Raises VisionError where one cannot be had."""


class Feed:
    """The pictures of a source, with a word to the players whenever it falls silent or comes back."""

    def __init__(self, source: Source, name: str, tell: Callable[[str], None]) -> None:
        self.still = source.still
        self._source = source
        self._name = name
        self._tell = tell

    def shots(self) -> Iterator[Shot | None]:
        """The pictures until the source ends. Raises RefereeError where a camera cannot be opened to begin with."""
        told, begun = Status.LIVE, False
        try:
            for shot in shots(self._source):
                begun |= shot is not None
                status = self._source.status
                if not begun and status in NO_START:
                    raise RefereeError(f"{self._name} {NO_START[status]}")
                if status not in (told, Status.OPENING, Status.ENDED):
                    self._tell(f"{self._name} {TROUBLE.get(status, 'gives pictures again')}")
                    told = status
                yield shot
        finally:
            self._source.close()


def open_feed(name: str, tell: Callable[[str], None], table: AnyTable) -> Feed:
    """The pictures of what `--camera` names: a number, an address, a path, or ``simulated`` for a drawn set-up.

    Raises VisionError for a path with nothing there.
    """
    if name == SIMULATED:
        return Feed(table.simulated_camera(), "the simulated table", tell)
    return Feed(open_source(name), f"camera {name}" if name.isdecimal() else name, tell)
