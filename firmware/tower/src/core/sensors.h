// The shape of the sensor: four bays of nine cells each, lit by one light at a time.
#pragma once

#include <stdint.h>

namespace tower {

constexpr uint8_t kBays = 4;
constexpr uint8_t kCells = 9;  // row by row; the centre is cell 4
constexpr uint8_t kAllCells = kBays * kCells;
constexpr uint8_t kCentre = 4;

enum Light : uint8_t { kRed, kGreen, kBlue, kDark, kLights };
constexpr uint8_t kColours = 3;

// Counts of the 8-bit converter, by light, bay by bay.
typedef uint8_t Frames[kLights][kAllCells];

// Bits of the break-beams, set while a beam is broken.
enum Beam : uint8_t { kLane0 = 0x01, kLanes = 0x0F, kGate = 0x10, kTooHigh = 0x20 };

}  // namespace tower
