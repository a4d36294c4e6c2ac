// Hopper, gate slot and four lanes with offset baffles: dice never meet, each falls into its own pocket.
include <measures.scad>

slot_at = lane_length - 26;  // the gate's blade slides in here; the hopper is what stands above it

assert(groove < wall, "the slot must not cut the hopper off");

module lane_inside() {
  translate([-lane / 2, -lane / 2, -0.1]) cube([lane, lane, lane_length + 0.2]);
}

module baffle(i) {
  side = i % 2 ? 1 : -1;
  translate([0, side * lane / 2, lane_length * (i + 1) / (baffles + 1)])
    rotate([side * 40, 0, 0]) cube([lane, 9, 2], center = true);
}

module one_lane() {
  difference() {
    translate([-pitch / 2, -lane / 2 - wall, 0]) cube([pitch, lane + 2 * wall, lane_length]);
    lane_inside();
    // throat beam, front to back, above the pocket
    translate([0, -lane, 8]) rotate([-90, 0, 0]) cylinder(d = beam, h = 2 * lane);
  }
  intersection() {
    lane_inside();
    union() for (i = [0:baffles - 2]) baffle(i);
  }
}

module slot() {
  translate([-pitch / 2 - 0.1, -lane / 2 - groove, slot_at]) cube([bays * pitch + 0.2, lane + 2 * groove, blade + 2 * play]);
}

module gate_beam() {  // along all lanes, just under the blade
  translate([-pitch, 0, slot_at - 6]) rotate([0, 90, 0]) cylinder(d = beam, h = (bays + 1) * pitch);
}

difference() {
  for (i = [0:bays - 1]) translate([i * pitch, 0, 0]) one_lane();
  slot();
  gate_beam();
}
