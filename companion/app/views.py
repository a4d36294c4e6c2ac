"""Values that screens of several games show: tones, buttons, dice, choices, pictures. Free of Kivy."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from companion.app.intents import AnyIntent
from companion.referee.drawing.shapes import Shapes

# Value of a choice.
Choosable = str | int | float | bool
# One that is `chosen` is the answer to a question; what is to be done is `accent`.
Tone = Literal["plain", "accent", "good", "bad", "warn", "mark", "chosen"]


class Slide(NamedTuple):
    """A thing that comes to a place from another one."""

    start: str
    end: str
    thing: str


@dataclass(frozen=True)
class BoardPicture:
    """A board to be drawn. `grid`: things by place. `frames`: tones of framed places. `badges`: short words on places,
    such as costs. `arrows`: (from, to, tone). `focus`: places around which the board is shown if there is little
    room."""

    grid: Mapping[str, str]
    frames: Mapping[str, Tone] = field(default_factory=dict)
    badges: Mapping[str, tuple[str, Tone]] = field(default_factory=dict)
    arrows: tuple[tuple[str, str, Tone], ...] = ()
    focus: frozenset[str] = field(default=frozenset(), kw_only=True)
    # Things of `grid` that are seen to come to their places.
    slides: tuple[Slide, ...] = field(default=(), kw_only=True)
    # Shapes over places, around the middle of each.
    over: Mapping[str, Shapes] = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True)
class ShownPicture:
    """A picture ready to be shown: `pixels` are RGB bytes, row by row from the top."""

    width: int
    height: int
    pixels: bytes = field(compare=False, repr=False)
    number: int


# A point of a picture, as shares of its width and height from its upper left.
Spot = tuple[float, float]


@dataclass(frozen=True)
class Photographed:
    """Things on a photographed table, and outlines of the places with them in its picture, nearest place first."""

    grid: Mapping[str, str]
    outlines: Mapping[str, tuple[Spot, ...]]

    def place_at(self, x: float, y: float) -> str | None:
        """Return the nearest place seen at a spot, if any."""
        return next((place for place, outline in self.outlines.items() if _inside(outline, x, y)), None)


def _inside(outline: Sequence[Spot], x: float, y: float) -> bool:
    """Return True if a point lies within a polygon."""
    crossed = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


@dataclass(frozen=True)
class ShownDie:
    """A die. `value`: None before the roll. `left`, `points`: the points it still gives, in words and as a number."""

    colour: str
    value: int | None
    left: str = ""
    points: int | None = None


@dataclass(frozen=True)
class Action:
    """A button. `name`: its purpose. `intent`: sent to the game. `here`: called if only the screen is concerned.
    `shapes`: drawn on it. `icon`: what its icon shows, if its name does not say so."""

    name: str
    label: str
    tone: Tone = "plain"
    enabled: bool = True
    shapes: Shapes = ()
    intent: AnyIntent | None = None
    here: Callable[[], object] | None = None
    icon: str = ""


@dataclass(frozen=True)
class ShownChoice:
    """A choice. `values`: (value, words). `wide`: True if the words are sentences, one below another. `typed`: address
    typed for the chosen value, None if there is nothing to type; `hint`: an example of one."""

    name: str
    title: str
    values: tuple[tuple[Choosable, str], ...]
    chosen: Choosable
    says: str = ""
    wide: bool = False
    typed: str | None = None
    hint: str = ""
