"""What a camera sees of a set-up that is being built: what is to be put right, and where the board lies."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from companion.app.devices.camera import CameraSource, corners_of
from companion.app.devices.camera_desk import AMBER, RED, Spot, drawn_over
from companion.games.errors import CompanionError
from companion.games.reason import Reason
from companion.referee import priors
from companion.referee.errors import RefereeError, error_reason
from companion.referee.evidence import Evidence
from companion.referee.game import Game
from companion.referee.grid import Grid, Place, Thing
from companion.referee.live.cameras import Image, OutliningTracker, VisionError
from companion.referee.table import AnyTable

# From so many nats on it is certain which way round a board lies (0.97).
SURELY = 3.5
# The radius of a ring around a place, as a share of the root of its area.
RING = 0.62
# What is seen around places that are cut out, in radii of their rings, and the least width of that in the picture's.
BESIDE, LEAST_PART = 2.0, 0.2
# Where corners are put to begin with while no board is found, counter-clockwise from the near left one.
SOMEWHERE: tuple[Spot, ...] = ((0.2, 0.8), (0.8, 0.8), (0.7, 0.25), (0.3, 0.25))


@dataclass(frozen=True)
class SetupSeen:
    """`faults` are the places to put right (what belongs there, what seems to be), None while that is not known;
    of the `unseen` nothing of the set-up is seen; `wanted` is what belongs where. `corners` are the board's corners as
    shares of the picture, by the `names` of their places; `trouble` is why nothing can be told. `notes` are what is
    remarkable about a set-up that is right, `sure` is how sure it is, `turned` by how many nats it fits better with the
    board the other way round.
    """

    found: bool = False
    faults: Mapping[Place, tuple[Thing, Thing]] | None = None
    unseen: tuple[Place, ...] = ()
    wanted: Grid = field(default_factory=dict)
    corners: tuple[Spot, ...] | None = None
    names: tuple[str, ...] = ()
    shown: bool = False
    trouble: Reason | None = None
    notes: tuple[Reason, ...] = ()
    sure: float = 0.0
    turned: float = -math.inf

    @property
    def right(self) -> bool:
        """Whether all of the set-up is seen to be right."""
        return self.faults == {} and not self.unseen and self.trouble is None and not self.asked

    @property
    def by_word(self) -> bool:
        """Return True if it would be right by the players' word that what is not seen stands there."""
        return not self.faults and bool(self.unseen) and self.sure > 0 and not self.asked

    @property
    def may_begin(self) -> bool:
        """Return True if a game may begin with it, if need be by the players' word."""
        return self.right or self.by_word

    @property
    def doubtful(self) -> bool:
        """Whether what is right is remarkable and not certain, so that the players are to compare it."""
        return bool(self.notes) and self.sure < priors.CERTAIN

    @property
    def asked(self) -> bool:
        """Whether the players are asked which way round the board lies."""
        return self.trouble is None and self.turned > -SURELY and self.faults is not None


