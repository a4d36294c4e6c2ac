"""The colours at the end of every line of sight, bent and tinted by the clear plastic before them, but not lit.

A guide for a denoiser: it shows all that a path tracer shows within clear pieces (walls, hollows, pips, the board
below), without the noise of the light. Reflections are left out.
"""

from typing import Any

import drjit as dr
import mitsuba as mi

from lab.training.scenes.beer_lambert import ABSORPTION

INTEGRATOR = "see_through"
# A number drawn for a clear surface so that it is crossed, not mirrored in, wherever light can cross it.
ACROSS = 0.99999


def register() -> None:
    """Make the integrator known to the variant of Mitsuba that is set."""

    class SeeThrough(mi.SamplingIntegrator):  # type: ignore[misc]  # Mitsuba has no types
        def __init__(self, properties: Any) -> None:
            super().__init__(properties)
            self.max_depth: int = properties.get("max_depth", 16)

        @dr.syntax  # type: ignore[untyped-decorator]
        def sample(self, scene: Any, sampler: Any, ray: Any, medium: Any = None, active: Any = True) -> Any:
            context = mi.BSDFContext()
            ray = mi.Ray3f(ray)
            seen, throughput = mi.Spectrum(0), mi.Spectrum(1)
            depth, active = mi.UInt32(0), mi.Bool(active)
            while dr.hint(active, max_iterations=self.max_depth):
                here = scene.ray_intersect(ray, mi.RayFlags.All, coherent=(depth == 0))
                inside = active & here.is_valid() & (here.wi.z < 0)
                absorption = here.shape.eval_attribute_3(ABSORPTION, here, inside)
                throughput[inside] = throughput * dr.exp(-absorption * here.t)
                # Out of the room: as white as light is.
                seen[active & ~here.is_valid()] = throughput

                onward = active & here.is_valid()
                bsdf = here.bsdf(ray)
                # Pips may be partly clear: they are met or passed at random. Clouds in the plastic are left out.
                pip = mi.has_flag(bsdf.flags(), mi.BSDFFlags.Null)
                draw = dr.select(pip, sampler.next_1d(), ACROSS)
                turn, turn_weight = bsdf.sample(context, here, draw, sampler.next_2d(), onward)
                dull = onward & mi.has_flag(turn.sampled_type, mi.BSDFFlags.DiffuseReflection)
                seen[dull] = throughput * turn_weight
                ray = here.spawn_ray(here.to_world(turn.wo))
                throughput *= turn_weight * dr.square(turn.eta)
                depth[active] += 1
                active = onward & ~dull & (dr.max(throughput) > 0.01)
            return seen, True, []

    mi.register_integrator(INTEGRATOR, SeeThrough)
