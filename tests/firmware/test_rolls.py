"""What the tower makes of dice that fall, of hands, of jams and broken parts: the real firmware on a simulated chip."""

from collections.abc import Iterator

import pytest

from lab.tower.simulation.optics import LyingDie
from lab.tower.simulation.tower import GATE, TOO_HIGH, calibrated_tower
from tests.firmware.talking import Talk, fields

pytestmark = pytest.mark.slow


@pytest.fixture
def talk() -> Iterator[Talk]:
    tower = calibrated_tower(21)
    talking = Talk(tower)
    talking.hello()
    talking.ready()
    yield talking
    tower.close()


def shown(talk: Talk) -> str:
    return ",".join(f"{die.colour}{die.value}" if die else "-" for die in talk.tower.throws[-1].dice)


def test_a_roll_is_witnessed_read_journalled_and_told(talk: Talk) -> None:
    talk.tower.throw()
    roll = fields(talk.until("ROLL 1"))
    assert roll["d"] == shown(talk) and roll["arm"] == "0"
    events = [body.split(" ")[2] for body in talk.lines if body.startswith("EV")]
    assert events[-3:] == ["TUMBLE", "SETTLE", "HELD"]


def test_a_roll_that_settles_is_written_already_but_for_its_last_byte(talk: Talk) -> None:
    """What is probable is burnt while the second reading is waited for: players wait for one byte only."""
    talk.tower.throw()
    talk.until("TUMBLE")
    assert talk.tower.chip
    burns = [talk.tower.chip.burns]
    while not any(body.endswith("HELD") for body in talk.run(1)):
        burns.append(talk.tower.chip.burns)
    assert burns[-1] - burns[-20] <= 2 < burns[-1] - burns[-150]


def test_fewer_dice_leave_bays_empty(talk: Talk) -> None:
    talk.tower.throw(["R", None, "B", None])
    assert fields(talk.until("ROLL 1"))["d"] == shown(talk)


def test_a_roll_is_repeated_until_acknowledged_and_then_no_more(talk: Talk) -> None:
    talk.tower.throw()
    first = talk.until("ROLL 1")
    assert fields(talk.until("ROLL 1"))["d"] == fields(first)["d"]
    assert talk.ask("ACK", "1").startswith("OK")
    assert not [body for body in talk.run(3000) if body.startswith("ROLL")]


def test_a_token_is_bound_to_one_roll(talk: Talk) -> None:
    assert talk.ask("ARM", "77").startswith("OK")
    talk.tower.throw()
    assert fields(talk.until("ROLL 1"))["arm"] == "77"
    talk.ask("ACK", "1")
    talk.ready()
    talk.tower.throw()
    assert fields(talk.until("ROLL 2"))["arm"] == "0"


def test_a_die_laid_in_by_hand_is_void(talk: Talk) -> None:
    talk.tower.put(2, LyingDie("R", 6))
    assert fields(talk.until("VOID 1"))["why"] == "touch"


def test_a_die_added_by_hand_to_a_roll_is_void(talk: Talk) -> None:
    talk.tower.throw(["R", "G", "B", None])
    talk.run(300)
    talk.tower.put(3, LyingDie("Y", 6))
    assert fields(talk.until("VOID 1"))["why"] == "touch"


def test_a_passing_shadow_is_no_roll(talk: Talk) -> None:
    talk.tower.put(1, LyingDie("W", 5))
    talk.run(100)
    talk.tower.put(1, None)
    said = talk.run(3000)
    assert not [body for body in said if body.startswith(("ROLL", "VOID"))]
    assert [body for body in said if body.endswith("READY")]


def test_dice_dropped_onto_dice_are_void(talk: Talk) -> None:
    talk.tower.throw()
    talk.until("ROLL 1")
    talk.ask("ACK", "1")
    talk.tower.throw()
    assert fields(talk.until("VOID 2"))["why"] == "crowd"


def test_dice_piled_up_are_void(talk: Talk) -> None:
    talk.tower.throw()
    talk.run(300)
    talk.tower.break_beam(TOO_HIGH, True)
    assert fields(talk.until("VOID 1"))["why"] == "crowd"


def test_a_die_stuck_in_its_lane_is_void(talk: Talk) -> None:
    talk.tower.throw(["R", "G", "B", None])
    for beam in (True, False):
        talk.run(100)
        talk.tower.break_beam(0x08, beam)
    assert fields(talk.until("VOID 1"))["why"] == "count"


def test_a_gate_opened_for_nothing_is_void(talk: Talk) -> None:
    talk.tower.throw([None] * 4)
    assert fields(talk.until("VOID 1"))["why"] == "empty"


def test_dice_that_never_rest_are_void(talk: Talk) -> None:
    throw = talk.tower.throw()
    talk.run(throw.rested - throw.begun)
    for i in range(80):
        talk.tower.put(0, LyingDie("R", 1 + i % 6))
        talk.run(100)
    assert fields(next(body for body in talk.lines if body.startswith("VOID")))["why"] == "timeout"


def test_a_roll_can_be_called_off(talk: Talk) -> None:
    talk.tower.throw()
    talk.until(" TUMBLE")
    assert talk.ask("DISCARD").startswith("OK")
    assert fields(talk.until("VOID 1"))["why"] == "discard"


