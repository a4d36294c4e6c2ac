// What the tower says unasked: rolls until they are acknowledged, events once, a heartbeat if wanted.
#include "port.h"
#include "tower.h"

namespace tower {

constexpr uint16_t kSoonMs = 250, kLaterMs = 1000;
constexpr uint8_t kSoonTimes = 4;

void Tower::announce() {
  if (journal_.acked() >= journal_.last()) return;
  const uint32_t now = port::now();
  const uint32_t next = journal_.acked() + 1;
  if (next != announced_id_) {
    announced_id_ = next;
    announcements_ = 0;
  } else if (now - announced_at_ < (announcements_ < kSoonTimes ? kSoonMs : kLaterMs)) {
    return;
  }
  Record record;
  const Journal::Found found = journal_.read(next, record);
  if (found == Journal::Found::kRecord) {
    tell_roll(record);
  } else if (found == Journal::Found::kBusy) {
    announced_id_ = 0;  // at the next opportunity
    return;
  } else {
    record.id = next;
    record.boot = journal_.boot();
    record.arm = record.tumble_ms = 0;
    record.outcome = Outcome::kDamaged;
    tell_roll(record);
  }
  announced_at_ = now;
  if (announcements_ < kSoonTimes) ++announcements_;
}

static const FlashText* why(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPower: return TEXT("power");
    case Outcome::kTouch: return TEXT("touch");
    case Outcome::kCrowd: return TEXT("crowd");
    case Outcome::kCount: return TEXT("count");
    case Outcome::kEmpty: return TEXT("empty");
    case Outcome::kTimeout: return TEXT("timeout");
    case Outcome::kDamaged: return TEXT("damaged");
    default: return TEXT("discard");
  }
}

void Tower::tell_roll(const Record& record) {
  const bool roll = record.outcome == Outcome::kRoll;
  LineWriter line(roll ? TEXT("ROLL") : TEXT("VOID"));
  line.number(record.id).key(TEXT("epoch")).hex(journal_.epoch(), 8).key(TEXT("boot")).hex(record.boot, 4).key(TEXT("arm")).value(record.arm);
  if (roll) {
    line.key(TEXT("d"));
    for (uint8_t bay = 0; bay < kBays; ++bay) {
      if (bay) line.letter(',');
      const uint8_t die = record.dice[bay];
      if (die == kNoDie) {
        line.letter('-');
      } else {
        line.letter(die_colour(die)).letter(die_value(die) ? static_cast<char>('0' + die_value(die)) : '?');
      }
    }
    line.key(TEXT("q"));
    for (uint8_t bay = 0; bay < kBays; ++bay) {
      if (bay) line.letter(',');
      line.value(record.quality_of(bay));
    }
  } else {
    line.key(TEXT("why")).text(why(record.outcome));
  }
  line.key(TEXT("t")).value(record.tumble_ms);
  if (record.id == timed_id_ && record.boot == journal_.boot()) {
    line.key(TEXT("ago")).value(port::now() - moved_at_);
    line.key(TEXT("lag")).value(lag_still_).letter(',').value(lag_read_).letter(',').value(lag_write_);
  }
}

void Tower::heartbeat() {
  const uint32_t now = port::now();
  if (!beat_ms_ || now - beat_at_ < beat_ms_) return;
  beat_at_ = now;
  LineWriter(TEXT("HB"))
      .key(TEXT("up")).value(now)
      .key(TEXT("st")).text(phase_name())
      .key(TEXT("last")).value(journal_.last())
      .key(TEXT("unacked")).value(journal_.last() - journal_.acked())
      .key(TEXT("bad")).value(reader_.damaged());
}

void Tower::event(const FlashText* what) { LineWriter(TEXT("EV")).number(++events_).word(what); }

// Bays are counted from 1 on the wire; kBays means that no bay is concerned.
void Tower::warn(uint8_t code, uint8_t bay, uint8_t where) {
  LineWriter line(TEXT("EV"));
  line.number(++events_).word(TEXT("WARN")).number(code);
  if (bay < kBays) line.key(TEXT("bay")).value(bay + 1);
  line.key(TEXT("at")).value(where);
}

}  // namespace tower
