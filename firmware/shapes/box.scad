// The electronics: an Arduino Nano and three multiplexers side by side, screwed to the base's back.
include <measures.scad>

wide = box_width;
deep = box[1] + skin;
high = box_high;

module posts(d, h) {
  for (x = [skin + 4, wide - skin - 4], z = [skin + 4, high - skin - 4]) translate([x, skin, z]) rotate([-90, 0, 0]) cylinder(d = d, h = h);
}

rotate([90, 0, 0]) {
  difference() {
    union() {
      difference() {
        cube([wide, deep, high]);
        translate([skin, skin, skin]) cube([box[0], box[1] + 1, box[2]]);
      }
      intersection() {
        posts(8, box[1]);
        cube([wide, deep, high]);
      }
    }
    translate([0, -skin, 0]) posts(tap, deep + 2 * skin);
    // USB at the right, the base's wires through the wall behind
    translate([wide - skin - 1, skin + 6, high / 2 - 6]) cube([skin + 2, 10, 12]);
    translate([wide / 2 - 8, -1, skin + 4]) cube([16, skin + 2, 10]);
    for (side = [-1, 1]) translate([wide / 2 + side * to_box[0], -1, to_box[1]]) rotate([-90, 0, 0]) cylinder(d = screw, h = skin + 2);
  }
}
