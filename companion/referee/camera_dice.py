"""Rolls of the game's dice read by a camera: what a tower announces by wire, seen on a tray instead."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.referee.errors import RefereeError
from vision.dice import Die
from vision.dice_throw import Reader, ThrowEvent, ThrowWatcher
from vision.source import Shot

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "white": "W", "black": "K"}
NAMES = {letter: name for name, letter in LETTERS.items()}


@dataclass(frozen=True)
class CameraRoll:
    """A roll by the letters of the dice's colours, `t` seconds from the beginning."""

    t: float
    dice: dict[str, int]


@dataclass(frozen=True)
class CameraNote:
    """What the players should know about the tray; `event` says what was seen."""

    t: float
    text: str
    event: ThrowEvent


class CameraDice:
    """A dice source that watches a tray: one roll a throw.

    `colours`: the letters of the dice that make a throw, such as "BG", one die each. `region` (u0, v0, u1, v1): the
    part of the picture where they fall, in pixels; all of it, if left out.
    """

    def __init__(
        self, colours: str, *, region: tuple[int, int, int, int] | None = None, reader: Reader | None = None
    ) -> None:
        unknown = [letter for letter in colours if letter not in NAMES]
        if unknown or not colours or len(set(colours)) != len(colours):
            raise RefereeError(
                f"{colours!r} names no dice: write each die's colour once, such as BG ({''.join(NAMES)})"
            )
        self._colours = colours
        self._watcher = ThrowWatcher(len(colours), region=region, reader=reader)

    def see(self, shot: Shot) -> list[CameraRoll | CameraNote]:
        """Look at the next picture: the roll that has just come to rest, and what else is to be told."""
        return [self._said(event) for event in self._watcher.see(shot.t, shot.image)]

    def rolls(self, shots: Iterable[Shot]) -> Iterator[CameraRoll]:
        """Only the rolls of a row of pictures."""
        for shot in shots:
            yield from (said for said in self.see(shot) if isinstance(said, CameraRoll))

    def _said(self, event: ThrowEvent) -> CameraRoll | CameraNote:
        if event.kind == "taken":
            roll = self._roll(event.dice)
            if roll is not None:
                return CameraRoll(event.t, roll)
            wanted = " and ".join(NAMES[letter] for letter in self._colours)
            seen = " and ".join(sorted(die.colour for die in event.dice))
            return CameraNote(event.t, f"the throw needs the {wanted} dice, {seen} were thrown", event)
        text = {"ready": "the tray is empty: throw", "cleared": "the dice are off the tray"}.get(event.kind, event.why)
        return CameraNote(event.t, text, event)

    def _roll(self, dice: tuple[Die, ...]) -> dict[str, int] | None:
        """The values by letter, or None where the dice are not those of the throw."""
        roll = {LETTERS.get(die.colour, "?"): die.value for die in dice if die.value is not None}
        return {letter: roll[letter] for letter in self._colours} if set(roll) == set(self._colours) else None
