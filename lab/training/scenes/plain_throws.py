"""Throws of the plain dice of other people: white, cream, pale and bright ones with a large single pip and twos whose
pips lie close, on pale and patterned grounds, leaning on walls, stretched as pictures are to fit a frame, with signs,
beside what only looks like dice: studs of toy bricks, keys, coins, maps, checked cloth.

Every draw comes from the generator passed in, so a seed gives the same picture again.
"""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from lab.drawing.dice import Canvas, DiceScene, DieLook, Eye, Points, Rgb, SolidDie
from lab.training.scenes.dice_grounds import TILE, Thing, clutter, letters, noise, put, spin, spread_out
from lab.training.scenes.dice_looks import (
    COLOURS,
    Rng,
    about,
    apart,
    between,
    body_colour,
    hsv,
    pip_colour,
    random_look,
)
from lab.training.scenes.dice_scenes import Thrown, random_dice, random_eye, random_film, random_lamps
from lab.training.scenes.emblems import random_emblem
from lab.training.scenes.tray_grounds import in_tray, material
from lab.training.scenes.wide_throws import glare, telephone, with_sign_up
from vision.drawing.painting import Light

SIZES = ((640, 480), (480, 480), (480, 640), (400, 400))
EDGE_PX = (18.0, 220.0)
# The most dice of a throw, and how often; on some pictures lie none, but what looks like dice.
MOSTS, MOST_SHARES, NONE = (1, 2, 4, 8), (0.3, 0.3, 0.25, 0.15), 0.12
TRAYS, GLARE, PALE, THINGS = 0.25, 0.2, 0.5, 0.45
# Pictures are stretched across by so much at most, and so often.
STRETCHED, STRETCH = 0.4, (0.7, 1.4)
# Dice that lean, how many of these a little, and how far in degrees: less than LEVEL_DEGREES of make_dice is level.
LEANING, LITTLE, LEANS, LEANS_LITTLE = 0.1, 0.5, (15.0, 40.0), (3.0, 7.5)
SIGNED, LARGE_ACE, RIMMED, CLOSE_PAIR, RED_ACE = 0.22, 0.6, 0.4, 0.5, 0.15
# The single pip's radius in half edges: the largest is half as wide as the face.
ACE = (0.2, 0.5)
PAIR = (0.42, 0.9)
# Pips and body are this far apart at least (see dice_scenes.apart), or are drawn again.
LEAST_APART = 0.5


def plain_look(rng: Rng) -> tuple[DieLook, str]:
    """A die of one opaque plastic, mostly pale, and the name of its colour."""
    look, name = random_look(rng, (1.0, 0.0, 0.0, 0.0, 0.0))
    look = replace(look, clear=0.0, swirl=0.0, glitter=0.0)
    pick = rng.random()
    if pick < 0.45:
        tone = between(rng, 0.6, 0.97)
        body: Rgb = (tone, tone * between(rng, 0.9, 1.0), tone * between(rng, 0.62, 1.0))
        name = "white"
    elif pick < 0.65:
        body, name = hsv(between(rng, 0, 360), between(rng, 0.12, 0.5), between(rng, 0.45, 0.95)), "other"
    else:
        name = str(rng.choice(COLOURS))
        body = body_colour(rng, name)
    pip = pip_colour(rng, body)
    if pick < 0.65 and rng.random() < 0.7:
        tone = about(rng, 0.004, 0.06)
        pip = (tone, tone, tone)
    for _ in range(8):
        if apart(pip, body) > LEAST_APART:
            break
        pip = pip_colour(rng, body)
    radius = between(rng, 0.13, 0.26)
    look = replace(look, body=body, pip=pip, pip_radius=radius, depth=between(rng, 0, 1.3))
    if rng.random() < LARGE_ACE:
        look = replace(look, ace=max(between(rng, *ACE) / radius, 1.0))
    if rng.random() < RIMMED:
        look = replace(look, rim=between(rng, 0.15, 0.9) * float(rng.choice([-0.6, 1.0])))
    if (
        rng.random() < RED_ACE
        and apart(red := hsv(between(rng, -12, 8), 1.0, between(rng, 0.3, 0.9)), body) > LEAST_APART
    ):
        look = replace(look, bright=red)
    if rng.random() < CLOSE_PAIR:
        look = replace(look, pair=max(between(rng, *PAIR), 0.8 * radius / look.spread))
    if rng.random() < SIGNED:
        look = replace(look, emblem=random_emblem(rng))
    return look, name


def stretched(rng: Rng, eye: Eye, most: tuple[float, float] = STRETCH) -> Eye:
    """The same camera with pixels that are not square, as in a picture made to fit a frame."""
    share = about(rng, *most) ** 0.5
    return replace(eye, matrix=np.diag([share, 1 / share, 1.0]) @ eye.matrix)


def leant(rng: Rng, die: SolidDie) -> SolidDie:
    """A die that leans on a wall or another, now and then."""
    if rng.random() > LEANING:
        return die
    way, lean = (
        between(rng, 0, 2 * np.pi),
        np.radians(between(rng, *(LEANS_LITTLE if rng.random() < LITTLE else LEANS))),
    )
    turn = spin((float(np.cos(way)), float(np.sin(way)), 0), lean) @ die.turn
    lift = float(np.abs(turn[2]).sum()) * die.size / 2
    return replace(die, centre=(*die.centre[:2], lift), turn=turn)


