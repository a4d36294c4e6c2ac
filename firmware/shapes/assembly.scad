// All parts as they stand together; not for printing. `step` 1 to 6 builds it up, `tipped` shows it over the tray.
include <measures.scad>

step = 6;
tipped = false;
apart = 0;      // millimetres between the parts, for an exploded view
stl = "../build/";

black = [0.22, 0.22, 0.24];
grey = [0.45, 0.45, 0.48];
light = [0.75, 0.72, 0.66];
blue = [0.25, 0.4, 0.6];

module part(name, colour) { color(colour) import(str(stl, name, ".stl")); }

// The block's frame: lanes over the origin. The base holds its lower end.
module tower() {
  at = [-pitch / 2 - skin - play, -front - skin - play, -depth - floor_gap - skin - cellar];
  translate(at) part("base", light);
  if (step >= 2) translate([0, 0, apart]) part("pockets", black);
  if (step >= 3) translate([0, 0, mouth + 2 * apart]) part("lid", grey);
  if (step >= 4) translate([0, 0, mouth + lid + 3 * apart]) part("lanes", black);
  if (step >= 4) translate([-pitch / 2 - 12, -lane / 2 - groove + play, mouth + lid + lane_length - 26 + play + 3 * apart]) part("gate", blue);
  if (step >= 5) translate([(bays - 1) * pitch / 2, 0, mouth + lid + lane_length + 4 * apart]) part("hood", grey);
  if (step >= 6) translate([at[0] + (base_width - box_width) / 2, at[1] + base_depth + apart / 2, at[2]]) rotate([-90, 0, 0]) part("box", light);
  if (step >= 6) translate([at[0] + (base_width - box_width) / 2, at[1] + base_depth + box[1] + 2 * skin + apart, at[2]]) rotate([90, 0, 0]) part("cover", grey);
}

module stand_and_tray() {
  part("stand", blue);
  translate([-35, -132, 0]) part("tray", light);
}

stand_and_tray();
// The axle, in the stand's frame and in the block's.
there = [8.5 + skin + play + pitch / 2, 45, axle_high];
here = [0, -front - skin - play + axle_at, -depth - floor_gap + grip - axle];
translate([there[0], there[1], there[2]]) rotate([tipped ? tip : 0, 0, 0]) translate([0, -here[1], -here[2]]) tower();
