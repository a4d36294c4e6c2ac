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

$fn = 32;
