// Two cheeks with slots for the base's pins, on a floor that also carries the tray. Laid in from above, nothing is screwed.
include <measures.scad>

inner = block_width + 2 * (skin + play) + 5;   // between the cheeks, the collars of the pins included
cheek = 6;
long = 110;
slot = axle + 2 * play;
axle_y = 45;                                   // from the stand's front

base_bottom = axle_high - (base_high - axle);
bar = 8;

assert(lowest > 14 + 2, "the hood must clear the tray's back when the tower is tipped");

module side() {
  difference() {
    hull() {
      cube([cheek, long, 8]);
      translate([0, axle_y - 18, axle_high + 6]) cube([cheek, 36, 1]);
    }
    translate([-1, axle_y, axle_high]) rotate([0, 90, 0]) cylinder(d = slot, h = cheek + 2);
    translate([-1, axle_y - slot / 2, axle_high]) cube([cheek + 2, slot, 20]);
    hull() {  // saves plastic and weight
      translate([-1, 22, 22]) cube([cheek + 2, long - 44, 1]);
      translate([-1, axle_y - 6, axle_high - 40]) cube([cheek + 2, 12, 1]);
    }
  }
}

cube([inner + 2 * cheek, long, 4]);
side();
translate([inner + cheek, 0, 0]) side();
// One bar stops the tower both ways: upright the base's foot leans against its back, tipped the front lies on its edge.
edge = [axle_y - axle_at - 0.5, axle_high - axle_at / sin(tip) - (axle_at + 0.5) / tan(180 - tip)];
translate([0, edge[0] - bar, base_bottom]) cube([inner + 2 * cheek, bar, edge[1] - base_bottom]);
