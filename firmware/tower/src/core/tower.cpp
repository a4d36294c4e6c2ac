#include "tower.h"

#include <string.h>

#include "codes.h"
#include "port.h"
#include "selftest.h"

namespace tower {

constexpr uint16_t kTumbleScanMs = 10, kIdleScanMs = 40, kRestScanMs = 50, kSelfTestMs = 1000;
constexpr uint16_t kStillMs = 300;         // unless set otherwise
constexpr uint16_t kAgainMs = 50;          // between two readings that must agree
constexpr uint8_t kMaxReadings = 6;        // until a die that cannot be read is left to the players
constexpr uint16_t kClearMs = 200;         // pockets empty and still, before a roll may begin
constexpr uint16_t kJamMs = 2000;          // how long a die may take from the gate to its pocket
constexpr uint16_t kTimeoutMs = 6000;

void Tower::start() {
  journal_.start();
  journal_.load(calibration_);
  settling_.restart(port::now());
  still_ms_ = kStillMs;
  reading_bay_ = kBays;
}

void Tower::receive(uint8_t byte) {
  if (reader_.take(byte)) obey(Request(reader_.body()));
}

void Tower::run(uint8_t broken_beams) {
  journal_.poll();
  watch_beams(broken_beams);
  switch (phase_) {
    case Phase::kStarting:
      if (!journal_.starting()) wake_up();
      break;
    case Phase::kTumbling:
      tumbling();
      break;
    case Phase::kJournalling:
      if (!journal_.writing()) {
        lag_write_ = static_cast<uint16_t>(port::now() - moved_at_ - lag_still_ - lag_read_);
        timed_id_ = journal_.last();
        phase_ = Phase::kHeld;
        event(TEXT("HELD"));
        if (!journal_.durable()) warn(kWarnMemory, kBays, 0);
      }
      break;
    default:
      if (reading_bay_ < kBays) look_around();
      break;
  }
  if (phase_ != Phase::kStarting) {
    announce();
    heartbeat();
  }
}

Tower::Scan Tower::wanted() {
  if (scanning_ != Scan::kNone || reading_bay_ < kBays || phase_ == Phase::kStarting) return Scan::kNone;
  const uint32_t now = port::now();
  const uint32_t since = now - scanned_at_;
  Scan scan = Scan::kNone;
  if (task_ != Task::kNone) {
    scan = Scan::kColours;
  } else if (phase_ == Phase::kTumbling) {
    const bool due = readings_ == 0 ? settling_.still_for(now) >= due_ms_
                                    : settling_.still_for(now) >= still_ms_ && now - coloured_at_ >= kAgainMs;
    if (due) {
      scan = Scan::kColours;
    } else if (since >= kTumbleScanMs) {
      scan = Scan::kMotion;
    }
  } else if (phase_ == Phase::kArmed) {
    if (now - coloured_at_ >= kSelfTestMs) {
      scan = Scan::kColours;
    } else if (since >= kIdleScanMs) {
      scan = Scan::kMotion;
    }
  } else if (phase_ != Phase::kCalibrating && since >= kRestScanMs) {
    scan = Scan::kColours;
  }
  scanning_ = scan;
  if (scan != Scan::kNone) scanned_at_ = now;
  if (scan == Scan::kColours) {
    coloured_at_ = now;
    still_at_ = now;
  }
  return scan;
}

void Tower::scanned(Scan what) {
  scanning_ = Scan::kNone;
  const uint32_t now = port::now();
  const bool moved = settling_.look(frames, now);
  if (moved) {
    readings_ = 0;
    due_ms_ = still_ms_ - kAgainMs - kTumbleScanMs;
    if (phase_ == Phase::kArmed) begin_tumble(true);
  }
  if (what != Scan::kColours) return;
  if (task_ != Task::kNone) {
    do_task();
  } else if (phase_ == Phase::kTumbling ? !moved : phase_ != Phase::kJournalling) {
    reading_bay_ = 0;
    empty_ = true;
  }
}

void Tower::wake_up() {
  phase_ = calibration_.complete() ? Phase::kClearing : Phase::kCalibrating;
  tell_who(0);
  if (!journal_.interrupted()) return;
  moved_at_ = begun_ = port::now();
  from_empty_ = false;
  journal_.open(0);
  for (Die& die : dice_) die.present = false;
  close_roll(Outcome::kPower);
}

void Tower::watch_beams(uint8_t broken) {
  const uint32_t now = port::now();
  if (!beams_.look(broken, now)) return;
  settling_.restart(now);
  readings_ = 0;
  if (phase_ == Phase::kArmed) {
    begin_tumble(true);
  } else if (beams_.gated() && (phase_ == Phase::kHeld || phase_ == Phase::kClearing) && !journal_.full()) {
    begin_tumble(false);  // dice dropped onto dice: journalled, and void
  }
}

void Tower::begin_tumble(bool from_empty) {
  phase_ = Phase::kTumbling;
  begun_ = port::now();
  from_empty_ = from_empty;
  opened_ = false;
  readings_ = 0;
  reading_bay_ = kBays;
  due_ms_ = still_ms_ - kAgainMs - kTumbleScanMs;
  settling_.restart(begun_);
}

void Tower::open_roll() {
  opened_ = true;
  journal_.open(arm_);
  event(TEXT("TUMBLE"));
}

void Tower::tumbling() {
  if (!opened_ && (beams_.gated() || beams_.any_fallen())) open_roll();
  if (reading_bay_ < kBays) {
    read_next_bay();
  } else if (port::now() - begun_ > kTimeoutMs) {
    if (opened_) {
      for (Die& die : dice_) die.present = false;
      close_roll(Outcome::kTimeout);
    } else {
      phase_ = Phase::kClearing;  // a hand in the pockets, no dice through the gate
    }
  }
}

// One bay a call, so that received bytes never wait for all four.
void Tower::read_next_bay() {
  const Bay bay = normalise(frames, calibration_, reading_bay_);
  Die& die = dice_[reading_bay_];
  die.present = occupied(bay);
  if (die.present) {
    die = classify(bay, calibration_);
    empty_ = false;
  }
  if (++reading_bay_ == kBays) compare_readings();
}

void Tower::compare_readings() {
  ++readings_;
  bool agree = readings_ > 1;
  for (uint8_t bay = 0; bay < kBays && readings_ > 1; ++bay) {
    Die& die = dice_[bay];
    const Die& before = earlier_[bay];
    if (die.present != before.present) {
      agree = false;
    } else if (die.present && (!die.value || die.value != before.value || die.colour != before.colour)) {
      agree = false;
      if (readings_ == kMaxReadings) {
        die.value = 0;
        if (die.colour != before.colour) die.colour = '?';
      }
    } else if (die.present) {
      die.quality = before.quality;  // as it was drafted
    }
  }
  if (agree || readings_ == kMaxReadings) {
    judge();
  } else {
    memcpy(earlier_, dice_, sizeof earlier_);
    if (opened_) journal_.draft(result(outcome(), settling_.since()));
  }
}

void Tower::judge() {
  const uint32_t now = port::now();
  if (still_waiting() && settling_.still_for(now) < kJamMs) {
    readings_ = 0;
    due_ms_ = kJamMs - kAgainMs;
    return;
  }
  if (!opened_ && empty_) {
    phase_ = Phase::kClearing;  // something moved, nothing fell, nothing lies there: no roll
    beams_.restart();
    return;
  }
  if (!opened_) open_roll();
  event(TEXT("SETTLE"));
  close_roll(outcome());
}

bool Tower::still_waiting() const {
  if (opened_ && empty_) return true;
  for (uint8_t bay = 0; bay < kBays; ++bay) {
    if (beams_.fallen(bay) && !dice_[bay].present) return true;
  }
  return false;
}

Outcome Tower::outcome() const {
  if (!from_empty_ || beams_.broken() & (kLanes | kTooHigh)) return Outcome::kCrowd;
  for (uint8_t bay = 0; bay < kBays; ++bay) {
    if (beams_.fallen(bay) > 1) return Outcome::kCrowd;
  }
  if (!beams_.gated()) return Outcome::kTouch;
  for (uint8_t bay = 0; bay < kBays; ++bay) {
    if (dice_[bay].present && !beams_.fallen(bay)) return Outcome::kTouch;
    if (!dice_[bay].present && beams_.fallen(bay)) return Outcome::kCount;
  }
  return empty_ ? Outcome::kEmpty : Outcome::kRoll;
}

Record Tower::result(Outcome outcome, uint32_t moved_at) const {
  Record result;
  memset(&result, 0, sizeof result);
  result.outcome = outcome;
  result.tumble_ms = static_cast<uint16_t>(moved_at - begun_);  // kTimeoutMs bounds it
  for (uint8_t bay = 0; bay < kBays; ++bay) {
    const Die& die = dice_[bay];
    result.dice[bay] = die.present ? pack_die(die.colour, die.value) : kNoDie;
    const uint8_t sixteenth = die.present ? die.quality * 5 / 33 : 0;
    result.quality[bay / 2] |= bay & 1 ? sixteenth << 4 : sixteenth;
  }
  return result;
}

void Tower::close_roll(Outcome outcome) {
  const uint32_t now = port::now();
  if (phase_ == Phase::kTumbling) moved_at_ = settling_.since();
  lag_still_ = static_cast<uint16_t>(still_at_ - moved_at_);
  lag_read_ = static_cast<uint16_t>(now - still_at_);
  journal_.close(result(outcome, moved_at_));
  phase_ = Phase::kJournalling;
  reading_bay_ = kBays;
  arm_ = 0;
  beams_.restart();
}

// Between rolls: are the pockets empty, do all cells answer, may a roll begin?
void Tower::look_around() {
  const uint8_t bay_number = reading_bay_++;
  if (phase_ == Phase::kCalibrating) return;
  const Bay bay = normalise(frames, calibration_, bay_number);
  if (occupied(bay)) {
    empty_ = false;
  } else if (phase_ != Phase::kHeld) {
    const Fault fault = examine(frames, calibration_, bay_number);
    const uint8_t code = fault.kind == Fault::kNone ? 0 : fault.kind << 4 | fault.where;
    if (code && code != faults_[bay_number]) {
      warn(fault.kind == Fault::kCell ? kWarnCell : kWarnLamp, bay_number, fault.where);
    }
    faults_[bay_number] = code;
  }
  if (reading_bay_ < kBays) return;

  if (phase_ == Phase::kHeld && empty_) {
    phase_ = Phase::kClearing;
    beams_.restart();
    event(TEXT("EMPTY"));
  } else if (phase_ == Phase::kArmed && !empty_) {
    phase_ = Phase::kClearing;
    warn(kWarnNotEmpty, kBays, 0);
  } else if (phase_ == Phase::kFull && !journal_.full()) {
    phase_ = Phase::kClearing;
  } else if (phase_ == Phase::kClearing && empty_ && settling_.still_for(port::now()) >= kClearMs) {
    if (beams_.broken()) {
      blame_beams();
      return;
    }
    beams_blamed_ = false;
    beams_.restart();
    phase_ = journal_.full() ? Phase::kFull : Phase::kArmed;
    event(journal_.full() ? TEXT("FULL") : TEXT("READY"));
  }
}

void Tower::blame_beams() {
  if (beams_blamed_) return;
  beams_blamed_ = true;
  for (uint8_t beam = 0; beam < 6; ++beam) {
    if (beams_.broken() & (1 << beam)) warn(kWarnBeam, kBays, beam);
  }
}

const FlashText* Tower::phase_name() const {
  switch (phase_) {
    case Phase::kCalibrating: return TEXT("cal");
    case Phase::kClearing: return TEXT("clear");
    case Phase::kFull: return TEXT("full");
    case Phase::kArmed: return TEXT("ready");
    case Phase::kTumbling: return TEXT("tumble");
    case Phase::kJournalling: return TEXT("write");
    default: return TEXT("held");
  }
}

}  // namespace tower
