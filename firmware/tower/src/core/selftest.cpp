#include "selftest.h"

namespace tower {

Fault examine(const Frames& frames, const Calibration& calibration, uint8_t bay) {
  Fault fault = {Fault::kNone, 0};
  for (uint8_t light = 0; light < kColours; ++light) {
    uint8_t dark_cells = 0;
    for (uint8_t cell = 0; cell < kCells; ++cell) {
      const uint8_t i = bay * kCells + cell;
      const uint8_t on = frames[light][i], off = frames[kDark][i];
      if (on > off && on < 0xFF && on - off >= least_light(calibration.empty[light][i])) continue;
      ++dark_cells;
      if (fault.kind == Fault::kNone) fault = {Fault::kCell, cell};
    }
    if (dark_cells == kCells) return {Fault::kLight, light};
  }
  return fault;
}

}  // namespace tower
