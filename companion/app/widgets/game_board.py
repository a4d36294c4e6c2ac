"""The board of any game: what its drawing says, with frames, arrows, badges and things on their way."""

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from companion.app.theme import theme
from companion.app.views import BoardPicture, Slide
from companion.app.widgets.drawn_button import DrawnButton
from companion.app.widgets.shapes import Fit, fitted, paint
from companion.app.widgets.sliding import Sliding
from companion.app.widgets.touched_board import TouchedBoard
from companion.referee.drawing.board import DrawnBoard
from companion.referee.drawing.shapes import Box, Polygon
from companion.referee.grid import Place
from companion.referee.table_parts import TableDrawing

# About how many shapes are drawn in one frame.
MOST_SHAPES = 160
# Of a part of the board, in cells: the smallest, the smallest that is not shown by itself, and what is seen beside it.
LEAST_PART, MOST_PART, BESIDE = 2, 4, 0.3
# How large a thing on a button is, in cells, and the cross that stands for none.
BUTTON_CELLS, CROSS = 1.1, 0.16


class GameBoard(TouchedBoard):
    """Shows a BoardPicture as its game draws it."""

    def __init__(self, drawing: TableDrawing, **kwargs: object) -> None:
        self.drawing = drawing
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._go_on = Clock.create_trigger(self._draw_things, 0)
        self._ground, self._frames, self._things, self._marks = (InstructionGroup() for _ in range(4))
        self._groups: dict[Place, InstructionGroup] = {}
        self._board: DrawnBoard | None = None
        # What stands in each group.
        self._drawn: dict[Place, str] = {}
        self._drawn_for: object = None
        self._sliding = Sliding(drawing)
        self._sliding.bind(along=self._redraw)
        super().__init__(**kwargs)
        for group in (self._ground, self._frames, self._things, self._marks):
            self.canvas.add(group)
        self.bind(pos=self._redraw, size=self._redraw, picture=self._redraw)
        theme.bind(name=self._redraw)

    def on_picture(self, _view: object, picture: BoardPicture | None) -> None:
        """Find the board, and let what is new on its way set out."""
        self._board = self.drawing.board(picture.grid, touched=self.touchable) if picture else None
        self._sliding.set_out(picture.slides if picture else (), moving=self.touchable)

    def centre_of(self, spot: str) -> tuple[float, float]:
        """Where a place's middle is, in window pixels."""
        board = self._board or self.drawing.board({}, touched=self.touchable)
        return self._view(board).at(*board.places[spot].box.centre)

    def spot_at(self, x: float, y: float) -> str | None:
        return self._board.place_at(*self._view(self._board).back(x, y)) if self._board else None

    def _view(self, board: DrawnBoard) -> Fit:
        return fitted(part_of(board, self.picture), self.x, self.y, self.width, self.height)

    def _draw(self, *_: object) -> None:
        """Draw what has changed, a whole board in several frames."""
        board, picture = self._board, self.picture
        if board is None or self.width < 10:
            self._drawn_for = None
            for group in (self._ground, self._frames, self._things, self._marks):
                group.clear()
            return
        view = self._view(board)
        if (board, view, theme.name) != self._drawn_for:
            self._drawn_for = (board, view, theme.name)
            self._drawn = {}
            self._ground.clear()
            self._things.clear()
            paint(self._ground, board.ground, view)
            self._groups = {place: InstructionGroup() for place in board.places}
            for group in self._groups.values():
                self._things.add(group)
        self._draw_things()
        self._frames.clear()
        self._marks.clear()
        for place, tone in picture.frames.items():
            if place in board.places:
                paint(self._marks if board.frames_over else self._frames, [board.frame(place, tone)], view)
        for slide in self._sliding.moving:
            self._draw_slide(board, view, slide)
        paint(self._marks, board.arrows(picture.arrows), view)
        for place, shapes in picture.over.items():
            paint(self._marks, shapes, view.moved(*board.places[place].box.centre))
        for place, (text, tone) in picture.badges.items():
            if place in board.places:
                paint(self._marks, board.badge(place, text, tone), view)

    def _draw_things(self, *_: object) -> None:
        """Draw the things that have changed, as many as a frame has the time for."""
        board, picture = self._board, self.picture
        if board is None:
            return
        view, drawn = self._view(board), 0
        looks = self._sliding.resting(picture.grid)
        for place, group in self._groups.items():
            thing = looks.get(place, "")
            if self._drawn.get(place) == thing:
                continue
            if drawn > MOST_SHAPES:
                self._go_on()
                return
            group.clear()
            shapes = board.thing(place, thing)
            paint(group, shapes, view.moved(*board.places[place].box.centre))
            self._drawn[place] = thing
            drawn += len(shapes)

    def _draw_slide(self, board: DrawnBoard, view: Fit, slide: Slide) -> None:
        assert self.picture
        look = self._sliding.look(self.picture.grid, slide)
        ends = (board.places[place].box.centre for place in (slide.start, slide.end))
        paint(self._marks, board.thing(slide.end, look), view.moved(*self._sliding.between(*ends)))


class ThingButton(DrawnButton):
    """A button that shows what may lie on a place; a cross stands for nothing."""

    def __init__(self, drawing: TableDrawing, thing: str, **kwargs: object) -> None:
        self.drawing, self._thing = drawing, thing
        super().__init__(**kwargs)
        self.height = theme.touch * 1.5

    def _draw(self, *_: object) -> None:
        self._group.clear()
        board = self.drawing.board({})
        place = next(iter(board.places))
        side = BUTTON_CELLS * board.cell
        shapes = board.thing(place, self.drawing.looks({place: self._thing})[place]) if self._thing else _cross(side)
        paint(self._group, shapes, fitted(Box(-side / 2, -side / 2, side, side), *self.pos, *self.size))


def part_of(board: DrawnBoard, picture: BoardPicture | None) -> Box:
    """Return the part of the board that is shown: the surroundings of what the picture is about, if they are small."""
    boxes = [board.places[place].box for place in (picture.focus if picture else ()) if place in board.places]
    if not boxes or not board.zooms:
        return board.view
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    side = max(right - left, bottom - top, LEAST_PART * board.cell)
    if side > (MOST_PART - 0.5) * board.cell:
        return board.view
    whole = [spot.box for spot in board.places.values()]
    low_x, low_y = min(box.x for box in whole), min(box.y for box in whole)
    high_x, high_y = (max(box.x + box.width for box in whole), max(box.y + box.height for box in whole))
    x = min(max(low_x, (left + right - side) / 2), high_x - side)
    y = min(max(low_y, (top + bottom - side) / 2), high_y - side)
    beside = BESIDE * board.cell
    return Box(x - beside, y - beside, side + 2 * beside, side + 2 * beside)


def _cross(side: float) -> tuple[Polygon, Polygon]:
    r = CROSS * side
    return tuple(
        Polygon(((-r, -slope * r), (r, slope * r)), "", "soft", 0.05 * side, closed=False) for slope in (1, -1)
    )  # type: ignore[return-value]
