#include "crc.h"

#include "flash.h"

namespace tower {

// Remainders of the 16 nibbles for the reflected polynomial 0xEDB88320: 64 bytes of flash for four times the speed.
static const uint32_t kNibble[16] TOWER_FLASH = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

void Crc32::add(uint8_t byte) {
  state_ ^= byte;
  state_ = (state_ >> 4) ^ flash_long(&kNibble[state_ & 15]);
  state_ = (state_ >> 4) ^ flash_long(&kNibble[state_ & 15]);
}

void Crc16::add(uint8_t byte) {
  uint8_t x = static_cast<uint8_t>(state_ >> 8) ^ byte;
  x ^= x >> 4;
  state_ = static_cast<uint16_t>((state_ << 8) ^ (static_cast<uint16_t>(x) << 12) ^ (static_cast<uint16_t>(x) << 5) ^ x);
}

void Crc16::add(const uint8_t* bytes, uint16_t count) {
  while (count--) add(*bytes++);
}

}  // namespace tower
