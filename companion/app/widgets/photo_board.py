"""The camera's picture as the board: touched where things lie, with frames, arrows and badges drawn into it."""

from collections.abc import Sequence
from math import sqrt
from statistics import median
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, ObjectProperty

from companion.app.theme import theme
from companion.app.views import BoardPicture, Photographed, ShownPicture, Tone
from companion.app.widgets.camera_picture import filled
from companion.app.widgets.drawing import add_text
from companion.app.widgets.shapes import Fit, paint
from companion.app.widgets.sliding import Sliding
from companion.app.widgets.touched_board import TouchedBoard
from companion.referee.drawing.board import arrow
from companion.referee.drawing.shapes import DARK_EDGE, Box, Circle, Letters, Point, Polygon
from companion.referee.table_parts import TableDrawing

# Units across the picture.
ACROSS = 1000.0
# Over places that are not any more as the picture shows them.
VEIL = "#00000090"
BEND, GAP = 0.1, 18.0
# Tones of arrows that follow one another.
STEPS: Sequence[Tone] = ("mark", "accent")
# The head of an arrow on the edge between before and now, in radii of its disc.
HEAD = ((0.6, 0), (0.2, -1), (0.2, 1))
# How much of the board's size is seen beside it.
BESIDE = 0.12


class SeenPlace(NamedTuple):
    """A place in units of the picture: its outline, the middle of that, and a unit for marks on it (a hundredth of its
    width)."""

    outline: tuple[Point, ...]
    middle: Point
    unit: float


