"""The simulated tower."""

from contextlib import closing
from pathlib import Path

from hardware.dice import SIMULATED, DiceEvent, DiceRoll, Moving
from hardware.open_dice import open_tower
from hardware.roll_store import RollStore
from hardware.simulation.python_tower import PythonTower
from hardware.simulation.simulated_wire import SimulatedWire
from hardware.tower.conformance import conformance
from hardware.tower.serial_port import SerialTower
from hardware.tower.session import TowerSession

PATIENCE = 120.0


def thrown(tower: SerialTower) -> list[DiceEvent]:
    """Throw the dice. Returns what the driver tells up to the roll."""
    tower.throw()
    events: list[DiceEvent] = []
    while not events or not isinstance(events[-1], DiceRoll):
        event = tower.wait(PATIENCE)
        assert event is not None
        events.append(event)
    return events


def test_it_keeps_every_promise_of_a_tower_without_memory() -> None:
    wire = SimulatedWire(PythonTower(1))
    findings = conformance(wire, wire.clock)
    assert len(findings) == 14
    assert [str(finding) for finding in findings if not finding.kept] == []


def test_its_rolls_come_through_the_real_driver(tmp_path: Path) -> None:
    with RollStore(tmp_path / "rolls") as store, closing(open_tower(SIMULATED, store)) as tower:
        assert tower.wait_until_ready(PATIENCE).calibrated
        tower.ask("CAL dark")
        tower.arm(7)
        tower.ask("PING")
        events = [*thrown(tower), *thrown(tower)]
    rolls = [event for event in events if isinstance(event, DiceRoll)]
    assert sum(isinstance(event, Moving) for event in events) == 2
    assert [(roll.number, roll.arm) for roll in rolls] == [(1, 7), (2, 0)]
    assert all(set(roll.values()) == set("RYGB") and roll.certain for roll in rolls)
    assert {(roll.source.kind, roll.source.durable) for roll in rolls} == {("simulated", False)}


def test_a_roll_is_said_until_it_is_acknowledged_and_the_next_one_waits() -> None:
    tower, session = PythonTower(3), TowerSession(RollStore(), kind="simulated")
    session.opened(0.0)
    for _ in range(2):
        tower.throw()
        tower.run(2000)
    said = tower.receive().decode()
    assert said.count("ROLL 1 ") > 5 and "ROLL 2 " not in said
    for _ in range(20):
        session.feed(tower.receive(), tower.now / 1000)
        session.tick(tower.now / 1000)
        tower.send(session.outgoing())
        tower.run(50)
    assert tower.receive() == b""


def test_two_throws_at_once_are_one() -> None:
    tower = PythonTower(1)
    tower.throw()
    tower.throw()
    tower.run(3000)
    assert tower.receive().decode().count("TUMBLE") == 1
