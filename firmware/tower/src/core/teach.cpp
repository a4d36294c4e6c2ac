// Calibration: empty pockets, white card, each colour of die; and the raw light of a bay, to see what goes wrong.
#include "codes.h"
#include "tower.h"

namespace tower {

constexpr uint8_t kScans = 4;        // averaged for a level
constexpr uint8_t kLeastGlare = 6;   // an empty pocket must send this much back, or a dead cell could not be told
constexpr uint8_t kLeastSpan = 60;   // from an empty pocket to the white card
constexpr uint16_t kLeastDistance = 300;

void Tower::calibrate(const Request& request) {
  const uint16_t tag = request.tag();
  const bool ends = request.word(0, TEXT("save")) || request.word(0, TEXT("drop"));
  if (!ends && phase_ != Phase::kTumbling && phase_ != Phase::kJournalling) {
    phase_ = Phase::kCalibrating;  // hands in the pockets are no rolls now, until CAL save or CAL drop
    reading_bay_ = kBays;
  }
  if (request.word(0, TEXT("start"))) {
    ok(tag);
  } else if (request.word(0, TEXT("dark"))) {
    begin_task(Task::kDark, request);
  } else if (request.word(0, TEXT("white"))) {
    begin_task(Task::kWhite, request);
  } else if (request.word(0, TEXT("die"))) {
    uint32_t face;
    task_letter_ = request.letter(1);
    if (!task_letter_ || !request.number_of(TEXT("face"), face) || face < 1 || face > 6) {
      refuse(tag, kErrArguments, TEXT("letter,face"));
    } else if (!calibration_.white[kRed][0]) {
      refuse(tag, kErrWhiteFirst, TEXT("white-first"));
    } else {
      task_face_ = static_cast<uint8_t>(face);
      begin_task(Task::kDie, request);
    }
  } else if (request.word(0, TEXT("save"))) {
    if (journal_.save(calibration_)) {
      end_calibration();
      ok(tag);
    } else {
      refuse(tag, kErrBusy, TEXT("saving"));
    }
  } else if (request.word(0, TEXT("drop"))) {
    journal_.load(calibration_);
    end_calibration();
    ok(tag);
  } else if (request.word(0, TEXT("clear"))) {
    calibration_.clear();
    ok(tag);
  } else {
    refuse(tag, kErrArguments, TEXT("cal"));
  }
}

void Tower::end_calibration() {
  if (phase_ == Phase::kCalibrating && calibration_.complete()) phase_ = Phase::kClearing;
}

void Tower::do_task() {
  switch (task_) {
    case Task::kRaw:
      finish_raw();
      break;
    case Task::kDark:
      learn_level(calibration_.empty);
      if (++task_scans_ < kScans) return;
      finish_dark();
      break;
    case Task::kWhite:
      learn_level(calibration_.white);
      if (++task_scans_ < kScans) return;
      finish_white();
      break;
    default:
      finish_die();
      break;
  }
  task_ = Task::kNone;
}

void Tower::learn_level(uint8_t (&levels)[kColours][kAllCells]) {
  for (uint8_t light = 0; light < kColours; ++light) {
    for (uint8_t i = 0; i < kAllCells; ++i) {
      const uint8_t on = frames[light][i], off = frames[kDark][i];
      const uint8_t seen = on > off ? on - off : 0;
      uint8_t& level = levels[light][i];
      level = task_scans_ ? static_cast<uint8_t>((uint16_t{level} * 3 + seen + 2) / 4) : seen;
    }
  }
}

void Tower::finish_dark() {
  uint8_t low = 255, high = 0;
  for (const auto& cells : calibration_.empty) {
    for (const uint8_t level : cells) {
      if (level < low) low = level;
      if (level > high) high = level;
    }
  }
  if (low < kLeastGlare) {
    refuse(task_tag_, kErrContrast, TEXT("cell-or-light-dead"));
  } else if (high > 80) {
    refuse(task_tag_, kErrNotEmpty, TEXT("not-empty"));
  } else {
    LineWriter(TEXT("OK")).tag(task_tag_).key(TEXT("min")).value(low).key(TEXT("max")).value(high);
  }
}

void Tower::finish_white() {
  uint8_t least = 255;
  uint16_t spread = 0;
  for (uint8_t light = 0; light < kColours; ++light) {
    uint8_t low = 255, high = 0;
    for (uint8_t i = 0; i < kAllCells; ++i) {
      const uint8_t white = calibration_.white[light][i], empty = calibration_.empty[light][i];
      const uint8_t span = white > empty ? white - empty : 0;
      if (span < least) least = span;
      if (span < low) low = span;
      if (span > high) high = span;
    }
    const uint16_t ratio = high * 10u / (low ? low : 1);
    if (ratio > spread) spread = ratio;
  }
  if (least < kLeastSpan) {
    refuse(task_tag_, kErrContrast, TEXT("too-dark"));
  } else if (spread > 30) {
    refuse(task_tag_, kErrUneven, TEXT("uneven"));
  } else {
    LineWriter(TEXT("OK")).tag(task_tag_).key(TEXT("min")).value(least).key(TEXT("spread")).value(spread);
    return;
  }
  calibration_.white[kRed][0] = 0;
}

void Tower::finish_die() {
  const Bay bay = normalise(frames, calibration_, task_bay_);
  const Body face = read_face(bay);
  if (!bay.sound || face.doubt == Doubt::kContrast) {
    refuse(task_tag_, kErrContrast, TEXT("contrast"));
    return;
  }
  if (face.value != task_face_) {
    refuse(task_tag_, kErrAnotherFace, TEXT("face"));
    return;
  }
  Swatch* place = nullptr;
  uint16_t nearest = 0xFFFF;
  for (Swatch& swatch : calibration_.swatches) {
    if (swatch.letter == task_letter_ || (!swatch.letter && !place)) place = &swatch;
    if (!swatch.letter || swatch.letter == task_letter_) continue;
    const uint16_t d = distance(swatch, face.swatch);
    if (d < nearest) nearest = d;
  }
  if (nearest < kLeastDistance) {
    refuse(task_tag_, kErrColoursTooClose, TEXT("colour-close"));
  } else if (!place) {
    refuse(task_tag_, kErrTooManyColours, TEXT("six-colours"));
  } else {
    *place = face.swatch;
    place->letter = task_letter_;
    LineWriter(TEXT("OK"))
        .tag(task_tag_)
        .key(TEXT("q")).value(face.quality)
        .key(TEXT("near")).value(nearest)
        .key(TEXT("red")).value(face.swatch.red)
        .key(TEXT("green")).value(face.swatch.green)
        .key(TEXT("bright")).value(face.swatch.brightness);
  }
}

void Tower::finish_raw() {
  LineWriter line(TEXT("OK"));
  line.tag(task_tag_).key(TEXT("bay")).value(task_bay_ + 1);
  for (uint8_t light = 0; light < kLights; ++light) {
    line.key(light == kRed ? TEXT("r") : light == kGreen ? TEXT("g") : light == kBlue ? TEXT("b") : TEXT("off"));
    for (uint8_t cell = 0; cell < kCells; ++cell) line.hex(frames[light][task_bay_ * kCells + cell], 2);
  }
}

}  // namespace tower
