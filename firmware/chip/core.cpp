// The portable core as a library for tests on the host: line parser, classifier, and the whole tower on a fake board.
#include <stdlib.h>
#include <string.h>

#include "src/core/classifier.h"
#include "src/core/line.h"
#include "src/core/port.h"
#include "src/core/tower.h"

namespace {

char sent[1 << 16];
unsigned sent_count;
uint8_t eeprom[1024];
int bytes_left = -1;  // burnt before the power goes; -1: it stays
bool powered = true;
uint32_t clock_ms;
uint32_t entropy_state = 1;

}  // namespace

namespace tower {
namespace port {

void put(uint8_t byte) {
  if (powered && sent_count < sizeof sent) sent[sent_count++] = static_cast<char>(byte);
}
bool eeprom_busy() { return false; }
uint8_t eeprom_read(uint16_t address) { return eeprom[address % sizeof eeprom]; }
void eeprom_write(uint16_t address, uint8_t value) {
  if (bytes_left == 0) powered = false;
  if (!powered) return;
  if (bytes_left > 0) --bytes_left;
  eeprom[address % sizeof eeprom] = value;
}
uint32_t entropy() { return entropy_state = entropy_state * 1664525u + 1013904223u; }
uint32_t now() { return clock_ms; }

}  // namespace port
}  // namespace tower

extern "C" {

// Feed bytes to the line parser. Writes the bodies it accepts, each with a newline, to `out`; returns their length.
unsigned core_lines(const uint8_t* bytes, unsigned count, char* out, unsigned room, unsigned* damaged) {
  static tower::LineReader reader;
  reader = tower::LineReader();
  unsigned length = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (!reader.take(bytes[i])) continue;
    const unsigned body = static_cast<unsigned>(strlen(reader.body()));
    if (length + body + 1 > room) break;
    memcpy(out + length, reader.body(), body);
    length += body;
    out[length++] = '\n';
  }
  *damaged = reader.damaged();
  return length;
}

// Classify `count` bays: 27 normalised lights each (nine red, nine green, nine blue). `out` gets value, colour, quality,
// doubt for each.
void core_classify(const uint8_t* lights, unsigned count, const uint8_t* swatches, uint8_t* out) {
  tower::Calibration calibration;
  memset(&calibration, 0, sizeof calibration);
  memcpy(calibration.swatches, swatches, sizeof calibration.swatches);
  for (unsigned i = 0; i < count; ++i) {
    tower::Bay bay;
    memcpy(bay.light, lights + 27 * i, 27);
    bay.sound = true;
    const tower::Die die = tower::classify(bay, calibration);
    out[4 * i] = die.value;
    out[4 * i + 1] = static_cast<uint8_t>(die.colour);
    out[4 * i + 2] = die.quality;
    out[4 * i + 3] = static_cast<uint8_t>(die.doubt);
  }
}

// What calibration would learn of a die's colour.
int core_learn(const uint8_t* lights, char letter, uint8_t* swatch) {
  tower::Bay bay;
  memcpy(bay.light, lights, 27);
  bay.sound = true;
  tower::Body body = tower::read_face(bay);
  body.swatch.letter = letter;
  memcpy(swatch, &body.swatch, sizeof body.swatch);
  return body.value;
}

// A tower on a fresh board eats bytes, a millisecond passing after every 25; returns the bytes that it sent.
unsigned core_talk(const uint8_t* bytes, unsigned count, char* out, unsigned room) {
  static tower::Tower the_tower;
  the_tower = tower::Tower();
  memset(eeprom, 0xFF, sizeof eeprom);
  sent_count = 0;
  clock_ms = 0;
  the_tower.start();
  for (unsigned i = 0; i < 100; ++i, ++clock_ms) the_tower.run(0);
  for (unsigned i = 0; i < count; ++i) {
    the_tower.receive(bytes[i]);
    if (i % 25) continue;
    ++clock_ms;
    the_tower.run(0);
    const tower::Tower::Scan scan = the_tower.wanted();
    if (scan != tower::Tower::Scan::kNone) the_tower.scanned(scan);
  }
  const unsigned length = sent_count < room ? sent_count : room;
  memcpy(out, sent, length);
  return length;
}

// A tower starts on this memory, and its power goes when so many bytes are burnt (-1: never). Returns the boot that it has
// told by then, -1 for none.
int core_boot(uint8_t* memory, int burnt) {
  static tower::Tower the_tower;
  the_tower = tower::Tower();
  memcpy(eeprom, memory, sizeof eeprom);
  bytes_left = burnt;
  sent_count = 0;
  the_tower.start();
  for (unsigned i = 0; i < 200; ++i) the_tower.run(0);
  bytes_left = -1;
  powered = true;
  memcpy(memory, eeprom, sizeof eeprom);
  sent[sent_count < sizeof sent ? sent_count : sizeof sent - 1] = 0;
  const char* told = strstr(sent, "boot=");
  return told ? static_cast<int>(strtol(told + 5, nullptr, 16)) : -1;
}

}  // extern "C"
