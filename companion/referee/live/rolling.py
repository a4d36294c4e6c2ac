"""Dice without a game: every roll of a device, a camera's tray or a line typed, stored before it is handed out."""

import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError, error_reason, reason_of
from companion.referee.live.camera_dice import LETTERS
from companion.referee.live.typed import Lines
from hardware.dice import DiceRoll, DiceSource, Die, Moving, Provenance, VoidRoll
from hardware.errors import DeviceError
from hardware.roll_store import RollStore, StoredRoll
from vision.dice.eye import SeenDie
from vision.dice.tray import ThrowTracker
from vision.sources.source import Shot

Tell = Callable[[Reason], None]
# How often a device is asked.
POLL_SECONDS: Final = 0.05
# Silence of a device after which people are told that it is waited for.
SILENT_SECONDS: Final = 3.0
_DIE: Final = re.compile(r"([A-Za-z]?)([1-6])")


def device_rolls(source: DiceSource, typed: Lines, tell: Tell) -> Iterator[StoredRoll]:
    """Yield the rolls of a device, which stores them itself, until somebody types quit. An empty line or ``throw``
    makes a machine roll."""
    silent_until: float | None = time.monotonic() + SILENT_SECONDS
    if source.can_throw:
        tell(because("live.throw"))
        silent_until = None
    while True:
        for line in typed.waiting():
            if line.lower() in ("quit", "q"):
                return
            try:
                source.throw()
            except DeviceError as error:
                tell(error_reason(error))
        for event in source.poll():
            silent_until = None
            if isinstance(event, DiceRoll | VoidRoll):
                yield event
            elif not isinstance(event, Moving):
                tell(reason_of(event.fact))
        if silent_until is not None and time.monotonic() > silent_until:
            tell(because("live.no_device"))
            silent_until = None
        time.sleep(POLL_SECONDS)


def typed_rolls(lines: Iterable[str], store: RollStore, tell: Tell) -> Iterator[StoredRoll]:
    """Read rolls such as ``B4 G5``, or ``4 5`` of dice without colours, one a line, until quit or the end."""
    numbered = NumberedRolls(Provenance("typed", "typed", durable=False))
    for line in lines:
        if line.strip().lower() in ("quit", "q"):
            return
        try:
            dice = typed_dice(line)
        except RefereeError as error:
            tell(error.reason)
            continue
        if dice:
            roll = numbered.next(dice)
            store.save(roll)
            yield roll


def typed_dice(text: str) -> tuple[Die, ...]:
    """Parse the dice of a typed line. Raises RefereeError for no roll."""
    dice = []
    for word in text.replace(",", " ").split():
        found = _DIE.fullmatch(word)
        if not found:
            raise RefereeError("live.no_roll", text=repr(word))
        dice.append(Die(found[1].upper() or None, int(found[2])))
    return tuple(dice)


def seen_rolls(
    shots: Iterable[Shot | None], tracker: ThrowTracker, store: RollStore, tell: Tell
) -> Iterator[StoredRoll]:
    """Yield the throws onto a tray under a camera; everything else seen there is told."""
    numbered = NumberedRolls(Provenance("camera", "camera", durable=False))
    for shot in shots:
        for event in tracker.see(shot.t, shot.image) if shot else ():
            if event.kind == "taken":
                roll = numbered.of_seen(event.dice)
                store.save(roll)
                yield roll
            elif event.why:
                tell(reason_of(event.why))


class NumberedRolls:
    """Numbers the rolls of a source that does not do so itself."""

    def __init__(self, source: Provenance) -> None:
        self._source = source
        self._epoch, self._number = secrets.token_hex(4).upper(), 0

    def of_seen(self, dice: Iterable[SeenDie], arm: int = 0) -> DiceRoll:
        """Return the roll of dice that a camera has seen, bound to the turn `arm`."""
        return self.next(tuple(Die(LETTERS.get(die.colour), die.value, round(die.confidence, 3)) for die in dice), arm)

    def next(self, dice: tuple[Die, ...], arm: int = 0) -> DiceRoll:
        self._number += 1
        return DiceRoll(self._source, self._epoch, self._number, dice, time.time(), arm)
