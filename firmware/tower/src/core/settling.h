// When the dice lie still: no cell has moved by more than its noise for a while.
#pragma once

#include <stdint.h>

#include "sensors.h"

namespace tower {

class Settling {
 public:
  static constexpr uint8_t kMoved = 10;  // counts

  void restart(uint32_t now) { since_ = now; }

  // Take a look under green light. True where something moved since the last movement's look.
  bool look(const Frames& frames, uint32_t now);
  uint32_t still_for(uint32_t now) const { return now - since_; }
  uint32_t since() const { return since_; }

 private:
  uint8_t rest_[kAllCells] = {};
  uint32_t since_ = 0;
};

}  // namespace tower
