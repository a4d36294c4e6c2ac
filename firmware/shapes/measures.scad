// Measures that all parts share, in millimetres.
die = 16;
clearance = 1.2;
pocket = die + clearance;      // square, so that a die cannot lie across
wall = 2.4;
tilt = 12;                     // degrees in two axes: gravity seats the die in one corner
bays = 4;
floor_gap = 1.5;               // clear polycarbonate sheet
grid = 4.2;                    // pip to pip of a 16 mm die
bore = 2;                      // collimator in front of each phototransistor
bore_depth = 6;
lamp = 5.2;                    // RGB LED, two to a bay, shining under the die from front and back
lamp_angle = 45;
beam = 3.2;                    // infrared LED and receiver of a break-beam
lane = die + 6;                // inside of a lane: wider than the die's edge, narrower than its diagonal twice
lane_length = 120;
baffles = 3;
pitch = lane + 2 * wall;
groove = 1;                    // of the gate's blade, in the front and back walls
play = 0.3;
blade = 1.8;

// The highest corner of a die in its seat, over the middle of the pocket's floor.
die_top = (sin(tilt) + cos(tilt) * sin(tilt)) * (die - pocket / 2) + cos(tilt) * cos(tilt) * die;
too_high = die_top + beam / 2 + 1;        // the beam that only a second die breaks
pocket_height = too_high + beam / 2 + 1;
funnel = 8;                               // from the lane's width to the pocket's mouth: no ledge to rest on

// A pocket leans away as it rises; its floor is set off so that its mouth lies under its lane.
offset_x = pocket_height * tan(tilt);
offset_y = pocket_height * sin(tilt) / pow(cos(tilt), 2);

// The block of pockets: from x = -pitch / 2, y = -front, z = -depth - floor_gap.
depth = bore_depth + 16;                  // under the pockets' floors
front = lane / 2 + wall;
back = offset_y + pocket / 2 + 1 + 2 * wall;
right = (bays - 0.5) * pitch + offset_x;
block_width = right + pitch / 2 + wall;
block_depth = front + back;
block_height = depth + floor_gap + pocket_height + funnel;
mouth = pocket_height + funnel;           // where the lanes stand on it

// Around it.
lid = 1.6;                                // the plate between pockets and lanes
skin = 2.4;                               // walls of base, stand, trays and box
cellar = 30;                              // room under the block for the sensors' board and its wires
grip = 20;                                // how far the base reaches up the block
axle = 12;                                // pins on which base and tower tip forward
axle_at = 15;                             // behind the block's front: ahead of the tower's weight, so that it rests at the back
axle_high = 150;                          // over the table
tip = 120;                                // degrees forward: the dice slide out by way of lanes and hopper
hood = 40;                                // height of the funnel on the hopper
flare = 18;                               // how much wider the hood is on each side above
to_box = [40, 15];                        // screws between base and box: from the middle, from the bottom
screw = 3.4;                              // M3, loosely
tap = 2.6;                                // M3, cutting its own thread

// From the axle to the hood's rim, and the lowest point of that when the tower is tipped.
tower_over_axle = block_height - (grip - axle) + lid + lane_length + hood;
lowest = axle_high - tower_over_axle * sin(tip - 90) - (axle_at - skin - play + flare) * cos(tip - 90);
base_high = skin + cellar + grip;
base_width = block_width + 2 * (skin + play);
base_depth = block_depth + 2 * (skin + play);
box = [110, 24, 46];                      // inside: a Nano and three multiplexers side by side
box_width = box[0] + 2 * skin;
box_high = box[2] + 2 * skin;

$fn = 32;
