#include "beams.h"

namespace tower {

void Beams::restart() {
  gated_ = false;
  for (uint8_t& count : fallen_) count = 0;
}

bool Beams::look(uint8_t broken, uint32_t now) {
  if (!broken && !broken_) return false;
  const uint8_t fresh = broken & ~broken_;
  broken_ = broken;
  if (fresh & kGate) gated_ = true;
  for (uint8_t lane = 0; lane < kBays; ++lane) {
    const uint8_t bit = kLane0 << lane;
    if ((fresh & bit) && (!dark_until_[lane] || now - dark_until_[lane] > kSameDieMs) && fallen_[lane] < 9) {
      ++fallen_[lane];
    }
    if (broken & bit) dark_until_[lane] = now;
  }
  return fresh;
}

bool Beams::any_fallen() const {
  for (const uint8_t count : fallen_) {
    if (count) return true;
  }
  return false;
}

}  // namespace tower
