"""The words and numbers of DTP/1 with their meanings.

Only these numbers are written by hand: `lab/tower/code_table.py` generates the firmware's header and the table in
`firmware/PROTOCOL.md` from them.
"""

from enum import IntEnum, StrEnum


class HostRequest(StrEnum):
    """Requests of the host."""

    HELLO = "HELLO"
    """Greet the tower; answered by HI."""
    PING = "PING"
    """Test the connection; answered by PONG."""
    ACK = "ACK"
    """Acknowledge everything up to this roll as stored."""
    ARM = "ARM"
    """Give the next roll this token."""
    LOG = "LOG"
    """Send a roll once more."""
    SET = "SET"
    """Change the heartbeat or the stillness window."""
    RAW = "RAW"
    """Show the light of a bay."""
    CAL = "CAL"
    """Do a step of the calibration."""


class Message(StrEnum):
    """Messages of the tower: the first word of a line."""

    HI = "HI"
    """Identity: at the start, and in answer to HELLO."""
    OK = "OK"
    """The request is done."""
    PONG = "PONG"
    """Answer to PING."""
    ERR = "ERR"
    """The request is refused, by a code of TowerRefusal."""
    ROLL = "ROLL"
    """A roll, repeated until it is acknowledged."""
    VOID = "VOID"
    """A roll that does not count, likewise."""
    EV = "EV"
    """An event for display, of a kind of TowerEvent."""
    HB = "HB"
    """The heartbeat."""


class TowerEvent(StrEnum):
    """Events on which a host acts."""

    TUMBLE = "TUMBLE"
    """Dice have begun to fall."""
    WARN = "WARN"
    """Something is wrong with the tower, by a code of TowerFault."""


class Code(IntEnum):
    """A number on the line; `meaning` is a sentence for PROTOCOL.md."""

    meaning: str

    def __new__(cls, number: int, meaning: str) -> "Code":
        code = int.__new__(cls, number)
        code._value_ = number
        code.meaning = meaning
        return code


class TowerRefusal(Code):
    """Reasons for a refused request: the code of ERR."""

    VERB = 1, "The verb is not known."
    ARGUMENTS = 2, "An argument makes no sense, or names a roll or a boot that is not there."
    BUSY = 3, "Not now; to a HELLO: another host is there."
    VERSION = 4, "Another version of the protocol is spoken here."
    HELLO_FIRST = 5, "The tower has not been greeted since it started."
    NO_SUCH_BAY = 20, "There is no bay of that number."
    UNEVEN = 30, "Calibration: the white card gives too uneven a light."
    CONTRAST = 31, "Calibration: too little contrast, or a cell or lamp is dead."
    COLOURS_TOO_CLOSE = 32, "Calibration: the die looks like one learnt before."
    NOT_EMPTY = 33, "Calibration: something lies in a pocket."
    ANOTHER_FACE = 34, "Calibration: another face is on top than was said."
    TOO_MANY_COLOURS = 35, "Calibration: no room for another colour."
    WHITE_FIRST = 36, "Calibration: the white card must come before the dice."


class TowerFault(Code):
    """Warnings of a tower: the code of EV WARN."""

    CELL = 12, "A light sensor is dead; `at` is its cell, from 0."
    LAMP = 13, "A lamp is dead; `at` is its colour: 0 red, 1 green, 2 blue."
    MEMORY = 14, "The memory of rolls is worn out."
    BEAM = 15, "A beam is broken all the time; `at`: 0 to 3 the lanes, 4 the gate, 5 too high."
    NOT_EMPTY = 33, "Something lies in a pocket that should be empty."


NOT_GREETED_TAG = "#0"
"""Tag of a HI that answers no HELLO: the tower has just started."""
ANOTHER_HOST = "another-host"
"""Words after TowerRefusal.BUSY to a HELLO while the tower talks with another host."""
