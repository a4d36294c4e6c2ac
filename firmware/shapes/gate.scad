// The gate's blade: pulled by its handle it opens all four lanes at once, so that one pull is one roll.
include <measures.scad>

difference() {
  union() {
    cube([bays * pitch + 30, lane + 2 * wall - 0.6, 1.8]);
    translate([bays * pitch + 15, (lane + 2 * wall) / 2, 0]) cylinder(d = 24, h = 1.8);
  }
  for (i = [0:bays - 1]) translate([(i + 0.5) * pitch - lane / 2 + pitch / 2, wall - 0.3, -0.1]) cube([lane / 2 + 2, lane, 2]);
}
