#include "store.h"

#include "port.h"

namespace tower {

void Burning::start(uint16_t address, const void* bytes, uint16_t count) {
  address_ = address;
  bytes_ = static_cast<const uint8_t*>(bytes);
  left_ = count;
  tries_ = 0;
}

bool Burning::poll() {
  while (left_ && !port::eeprom_busy()) {
    if (port::eeprom_read(address_) == *bytes_ || tries_ == 2) {
      const bool held = tries_ < 2 || port::eeprom_read(address_) == *bytes_;
      ++address_;
      ++bytes_;
      --left_;
      tries_ = 0;
      if (!held) return false;
    } else {
      ++tries_;
      port::eeprom_write(address_, *bytes_);
    }
  }
  return true;
}

void load(uint16_t address, void* bytes, uint16_t count) {
  uint8_t* to = static_cast<uint8_t*>(bytes);
  while (count--) *to++ = port::eeprom_read(address++);
}

}  // namespace tower
