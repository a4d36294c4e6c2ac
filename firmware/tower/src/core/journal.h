// The rolls that the host may not know yet, kept in the EEPROM so that no power cut can lose or repeat one.
//
// Layout of the EEPROM (1 KB): header (uid, epoch), 16 boot counters, calibration, 32 records. The records are a ring
// in which every write moves on, so wear is spread: 100,000 cycles a byte are three million rolls.
//
// A record is opened when a roll begins and closed when it is decided; its status byte says how far it got:
//   open    written first; a record found open after a power cut was being rolled and becomes a VOID
//           (its probable result is burnt into it as soon as there is one, so that closing it is quick)
//   done    written last: from then on the roll exists and is announced until it is acknowledged
//   acked   the host has stored it, and with it all before it
// An erased byte is 0xFF and burning only clears bits, so a burn cut short can never look like `acked` by accident.
#pragma once

#include <stdint.h>

#include "calibration.h"
#include "sensors.h"
#include "store.h"

namespace tower {

enum class Outcome : uint8_t { kRoll, kPower, kTouch, kCrowd, kCount, kEmpty, kTimeout, kDiscard, kDamaged };

constexpr uint8_t kNoDie = 0xFF;
inline uint8_t pack_die(char colour, uint8_t value) {
  return static_cast<uint8_t>((colour == '?' ? 26 : colour - 'A') << 3 | value);
}
inline char die_colour(uint8_t die) { return die >> 3 == 26 ? '?' : static_cast<char>('A' + (die >> 3)); }
inline uint8_t die_value(uint8_t die) { return die & 7; }

struct __attribute__((packed)) Record {
  uint8_t status;
  uint16_t arm;
  uint32_t id;
  uint16_t boot;
  Outcome outcome;  // from here on known only at the roll's end
  uint16_t tumble_ms;
  uint8_t dice[kBays];
  uint8_t quality[kBays / 2];  // a sixteenth of the scale each
  uint16_t crc;

  uint8_t quality_of(uint8_t bay) const;
};

class Journal {
 public:
  static constexpr uint8_t kSlots = 32;
  static constexpr uint8_t kQueue = kSlots - 2;  // so that the slot of the last acknowledgement is never reused

  // Read what is there. A blank or damaged header begins a new epoch.
  void start();
  bool starting() const { return starting_; }  // until header and count are burnt: no number of a boot is told before
  bool durable() const { return !worn_; }

  const uint8_t* uid() const { return header_.uid; }
  uint32_t epoch() const { return header_.epoch; }
  uint16_t boot() const { return boot_; }
  uint32_t last() const { return last_; }
  uint32_t acked() const { return acked_; }
  bool full() const { return last_ - acked_ >= kQueue; }
  bool interrupted() const { return interrupted_; }  // a roll was going on when the power went

  void open(uint16_t arm);
  void draft(const Record& result);  // burn what is probably the result; the roll stays open
  void close(const Record& result);
  bool writing() const { return closing_ || opened_; }

  // The record of a roll still in the ring. Busy is told by this very call: asked for afterwards, the EEPROM may have
  // become ready in between, and a sound record be taken for a missing one.
  enum class Found : uint8_t { kRecord, kBusy, kNothing };
  Found read(uint32_t id, Record& record) const;
  bool acknowledge(uint32_t id);  // cumulative; false for rolls never made

  bool save(const Calibration& calibration);  // false while another one is being saved
  bool load(Calibration& calibration);

  // Burn on. Call often.
  void poll();

 private:
  struct __attribute__((packed)) Header {
    uint8_t magic[2];
    uint8_t uid[5];
    uint32_t epoch;
    uint16_t crc;
  };

  void decide(const Record& result);
  bool whole(const Record& record, uint8_t slot) const;
  uint16_t crc_of(const Record& record) const;
  void format();
  void count_boot();
  void find_records();

  Header header_ = {};
  Record record_ = {};  // the one being written, or the last one written
  Burning burning_;
  const Calibration* saving_ = nullptr;
  uint32_t last_ = 0, acked_ = 0, mark_ = 0;
  uint16_t boot_ = 0, counter_ = 0, calibration_crc_ = 0;
  bool formatting_ = false, starting_ = false, worn_ = false, interrupted_ = false;
  bool opened_ = false, closing_ = false;
  enum class Job : uint8_t { kNone, kHeader, kBoot, kOpen, kBody, kDone, kAck, kCalibration, kCalibrationCrc };
  Job job_ = Job::kNone;
  bool to_open_ = false, to_close_ = false, to_count_ = false, to_mark_ = false;
  uint8_t acked_status_ = 0, known_ = 0;
};

}  // namespace tower
