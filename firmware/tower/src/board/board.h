// The ATmega328P at 16 MHz: pins, timer, converter, serial port, EEPROM, watchdog.
#pragma once

namespace board {

void start();

// Do what is to be done, then sleep until an interrupt brings more.
void turn();

}  // namespace board
