"""Rolls written down beforehand, for a recording made of a video or of pictures."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.referee.errors import RefereeError
from companion.referee.live.feed import FrameSource
from companion.referee.live.loop import LiveEvent
from companion.referee.live.settling import Settler
from companion.referee.live.typed import parse_roll
from vision.sources.source import Shot


class Notes:
    """Rolls written down beforehand, each with its time: seconds, or the name of the picture that it comes before."""

    def __init__(self, rolls: Sequence[tuple[str, dict[str, int]]]) -> None:
        self._rolls = list(rolls)

    @classmethod
    def read(cls, path: Path) -> "Notes":
        """Read lines such as ``12.5 B4 G5`` or ``003.jpg B4 G5``. Raises RefereeError for any other line."""
        rolls = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                when, _, text = line.strip().partition(" ")
                try:
                    rolls.append((when, parse_roll(text)))
                except RefereeError as error:
                    raise RefereeError("live.notes.line", path=str(path), line=number, reason=error.reason) from error
        return cls(rolls)

    def before(self, shot: Shot) -> list[dict[str, int]]:
        """Return the rolls before this picture that have not been returned yet."""
        found = []
        while self._rolls and _due(self._rolls[0][0], shot):
            found.append(self._rolls.pop(0)[1])
        return found

    def rolls_without_picture(self) -> list[str]:
        """Return the times of rolls that no picture followed."""
        return [when for when, _ in self._rolls]


def _due(when: str, shot: Shot) -> bool:
    if when == shot.name:
        return True
    try:
        return float(when) <= shot.t
    except ValueError:
        return False


def noted(source: FrameSource, notes: Notes) -> Iterator[LiveEvent]:
    """Yield settled pictures of a source with the rolls that were written down, in their order."""
    settler = Settler()
    for shot in source.shots():
        if shot is None:
            continue
        for roll in notes.before(shot):
            yield LiveEvent(shot.t, "roll", roll)
        if source.still or settler.settled(shot):
            yield LiveEvent(shot.t, "frame", shot.image)
    if notes.rolls_without_picture():
        raise RefereeError("live.notes.left", at=str(notes.rolls_without_picture()[0]))
