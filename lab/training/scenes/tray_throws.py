"""Throws on other people's trays: up to two dozen dice of a few sets on felt, hide, wood, cloth or mats, under uneven
light, beside coins, pyramids, cards, other dice and hands, taken by telephones and small computers' cameras.

Every draw comes from the generator passed in, so a seed gives the same picture again.
"""

from dataclasses import replace

import cv2
import numpy as np

from lab.drawing.dice import Canvas, DiceScene, DrawnDice, Eye, Film, Rgb, TopFace, photograph, render
from lab.drawing.solids import box, cup, prism
from lab.training.scenes.dice_grounds import clutter, noise, spread_out
from lab.training.scenes.dice_looks import Rng, about, between
from lab.training.scenes.dice_scenes import Thrown, on_ground, random_dice, random_eye, random_film, random_lamps
from lab.training.scenes.plain_throws import stretched
from lab.training.scenes.tray_grounds import in_tray, material, net_of_light
from lab.training.scenes.tray_looks import sets_of
from lab.training.scenes.wide_throws import glare, telephone, with_sign_up
from vision.drawing.hands import hand_at
from vision.drawing.painting import Light
from vision.drawing.things import Facets, Prop
from vision.image import Image

SIZES = ((640, 480), (640, 480), (480, 640), (800, 600), (640, 640), (960, 720))
EDGE_PX = (10.0, 180.0)
# The most dice of a throw, and how often.
MOSTS, MOST_SHARES = (1, 4, 9, 16, 26), (0.12, 0.3, 0.24, 0.18, 0.16)
TRAYS, GLARE, NETS, HANDS, OVER, BESIDE = 0.5, 0.25, 0.3, 0.15, 0.25, 0.55
SMALL_COMPUTER, STRETCHED = 0.3, 0.25
SKINS: tuple[Rgb, ...] = ((0.55, 0.33, 0.24), (0.4, 0.22, 0.14), (0.2, 0.1, 0.06), (0.65, 0.42, 0.33))
# Dice smaller than this are taken by steady, clean cameras: nobody could read them otherwise.
SMALL_PX = 22.0


def tray_throw(rng: Rng) -> Thrown:
    size = SIZES[int(rng.integers(len(SIZES)))]
    edge_mm, edge_px = between(rng, 8, 25), about(rng, *EDGE_PX)
    eye = random_eye(rng, size, edge_mm, edge_px)
    if rng.random() < STRETCHED:
        eye = stretched(rng, eye)
    lamps, sky = random_lamps(rng)
    if rng.random() < GLARE:
        lamps.append(glare(rng, eye))
    light = np.array(sky) + sum(np.array(lamp.glow) * lamp.direction[2] for lamp in lamps)
    ground = spread_out(rng, eye, material(rng), float(np.linalg.norm(eye.place)) * between(rng, 0.3, 1.6))
    things = clutter(rng, ground, edge_px) if rng.random() < 0.3 else []
    falloff = np.asarray(cv2.resize(noise(rng, (3, 3), 16), size, interpolation=cv2.INTER_CUBIC), np.float32)
    ground *= np.clip(1 + falloff * np.float32(between(rng, 0, 0.15)), 0.4, 1.8)[..., None]
    ground = np.ascontiguousarray(ground * np.asarray(light, np.float32))
    key = Light(lamps[0].direction, float(light.mean() - np.mean(sky)), float(np.mean(sky)))
    if rng.random() < TRAYS:
        ground = in_tray(rng, eye, ground, edge_mm, key)
    dice, names = random_dice(rng, eye, edge_mm, sets_of(rng), int(rng.choice(MOSTS, p=MOST_SHARES)))
    dice = [with_sign_up(rng, die) for die in dice]
    if rng.random() < BESIDE:
        things += _beside(rng, eye, ground, edge_mm, key, [die.centre[:2] for die in dice])
    over: tuple[Prop, ...] = ()
    if rng.random() < HANDS:
        hand = _hand(rng, eye, [die.centre[:2] for die in dice])
        if rng.random() < OVER:
            over = (hand,)
        else:
            hand.shade(ground, eye.project, key)
            hand.draw(ground, eye.project, eye.place, key)
    net = net_of_light(rng, size) if rng.random() < NETS else None
    film = _film(rng, ground, edge_px)
    scene = DiceScene(dice, ground, eye, lamps, sky)
    return Thrown(scene, tuple(names), film, tuple(things), over, net)


def taken(rng: Rng, thrown: Thrown) -> tuple[list[TopFace], Image]:
    """The top faces of a throw, and its picture."""
    drawn = render(thrown.scene)
    faces = covered(drawn, thrown)
    canvas = drawn.canvas if thrown.net is None else drawn.canvas * thrown.net
    if rng.random() < 0.3:
        canvas = canvas * _vignette(thrown.scene.eye.size, between(rng, 0.1, 0.6))
    return faces, photograph(np.asarray(canvas, np.float32), thrown.film, rng)