def pale(rng: Rng) -> Canvas:
    """Paper, a white desk, grey cloth, light wood: TILE x TILE x 3, linear."""
    tone = between(rng, 0.25, 0.95)
    base = np.array(hsv(between(rng, 0, 360), rng.beta(1.2, 12), 1.0), np.float32) * np.float32(tone)
    field = noise(rng, (3, 3)) * np.float32(between(rng, 0, 0.05))
    pick = rng.random()
    if pick < 0.35:
        field = field + noise(rng, (TILE, TILE)) * np.float32(between(rng, 0.01, 0.1))
    elif pick < 0.55:
        grain = noise(rng, (int(rng.integers(2, 6)), int(rng.integers(40, 200))))
        field = field + grain * np.float32(between(rng, 0.02, 0.12))
    return np.asarray(base * np.clip(1 + field, 0.2, 2)[..., None], np.float32)


def gingham(rng: Rng) -> Canvas:
    """Cloth of white and one colour, or two, in checks that are darker where stripes cross."""
    second = np.array(hsv(between(rng, 0, 360), between(rng, 0.4, 1), between(rng, 0.05, 0.8)), np.float32)
    first = np.array([between(rng, 0.6, 0.95)] * 3, np.float32) if rng.random() < 0.7 else second[::-1] * 0.8 + 0.1
    steps = np.arange(TILE) / between(rng, 14, 110)
    stripes = (steps % 1 < between(rng, 0.15, 0.6)).astype(np.float32)
    share = (stripes[:, None] + stripes[None]) / 2
    if rng.random() < 0.3:
        share = np.maximum(stripes[:, None], stripes[None])
    weave = 1 + noise(rng, (TILE, TILE)) * np.float32(between(rng, 0, 0.08))
    return np.asarray((first + (second - first) * share[..., None]) * np.clip(weave, 0.3, 2)[..., None], np.float32)


def chart(rng: Rng) -> Canvas:
    """A map: land and water, roads, dots for towns, names."""
    water = np.array(hsv(between(rng, 180, 230), between(rng, 0.1, 0.6), between(rng, 0.4, 0.9)), np.float32)
    land = np.array(hsv(between(rng, 30, 130), between(rng, 0.1, 0.6), between(rng, 0.4, 0.9)), np.float32)
    shore = (noise(rng, (int(rng.integers(3, 9)),) * 2) > 0)[..., None]
    tile = np.ascontiguousarray(np.where(shore, land, water), np.float32)
    ink = [(float(t), float(t), float(t)) for t in (about(rng, 0.01, 0.2), between(rng, 0.5, 0.9))]
    for _ in range(int(rng.integers(3, 14))):
        way = np.cumsum(rng.normal(0, 25, (20, 2)), axis=0) + rng.uniform(0, TILE, 2)
        cv2.polylines(tile, [way.astype(np.int32)], False, ink[int(rng.integers(2))], int(rng.integers(1, 5)))
    for _ in range(int(rng.integers(5, 40))):
        spot = rng.integers(0, TILE, 2).tolist()
        cv2.circle(tile, spot, int(rng.integers(2, 9)), ink[int(rng.integers(2))], -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            put(tile, letters(rng, int(rng.integers(2, 9))), (spot[0] + 6, spot[1]), between(rng, 0.3, 0.8), ink[0])
    return tile


def brick(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """A toy brick from above: a plate with two studs or more, each with a light and a dark side."""
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 5))
    step = thing.scale * between(rng, 0.5, 1)
    across, up = np.array([1.0, 0]) @ (turn := spin((0, 0, 1), between(rng, 0, 2 * np.pi))[:2, :2]), turn[1]
    half = np.array([columns, rows]) * step / 2
    ring = thing.at + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.vstack([across, up])
    _fill(ground, ring, _dim(thing.tone, between(rng, 0.8, 1)))
    radius = step * between(rng, 0.26, 0.36)
    light = rng.normal(0, 0.12, 2) * step
    for i in range(columns):
        for j in range(rows):
            middle = thing.at + ((i + 0.5) * step - half[0]) * across + ((j + 0.5) * step - half[1]) * up
            for away, size, shade in ((-light, 1.1, 0.55), (light * 0.5, 1.0, 1.25), (light * 0, 0.85, 1.0)):
                _disc(ground, middle + away, radius * size, _dim(thing.tone, shade))


