"""The real driver at a real port: a pseudo-terminal with the real firmware behind it, in real time."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import serial

from hardware.dice import DiceEvent, DiceRoll, Notice, SourceIdentity
from hardware.errors import DeviceError
from hardware.open_dice import open_dice, open_tower
from hardware.roll_store import RollStore, read_rolls
from hardware.tower.ports import Port
from hardware.tower.serial_port import SerialTower
from lab.tower.simulation.pseudo_terminal import PtyTower
from lab.tower.simulation.tower import SimulatedThrow, calibrated_tower
from tests.saying import refused, words

PATIENCE = 120.0


@pytest.fixture
def simulated() -> Iterator[PtyTower]:
    with PtyTower(calibrated_tower(41)) as tower:
        yield tower


def wait_for(tower: SerialTower, wanted: Callable[[DiceEvent], bool]) -> DiceEvent:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        event = tower.wait(1.0)
        if event is not None and wanted(event):
            return event
    raise AssertionError("the event did not come")


def ask_in_vain(tower: SerialTower) -> None:
    with suppress(DeviceError):
        tower.ask("RAW 1")


def next_roll(tower: SerialTower) -> DiceRoll:
    roll = wait_for(tower, lambda event: isinstance(event, DiceRoll))
    assert isinstance(roll, DiceRoll)
    return roll


def shown(throw: SimulatedThrow) -> dict[str, int]:
    return {die.colour: die.value for die in throw.dice if die}


def test_rolls_arrive_with_all_that_is_known_of_them(simulated: PtyTower, tmp_path: Path) -> None:
    with RollStore(tmp_path / "rolls") as store:
        tower = SerialTower(store, simulated.port, kind="simulated")
        identity = tower.wait_until_ready(PATIENCE)
        assert identity.durable and identity.calibrated and set(identity.colours) == set("RYGB")
        tower.arm(9)
        tower.ask("PING")
        throw = simulated.throw()
        roll = next_roll(tower)
        tower.close()
    assert roll.values() == shown(throw)
    assert (roll.number, roll.arm, roll.source.kind, roll.source.durable) == (1, 9, "simulated", True)
    assert all(die.certainty > 0.4 for die in roll.dice)
    assert abs(roll.time - time.time()) < PATIENCE
    (kept,) = read_rolls(tmp_path / "rolls")
    assert isinstance(kept, DiceRoll) and (kept.key, kept.dice, kept.raw) == (roll.key, roll.dice, roll.raw)


def test_a_pulled_cable_is_noticed_and_nothing_is_lost(simulated: PtyTower) -> None:
    store = RollStore()
    tower = SerialTower(store, simulated.port, kind="simulated")
    for _ in range(3):
        tower.wait_until_ready(PATIENCE)
        simulated.pull()
        wait_for(tower, lambda event: isinstance(event, Notice) and "gone" in words(event))
        throw = simulated.throw()
        time.sleep(0.2)
        simulated.plug()
        assert next_roll(tower).values() == shown(throw)
    assert [roll.number for roll in store] == [1, 2, 3]
    tower.close()


def test_a_cable_pulled_while_data_flows_is_noticed(simulated: PtyTower) -> None:
    """pyserial's own ReaderThread dies silently here."""
    tower = SerialTower(RollStore(), simulated.port, kind="simulated")
    for _ in range(10):
        tower.wait_until_ready(PATIENCE)
        for _ in range(3):
            threading.Thread(target=ask_in_vain, args=(tower,), daemon=True).start()
        simulated.pull()
        wait_for(tower, lambda event: isinstance(event, Notice) and "gone" in words(event))
        simulated.plug()
    tower.wait_until_ready(PATIENCE)
    tower.close()


def test_a_cable_pulled_just_as_the_tower_has_answered_is_noticed(
    simulated: PtyTower, monkeypatch: pytest.MonkeyPatch
) -> None:
    towers: list[SerialTower] = []
    write = serial.Serial.write

    def torn(port: serial.Serial, data: bytes) -> int | None:
        if towers and towers[0].session.ready:
            simulated.pull()
        return write(port, data)

    monkeypatch.setattr(serial.Serial, "write", torn)
    towers.append(SerialTower(RollStore(), simulated.port, kind="simulated"))
    wait_for(towers[0], lambda event: isinstance(event, Notice) and "gone" in words(event))
    towers[0].close()


