// What the break-beams saw fall: the gate opening, and how many dice went down each lane.
#pragma once

#include <stdint.h>

#include "sensors.h"

namespace tower {

class Beams {
 public:
  // A die that tumbles through a beam may flicker in it: what comes within this time is still the same die.
  static constexpr uint16_t kSameDieMs = 60;

  void restart();

  // Take the beams as they are (a set bit is a broken beam). True where one has newly broken.
  bool look(uint8_t broken, uint32_t now);
  bool gated() const { return gated_; }
  uint8_t fallen(uint8_t lane) const { return fallen_[lane]; }
  bool any_fallen() const;
  uint8_t broken() const { return broken_; }

 private:
  uint8_t broken_ = 0;
  bool gated_ = false;
  uint8_t fallen_[kBays] = {};
  uint32_t dark_until_[kBays] = {};
};

}  // namespace tower
