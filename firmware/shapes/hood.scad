// A funnel on the hopper: dice are thrown in here and slide out here when the tower is tipped. It shades the lanes as well.
include <measures.scad>

inner = [bays * pitch - 2 * wall, lane];
outer = [bays * pitch, lane + 2 * wall];

module frustum(size, more, high) {
  hull() {
    translate([-size[0] / 2, -size[1] / 2, 0]) cube([size[0], size[1], 0.01]);
    translate([-size[0] / 2 - more, -size[1] / 2 - more, high - 0.01]) cube([size[0] + 2 * more, size[1] + 2 * more, 0.01]);
  }
}

difference() {
  union() {
    frustum(outer, flare, hood);
    // a collar around the lanes' upper end
    translate([-outer[0] / 2 - skin - play, -outer[1] / 2 - skin - play, -12]) cube([outer[0] + 2 * (skin + play), outer[1] + 2 * (skin + play), 14]);
  }
  translate([0, 0, -0.01]) frustum(inner, flare, hood + 0.02);
  translate([-outer[0] / 2 - play, -outer[1] / 2 - play, -13]) cube([outer[0] + 2 * play, outer[1] + 2 * play, 13.01]);
}
