// Dice tower for the ATmega328P (Arduino Nano, Uno, Pro Mini at 16 MHz). Everything is in src/: the portable core, and
// this board's pins and interrupts. Needs no library. How to wire and calibrate: ../README.md.
#include "src/board/board.h"

void setup() { board::start(); }

void loop() { board::turn(); }