class SetupWatch:
    """Looks at what is built until the game begins. Where the corners that were kept fit nothing it seeks the board
    anew.
    """

    def __init__(self, game: Game, source: CameraSource) -> None:
        self._game, self._source = game, source
        self.seen = SetupSeen(shown=bool(source.corners))
        # The picture that was looked at last.
        self.image: Image | None = None
        # Whether the players have said which way round the board lies.
        self.settled = False

    @property
    def _table(self) -> AnyTable:
        return self._game.table

    def look(self, image: Image) -> SetupSeen:
        """What a picture shows of the set-up."""
        self.image = image
        seen, tracker = self._looked(image)
        if seen.turned > SURELY and seen.corners and not self.settled:
            self._source.turn_board(seen.corners)
            self._game.tracker.seek()
            seen, tracker = self._looked(image)
        if seen.trouble and self._source.corners:
            kept = self._source.corners
            self._source.set_corners(None)
            self._game.tracker.seek()
            anew, found = self._looked(image)
            if anew.trouble is None:
                seen, tracker = anew, found
            else:
                self._source.set_corners(kept)
        if seen.trouble:
            self._game.tracker.seek()
        self.seen = seen
        wrong = tuple(seen.faults or ())
        self._source.mark = lambda picture: marked(picture, tracker, self._table.places, wrong, seen.unseen)
        return seen

    def settle(self, *, other: bool) -> None:
        """The board lies as it was found, or the other way round, by the players' word."""
        self.settled = True
        if other and self.seen.corners:
            self._source.turn_board(self.seen.corners)
            self._game.tracker.seek()
        if self.image is not None:
            self.look(self.image)

    def take_beside(self) -> None:
        """It is the board beside the one that was found. Raises RefereeError where none shows."""
        beside = getattr(self._game.tracker.current, "beside", None)
        if self.image is None or beside is None:
            return
        try:
            corners, _ = corners_of(beside(self.image), self.image)
        except VisionError as error:
            raise RefereeError.of(error_reason(error)) from error
        self._source.set_corners(corners)
        self._game.tracker.seek()
        self.look(self.image)

    def take_at_word(self) -> None:
        """What was chosen is what lies there, by the players' word."""
        self._table.take_at_word()
        if self.image is not None:
            self.look(self.image)

    def _looked(self, image: Image) -> tuple[SetupSeen, Any]:
        shown, tracker = bool(self._source.corners), None
        corners: tuple[Spot, ...] | None = None
        names: tuple[str, ...] = ()
        turned = -math.inf
        try:
            tracker, _, evidence = self._game.examine(image)
            corners, names = corners_of(tracker, image)
            turned = turned if self.settled else self._table.turned(evidence)
            found = self._table.check_setup(evidence)
            faults, wanted = dict(found.faulty), dict(found.wanted)
            seen = SetupSeen(True, faults, found.unseen, wanted, corners, names, shown, turned=turned)
            if faults or seen.asked:
                return seen, tracker
            return self._read(evidence, seen), tracker
        except (CompanionError, VisionError) as error:
            seen = SetupSeen(
                tracker is not None, None, (), {}, corners, names, shown, error_reason(error), turned=turned
            )
            return seen, tracker

    def _read(self, evidence: Evidence, seen: SetupSeen) -> SetupSeen:
        """Raises CompanionError for what cannot be read though all of it is seen."""
        try:
            read = self._table.read_setup(evidence)
        except CompanionError:
            if seen.unseen:
                return seen
            raise
        return replace(seen, wanted=dict(read.grid), notes=read.notes, sure=read.confidence)


def marked(
    image: Image, tracker: Any, places: Sequence[Place], wrong: Sequence[Place] = (), unseen: Sequence[Place] = ()
) -> Image:
    """A picture with the outline of the board that was found, its corners where they are named like `places`, and rings
    around what is wrong and around what is not seen."""
    if not isinstance(tracker, OutliningTracker):
        return image
    corners = tracker.view.corners
    named = {name: spot for name, spot in corners.items() if name in places}
    drawn = drawn_over(image, [*corners.values()], named, rings(tracker, unseen), AMBER)
    return drawn_over(drawn, ringed=rings(tracker, wrong), tone=RED)


def rings(tracker: OutliningTracker, places: Sequence[Place]) -> list[tuple[Spot, float]]:
    """Middle and radius of a ring around each place, in pixels."""
    found = []
    for place in places:
        floor = tracker.outline(place, "").astype(np.float32)
        across, down = floor.mean(axis=0)
        found.append(((float(across), float(down)), RING * math.sqrt(cv2.contourArea(floor))))
    return found


def cut_out(image: Image, tracker: Any, places: Sequence[Place]) -> Image | None:
    """Return the part of a picture around places of the board; None where none are known."""
    found = rings(tracker, places) if isinstance(tracker, OutliningTracker) else []
    if not found:
        return None
    height, width = image.shape[:2]
    beside = max(BESIDE * max(radius for _, radius in found), LEAST_PART * width / 2)
    left, right = min(x for (x, _), _ in found) - beside, max(x for (x, _), _ in found) + beside
    upper, lower = min(y for (_, y), _ in found) - beside, max(y for (_, y), _ in found) + beside
    part = image[max(0, round(upper)) : min(height, round(lower)), max(0, round(left)) : min(width, round(right))]
    return part if part.size else None
