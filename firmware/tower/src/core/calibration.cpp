#include "calibration.h"

#include <string.h>

namespace tower {

void Calibration::clear() { memset(this, 0, sizeof *this); }

bool Calibration::complete() const { return white[kRed][0] && swatches[0].letter; }

const Swatch* Calibration::find(char letter) const {
  for (const Swatch& swatch : swatches) {
    if (swatch.letter == letter) return &swatch;
  }
  return nullptr;
}

}  // namespace tower
