// Constants that stay in flash on AVR, where everything else const is copied into the scarce RAM.
#pragma once

#include <stdint.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#define TOWER_FLASH PROGMEM
#define TEXT(s) (reinterpret_cast<const tower::FlashText*>(PSTR(s)))
#else
#define TOWER_FLASH
#define TEXT(s) (reinterpret_cast<const tower::FlashText*>(s))
#endif

namespace tower {

struct FlashText;  // a zero-ended text in flash; never defined, so that it cannot be read as RAM by mistake

inline uint8_t flash_byte(const void* at) {
#ifdef __AVR__
  return pgm_read_byte(at);
#else
  return *static_cast<const uint8_t*>(at);
#endif
}

inline uint16_t flash_word(const uint16_t* at) {
#ifdef __AVR__
  return pgm_read_word(at);
#else
  return *at;
#endif
}

inline uint32_t flash_long(const uint32_t* at) {
#ifdef __AVR__
  return pgm_read_dword(at);
#else
  return *at;
#endif
}

}  // namespace tower
