// The two checksums: CRC-32 (as zlib's) on the wire, CRC-16/CCITT in the EEPROM.
#pragma once

#include <stdint.h>

namespace tower {

class Crc32 {
 public:
  void add(uint8_t byte);
  uint32_t value() const { return ~state_; }

 private:
  uint32_t state_ = 0xFFFFFFFFu;
};

class Crc16 {
 public:
  explicit Crc16(uint16_t salt = 0xFFFF) : state_(salt) {}
  void add(uint8_t byte);
  void add(const uint8_t* bytes, uint16_t count);
  uint16_t value() const { return state_; }

 private:
  uint16_t state_;
};

}  // namespace tower
