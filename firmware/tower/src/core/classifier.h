// From nine cells under three lights to the value and the colour of the die above them.
//
// Seen from below, a face can lie in nine ways that differ (1, 4 and 5 look the same in every quarter turn, 2, 3 and 6
// in two ways). The light of the nine cells is split into two levels, pips and body, by whichever of the nine patterns
// explains most of it; then every single cell must stand clearly on its own side, the centre more clearly than the
// others, because it alone can turn one legal pattern into another (2 and 3, 4 and 5).
#pragma once

#include <stdint.h>

#include "calibration.h"
#include "sensors.h"

namespace tower {

enum class Doubt : uint8_t { kNone, kSensor, kContrast, kPattern, kPips, kColour };

struct Die {
  bool present;
  uint8_t value;    // of the upper face, 1..6; 0 where it is in doubt
  char colour;      // '?' where it is in doubt
  uint8_t quality;  // 0..99: how far every cell is from the wrong side
  Doubt doubt;
};

// A bay's light as reflectance, kWhite for the white card, by colour.
struct Bay {
  uint8_t light[kColours][kCells];
  bool sound;  // false where a cell or an LED must be dead
};

struct Body {
  uint8_t value;  // of the upper face, 0 where the pattern is in doubt
  uint8_t quality;
  Doubt doubt;
  Swatch swatch;
};

constexpr uint8_t kMinContrast = 34;  // of kWhite
constexpr uint8_t kMinQuality = 40;

Bay normalise(const Frames& frames, const Calibration& calibration, uint8_t bay);
bool occupied(const Bay& bay);
Body read_face(const Bay& bay);
uint16_t distance(const Swatch& a, const Swatch& b);
Die classify(const Bay& bay, const Calibration& calibration);

}  // namespace tower
