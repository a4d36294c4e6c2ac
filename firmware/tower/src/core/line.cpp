#include "line.h"

#include "port.h"

namespace tower {

static char hex_digit(uint8_t nibble) { return static_cast<char>(nibble < 10 ? '0' + nibble : 'A' + nibble - 10); }

bool LineReader::take(uint8_t byte) {
  if (byte == '\r') return false;
  if (byte == '\n') {
    const bool empty = length_ == 0 && !spoilt_;
    const bool good = !spoilt_ && sound();
    if (!good && !empty) ++damaged_;
    length_ = 0;
    spoilt_ = false;
    return good;
  }
  if (byte < 0x20 || byte > 0x7E || length_ == sizeof buffer_) {
    spoilt_ = true;
  } else {
    buffer_[length_++] = static_cast<char>(byte);
  }
  return false;
}

bool LineReader::sound() {
  if (length_ < 9 || buffer_[length_ - 9] != '*') return false;
  const uint8_t body = length_ - 9;
  Crc32 crc;
  for (uint8_t i = 0; i < body; ++i) crc.add(static_cast<uint8_t>(buffer_[i]));
  uint32_t rest = crc.value();
  for (uint8_t i = length_ - 1; i > body; --i, rest >>= 4) {
    if (buffer_[i] != hex_digit(rest & 15)) return false;
  }
  buffer_[body] = '\0';
  return true;
}

LineWriter::LineWriter(const FlashText* verb) { put(verb); }

LineWriter::~LineWriter() {
  const uint32_t crc = crc_.value();
  port::put('*');
  for (int8_t shift = 28; shift >= 0; shift -= 4) port::put(static_cast<uint8_t>(hex_digit((crc >> shift) & 15)));
  port::put('\n');
}

LineWriter& LineWriter::word(const FlashText* text) {
  put(' ');
  put(text);
  return *this;
}

LineWriter& LineWriter::number(uint32_t value) {
  put(' ');
  return this->value(value);
}

LineWriter& LineWriter::tag(uint16_t value) {
  put(' ');
  put('#');
  return this->value(value);
}

LineWriter& LineWriter::key(const FlashText* key) {
  word(key);
  put('=');
  return *this;
}

LineWriter& LineWriter::value(uint32_t value) {
  char digits[10];
  uint8_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value);
  while (count) put(digits[--count]);
  return *this;
}

LineWriter& LineWriter::hex(uint32_t value, uint8_t digits) {
  while (digits--) put(hex_digit((value >> (4 * digits)) & 15));
  return *this;
}

LineWriter& LineWriter::text(const FlashText* text) {
  put(text);
  return *this;
}

LineWriter& LineWriter::letter(char c) {
  put(c);
  return *this;
}

void LineWriter::put(char c) {
  crc_.add(static_cast<uint8_t>(c));
  port::put(static_cast<uint8_t>(c));
}

void LineWriter::put(const FlashText* text) {
  const char* at = reinterpret_cast<const char*>(text);
  while (const char c = static_cast<char>(flash_byte(at++))) put(c);
}

}  // namespace tower
