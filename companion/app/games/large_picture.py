"""The camera's picture, as large as the window allows, with handles on the board's corners."""

from collections.abc import Sequence

from kivy.uix.anchorlayout import AnchorLayout

from companion.app.guide.corner_handles import CornerHandles
from companion.app.views import ShownPicture, Spot
from companion.app.widgets.camera_picture import CameraPicture

# Most characters of a square's name; longer names are not written on the handles.
LONGEST_SQUARE_NAME = 3


class LargePicture(AnchorLayout):
    """`handles` are the corners to be dragged."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.picture = CameraPicture(size_hint=(None, None))
        self.handles = CornerHandles()
        self.picture.add_widget(self.handles)
        for side in ("pos", "size", "texture"):
            self.picture.bind(**{side: self.handles.setter(side)})
        self.add_widget(self.picture)
        self.bind(size=lambda *_: self._fit())

    def show(self, picture: ShownPicture) -> None:
        self.picture.show(picture)
        self._fit()

    def set_corners(self, corners: Sequence[Spot] | None, names: Sequence[str]) -> None:
        """Show the corners, or hide them with None. Handles already shown stay where the players dragged them."""
        self.handles.names = tuple(name if len(name) <= LONGEST_SQUARE_NAME else "" for name in names) or ("",) * 4
        if corners is None or self.handles.corners is None:
            self.handles.corners = corners

    def _fit(self) -> None:
        if self.picture.texture:
            width, height = self.picture.texture.size
            scale = min(self.width / width, self.height / height)
            self.picture.size = (width * scale, height * scale)
