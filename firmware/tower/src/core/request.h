// A request of the host, cut into words: `VERB #tag argument ... key=value ...`.
#pragma once

#include <stdint.h>

#include "flash.h"

namespace tower {

class Request {
 public:
  // Cuts the body in place. sound() is false where there is no tag, so that no answer is possible.
  explicit Request(char* body);

  bool sound() const { return sound_; }
  uint16_t tag() const { return tag_; }
  bool verb(const FlashText* name) const { return is(words_[0], name); }
  bool word(uint8_t place, const FlashText* text) const;  // places count from 0 after the tag
  bool number(uint8_t place, uint32_t& value) const;
  char letter(uint8_t place) const;                             // '\0' where it is no single capital
  const char* value_of(const FlashText* key) const;             // nullptr where it is not given
  bool number_of(const FlashText* key, uint32_t& value) const;  // false where it is not given or no number

 private:
  static constexpr uint8_t kMaxWords = 10;
  static bool is(const char* word, const FlashText* text);
  static bool decimal(const char* text, uint32_t& value);

  const char* words_[kMaxWords];
  uint8_t count_ = 0;
  uint16_t tag_ = 0;
  bool sound_ = false;
};

bool hexadecimal(const char* text, uint32_t& value);

}  // namespace tower
