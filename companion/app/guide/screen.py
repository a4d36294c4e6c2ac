"""A screen that leads through something: a picture, what is to be done, and buttons."""

from collections.abc import Callable, Mapping
from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.app.games.registry import GAMES
from companion.app.guide.corner_handles import CornerHandles
from companion.app.guide.guide import BOARD, CORNERS, Guide
from companion.app.guide.pictures import GuidePicture
from companion.app.guide.presenter import StepsPresenter, StepsView
from companion.app.intents import Send, call
from companion.app.theme import theme
from companion.app.views import Action, BoardPicture
from companion.app.widgets import camera_picture  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import Page, load, show_actions
from companion.app.widgets.icon_button import IconButton
from companion.app.widgets.qr_code import LargeCode


class StepsScreen(Page):
    """`own` does what the buttons of those names are for that ask nothing of the table."""

    tone = StringProperty("plain")
    shown = ObjectProperty(None, allownone=True)

    def __init__(
        self, presenter: StepsPresenter, send: Send, own: Mapping[str, Callable[[Any], None]], **kwargs: object
    ) -> None:
        self.presenter = presenter
        self._send, self._own = send, own
        self.view: StepsView | None = None
        super().__init__(**kwargs)
        # Widgets that are off the screen live only as long as somebody holds them.
        self._picture = self.ids.picture.__self__
        self._sketch: Any = GuidePicture()
        self._code = LargeCode()
        self._board: Any = GAMES[BOARD.game].emblem()
        book = IconButton("rules", needed=True, on_release=lambda _book: self._own["rules"](self.shown))
        self.ids.header.add_widget(book)
        self.handles = CornerHandles(names=CORNERS)
        self._picture.add_widget(self.handles)
        for side in ("pos", "size", "texture"):
            self._picture.bind(**{side: self.handles.setter(side)})
        self.ids.picture_box.bind(size=lambda *_: self._fit())
        self.ids.card.bind(size=lambda *_: self._place_board())

    def show(self, state: Any) -> None:
        """Take over a new state."""
        self.shown = state
        view = self.view = self.presenter.view(state)
        ids = self.ids
        ids.title.text, ids.headline.text, self.tone = view.title, view.headline, view.tone
        ids.words.text = "\n\n".join(words for words in view.words if words)
        show_actions(ids.choices, view.choices, self.act)
        show_actions(ids.actions, view.actions, self.act)
        self._code.text = view.code
        self._put_into_picture_box(self._code if view.code else self._picture if view.picture else self._sketch)
        if view.picture:
            self._picture.show(view.picture)
        self._fit()
        self._sketch.shows = view.sketch
        self._set_corners(view)
        self._show_board(view.board)

    def act(self, action: Action) -> None:
        """Handle a pressed button."""
        if action.intent:
            self._send(action.intent)
        elif action.name == "keep_corners":
            self._send(call(Guide.keep_corners, self.handles.corners))
        else:
            self._own[action.name](self.shown)

    def _set_corners(self, view: StepsView) -> None:
        """Handles that are being dragged stay where the players have them."""
        if view.corners is None or self.handles.corners is None:
            self.handles.corners = view.corners

    def _show_board(self, board: BoardPicture | None) -> None:
        self._board.picture = board
        self._place_board()

    def _place_board(self) -> None:
        """Below the words, where there is room for it."""
        card, box = self.ids.card, self.ids.board_box
        room = card.height * 0.55 if self._board.picture and not theme.narrow else 0
        box.height = min(room, card.width) if min(room, card.width) > theme.touch * 3 else 0
        if bool(box.height) != bool(self._board.parent):
            if self._board.parent:
                box.remove_widget(self._board)
            else:
                box.add_widget(self._board)

    def _put_into_picture_box(self, widget: Any) -> None:
        box = self.ids.picture_box
        if widget.parent is not box:
            box.clear_widgets()
            box.add_widget(widget)

    def _fit(self) -> None:
        """Make a camera's picture as large as it can be in its own proportions."""
        picture, box = self._picture, self.ids.picture_box
        if picture.texture:
            width, height = picture.texture.size
            scale = min(box.width / width, box.height / height)
            picture.size = (width * scale, height * scale)


load(__file__)