class PhotoBoard(TouchedBoard):
    """Shows a BoardPicture in the camera's picture, as far as `photographed` tells where its places are. What lies
    otherwise than there is drawn over it. `wiped` is the share of the picture, from the left, that shows the table
    before, where that is known; its edge is dragged. `words` name both."""

    photographed = ObjectProperty(None, allownone=True)
    wiped = NumericProperty(0.0)

    def __init__(self, drawing: TableDrawing, words: tuple[str, str], **kwargs: object) -> None:
        self.drawing, self._words = drawing, words
        self._photo: Texture | None = None
        self._before: Texture | None = None
        self._shown_before: ShownPicture | None = None
        self._marks = InstructionGroup()
        self._places: dict[str, SeenPlace] = {}
        self.sliding = Sliding(drawing)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.sliding.bind(along=self._redraw)
        # The part of the picture that is shown, in its pixels, and where in the window.
        self._part = self._place = Box(0, 0, 1, 1)
        super().__init__(**kwargs)
        self.canvas.add(self._marks)
        self.bind(pos=self._find, size=self._find, picture=self._redraw, photographed=self._find, wiped=self._redraw)
        theme.bind(name=self._redraw)

    def show_photo(self, photo: ShownPicture, before: ShownPicture | None) -> None:
        """Take over the camera's picture, and that of the table before."""
        self._photo = filled(self._photo, photo)
        if before != self._shown_before:
            self._shown_before, self.wiped = before, 0.0
            self._before = filled(None, before) if before else None
        self.canvas.ask_update()
        self._find()

    def on_picture(self, _view: object, picture: BoardPicture | None) -> None:
        """Let what is new on its way set out."""
        self.sliding.set_out(picture.slides if picture else (), moving=self.touchable)

    def centre_of(self, spot: str) -> tuple[float, float]:
        """Return the middle of a place, in window pixels."""
        return self._view.at(*self._places[spot].middle)

    def spot_at(self, x: float, y: float) -> str | None:
        shown: Photographed | None = self.photographed
        if shown is None or self._photo is None or not self._holds(x, y):
            return None
        across, down = self._view.back(x, y)
        return shown.place_at(across / ACROSS, down / ACROSS * self._photo.width / self._photo.height)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        near = abs(touch.x - self._edge) < theme.touch * 0.6
        if self._before is None or not near or not self._holds(*touch.pos):
            return super().on_touch_down(touch)
        touch.grab(self)
        touch.ud["wipes"] = True
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or "wipes" not in touch.ud:
            return bool(super().on_touch_move(touch))
        self.wiped = min(max((touch.x - self._place.x) / self._place.width, 0.0), 1.0)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self and "wipes" in touch.ud:
            touch.ungrab(self)
            return True
        return super().on_touch_up(touch)

    def _holds(self, x: float, y: float) -> bool:
        """Return True if a pixel of the window shows the picture."""
        place = self._place
        return 0 <= x - place.x < place.width and 0 <= y - place.y < place.height

    @property
    def _edge(self) -> float:
        """Return the place of the edge between before and now, in window pixels; always one that a finger can reach."""
        place, inner = self._place, theme.touch * 0.4
        return float(min(max(place.x + self.wiped * place.width, place.x + inner), place.x + place.width - inner))

    @property
    def _view(self) -> Fit:
        """The view of units of the picture."""
        assert self._photo
        part, place = self._part, self._place
        scale = place.width / part.width
        left, top = place.x - part.x * scale, place.y + place.height + part.y * scale
        return Fit(left, top, scale * self._photo.width / ACROSS)

    def _find(self, *_: object) -> None:
        """Find the places in units of the picture, and the part that is shown: the board and what lies around it."""
        shown: Photographed | None = self.photographed
        if shown is None or self._photo is None or self.width < 1 or self.height < 1:
            return
        wide, high = self._photo.size
        for place, outline in shown.outlines.items():
            points = tuple((x * ACROSS, y * ACROSS * high / wide) for x, y in outline)
            xs, ys = zip(*points, strict=True)
            middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            self._places[place] = SeenPlace(points, middle, (max(xs) - min(xs)) / 100)
        spots = [spot for outline in shown.outlines.values() for spot in outline]
        self._part = part = shown_part(spots, (wide, high), self.width / self.height)
        scale = min(self.width / part.width, self.height / part.height)
        width, height = part.width * scale, part.height * scale
        self._place = Box(self.center_x - width / 2, self.center_y - height / 2, width, height)
        self._redraw()

    def _draw(self, *_: object) -> None:
        group = self._marks
        group.clear()
        if self.picture is None or self.photographed is None or self._photo is None or not self._places:
            return
        self._draw_photo(self._photo, 1.0)
        if self._before and self.wiped:
            self._draw_photo(self._before, self.wiped)
        self._draw_changes(self.picture)
        unit = median(place.unit for place in self._places.values())
        for spot, tone in self.picture.frames.items():
            self._frame(spot, tone, unit)
        known = [each for each in self.picture.arrows if each[0] in self._places and each[1] in self._places]
        numbered = len(known) > 1 and self.drawing.board(self.picture.grid).numbers
        for number, (start, end, tone) in enumerate(known, 1):
            ends = self._places[start].middle, self._places[end].middle
            paint(
                group,
                arrow(*_shortened(*ends, GAP * unit), tone, unit, BEND, number * (numbered and tone in STEPS)),
                self._view,
            )
        for spot, shapes in self.picture.over.items():
            if spot in self._places:
                paint(group, shapes, self._on(spot))
        for spot, (text, tone) in self.picture.badges.items():
            if spot in self._places:
                shapes = Circle(0, 0, 26, DARK_EDGE), Circle(0, 0, 23, tone), Letters(0, 0, 32, text, f"{tone}_ink")
                paint(
                    group, shapes, self._view.moved(*self._places[spot].middle)._replace(scale=unit * self._view.scale)
                )
        self._draw_edge()

    def _frame(self, spot: str, tone: Tone, unit: float) -> None:
        if spot not in self._places:
            return
        outline = self._places[spot].outline
        lines = [Polygon(outline, "", colour, wide * unit) for colour, wide in ((DARK_EDGE, 7), (tone, 4))]
        paint(self._marks, lines, self._view)

    def _draw_changes(self, picture: BoardPicture) -> None:
        """Draw what lies otherwise than in the picture, and what is on its way."""
        board = self.drawing.board(picture.grid)
        there, looks = self.photographed.grid, self.sliding.resting(picture.grid)
        for spot, place in self._places.items():
            thing = picture.grid.get(spot, "")
            if thing == there.get(spot, "") or spot not in board.places:
                continue
            paint(self._marks, [Polygon(place.outline, VEIL)], self._view)
            paint(self._marks, board.thing(spot, looks.get(spot, "")), self._on(spot))
        for slide in self.sliding.moving:
            at = self.sliding.between(self._places[slide.start].middle, self._places[slide.end].middle)
            look = self.sliding.look(picture.grid, slide)
            view = self._view.moved(*at)._replace(scale=self._on(slide.end).scale)
            paint(self._marks, board.thing(slide.end, look), view)

    def _on(self, spot: str) -> Fit:
        """Return the view of shapes around the middle of a place, a hundred units across it."""
        place = self._places[spot]
        return self._view.moved(*place.middle)._replace(scale=place.unit * self._view.scale)

    def _draw_photo(self, texture: Any, share: float) -> None:
        """Draw a share of what is shown, from the left."""
        part, place = self._part, self._place
        low = texture.height - part.y - part.height
        region = texture.get_region(part.x, low, max(1.0, share * part.width), part.height)
        self._marks.add(Color(1, 1, 1, 1))
        self._marks.add(Rectangle(texture=region, pos=(place.x, place.y), size=(share * place.width, place.height)))

    def _draw_edge(self) -> None:
        """Draw the edge between before and now, and what is what."""
        if self._before is None:
            return
        x, y, radius, place = self._edge, self._place.y + self._place.height / 2, theme.touch * 0.34, self._place
        line = (x, -place.y - place.height), (x, -place.y)
        heads = [
            Polygon(tuple((x + way * share * radius, up * 0.3 * radius - y) for share, up in HEAD), DARK_EDGE)
            for way in (-1, 1)
        ]
        edge = [Polygon(line, "", colour, wide, closed=False) for colour, wide in ((DARK_EDGE, 6), ("mark", 3))]
        disc = [Circle(x, -y, radius, DARK_EDGE), Circle(x, -y, radius - 2, "mark")]
        paint(self._marks, [*edge, *disc, *heads], Fit(0.0, 0.0, 1.0))
        for word, way in zip(self._words, (-1, 1), strict=True):
            half = len(word) * theme.small * 0.3
            middle = x + way * (radius + theme.gap + half)
            if place.x < middle - half and middle + half < place.x + place.width:
                for off, colour in ((1.5, (0, 0, 0, 1)), (0, (1, 1, 1, 1))):
                    add_text(self._marks, word, middle + off, y - off, theme.small, colour)


def shown_part(spots: Sequence[Point], size: tuple[int, int], shape: float) -> Box:
    """Return the part of a picture of `size` around spots (shares of it), in pixels, as near to a `shape` (width by
    height) as the picture allows."""
    ends = [
        (min(at) - BESIDE * (max(at) - min(at)), max(at) + BESIDE * (max(at) - min(at)))
        for at in zip(*spots, strict=True)
    ]
    wide, high = ((last - first) * of for (first, last), of in zip(ends, size, strict=True))
    wanted = max(wide, high * shape), max(high, wide / shape)
    found = []
    for (first, last), most, want in zip(ends, size, wanted, strict=True):
        length = min(want, most)
        found.append((min(max((first + last) / 2 * most - length / 2, 0.0), most - length), length))
    (x, width), (y, height) = found
    return Box(x, y, width, height)


def _shortened(start: Point, end: Point, gap: float) -> tuple[Point, Point]:
    """Return the ends of a line that ends before its end."""
    (x0, y0), (x1, y1) = start, end
    length = max(sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2), gap + 1)
    share = 1 - gap / length
    return start, (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
