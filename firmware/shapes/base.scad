// Holds the block of pockets, the sensors' board under it, and two pins on which the whole tower tips forward.
include <measures.scad>

width = base_width;
deep = base_depth;
high = base_high;

assert(grip < depth, "the base must not cover the pockets");

difference() {
  union() {
    cube([width, deep, high]);
    for (x = [-10, width]) translate([x, axle_at, high - axle]) rotate([0, 90, 0]) cylinder(d = axle, h = 10);
    for (x = [-2, width]) translate([x, axle_at, high - axle]) rotate([0, 90, 0]) cylinder(d = axle + 6, h = 2);
  }
  // the block stands on a ledge all round
  translate([skin, skin, skin + cellar]) cube([width - 2 * skin, deep - 2 * skin, grip + 1]);
  translate([skin + 3, skin + 3, skin]) cube([width - 2 * skin - 6, deep - 2 * skin - 6, cellar + 1]);
  // cable, out at the back
  translate([width / 2 - 8, deep - skin - 4, skin + 4]) cube([16, skin + 5, 10]);
  // screws that hold the box
  for (side = [-1, 1]) translate([width / 2 + side * to_box[0], deep - skin - 4, to_box[1]]) rotate([-90, 0, 0]) cylinder(d = screw, h = skin + 5);
  // screws that hold the block
  for (x = [width / 5, 4 * width / 5], y = [-1, deep - skin - 1]) translate([x, y, skin + cellar + grip / 2]) rotate([-90, 0, 0]) cylinder(d = screw, h = skin + 2);
}
