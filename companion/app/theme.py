"""How the app looks: colours of the light and the dark theme, sizes that follow the window.

Every text stands on a ground named in PAIRS; their contrast is at least 4.5:1 (WCAG 2.1, AA) in both themes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final, NamedTuple

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.utils import get_color_from_hex


@dataclass(frozen=True)
class Palette:
    """Colours as #rrggbb by what they are for; `X_ink` is the text on X."""

    ground: str
    card: str
    raised: str
    ink: str
    soft: str
    line: str
    accent: str
    accent_ink: str
    good: str
    good_ink: str
    bad: str
    bad_ink: str
    warn: str
    warn_ink: str
    chosen: str
    chosen_ink: str
    wood: str
    axis: str
    cell: str
    cell_ink: str
    mark: str
    mark_ink: str
    shadow: str


LIGHT: Final = Palette(
    ground="#f3f0ea",
    card="#ffffff",
    raised="#e4e0d6",
    ink="#1d2129",
    soft="#565d6b",
    line="#cfc9bc",
    accent="#1f4fae",
    accent_ink="#ffffff",
    good="#17713c",
    good_ink="#ffffff",
    bad="#b3261e",
    bad_ink="#ffffff",
    warn="#8a5300",
    warn_ink="#ffffff",
    chosen="#c9daf8",
    chosen_ink="#163777",
    wood="#4a4036",
    axis="#f4ede2",
    cell="#d9d1c2",
    cell_ink="#1d2129",
    mark="#ffb020",
    mark_ink="#1d2129",
    shadow="#0000001f",
)
DARK: Final = Palette(
    ground="#12151a",
    card="#1d222b",
    raised="#2d3440",
    ink="#f0f2f6",
    soft="#a9b2c2",
    line="#3a4250",
    accent="#8db4ff",
    accent_ink="#0d1524",
    good="#5fd08a",
    good_ink="#08180e",
    bad="#ff8a80",
    bad_ink="#2a0503",
    warn="#ffc04d",
    warn_ink="#261800",
    chosen="#2c4677",
    chosen_ink="#e3ecff",
    wood="#0a0c10",
    axis="#b9c2d2",
    cell="#3b4453",
    cell_ink="#ffffff",
    mark="#ffb020",
    mark_ink="#1d2129",
    shadow="#00000066",
)
PALETTES: Final[Mapping[str, Palette]] = {"light": LIGHT, "dark": DARK}

# Pairs of text and ground colours, by the names in Palette.
PAIRS: Final = (
    *((ink, ground) for ink in ("ink", "soft") for ground in ("ground", "card")),
    ("ink", "raised"),
    *((f"{tone}_ink", tone) for tone in ("accent", "good", "bad", "warn", "chosen", "cell", "mark")),
    *((tone, "card") for tone in ("accent", "good", "bad", "warn")),
    ("axis", "wood"),
)

# The visual language. All distances are multiples of STEP, in pixels of DESIGN_SIZE. Text has five sizes: remarks
# (small), sentences (body), names (title), the verdict, and text to be read from across the table (big).
STEP: Final = 8
TYPE: Final[Mapping[str, int]] = {"small": 18, "body": 22, "title": 29, "verdict": 33, "big": 48}
# Least size of each kind of text in pixels, at any window size and text scale.
LEAST_TEXT: Final = 14.0
LEAST: Final[Mapping[str, float]] = {"small": LEAST_TEXT, "body": 15.0, "title": 18.0, "verdict": 20.0, "big": 28.0}
# Larger things have rounder corners, and higher layers cast longer shadows.
RADII: Final[Mapping[str, int]] = {"control": 10, "card": 12, "sheet": 16}
SHADOWS: Final[Mapping[str, int]] = {"ground": 0, "card": 2, "sheet": 8}
# Durations of animations in seconds: the answer to a touch, a thing of the game, a call for attention.
QUICK, USUAL, SLOW = 0.15, 0.2, 0.25

# The window that sizes are given for: a 10-inch tablet with 149 pixels an inch. 66 of them are 11.2 mm.
DESIGN_SIZE: Final = (1280, 800)
# The height below which a display is a phone on its side, in pixels.
NARROW: Final = 520
TOUCH: Final = 66
# Lower limits of `Theme.unit`, of `Theme.touch` (pixels), and of the unit by which text is scaled.
SMALLEST_UNIT, SMALLEST_TOUCH, SMALLEST_TEXT_UNIT = 0.56, 44, 0.66
# The text scale up to which buttons have room for their words; they grow with larger ones where the display is high.
WITHIN_BUTTONS = 1.5


