"""Rolls of the game's dice read by a camera: what a tower announces by wire, seen on a tray instead."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError, reason_of
from companion.texts.language import english
from vision.dice.eye import SeenDie
from vision.dice.tray import ThrowEvent, ThrowTracker, TrayReader, colour_of
from vision.sources.source import Shot, Source

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "white": "W", "black": "K"}
NAMES = {letter: name for name, letter in LETTERS.items()}


@dataclass(frozen=True)
class CameraRoll:
    """A roll by the letters of the dice's colours, `t` seconds from the beginning."""

    t: float
    dice: dict[str, int]


@dataclass(frozen=True)
class CameraNote:
    """A message about the tray. `event`: what was seen."""

    t: float
    said: Reason
    event: ThrowEvent


class CameraDice:
    """A dice source that watches a tray: one roll a throw.

    `throws`: the letters of the dice that may be thrown together, one die each, such as "BG" or "RY"; all throws have
    as many dice. `region` (u0, v0, u1, v1): the part of the picture where they fall, in pixels; all of it, if left out.
    """

    def __init__(
        self, *throws: str, region: tuple[int, int, int, int] | None = None, reader: TrayReader | None = None
    ) -> None:
        for letters in throws or ("",):
            if not letters or len(set(letters)) != len(letters) or not set(letters) <= set(NAMES):
                raise RefereeError("live.tray.letters", letters=repr(letters), known="".join(NAMES))
        if len({len(letters) for letters in throws}) != 1:
            raise RefereeError("live.tray.unequal", throws=throws)
        self._throws = throws
        names = [[NAMES[letter] for letter in letters] for letters in throws]
        self._tracker = ThrowTracker(len(throws[0]), region=region, reader=reader, throws=names)

    def see(self, shot: Shot) -> list[CameraRoll | CameraNote]:
        """Look at the next picture: the roll that has just come to rest, and what else is to be told."""
        return [self._roll_or_note(event) for event in self._tracker.see(shot.t, shot.image)]

    def rolls(self, shots: Iterable[Shot]) -> Iterator[CameraRoll]:
        """Yield only the rolls of a sequence of pictures."""
        for shot in shots:
            yield from (said for said in self.see(shot) if isinstance(said, CameraRoll))

    def _roll_or_note(self, event: ThrowEvent) -> CameraRoll | CameraNote:
        if event.kind == "taken":
            roll = self._roll(event.dice)
            if roll is not None:
                return CameraRoll(event.t, roll)
            wanted = tuple(_together(NAMES[letter] for letter in letters) for letters in self._throws)
            seen = _together(sorted(die.colour for die in event.dice))
            return CameraNote(event.t, because("live.tray.others", wanted=wanted, seen=seen), event)
        if event.kind in ("ready", "cleared"):
            return CameraNote(event.t, because(f"live.tray.{event.kind}"), event)
        assert event.why is not None
        return CameraNote(event.t, reason_of(event.why), event)

    def _roll(self, dice: tuple[SeenDie, ...]) -> dict[str, int] | None:
        """Return the values by letter; None if the dice are not those of a throw."""
        roll = {LETTERS.get(die.colour, "?"): die.value for die in dice if die.value is not None}
        thrown = next((letters for letters in self._throws if set(letters) == set(roll)), "")
        return {letter: roll[letter] for letter in thrown} or None


def why_of(die: SeenDie) -> str:
    """Return why a die has no value, in English; "" for one that has."""
    return english(reason_of(die.why)) if die.why else ""


def _together(colours: Iterable[str]) -> Reason:
    return because("live.tray.colours", colours=tuple(reason_of(colour_of(name)) for name in colours))


class Tray:
    """A watched tray beside a live game: its rolls as they concern the game, all else told to the players.

    `camera`: the tray's own, where it is not in the picture of the board's.
    """

    def __init__(self, dice: CameraDice, tell: Callable[[Reason], None], camera: Source | None = None) -> None:
        self._dice, self._tell, self._camera = dice, tell, camera

    def rolls(self, board: Shot | None) -> Iterator[dict[str, int]]:
        """Yield the rolls since the last call. `board`: a new picture of the board's camera, if there is one."""
        shot = self._camera.next(0) if self._camera else board
        for said in self._dice.see(shot) if shot else ():
            if isinstance(said, CameraRoll):
                yield said.dice
            else:
                self._tell(said.said)

    def close(self) -> None:
        if self._camera:
            self._camera.close()
