"""What scenes drawn by tracing light paths have in common (Mitsuba 3, denoised by Open Image Denoise).

Needs the `train` extra and LLVM 15 or newer (Debian: libllvm19). Lengths are millimetres, z is up.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mitsuba as mi
import numpy as np
from numpy.typing import NDArray
from pyoidn.denoise import denoise

from lab.training.scenes import beer_lambert, see_through
from lab.training.scenes.beer_lambert import ABSORPTION
from vision.drawing.painting import Canvas, Light, Points

VARIANT = "llvm_ad_rgb"
GUIDES = {"type": see_through.INTEGRATOR}, {"type": "aov", "aovs": "normal:sh_normal"}
GUIDE_SAMPLES = 8
COLOUR = "vertex_colour"

Faces = NDArray[np.uint32]


def prepare() -> None:
    """Sets Mitsuba up; to be called before anything is made for a scene."""
    if mi.variant() != VARIANT:
        _name_newest_llvm()
        mi.set_variant(VARIANT)
        beer_lambert.register()
        see_through.register()


def _name_newest_llvm() -> None:
    """Names the newest LLVM installed to Dr.Jit, which takes the first it finds and ends if that one is too old."""
    libraries = Path("/usr/lib").glob("*/libLLVM*.so*")
    newest = max((p for p in libraries if _version(p)), key=_version, default=None)
    if newest is not None:
        os.environ.setdefault("DRJIT_LIBLLVM_PATH", str(newest))


def _version(library: Path) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", library.name))


def picture(parts: dict[str, Any], seed: int, samples: int) -> Canvas:
    """Linear RGB, height x width x 3, of a scene's parts, by so many paths a pixel."""
    integrator = {"type": beer_lambert.INTEGRATOR, "max_depth": 14, "rr_depth": 4}
    scene = mi.load_dict({"type": "scene", "integrator": integrator, **parts})
    noisy = _planes(mi.render(scene, spp=samples, seed=seed % 2**31))
    # Guides free of noise keep the denoiser from taking pips and what shows within the plastic for noise.
    colours, normals = (
        _planes(mi.render(scene, integrator=mi.load_dict(guide), spp=GUIDE_SAMPLES, seed=seed % 2**31))
        for guide in GUIDES
    )
    clean = denoise(noisy, np.clip(colours, 0, 1), normals, hdr=True, clean_aux=True, quality="balanced")
    return np.asarray(clean, np.float32)


def _planes(rendered: Any) -> Canvas:
    return np.ascontiguousarray(np.nan_to_num(np.array(rendered, np.float32)[..., :3], posinf=50.0))


def camera(size: tuple[int, int], focal: float, turn: Points, place: Points) -> dict[str, Any]:
    """A pinhole camera, its axis through the picture's middle; `turn` takes table axes to OpenCV's camera axes."""
    width, height = size
    to_world = np.eye(4)
    to_world[:3, :3] = turn.T @ np.diag([-1.0, -1.0, 1.0])
    to_world[:3, 3] = place
    return {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(width / 2 / focal))),
        "fov_axis": "x",
        "near_clip": 1.0,
        "far_clip": 1e5,
        "to_world": mi.ScalarTransform4f(to_world),
        "film": {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "box"}},
        "sampler": {"type": "independent"},
    }


def room(rng: np.random.Generator, light: Light) -> dict[str, Any]:
    """Dim walls and ceiling, the key light as a lamp or window, and often one or two more."""
    height, width = 64, 128
    polar = (np.arange(height) + 0.5) / height * np.pi
    azimuth = (np.arange(width) + 0.5) / width * 2 * np.pi
    sky = np.full((height, width, 3), light.sky * rng.uniform(0.3, 1.5), np.float32)
    sky *= (1 + rng.uniform(-0.7, 0.7) * np.cos(polar)[:, None] + rng.uniform(0, 0.5) * np.cos(azimuth))[..., None]
    sky *= (1 + rng.normal(0, 0.08, 3)).astype(np.float32)
    for k in range(int(rng.integers(1, 5))):
        if k == 0:
            dx, dy, dz = light.direction
            at, around = np.arccos(dz), np.arctan2(dy, dx)
        else:
            at, around = np.arccos(rng.uniform(0.1, 1)), rng.uniform(0, 2 * np.pi)
        half = rng.uniform(0.06, 0.5), rng.uniform(0.06, 0.7)
        turned = np.abs((azimuth - around + np.pi) % (2 * np.pi) - np.pi) * np.sin(at)
        patch = (np.abs(polar - at) < half[0])[:, None] & (turned < half[1])[None]
        solid_angle = 4 * half[0] * half[1]
        power = (light.key * 2.4 if k == 0 else rng.uniform(0.1, 1.2)) * np.asarray(light.colour)
        sky[patch] += (power / solid_angle).astype(np.float32)
    # Mitsuba's environment has y up and looks along its azimuth the other way round: turned to z up here.
    turn = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    return {"type": "envmap", "bitmap": mi.Bitmap(sky), "to_world": turn}


def mesh(
    name: str,
    vertices: Points,
    faces: Faces,
    bsdf: dict[str, Any],
    absorption: Sequence[float] = (0.0, 0.0, 0.0),
    normals: Points | None = None,
    colours: Points | None = None,
    places: Points | None = None,
) -> Any:
    """A body of triangles, flat ones unless `normals` at the vertices are given; `absorption` is RGB per mm. `colours`
    at the vertices, N x 3, are what a texture of the attribute `COLOUR` shows, `places`, N x 2, where they are in a
    texture that is a picture (0..1 each way, from its lower left corner)."""
    properties = mi.Properties()
    properties["mesh_bsdf"] = mi.load_dict(bsdf)
    properties["face_normals"] = normals is None
    has_normals, has_places = normals is not None, places is not None
    made = mi.Mesh(name, len(vertices), len(faces), properties, has_normals, has_places)
    content = mi.traverse(made)
    content["vertex_positions"] = np.asarray(vertices, np.float32).ravel()
    content["faces"] = np.asarray(faces, np.uint32).ravel()
    if normals is not None:
        content["vertex_normals"] = np.asarray(normals, np.float32).ravel()
    if places is not None:
        content["vertex_texcoords"] = np.asarray(places, np.float32).ravel()
    content.update()
    made.add_attribute(ABSORPTION, 3, np.tile(np.asarray(absorption, np.float32), len(vertices)))
    if colours is not None:
        made.add_attribute(COLOUR, 3, np.asarray(colours, np.float32).ravel())
    return made
