// What the core asks of a board. Every board (and the host tests) defines these; nothing else of it is known here.
#pragma once

#include <stdint.h>

namespace tower {
namespace port {

// Send one byte to the host. May wait for room, but never for a host that does not read.
void put(uint8_t byte);

// EEPROM (or what stands for it). Reading and writing are allowed only while not busy; a write returns at once and
// keeps the EEPROM busy until the byte is burnt (3.4 ms on AVR).
bool eeprom_busy();
uint8_t eeprom_read(uint16_t address);
void eeprom_write(uint16_t address, uint8_t value);

// Bits that nobody can foresee (noise of the converter, jitter), used for the uid and the epoch.
uint32_t entropy();

// Milliseconds since power-on.
uint32_t now();

}  // namespace port
}  // namespace tower
