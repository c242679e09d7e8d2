// The roller's box: an Uno or Nano, a 2 × 16 display and a 16 mm push button. Millimetres.
// One part at a time: part = "box" or "lid" (make stl).

part = "both";

/* [The parts that go in] */
board_length = 69;      // an Uno; a Nano (45 × 18) sits in the same place on tape
board_width = 54;
board_height = 16;
usb_width = 13;
usb_height = 12;
display_width = 80;     // the display's board
display_depth = 36;
window_width = 71.5;    // its frame, which looks through the lid
window_depth = 24.5;
screw_span_x = 75;      // between the display's holes
screw_span_y = 31;
button_hole = 16.2;

/* [The box] */
wall = 2.4;
clearance = 0.4;
corner = 6;
lip = 3;
sunk = 0.5;             // how far a part that stands on another reaches into it, so that both are one

inner_length = max(board_length, display_width) + 2 * corner;
inner_width = display_depth + button_hole + 26;
inner_height = board_height + 20;   // the button and the display's pins hang from the lid

outer_length = inner_length + 2 * wall;
outer_width = inner_width + 2 * wall;

$fn = 64;

module rounded(length, width, height, radius) {
    linear_extrude(height)
        offset(radius)
            square([length - 2 * radius, width - 2 * radius], center = true);
}

module posts(span_x, span_y, height, outside, hole) {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * span_x / 2, y * span_y / 2, 0])
            difference() {
                cylinder(d = outside, h = height);
                translate([0, 0, -1]) cylinder(d = hole, h = height + 2);
            }
}

module box() {
    difference() {
        rounded(outer_length, outer_width, inner_height + wall, corner);
        translate([0, 0, wall])
            rounded(inner_length, inner_width, inner_height + 1, corner - wall);
        // the USB socket, at the board's end
        translate([-outer_length / 2 - 1, -board_width / 2 + 9, wall + 3])
            cube([wall + 2 + corner, usb_width + 2 * clearance, usb_height + 2 * clearance]);
    }
    // a low fence that keeps the board where its socket meets the hole
    translate([-inner_length / 2 + board_length / 2 + 2, 0, wall - sunk])
        difference() {
            linear_extrude(4) square([board_length + 4, board_width + 4], center = true);
            translate([0, 0, -1]) linear_extrude(6)
                square([board_length + 2 * clearance, board_width + 2 * clearance], center = true);
            translate([-board_length / 2 - 3, -board_width / 2, -1]) cube([6, board_width, 6]);
        }
}

module lid() {
    display_y = inner_width / 2 - display_depth / 2 - 6;
    button_y = -inner_width / 2 + button_hole / 2 + 8;
    difference() {
        union() {
            rounded(outer_length, outer_width, wall, corner);
            translate([0, 0, wall - sunk])
                difference() {
                    rounded(inner_length - 2 * clearance, inner_width - 2 * clearance, lip + sunk, corner - wall);
                    translate([0, 0, -1])
                        rounded(inner_length - 2 * clearance - 2 * wall, inner_width - 2 * clearance - 2 * wall,
                                lip + 2, max(corner - 2 * wall, 0.5));
                }
        }
        translate([0, display_y, -1])
            linear_extrude(wall + 2)
                square([window_width + 2 * clearance, window_depth + 2 * clearance], center = true);
        translate([0, button_y, -1]) cylinder(d = button_hole, h = wall + 2);
    }
    // the display screws on from inside: M2.5 into plastic
    translate([0, display_y, wall - sunk]) posts(screw_span_x, screw_span_y, 6, 6, 2.1);
}

if (part == "box" || part == "both") box();
if (part == "lid") lid();
if (part == "both") translate([0, outer_width + 10, 0]) lid();
