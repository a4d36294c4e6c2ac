#include "board.h"

#if defined(__AVR_ATmega328P__)

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "../core/crc.h"
#include "../core/port.h"
#include "../core/tower.h"

// PD0 PD1   serial port            PD4..PD7  address of the three multiplexers
// PD2       gate beam              PB0..PB2  lights: red, green, blue
// PD3       too-high beam          PB3..PB5, PC3  lane beams 1..4
// ADC0..2   outputs of the multiplexers; ADC7 floats, as a source of noise
// A broken beam reads low.

namespace {

using tower::Tower;

constexpr uint8_t kRing = 64;
constexpr uint8_t kMuxes = 3, kAddresses = tower::kAllCells / kMuxes;
constexpr uint8_t kReference = 1 << REFS0, kLeftAdjust = 1 << ADLAR;
constexpr uint8_t kNoisyPin = 7;
constexpr uint8_t kLightSettles = 3, kMuxSettles = 1;  // conversions thrown away (26 us each) until the node is right
constexpr uint8_t kNoLight = tower::kDark;

volatile uint8_t rx_ring[kRing], tx_ring[kRing];
volatile uint8_t rx_head, rx_tail, tx_head, tx_tail;
volatile uint32_t milliseconds;
volatile uint8_t beams_seen;  // broken at any time since last looked at: a line being sent must not hide a die
volatile bool work;

Tower the_tower;
volatile bool scan_done;
bool scan_colours;
uint8_t scan_light, scan_address, scan_mux, scan_skip;
uint8_t* scan_to;

// The converter's interrupt runs thousands of times a second: a call in it would save every register each time.
#define INLINE inline __attribute__((always_inline))

INLINE void lights(uint8_t light) { PORTB = (PORTB & ~0x07) | (light == kNoLight ? 0 : 1 << light); }

INLINE void address(uint8_t value) { PORTD = (PORTD & 0x0F) | value << 4; }

INLINE void convert(uint8_t pin) {
  ADMUX = kReference | kLeftAdjust | pin;
  ADCSRA |= 1 << ADSC;
}

INLINE void begin_light(uint8_t light) {
  scan_light = light;
  scan_address = scan_mux = 0;
  scan_skip = kLightSettles;
  scan_to = the_tower.frames[light];
  lights(light);
  address(0);
  convert(0);
}

void begin_scan(Tower::Scan what) {
  scan_colours = what == Tower::Scan::kColours;
  ADCSRA |= 1 << ADIE;
  begin_light(scan_colours ? tower::kRed : tower::kGreen);
}

INLINE uint8_t broken_beams() {
  const uint8_t lanes = ((~PINB >> PB3) & 0x07) | ((~PINC >> PC3 & 1) << 3);
  return lanes | (PIND & 1 << PD2 ? 0 : tower::kGate) | (PIND & 1 << PD3 ? 0 : tower::kTooHigh);
}

uint8_t take_beams() {
  cli();
  const uint8_t seen = beams_seen;
  beams_seen = 0;
  sei();
  return seen | broken_beams();
}

void rest() {
  cli();
  while (!work) {
    sleep_enable();
    sei();
    sleep_cpu();
    cli();
  }
  work = false;
  sei();
}

}  // namespace

// A watchdog reset leaves the watchdog running at its shortest time: stop it before anything else.
void stop_watchdog() __attribute__((naked, used, section(".init3")));
void stop_watchdog() {
  MCUSR = 0;
  wdt_disable();
}

ISR(TIMER2_COMPA_vect) {
  ++milliseconds;
  beams_seen |= broken_beams();
  work = true;
}

ISR(USART_RX_vect) {
  const uint8_t byte = UDR0;
  const uint8_t next = (rx_head + 1) % kRing;
  if (next != rx_tail) {  // a full ring drops the byte; the line's checksum tells
    rx_ring[rx_head] = byte;
    rx_head = next;
  }
  work = true;
}

ISR(USART_UDRE_vect) {
  if (tx_head == tx_tail) {
    UCSR0B &= ~(1 << UDRIE0);
  } else {
    UDR0 = tx_ring[tx_tail];
    tx_tail = (tx_tail + 1) % kRing;
  }
}

