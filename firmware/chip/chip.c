/* The real firmware on a simulated ATmega328P, with its sensors, beams, line and EEPROM in the caller's hands.
 *
 * Everything is deterministic: the same calls give the same bytes at the same cycles. Nothing waits for a clock; who
 * wants real time runs it in slices.
 */
#include <avr_adc.h>
#include <avr_eeprom.h>
#include <avr_ioport.h>
#include <avr_uart.h>
#include <math.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <sim_io.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 36, MUXES = 3, ADDRESSES = CELLS / MUXES, LIGHTS = 3, EEPROM = 1024 };
enum { TO_TOWER = 4096, FROM_TOWER = 65536 };
enum { NOISY_PIN = 7, EECR_AT = 0x3F, EEARL_AT = 0x41, EEARH_AT = 0x42, EEPE_BIT = 0x02, FIRST_RAM = 0x100 };
enum { BURN_CYCLES = 54400 }; /* 3.4 ms */
static const uint8_t PAINT = 0xC5;

typedef struct chip {
  avr_t *avr;
  uint64_t random;
  double ambient[CELLS], light[LIGHTS][CELLS], noise; /* counts of 255; noise is one standard deviation */
  double stuck[CELLS];                                /* counts a dead cell shows always; negative: it is sound */
  uint8_t lights, address;
  avr_irq_t *adc, *uart, *beams[6];
  uint8_t to_tower[TO_TOWER], from_tower[FROM_TOWER];
  uint32_t to_head, to_tail, from_head, from_tail;
  int line_open;
  uint64_t burn_cycle;
  uint16_t burn_address;
  uint32_t burns;
  uint32_t wear[EEPROM];
} chip_t;

static uint64_t next_random(chip_t *b) {
  b->random ^= b->random << 13;
  b->random ^= b->random >> 7;
  b->random ^= b->random << 17;
  return b->random;
}

/* Near enough to a normal deviate: the sum of four uniform ones. */
static double deviate(chip_t *b) {
  const uint64_t r = next_random(b);
  const double sum = (double)(r & 0xFFFF) + (double)(r >> 16 & 0xFFFF) + (double)(r >> 32 & 0xFFFF) + (double)(r >> 48);
  return (sum / 65536.0 - 2.0) * 1.7320508;
}

static void on_conversion(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  chip_t *b = param;
  union {
    avr_adc_mux_t mux;
    uint32_t v;
  } e = {.v = value};
  const int pin = e.mux.src;
  if (pin == NOISY_PIN) {
    avr_raise_irq(b->adc + ADC_IRQ_ADC0 + pin, next_random(b) >> 40 & 0xFFF);
    return;
  }
  if (pin >= MUXES) return;
  double counts = 0;
  if (b->address < ADDRESSES) {
    const int cell = pin * ADDRESSES + b->address;
    counts = b->ambient[cell];
    for (int light = 0; light < LIGHTS; ++light) {
      if (b->lights & 1 << light) counts += b->light[light][cell];
    }
    if (b->stuck[cell] >= 0) counts = b->stuck[cell];
    counts += b->noise * deviate(b);
  }
  const double millivolts = (counts + 0.5) * 5000.0 / 256.0;
  avr_raise_irq(b->adc + ADC_IRQ_ADC0 + pin, millivolts < 0 ? 0 : millivolts > 4999 ? 4999 : (uint32_t)millivolts);
}

static void on_lights(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  ((chip_t *)param)->lights = value & 7;
}

static void on_address(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  ((chip_t *)param)->address = value >> 4 & 15;
}

static void on_output(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  chip_t *b = param;
  const uint32_t next = (b->from_head + 1) % FROM_TOWER;
  if (next == b->from_tail) b->from_tail = (b->from_tail + 1) % FROM_TOWER; /* nobody reads: the oldest is lost */
  b->from_tower[b->from_head] = value;
  b->from_head = next;
}

static void feed(chip_t *b) {
  while (b->line_open && b->to_tail != b->to_head) {
    const uint8_t byte = b->to_tower[b->to_tail];
    b->to_tail = (b->to_tail + 1) % TO_TOWER;
    avr_raise_irq(b->uart + UART_IRQ_INPUT, byte);
  }
}

static void on_room(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)value;
  chip_t *b = param;
  b->line_open = 1;
  feed(b);
}

static void on_no_room(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)value;
  ((chip_t *)param)->line_open = 0;
}

static void on_eecr(struct avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param) {
  (void)addr;
  chip_t *b = param;
  if (!(value & EEPE_BIT)) return;
  b->burn_cycle = avr->cycle;
  b->burn_address = (avr->data[EEARL_AT] | avr->data[EEARH_AT] << 8) % EEPROM;
  ++b->burns;
  ++b->wear[b->burn_address];
}

static void no_sleep(avr_t *avr, avr_cycle_count_t how_long) {
  (void)avr;
  (void)how_long;
}

static void quiet(avr_t *avr, const int level, const char *format, va_list ap) {
  (void)avr;
  (void)level;
  (void)format;
  (void)ap;
}

void chip_free(chip_t *b) {
  if (!b) return;
  if (b->avr) {
    avr_terminate(b->avr);
    free(b->avr);
  }
  free(b);
}

/* Beams as the firmware numbers them; a set bit is a broken beam. Told to the ports as well, or the simulated pull-ups
 * would mend every broken beam at the next write to the port. */
