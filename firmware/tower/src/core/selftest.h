// Whether every cell and every light of a bay still answers. Done on empty pockets while waiting, because a dead cell
// under a die can look like a pip.
#pragma once

#include <stdint.h>

#include "calibration.h"
#include "sensors.h"

namespace tower {

struct Fault {
  enum Kind : uint8_t { kNone, kCell, kLight } kind;
  uint8_t where;  // cell 0..8, or light
};

Fault examine(const Frames& frames, const Calibration& calibration, uint8_t bay);

}  // namespace tower