ISR(ADC_vect) {
  if (scan_skip) {
    --scan_skip;
  } else {
    *scan_to = ADCH;
    scan_to += kAddresses;
    if (++scan_mux == kMuxes) {
      scan_mux = 0;
      scan_skip = kMuxSettles;
      scan_to -= tower::kAllCells - 1;
      if (++scan_address == kAddresses) {
        if (scan_light == tower::kDark) {
          ADCSRA &= ~(1 << ADIE);
          scan_done = work = true;
          return;
        }
        begin_light(scan_colours ? scan_light + 1 : static_cast<uint8_t>(tower::kDark));
        return;
      }
      address(scan_address);
    }
  }
  convert(scan_mux);
}

ISR(EE_READY_vect) {
  EECR &= ~(1 << EERIE);
  work = true;
}

namespace tower {
namespace port {

void put(uint8_t byte) {
  const uint8_t next = (tx_head + 1) % kRing;
  cli();
  while (next == tx_tail) {
    sleep_enable();
    sei();
    sleep_cpu();
    cli();
  }
  tx_ring[tx_head] = byte;
  tx_head = next;
  UCSR0B |= 1 << UDRIE0;
  sei();
}

bool eeprom_busy() { return EECR & (1 << EEPE | 1 << EERIE); }

uint8_t eeprom_read(uint16_t address) {
  EEAR = address;
  EECR |= 1 << EERE;
  return EEDR;
}

void eeprom_write(uint16_t address, uint8_t value) {
  EEAR = address;
  EEDR = value;
  cli();
  EECR |= 1 << EEMPE;
  EECR |= 1 << EEPE;
  EECR |= 1 << EERIE;  // busy until the interrupt says that the byte is burnt
  sei();
}

uint32_t entropy() {
  Crc32 pool;
  for (uint8_t i = 0; i < 64; ++i) {
    ADMUX = kReference | kNoisyPin;
    ADCSRA |= 1 << ADSC;
    while (ADCSRA & 1 << ADSC) {
    }
    pool.add(ADCL);
    pool.add(ADCH ^ TCNT2);
  }
  return pool.value();
}

uint32_t now() {
  cli();
  const uint32_t value = milliseconds;
  sei();
  return value;
}

}  // namespace port
}  // namespace tower

void board::start() {
  DDRB = 0x07;
  PORTB = 0x38;  // pull-ups of the beams
  PORTC = 1 << PC3;
  DDRD = 0xF0;
  PORTD = 0x0C;

  TCCR2A = 1 << WGM21;
  TCCR2B = 1 << CS22;  // 16 MHz / 64
  OCR2A = 249;
  TIMSK2 = 1 << OCIE2A;

  UBRR0 = 3;  // 250,000 baud without any error at 16 MHz
  UCSR0A = 0;
  UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
  UCSR0B = 1 << RXCIE0 | 1 << RXEN0 | 1 << TXEN0;

  ADCSRA = 1 << ADEN | 1 << ADPS2 | 1 << ADPS0;  // 500 kHz: 26 us a conversion, good for eight bits

  set_sleep_mode(SLEEP_MODE_IDLE);
  sei();
  the_tower.start();
  wdt_enable(WDTO_500MS);
}

void board::turn() {
  rest();
  wdt_reset();
  while (rx_tail != rx_head) {
    const uint8_t byte = rx_ring[rx_tail];
    rx_tail = (rx_tail + 1) % kRing;
    the_tower.receive(byte);
    if (byte == '\n') {  // answer one line a turn, that a talkative host cannot starve the rest
      work = true;
      break;
    }
  }
  if (scan_done) {
    scan_done = false;
    the_tower.scanned(scan_colours ? Tower::Scan::kColours : Tower::Scan::kMotion);
    work = true;
  }
  the_tower.run(take_beams());
  const Tower::Scan scan = the_tower.wanted();
  if (scan != Tower::Scan::kNone) begin_scan(scan);
}

#endif
