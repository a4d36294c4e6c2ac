"""Things of a board on their way from one place to another."""

from kivy.animation import Animation
from kivy.event import EventDispatcher
from kivy.properties import NumericProperty

from companion.app.theme import theme
from companion.app.views import Slide
from companion.referee.grid import Grid
from companion.referee.table_parts import TableDrawing

SLIDE_SECONDS = 0.8


class Sliding(EventDispatcher):
    """`slides` are `along` of their way, 0 to 1."""

    along = NumericProperty(1.0)

    def __init__(self, drawing: TableDrawing) -> None:
        super().__init__()
        self.drawing = drawing
        self.slides: tuple[Slide, ...] = ()
        self._under_way: Animation | None = None

    def set_out(self, slides: tuple[Slide, ...], *, moving: bool) -> None:
        """Let what is new on its way set out; where nothing is `moving`, it is there at once."""
        if slides == self.slides:
            return
        self.slides = slides
        if self._under_way:
            self._under_way.cancel(self)
            self._under_way = None
        self.along = 1.0
        if slides and moving and theme.motion:
            self.along = 0.0
            self._under_way = Animation(along=1.0, duration=SLIDE_SECONDS, transition="in_out_quad")
            self._under_way.start(self)

    @property
    def moving(self) -> tuple[Slide, ...]:
        return self.slides if self.along < 1 else ()

    def resting(self, grid: Grid) -> Grid:
        """Return the looks of what is not on its way."""
        looks = dict(self.drawing.looks(grid))
        for slide in self.moving:
            first, last = _span(grid[slide.end], slide.thing)
            looks[slide.end] = looks[slide.end][:first] + looks[slide.end][last:]
        return looks

    def look(self, grid: Grid, slide: Slide) -> str:
        """Return the look of what is on its way."""
        first, last = _span(grid[slide.end], slide.thing)
        return self.drawing.looks(grid)[slide.end][first:last]

    def between(self, start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
        """Return where on its way a thing is."""
        (x0, y0), (x1, y1) = start, end
        return x0 + (x1 - x0) * self.along, y0 + (y1 - y0) * self.along


def _span(thing: str, part: str) -> tuple[int, int]:
    """Return where a part of a thing begins and ends."""
    first = max(0, thing.find(part))
    return first, first + len(part)
