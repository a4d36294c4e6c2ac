#include "journal.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"
#include "port.h"

namespace tower {

constexpr uint16_t kHeaderAt = 0, kBootsAt = 16, kCalibrationAt = 48, kRecordsAt = 320;
constexpr uint8_t kBootSlots = 16;
constexpr uint8_t kOpen = 0x3C, kDone = 0x5A, kAcked = 0x00;
constexpr uint8_t kBodyAt = 1;

static_assert(sizeof(Record) == 20, "the ring is laid out for records of 20 bytes");
static_assert(kCalibrationAt + sizeof(Calibration) + 2 <= kRecordsAt, "the calibration runs into the records");
static_assert(kRecordsAt + Journal::kSlots * sizeof(Record) <= 1024, "the records run over the EEPROM's end");

static uint16_t address_of(uint8_t slot) { return kRecordsAt + slot * sizeof(Record); }
static uint8_t slot_of(uint32_t id) { return id % Journal::kSlots; }

static uint16_t crc_of_bytes(const void* bytes, uint16_t count) {
  Crc16 crc;
  crc.add(static_cast<const uint8_t*>(bytes), count);
  return crc.value();
}

uint8_t Record::quality_of(uint8_t bay) const {
  const uint8_t sixteenth = bay & 1 ? quality[bay / 2] >> 4 : quality[bay / 2] & 15;
  return sixteenth * 33 / 5;
}

void Journal::start() {
  tower::load(kHeaderAt, &header_, sizeof header_);
  if (header_.magic[0] != 'D' || header_.magic[1] != '1' ||
      header_.crc != crc_of_bytes(&header_, sizeof header_ - sizeof header_.crc)) {
    format();
  }
  count_boot();
  find_records();
}

void Journal::format() {
  header_.magic[0] = 'D';
  header_.magic[1] = '1';
  const uint32_t a = port::entropy(), b = port::entropy();
  memcpy(header_.uid, &a, 4);
  header_.uid[4] = static_cast<uint8_t>(b);
  header_.epoch = port::entropy() ^ b;
  header_.crc = crc_of_bytes(&header_, sizeof header_ - sizeof header_.crc);
  formatting_ = true;
}

void Journal::count_boot() {
  // A count is one more than that in the slot before, which checks all its bits: a burn cut short leaves no leap. The
  // first is 0, one more than a blank slot. The newest is the one farthest ahead.
  uint16_t before, count;
  bool found = false;
  tower::load(kBootsAt + 2 * (kBootSlots - 1), &before, sizeof before);
  for (uint8_t slot = 0; slot < kBootSlots; ++slot, before = count) {
    tower::load(kBootsAt + 2 * slot, &count, sizeof count);
    if (count % kBootSlots != slot || count != uint16_t(before + 1)) continue;
    if (!found || int16_t(count - counter_) > 0) counter_ = count;
    found = true;
  }
  counter_ = found ? counter_ + 1 : 0;
  starting_ = to_count_ = true;
  Crc16 crc(static_cast<uint16_t>(header_.epoch));
  crc.add(reinterpret_cast<const uint8_t*>(&counter_), sizeof counter_);
  boot_ = crc.value();
}

uint16_t Journal::crc_of(const Record& record) const {
  Crc16 crc(static_cast<uint16_t>(header_.epoch ^ header_.epoch >> 16));  // records of an old epoch do not count
  crc.add(reinterpret_cast<const uint8_t*>(&record) + kBodyAt, sizeof record - kBodyAt - sizeof record.crc);
  return crc.value();
}

bool Journal::whole(const Record& record, uint8_t slot) const {
  return record.status != kOpen && slot_of(record.id) == slot && record.crc == crc_of(record);
}

void Journal::find_records() {
  last_ = acked_ = 0;
  interrupted_ = false;
  if (formatting_) return;
  Record record;
  for (uint8_t slot = 0; slot < kSlots; ++slot) {
    tower::load(address_of(slot), &record, sizeof record);
    if (!whole(record, slot)) continue;
    if (record.id > last_) last_ = record.id;
    if (record.status == kAcked && record.id > acked_) acked_ = record.id;
  }
  const uint8_t next = slot_of(last_ + 1);
  tower::load(address_of(next), &record, sizeof record);
  // In a ring gone round, the next slot holds an old acknowledged record unless a roll had begun to replace it.
  const bool blank = record.status == 0xFF && record.id == 0xFFFFFFFFu;
  interrupted_ = record.status == kOpen || (!whole(record, next) && !blank);
  mark_ = acked_;
}

void Journal::open(uint16_t arm) {
  record_.status = kOpen;
  record_.arm = arm;
  record_.id = last_ + 1;
  record_.boot = boot_;
  known_ = offsetof(Record, outcome);
  opened_ = to_open_ = true;
}

void Journal::draft(const Record& result) {
  decide(result);
  known_ = sizeof record_;
  to_open_ = true;
}

void Journal::close(const Record& result) {
  decide(result);
  opened_ = to_open_ = false;
  closing_ = to_close_ = true;
}

void Journal::decide(const Record& result) {
  memcpy(&record_.outcome, &result.outcome, offsetof(Record, crc) - offsetof(Record, outcome));
  record_.crc = crc_of(record_);
}

Journal::Found Journal::read(uint32_t id, Record& record) const {
  if (id == 0 || id > last_) return Found::kNothing;
  if (record_.id == id && !opened_ && !closing_) {
    record = record_;
    return Found::kRecord;
  }
  if (port::eeprom_busy()) return Found::kBusy;
  tower::load(address_of(slot_of(id)), &record, sizeof record);
  return record.id == id && whole(record, slot_of(id)) ? Found::kRecord : Found::kNothing;
}

bool Journal::acknowledge(uint32_t id) {
  if (id > last_) return false;
  if (id > acked_) {
    acked_ = id;
    to_mark_ = true;
  }
  return true;
}

bool Journal::save(const Calibration& calibration) {
  if (saving_) return false;
  saving_ = &calibration;
  return true;
}

bool Journal::load(Calibration& calibration) {
  uint16_t crc;
  tower::load(kCalibrationAt, &calibration, sizeof calibration);
  tower::load(kCalibrationAt + sizeof calibration, &crc, sizeof crc);
  if (crc == crc_of_bytes(&calibration, sizeof calibration)) return true;
  calibration.clear();
  return false;
}

void Journal::poll() {
  if (!burning_.poll()) worn_ = true;
  if (!burning_.done() || port::eeprom_busy()) return;

  switch (job_) {
    case Job::kBoot:
      starting_ = false;
      break;
    case Job::kBody:
      record_.status = kDone;
      job_ = Job::kDone;
      burning_.start(address_of(slot_of(record_.id)), &record_, 1);
      return;
    case Job::kDone:
      last_ = record_.id;
      closing_ = false;
      break;
    case Job::kCalibration:
      calibration_crc_ = crc_of_bytes(saving_, sizeof *saving_);
      job_ = Job::kCalibrationCrc;
      burning_.start(kCalibrationAt + sizeof *saving_, &calibration_crc_, sizeof calibration_crc_);
      return;
    case Job::kCalibrationCrc:
      saving_ = nullptr;
      break;
    default:
      break;
  }

  job_ = Job::kNone;
  if (formatting_) {
    formatting_ = false;
    job_ = Job::kHeader;
    burning_.start(kHeaderAt, &header_, sizeof header_);
  } else if (to_count_) {
    to_count_ = false;
    job_ = Job::kBoot;
    burning_.start(kBootsAt + 2 * (counter_ % kBootSlots), &counter_, sizeof counter_);
  } else if (to_open_) {
    // What is known already is burnt while the dice still tumble.
    to_open_ = false;
    job_ = Job::kOpen;
    burning_.start(address_of(slot_of(record_.id)), &record_, known_);
  } else if (to_close_) {
    to_close_ = false;
    job_ = Job::kBody;
    burning_.start(address_of(slot_of(record_.id)), &record_, sizeof record_);
  } else if (to_mark_) {
    to_mark_ = false;
    mark_ = acked_;
    acked_status_ = kAcked;
    job_ = Job::kAck;
    burning_.start(address_of(slot_of(mark_)), &acked_status_, 1);
  } else if (saving_) {
    job_ = Job::kCalibration;
    burning_.start(kCalibrationAt, saving_, sizeof *saving_);
  }
}

}  // namespace tower
