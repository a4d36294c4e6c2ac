"""What dice of other people lie on: felt, hide, wood, patterned cloth, mats with a grid, printed paper, stone, carpets,
with the walls of trays around and nets of light over them.

Tiles are TILE x TILE x 3, linear. Every draw comes from the generator passed in, so a seed gives the same again.
"""

from collections.abc import Callable

import cv2
import numpy as np

from lab.drawing.dice import Canvas, Eye, Points, Rgb
from lab.training.scenes.dice_grounds import TILE, filled, letters, noise, put, spread_out, texture
from lab.training.scenes.dice_looks import Rng, about, between, hsv
from lab.training.scenes.wide_throws import dark, leather
from vision.drawing.painting import Light
from vision.drawing.things import Facet, Facets

# Corners of a tray seen from above, and how often.
TRAY_CORNERS, TRAY_SHARES = (4, 6, 8, 28), (0.45, 0.15, 0.2, 0.2)
MATERIAL_SHARES = (0.2, 0.14, 0.16, 0.12, 0.07, 0.06, 0.06, 0.04, 0.07, 0.08)


def _colour(rng: Rng, least: float, most: float, saturation: tuple[float, float] = (0.0, 0.9)) -> Canvas:
    tint = np.array(hsv(between(rng, 0, 360), between(rng, *saturation), 1.0), np.float32)
    return np.asarray(tint * np.float32(about(rng, least, most)), np.float32)


def felt(rng: Rng) -> Canvas:
    """Fibres this way and that; green, red, blue, black, grey as gaming tables are."""
    base = _colour(rng, 0.015, 0.35, (0.3, 1.0) if rng.random() < 0.7 else (0.0, 0.2))
    fibres = np.zeros((TILE, TILE), np.float32)
    for angle in rng.uniform(0, np.pi, 3):
        strokes = np.zeros((15, 15), np.float32)
        end = 7 * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(strokes, tuple(np.rint(7 - end).astype(int)), tuple(np.rint(7 + end).astype(int)), 1.0)
        fibres += cv2.filter2D(noise(rng, (TILE, TILE)), -1, strokes / np.sqrt(strokes.sum()))
    worn = noise(rng, (6, 6)) * np.float32(between(rng, 0, 0.12))
    field = fibres * np.float32(between(rng, 0.03, 0.2)) + worn
    return np.asarray(base * np.clip(1 + field, 0.2, 3)[..., None], np.float32)


def wood(rng: Rng) -> Canvas:
    """Planks or one board, varnished or raw, dark walnut to pine."""
    base = np.array(hsv(between(rng, 12, 42), between(rng, 0.2, 0.85), about(rng, 0.04, 0.85)), np.float32)
    way = np.linspace(0, between(rng, 6, 50), TILE, dtype=np.float32)[:, None]
    bend = way + noise(rng, (3, 6)) * np.float32(between(rng, 0.5, 5))
    field = np.sin(bend) * np.float32(between(rng, 0.02, 0.22)) + np.sin(3.1 * bend + 1) * np.float32(0.06)
    field = field + noise(rng, (int(rng.integers(3, 12)), TILE)) * np.float32(between(rng, 0.02, 0.12))
    if rng.random() < 0.5:
        wide = int(rng.integers(50, 200))
        for row in range(int(rng.integers(wide)), TILE, wide):
            field[row:] += np.float32(rng.normal(0, 0.12))
            field[row : row + int(rng.integers(1, 4))] -= np.float32(between(rng, 0.3, 0.8))
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(1, 5))):
            knot = np.zeros((TILE, TILE), np.float32)
            at = tuple(int(n) for n in rng.uniform(0, TILE, 2))
            cv2.ellipse(knot, at, (int(rng.integers(6, 22)), int(rng.integers(4, 12))), 0, 0, 360, 1.0, -1)
            field -= np.asarray(cv2.GaussianBlur(knot, (0, 0), 3), np.float32) * np.float32(0.5)
    return np.asarray(base * np.clip(1 + field, 0.1, 2.5)[..., None], np.float32)