void chip_beams(chip_t *b, uint32_t broken) {
  const uint32_t clear = ~broken;
  avr_ioport_external_t ports[3] = {
      {.name = 'B', .mask = 0x38, .value = (clear & 0x07) << 3},
      {.name = 'C', .mask = 0x08, .value = clear & 0x08},
      {.name = 'D', .mask = 0x0C, .value = clear >> 2 & 0x0C},
  };
  for (int i = 0; i < 3; ++i) avr_ioctl(b->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(ports[i].name), &ports[i]);
  for (int i = 0; i < 6; ++i) avr_raise_irq(b->beams[i], broken & 1u << i ? 0 : 1);
}

/* Switch a tower on. `eeprom` holds 1024 bytes, or is null for a chip fresh from the factory. */
chip_t *chip_new(const char *elf, uint64_t seed, const uint8_t *eeprom) {
  avr_global_logger_set(quiet);
  elf_firmware_t firmware = {0};
  if (elf_read_firmware(elf, &firmware)) return NULL;
  chip_t *b = calloc(1, sizeof *b);
  b->random = seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du;
  for (int i = 0; i < CELLS; ++i) b->stuck[i] = -1;
  b->avr = avr_make_mcu_by_name("atmega328p");
  if (!b->avr) {
    chip_free(b);
    return NULL;
  }
  avr_t *avr = b->avr;
  avr_init(avr);
  firmware.frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  free(firmware.flash);
  avr->frequency = 16000000;
  avr->vcc = avr->avcc = avr->aref = 5000;
  avr->sleep = no_sleep;
  memset(avr->data + FIRST_RAM, PAINT, avr->ramend + 1 - FIRST_RAM);

  uint8_t blank[EEPROM];
  memset(blank, 0xFF, sizeof blank);
  avr_eeprom_desc_t desc = {.ee = (uint8_t *)(eeprom ? eeprom : blank), .offset = 0, .size = EEPROM};
  avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &desc);

  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~(AVR_UART_FLAG_POLL_SLEEP | AVR_UART_FLAG_STDIO);
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  b->uart = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
  avr_irq_register_notify(b->uart + UART_IRQ_OUTPUT, on_output, b);
  avr_irq_register_notify(b->uart + UART_IRQ_OUT_XON, on_room, b);
  avr_irq_register_notify(b->uart + UART_IRQ_OUT_XOFF, on_no_room, b);

  b->adc = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, 0);
  avr_irq_register_notify(b->adc + ADC_IRQ_OUT_TRIGGER, on_conversion, b);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_REG_PORT), on_lights, b);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_REG_PORT), on_address, b);
  avr_register_io_write(avr, EECR_AT, on_eecr, b);

  static const struct {
    char port;
    int pin;
  } beams[6] = {{'B', 3}, {'B', 4}, {'B', 5}, {'C', 3}, {'D', 2}, {'D', 3}};
  for (int i = 0; i < 6; ++i) {
    b->beams[i] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(beams[i].port), beams[i].pin);
  }
  chip_beams(b, 0);
  return b;
}

/* Run until `cycle`. Returns 0, or -1 where the firmware crashed or stopped. */
int chip_run(chip_t *b, uint64_t cycle) {
  feed(b);
  while (b->avr->cycle < cycle) {
    const int state = avr_run(b->avr);
    if (state == cpu_Done || state == cpu_Crashed) return -1;
  }
  return 0;
}

uint64_t chip_cycle(const chip_t *b) { return b->avr->cycle; }

void chip_light(chip_t *b, const double *ambient, const double *light, double noise) {
  memcpy(b->ambient, ambient, sizeof b->ambient);
  memcpy(b->light, light, sizeof b->light);
  b->noise = noise;
}

void chip_stick(chip_t *b, int cell, double counts) { b->stuck[cell] = counts; }

int chip_send(chip_t *b, const uint8_t *bytes, int count) {
  int sent = 0;
  for (; sent < count; ++sent) {
    const uint32_t next = (b->to_head + 1) % TO_TOWER;
    if (next == b->to_tail) break;
    b->to_tower[b->to_head] = bytes[sent];
    b->to_head = next;
  }
  return sent;
}

int chip_receive(chip_t *b, uint8_t *bytes, int room) {
  int count = 0;
  for (; count < room && b->from_tail != b->from_head; ++count) {
    bytes[count] = b->from_tower[b->from_tail];
    b->from_tail = (b->from_tail + 1) % FROM_TOWER;
  }
  return count;
}

/* The EEPROM as a power cut at this instant leaves it. Burning erases a byte to 0xFF and then
 * clears bits, so one that is just being burnt has the bits of `torn` still set. Returns 1 where a byte was torn. */
int chip_eeprom(const chip_t *b, uint8_t *eeprom, int torn) {
  avr_eeprom_desc_t desc = {.ee = eeprom, .offset = 0, .size = EEPROM};
  avr_ioctl(b->avr, AVR_IOCTL_EEPROM_GET, &desc);
  if (torn < 0 || !b->burns || b->avr->cycle - b->burn_cycle >= BURN_CYCLES) return 0;
  eeprom[b->burn_address] |= torn;
  return 1;
}

uint32_t chip_burns(const chip_t *b) { return b->burns; }

uint32_t chip_most_burns(const chip_t *b) {
  uint32_t most = 0;
  for (int i = 0; i < EEPROM; ++i) {
    if (b->wear[i] > most) most = b->wear[i];
  }
  return most;
}

/* Bytes of stack used so far at the deepest; `from` is the first RAM address that the firmware has no variables at. */
int chip_stack(const chip_t *b, int from) {
  int at = from;
  while (at <= b->avr->ramend && b->avr->data[at] == PAINT) ++at;
  return b->avr->ramend + 1 - at;
}
