"""Removes the pattern of a checked cloth or of tiles from a picture: what repeats is ground.

The feet finder and the pyramid reader work best on plain grounds. Seen from above a pattern repeats along two
directions and is described by two frequencies and one tile. They are found in the spectrum of the table beyond the
board. The phase in each neighbourhood gives how the cloth bends (demodulation, as in Takeda et al. 1982). What differs
from the tile is not ground and stays as it is.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.board.vanishing_points import directions
from vision.geometry.board_view import DEFAULT_PITCH, BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Floats, Image
from vision.networks.runtime import Singles
from vision.parameters import Two, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    around: Two = (4.0, 9.0)  # cells of the table that are used, beside the board and beyond its ends
    anywhere: Two = (6.0, 5.0)  # the same where the board is not yet located
    cells: float = 16.0  # cells along a picture's longer side where the board is not yet located
    small: int = 480  # pixels; longer side of the picture in which directions of lines are measured
    planes: int = 1  # planes tried: a pattern has so many lines that the first plane is the table's
    off_board: float = 1.0  # cells; what is nearer to the squares may be the board's rim
    scale: int = 16  # pixels a cell of the table seen from above
    even: float = 1.5  # cells; standard deviation of the blur that gives the light
    periods: Two = (0.22, 3.0)  # cells; shortest and longest period of a pattern
    peak: float = 0.06  # share of all contrast that each of the two waves must have
    apart: float = 0.35  # smallest sine of the angle between the waves
    bends: float = 0.8  # periods; standard deviation of the neighbourhood in which the phase is measured
    bins: int = 24  # cells of a tile along either side
    contrast: float = 12.0  # grey levels; smallest standard deviation of a tile
    explained: float = 0.55  # share of the contrast that the tile must explain
    explained_anywhere: float = 0.4  # the same where the board is not located: its own contrast stays unexplained
    enough: float = 0.85  # explained share from which no slower pattern is tried
    enough_anywhere: float = 0.65  # the same where the board is not located
    better: float = 0.04  # explained share by which a slower pattern must be better
    like: Two = (14.0, 34.0)  # grey levels; smaller differences are ground, larger ones are not
    shadow: float = 0.35  # cells; standard deviation of the neighbourhood that gives the ground's brightness
    uneven: Two = (0.82, 1.1)  # range of brightness from pixel to pixel relative to the neighbourhood
    brighter: Two = (0.4, 1.6)  # range of the ground's brightness relative to the usual
    alone: Two = (0.6, 0.8)  # shares of ground in the neighbourhood below which a pixel is none, and above which it is
    least_window: float = 0.8  # cells; smallest neighbourhood, for patterns with shorter periods
    whole: float = 0.05  # weight of the whole table's phase in each neighbourhood's
    least_rest: float = 0.02  # squared share of the light; smaller differences are always ground
    seen_squares: float = 0.7  # share of a board's squares that must lie in the picture
    chequered: float = 25.0  # grey levels; smallest contrast of dark and bright squares
    coloured: float = 0.5  # smallest saturation of bright squares
    less_coloured: float = 0.25  # saturation by which dark squares must be below bright ones
    explained_squares: float = 0.6  # share of the squares' contrast that a pattern of two by two must explain
    line: float = 0.5  # brightness of the lines drawn between squares that are made alike
    edge: int = 3  # bins; shift allowed for edges of the pattern
    table_step: int = 8  # pixels; table coordinates are computed at this spacing and interpolated, for speed
    coarse: int = 4  # factor by which pictures are reduced for quantities that vary slowly


P: Final = parameters(Parameters)
PARTS: Final = ((1, 1), (2, 2), (3, 3), (1, 2), (2, 1))
"""Multiples of the pattern's frequencies at which the strongest waves may lie."""


@dataclass(frozen=True)
class Pattern:
    """A pattern of the table."""

    waves: Floats
    """Frequencies, 2 x 2, a cell."""
    shifts: tuple[NDArray[np.complex64], NDArray[np.complex64]]
    """Phase of each wave by place, rows x columns of the table seen from above, as complex numbers."""
    tile: Singles
    """Mean colours, bins x bins x 3, relative to `light`."""
    light: Singles
    """Brightness of the table, rows x columns."""
    low: Singles
    high: Singles
    plain: Singles
    region: "Region"