def patterned(rng: Rng) -> Canvas:
    """Checks, stripes, tartan, spots, flowers on cloth."""
    first, second = _colour(rng, 0.02, 0.8), _colour(rng, 0.02, 0.8)
    steps = np.arange(TILE, dtype=np.float32)
    period = between(rng, 18, 120)
    stripes = ((steps / period) % 1 < between(rng, 0.25, 0.75)).astype(np.float32)
    pick = rng.random()
    share: Canvas
    if pick < 0.25:
        share = np.asarray((stripes[:, None] + stripes[None]) / 2, np.float32)
    elif pick < 0.4:
        share = np.repeat(stripes[:, None], TILE, 1)
    elif pick < 0.55:
        bands = np.zeros(TILE, np.float32)
        for _ in range(3):
            bands += (steps / between(rng, 20, 140)) % 1 < between(rng, 0.1, 0.5)
        share = np.asarray(np.clip((bands[:, None] + bands[None]) / 4, 0, 1), np.float32)
    else:
        share = _figures(rng, period)
    weave = np.sin(steps * 1.6)[:, None] + np.sin(steps * 1.6)[None]
    field = weave * np.float32(between(rng, 0, 0.08)) + noise(rng, (9, 9)) * np.float32(between(rng, 0, 0.08))
    cloth = first * (1 - share[..., None]) + second * share[..., None]
    return np.asarray(cloth * np.clip(1 + field, 0.3, 2)[..., None], np.float32)


