"""Follows one board from picture to picture.

A picture goes through five stages, each of which hands a value to the next:

1. locate (`placing`): where the board lies, a `BoardView`;
2. rectify (`vision.stacks.crops`): every cell upright, `CellCrops`;
3. read (`cell_reading`): every cell by itself, a `BoardReading`;
4. compare (`memory`): what has changed since earlier pictures, a `BoardLook`;
5. answer (`looks`): the log-likelihoods of all stacks asked about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.stacks.change import steady
from vision.stacks.reader import StackReader
from vision.tracking.cell_reading import BoardReader, TablePrior
from vision.tracking.contract import Look
from vision.tracking.looks import BoardLook
from vision.tracking.memory import BoardMemory
from vision.tracking.outlines import pile_outline
from vision.tracking.picture_tracker import PictureTracker
from vision.tracking.placing import Placer


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    same_step: float = 5.0  # grey levels; patches of a picture differ less than this while nothing moves


P: Final = parameters(Parameters)


class BoardTracker(PictureTracker[BoardLook]):
    """A board found in a first picture and followed from there (implements `vision.tracking.contract.Tracker`).

    `prior`: knowledge of the board and its stacks. `a1`: approximate outer corner of a1 in the first picture, pixels;
    by default the near left corner. `corners`: all four corners in the order of the grid's ring, if a player tapped
    them. `camera`: the camera's profile, if measured; otherwise it is estimated from the board and the pieces.
    `cut_off`: share of the board's area that may be out of the picture; such cells count as hidden. `found`: pose found
    by another tracker in this picture. Raises VisionError if no board is found, or if the networks were not
    trained for the board.
    """

    def __init__(
        self,
        image: Image,
        prior: TablePrior,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
        cut_off: float = 0.0,
        found: BoardView | None = None,
    ) -> None:
        super().__init__(image, BoardLook, P.same_step)
        networks = StackReader()
        self._placer = Placer(
            image, prior, networks, a1=a1, corners=corners, camera=camera, cut_off=cut_off, found=found
        )
        self._reader = BoardReader(prior, networks)
        self._memory = BoardMemory(prior.board.grid.cells)

    @property
    def view(self) -> BoardView:
        """Pose of the board."""
        return self._placer.view

    def outline(self, cell: str, stack: str) -> Floats:
        """Return the outline of a cell with a stack on it, N x 2 pixels."""
        return pile_outline(self.view, cell, stack)

    @property
    def found(self) -> BoardView:
        """Pose found in the first picture, before it was refined by the stacks."""
        return self._placer.found

    def find(self, image: Image) -> BoardView:
        """Locate the board in a picture of the first picture's size. Raises VisionError if the board is lost."""
        if self._placer.find(image, self._memory.stacks):
            self._last.forget()
            self._memory.move()
        return self.view

    def weighed(self, look: Look) -> None:
        """Note that the referee weighed `look`. It calls `learn` if it understood the look."""
        own, last = self._own(look), self._last.last
        shown = self._memory.weigh(own)
        if last is not None and last.crops is own.crops:
            self._last.revise(replace(last, again=shown))

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Note that `look` showed `grid`, stacks by cell. Hidden cells, and cells left out, keep their known stacks."""
        own = self._own(look)
        if not self._memory.known and not self.view.lined and own.view is self.view and not own.hidden:
            self._placer.refit_camera(grid, own.image)
            self._last.forget()
            own = self._last.keep(self._read_there(own.image))
        if not own.hand and own.view is self.view:
            self._memory.add_clear(own.image)
        self._memory.learn(own, grid)
        if not own.hidden.issuperset(grid):
            self._last.forget()
        held = {cell: stack for cell, stack in grid.items() if cell not in own.hidden}
        self._reader.learn({cell: seen.first for cell, seen in own.cells.items()}, held)

    def _read(self, image: Image) -> BoardLook:
        self.find(image)
        return self._read_there(image)

    def _read_there(self, image: Image) -> BoardLook:
        """Read a picture in which the board lies where it was located last."""
        crops, last = self._placer.rectify(image), self._last.last
        if last is not None and steady(list(last.crops.values()), crops.crops):
            return replace(last, image=image)
        reading = self._reader.read(crops, self._placer.ends(crops), self._memory.known)
        return self._memory.compare(reading, last)
