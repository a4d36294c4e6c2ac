#include "settling.h"

#include <string.h>

namespace tower {

bool Settling::look(const Frames& frames, uint32_t now) {
  uint8_t seen[kAllCells];
  bool moved = false;
  for (uint8_t i = 0; i < kAllCells; ++i) {
    const uint8_t on = frames[kGreen][i], off = frames[kDark][i];
    seen[i] = on > off ? on - off : 0;
    const uint8_t change = seen[i] > rest_[i] ? seen[i] - rest_[i] : rest_[i] - seen[i];
    if (change > kMoved) moved = true;
  }
  if (moved) {
    memcpy(rest_, seen, sizeof rest_);
    since_ = now;
  }
  return moved;
}

}  // namespace tower