def test_a_tower_that_loses_its_power_is_greeted_again(simulated: PtyTower) -> None:
    tower = SerialTower(RollStore(), simulated.port, kind="simulated")
    before = tower.wait_until_ready(PATIENCE)
    wait_for(tower, lambda event: isinstance(event, Notice) and "connected" in words(event))
    simulated.power_cycle()
    wait_for(tower, lambda event: isinstance(event, Notice) and "connected" in words(event))
    after = tower.wait_until_ready(PATIENCE)
    assert (after.uid, after.epoch) == (before.uid, before.epoch) and after.boot != before.boot
    tower.close()


def test_a_second_program_is_told_that_the_port_is_taken(simulated: PtyTower) -> None:
    first = SerialTower(RollStore(), simulated.port)
    first.wait_until_ready(PATIENCE)
    second = SerialTower(RollStore(), simulated.port)
    wait_for(second, lambda event: isinstance(event, Notice) and "another program" in words(event))
    second.close()
    first.close()


def test_a_tower_is_found_among_ports(simulated: PtyTower, tmp_path: Path) -> None:
    paths = [str(tmp_path / "none"), simulated.port]
    tower = SerialTower(RollStore(), candidates=lambda: [Port(path, "board", "", path) for path in paths])
    assert tower.wait_until_ready(PATIENCE).uid
    tower.close()


def test_requests_are_answered_refused_or_given_up(simulated: PtyTower) -> None:
    tower = SerialTower(RollStore(), simulated.port)
    tower.wait_until_ready(PATIENCE)
    assert tower.ask("RAW 2").startswith("bay=2")
    with refused(r"refuses.*no bay of that number"):
        tower.ask("RAW 9")
    simulated.pull()
    with refused("does not answer"):
        tower.ask("RAW 1")
    tower.close()


def test_no_tower_is_told_with_what_to_do() -> None:
    tower = SerialTower(RollStore(), "/dev/no-such-port")
    with refused("companion devices"):
        tower.wait_until_ready(0.1)
    tower.close()


def test_dice_sources_by_name() -> None:
    store = RollStore()
    virtual = open_dice("virtual", store)
    virtual.arm(3)
    virtual.throw()
    (roll,) = virtual.poll()
    assert isinstance(roll, DiceRoll)
    assert (roll.source.kind, roll.arm, len(roll.dice), virtual.poll()) == ("virtual", 3, 4, [])
    assert store.rolls == [roll]


def test_sources_say_what_they_are_and_whether_they_throw() -> None:
    store = RollStore()
    virtual, absent = open_dice("virtual", store), open_dice("/dev/no-such-port", store)
    assert virtual.identity == SourceIdentity("virtual", "virtual dice")
    assert (virtual.away, virtual.can_throw) == (False, True)
    assert (absent.identity, absent.away, absent.can_throw) == (None, True, False)
    with refused("by hand"):
        absent.throw()
    absent.close()


def test_the_simulated_tower_is_a_tower_that_throws() -> None:
    tower = open_tower("simulated", RollStore())
    assert tower.can_throw
    tower.wait_until_ready(PATIENCE)
    identity = tower.identity
    assert identity is not None
    assert (identity.kind, identity.firmware, tower.away) == ("simulated", "plain", False)
    tower.throw()
    assert next_roll(tower).source.name == identity.name
    tower.close()


@pytest.mark.parametrize("name", ["virtual", "bluetooth", "bluetooth:2"])
def test_dice_that_are_no_tower_are_not_opened_as_one(name: str) -> None:
    with refused("no tower"):
        open_tower(name, RollStore())


def test_a_tower_is_not_taken_for_lost_when_the_machine_has_slept(simulated: PtyTower) -> None:
    slept = [0.0]
    clocks = (lambda: time.monotonic() + slept[0], lambda: time.time() + slept[0])
    tower = SerialTower(RollStore(), simulated.port, kind="simulated", clocks=clocks)
    tower.wait_until_ready(PATIENCE)
    for _ in range(3):
        slept[0] += 9 * 3600.0
        throw = simulated.throw()
        roll = next_roll(tower)
        assert roll.values() == shown(throw)
        assert abs(roll.time - time.time() - slept[0]) < PATIENCE
    assert not [event for event in tower.poll() if isinstance(event, Notice)]
    tower.close()


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_is_set_loses_no_roll(simulated: PtyTower, days: int) -> None:
    wall = [0.0]
    tower = SerialTower(RollStore(), simulated.port, clocks=(time.monotonic, lambda: time.time() + wall[0]))
    tower.wait_until_ready(PATIENCE)
    wall[0] = days * 24 * 3600.0
    throw = simulated.throw()
    roll = next_roll(tower)
    assert roll.values() == shown(throw) and abs(roll.time - time.time() - wall[0]) < PATIENCE
    tower.close()
