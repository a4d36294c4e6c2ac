// The host's requests. Every one may be repeated: it is answered again and done once.
#include "codes.h"
#include "port.h"
#include "tower.h"

namespace tower {

constexpr uint16_t kHostMs = 5000;
constexpr uint16_t kLeastStill = 200, kMostStill = 2000, kLeastBeat = 200, kMostBeat = 60000;

void Tower::obey(const Request& request) {
  if (!request.sound() || phase_ == Phase::kStarting) return;
  if (request.verb(TEXT("HELLO"))) {
    hello(request);
    return;
  }
  host_at_ = port::now();
  if (request.verb(TEXT("PING"))) {
    LineWriter(TEXT("PONG")).tag(request.tag()).key(TEXT("boot")).hex(journal_.boot(), 4);
  } else if (!greeted_) {
    refuse(request.tag(), kErrHelloFirst, TEXT("hello-first"));
  } else if (request.verb(TEXT("ACK"))) {
    acknowledge(request);
  } else if (request.verb(TEXT("ARM"))) {
    arm(request);
  } else if (request.verb(TEXT("DISCARD"))) {
    discard(request);
  } else if (request.verb(TEXT("SET"))) {
    set(request);
  } else if (request.verb(TEXT("LOG"))) {
    log(request);
  } else if (request.verb(TEXT("RAW"))) {
    begin_task(Task::kRaw, request);
  } else if (request.verb(TEXT("CAL"))) {
    calibrate(request);
  } else {
    refuse(request.tag(), kErrVerb, TEXT("verb"));
  }
}

void Tower::hello(const Request& request) {
  uint32_t version;
  if (!request.number_of(TEXT("dtp"), version) || version != 1) {
    refuse(request.tag(), kErrVersion, TEXT("dtp=1"));
    return;
  }
  Crc16 name;
  if (const char* host = request.value_of(TEXT("host"))) {
    for (; *host; ++host) name.add(static_cast<uint8_t>(*host));
  }
  const uint32_t now = port::now();
  if (hosted_ && name.value() != host_ && now - host_at_ < kHostMs) {
    refuse(request.tag(), kErrBusy, TEXT("another-host"));
    return;
  }
  hosted_ = greeted_ = true;
  host_ = name.value();
  host_at_ = now;
  announced_id_ = 0;  // do not let a new host wait
  tell_who(request.tag());
}

void Tower::tell_who(uint16_t tag) {
  LineWriter line(TEXT("HI"));
  line.tag(tag).key(TEXT("dtp")).value(1).key(TEXT("uid"));
  for (uint8_t i = 0; i < 5; ++i) line.hex(journal_.uid()[i], 2);
  line.key(TEXT("epoch")).hex(journal_.epoch(), 8).key(TEXT("boot")).hex(journal_.boot(), 4);
  line.key(TEXT("fw")).text(TEXT("1.0")).key(TEXT("hw")).text(TEXT("light9x4"));
  line.key(TEXT("bays")).value(kBays).key(TEXT("dice")).text(TEXT("d6")).key(TEXT("colours"));
  for (const Swatch& swatch : calibration_.swatches) {
    if (swatch.letter) line.letter(swatch.letter);
  }
  line.key(TEXT("durable")).value(journal_.durable() ? 1 : 0).key(TEXT("caps")).text(TEXT("ev,hb,log,raw,cal"));
  line.key(TEXT("last")).value(journal_.last()).key(TEXT("acked")).value(journal_.acked());
  line.key(TEXT("st")).text(phase_name()).key(TEXT("cal")).text(calibration_.complete() ? TEXT("ok") : TEXT("none"));
}

// The boot nonce keeps an acknowledgement that was late, or meant for another epoch, from acknowledging something else.
void Tower::acknowledge(const Request& request) {
  uint32_t id, boot;
  const char* text = request.value_of(TEXT("boot"));
  if (!request.number(0, id) || (text && (!hexadecimal(text, boot) || boot != journal_.boot()))) {
    refuse(request.tag(), kErrArguments, TEXT("boot"));
  } else if (!journal_.acknowledge(id)) {
    refuse(request.tag(), kErrArguments, TEXT("no-such-roll"));
  } else {
    ok(request.tag());
  }
}

void Tower::arm(const Request& request) {
  uint32_t token;
  if (!request.number(0, token) || token > 0xFFFF) {
    refuse(request.tag(), kErrArguments, TEXT("token"));
  } else if (phase_ == Phase::kTumbling && token != arm_) {
    refuse(request.tag(), kErrBusy, TEXT("tumbling"));
  } else {
    arm_ = static_cast<uint16_t>(token);
    ok(request.tag());
  }
}

void Tower::discard(const Request& request) {
  if (phase_ == Phase::kTumbling && opened_) {
    for (Die& die : dice_) die.present = false;
    close_roll(Outcome::kDiscard);
  }
  ok(request.tag());
}

void Tower::set(const Request& request) {
  uint32_t value;
  if (request.number_of(TEXT("hb"), value)) {
    if (value && (value < kLeastBeat || value > kMostBeat)) {
      refuse(request.tag(), kErrArguments, TEXT("hb"));
      return;
    }
    beat_ms_ = static_cast<uint16_t>(value);
  }
  if (request.number_of(TEXT("still"), value)) {
    if (value < kLeastStill || value > kMostStill) {
      refuse(request.tag(), kErrArguments, TEXT("still"));
      return;
    }
    still_ms_ = static_cast<uint16_t>(value);
  }
  ok(request.tag());
}

void Tower::log(const Request& request) {
  uint32_t id;
  Record record;
  if (!request.number(0, id)) {
    refuse(request.tag(), kErrArguments, TEXT("id"));
  } else {
    switch (journal_.read(id, record)) {
      case Journal::Found::kRecord:
        tell_roll(record);
        ok(request.tag());
        break;
      case Journal::Found::kBusy:
        refuse(request.tag(), kErrBusy, TEXT("memory"));
        break;
      default:
        refuse(request.tag(), kErrArguments, TEXT("not-kept"));
    }
  }
}

void Tower::begin_task(Task task, const Request& request) {
  const uint16_t tag = request.tag();
  uint32_t bay = 1;
  if (task_ == task && task_tag_ == tag) return;  // a repetition: the answer comes when it is done
  if (task == Task::kRaw && !request.number(0, bay)) bay = 0;
  if (task == Task::kDie && !request.number_of(TEXT("bay"), bay)) bay = 0;
  if (bay < 1 || bay > kBays) {
    refuse(tag, kErrNoSuchBay, TEXT("bay"));
  } else if (task_ != Task::kNone || phase_ == Phase::kTumbling || phase_ == Phase::kJournalling) {
    refuse(tag, kErrBusy, TEXT("busy"));
  } else {
    task_ = task;
    task_tag_ = tag;
    task_bay_ = static_cast<uint8_t>(bay - 1);
    task_scans_ = 0;
  }
}

void Tower::ok(uint16_t tag) { LineWriter(TEXT("OK")).tag(tag); }

void Tower::refuse(uint16_t tag, uint8_t code, const FlashText* why) {
  LineWriter(TEXT("ERR")).tag(tag).number(code).word(why);
}

}  // namespace tower