def _figures(rng: Rng, period: float) -> Canvas:
    """Spots in rows, flowers, rings or leaves, scattered or in rows."""
    sheet = np.zeros((TILE, TILE), np.uint8)
    kind, size = int(rng.integers(4)), max(period * between(rng, 0.12, 0.4), 2)
    rows = np.arange(0, TILE, period)
    spots = [(u + (k % 2) * period / 2, v) for k, v in enumerate(rows) for u in rows]
    if rng.random() < 0.4:
        spots = [tuple(rng.uniform(0, TILE, 2)) for _ in range(int(min(TILE / period, 20) ** 2))]
    for u, v in spots:
        at = (round(float(u)), round(float(v)))
        if kind == 0:
            cv2.circle(sheet, at, round(size), 255, -1, cv2.LINE_AA)
        elif kind == 1:
            petals = int(rng.integers(4, 8))
            for angle in np.arange(petals) * 2 * np.pi / petals:
                leaf = (round(at[0] + size * np.cos(angle)), round(at[1] + size * np.sin(angle)))
                cv2.circle(sheet, leaf, max(round(size * 0.55), 1), 255, -1, cv2.LINE_AA)
            cv2.circle(sheet, at, max(round(size * 0.45), 1), 0, -1, cv2.LINE_AA)
        elif kind == 2:
            cv2.circle(sheet, at, round(size), 255, max(round(size * 0.3), 1), cv2.LINE_AA)
        else:
            axes = (round(size * 1.5), max(round(size * 0.5), 1))
            cv2.ellipse(sheet, at, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    return np.asarray(sheet / np.float32(255), np.float32)


def gridded(rng: Rng) -> Canvas:
    """A battle mat: blotchy ground under squares or hexagons, a chess board, a printed track."""
    ground = _colour(rng, 0.03, 0.7, (0.0, 0.7))
    field = sum(noise(rng, (n, n)) * np.float32(between(rng, 0.02, 0.15)) for n in (4, 12, 40))
    tile = np.asarray(ground * np.clip(1 + field, 0.2, 2)[..., None], np.float32)
    ink, side = _colour(rng, 0.01, 0.9), int(rng.integers(24, 130))
    mask = np.zeros((TILE, TILE), np.uint8)
    pick, thick = rng.random(), int(rng.integers(1, 4))
    if pick < 0.4:
        for n in range(0, TILE, side):
            cv2.line(mask, (n, 0), (n, TILE), 255, thick)
            cv2.line(mask, (0, n), (TILE, n), 255, thick)
    elif pick < 0.7:
        for j, v in enumerate(np.arange(0, TILE + side, side * 0.866)):
            for u in np.arange((j % 2) * side / 2, TILE + side, side):
                ring = [(u + side / 1.732 * np.sin(a), v + side / 1.732 * np.cos(a)) for a in np.arange(6) * np.pi / 3]
                cv2.polylines(mask, [np.array(ring, np.int32)], True, 255, thick)
    else:
        v, u = np.mgrid[:TILE, :TILE] // side
        mask[(u + v) % 2 == 0] = 255
    share = (mask / np.float32(255) * np.float32(between(rng, 0.25, 1)))[..., None]
    return np.asarray(tile * (1 - share) + ink * share, np.float32)


def printed(rng: Rng) -> Canvas:
    """Paper or card with words, boxes and pictures."""
    tile = np.empty((TILE, TILE, 3), np.float32)
    tile[:] = _colour(rng, 0.4, 0.9, (0.0, 0.2))
    for _ in range(int(rng.integers(5, 40))):
        at, tone = rng.uniform(0, TILE, 2).astype(int).tolist(), _colour(rng, 0.005, 0.6).tolist()
        if rng.random() < 0.6:
            put(tile, letters(rng, int(rng.integers(2, 16))), (at[0], at[1]), between(rng, 0.3, 1.2), tuple(tone))
        else:
            end = (at[0] + int(rng.integers(10, 200)), at[1] + int(rng.integers(5, 80)))
            cv2.rectangle(tile, (at[0], at[1]), end, tone, int(rng.choice([-1, 1, 2, 3])))
    return tile


def stone(rng: Rng) -> Canvas:
    """Granite, marble or terrazzo: specks and veins."""
    base = _colour(rng, 0.03, 0.8, (0.0, 0.25))
    specks = np.sign(noise(rng, (int(rng.integers(60, 260)),) * 2)) * np.float32(between(rng, 0.05, 0.35))
    veins = np.exp(-np.abs(noise(rng, (5, 5)) + 0.4 * noise(rng, (20, 20))) * 14) * np.float32(rng.normal(0, 0.4))
    field = specks * np.float32(rng.random() < 0.7) + veins
    return np.asarray(base * np.clip(1 + field, 0.15, 3)[..., None], np.float32)


def carpet(rng: Rng) -> Canvas:
    """Loops and shag, coarse."""
    base = _colour(rng, 0.02, 0.5, (0.0, 0.6))
    cells = int(rng.integers(60, 200))
    loops = np.abs(noise(rng, (cells, cells))) * np.float32(between(rng, 0.2, 0.6))
    return np.asarray(base * np.clip(0.8 + loops + 0.1 * noise(rng, (8, 8)), 0.1, 3)[..., None], np.float32)


def hide(rng: Rng) -> Canvas:
    """Leather and its like of any colour, tan and red too."""
    tile = leather(rng)
    if rng.random() < 0.5:
        tint = _colour(rng, 0.03, 0.4, (0.3, 0.9))
        tile = tile / max(float(tile.mean()), 1e-3) * tint
    return np.asarray(tile, np.float32)


def lined(rng: Rng) -> Canvas:
    """Velvet or neoprene: even, hardly any grain."""
    field = noise(rng, (5, 5)) * np.float32(between(rng, 0, 0.1)) + noise(rng, (TILE, TILE)) * np.float32(
        between(rng, 0, 0.06)
    )
    return np.asarray(_colour(rng, 0.008, 0.8) * np.clip(1 + field, 0.3, 2)[..., None], np.float32)


Material = Callable[[Rng], Canvas]
MATERIALS: tuple[Material, ...] = (
    felt,
    hide,
    wood,
    patterned,
    gridded,
    printed,
    stone,
    carpet,
    lined,
    lambda rng: texture(rng) if rng.random() < 0.5 else dark(rng),
)


def material(rng: Rng) -> Canvas:
    return MATERIALS[int(rng.choice(len(MATERIALS), p=MATERIAL_SHARES))](rng)


def in_tray(rng: Rng, eye: Eye, ground: Canvas, edge_mm: float, light: Light) -> Canvas:
    """The lit ground with a tray on it: its floor, its walls with their rim, and their shade."""
    corners = int(rng.choice(TRAY_CORNERS, p=TRAY_SHARES))
    seen_mm = float(np.linalg.norm(eye.place)) * eye.size[0] / float(eye.matrix[0, 0])
    reach = max(seen_mm * between(rng, 0.3, 0.75), 3 * edge_mm)
    turns = np.arange(corners) * 2 * np.pi / corners + between(rng, 0, 2 * np.pi)
    stretch = np.array([1.0, between(rng, 0.65, 1) if corners == 4 else 1.0])
    flat = np.column_stack([np.cos(turns), np.sin(turns)]) * stretch * reach + rng.normal(0, 0.12 * reach, 2)
    level = np.column_stack([flat, np.zeros(corners)])
    pixels = eye.project(level)
    if np.abs(pixels).max() > 2e4:
        return ground
    mask = filled(eye.size, pixels)
    lit = float(light.sky + light.key * light.direction[2])
    floor = spread_out(rng, eye, material(rng), edge_mm * between(rng, 4, 25)) * np.float32(lit)
    shade = np.asarray(cv2.GaussianBlur(mask[..., 0], (0, 0), between(rng, 3, 25)), np.float32)[..., None]
    floor = floor * np.clip(1 - between(rng, 0.1, 0.8) * (1 - shade) * 1.6, 0.1, 1)
    canvas = np.ascontiguousarray(ground * (1 - mask) + floor * mask, np.float32)
    walls(rng, flat, edge_mm, (0, 0, 0)).draw(canvas, eye.project, eye.place, light)
    return canvas


def walls(rng: Rng, flat: Points, edge_mm: float, spare: Rgb) -> Facets:
    """The walls of a tray with this floor (N x 2 mm), and the tops of the walls."""
    height, thick = edge_mm * about(rng, 0.3, 2.5), edge_mm * about(rng, 0.1, 0.8)
    middle = flat.mean(axis=0)
    out = (flat - middle) / np.linalg.norm(flat - middle, axis=1, keepdims=True)
    lean = flat + out * height * between(rng, 0, 0.5)
    tone = tuple(float(c) for c in _colour(rng, 0.01, 0.6, (0.0, 0.9)))
    inner: Rgb = (tone[0], tone[1], tone[2]) if rng.random() < 0.8 else spare
    rim: Rgb = tuple(c * between(rng, 0.5, 1.8) for c in inner)  # type: ignore[assignment]
    faces = []
    for i, j in ((i, (i + 1) % len(flat)) for i in range(len(flat))):
        low, high = flat[[i, j]], lean[[i, j]]
        outer = high + out[[i, j]] * thick
        faces.append(Facet(_quad(low, 0, high, height), inner, thin=True))
        faces.append(Facet(_quad(high, height, outer, height), rim, thin=True))
        faces.append(Facet(_quad(outer, height, outer, 0), inner, thin=True))
    return Facets(tuple(faces))


def _quad(near: Points, low: float, far: Points, high: float) -> Points:
    return np.vstack([np.column_stack([near, [low, low]]), np.column_stack([far[::-1], [high, high]])])


def net_of_light(rng: Rng, size: tuple[int, int]) -> Canvas:
    """Light that is uneven: a net as under water or glass, blinds, leaves, the pool of a lamp; height x width x 1."""
    width, height = size
    side = max(width, height)
    pick = rng.random()
    if pick < 0.4:
        cells = int(rng.integers(4, 22))
        field = np.abs(noise(rng, (cells, cells), side)) + 0.4 * np.abs(noise(rng, (2 * cells, 2 * cells), side))
        light = 1 + between(rng, 0.2, 1.6) * np.exp(-field * between(rng, 3, 9))
    elif pick < 0.65:
        angle, period = between(rng, 0, np.pi), side * about(rng, 0.03, 0.35)
        v, u = np.mgrid[:side, :side].astype(np.float32)
        wave = np.sin((u * np.cos(angle) + v * np.sin(angle)) * 2 * np.pi / period + noise(rng, (3, 3), side) * 0.4)
        light = 1 + between(rng, 0.2, 1.2) * np.clip(wave * about(rng, 1, 8) * 0.5 + 0.5, 0, 1)
    elif pick < 0.85:
        cells = int(rng.integers(4, 18))
        light = 1 + between(rng, 0.2, 1.2) * np.clip(noise(rng, (cells, cells), side) * about(rng, 1, 6) + 0.3, 0, 1)
    else:
        v, u = np.mgrid[:side, :side].astype(np.float32) / side
        away = np.hypot(u - rng.random(), v - rng.random())
        light = 0.35 + 1.2 * np.exp(-((away / between(rng, 0.25, 0.8)) ** 2))
    light = np.asarray(light / max(float(light.mean()), 1e-3), np.float32)
    return np.asarray(cv2.GaussianBlur(light[:height, :width], (0, 0), about(rng, 0.7, 8)), np.float32)[..., None]
