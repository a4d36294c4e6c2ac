"""Lines of the dice tower."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import DeviceError
from hardware.tower.dtp import TowerRoll, frame, read_roll, unframe

ROLL = "ROLL 12345 boot=9F3A arm=77 d=R5,G2,B6,W1 q=91,88,95,79 t=1840*CEEBAE32"


def test_a_line_carries_its_checksum() -> None:
    assert frame("EV 8 SETTLE") == "EV 8 SETTLE*0C5F0756"
    assert unframe("EV 8 SETTLE*0C5F0756\r\n") == "EV 8 SETTLE"


def test_a_roll_is_read_among_other_lines() -> None:
    assert read_roll(f"EV 8 SETTLE*0C5F0756\n{ROLL}\n{ROLL}\n") == TowerRoll(12345, {"R": 5, "G": 2, "B": 6, "W": 1})


def test_an_empty_bay_is_no_die() -> None:
    assert read_roll(frame("ROLL 7 d=B1,-,G6,-")).dice == {"B": 1, "G": 6}


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
        (frame("ROLL 7 d=B1") + "\n" + frame("ROLL 8 d=B1"), "more than one"),
    ],
)
def test_anything_else_is_refused(text: str, told: str) -> None:
    with pytest.raises(DeviceError, match=told):
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
