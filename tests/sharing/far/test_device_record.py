"""What one table can check of real dice at the other one."""

import pytest

from companion.referee.errors import RefereeError
from companion.sharing.far.device_record import NO_DEVICE_ROLLS, DeviceRolls
from hardware.tower.dtp import frame


def roll(number: int, dice: str = "B2,G5", epoch: str = "0000000A") -> str:
    return frame(f"ROLL {number} epoch={epoch} d={dice}")


def void(number: int, epoch: str = "0000000A") -> str:
    return frame(f"VOID {number} epoch={epoch} why=crowd")


VALUE = {"B": 2, "G": 5}


@pytest.mark.parametrize("by", ["bluetooth", "camera", "tray"])
def test_dice_without_a_record_count_on_a_word_and_change_no_tower(by: str) -> None:
    rolls = DeviceRolls({"0000000A": 7}, 3)
    assert rolls.after(by, "", VALUE, typed=False) == DeviceRolls({"0000000A": 7}, 0)


def test_typed_dice_count_where_that_was_agreed() -> None:
    assert NO_DEVICE_ROLLS.after("typed", "", VALUE, typed=True) == DeviceRolls(None, 0)
    for by, typed in (("typed", False), ("screen", True), ("", True), ("simulated", True)):
        with pytest.raises(RefereeError) as refused:
            NO_DEVICE_ROLLS.after(by, roll(1), VALUE, typed=typed)
        assert refused.value.reason.key == "far.undrawn"


def test_each_tower_counts_its_own_rolls() -> None:
    one = NO_DEVICE_ROLLS.after("tower", roll(7), VALUE, typed=False)
    assert one == DeviceRolls({"0000000A": 7}, 0)
    two = one.after("tower", roll(3, epoch="0000000B"), VALUE, typed=False)
    assert two == DeviceRolls({"0000000A": 7, "0000000B": 3}, 0)
    three = two.after("tower", "\n".join((void(8), void(4, "0000000B"), "", roll(10))), VALUE, typed=False)
    assert three == DeviceRolls({"0000000A": 10, "0000000B": 3}, 1)
    assert one == DeviceRolls({"0000000A": 7}, 0), "what was known stays as it was"
    for number in (9, 10):
        with pytest.raises(RefereeError) as refused:
            three.after("tower", roll(number), VALUE, typed=False)
        assert refused.value.reason.key == "far.old_record"


def test_a_void_throw_of_a_number_that_counts_hides_no_other() -> None:
    one = NO_DEVICE_ROLLS.after("tower", roll(1), VALUE, typed=False)
    assert one.after("tower", "\n".join((void(3), roll(3))), VALUE, typed=False).more == 1
    assert one.after("tower", "\n".join((void(1), roll(3))), VALUE, typed=False).more == 1


def test_several_throws_of_one_turn_are_one_record() -> None:
    record = "\n".join((roll(1, "C4"), roll(2, "C2"), roll(4, "C6")))
    leap = {"leap": [4, 2], "opposed": [6]}
    assert NO_DEVICE_ROLLS.after("tower", record, leap, typed=False) == DeviceRolls({"0000000A": 4}, 1)
    for value in ({"leap": [4, 2], "opposed": [5]}, {"leap": [4, 2]}, [4, 2], None, "426"):
        with pytest.raises(RefereeError) as refused:
            NO_DEVICE_ROLLS.after("tower", record, value, typed=False)
        assert refused.value.reason.key == "far.other_record"


def test_a_record_shows_the_dice_colour_by_colour() -> None:
    assert NO_DEVICE_ROLLS.after("tower", roll(1), {"G": 5, "B": 2}, typed=False).last == {"0000000A": 1}
    assert NO_DEVICE_ROLLS.after("tower", roll(1), [5, 2], typed=False).last == {"0000000A": 1}
    for record, value in (
        (roll(1), {"B": 5, "G": 2}),
        ("", VALUE),
        ("no record", VALUE),
        (roll(1)[:-1] + "?", VALUE),
        (void(1), VALUE),
        (void(1)[:-1] + "?\n" + roll(2), VALUE),
    ):
        with pytest.raises(RefereeError) as refused:
            NO_DEVICE_ROLLS.after("tower", record, value, typed=False)
        assert refused.value.reason.key == "far.other_record"


def test_missing_throws_of_a_roll_in_two_parts_are_counted_together() -> None:
    one = NO_DEVICE_ROLLS.after("tower", roll(1), VALUE, typed=False)
    parts = roll(3, "B2"), roll(6, "G5")
    assert one.after("tower", "\n".join(parts), VALUE, typed=False).more == 3
