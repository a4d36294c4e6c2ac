"""Dice as they come in sets: pearl, swirl, glitter, glass, metal and plain ones, with recessed, worn, gilt, tiny or
square pips, sharp or round edges, and a maker's sign in place of a one or a six."""

from dataclasses import replace

from lab.drawing.dice import DieLook, Rgb
from lab.training.scenes.dice_looks import (
    COLOURS,
    Make,
    Rng,
    about,
    apart,
    between,
    body_colour,
    hsv,
    pip_colour,
    random_look,
)
from lab.training.scenes.emblems import random_emblem
from lab.training.scenes.plain_throws import plain_look

# Of a tray's sets: how many looks lie there, and how often.
SETS, SET_SHARES = (1, 2, 3, 5, 8), (0.3, 0.25, 0.2, 0.15, 0.1)
KINDS = ("plain", "white", "pearl", "swirl", "flecked", "glass", "metal", "any")
SHARES = (0.22, 0.2, 0.14, 0.12, 0.09, 0.1, 0.05, 0.08)
# Plain, smoky, marbled, glassy and halved dice, where any will do.
ANY_SHARES = (0.6, 0.1, 0.12, 0.1, 0.08)
# Of the looks, so many are those of plain dice with a large one and a close two.
SIMPLE = 0.15
SIGNED, GILT, ODD_PIPS, BARE, WORN, DEEP = 0.2, 0.12, 0.05, 0.06, 0.15, 0.3
# Pips and body are this far apart at least (see dice_scenes.apart), or are drawn again.
LEAST_APART = 0.55
# Dice with so much of a second colour in them bear the name of neither.
MIXED = 0.6


def set_look(rng: Rng) -> tuple[DieLook, str]:
    """A die of some maker and the name of its colour."""
    if rng.random() < SIMPLE:
        return plain_look(rng)
    kind = str(rng.choice(KINDS, p=SHARES))
    look, name = random_look(rng, ANY_SHARES if kind == "any" else (1.0, 0.0, 0.0, 0.0, 0.0))
    if kind != "any":
        look, name = _made(rng, kind, look, name)
    return _pipped(rng, look), name


def _made(rng: Rng, kind: str, look: DieLook, name: str) -> tuple[DieLook, str]:
    """The same cast in another plastic."""
    solid = replace(look, swirl=0.0, clear=0.0, glitter=0.0)
    if kind == "white":
        return _white(rng, solid), "white"
    if kind == "metal":
        return _metal(rng, solid), "other"
    if kind == "swirl":
        other = body_colour(rng, str(rng.choice(COLOURS)))
        swirl, grain = between(rng, 0.5, 1.0), about(rng, 0.5, 3)
        return replace(solid, second=other, swirl=swirl, grain=grain), "other" if swirl > MIXED else name
    cast = {"pearl": _pearly, "flecked": _flecked, "glass": _glass}.get(kind)
    return (cast(rng, solid) if cast else solid), name


def _white(rng: Rng, solid: DieLook) -> DieLook:
    tone = between(rng, 0.65, 0.97)
    body = (tone, tone * between(rng, 0.95, 1.0), tone * between(rng, 0.75, 1.0))
    pip = _grey(rng, 0.004, 0.04) if rng.random() < 0.8 else hsv(between(rng, 0, 360), between(rng, 0.7, 1), 0.4)
    return replace(solid, body=body, pip=pip)


def _metal(rng: Rng, solid: DieLook) -> DieLook:
    tone = about(rng, 0.2, 0.9)
    warm = between(rng, 0.3, 1.0) if rng.random() < 0.5 else 1.0
    body = (tone, tone * (0.5 + 0.5 * warm), tone * warm)
    rough = between(rng, 0.2, 0.7)
    return replace(solid, body=body, metal=rough, pip=_grey(rng, 0.004, 0.06))


def _pearly(rng: Rng, solid: DieLook) -> DieLook:
    sheen, body = between(rng, 0.3, 0.8), solid.body
    second = (_to(body[0], sheen), _to(body[1], sheen), _to(body[2], sheen))
    swirl, grain = between(rng, 0.3, 0.9), about(rng, 0.6, 2.5)
    pearly = replace(solid, second=second, swirl=swirl, grain=grain, glitter=between(rng, 0, 0.15))
    return replace(pearly, gloss=about(rng, 0.8, 2.5))


def _flecked(rng: Rng, solid: DieLook) -> DieLook:
    flake = (0.9, 0.9, 0.9) if rng.random() < 0.5 else hsv(between(rng, 0, 360), between(rng, 0.2, 0.9), 0.9)
    clear = between(rng, 0.4, 0.9) if rng.random() < 0.5 else 0.0
    return replace(solid, second=flake, flecks=about(rng, 0.03, 0.35), clear=clear)


def _glass(rng: Rng, solid: DieLook) -> DieLook:
    clear = between(rng, 0.6, 1.0)
    return replace(solid, clear=clear, density=about(rng, 0.2, 1.2), sparkle=between(rng, 0, 1.0))


def _to(channel: float, sheen: float) -> float:
    return channel + (1 - channel) * sheen * 0.6


def _grey(rng: Rng, least: float, most: float) -> Rgb:
    tone = about(rng, least, most)
    return tone, tone, tone


def _pipped(rng: Rng, look: DieLook) -> DieLook:
    """The same with its pips drilled and painted."""
    gold = rng.random() < GILT
    pip = hsv(between(rng, 38, 52), between(rng, 0.3, 0.8), between(rng, 0.5, 0.9)) if gold else look.pip
    for _ in range(8):
        if apart(pip, look.body) > LEAST_APART and (not look.swirl or apart(pip, look.second) > LEAST_APART / 2):
            break
        pip = pip_colour(rng, look.body)
    radius = between(rng, 0.09, 0.14) if rng.random() < 0.15 else between(rng, 0.14, 0.24)
    spread = min(max(between(rng, 0.42, 0.64), radius + 0.12), 0.86 - radius)
    look = replace(look, pip=pip, pip_radius=radius, spread=spread)
    if rng.random() < 0.3:
        look = replace(look, rounding=about(rng, 0.012, 0.08), ball=1.75)
    if rng.random() < ODD_PIPS:
        look = replace(look, squareness=float(rng.choice([0.5, 3.0])))
    pick = rng.random()
    if pick < BARE and not look.clear:
        shade = between(rng, 0.4, 0.75)
        bare = (look.body[0] * shade, look.body[1] * shade, look.body[2] * shade)
        look = replace(look, pip=bare, depth=between(rng, 0.8, 1.4), swirl=0.0)
    elif pick < BARE + DEEP:
        look = replace(look, depth=between(rng, 0.8, 1.5))
    elif pick < BARE + DEEP + WORN:
        look = replace(look, wear=between(rng, 0.2, 0.65))
    return replace(look, emblem=random_emblem(rng)) if rng.random() < SIGNED else look


def sets_of(rng: Rng) -> Make:
    """Makes dice of the few sets that lie on one tray."""
    looks = [set_look(rng) for _ in range(int(rng.choice(SETS, p=SET_SHARES)))]
    return lambda drawing: looks[int(drawing.integers(len(looks)))]