@pytest.mark.parametrize("counts", [0.0, 3.0, 120.0, 255.0])
@pytest.mark.parametrize("cell", [4, 2])
def test_a_dead_cell_is_told_and_never_read_as_a_pip(talk: Talk, cell: int, counts: float) -> None:
    talk.tower.stick(9 + cell, counts)
    assert fields(talk.until(" WARN 12"))["bay"] == "2"
    talk.tower.throw()
    dice = fields(talk.until("ROLL 1"))["d"].split(",")
    truth = shown(talk).split(",")
    assert dice[1].endswith("?")
    assert dice[0] == truth[0] and dice[2:] == truth[2:]


def test_a_cell_that_dies_under_the_falling_dice_is_not_read_as_a_pip(talk: Talk) -> None:
    talk.tower.throw()
    talk.run(100)
    talk.tower.stick(9 + 4, 5.0)
    assert fields(talk.until("ROLL 1"))["d"].split(",")[1].endswith("?")


def test_a_dead_lamp_is_told(talk: Talk) -> None:
    talk.tower.block.dead_lamps.add((2, 0))
    talk.tower.show()
    warning = fields(talk.until(" WARN 13"))
    assert warning == {"bay": "1", "at": "2"}
    talk.tower.throw()
    dice = fields(talk.until("ROLL 1"))["d"].split(",")
    assert dice[0].endswith("?") and dice[1:] == shown(talk).split(",")[1:]


@pytest.mark.parametrize("drift", [0.85, 1.15])
def test_lamps_that_age_are_borne(talk: Talk, drift: float) -> None:
    talk.tower.block.lamps *= drift
    talk.tower.show()
    assert not [body for body in talk.run(2500) if body.startswith("EV")]
    talk.tower.throw()
    assert fields(talk.until("ROLL 1"))["d"] == shown(talk)


def test_a_beam_broken_for_good_is_told(talk: Talk) -> None:
    talk.tower.throw()
    talk.until("ROLL 1")
    talk.tower.break_beam(GATE, True)
    talk.tower.clear()
    assert fields(talk.until(" WARN 15"))["at"] == "4"
    talk.tower.break_beam(GATE, False)
    talk.until(" READY")


def test_thirty_rolls_wait_for_a_host_and_no_more_are_taken() -> None:
    tower = calibrated_tower(22)
    talk = Talk(tower)
    thrown = []
    talk.until(" READY")
    for _ in range(30):
        tower.throw(["R", None, "B", None])
        thrown.append(shown(talk))
        talk.until(" HELD")
        tower.clear()
        talk.until(" FULL" if len(thrown) == 30 else " READY")
    hi = talk.hello()
    assert (hi["last"], hi["acked"], hi["st"]) == ("30", "0", "full")
    told = []
    for number in range(1, 31):
        told.append(fields(talk.until(f"ROLL {number} "))["d"])
        assert talk.ask("ACK", f"{number} boot={hi['boot']}").startswith("OK")
    assert told == thrown
    talk.run(500)
    assert [body for body in talk.lines if body.startswith("EV")][-1].endswith("READY")
    tower.close()


def test_wear_is_spread(talk: Talk) -> None:
    for number in range(1, 41):
        talk.tower.throw(["R", None, None, None])
        talk.until(f"ROLL {number} ")
        talk.ask("ACK", str(number))
        talk.ready()
    assert talk.tower.chip
    assert talk.tower.chip.most_burns <= 3 * (40 // 32 + 1)


def test_old_rolls_can_be_asked_for(talk: Talk) -> None:
    talk.tower.throw()
    first = fields(talk.until("ROLL 1"))["d"]
    talk.ask("ACK", "1")
    talk.run(100)
    assert talk.ask("LOG", "1").startswith("OK")
    assert fields(next(body for body in reversed(talk.lines) if body.startswith("ROLL 1")))["d"] == first
    assert talk.ask("LOG", "2") == "ERR #77 2 not-kept"


def test_calibration_refuses_what_cannot_work(talk: Talk) -> None:
    tower = talk.tower
    assert talk.ask("CAL", "white", tag=1).split(" ")[2] == "31"  # no card is there
    assert talk.ask("CAL", "drop", tag=2).startswith("OK")
    talk.run(100)
    assert talk.ask("CAL", "start", tag=9).startswith("OK")
    tower.put(0, LyingDie("R", 3))
    assert talk.ask("CAL", "die R bay=1 face=4", tag=3).split(" ")[2] == "34"
    assert talk.ask("CAL", "die W bay=1 face=3", tag=4).split(" ")[2] == "32"  # red is learnt already
    assert talk.ask("CAL", "die R bay=7 face=3", tag=5).split(" ")[2] == "20"
    assert talk.ask("CAL", "die R face=3", tag=6).split(" ")[2] == "20"
    tower.stick(3, 0.0)
    tower.put(0, None)
    assert talk.ask("CAL", "dark", tag=7).split(" ")[2] == "31"
    tower.stick(3, None)
    assert talk.ask("CAL", "drop", tag=8).startswith("OK")
    assert not [body for body in talk.lines if body.startswith("VOID")]
    talk.until(" READY")


def test_an_older_roll_is_told_soundly_while_a_newer_one_is_written() -> None:
    """Between a byte burnt and the next the memory is now busy, now not; neither may pass for a damaged record."""
    tower = calibrated_tower(23)
    talk = Talk(tower)
    talk.hello()
    for number in range(1, 25):
        talk.ready()
        tower.throw(["R", None, None, None])
        talk.until(" HELD")
        if number % 2 == 0:
            talk.run(number * 41 % 250)
            talk.ask("ACK", str(number))
    assert not [body for body in talk.lines if "damaged" in body]
    tower.close()
