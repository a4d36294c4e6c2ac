"""The words and numbers of DTP/1 (`firmware/PROTOCOL.md`), each with its meaning."""

from enum import IntEnum, StrEnum


class HostRequest(StrEnum):
    """What the host asks."""

    HELLO = "HELLO"
    """Greet the tower; answered by HI."""
    PING = "PING"
    """Are you there? Answered by PONG."""
    ACK = "ACK"
    """Everything up to this roll is stored."""
    ARM = "ARM"
    """The next roll carries this token."""
    SET = "SET"
    """Change the heartbeat or the stillness window."""
    RAW = "RAW"
    """Show the light of a bay."""
    CAL = "CAL"
    """A step of the calibration."""


class Message(StrEnum):
    """What the tower says: the first word of a line."""

    HI = "HI"
    """Who it is: when it starts, and in answer to HELLO."""
    OK = "OK"
    """The request is done."""
    PONG = "PONG"
    """It is there."""
    ERR = "ERR"
    """The request is refused, by a code of TowerRefusal."""
    ROLL = "ROLL"
    """A roll, said until it is acknowledged."""
    VOID = "VOID"
    """A roll that does not count, likewise."""
    EV = "EV"
    """An event for display, of a kind of TowerEvent."""
    HB = "HB"
    """The heartbeat."""


class TowerEvent(StrEnum):
    """What an EV line tells, as far as a host acts on it."""

    TUMBLE = "TUMBLE"
    """Dice have begun to fall."""
    WARN = "WARN"
    """Something is wrong with the tower, by a code of TowerFault."""


class TowerRefusal(IntEnum):
    """Why a request is refused: the code of ERR. Faults that it finds are told by their own codes, see TowerFault."""

    VERB = 1
    """The verb is not known."""
    ARGUMENTS = 2
    """An argument makes no sense, or names a roll or a boot that is not there."""
    BUSY = 3
    """Not now; to a HELLO: another host is there."""
    VERSION = 4
    """Another version of the protocol is spoken here."""
    HELLO_FIRST = 5
    """The tower has not been greeted since it started."""
    NO_SUCH_BAY = 20
    """There is no bay of that number."""
    UNEVEN = 30
    """Calibration: the white card gives too uneven a light."""
    CONTRAST = 31
    """Calibration: too little contrast."""
    COLOURS_TOO_CLOSE = 32
    """Calibration: the die looks like one learnt before."""
    NOT_EMPTY = 33
    """Calibration: something lies in a pocket."""
    ANOTHER_FACE = 34
    """Calibration: another face is on top than was said."""
    TOO_MANY_COLOURS = 35
    """Calibration: no room for another colour."""
    WHITE_FIRST = 36
    """Calibration: the white card must come before the dice."""


class TowerFault(IntEnum):
    """What a tower warns of: the code of EV WARN."""

    CONVERTER = 10
    """The converter of the light sensors does not answer."""
    LIGHT = 11
    """Too much light from outside."""
    CELL = 12
    """A light sensor is dead."""
    LAMP = 13
    """A lamp is dead."""
    MEMORY = 14
    """The memory of rolls is worn out."""
    BEAM = 15
    """A beam is broken all the time."""
    NOT_EMPTY = 33
    """Something lies in a pocket."""


NOT_GREETED_TAG = "#0"
"""The tag of a HI that answers no HELLO: the tower has just started."""
ANOTHER_HOST = "another-host"
"""What a tower says behind TowerRefusal.BUSY to a HELLO while it talks with another host."""
