// The codes of ERR and of EV WARN, written by lab/tower/code_table.py of hardware/tower/codes.py.
#pragma once

#include <stdint.h>

namespace tower {

constexpr uint8_t kErrVerb = 1;  // The verb is not known.
constexpr uint8_t kErrArguments = 2;  // An argument makes no sense, or names a roll or a boot that is not there.
constexpr uint8_t kErrBusy = 3;  // Not now; to a HELLO: another host is there.
constexpr uint8_t kErrVersion = 4;  // Another version of the protocol is spoken here.
constexpr uint8_t kErrHelloFirst = 5;  // The tower has not been greeted since it started.
constexpr uint8_t kErrNoSuchBay = 20;  // There is no bay of that number.
constexpr uint8_t kErrUneven = 30;  // Calibration: the white card gives too uneven a light.
constexpr uint8_t kErrContrast = 31;  // Calibration: too little contrast, or a cell or lamp is dead.
constexpr uint8_t kErrColoursTooClose = 32;  // Calibration: the die looks like one learnt before.
constexpr uint8_t kErrNotEmpty = 33;  // Calibration: something lies in a pocket.
constexpr uint8_t kErrAnotherFace = 34;  // Calibration: another face is on top than was said.
constexpr uint8_t kErrTooManyColours = 35;  // Calibration: no room for another colour.
constexpr uint8_t kErrWhiteFirst = 36;  // Calibration: the white card must come before the dice.
constexpr uint8_t kWarnCell = 12;  // A light sensor is dead; `at` is its cell, from 0.
constexpr uint8_t kWarnLamp = 13;  // A lamp is dead; `at` is its colour: 0 red, 1 green, 2 blue.
constexpr uint8_t kWarnMemory = 14;  // The memory of rolls is worn out.
constexpr uint8_t kWarnBeam = 15;  // A beam is broken all the time; `at`: 0 to 3 the lanes, 4 the gate, 5 too high.
constexpr uint8_t kWarnNotEmpty = 33;  // Something lies in a pocket that should be empty.

}  // namespace tower
