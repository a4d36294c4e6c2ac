"""Eyes for a turntable: they remember what stood there, which tells which way it stands now."""

from collections.abc import Mapping

from companion.games.blokus3d.rules import Position
from companion.games.blokus3d.rules.model import square_name
from companion.referee.table import Hints
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.image import Image
from vision.watching.column_watcher import ColumnLook, ColumnWatcher
from vision.watching.contract import Look


class TurntableEyes:
    """Watches a turntable under the mask of `start` (implements `vision.watching.contract.Watcher`). Raises VisionError
    where none is found, and where the network that reads columns is not installed."""

    def __init__(self, image: Image, hints: Hints, start: Position) -> None:
        limits = {square_name(square): highest for square, highest in start.limits.items()}
        camera = Camera.from_json(hints.camera) if hints.camera else None
        self._watcher = ColumnWatcher(image, limits, a1=hints.corner, corners=hints.corners, camera=camera)
        self._stood: dict[str, str] = {}

    @property
    def view(self) -> BoardView:
        """Where the turntable lies, and which way it stands."""
        return self._watcher.view

    def look(self, image: Image) -> ColumnLook:
        return self._watcher.look(image, self._stood)

    def weighed(self, look: Look) -> None:
        self._watcher.weighed(look)

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        self._stood = {place: column for place, column in grid.items() if column}
        self._watcher.learn(look, grid)
