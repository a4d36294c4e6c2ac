"""Pictures as they come from a source, with a word to the players whenever it falls silent or comes back."""

from collections.abc import Callable, Iterator
from typing import Final, Protocol

from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError, error_reason, together
from companion.referee.table import AnyTable
from vision.sources.masking import masked_name
from vision.sources.opening import open_source
from vision.sources.source import Shot, Source, Status, shots

SIMULATED = "simulated"
# The name of dice that a camera sees in their tray.
TRAY: Final = "camera"
NO_START = {Status.LOST: "live.no_start.lost", Status.STALLED: "live.no_start.stalled"}
TROUBLE = {
    Status.STALLED: "live.trouble.stalled",
    Status.FROZEN: "live.trouble.frozen",
    Status.LOST: "live.trouble.lost",
}


class FrameSource(Protocol):
    """Source of successive pictures."""

    @property
    def still(self) -> bool:
        """Take every picture as settled: somebody has chosen them already."""

    def shots(self) -> Iterator[Shot | None]:
        """Yield the pictures in order; None when none came for a moment. Raises VisionError for one that cannot be
        read."""


class Feed:
    """The pictures of a source, with a word to the players whenever it falls silent or comes back."""

    def __init__(self, source: Source, name: Reason | str, tell: Callable[[Reason], None]) -> None:
        self.still = source.still
        self._source = source
        self._name = name
        self._tell = tell

    def shots(self) -> Iterator[Shot | None]:
        """Yield the pictures until the source ends. Raises RefereeError if a camera cannot be opened at first,
        VisionError if the reason is known."""
        told, begun = Status.LIVE, False
        sizes: set[tuple[int, ...]] = set()
        try:
            for shot in shots(self._source):
                begun |= shot is not None
                status = self._source.status
                if not begun and status in NO_START:
                    raise self._source.trouble or RefereeError(NO_START[status], camera=self._name)
                if status not in (told, Status.OPENING, Status.ENDED):
                    # What is in trouble already is told of once, whatever more comes of it, until it is back.
                    if Status.LIVE in (told, status):
                        self._tell(self._word(status))
                    told = status
                if shot is not None and not self.still and (size := shot.image.shape[1::-1]) not in sizes:
                    # A camera that goes back and forth between sizes is told of once for each.
                    sizes.add(size)
                    if len(sizes) > 1:
                        self._tell(because("live.size", camera=self._name, width=size[0], height=size[1]))
                yield shot
        finally:
            self._source.close()

    def _word(self, status: Status) -> Reason:
        """Return the message about a camera's new state."""
        said = because(TROUBLE.get(status, "live.again"), camera=self._name)
        trouble = self._source.trouble if status in TROUBLE else None
        return together((said, error_reason(trouble))) if trouble else said


def open_feed(name: str, tell: Callable[[Reason], None], table: AnyTable) -> Feed:
    """Open what `--camera` names: a number, an address, a path, or ``simulated`` for a drawn set-up.

    Raises VisionError for a path with nothing there.
    """
    if name == SIMULATED:
        return Feed(table.simulated_camera(), because("live.simulated"), tell)
    return Feed(
        open_source(name), because("live.camera", number=int(name)) if name.isdecimal() else masked_name(name), tell
    )
