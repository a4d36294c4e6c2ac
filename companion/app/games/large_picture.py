"""The camera's picture as large as there is room for it, with the board's corners over it where they are shown."""

from collections.abc import Sequence

from kivy.uix.anchorlayout import AnchorLayout

from companion.app.guide.corner_handles import CornerHandles, Spot
from companion.app.views import ShownPicture
from companion.app.widgets.camera_picture import CameraPicture

# Longer names are none of a square.
LONGEST = 4


class LargePicture(AnchorLayout):
    """`handles` are the corners to be dragged."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(anchor_y="top", **kwargs)
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
        """Handles that are being dragged stay where the players have them."""
        self.handles.names = tuple(name if len(name) < LONGEST else "" for name in names) or ("",) * 4
        if corners is None or self.handles.corners is None:
            self.handles.corners = corners

    def _fit(self) -> None:
        if self.picture.texture:
            width, height = self.picture.texture.size
            scale = min(self.width / width, self.height / height)
            self.picture.size = (width * scale, height * scale)
