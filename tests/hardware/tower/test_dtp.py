"""Lines of the dice tower."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.dice import Die
from hardware.errors import DeviceError
from hardware.tower.dtp import TowerRoll, TowerVoid, frame, parse_roll, parse_void, read_roll, unframe
from tests.saying import refused

ROLL = "ROLL 12345 boot=9F3A arm=77 d=R5,G2,B6,W1 q=91,88,95,79 t=1840*CEEBAE32"


def test_a_line_carries_its_checksum() -> None:
    assert frame("EV 8 SETTLE") == "EV 8 SETTLE*0C5F0756"
    assert unframe("EV 8 SETTLE*0C5F0756\r\n") == "EV 8 SETTLE"


def test_a_roll_is_read_among_other_lines() -> None:
    roll = read_roll(f"EV 8 SETTLE*0C5F0756\n{ROLL}\n{ROLL}\n")
    assert (roll.number, roll.values()) == (12345, {"R": 5, "G": 2, "B": 6, "W": 1})


def test_a_roll_is_read_with_all_that_is_told_of_it() -> None:
    told = parse_roll("ROLL 12 epoch=E1 boot=9F3A arm=77 d=R5,G?,-,?2 q=99,33,0,50 t=413 ago=358")
    dice = (Die("R", 5, 1.0), Die("G", None, 0.0), Die(None, 2, 0.0))
    assert told == TowerRoll(12, dice, "E1", arm=77, ago=358)
    assert parse_void("VOID 13 epoch=E1 arm=0 why=power ago=20") == TowerVoid(13, "power", "E1", 20)


def test_a_roll_said_again_later_is_the_same_roll() -> None:
    assert read_roll(frame("ROLL 7 d=B1 ago=1") + "\n" + frame("ROLL 7 d=B1 ago=900")).ago == 1


def test_an_empty_bay_is_no_die() -> None:
    assert read_roll(frame("ROLL 7 d=B1,-,G6,-")).values() == {"B": 1, "G": 6}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ROLL.replace("R5", "R6"), "damaged"),
        (ROLL[:-1], "BODY[*]CRC"),
        ("", "no roll"),
        ("EV 8 SETTLE*0C5F0756", "no roll"),
        (frame("ROLL 7 boot=1"), "no dice"),
        (frame("ROLL x d=B1"), "its number"),
        (frame("ROLL 7 d=B7"), "'B7'"),
        (frame("ROLL 7 d=B1,B2"), "two dice"),
        (frame("ROLL 7 d=B?,G2"), "could not be read"),
        (frame("ROLL 7 d=B1,G2 q=9"), "q='9'"),
        (frame("ROLL 7 d=B1 arm=x"), "arm='x'"),
        (frame("ROLL 7 d=B1") + "\n" + frame("ROLL 8 d=B1"), "more than one"),
    ],
)
def test_anything_else_is_refused(text: str, told: str) -> None:
    with refused(told):
        read_roll(text)


@given(st.binary(max_size=60))
def test_noise_is_refused_or_right(noise: bytes) -> None:
    text = noise.decode("latin-1")
    try:
        body = unframe(text)
    except DeviceError:
        return
    assert frame(body) == text.rstrip("\r\n")


@given(st.integers(0, len(ROLL) - 1), st.characters(min_codepoint=32, max_codepoint=126))
def test_one_changed_character_is_noticed(at: int, other: str) -> None:
    changed = ROLL[:at] + other + ROLL[at + 1 :]
    if changed != ROLL:
        with pytest.raises(DeviceError):
            read_roll(changed)
