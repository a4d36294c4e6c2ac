"""Follows a dice tray or a free part of the table through a video: when a throw has come to rest, and its values.

A throw is taken once, and only from dice that were seen rolling freely: a die that lay under a hand after it last moved
was set, not thrown. The throw stays taken until the dice are picked up. A die that shows another value before that was
turned; this is reported and changes nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.eye import DiceEye, SeenDie
from vision.errors import Fact, VisionError, fact
from vision.image import Image
from vision.parameters import parameters

Kind = Literal["ready", "taken", "doubt", "turned", "cleared"]
Mask = NDArray[np.uint8]

# Width at which pictures are compared: motion and hands are large.
WATCHED_WIDTH = 320


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    step: int = 16  # grey levels; larger differences of small pictures are changes
    quiet_s: float = 0.4  # s without motion after which the tray is at rest
    patience_s: float = 1.5  # s at rest before a fault is reported: a die may still roll back
    lasting_s: float = 3.0  # s at rest after which what covers the tray is no hand
    moving_share: float = 0.0004  # share of the watched area that changes while something moves
    hand_share: float = 0.012  # share of the watched area that a hand reaching in from the side covers
    free_px: int = 6  # small pixels around a hand in which motion is not free of it
    most: int = 30  # dice of a throw


P: Final = parameters(Parameters)
NEVER = -1e9


class TrayReader(Protocol):
    """Reads the dice of a picture at rest (`vision.dice.eye.DiceEye`)."""

    def read(self, image: Image, expected: int | None = None) -> list[SeenDie]: ...


@dataclass(frozen=True)
class ThrowEvent:
    """An event on the tray.

    `ready`: the tray is known empty, dice may be thrown. `taken`: the throw, every die with its value. `doubt`: dice at
    rest that make no throw; `why` says what is wrong. `turned`: a taken die shows another value, or a die was added;
    the throw stands. `cleared`: the taken dice are gone.
    """

    t: float
    """Seconds from the beginning."""
    kind: Kind
    dice: tuple[SeenDie, ...] = ()
    """Places in pixels of the whole picture."""
    why: Fact | None = None


class ThrowTracker:
    """Tracks one tray. `expected`: dice of a throw. `region`: part of the picture to watch (u0, v0, u1, v1). `throws`:
    colours of dice that may be thrown together, if known."""

    def __init__(
        self,
        expected: int,
        *,
        region: tuple[int, int, int, int] | None = None,
        reader: TrayReader | None = None,
        throws: Sequence[Sequence[str]] = (),
    ) -> None:
        if not 1 <= expected <= P.most:
            raise VisionError("vision.dice.count", n=expected)
        self.expected, self._throws = expected, throws
        self.taken: tuple[SeenDie, ...] = ()
        self._region = region
        self._reader: TrayReader = reader or DiceEye()
        self._empty: Mask | None = None
        self._last: Mask | None = None
        self._free_at: NDArray[np.float64] = np.empty((0, 0))
        self._hand_at: NDArray[np.float64] = np.empty((0, 0))
        self._bare_at: NDArray[np.float64] = np.empty((0, 0))
        self._fair: list[SeenDie] = []
        self._still_since = 0.0
        self._readings: list[tuple[SeenDie, ...]] = []
        self._agreed = False
        self._told: Fact | None = None
        self._taken_look: Mask | None = None
        self._gone: set[int] = set()
        self._zoom = 1.0

    def see(self, t: float, image: Image) -> list[ThrowEvent]:
        """Look at the next picture, taken `t` seconds from the beginning. Raises VisionError if it cannot be used."""
        part = self._watched(image)
        small = self._small(part)
        if self._last is None or self._last.shape != small.shape:
            self._begin(t, small)
            return []
        moving = changed(self._last, small)
        self._last = small
        hand = np.zeros_like(moving)
        events: list[ThrowEvent] = []
        if self._empty is not None:
            strange = changed(self._empty, small)
            hand = hands(strange)
            self._hand_at[hand > 0] = t
            self._bare_at[strange == 0] = t
            events += self._see_gone(t, small, strange)
        free = moving & ~near(hand, P.free_px)
        self._free_at[free > 0] = t
        if moving.mean() > P.moving_share:
            self._still_since, self._readings, self._agreed = t, [], False
            return events
        # A resting hand is as still as the dice; what stays for long is no hand.
        covered = bool(hand.any())
        if t - self._still_since >= (P.lasting_s if covered else P.quiet_s):
            events += self._at_rest(t, part, small, covered)
        return events

    def _begin(self, t: float, small: Mask) -> None:
        self._last, self._empty, self._still_since = small, None, t
        self._free_at, self._hand_at, self._bare_at = (np.full(small.shape[:2], NEVER) for _ in range(3))
        self._readings, self._agreed, self._told = [], False, None
        self.taken, self._gone, self._fair = (), set(), []

    def _watched(self, image: Image) -> Image:
        if self._region is None:
            return image
        u0, v0, u1, v1 = self._region
        part = image[max(v0, 0) : max(v1, 0), max(u0, 0) : max(u1, 0)]
        if not part.size:
            raise VisionError("vision.dice.region", region=self._region)
        return part

    def _small(self, part: Image) -> Mask:
        height, width = part.shape[:2]
        self._zoom = WATCHED_WIDTH / width
        size = (WATCHED_WIDTH, max(round(height * self._zoom), 1))
        how = cv2.INTER_AREA if self._zoom < 1 else cv2.INTER_LINEAR
        return np.asarray(cv2.GaussianBlur(cv2.resize(part, size, interpolation=how), (5, 5), 0), np.uint8)

    def _at_rest(self, t: float, part: Image, small: Mask, covered: bool) -> list[ThrowEvent]:
        """Read the still picture until two readings agree, then report once."""
        if not self._agreed:
            self._readings = [*self._readings[-1:], tuple(self._reader.read(part, self._awaited(small)))]
            self._agreed = len(self._readings) == 2 and agree(*self._readings)
            if not self._agreed:
                return []
            self._fair = [
                die for die in self._readings[-1] if self._rolled(die) or any(same(die, d) for d in self._fair)
            ]
        dice = self._readings[-1]
        if not dice:
            return self._empty_tray(t, small)
        if covered:
            return self._tell(t, "doubt", dice, fact("vision.tray.covered"))
        if self.taken:
            return self._tell(t, "turned", dice, self._difference(dice))
        why = self._fault(dice)
        if why:
            # A die may still be rolling back to the tray.
            return self._tell(t, "doubt", dice, why) if t - self._still_since >= P.patience_s else []
        self.taken, self._taken_look, self._gone, self._told = dice, small, set(), None
        return [ThrowEvent(t, "taken", self._in_picture(dice))]

    def _empty_tray(self, t: float, small: Mask) -> list[ThrowEvent]:
        known, had = self._empty is not None, self.taken
        self._empty, self.taken, self._told, self._fair = small, (), None, []
        if had:
            return [ThrowEvent(t, "cleared", self._in_picture(had))]
        return [] if known else [ThrowEvent(t, "ready")]

    def _see_gone(self, t: float, small: Mask, strange: Mask) -> list[ThrowEvent]:
        """Note which taken dice have left their places; when all have, they have been picked up."""
        if not self.taken or self._taken_look is None:
            return []
        other = changed(self._taken_look, small)
        for k, die in enumerate(self.taken):
            spot = self._disc(die, 0.35)
            if float(other[spot].mean()) > 0.5 and float(strange[spot].mean()) < 0.3:
                self._gone.add(k)
        if len(self._gone) < len(self.taken):
            return []
        had, self.taken, self._gone, self._told, self._fair = self.taken, (), set(), None, []
        return [ThrowEvent(t, "cleared", self._in_picture(had))]

    def _tell(self, t: float, kind: Kind, dice: tuple[SeenDie, ...], why: Fact | None) -> list[ThrowEvent]:
        """Report what lies there, unless it was the last report."""
        if why == self._told:
            return []
        self._told = why
        return [ThrowEvent(t, kind, self._in_picture(dice), why)] if why else []

    def _fault(self, dice: Sequence[SeenDie]) -> Fact | None:
        """Return why dice at rest are no throw; None if they are one."""
        if self._empty is None:
            return fact("vision.tray.from_the_beginning")
        if len(dice) < self.expected:
            return fact("vision.tray.few", n=len(dice), expected=self.expected, missing=self._missing(dice))
        if len(dice) > self.expected:
            return fact("vision.tray.many", n=len(dice), expected=self.expected)
        for die in dice:
            if die.value is None:
                return fact("vision.tray.unread", colour=colour_of(die.colour), why=die.why)
        for die in dice:
            if die not in self._fair:
                return fact("vision.tray.by_hand", colour=colour_of(die.colour))
        return None

    def _awaited(self, small: Mask) -> int | None:
        """Return how many dice should lie there; None where none lies there, or not only a throw."""
        thrown = self._empty is not None and not self.taken and bool(changed(self._empty, small).any())
        return self.expected if thrown else None

    def _missing(self, dice: Sequence[SeenDie]) -> Fact:
        """Return which dice are missing, if their colours tell."""
        seen = Counter(die.colour for die in dice)
        left = {tuple(sorted((Counter(throw) - seen).elements())) for throw in self._throws if seen <= Counter(throw)}
        if len(left) != 1:
            return fact("vision.tray.rolled_off")
        (names,) = left
        return fact("vision.tray.missing", n=len(names), colours=tuple(map(colour_of, names)))

    def _rolled(self, die: SeenDie) -> bool:
        """Return True if a die came to its place by itself.

        Its place has seen motion free of any hand, and no hand has covered it since the ground was last visible there.
        For a die hardly different from the ground, motion and no hand since are enough.
        """
        middle, about = self._disc(die, 0.35), self._disc(die, 0.9)
        free = float(self._free_at[about].max(initial=NEVER))
        hand = float(self._hand_at[middle].max(initial=NEVER))
        return free > NEVER and hand < free and hand <= float(np.median(self._bare_at[middle]))

    def _difference(self, dice: Sequence[SeenDie]) -> Fact | None:
        """Return how dice at rest differ from the taken throw; None if they do not."""
        if len(dice) > len(self.taken):
            return fact("vision.tray.added", n=len(dice), had=len(self.taken))
        left = list(dice)
        for old in self.taken:
            alike = [die for die in left if die.colour == old.colour] or left
            if not alike:
                return fact("vision.tray.taken_away", colour=colour_of(old.colour), value=old.value)
            new = min(alike, key=lambda die: (die.value != old.value, apart(die, old)))
            left.remove(new)
            if new.value is not None and new.value != old.value:
                return fact("vision.tray.turned", colour=colour_of(old.colour), was=old.value, now=new.value)
        return None

    def _disc(self, die: SeenDie, faces: float) -> NDArray[np.bool_]:
        """Return a mask of the small picture within some faces of a die's middle."""
        assert self._last is not None
        height, width = self._last.shape[:2]
        v, u = np.ogrid[:height, :width]
        reach = max(faces * die.face * self._zoom, 1.5)
        middle = ((die.at[0] + 0.5) * self._zoom - 0.5, (die.at[1] + 0.5) * self._zoom - 0.5)
        return np.asarray((u - middle[0]) ** 2 + (v - middle[1]) ** 2 <= reach**2)

    def _in_picture(self, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
        if self._region is None:
            return tuple(dice)
        return tuple(die.moved(max(self._region[0], 0), max(self._region[1], 0)) for die in dice)


def colour_of(name: str) -> Fact:
    """Return the word for a die's colour."""
    return fact(f"vision.die.{name}")


def changed(one: Mask, two: Mask) -> Mask:
    """Return where two small pictures differ by more than noise: height x width, 0 or 1."""
    return np.asarray(cv2.absdiff(one, two).max(axis=2) > P.step, np.uint8)


def hands(strange: Mask) -> Mask:
    """Return the parts foreign to the empty tray that are as large as a hand and reach in from the side."""
    _, names, stats, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(strange, np.ones((3, 3), np.uint8)), connectivity=8
    )
    height, width = strange.shape
    mask = np.zeros_like(strange)
    for k in range(1, len(stats)):
        left, top, wide, high, area = (int(n) for n in stats[k])
        outer = left == 0 or top == 0 or left + wide == width or top + high == height
        if outer and area > P.hand_share * strange.size:
            mask[names == k] = 1
    return mask


def near(mask: Mask, pixels: int) -> Mask:
    return np.asarray(cv2.dilate(mask, np.ones((2 * pixels + 1, 2 * pixels + 1), np.uint8)), np.uint8)


def agree(one: Sequence[SeenDie], two: Sequence[SeenDie]) -> bool:
    """Return True if two readings show the same dice: the same number and values, each in its place."""
    return len(one) == len(two) and all(any(same(new, old) for new in two) for old in one)


def same(one: SeenDie, two: SeenDie) -> bool:
    return one.value == two.value and apart(one, two) < 0.4 * two.face


def apart(one: SeenDie, two: SeenDie) -> float:
    return float(np.hypot(one.at[0] - two.at[0], one.at[1] - two.at[1]))
