"""What screens of several games show: tones, buttons, dice, choices, pictures. Nothing of Kivy."""

from dataclasses import dataclass, field
from typing import Any, Literal

from companion.app.intents import Intent

Tone = Literal["plain", "accent", "good", "bad", "warn", "mark"]


@dataclass(frozen=True)
class Picture:
    """A picture ready to be shown: `pixels` are RGB bytes, row by row from the top."""

    width: int
    height: int
    pixels: bytes = field(compare=False, repr=False)
    number: int


@dataclass(frozen=True)
class Die:
    """One die: `value` is None before the roll. `left` are the points it still gives, in words and as a number."""

    colour: str
    value: int | None
    left: str = ""
    points: int | None = None


@dataclass(frozen=True)
class Action:
    """A button: `name` is what it is for, `intent` what it asks for, None where that concerns only the screen. `cubes`,
    if any, are drawn on it (x, y, z), in the colour `colour`.
    """

    name: str
    label: str
    tone: Tone = "plain"
    enabled: bool = True
    cubes: tuple[tuple[int, int, int], ...] = ()
    colour: str = ""
    intent: Intent[Any] | None = None


@dataclass(frozen=True)
class Choice:
    """One thing to choose: `values` are (value, words). `wide` ones are sentences, one below the other. `typed` is an
    address that is typed for the one chosen, None where there is nothing to type, `hint` an example of one.
    """

    name: str
    title: str
    values: tuple[tuple[Any, str], ...]
    chosen: Any
    says: str = ""
    wide: bool = False
    typed: str | None = None
    hint: str = ""
