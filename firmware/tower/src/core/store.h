// Bytes that wait to be burnt into the EEPROM, one each time it is ready; nothing ever waits for it.
#pragma once

#include <stdint.h>

namespace tower {

// Burns a stretch of RAM, which must stay until done() and may change only before its byte's turn. Bytes that already
// stand in the EEPROM are not burnt again; every burnt one is read back.
class Burning {
 public:
  void start(uint16_t address, const void* bytes, uint16_t count);
  bool done() const { return left_ == 0; }

  // Take the next step if the EEPROM is ready. False where a byte will not hold even when burnt twice.
  bool poll();

 private:
  uint16_t address_ = 0;
  const uint8_t* bytes_ = nullptr;
  uint16_t left_ = 0;
  uint8_t tries_ = 0;
};

void load(uint16_t address, void* bytes, uint16_t count);

}  // namespace tower
