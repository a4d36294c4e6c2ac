// Four tilted pockets over a dark block with nine bores and two lamps each. Print in matt black, the block solid.
include <measures.scad>

function corner_drop() = tan(tilt) * pocket;
block = bore_depth + 8;

module seat() {  // moves things into the frame of a tilted pocket's floor
  rotate([tilt, -tilt, 0]) children();
}

module bores() {
  // The die rests in the low corner, so the grid sits half the clearance towards it.
  shift = -clearance / 2;
  for (x = [-1:1], y = [-1:1])
    translate([x * grid + shift, y * grid + shift, -bore_depth - floor_gap - 10]) cylinder(d = bore, h = bore_depth + floor_gap + 10.1);
}

module lamps() {
  for (side = [-1, 1])
    translate([side * (pocket / 2 - 1), 0, -floor_gap]) rotate([0, side * lamp_angle, 0]) translate([0, 0, -18]) cylinder(d = lamp, h = 18);
}

module bay() {
  difference() {
    translate([-pitch / 2, -pitch / 2, -block - 8]) cube([pitch, pitch, block + 8 + pocket_height]);
    seat() {
      translate([-pocket / 2, -pocket / 2, 0]) cube([pocket, pocket, 3 * pocket_height]);
      translate([-pocket / 2 - 1, -pocket / 2 - 1, -floor_gap]) cube([pocket + 2, pocket + 2, floor_gap + 0.01]);  // the sheet
      bores();
      lamps();
    }
    // too-high beam, across all pockets just above a die at rest
    translate([-pitch, 0, die + 2.5]) rotate([0, 90, 0]) cylinder(d = beam, h = 2 * pitch);
  }
}

for (i = [0:bays - 1]) translate([i * pitch, 0, 0]) bay();