@dataclass(frozen=True)
class Region:
    """Part of a table that is used."""

    around: Two
    """Cells beside the board and beyond its ends."""
    board: bool
    """True if a board lies there, which is not ground."""


def _size(view: BoardView, region: Region) -> tuple[int, int]:
    aside, beyond = region.around
    return round((view.grid.files + 2 * aside) * P.scale), round((view.grid.ranks + 2 * beyond) * P.scale)


def _places(view: BoardView, region: Region, step: int = 1) -> Floats:
    """Return places (cells) of every `step`-th pixel of the table seen from above, rows x columns x 2."""
    width, height = _size(view, region)
    u, v = np.meshgrid(np.arange(0, width, step) + 0.5 * step, np.arange(0, height, step) + 0.5 * step)
    aside, beyond = region.around
    return np.stack([u / P.scale - aside, v / P.scale - beyond], axis=-1)


def _from_above(image: Image, view: BoardView, region: Region) -> tuple[Singles, NDArray[np.bool_]]:
    """Return the table seen from above, and a mask of what is in the picture and not board."""
    width, height = _size(view, region)
    places = _places(view, region, P.table_step)
    flat = places.reshape(-1, 2)
    seen = view.project(np.column_stack([flat * view.pitch, np.zeros(len(flat))])).astype(np.float32)
    coarse = seen.reshape(*places.shape[:2], 2)
    where = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    table = np.asarray(cv2.remap(image, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.float32)
    image_height, image_width = image.shape[:2]
    inside = (
        (where[..., 0] > 0)
        & (where[..., 0] < image_width - 1)
        & (where[..., 1] > 0)
        & (where[..., 1] < image_height - 1)
    )
    if not region.board:
        return table, inside
    full = _places(view, region)
    (x, y), rim = (full[..., 0], full[..., 1]), P.off_board
    board = (x > -rim) & (x < view.grid.files + rim) & (y > -rim) & (y < view.grid.ranks + rim)
    return table, np.asarray(inside & ~board)


def _blurred(values: Singles, weights: Singles, sigma: float) -> Singles:
    """Return the weighted mean around each place, computed in a reduced picture for speed."""
    deep = values.ndim == 3
    parts = [values * (weights[..., None] if deep else weights), weights]
    size, small = weights.shape[::-1], (weights.shape[1] // P.coarse, weights.shape[0] // P.coarse)
    sums, total = (
        cv2.GaussianBlur(cv2.resize(part, small, interpolation=cv2.INTER_AREA), (0, 0), sigma / P.coarse)
        for part in parts
    )
    total = total + np.float32(1e-4)
    means = sums / (total[..., None] if deep else total)
    return np.asarray(cv2.resize(means, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _evened(table: Singles, grey: Singles, ground: Singles) -> tuple[Singles, Singles]:
    """Return the ground's brightness and the table in even light. `ground`: weight of each place as ground (0..1)."""
    light = np.maximum(_blurred(grey, ground, P.even * P.scale), np.float32(8.0))
    return light, np.asarray(table / light[..., None], np.float32)


def pattern_of(image: Image, view: BoardView, region: Region | None = None) -> Pattern | None:
    """Find the pattern of the ground around a board, or of a region of its plane; None where there is none."""
    region = region or Region(P.around, True)
    table, known = _from_above(image, view, region)
    weights = known.astype(np.float32)
    if weights.mean() < 0.1:
        return None
    grey = np.asarray(table.mean(axis=2), np.float32)
    light, even = _evened(table, grey, weights)
    flat = np.asarray((even - _blurred(even, weights, P.even * P.scale)) * weights[..., None], np.float32)
    waves = _waves(flat)
    if waves is None:
        return None
    best: tuple[float, Pattern] | None = None
    for parts in PARTS:
        found = _fitted(even, weights, flat, light, waves / np.array(parts)[:, None], waves, region)
        if found is not None and (best is None or found[0] > best[0] + P.better):
            best = found
        if best is not None and best[0] > (P.enough if region.board else P.enough_anywhere):
            break
    return None if best is None else best[1]


def _waves(flat: Singles) -> Floats | None:
    """Find the two strongest waves, a cell, in different directions."""
    height, width = flat.shape[:2]
    spectrum = np.sum([np.abs(np.fft.rfft2(flat[..., k])) ** 2 for k in range(3)], axis=0)
    total = float((flat**2).sum()) * height * width / 2
    v, u = np.fft.fftfreq(height)[:, None] * P.scale, np.fft.rfftfreq(width)[None] * P.scale
    speed = np.hypot(u, v)
    low, high = 1 / P.periods[1], 1 / P.periods[0]
    power = np.where((speed > low) & (speed < high), spectrum, 0.0)
    # A wave's power spreads over neighbouring bins.
    power = np.asarray(cv2.boxFilter(power, -1, (3, 3), normalize=False))
    waves: list[Floats] = []
    for _ in range(2):
        row, column = np.unravel_index(int(power.argmax()), power.shape)
        if power[row, column] < P.peak * total:
            return None
        wave = _refined(flat, np.array([u[0, column], v[row, 0]]))
        waves.append(wave)
        along = np.abs(u * wave[1] - v * wave[0]) / np.maximum(speed * np.hypot(*wave), 1e-9)
        power = np.where(along < P.apart, 0.0, power)
    return np.array(waves)


def _refined(flat: Singles, wave: Floats) -> Floats:
    """Refine a wave near a bin of the spectrum to the peak of its power."""
    height, width = flat.shape[:2]
    x, y = np.arange(width) / P.scale, np.arange(height) / P.scale
    step = np.array([P.scale / width, P.scale / height])
    for _ in range(4):
        offs = np.linspace(-1, 1, 5)
        across = np.exp(-2j * np.pi * np.outer(x, wave[0] + offs * step[0]))
        down = np.exp(-2j * np.pi * np.outer(wave[1] + offs * step[1], y))
        power = np.sum([np.abs(down @ flat[..., k] @ across) ** 2 for k in range(3)], axis=0)
        row, column = np.unravel_index(int(power.argmax()), power.shape)
        wave = wave + np.array([offs[column], offs[row]]) * step
        step = step / 2
    return wave


def _fitted(
    even: Singles, weights: Singles, flat: Singles, light: Singles, waves: Floats, fast: Floats, region: Region
) -> tuple[float, Pattern] | None:
    """Fit a pattern to waves. Returns the explained share of the contrast and the pattern, if there is one; `fast`:
    multiples at which the waves were found."""
    strongest = flat[..., int((flat**2).sum(axis=(0, 1)).argmax())]
    shifts = [_shift(strongest, weights, wave, quick) for wave, quick in zip(waves, fast, strict=True)]
    x, y = _axes(weights.shape)
    phases = [
        (wave[0] * x[None] + wave[1] * y[:, None] + np.angle(shift) / (2 * np.pi)) % 1.0
        for wave, shift in zip(waves, shifts, strict=True)
    ]
    across, down = (np.minimum((phase * P.bins).astype(int), P.bins - 1) for phase in phases)
    number, held = down * P.bins + across, weights > 0
    tile = _tile(number[held], even[held])
    explained = _explained(even[held], tile.reshape(-1, 3)[number[held]])
    contrast = float(tile.std(axis=(0, 1)).max()) * float(light[held].mean())
    if explained < (P.explained if region.board else P.explained_anywhere) or contrast < P.contrast:
        return None
    low, high = _about(tile)
    plain = np.broadcast_to(tile.mean(axis=(0, 1)), tile.shape)
    return explained, Pattern(waves, (shifts[0], shifts[1]), tile, light, low, high, plain, region)


def _saturation(colour: Singles) -> float:
    return float(1 - colour.min() / max(float(colour.max()), 1e-6))


def _about(tile: Singles) -> tuple[Singles, Singles]:
    """Return the darkest and brightest values around each part of a tile."""
    around = np.ones((P.edge, P.edge), np.uint8)
    wide = np.pad(tile, ((P.edge,) * 2, (P.edge,) * 2, (0, 0)), mode="wrap")
    low, high = (
        np.asarray(of(wide, around), np.float32)[P.edge : -P.edge, P.edge : -P.edge] for of in (cv2.erode, cv2.dilate)
    )
    return low, high


def _axes(shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return the places of columns and rows of the table seen from above, cells from its corner."""
    return (np.arange(shape[1]) + 0.5) / P.scale, (np.arange(shape[0]) + 0.5) / P.scale


def _shift(seen: Singles, weights: Singles, wave: Floats, fast: Floats) -> NDArray[np.complex64]:
    """Measure the phase of a wave in each neighbourhood, from a multiple `fast` of it."""
    x, y = _axes(seen.shape)
    spun = seen * np.exp(-2j * np.pi * (fast[0] * x[None] + fast[1] * y[:, None])).astype(np.complex64)
    sigma = P.bends / float(np.hypot(*fast)) * P.scale
    evenly = np.ones(seen.shape, np.float32)
    smooth = _blurred(spun.real, evenly, sigma) + 1j * _blurred(spun.imag, evenly, sigma)
    mean = spun.sum()
    # Where little is visible, the whole table decides.
    smooth = smooth + P.whole * mean / max(float(weights.sum()), 1.0)
    off = np.angle(smooth * np.conj(mean)) + np.angle(mean)
    return np.asarray(np.exp(1j * off * float(np.hypot(*wave) / np.hypot(*fast))), np.complex64)


def _explained(colours: Singles, predicted: Singles) -> float:
    """Return the share of the contrast of places (N x 3) that a tile explains, without what lies on the ground."""
    total = ((colours - colours.mean(axis=0)) ** 2).sum(axis=1)
    rest = ((colours - predicted) ** 2).sum(axis=1)
    likely = rest < _most(rest)
    return 0.0 if likely.mean() < 0.5 else 1 - float(rest[likely].sum() / max(float(total[likely].sum()), 1e-9))


def _most(rest: Singles) -> float:
    """Return the squared difference from which a place is not ground."""
    return max(4 * float(np.median(rest)), P.least_rest)


def _tile(number: NDArray[np.intp], colours: Singles) -> Singles:
    """Return the usual colour of each part of a pattern, bins x bins x 3: the mean without outliers, three times."""
    count = P.bins**2
    near, tile = np.ones(len(number), np.float32), np.zeros((count, 3), np.float32)
    for _ in range(3):
        held = np.bincount(number, near, count) + 1e-6
        sums = [np.bincount(number, near * colours[:, k], count) for k in range(3)]
        tile = np.asarray((np.array(sums) / held).T, np.float32)
        rest = ((colours - tile[number]) ** 2).sum(axis=1)
        near = np.asarray(rest < _most(rest), np.float32)
    return tile.reshape(P.bins, P.bins, 3)


def without_pattern(image: Image, view: BoardView, pattern: Pattern, corner: tuple[int, int] = (0, 0)) -> Image:
    """Replace ground beyond the squares by the pattern's mean colour. `corner`: where the picture's upper left pixel
    lies in the one of `view`."""
    there = _Underlay.of(image, view, pattern, corner)
    picture, cell = image.astype(np.float32), _cell_pixels(view)
    usual, low, high = (there.sampled(tile) for tile in (pattern.tile, pattern.low, pattern.high))
    ground = np.asarray(~there.off, np.float32)
    # Shadows and lamps change all colours of the ground alike.
    for _ in range(2):
        gain = cv2.merge([_gain(picture, usual, ground, P.shadow * cell)] * 3)
        too_dark = low * (gain * np.float32(P.uneven[0])) - picture
        too_bright = picture - high * (gain * np.float32(P.uneven[1]))
        blue, green, red = cv2.split(cv2.max(too_dark, too_bright))
        ground = _less(cv2.max(cv2.max(blue, green), red), P.like)
        ground[there.off] = 0
    # A piece as white or pink as a check differs from ground by what lies around it.
    period = max(int(max(float(1 / np.hypot(*pattern.waves.T).min()), P.least_window) * cell), 3)
    around = cv2.blur(ground, (period, period))
    if pattern.region.around == (0.0, 0.0):
        # Outermost squares of a board have neighbours on one side only.
        around = around / np.maximum(cv2.blur(np.asarray(~there.off, np.float32), (period, period)), np.float32(0.01))
    ground *= 1 - _less(around, P.alone)
    plain = gain * there.sampled(pattern.plain)
    plain += np.maximum(too_bright, 0) - np.maximum(too_dark, 0)
    return np.clip(picture + (plain - picture) * cv2.merge([ground] * 3), 0, 255).astype(np.uint8)


def made_plain(image: Image, view: BoardView) -> Image | None:
    """Return the picture without the pattern of the ground around a board; None where there is none."""
    pattern = pattern_of(image, view)
    return None if pattern is None else without_pattern(image, view, pattern)


def made_plain_anywhere(image: Image, grid: BoardGrid, camera: Camera | None) -> Image | None:
    """Return the picture without the pattern where no board is located: the pattern's lines give the plane. None where
    there is none."""
    height, width = image.shape[:2]
    scale = P.small / max(height, width)
    grey = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    seen = camera or Camera.guess((width, height))
    for along, up in directions(np.asarray(grey, np.uint8), seen.focal * scale, most=P.planes):
        view = _on_plane(seen, grid, along, up)
        pattern = pattern_of(image, view, Region(P.anywhere, False))
        if pattern is not None:
            return without_pattern(image, view, pattern)
    return None


def _on_plane(camera: Camera, grid: BoardGrid, along: Floats, up: Floats) -> BoardView:
    """Return a view of a board in the middle of the picture whose lines have these directions in the camera frame."""
    across = along / np.linalg.norm(along)
    above = np.cross(across, up)
    above *= -np.sign(above[2]) / np.linalg.norm(above)
    turn = np.column_stack([across, np.cross(above, across), above])
    far = P.cells * DEFAULT_PITCH * camera.focal / max(camera.size)
    middle = turn @ np.array([grid.files / 2, grid.ranks / 2, 0.0]) * DEFAULT_PITCH
    ahead = camera.rays(np.array([[camera.size[0] / 2, camera.size[1] / 2]]))[0]
    first, second, third = (float(one) for one in ahead * far - middle)
    rotation = [float(one) for one in cv2.Rodrigues(turn)[0].ravel()]
    return BoardView(camera, (rotation[0], rotation[1], rotation[2]), (first, second, third), DEFAULT_PITCH, grid=grid)


def _less(values: MatLike, bounds: Two) -> Singles:
    """Return 1 below both bounds, 0 above both, and a ramp between."""
    low, high = (np.float32(bound) for bound in bounds)
    return np.asarray(np.clip((high - values) / (high - low), 0, 1), np.float32)


@dataclass(frozen=True)
class _Underlay:
    """The pattern at each pixel of a picture."""

    phases: tuple[Singles, Singles]
    """Phases along both waves, in bins."""
    light: Singles
    off: NDArray[np.bool_]
    """True on the squares and far from the board, where the pattern says nothing."""

    @classmethod
    def of(cls, image: Image, view: BoardView, pattern: Pattern, corner: tuple[int, int]) -> "_Underlay":
        x, y = _on_table(image, view, corner)
        aside, beyond = pattern.region.around
        column, row = (x + aside) * P.scale - 0.5, (y + beyond) * P.scale - 0.5

        def there(values: Singles) -> Singles:
            found = cv2.remap(values, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            return np.asarray(found, np.float32)

        phases = []
        for wave, shift in zip(pattern.waves, pattern.shifts, strict=True):
            real, imaginary = (there(np.ascontiguousarray(part)) for part in (shift.real, shift.imag))
            cycles = np.float32(wave[0]) * (x + aside) + np.float32(wave[1]) * (y + beyond)
            cycles += cv2.phase(real, imaginary) / np.float32(2 * np.pi)
            phases.append(np.asarray((cycles % 1.0) * P.bins, np.float32))
        height, width = pattern.light.shape
        outside = (column < 0) | (column > width) | (row < 0) | (row > height)
        squares = pattern.region.board & (x > 0) & (x < view.grid.files) & (y > 0) & (y < view.grid.ranks)
        return cls((phases[0], phases[1]), there(pattern.light), np.asarray(outside | squares))

    def sampled(self, tile: Singles) -> Singles:
        """Sample a tile's colours at each pixel."""
        wide = np.pad(tile, ((1, 1), (1, 1), (0, 0)), mode="wrap")
        across, down = (phase + np.float32(0.5) for phase in self.phases)
        return np.asarray(cv2.remap(wide, across, down, cv2.INTER_LINEAR), np.float32) * cv2.merge([self.light] * 3)


def _on_table(image: Image, view: BoardView, corner: tuple[int, int]) -> tuple[Singles, Singles]:
    """Return the place (cells) on the board's plane that each pixel shows: two maps of height x width."""
    height, width = image.shape[:2]
    u, v = np.meshgrid(
        np.arange(0, width + P.table_step, P.table_step, dtype=float),
        np.arange(0, height + P.table_step, P.table_step, dtype=float),
    )
    spots = np.column_stack([u.ravel(), v.ravel()]) + corner
    coarse = (view.on_board(spots) / view.pitch).astype(np.float32)
    fine = np.meshgrid(
        np.arange(width, dtype=np.float32) / P.table_step, np.arange(height, dtype=np.float32) / P.table_step
    )
    x, y = (
        np.asarray(cv2.remap(part.reshape(u.shape), *fine, cv2.INTER_LINEAR), np.float32)
        for part in np.ascontiguousarray(coarse.T)
    )
    return x, y


def _gain(picture: Singles, usual: Singles, ground: Singles, sigma: float) -> Singles:
    """Return how much brighter than usual the ground is at each pixel, from ground around it: height x width x 1."""
    height, width = ground.shape
    small = max(width // P.coarse, 1), max(height // P.coarse, 1)
    sums = [
        cv2.GaussianBlur(cv2.resize(one * ground, small, interpolation=cv2.INTER_AREA), (0, 0), sigma / P.coarse)
        for one in (_dotted(picture, usual), _dotted(usual, usual))
    ]
    gain = np.clip((sums[0] + 1.0) / (sums[1] + 1.0), *P.brighter)
    return np.asarray(cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _dotted(one: Singles, other: Singles) -> Singles:
    return np.asarray(cv2.transform(cv2.multiply(one, other), np.ones((1, 3), np.float32)), np.float32)


def _cell_pixels(view: BoardView) -> float:
    ring = np.array(list(view.corners.values()))
    return float(np.linalg.norm(np.roll(ring, -1, axis=0) - ring, axis=1).min() / max(view.grid.files, view.grid.ranks))


def with_squares_alike(image: Image, view: BoardView, squares: Pattern) -> Image:
    """Return the picture with one colour for all squares of a chequered board, and lines between them."""
    height, width = image.shape[:2]
    ring = np.array(list(view.corners.values()))
    left, upper = (int(max(one, 0)) for one in np.floor(ring.min(axis=0)))
    right, lower = (int(one) + 1 for one in np.minimum(np.ceil(ring.max(axis=0)), (width - 1, height - 1)))
    found = image.copy()
    part = np.ascontiguousarray(image[upper:lower, left:right])
    found[upper:lower, left:right] = without_pattern(part, view, squares, (left, upper))
    return found


def squares_of(image: Image, view: BoardView) -> Pattern | None:
    """Return the squares of a board with colourful and dark ones as a pattern of two by two; None for other boards,
    which are read well as they are."""
    region = Region((0.0, 0.0), board=False)
    table, known = _from_above(image, view, region)
    weights = known.astype(np.float32)
    if weights.mean() < P.seen_squares:
        return None
    grey = np.asarray(table.mean(axis=2), np.float32)
    light, even = _evened(table, grey, weights)
    x, y = _axes(weights.shape)
    across, down = np.meshgrid(*((axis / 2 % 1 * P.bins).astype(int) for axis in (x, y)))
    number = down * P.bins + across
    tile = _tile(number[known], even[known])
    # Among more dark squares than bright ones a place is not darker for that.
    nearest = tile.reshape(-1, 3)[number]
    rest = np.asarray(((even - nearest) ** 2).sum(axis=2), np.float32)
    ground = weights * (rest < _most(rest[known]))
    light, even = _evened(table, grey / np.maximum(nearest.mean(axis=2), np.float32(0.05)), ground)
    tile = _tile(number[known], even[known])
    half = P.bins // 2
    kinds = (
        np.concatenate([tile[:half, one : one + half], tile[half:, half - one : 2 * half - one]]).mean(axis=(0, 1))
        for one in (0, half)
    )
    dark, bright = sorted(kinds, key=lambda colour: float(colour.max()))
    coloured = _saturation(bright)
    apart = float((bright - dark).max() * light[known].mean())
    known_well = coloured < P.coloured or coloured - _saturation(dark) < P.less_coloured
    explained = _explained(even[known], tile.reshape(-1, 3)[number[known]])
    if known_well or apart < P.chequered or explained < P.explained_squares:
        return None
    still = np.ones(weights.shape, np.complex64)
    low, high = _about(tile)
    # Readers know plain boards by their lines.
    plain = np.broadcast_to(tile.mean(axis=(0, 1)), tile.shape).copy()
    plain[::half] *= P.line
    plain[:, ::half] *= P.line
    return Pattern(np.array([[0.5, 0.0], [0.0, 0.5]]), (still, still), tile, light, low, high, plain, region)
