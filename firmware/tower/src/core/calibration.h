// What calibration has taught: how each cell sees an empty pocket and a white card, and the colours of the dice.
#pragma once

#include <stdint.h>

#include "sensors.h"

namespace tower {

constexpr uint8_t kSwatches = 6;
constexpr uint8_t kWhite = 200;  // reflectance of the white card on the scale of Bay::light

// A die's body colour: shares of red and green in its light, its brightness, and whether its pips are the lighter part.
struct Swatch {
  char letter;  // 0: none
  uint8_t red, green, brightness;
  bool light_pips;
};

struct Calibration {
  uint8_t empty[kColours][kAllCells];  // counts above the dark frame over an empty pocket: glare of floor and lid
  uint8_t white[kColours][kAllCells];  // counts above the dark frame under a white card
  Swatch swatches[kSwatches];

  void clear();
  bool complete() const;
  const Swatch* find(char letter) const;
};

// Counts above the dark frame below which a cell or an LED must be dead: even an empty pocket sends more light back.
inline uint8_t least_light(uint8_t empty) { return empty / 2; }

}  // namespace tower