def key(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """Keys of a keyboard: caps in rows, a letter or two on each."""
    side = thing.scale * between(rng, 0.6, 1.1)
    for i in range(int(rng.integers(1, 6))):
        for j in range(int(rng.integers(1, 4))):
            middle = thing.at + np.array([(i + 0.3 * j) * side * 1.15, j * side * 1.15])
            for size, shade in ((1.0, 0.6), (0.8, 1.0)):
                square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side * size / 2 + middle
                _fill(ground, square, _dim(thing.tone, shade))
            corner = (int(middle[0] - side * 0.2), int(middle[1] + side * 0.15))
            put(ground, letters(rng, int(rng.integers(1, 3))), corner, side / 55, thing.other)


def coin(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """A coin: a rim and some relief."""
    radius = thing.scale * between(rng, 0.4, 0.8)
    warm = between(rng, 0.5, 1.0)
    tone = about(rng, 0.1, 0.7)
    metal: Rgb = (tone, tone * (0.5 + 0.5 * warm), tone * warm)
    _disc(ground, thing.at, radius, _dim(metal, 1.2))
    _disc(ground, thing.at, radius * 0.88, metal)
    for _ in range(int(rng.integers(2, 7))):
        spot = thing.at + rng.normal(0, radius * 0.3, 2)
        _disc(ground, spot, radius * between(rng, 0.05, 0.25), _dim(metal, between(rng, 0.6, 1.3)))
    if rng.random() < 0.5:
        corner = (int(thing.at[0] - radius * 0.3), int(thing.at[1] + radius * 0.3))
        put(ground, str(rng.integers(1, 51)), corner, radius / 25, _dim(metal, 0.5))


def tiles(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """Flat counters and buttons with holes, as from games and coats."""
    radius = thing.scale * between(rng, 0.3, 0.7)
    _disc(ground, thing.at, radius, thing.tone)
    holes = int(rng.integers(1, 5))
    for angle in np.arange(holes) * 2 * np.pi / holes:
        way = np.array([np.cos(angle), np.sin(angle)]) * radius * (0.3 if holes > 1 else 0)
        _disc(ground, thing.at + way, radius * between(rng, 0.08, 0.16), thing.other)


def _dim(colour: Rgb, share: float) -> Rgb:
    return colour[0] * share, colour[1] * share, colour[2] * share


def _fill(ground: Canvas, ring: Points, colour: Rgb) -> None:
    cv2.fillPoly(ground, [np.round(ring * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _disc(ground: Canvas, middle: Points, radius: float, colour: Rgb) -> None:
    spot = (round(float(middle[0]) * 16), round(float(middle[1]) * 16))
    cv2.circle(ground, spot, max(round(radius * 16), 16), colour, -1, cv2.LINE_AA, 4)


LIKE_DICE: tuple[Callable[[Rng, Canvas, Thing], None], ...] = (brick, brick, key, coin, tiles)


def like_dice(rng: Rng, ground: Canvas, edge_px: float) -> list[tuple[float, float]]:
    """Lays things on the ground that look a little like dice, up to five; returns where."""
    height, width = ground.shape[:2]
    places = []
    for _ in range(int(rng.integers(1, 6))):
        colours = [body_colour(rng, str(rng.choice(COLOURS))) for _ in range(2)]
        spot = np.array([between(rng, 0, width), between(rng, 0, height)])
        thing = Thing(spot, edge_px * about(rng, 0.4, 1.8), colours[0], colours[1], edge_px)
        LIKE_DICE[int(rng.integers(len(LIKE_DICE)))](rng, ground, thing)
        places.append((float(spot[0]), float(spot[1])))
    return places


def _ground(rng: Rng, eye: Eye) -> Canvas:
    pick = rng.random()
    tile = pale(rng) if pick < PALE else gingham(rng) if pick < 0.62 else chart(rng) if pick < 0.72 else material(rng)
    return spread_out(rng, eye, tile, float(np.linalg.norm(eye.place)) * between(rng, 0.3, 1.6))


def plain_throw(rng: Rng) -> Thrown:
    size = SIZES[int(rng.integers(len(SIZES)))]
    edge_mm, edge_px = between(rng, 8, 25), about(rng, *EDGE_PX)
    eye = random_eye(rng, size, edge_mm, edge_px)
    if rng.random() < STRETCHED:
        eye = stretched(rng, eye)
    lamps, sky = random_lamps(rng)
    if rng.random() < GLARE:
        lamps.append(glare(rng, eye))
    light = np.array(sky) + sum(np.array(lamp.glow) * lamp.direction[2] for lamp in lamps)
    ground = np.ascontiguousarray(_ground(rng, eye))
    bare = rng.random() < NONE
    things = like_dice(rng, ground, edge_px) if bare or rng.random() < THINGS else []
    if rng.random() < 0.2:
        things += clutter(rng, ground, edge_px)
    ground = np.ascontiguousarray(ground * np.asarray(light, np.float32))
    if rng.random() < TRAYS:
        lit = Light(lamps[0].direction, float(light.mean() - np.mean(sky)), float(np.mean(sky)))
        ground = in_tray(rng, eye, ground, edge_mm, lit)
    most = int(rng.choice(MOSTS, p=MOST_SHARES))
    dice, names = ([], []) if bare else random_dice(rng, eye, edge_mm, plain_look, most)
    dice = [leant(rng, with_sign_up(rng, die)) for die in dice]
    film = telephone(rng, random_film(rng, ground, edge_px), edge_px)
    return Thrown(DiceScene(dice, ground, eye, lamps, sky), tuple(names), film, tuple(things))
