// Lines of DTP/1: `body*CCCCCCCC\n`, printable ASCII with a CRC-32. See ../../../PROTOCOL.md.
#pragma once

#include <stdint.h>

#include "crc.h"
#include "flash.h"

namespace tower {

// Collects bytes into lines. Damaged lines are counted and dropped, never answered: an answer could collide.
class LineReader {
 public:
  static constexpr uint8_t kMaxBody = 80;

  // Take a byte. True when it ended a sound line, whose body then stands in body() until the next byte.
  bool take(uint8_t byte);
  char* body() { return buffer_; }
  uint16_t damaged() const { return damaged_; }

 private:
  bool sound();

  char buffer_[kMaxBody + 9] = {};
  uint8_t length_ = 0;
  bool spoilt_ = false;
  uint16_t damaged_ = 0;
};

// Writes one line token by token, straight to the port, so that no buffer is needed.
class LineWriter {
 public:
  explicit LineWriter(const FlashText* verb);
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  LineWriter& word(const FlashText* text);                    // " text"
  LineWriter& number(uint32_t value);                         // " 123"
  LineWriter& tag(uint16_t value);                            // " #12"
  LineWriter& key(const FlashText* key);                      // " key="
  LineWriter& value(uint32_t value);                          // after key: decimal
  LineWriter& hex(uint32_t value, uint8_t digits);            // after key: hexadecimal
  LineWriter& text(const FlashText* text);                    // after key: text as it is
  LineWriter& letter(char c);

 private:
  void put(char c);
  void put(const FlashText* text);

  Crc32 crc_;
};

}  // namespace tower
