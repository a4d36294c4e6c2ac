"""Throws drawn wider than those of dice_scenes: dice of 10 to 180 pixels, often one alone on a dark tray; sharp edges,
deep and worn pips, emblems in place of pips; glare; telephones' sharpening and compression.

Every draw comes from the generator passed in, so a seed gives the same picture again.
"""

from dataclasses import replace

import cv2
import numpy as np

from lab.drawing.dice import Canvas, DiceScene, DieLook, Eye, Film, Lamp, Rgb, SolidDie, face_value
from lab.training.scenes.dice_grounds import TILE, clutter, mat_or_tray, noise, spread_out, texture
from lab.training.scenes.dice_looks import Rng, about, between, brightness, hsv, random_look
from lab.training.scenes.dice_scenes import QUARTERS, Thrown, random_dice, random_eye, random_film, random_lamps
from lab.training.scenes.emblems import random_emblem

SIZES = ((640, 480), (640, 480), (640, 640), (800, 600), (480, 640), (1120, 840))
EDGE_PX = (10.0, 180.0)
# Plain, smoky, marbled, glassy and halved dice, as they are in people's boxes.
SHARES = (0.68, 0.06, 0.09, 0.1, 0.07)
SHARP, DEEP, BARE, WORN, SIGNED = 0.3, 0.2, 0.06, 0.18, 0.2
# Of the dice with a sign, these are turned to show it.
SIGN_UP = 0.4
LONE, FEW, MOST = 0.35, 3, 9
GLARE, LEATHER = 0.3, 0.3


def wide_look(rng: Rng) -> tuple[DieLook, str]:
    """Any die of dice_scenes, at times with sharp edges, deep, bare or worn pips, or a sign on one face."""
    look, name = random_look(rng, SHARES)
    if rng.random() < SHARP:
        look = replace(look, rounding=about(rng, 0.012, 0.06), ball=1.75)
    pick = rng.random()
    if pick < BARE:
        shade = between(rng, 0.45, 0.85)
        look = replace(look, pip=_times(look.body, shade), depth=between(rng, 0.7, 1.3), clear=0.0, swirl=0.0)
    elif pick < BARE + DEEP:
        look = replace(look, depth=between(rng, 0.8, 1.4))
    elif pick < BARE + DEEP + WORN:
        look = replace(look, wear=between(rng, 0.25, 0.75))
    if rng.random() < SIGNED:
        look = replace(look, emblem=random_emblem(rng))
    return look, name


def _times(colour: Rgb, share: float) -> Rgb:
    return colour[0] * share, colour[1] * share, colour[2] * share


def with_sign_up(rng: Rng, die: SolidDie) -> SolidDie:
    """A die turned so that its sign is up, now and then."""
    emblem = die.look.emblem
    if emblem is None or rng.random() > SIGN_UP:
        return die
    lies = die.turn @ QUARTERS[int(rng.integers(24))]
    for _ in range(60):
        axis = int(np.argmax(np.abs(lies[2])))
        if emblem.on(face_value(die.look, axis, lies[2, axis] > 0)):
            return replace(die, turn=lies)
        lies = die.turn @ QUARTERS[int(rng.integers(24))]
    return die


def leather(rng: Rng) -> Canvas:
    """Pebbled hide, mostly dark, TILE x TILE x 3, linear."""
    tone = about(rng, 0.006, 0.12)
    base = np.array(hsv(between(rng, -10, 40), between(rng, 0, 0.75), 1.0), np.float32) * np.float32(tone)
    cells = int(rng.integers(40, 130))
    pebbles = noise(rng, (cells, cells))
    field = np.abs(pebbles) * np.float32(between(rng, 0.1, 0.5)) + noise(rng, (TILE, TILE)) * np.float32(0.04)
    return np.asarray(base * np.clip(0.8 + field + noise(rng, (4, 4)) * np.float32(0.1), 0.1, 3)[..., None], np.float32)


