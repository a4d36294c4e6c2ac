#include "classifier.h"

#include "flash.h"

namespace tower {

// Cell i is bit i. The upper face is seven minus the one that is seen.
static const uint16_t kPatterns[9] TOWER_FLASH = {0x010, 0x101, 0x044, 0x111, 0x054, 0x145, 0x155, 0x16D, 0x1C7};
static const uint8_t kSeen[9] TOWER_FLASH = {1, 2, 2, 3, 3, 4, 5, 6, 6};

constexpr uint8_t kPresent = 16;         // reflectance that no empty pocket shows
constexpr uint16_t kFarColour = 900;     // squared distance beyond which a colour is none of the learnt ones
constexpr uint8_t kClearlyNearer = 6;    // the second nearest colour must be so many times as far (squared)

static uint8_t difference(uint8_t a, uint8_t b) { return a > b ? a - b : b - a; }

Bay normalise(const Frames& frames, const Calibration& calibration, uint8_t bay) {
  Bay result;
  result.sound = true;
  for (uint8_t colour = 0; colour < kColours; ++colour) {
    for (uint8_t cell = 0; cell < kCells; ++cell) {
      const uint8_t i = bay * kCells + cell;
      const uint8_t on = frames[colour][i], off = frames[kDark][i];
      const uint8_t empty = calibration.empty[colour][i], white = calibration.white[colour][i];
      const uint8_t light = on > off ? on - off : 0;
      if (light < least_light(empty) || on == 0xFF) result.sound = false;
      const uint16_t span = white > empty ? white - empty : 1;
      const uint16_t share = light > empty ? static_cast<uint16_t>((light - empty) * uint16_t{kWhite}) / span : 0;
      result.light[colour][cell] = share > 255 ? 255 : static_cast<uint8_t>(share);
    }
  }
  return result;
}

bool occupied(const Bay& bay) {
  for (const auto& lights : bay.light) {
    for (const uint8_t light : lights) {
      if (light >= kPresent) return true;
    }
  }
  return false;
}

// The colour of light in which the cells differ most.
static uint8_t best_contrast(const Bay& bay) {
  uint8_t best = 0, widest = 0;
  for (uint8_t colour = 0; colour < kColours; ++colour) {
    uint8_t low = 255, high = 0;
    for (const uint8_t light : bay.light[colour]) {
      if (light < low) low = light;
      if (light > high) high = light;
    }
    if (high - low >= widest) {
      widest = high - low;
      best = colour;
    }
  }
  return best;
}

static Swatch body_colour(const Bay& bay, uint16_t pips) {
  uint16_t sums[kColours] = {0, 0, 0};
  uint8_t count = 0;
  for (uint8_t cell = 0; cell < kCells; ++cell) {
    if (pips & (1u << cell)) continue;
    ++count;
    for (uint8_t colour = 0; colour < kColours; ++colour) sums[colour] += bay.light[colour][cell];
  }
  const uint16_t red = sums[kRed] / count, green = sums[kGreen] / count, blue = sums[kBlue] / count;
  // The added grey keeps the shares of a nearly black body from being those of its noise.
  const uint16_t all = red + green + blue + 24;
  Swatch swatch;
  swatch.letter = '?';
  swatch.red = static_cast<uint8_t>((red + 8) * 255UL / all);
  swatch.green = static_cast<uint8_t>((green + 8) * 255UL / all);
  swatch.brightness = static_cast<uint8_t>((red + green + blue) / 3);
  swatch.light_pips = false;
  return swatch;
}

Body read_face(const Bay& bay) {
  const uint8_t* light = bay.light[best_contrast(bay)];
  uint16_t total = 0;
  for (uint8_t cell = 0; cell < kCells; ++cell) total += light[cell];

  // The sum of squares is the same for every pattern, so the one that explains most leaves least.
  uint32_t most = 0;
  uint16_t pips = 0, pip_sum = 0;
  uint8_t seen = 0, pip_count = 1;
  for (uint8_t i = 0; i < 9; ++i) {
    const uint16_t pattern = flash_word(&kPatterns[i]);
    const uint8_t count = flash_byte(&kSeen[i]);
    uint16_t sum = 0;
    for (uint8_t cell = 0; cell < kCells; ++cell) {
      if (pattern & (1u << cell)) sum += light[cell];
    }
    const uint16_t other = total - sum;
    const uint32_t explained = uint32_t{sum} * sum / count + uint32_t{other} * other / (kCells - count);
    if (explained >= most) {
      most = explained;
      pips = pattern;
      pip_sum = sum;
      pip_count = count;
      seen = count;
    }
  }

  Body face;
  face.value = 0;
  face.quality = 0;
  face.swatch = body_colour(bay, pips);
  const uint8_t pip_mean = pip_sum / pip_count, body_mean = (total - pip_sum) / (kCells - pip_count);
  const uint8_t contrast = difference(pip_mean, body_mean);
  face.swatch.light_pips = pip_mean > body_mean;
  face.doubt = Doubt::kContrast;
  if (contrast < kMinContrast) return face;

  uint16_t worst = 0;
  for (uint8_t cell = 0; cell < kCells; ++cell) {
    uint16_t off = difference(light[cell], pips & (1u << cell) ? pip_mean : body_mean);
    if (cell == kCentre) off += off / 3;
    if (off > worst) worst = off;
  }
  const uint16_t lost = 198 * worst / contrast;
  face.quality = lost < 99 ? static_cast<uint8_t>(99 - lost) : 0;
  face.doubt = Doubt::kPattern;
  if (face.quality < kMinQuality) return face;
  face.doubt = Doubt::kNone;
  face.value = 7 - seen;
  return face;
}

uint16_t distance(const Swatch& a, const Swatch& b) {
  const uint8_t red = difference(a.red, b.red), green = difference(a.green, b.green);
  const uint8_t bright = difference(a.brightness, b.brightness) / 4;  // lamps age, colours do not
  const uint32_t sum = uint32_t{red} * red + uint32_t{green} * green + uint32_t{bright} * bright;
  return sum > 0xFFFF ? 0xFFFF : static_cast<uint16_t>(sum);
}

Die classify(const Bay& bay, const Calibration& calibration) {
  Die die = {true, 0, '?', 0, Doubt::kSensor};
  if (!bay.sound) return die;
  const Body face = read_face(bay);
  die.quality = face.quality;
  die.doubt = face.doubt;
  if (face.doubt != Doubt::kNone) return die;

  uint16_t nearest = 0xFFFF, second = 0xFFFF;
  const Swatch* found = nullptr;
  for (const Swatch& swatch : calibration.swatches) {
    if (!swatch.letter) continue;
    const uint16_t d = distance(face.swatch, swatch);
    if (d < nearest) {
      second = nearest;
      nearest = d;
      found = &swatch;
    } else if (d < second) {
      second = d;
    }
  }
  die.doubt = Doubt::kColour;
  if (!found || nearest > kFarColour || uint32_t{nearest} * kClearlyNearer > second) return die;
  die.colour = found->letter;
  die.doubt = Doubt::kPips;
  if (found->light_pips != face.swatch.light_pips) return die;
  die.doubt = Doubt::kNone;
  die.value = face.value;
  return die;
}

}  // namespace tower
