// Lies between pockets and lanes and keeps the room's light out of the pockets. Print in dark grey, not black: an empty
// pocket must send a little light back, so that a dead lamp or cell shows.
include <measures.scad>

overhang = 2;
skirt = 6;
x0 = -pitch / 2 - play - overhang;
y0 = -front - play - overhang;
wide = block_width + 2 * (play + overhang);
deep = block_depth + 2 * (play + overhang);

difference() {
  translate([x0, y0, -skirt]) cube([wide, deep, skirt + lid]);
  translate([-pitch / 2 - play, -front - play, -skirt - 1]) cube([block_width + 2 * play, block_depth + 2 * play, skirt + 1]);
  for (i = [0:bays - 1]) translate([i * pitch - lane / 2, -lane / 2, -1]) cube([lane, lane, lid + 2]);
}
// a rim that the lanes stand in
difference() {
  translate([-pitch / 2 - play - 2, -lane / 2 - wall - play - 2, lid - 0.01]) cube([bays * pitch + 2 * play + 4, lane + 2 * (wall + play) + 4, 6]);
  translate([-pitch / 2 - play, -lane / 2 - wall - play, 0]) cube([bays * pitch + 2 * play, lane + 2 * (wall + play), 8]);
}