@lru_cache(maxsize=256)
def rgb(colour: str) -> tuple[float, ...]:
    """Return #rrggbb as red, green, blue and opacity, 0..1."""
    return tuple(get_color_from_hex(colour))


def contrast(one: str, two: str) -> float:
    """Return the contrast ratio of two colours, 1..21 (WCAG 2.1, relative luminance)."""
    high, low = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Toned(NamedTuple):
    """Colours of a tone, as red, green, blue and opacity: of a ground with this tone, of text `on` it, of `text` with
    this tone on a card, and of the `edge` of such a card.
    """

    ground: tuple[float, ...]
    on: tuple[float, ...]
    text: tuple[float, ...]
    edge: tuple[float, ...]


def toned(palette: Palette) -> Mapping[str, Toned]:
    """Return the colours of every tone."""
    p = palette
    colours = {"plain": (p.raised, p.ink, p.ink, p.line), "mark": (p.mark, p.mark_ink, p.ink, p.mark)}
    for tone in ("accent", "good", "bad", "warn", "chosen"):
        ground = getattr(p, tone)
        colours[tone] = (ground, getattr(p, f"{tone}_ink"), ground, ground)
    return {tone: Toned(*map(rgb, each)) for tone, each in colours.items()}


class Theme(EventDispatcher):
    """The palette in use and the sizes in pixels, for widgets to bind to."""

    name = StringProperty("light")
    unit = NumericProperty(1.0)
    text_scale = NumericProperty(1.0)
    touch = NumericProperty(float(TOUCH))
    gap = NumericProperty(float(STEP))
    small = NumericProperty(float(TYPE["small"]))
    body = NumericProperty(float(TYPE["body"]))
    title = NumericProperty(float(TYPE["title"]))
    verdict = NumericProperty(float(TYPE["verdict"]))
    big = NumericProperty(float(TYPE["big"]))
    narrow = BooleanProperty(False)
    portrait = BooleanProperty(False)
    # How much of the window's upper edge a notice covers.
    covered = NumericProperty(0.0)
    # Whether things move where that explains something.
    motion = BooleanProperty(True)
    tones = ObjectProperty(toned(LIGHT))
    ground = ColorProperty(LIGHT.ground)
    card = ColorProperty(LIGHT.card)
    raised = ColorProperty(LIGHT.raised)
    ink = ColorProperty(LIGHT.ink)
    soft = ColorProperty(LIGHT.soft)
    line = ColorProperty(LIGHT.line)
    accent = ColorProperty(LIGHT.accent)
    accent_ink = ColorProperty(LIGHT.accent_ink)
    good = ColorProperty(LIGHT.good)
    good_ink = ColorProperty(LIGHT.good_ink)
    bad = ColorProperty(LIGHT.bad)
    bad_ink = ColorProperty(LIGHT.bad_ink)
    warn = ColorProperty(LIGHT.warn)
    warn_ink = ColorProperty(LIGHT.warn_ink)
    chosen = ColorProperty(LIGHT.chosen)
    chosen_ink = ColorProperty(LIGHT.chosen_ink)
    wood = ColorProperty(LIGHT.wood)
    axis = ColorProperty(LIGHT.axis)
    cell = ColorProperty(LIGHT.cell)
    cell_ink = ColorProperty(LIGHT.cell_ink)
    mark = ColorProperty(LIGHT.mark)
    mark_ink = ColorProperty(LIGHT.mark_ink)
    shadow = ColorProperty(LIGHT.shadow)

    def use(self, name: str) -> None:
        """Take over the colours of a palette."""
        for role in fields(Palette):
            setattr(self, role.name, getattr(PALETTES[name], role.name))
        self.tones = toned(PALETTES[name])
        self.name = name

    def fit(self, width: float, height: float, text_scale: float | None = None) -> None:
        """Take the sizes from the window's, in pixels; `text_scale` enlarges the text."""
        if text_scale is not None:
            self.text_scale = text_scale
        portrait = height > width
        across, up = sorted(DESIGN_SIZE, reverse=not portrait)
        self.unit = max(SMALLEST_UNIT, min(width / across, height / up))
        grown = 1.0 if min(width, height) < NARROW else max(1.0, self.text_scale / WITHIN_BUTTONS)
        self.touch = max(SMALLEST_TOUCH, TOUCH * self.unit) * grown
        self.gap = STEP * self.unit
        text = max(SMALLEST_TEXT_UNIT, self.unit) * self.text_scale
        for name, least in LEAST.items():
            setattr(self, name, max(TYPE[name] * text, least))
        # Set last: the layout that they trigger uses the sizes above.
        self.portrait, self.narrow = portrait, height < NARROW


theme = Theme()
