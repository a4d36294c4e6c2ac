// Catches the dice when the tower is tipped. Lay felt into it.
include <measures.scad>

wide = 200;
deep = 120;
rim = 28;
corner = 10;

module rounded(w, d, h, r) {
  hull() for (x = [r, w - r], y = [r, d - r]) translate([x, y, 0]) cylinder(r = r, h = h);
}

difference() {
  rounded(wide, deep, rim, corner);
  translate([skin, skin, skin]) rounded(wide - 2 * skin, deep - 2 * skin, rim, corner - skin);
  // low at the back, where hood and dice come from
  translate([25, deep - 20, 14]) cube([wide - 50, 30, rim]);
}
