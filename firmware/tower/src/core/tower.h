// The tower itself: watches a roll from empty pockets through falling dice to dice at rest, journals it, announces it
// until the host has it, and answers the host's requests. Everything a board adds is in port.h and the calls below.
#pragma once

#include <stdint.h>

#include "beams.h"
#include "calibration.h"
#include "classifier.h"
#include "journal.h"
#include "line.h"
#include "request.h"
#include "sensors.h"
#include "settling.h"

namespace tower {

class Tower {
 public:
  enum class Scan : uint8_t { kNone, kMotion, kColours };  // green and dark; all four

  constexpr Tower() {}  // all zeros, so that no code runs and no flash is spent before start()

  void start();
  void receive(uint8_t byte);

  // Call every millisecond with the beams as they are.
  void run(uint8_t broken_beams);

  // Which frames are wanted now; asked for once each, answered by scanned() when they stand in the frames.
  Scan wanted();
  void scanned(Scan what);
  Frames frames = {};

 private:
  enum class Phase : uint8_t { kStarting, kCalibrating, kClearing, kFull, kArmed, kTumbling, kJournalling, kHeld };
  enum class Task : uint8_t { kNone, kRaw, kDark, kWhite, kDie };

  void wake_up();
  void watch_beams(uint8_t broken);
  void begin_tumble(bool from_empty);
  void open_roll();
  void tumbling();
  void read_next_bay();
  void compare_readings();
  void judge();
  bool still_waiting() const;
  Outcome outcome() const;
  Record result(Outcome outcome, uint32_t moved_at) const;
  void close_roll(Outcome outcome);
  void look_around();
  void blame_beams();
  const FlashText* phase_name() const;

  void announce();
  void tell_roll(const Record& record);
  void heartbeat();
  void event(const FlashText* what);
  void warn(uint8_t code, uint8_t bay, uint8_t where);

  void obey(const Request& request);
  void hello(const Request& request);
  void tell_who(uint16_t tag);
  void acknowledge(const Request& request);
  void arm(const Request& request);
  void discard(const Request& request);
  void set(const Request& request);
  void log(const Request& request);
  void calibrate(const Request& request);
  void end_calibration();
  void begin_task(Task task, const Request& request);
  void do_task();
  void learn_level(uint8_t (&levels)[kColours][kAllCells]);
  void finish_dark();
  void finish_white();
  void finish_die();
  void finish_raw();
  void ok(uint16_t tag);
  void refuse(uint16_t tag, uint8_t code, const FlashText* why);

  Calibration calibration_ = {};
  LineReader reader_;
  Journal journal_;
  Settling settling_;
  Beams beams_;
  Die dice_[kBays] = {}, earlier_[kBays] = {};

  Phase phase_ = Phase::kStarting;
  Scan scanning_ = Scan::kNone;
  uint32_t begun_ = 0, scanned_at_ = 0, coloured_at_ = 0, still_at_ = 0;
  uint16_t still_ms_ = 0, due_ms_ = 0;
  uint16_t arm_ = 0;
  uint8_t reading_bay_ = 0, readings_ = 0;
  bool opened_ = false, from_empty_ = false, empty_ = false, beams_blamed_ = false;
  uint8_t faults_[kBays] = {};

  uint16_t events_ = 0, beat_ms_ = 0;
  uint32_t announced_id_ = 0, announced_at_ = 0, beat_at_ = 0;
  uint8_t announcements_ = 0;
  uint32_t moved_at_ = 0, timed_id_ = 0;
  uint16_t lag_still_ = 0, lag_read_ = 0, lag_write_ = 0;

  uint16_t host_ = 0;
  uint32_t host_at_ = 0;
  bool hosted_ = false, greeted_ = false;

  Task task_ = Task::kNone;
  uint16_t task_tag_ = 0;
  uint8_t task_bay_ = 0, task_face_ = 0, task_scans_ = 0;
  char task_letter_ = 0;
};

}  // namespace tower
