// The gate's blade: pulled by its handle half a lane's pitch it opens all four lanes at once, so that one pull is one roll.
include <measures.scad>

width = lane + 2 * groove - 2 * play;
bar = pitch - lane;  // between two windows; stands in the middle of each lane while the gate is shut

assert((lane - bar) / 2 < die, "a die must not fall past the bars of a shut gate");

difference() {
  union() {
    cube([(bays + 1) * pitch, width, blade]);
    translate([(bays + 1) * pitch, width / 2, 0]) cylinder(d = 24, h = blade);
  }
  for (i = [0:bays - 1]) translate([i * pitch + bar / 2 + pitch / 2, groove - play, -0.1]) cube([lane, lane, blade + 0.2]);
}
