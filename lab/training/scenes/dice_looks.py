"""Of what random dice are made, and their colours."""

import colorsys
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from lab.drawing.dice import DieLook, Rgb

Rng = np.random.Generator

COLOURS = ("red", "yellow", "green", "blue", "white", "black", "other")


def between(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def about(rng: Rng, low: float, high: float) -> float:
    """Evenly spread in its logarithm."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def hsv(hue: float, saturation: float, value: float) -> Rgb:
    """Hue in degrees; the result is taken as linear light."""
    return colorsys.hsv_to_rgb((hue / 360) % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))


# Hue in degrees, saturation and value, each from - to, of plastics that people would call by that name.
TINTS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "red": ((-9, 7), (0.82, 1.0), (0.22, 0.8)),
    "yellow": ((32, 58), (0.8, 1.0), (0.4, 0.95)),
    "green": ((112, 158), (0.7, 1.0), (0.09, 0.6)),
    "blue": ((215, 243), (0.75, 1.0), (0.14, 0.8)),
    "purple": ((268, 325), (0.5, 1.0), (0.06, 0.7)),
    "orange": ((10, 21), (0.85, 1.0), (0.6, 0.95)),
    "brown": ((18, 35), (0.5, 0.85), (0.06, 0.3)),
    "teal": ((172, 196), (0.5, 1.0), (0.1, 0.7)),
    "pink": ((-30, 8), (0.3, 0.6), (0.5, 0.95)),
    "grey": ((0, 360), (0.0, 0.1), (0.1, 0.35)),
}
OTHERS, OTHER_SHARES = ("purple", "orange", "brown", "teal", "pink", "grey"), (0.3, 0.2, 0.15, 0.15, 0.1, 0.1)


def body_colour(rng: Rng, name: str) -> Rgb:
    """A plastic that people would call by that name."""
    if name == "white":
        tone = between(rng, 0.62, 0.97)
        return (tone, tone * between(rng, 0.94, 1.02), tone * between(rng, 0.78, 1.03))
    if name == "black":
        tone = about(rng, 0.008, 0.045)
        return (tone, tone * between(rng, 0.9, 1.1), tone * between(rng, 0.9, 1.15))
    hue, saturation, value = TINTS[str(rng.choice(OTHERS, p=OTHER_SHARES)) if name == "other" else name]
    return hsv(between(rng, *hue), between(rng, *saturation), about(rng, *value))


def brightness(colour: Rgb) -> float:
    return float(np.dot(colour, (0.3, 0.59, 0.11)))


def apart(one: Rgb, two: Rgb) -> float:
    """How far two colours lie apart to the eye; 3 from black to white."""
    return float(np.abs(np.sqrt(one) - np.sqrt(two)).sum())


def dim_pips(rng: Rng, body: Rgb, least: float) -> Rgb | None:
    """Painted pips about as dark as the body, mostly red; None where they would be less than `least` apart from it."""
    light = brightness(body)
    tone = max(light, 0.02) * about(rng, 0.8, 3)
    hue = between(rng, -16, 12) if rng.random() < 0.6 else between(rng, 0, 360)
    colour = hsv(hue, between(rng, 0.75, 1), 1)
    r, g, b = (min(c * tone / brightness(colour), 1.0) for c in colour)
    return (r, g, b) if apart((r, g, b), body) > least else None


def pip_colour(rng: Rng, body: Rgb) -> Rgb:
    """Pips that show on the body: mostly white or black, sometimes painted, at times (often on dark) as dim."""
    light = brightness(body)
    if rng.random() < (0.35 if light < 0.06 else 0.08) and (dim := dim_pips(rng, body, 0.35)):
        return dim
    for _ in range(30):
        pick = rng.random()
        if pick < 0.36:
            tone = between(rng, 0.6, 1.0)
            colour = (tone, tone, tone * between(rng, 0.85, 1.0))
        elif pick < 0.56:
            tone = about(rng, 0.005, 0.05)
            colour = (tone, tone, tone)
        else:
            colour = hsv(between(rng, 0, 360), between(rng, 0.6, 1.0), about(rng, 0.12, 1.0))
        if abs(np.cbrt(brightness(colour)) - np.cbrt(light)) + 0.6 * apart(colour, body) > between(rng, 0.35, 0.8):
            return colour
    return (0.9, 0.9, 0.9) if light < 0.3 else (0.01, 0.01, 0.01)


def plain(rng: Rng) -> tuple[DieLook, str]:
    """Any plastic, opaque to clear, with pips of any colour."""
    name = str(rng.choice(COLOURS, p=(0.15, 0.14, 0.14, 0.14, 0.17, 0.09, 0.17)))
    body = body_colour(rng, name)
    second, swirl = body, 0.0
    if name == "other" and rng.random() < 0.55:
        second, swirl = body_colour(rng, str(rng.choice(COLOURS))), between(rng, 0.6, 1.0)
    elif rng.random() < 0.3:
        fade = about(rng, 0.4, 4.5 if name == "black" else 2.2)
        r, g, b = (min(c * fade, 1.0) for c in body)
        second, swirl = (r, g, b), between(rng, 0.3, 1.0)
    clear = 0.0
    if name not in ("white", "black") and rng.random() < 0.42:
        clear = between(rng, 0.75, 1.0) if rng.random() < 0.6 else between(rng, 0.35, 0.8)
    return DieLook(body, pip_colour(rng, body), second, swirl, clear=clear), name


def smoky(rng: Rng) -> tuple[DieLook, str]:
    """Nearly black plastic that lets a little light through, its pips hardly lighter."""
    tone = about(rng, 0.012, 0.09)
    tint = 1 + rng.normal(0, 0.12, 3)
    body = (tone * float(tint[0]), tone * float(tint[1]), tone * float(tint[2]))
    clear = between(rng, 0.2, 0.9) if rng.random() < 0.6 else 0.0
    pip = dim_pips(rng, body, 0.22) or pip_colour(rng, body)
    return DieLook(body, pip, body, clear=clear), "black" if tone < 0.045 else "other"


def marbled(rng: Rng) -> tuple[DieLook, str]:
    """Clouds of two colours, one often black, with pips that stand out from neither by much."""
    names = [str(rng.choice(COLOURS)), "black" if rng.random() < 0.5 else str(rng.choice(COLOURS))]
    first, second = (body_colour(rng, name) for name in rng.permutation(names))
    pip = (dim_pips(rng, second, 0.35) if rng.random() < 0.5 else None) or pip_colour(rng, first)
    clear = between(rng, 0.2, 0.7) if rng.random() < 0.3 else 0.0
    return DieLook(first, pip, second, between(rng, 0.5, 1.0), clear=clear), "other"


def glassy(rng: Rng) -> tuple[DieLook, str]:
    """Coloured glass through which the pips of the lower face shine as brightly as the upper ones, mostly white."""
    name = str(rng.choice(COLOURS[:4])) if rng.random() < 0.85 else "other"
    body = body_colour(rng, name)
    tone = between(rng, 0.7, 1.0)
    pip = (tone, tone, tone) if rng.random() < 0.75 else pip_colour(rng, body)
    return DieLook(body, pip, body, clear=between(rng, 0.8, 1.0)), name


def halved(rng: Rng) -> tuple[DieLook, str]:
    """Two colours that flow into each other in the middle of the die, often black and a bright one, or a pearly one lit
    and in shade; the pips are as dim as they like on one of them.
    """
    bright = body_colour(rng, str(rng.choice(COLOURS)))
    if rng.random() < 0.6:
        dark = body_colour(rng, "black" if rng.random() < 0.7 else str(rng.choice(COLOURS)))
    else:
        fade = about(rng, 0.15, 0.6)
        dark = (bright[0] * fade, bright[1] * fade, bright[2] * fade)
    pip = (dim_pips(rng, bright, 0.4) if rng.random() < 0.5 else None) or pip_colour(rng, bright)
    return DieLook(dark, pip, bright, 1.0), "other"


Make = Callable[[Rng], tuple[DieLook, str]]
MAKES: tuple[Make, ...] = (plain, smoky, marbled, glassy, halved)
MAKE_SHARES = (0.46, 0.18, 0.12, 0.12, 0.12)


def random_ball(rng: Rng) -> float:
    """The radius of the ball that cuts a die's corners, in half edges: it cuts nothing, corners, or faces round."""
    pick = rng.random()
    if pick < 0.5:
        return 1.75
    return between(rng, 1.4, 1.6) if pick < 0.72 else between(rng, 1.28, 1.4)


def random_look(rng: Rng, shares: Sequence[float] = MAKE_SHARES) -> tuple[DieLook, str]:
    make = MAKES[int(rng.choice(len(MAKES), p=shares))]
    look, name = make(rng)
    rounding = float(np.clip(about(rng, 0.05, 0.5), 0.05, 0.45))
    radius = between(rng, 0.13, 0.25)
    look = replace(
        look,
        grain=about(rng, 0.25, 0.8) if make is halved else about(rng, 0.4, 4),
        density=about(rng, 0.12, 1.0),
        lit=about(rng, 0.6 if make is glassy else 0.25, 1.0),
        wall=about(rng, 0.03, 0.5),
        sparkle=between(rng, 0.2, 1.2) if make is glassy and rng.random() < 0.6 else 0.0,
        glitter=between(rng, 0.1, 0.8) if rng.random() < 0.2 else 0.0,
        gloss=about(rng, 0.15, 2.2),
        dish=float(rng.normal(0, 0.35)) if rng.random() < 0.4 else 0.0,
        rounding=rounding,
        ball=random_ball(rng),
        bevel=about(rng, 0.01, 0.15),
        pip_radius=radius,
        ace=between(rng, 1.1, 1.8) if rng.random() < 0.3 else between(rng, 0.9, 1.1),
        spread=float(np.clip(between(rng, 0.42, 0.62), radius + 0.12, 0.86 - radius)),
        crowding=between(rng, 0.85, 1.0) if rng.random() < 0.5 else 1.0,
        depth=between(rng, 0.0, 0.9),
        turned=(bool(rng.integers(2)), bool(rng.integers(2)), bool(rng.integers(2))),
        mirrored=bool(rng.integers(2)),
    )
    return look, name
