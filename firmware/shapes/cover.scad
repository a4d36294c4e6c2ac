// Closes the electronics' box.
include <measures.scad>

difference() {
  cube([box_width, box_high, skin]);
  for (x = [skin + 4, box_width - skin - 4], y = [skin + 4, box_high - skin - 4]) translate([x, y, -1]) cylinder(d = screw, h = skin + 2);
  for (n = [0:5]) translate([20 + n * 13, box_high / 2 - 12, -1]) cube([3, 24, skin + 2]);
}
