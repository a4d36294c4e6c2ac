"""A path tracer for coloured clear plastic: light is absorbed along its way through the walls (Beer-Lambert).

Mitsuba's own path integrator colours light at surfaces only, and its volumetric one loses paths where a medium does
nothing but absorb. Here every stretch of a path that ends at the inner side of a mesh is weakened by the mesh's
vertex attribute `ABSORPTION` (per mm, RGB); light that crosses a thick wall comes out darker than through a thin one,
which is what shows the hollow of a pyramid from above.
"""

from typing import Any

import drjit as dr
import mitsuba as mi

INTEGRATOR = "beer_lambert"
ABSORPTION = "vertex_absorption"
MOST_SURVIVAL = 0.95


def register() -> None:
    """Make the integrator known to the variant of Mitsuba that is set."""

    class BeerLambert(mi.SamplingIntegrator):  # type: ignore[misc]  # Mitsuba has no types
        """Unidirectional path tracing with multiple importance sampling of emitters (Veach 1997)."""

        def __init__(self, properties: Any) -> None:
            super().__init__(properties)
            self.max_depth: int = properties.get("max_depth", 14)
            self.rr_depth: int = properties.get("rr_depth", 4)

        @dr.syntax  # type: ignore[untyped-decorator]
        def sample(self, scene: Any, sampler: Any, ray: Any, medium: Any = None, active: Any = True) -> Any:
            context = mi.BSDFContext()
            ray = mi.Ray3f(ray)
            radiance, throughput, eta = mi.Spectrum(0), mi.Spectrum(1), mi.Float(1)
            depth, active = mi.UInt32(0), mi.Bool(active)
            last, last_pdf, last_delta = dr.zeros(mi.SurfaceInteraction3f), mi.Float(1), mi.Bool(True)
            while dr.hint(active, max_iterations=self.max_depth):
                here = scene.ray_intersect(ray, mi.RayFlags.All, coherent=(depth == 0))
                inside = active & here.is_valid() & (here.wi.z < 0)
                absorption = here.shape.eval_attribute_3(ABSORPTION, here, inside)
                throughput[inside] = throughput * dr.exp(-absorption * here.t)

                direct = mi.DirectionSample3f(scene, si=here, ref=last)
                other_pdf = scene.pdf_emitter_direction(last, direct, ~last_delta)
                weight = dr.select(last_delta, 1.0, last_pdf / (last_pdf + other_pdf))
                weight = dr.select(dr.isfinite(weight), weight, 1.0)
                radiance = dr.fma(throughput, here.emitter(scene).eval(here, active) * weight, radiance)

                onward = active & here.is_valid() & (depth + 1 < self.max_depth)
                bsdf = here.bsdf(ray)
                lit = onward & mi.has_flag(bsdf.flags(), mi.BSDFFlags.Smooth)
                lamp, lamp_weight = scene.sample_emitter_direction(here, sampler.next_2d(), True, lit)
                lit &= lamp.pdf != 0
                value, pdf = bsdf.eval_pdf(context, here, here.to_local(lamp.d), lit)
                share = dr.select(lamp.delta, 1.0, lamp.pdf / (lamp.pdf + pdf))
                radiance[lit] = dr.fma(throughput * lamp_weight, value * share, radiance)

                turn, turn_weight = bsdf.sample(context, here, sampler.next_1d(), sampler.next_2d(), onward)
                ray = here.spawn_ray(here.to_world(turn.wo))
                throughput *= turn_weight
                eta *= turn.eta
                last, last_pdf = here, turn.pdf
                last_delta = mi.has_flag(turn.sampled_type, mi.BSDFFlags.Delta)
                depth[here.is_valid()] += 1

                survival = dr.minimum(dr.max(throughput * eta * eta), MOST_SURVIVAL)
                roulette = depth >= self.rr_depth
                survives = sampler.next_1d() < survival
                throughput[roulette] *= dr.rcp(survival)
                active = onward & (~roulette | survives) & (survival > 0)
            return radiance, True, []

    mi.register_integrator(INTEGRATOR, BeerLambert)
