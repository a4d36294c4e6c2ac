// Four tilted pockets over a dark block with nine bores and two lamps each. Print in matt black, the block solid.
include <measures.scad>

lamp_at = pocket / 2 + 1;

assert(too_high - beam / 2 > die_top, "a die at rest must not break the too-high beam");
assert(lamp_at - lamp / 2 / cos(lamp_angle) > grid + bore / 2 + clearance / 2, "lamps must not shine into the bores");
assert(lane / 2 > pocket / cos(tilt) / 2, "the funnel must narrow downwards");

module seat() {  // moves things into the frame of a tilted pocket's floor
  translate([offset_x, offset_y, 0]) rotate([tilt, -tilt, 0]) children();
}

module shaft() {
  seat() translate([-pocket / 2, -pocket / 2, 0]) cube([pocket, pocket, 3 * pocket_height]);
}

module bores() {
  // The die rests in the low corner, so the grid sits half the clearance towards it.
  shift = -clearance / 2;
  for (x = [-1:1], y = [-1:1])
    translate([x * grid + shift, y * grid + shift, -depth - 10]) cylinder(d = bore, h = depth + 10.1);
}

module lamps() {
  for (side = [-1, 1])
    translate([0, side * lamp_at, -floor_gap]) rotate([side * lamp_angle, 0, 0]) translate([0, 0, -40]) cylinder(d = lamp, h = 40);
}

module slab(z) { translate([-2 * pitch, -2 * pitch, z]) cube([4 * pitch, 4 * pitch, 0.01]); }

module bay() {
  intersection() {
    shaft();
    translate([-2 * pitch, -2 * pitch, -10]) cube([4 * pitch, 4 * pitch, pocket_height + 10]);
  }
  hull() {
    intersection() { shaft(); slab(pocket_height - 0.01); }
    translate([-lane / 2, -lane / 2, pocket_height + funnel]) cube([lane, lane, 0.1]);
  }
  seat() {
    // the sheet: as wide as the pocket, so that it can be let down through it
    translate([-pocket / 2, -pocket / 2, -floor_gap]) cube([pocket, pocket, floor_gap + 0.01]);
    bores();
    lamps();
  }
}

difference() {
  translate([-pitch / 2, -front, -depth - floor_gap]) cube([block_width, block_depth, block_height]);
  for (i = [0:bays - 1]) translate([i * pitch, 0, 0]) bay();
  translate([-pitch, 0, too_high]) rotate([0, 90, 0]) cylinder(d = beam, h = (bays + 3) * pitch);
}
