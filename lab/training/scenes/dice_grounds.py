"""Random grounds under dice: textures, mats and trays, and what else lies about."""

from dataclasses import dataclass

import cv2
import numpy as np

from lab.drawing.dice import Canvas, Eye, Points, Rgb
from lab.training.scenes.dice_looks import Rng, about, between, hsv

TILE = 512


def spin(axis: tuple[float, float, float], angle: float) -> Points:
    return np.asarray(cv2.Rodrigues(np.array(axis, float) * angle)[0], float)


def noise(rng: Rng, cells: tuple[int, int], size: int = TILE) -> Canvas:
    """Smooth noise about zero with a given number of cells across and down, size x size."""
    field = rng.standard_normal((cells[1], cells[0]), np.float32)
    return np.asarray(cv2.resize(field, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def texture(rng: Rng) -> Canvas:
    """The look of a piece of ground, TILE x TILE x 3, linear."""
    paper = rng.random() < 0.2
    tone = between(rng, 0.45, 0.9) if paper else about(rng, 0.02, 0.9)
    tint = np.array(hsv(between(rng, 0, 360), rng.beta(1.2, 25 if paper else 2.5), 1.0), np.float32)
    base = tint / max(float(tint.max()), 1e-3) * tone
    kind = rng.choice(["plain", "felt", "wood", "cloth", "blotch", "print"], p=(0.26, 0.18, 0.22, 0.1, 0.14, 0.1))
    field = noise(rng, (4, 4)) * np.float32(between(rng, 0, 0.06))
    if kind == "felt":
        field = field + noise(rng, (TILE, TILE)) * np.float32(between(rng, 0.05, 0.22))
        field = field + noise(rng, (160, 160)) * np.float32(between(rng, 0.03, 0.12))
    elif kind == "wood":
        across = int(rng.integers(40, 160))
        field = field + noise(rng, (int(rng.integers(2, 6)), across)) * np.float32(between(rng, 0.04, 0.2))
        field = field + noise(rng, (int(rng.integers(4, 20)), TILE)) * np.float32(between(rng, 0.01, 0.08))
        bend = np.linspace(0, between(rng, 8, 60), TILE, dtype=np.float32)[:, None] + 3 * noise(rng, (2, 4))
        field = field + np.sin(bend) * np.float32(between(rng, 0, 0.12))
        base = np.array(hsv(between(rng, 14, 40), between(rng, 0.15, 0.8), about(rng, 0.06, 0.85)), np.float32)
        if rng.random() < 0.4:
            for row in range(0, TILE, int(rng.integers(60, 200))):
                field[row : row + 2] -= between(rng, 0.2, 0.6)
    elif kind == "cloth":
        steps = np.arange(TILE, dtype=np.float32) * np.float32(between(rng, 0.4, 1.6))
        field = field + (np.sin(steps)[:, None] + np.sin(steps)[None]) * np.float32(between(rng, 0.04, 0.15))
        field = field + noise(rng, (200, 200)) * np.float32(between(rng, 0.02, 0.1))
    elif kind == "blotch":
        for cells in (5, 12, 40, 120):
            field = field + noise(rng, (cells, cells)) * np.float32(between(rng, 0.02, 0.18))
    ground = base * np.clip(1 + field, 0.1, 3)[..., None]
    if kind in ("print", "blotch") and rng.random() < 0.8:
        other = np.array(rng.uniform(0.02, 0.9, 3), np.float32)
        mask = np.clip(noise(rng, (int(rng.integers(3, 60)), int(rng.integers(3, 60)))) * 6, 0, 1)[..., None]
        ground = ground * (1 - mask) + other * mask * np.clip(1 + field, 0.2, 2)[..., None]
    return np.asarray(ground, np.float32)


def spread_out(rng: Rng, eye: Eye, tile: Canvas, span_mm: float) -> Canvas:
    """A texture laid on the ground plane as the eye sees it."""
    scale = span_mm / TILE
    angle = between(rng, 0, 2 * np.pi)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    middle = rng.uniform(-0.3, 0.3, 2) * span_mm
    to_ground = np.array([[c, -s, middle[0]], [s, c, middle[1]], [0, 0, 1]]) @ np.array(
        [[1, 0, -TILE / 2], [0, 1, -TILE / 2], [0, 0, 1]]
    )
    lens = eye.matrix @ eye.turn
    to_picture = np.column_stack([lens[:, 0], lens[:, 1], -lens @ eye.place]) @ to_ground
    seen = cv2.warpPerspective(tile, to_picture, eye.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(np.maximum(seen, 0.002), np.float32)


def ring_on_ground(rng: Rng, eye: Eye, half: tuple[float, float], spot: Points, yaw: float) -> Points:
    c, s = np.cos(yaw), np.sin(yaw)
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[c, s], [-s, c]]) + spot
    return eye.project(np.column_stack([flat, np.zeros(4)]))


def filled(size: tuple[int, int], ring: Points) -> Canvas:
    mask = np.zeros(size[::-1], np.float32)
    if np.abs(ring).max() < 3e4:
        cv2.fillPoly(mask, [np.round(ring * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    return mask[..., None]


def mat_or_tray(rng: Rng, eye: Eye, ground: Canvas, edge_mm: float) -> Canvas:
    """A mat or a walled tray somewhere under the dice."""
    half = (edge_mm * between(rng, 2.5, 9), edge_mm * between(rng, 2.5, 9))
    spot, yaw = rng.normal(0, 1.5 * edge_mm, 2), between(rng, 0, np.pi)
    inside = spread_out(rng, eye, texture(rng), edge_mm * between(rng, 4, 30))
    mask = filled(eye.size, ring_on_ground(rng, eye, half, spot, yaw))
    if rng.random() < 0.5:
        wall = edge_mm * between(rng, 0.2, 0.7)
        rim = filled(eye.size, ring_on_ground(rng, eye, (half[0] + wall, half[1] + wall), spot, yaw))
        frame = spread_out(rng, eye, texture(rng), edge_mm * between(rng, 2, 15)) * np.float32(between(rng, 0.2, 1))
        ground = ground * (1 - rim) + frame * rim
        shade = np.asarray(cv2.GaussianBlur(mask[..., 0], (0, 0), between(rng, 2, 12)), np.float32)[..., None]
        inside = inside * np.clip(1 - between(rng, 0.2, 0.9) * (1 - shade) * 1.6, 0.1, 1)
    return np.asarray(ground * (1 - mask) + inside * mask, np.float32)


@dataclass(frozen=True)
class Thing:
    """A thing that is no die: its place, size and colours, and the edge of a die; lengths in pixels."""

    at: Points
    scale: float
    tone: Rgb
    other: Rgb
    edge_px: float

    @property
    def pixel(self) -> tuple[int, int]:
        return int(self.at[0]), int(self.at[1])


def cable(rng: Rng, ground: Canvas, thing: Thing) -> None:
    t = np.linspace(0, 1, 24)[:, None]
    bends = np.sin(t * np.pi * [1, 2]) @ rng.normal(0, 0.25, (2, 2))
    way = thing.at + (t * rng.normal(0, 1, 2) + bends) * ground.shape[1] * 0.7
    width = max(int(thing.edge_px * between(rng, 0.08, 0.35)), 1)
    cv2.polylines(ground, [way.astype(np.int32)], False, thing.tone, width, cv2.LINE_AA)


def disc(rng: Rng, ground: Canvas, thing: Thing) -> None:
    cv2.circle(ground, thing.pixel, max(int(thing.scale * 0.5), 2), thing.tone, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(ground, thing.pixel, max(int(thing.scale * between(rng, 0.1, 0.45)), 1), thing.other, -1)


def keys(rng: Rng, ground: Canvas, thing: Thing) -> None:
    side, gap = max(int(thing.scale * 0.5), 4), max(int(thing.scale * 0.1), 2)
    for i in range(int(rng.integers(1, 6))):
        for j in range(int(rng.integers(1, 4))):
            u, v = thing.pixel[0] + i * (side + gap), thing.pixel[1] + j * (side + gap)
            cv2.rectangle(ground, (u, v), (u + side, v + side), thing.tone, -1)
            if rng.random() < 0.5:
                put(ground, letters(rng, 1), (u + 2, v + side - 3), side / 40, thing.other)


def card(rng: Rng, ground: Canvas, thing: Thing) -> None:
    size = (thing.scale * 2, thing.scale * between(rng, 1, 3))
    ring = cv2.boxPoints(((float(thing.at[0]), float(thing.at[1])), size, between(rng, 0, 90))).astype(np.int32)
    cv2.fillPoly(ground, [ring], thing.tone, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.polylines(ground, [ring], True, thing.other, int(rng.integers(1, 5)), cv2.LINE_AA)
    if rng.random() < 0.4:
        put(ground, letters(rng, 6), thing.pixel, thing.scale / 40, thing.other)


def writing(rng: Rng, ground: Canvas, thing: Thing) -> None:
    put(ground, letters(rng, int(rng.integers(1, 9))), thing.pixel, thing.scale / 30, thing.tone)


def label(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """A rounded plate with marks on it, as on labels, memory sticks and rulers."""
    across, up = max(thing.scale * between(rng, 0.5, 1.2), 8), max(thing.scale * between(rng, 0.4, 0.8), 6)
    patch = np.zeros((int(2 * up) + 1, int(2 * across) + 1), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        u, v = between(rng, 0, 2 * across), between(rng, 0, 2 * up)
        pick = rng.random()
        if pick < 0.35:
            half = up * between(rng, 0.15, 0.5)
            cv2.rectangle(patch, (int(u - half), int(v - half)), (int(u + half), int(v + half)), 1.0, -1)
        elif pick < 0.6:
            gap = max(int(up * between(rng, 0.1, 0.3)), 2)
            for k in range(int(rng.integers(3, 12))):
                cv2.line(
                    patch, (int(u) + k * gap, int(v)), (int(u) + k * gap, int(v + up * 0.5)), 1.0, max(gap // 3, 1)
                )
        elif pick < 0.85:
            mask = np.zeros(patch.shape, np.uint8)
            text = letters(rng, int(rng.integers(1, 6)))
            size = up / between(rng, 14, 40)
            cv2.putText(
                mask, text, (int(u * 0.6), int(v)), cv2.FONT_HERSHEY_SIMPLEX, size, 255, max(int(2.5 * size), 1)
            )
            patch = np.maximum(patch, mask / np.float32(255))
        else:
            cv2.circle(patch, (int(u), int(v)), max(int(up * between(rng, 0.05, 0.2)), 1), 1.0, -1)
    angle = between(rng, 0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    spin = np.array([[c, -s], [s, c]])
    move = np.column_stack([spin, thing.at - spin @ [across, up]])
    sheet = cv2.warpAffine(np.ones_like(patch), move, ground.shape[1::-1])[..., None]
    marks = cv2.warpAffine(patch, move, ground.shape[1::-1])[..., None]
    ground += sheet * (np.array(thing.tone, np.float32) - ground)
    ground += marks * (np.array(thing.other, np.float32) - ground)


def shard(rng: Rng, ground: Canvas, thing: Thing) -> None:
    ring = thing.at + rng.normal(0, thing.scale * between(rng, 0.5, 2), (int(rng.integers(3, 6)), 2))
    cv2.fillPoly(ground, [ring.astype(np.int32)], thing.tone, cv2.LINE_AA)


def pyramid(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """A pyramid from above: four faces of differing light about a tip."""
    middle = (float(thing.at[0]), float(thing.at[1]))
    box = cv2.boxPoints((middle, (thing.scale, thing.scale), between(rng, 0, 90)))
    tip = thing.at + rng.normal(0, thing.scale * 0.15, 2)
    for k in range(4):
        shade = tuple(c * between(rng, 0.4, 1.2) for c in thing.tone)
        cv2.fillPoly(ground, [np.array([box[k], box[(k + 1) % 4], tip]).astype(np.int32)], shade, cv2.LINE_AA)


def crumbs(rng: Rng, ground: Canvas, thing: Thing) -> None:
    for _ in range(int(rng.integers(2, 30))):
        u, v = thing.at + rng.normal(0, thing.scale * 2, 2)
        radius = max(int(thing.edge_px * between(rng, 0.02, 0.1)), 1)
        cv2.circle(ground, (int(u), int(v)), radius, thing.tone, -1)


THINGS = (cable, disc, keys, keys, card, label, label, writing, shard, pyramid, crumbs)


def clutter(rng: Rng, ground: Canvas, edge_px: float) -> list[tuple[float, float]]:
    """Draws up to five things that are no dice; returns where."""
    height, width = ground.shape[:2]
    places: list[tuple[float, float]] = []
    for _ in range(int(rng.integers(0, 6))):
        tones = [np.clip(about(rng, 0.01, 0.9) * (1 + rng.normal(0, 0.25, 3)), 0, 1).tolist() for _ in range(2)]
        at = np.array([between(rng, 0, width), between(rng, 0, height)])
        thing = Thing(at, edge_px * about(rng, 0.3, 3), tuple(tones[0]), tuple(tones[1]), edge_px)
        THINGS[int(rng.integers(len(THINGS)))](rng, ground, thing)
        places.append((float(at[0]), float(at[1])))
    return places


def letters(rng: Rng, count: int) -> str:
    return "".join(chr(int(c)) for c in rng.integers(48, 122, count))


def put(ground: Canvas, text: str, where: tuple[int, int], size: float, tone: tuple[float, ...]) -> None:
    # OpenCV writes on 8-bit pictures only.
    mask = np.zeros(ground.shape[:2], np.uint8)
    cv2.putText(mask, text, where, cv2.FONT_HERSHEY_SIMPLEX, max(size, 0.2), 255, max(int(2 * size), 1), cv2.LINE_AA)
    share = (mask / np.float32(255))[..., None]
    ground += share * (np.array(tone, np.float32) - ground)