def covered(drawn: DrawnDice, thrown: Thrown) -> list[TopFace]:
    """Paints what lies over the dice; gives their top faces, less visible where they are under it."""
    if not thrown.over:
        return drawn.faces
    eye = thrown.scene.eye
    mask = np.zeros(drawn.owner.shape, np.uint8)
    for prop in thrown.over:
        prop.draw(drawn.canvas, eye.project, eye.place, Light())
        for outline in prop.outlines(eye.project):
            if np.abs(outline).max() < 3e4:
                cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    faces = []
    for face in drawn.faces:
        own = np.zeros_like(mask)
        cv2.fillConvexPoly(own, np.round(face.corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        free = 1 - float(mask[own > 0].mean()) if own.any() else 1.0
        faces.append(replace(face, visible=face.visible * free))
    return faces


def _vignette(size: tuple[int, int], strength: float) -> Canvas:
    width, height = size
    v, u = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(u / width - 0.5, v / height - 0.5)
    return np.asarray(1 - strength * (away / 0.7) ** 2, np.float32)[..., None]


def _film(rng: Rng, ground: Canvas, edge_px: float) -> Film:
    film = telephone(rng, random_film(rng, ground, edge_px), edge_px)
    if rng.random() < SMALL_COMPUTER:
        cast = 1 + rng.normal(0, 0.12, 3)
        balance = tuple(float(n) for n in np.array(film.balance) * cast)
        film = replace(
            film,
            balance=(balance[0], balance[1], balance[2]),
            noise=about(rng, 0.012, 0.045),
            grain=between(rng, 0.4, 1.2),
            sharpen=about(rng, 0.5, 2.5),
            halo=about(rng, 0.7, 1.6),
            saturation=between(rng, 0.55, 1.5),
            contrast=between(rng, -0.2, 0.9),
        )
    if edge_px < SMALL_PX:
        noise_, quality = min(film.noise, 0.012), max(film.quality, 75)
        film = replace(film, blur=min(film.blur, 0.5), motion=(0.0, 0.0), noise=noise_, quality=quality, hue_blur=0.0)
    return film


def _spot(rng: Rng, eye: Eye, dice: list[tuple[float, ...]], apart_mm: float) -> np.ndarray | None:
    """A place of the ground in the picture, away from the dice; None if none was found."""
    width, height = eye.size
    for _ in range(8):
        spot = on_ground(eye, (between(rng, 0, width), between(rng, 0, height)))
        if spot is not None and all(np.hypot(spot[0] - x, spot[1] - y) > apart_mm for x, y in dice):
            return spot
    return None


def _beside(
    rng: Rng, eye: Eye, ground: Canvas, edge_mm: float, key: Light, dice: list[tuple[float, ...]]
) -> list[tuple[float, float]]:
    """Lays coins, pyramids, cards, boxes, dice of more faces beside the dice; where, in pixels."""
    places = []
    for _ in range(int(rng.integers(1, 6))):
        size = edge_mm * about(rng, 0.5, 2.2)
        spot = _spot(rng, eye, dice, size + edge_mm)
        if spot is None:
            continue
        thing = _thing(rng, float(spot[0]), float(spot[1]), size)
        thing.shade(ground, eye.project, key)
        thing.draw(ground, eye.project, eye.place, key)
        u, v = eye.project(np.array([[spot[0], spot[1], 0.0]]))[0]
        places.append((float(u), float(v)))
    return places


def _thing(rng: Rng, x: float, y: float, size: float) -> Facets:
    tone = np.clip(about(rng, 0.02, 0.9) * (1 + rng.normal(0, 0.3, 3)), 0, 1)
    shades = [tuple(float(c) for c in tone * between(rng, 0.8, 1.1)) for _ in range(5)]
    colours: list[Rgb] = [(c[0], c[1], c[2]) for c in shades]
    pick, turn = rng.random(), between(rng, 0, np.pi)
    if pick < 0.3:
        return cup(x, y, (size * 0.6, size * 0.6), 0, size * 0.1, colours)
    if pick < 0.5:
        half = size * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.6
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return prism(half @ spin.T + (x, y), half @ spin.T * 0.05 + (x, y), 0, size * 1.7, colours)
    if pick < 0.65:
        return box(x, y, (size * 1.6, size * 1.1), 0, 0.5, turn, colours)
    if pick < 0.8:
        return box(x, y, (size * 0.5, size * between(rng, 0.4, 2)), 0, size * between(rng, 0.3, 1), turn, colours)
    turns = np.arange(sides := int(rng.integers(5, 8))) * 2 * np.pi / sides + turn
    ring = np.column_stack([np.cos(turns), np.sin(turns)]) * size * 0.6
    return prism(ring + np.array([x, y]), ring * between(rng, 0.4, 0.8) + np.array([x, y]), 0, size, colours)


def _hand(rng: Rng, eye: Eye, dice: list[tuple[float, ...]]) -> Prop:
    """A hand at the edge of the picture, or reaching for a die."""
    spot = _spot(rng, eye, dice, 20.0)
    at = (float(spot[0]), float(spot[1])) if spot is not None else (0.0, 0.0)
    skin = SKINS[int(rng.integers(len(SKINS)))]
    sleeve = tuple(float(c) for c in rng.uniform(0.02, 0.6, 3))
    away = between(rng, 0, 2 * np.pi)
    return hand_at(rng, (at[0], at[1], 5.0), away, 0.0, skin, (sleeve[0], sleeve[1], sleeve[2]))