def dark(rng: Rng) -> Canvas:
    """Felt, wood or anything else, dark."""
    tile = texture(rng)
    return np.asarray(tile * np.float32(about(rng, 0.01, 0.06) / max(brightness_of(tile), 1e-3)), np.float32)


def brightness_of(tile: Canvas) -> float:
    red, green, blue = (float(c) for c in tile.mean(axis=(0, 1)))
    return brightness((red, green, blue))


def ground_of(rng: Rng, eye: Eye, edge_mm: float, lone: bool) -> Canvas:
    span = float(np.linalg.norm(eye.place)) * between(rng, 0.3, 1.6)
    pick = rng.random()
    tile = leather(rng) if pick < LEATHER else dark(rng) if pick < (0.75 if lone else 0.5) else texture(rng)
    ground = spread_out(rng, eye, tile, span)
    return mat_or_tray(rng, eye, ground, edge_mm) if rng.random() < 0.3 else ground


def glare(rng: Rng, eye: Eye) -> Lamp:
    """A lamp or a window that is mirrored by level faces, or nearly."""
    way = -eye.place * [1, 1, 0] + eye.place * [0, 0, 1]
    way = way / np.linalg.norm(way) + rng.normal(0, 0.12, 3)
    way[2] = max(way[2], 0.2)
    way /= np.linalg.norm(way)
    size = about(rng, 0.05, 0.4)
    glow = between(rng, 0.05, 0.3)
    shine = about(rng, 1.5, 12) * 0.1 / (size + 0.05)
    return Lamp(
        (float(way[0]), float(way[1]), float(way[2])),
        (glow, glow, glow),
        (size, size * between(rng, 0.3, 1)),
        about(rng, 0.1, 1.0),
        shine,
        between(rng, 0.3, 0.8),
        about(rng, 1, 8),
    )


def telephone(rng: Rng, film: Film, edge_px: float) -> Film:
    """A film with what telephones do to pictures: halos, smeared hues, compression; at times a shaking hand."""
    soft = min(edge_px / 25, 3.0)
    return replace(
        film,
        sharpen=about(rng, 0.4, 3.5) if rng.random() < 0.55 else 0.0,
        halo=about(rng, 0.7, 2.5),
        quality=int(rng.integers(40, 91)),
        blur=between(rng, 0.3, 0.5 + 0.35 * soft),
        motion=(float(rng.normal(0, soft)), float(rng.normal(0, soft))) if rng.random() < 0.12 else (0.0, 0.0),
    )


def wide_throw(rng: Rng) -> Thrown:
    size = SIZES[int(rng.integers(len(SIZES)))]
    edge_mm, edge_px = between(rng, 8, 25), about(rng, *EDGE_PX)
    eye = random_eye(rng, size, edge_mm, edge_px)
    lone = rng.random() < LONE
    ground = ground_of(rng, eye, edge_mm, lone)
    things = clutter(rng, ground, edge_px) if rng.random() < (0.2 if lone else 0.4) else []
    falloff = np.asarray(cv2.resize(noise(rng, (3, 3), 16), size, interpolation=cv2.INTER_CUBIC), np.float32)
    ground *= np.clip(1 + falloff * np.float32(between(rng, 0, 0.15)), 0.4, 1.8)[..., None]
    most = 1 if lone else FEW if rng.random() < 0.5 else MOST
    dice, names = random_dice(rng, eye, edge_mm, wide_look, most)
    dice = [with_sign_up(rng, die) for die in dice]
    lamps, sky = random_lamps(rng)
    if rng.random() < GLARE:
        lamps.append(glare(rng, eye))
    light = np.array(sky) + sum(np.array(lamp.glow) * lamp.direction[2] for lamp in lamps)
    ground *= np.asarray(light, np.float32)
    film = telephone(rng, random_film(rng, ground, edge_px), edge_px)
    return Thrown(DiceScene(dice, np.ascontiguousarray(ground), eye, lamps, sky), tuple(names), film, tuple(things))
