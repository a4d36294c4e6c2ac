#include "request.h"

namespace tower {

Request::Request(char* body) {
  while (*body && count_ < kMaxWords) {
    while (*body == ' ') ++body;
    if (!*body) break;
    words_[count_++] = body;
    while (*body && *body != ' ') ++body;
    if (*body) *body++ = '\0';
  }
  uint32_t tag;
  if (count_ < 2 || words_[1][0] != '#' || !decimal(words_[1] + 1, tag) || tag < 1 || tag > 999) return;
  tag_ = static_cast<uint16_t>(tag);
  sound_ = true;
}

bool Request::word(uint8_t place, const FlashText* text) const { return place + 2 < count_ && is(words_[place + 2], text); }

bool Request::number(uint8_t place, uint32_t& value) const {
  return place + 2 < count_ && decimal(words_[place + 2], value);
}

char Request::letter(uint8_t place) const {
  if (place + 2 >= count_) return '\0';
  const char* word = words_[place + 2];
  return word[0] >= 'A' && word[0] <= 'Z' && !word[1] ? word[0] : '\0';
}

const char* Request::value_of(const FlashText* key) const {
  for (uint8_t i = 2; i < count_; ++i) {
    const char* word = words_[i];
    const char* name = reinterpret_cast<const char*>(key);
    char c;
    while ((c = static_cast<char>(flash_byte(name))) && *word == c) ++word, ++name;
    if (!c && *word == '=') return word + 1;
  }
  return nullptr;
}

bool Request::number_of(const FlashText* key, uint32_t& value) const {
  const char* text = value_of(key);
  return text && decimal(text, value);
}

bool Request::is(const char* word, const FlashText* text) {
  const char* expected = reinterpret_cast<const char*>(text);
  while (const char c = static_cast<char>(flash_byte(expected++))) {
    if (*word++ != c) return false;
  }
  return !*word;
}

bool Request::decimal(const char* text, uint32_t& value) {
  if (!*text) return false;
  value = 0;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9' || value > 429496728u) return false;
    value = value * 10 + static_cast<uint8_t>(*text - '0');
  }
  return true;
}

bool hexadecimal(const char* text, uint32_t& value) {
  value = 0;
  uint8_t digits = 0;
  for (; *text; ++text, ++digits) {
    const char c = *text;
    if (digits == 8 || !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'))) return false;
    value = value << 4 | static_cast<uint8_t>(c <= '9' ? c - '0' : c - 'A' + 10);
  }
  return digits != 0;
}

}  // namespace tower
