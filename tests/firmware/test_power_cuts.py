"""The power goes at any instant of a roll, inside every EEPROM write too: exactly one record of it, or none was due."""

from dataclasses import dataclass
from random import Random

import pytest

from lab.tower.simulation.tower import SimulatedThrow, SimulatedTower, calibrated_tower
from tests.firmware.talking import Talk, fields
from tests.often import often

pytestmark = pytest.mark.slow

SEED = 11
STEP_MS = 1.0
BURN_PARTS = (0.05, 0.9, 2.0, 3.3)  # of the 3.4 ms that burning a byte takes


@dataclass(frozen=True)
class Cut:
    """A memory as a power cut left it, so long after the gate opened."""

    after: float
    memory: bytes


@pytest.fixture(scope="module")
def cuts() -> tuple[list[Cut], SimulatedThrow, float]:
    """One roll, acknowledged at its end, with its memory at over 1,000 instants; and when it was acknowledged."""
    rng = Random(3)
    tower = calibrated_tower(SEED)
    talk = Talk(tower)
    talk.hello()
    talk.ready()
    chip = tower.chip
    assert chip
    throw = tower.throw()
    found: list[Cut] = []
    acked = 0.0
    while tower.now - throw.begun < 1300:
        burns = chip.burns
        for body in talk.run(STEP_MS):
            if body.startswith("ROLL") and not acked:
                acked = tower.now - throw.begun
                assert talk.ask("ACK", "1", tag=5).startswith("OK")
        found.append(Cut(tower.now - throw.begun, chip.eeprom(rng.randrange(256))))
        if chip.burns > burns:
            for part in BURN_PARTS:
                tower.run(part / len(BURN_PARTS))
                found += [Cut(tower.now - throw.begun, chip.eeprom(torn)) for torn in (0xFF, 0x00, rng.randrange(256))]
    tower.close()
    return found, throw, acked


def told_after(memory: bytes, throw: SimulatedThrow) -> str | None:
    """The roll or void that a tower announces after the power came back, the dice still lying there."""
    tower = SimulatedTower(SEED, memory)
    try:
        for bay, die in enumerate(throw.dice):
            tower.put(bay, die)
        talk = Talk(tower)
        for body in talk.run(160):
            if body.startswith(("ROLL", "VOID")):
                return body
        return None
    finally:
        tower.close()


def test_a_cut_loses_doubles_and_invents_nothing(cuts: tuple[list[Cut], SimulatedThrow, float]) -> None:
    found, throw, acked = cuts
    assert len(found) >= 1000
    shown = ",".join(f"{die.colour}{die.value}" for die in throw.dice if die)
    outcomes: dict[str, list[float]] = {"none": [], "void": [], "roll": []}
    for cut in Random(9).sample(found, often(len(found))):
        told = told_after(cut.memory, throw)
        if told is None:
            outcomes["none"].append(cut.after)
            continue
        assert told.split(" ")[1] == "1", told
        if told.startswith("VOID"):
            assert fields(told)["why"] == "power"
            outcomes["void"].append(cut.after)
        else:
            assert fields(told)["d"] == shown
            outcomes["roll"].append(cut.after)
    assert min(map(len, outcomes.values())) > 0
    early = [after for after in outcomes["none"] if after < acked]
    assert max(early, default=0.0) < 10.0, "a roll that had begun left no trace"
    whole = min(outcomes["roll"])
    assert all(after < whole + 4 or after > acked for after in outcomes["void"])
    assert max(outcomes["roll"]) < acked + 40, "an acknowledged roll is announced again long after"


def test_dice_left_lying_are_no_new_roll(cuts: tuple[list[Cut], SimulatedThrow, float]) -> None:
    found, throw, _ = cuts
    tower = SimulatedTower(SEED, found[-1].memory)
    for bay, die in enumerate(throw.dice):
        tower.put(bay, die)
    talk = Talk(tower)
    said = talk.run(3000)
    assert not [body for body in said if body.startswith(("ROLL", "VOID"))]
    talk.ready()
    tower.throw()
    assert fields(talk.until("ROLL 2"))["epoch"]
    tower.close()


def test_a_cut_while_the_interrupted_roll_is_voided(cuts: tuple[list[Cut], SimulatedThrow, float]) -> None:
    """Power that goes again and again during recovery still leaves one void with the same number."""
    found, _, _ = cuts
    memory = next(cut.memory for cut in found if cut.after > 60)
    rng = Random(5)
    for _ in range(often(12)):
        tower = SimulatedTower(SEED, memory)
        tower.run(rng.uniform(4, 60))
        assert tower.chip
        memory = tower.chip.eeprom(rng.randrange(256))
        tower.close()
    tower = SimulatedTower(SEED, memory)
    talk = Talk(tower)
    assert fields(talk.until("VOID 1 "))["why"] == "power"
    tower.close()


def test_a_chip_cut_while_it_is_first_started_starts_anew() -> None:
    rng = Random(1)
    memory: bytes | None = None
    for _ in range(often(25)):
        tower = SimulatedTower(2, memory)
        tower.run(rng.uniform(2, 45))
        assert tower.chip
        memory = tower.chip.eeprom(rng.randrange(256))
        tower.close()
    tower = SimulatedTower(2, memory)
    hi = fields(Talk(tower).until("HI #0"))
    assert hi["last"] == "0" and hi["durable"] == "1"
    tower.close()
