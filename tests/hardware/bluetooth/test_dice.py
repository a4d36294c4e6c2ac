"""Pixels and GoDice: their bytes, throws made of single dice, and the driver at a fake radio."""

import importlib
import inspect
import struct
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import bleak
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.bluetooth import makers
from hardware.bluetooth.dice import BluetoothDice, parse_choice
from hardware.bluetooth.godice import GoDie
from hardware.bluetooth.messages import Advert, Battery, Described, Dialect, DieMessage, Disturbed, Rested, Rolling
from hardware.bluetooth.pixels import Pixel
from hardware.bluetooth.throw import AGAIN_SECONDS, GATHER_SECONDS, LONGEST_SECONDS, ThrowUnderWay
from hardware.dice import DiceEvent, DiceRoll, Moving, Notice, Provenance, VoidRoll
from hardware.open_dice import open_dice
from hardware.roll_store import RollStore
from tests.hardware.fake_bleak import FakeBleak, FakeDie, FakeGoDie, FakePixel
from tests.saying import refused, words

PATIENCE = 120.0


def identified(**what: int) -> Pixel:
    pixel = Pixel()
    pixel.hear(FakePixel("P", **what).identity)
    return pixel


def states(pixel: Pixel, *told: tuple[int, int]) -> list[DieMessage | None]:
    return [pixel.hear(bytes([3, state, face])) for state, face in told]


def test_a_pixel_rolls_and_rests() -> None:
    assert states(identified(), (3, 2), (1, 4)) == [Rolling(), Rested(5)]


def test_a_pixel_at_rest_that_did_not_roll_is_no_roll() -> None:
    assert states(identified(), (1, 4), (5, 3)) == [Disturbed(), Disturbed()]
    assert states(identified(), (3, 0), (2, 0), (1, 4)) == [Rolling(), Disturbed(), Disturbed()], "caught and laid down"
    assert states(identified(), (3, 0), (5, 4)) == [Rolling(), Disturbed()]
    assert states(identified(), (3, 0), (4, 4)) == [Rolling(), Disturbed()]


def test_a_pixel_says_nothing_before_it_said_what_it_is() -> None:
    assert states(Pixel(), (3, 2), (1, 4)) == [None, None]


def test_old_firmware_numbers_faces_otherwise() -> None:
    old = [states(identified(built=1700000000), (3, 0), (1, face))[1] for face in range(6)]
    assert old == [Rested(value) for value in (1, 5, 4, 3, 2, 6)]
    pipped = [states(identified(built=1700000000, kind=8), (3, 0), (1, face))[1] for face in range(6)]
    assert pipped == [Rested(value) for value in (1, 2, 3, 4, 5, 6)]


def test_a_pixel_introduces_itself_in_either_form() -> None:
    assert Pixel().hear(FakePixel("P", colourway=6).identity) == Described("W")
    version = struct.pack("<BHIHHHH", 15, 0x100, 1750000000, 0x100, 1, 1, 1)
    die = struct.pack("<BIBBBB", 9, 0x12345678, 1, 2, 6, 1)
    pixel = Pixel()
    assert pixel.hear(bytes([2]) + version + die + bytes([2, 0]) + b"\x06Amber") == Described("K")
    assert states(pixel, (3, 0), (1, 2))[1] == Rested(3)


@pytest.mark.parametrize("kind", [0, 1, 7, 9])
def test_other_pixels_than_six_sided_are_not_used(kind: int) -> None:
    said = Pixel().hear(FakePixel("P", kind=kind).identity)
    assert isinstance(said, Described) and said.unfit


def test_godice_rest_in_four_ways_and_one_counts() -> None:
    die, fake = GoDie(), FakeGoDie("GoDice_1", 1)
    assert die.hear(b"R") == Rolling()
    assert [die.hear(fake.rested(value)) for value in range(1, 7)] == [Rested(value) for value in range(1, 7)]
    assert [die.hear(fake.rested(4, how)) for how in (b"FS", b"TS", b"MS")] == [Disturbed()] * 3
    assert die.hear(b"S" + struct.pack("bbb", 45, 45, 0)) == Disturbed(), "on its edge"
    assert [die.hear(b"Col" + bytes([code])) for code in range(7)] == [Described(c) for c in (*"KRGBYO", None)]
    assert die.hear(b"Bat\x0f") == Battery(15)


@given(st.binary(max_size=30))
def test_no_bytes_crash_a_die_or_roll_it(data: bytes) -> None:
    for dialect in (identified(), GoDie()):
        said = dialect.hear(data)
        assert not isinstance(said, Rested) or (isinstance(dialect, GoDie) and data[:1] == b"S")


class Table:
    """A throw under way, in seconds of its own."""

    def __init__(self, dice: int | None = None) -> None:
        self.store = RollStore()
        self.throw = ThrowUnderWay(
            self.store, Provenance("bluetooth", "Bluetooth dice", durable=False), {"a": "R", "b": "G"}.get, dice
        )
        self.now = 0.0
        self.events: list[DiceEvent] = []

    def hear(self, name: str, *messages: DieMessage) -> None:
        for message in messages:
            self.events += self.throw.hear(name, message, self.now, 1000 + self.now)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += 0.05
            self.events += self.throw.tick(self.now, 1000 + self.now)

    @property
    def told(self) -> list[str]:
        return [event.why if isinstance(event, VoidRoll) else str(event) for event in self.store]


def test_a_throw_waits_for_the_last_die() -> None:
    table = Table()
    table.hear("a", Rolling())
    table.wait(0.3)
    table.hear("b", Rolling())
    table.hear("a", Rested(3))
    table.wait(5)
    assert table.told == []
    table.hear("b", Rested(6))
    at = table.now
    table.wait(GATHER_SECONDS + 0.1)
    assert table.told == ["R3 G6"]
    assert [type(event) for event in table.events] == [Moving, DiceRoll]
    roll = table.store.rolls[0]
    assert (
        roll.time == pytest.approx(1000 + at)
        and not roll.source.durable
        and isinstance(roll, DiceRoll)
        and roll.certain
    )


def test_a_throw_of_known_size_is_told_at_once() -> None:
    table = Table(dice=2)
    table.hear("a", Rolling(), Rested(1))
    table.wait(3)
    table.hear("b", Rolling(), Rested(2))
    assert table.told == ["R1 G2"]


def test_repeated_notifications_change_nothing() -> None:
    table = Table(dice=2)
    table.hear("a", Rolling(), Rolling(), Rested(1), Rested(1), Battery(50))
    table.hear("b", Rolling(), Rested(2), Rested(2))
    table.hear("b", Rested(2), Rested(3), Disturbed())
    table.hear("a", Rested(1))
    table.wait(60)
    assert table.told == ["R1 G2"]


def test_a_die_that_leans_is_rolled_again_or_asked_for() -> None:
    table = Table()
    table.hear("a", Rolling(), Rested(1))
    table.hear("b", Rolling(), Disturbed())
    table.wait(4)
    assert table.told == []
    table.hear("b", Rolling(), Rested(5))
    table.wait(2)
    assert table.told == ["R1 G5"]
    table.hear("a", Rolling(), Rested(2))
    table.hear("b", Rolling(), Disturbed())
    table.wait(AGAIN_SECONDS + 0.1)
    assert table.told == ["R1 G5", "R2 G?"]
    again = table.store.rolls[1]
    assert isinstance(again, DiceRoll) and not again.certain


def test_a_value_that_changes_without_rolling_is_doubted() -> None:
    table = Table()
    table.hear("a", Rolling(), Rested(1), Rested(6))
    table.wait(AGAIN_SECONDS + 0.1)
    assert table.told == ["R?"]


def test_a_die_lost_while_rolling_voids_the_throw() -> None:
    table = Table()
    table.hear("a", Rolling())
    table.hear("b", Rolling())
    table.events += table.throw.lost("a", table.now, 1000)
    table.hear("a", Rested(4))
    table.wait(1)
    assert table.told == []
    table.hear("b", Rested(2))
    assert table.told == ["connection"]
    table.hear("b", Rolling(), Rested(3))
    table.events += table.throw.lost("b", table.now, 1000)
    table.wait(2)
    assert table.told == ["connection", "G3"], "what lay at rest before it was lost holds"
    assert [roll.number for roll in table.store] == [1, 2]


def test_too_few_dice_and_endless_rolling_are_void() -> None:
    table = Table(dice=2)
    table.hear("a", Rolling(), Rested(4))
    table.wait(AGAIN_SECONDS + 0.1)
    table.hear("a", Rolling())
    table.wait(LONGEST_SECONDS + 0.1)
    assert table.told == ["few", "timeout"]


def test_a_turn_is_bound_to_one_roll_and_a_void_does_not_use_it_up() -> None:
    table = Table(dice=1)
    table.throw.arm(7)
    table.hear("a", Rolling())
    table.events += table.throw.lost("a", table.now, 1000)
    table.hear("a", Rolling(), Rested(4))
    table.hear("a", Rolling(), Rested(5))
    assert [roll.arm for roll in table.store if isinstance(roll, DiceRoll)] == [7, 0]


@pytest.mark.parametrize("seed", range(20))
def test_every_throw_is_told_once(seed: int) -> None:
    """Notifications repeated at random, in any order among the dice: as many rolls as throws, with their values."""
    rng = Random(seed)
    table = Table()
    expected = []
    for _ in range(30):
        values = {name: rng.randint(1, 6) for name in rng.sample("ab", rng.randint(1, 2))}
        scripts = {
            name: [Rolling()] * rng.randint(1, 3) + [Rested(v)] * rng.randint(1, 3) for name, v in values.items()
        }
        table.hear(next(iter(scripts)), Rolling())
        while any(scripts.values()):
            name = rng.choice([name for name, left in scripts.items() if left])
            table.hear(name, scripts[name].pop(0))
            table.wait(rng.uniform(0, 0.4))
        table.wait(GATHER_SECONDS + 0.1)
        expected.append({{"a": "R", "b": "G"}[name]: value for name, value in values.items()})
    assert [roll.values() for roll in table.store if isinstance(roll, DiceRoll)] == expected


@pytest.fixture
def sources() -> Iterator[Callable[..., BluetoothDice]]:
    opened: list[BluetoothDice] = []

    def open_source(*args: Any, **kwargs: Any) -> BluetoothDice:
        opened.append(BluetoothDice(*args, **kwargs))
        return opened[-1]

    yield open_source
    for source in opened:
        source.close()


def until(source: BluetoothDice, wanted: Callable[[DiceEvent], bool]) -> list[DiceEvent]:
    """Everything told up to the event wanted; what comes after it is left for the next time."""
    told: list[DiceEvent] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        event = source.wait(0.05)
        if event is not None:
            told.append(event)
            if wanted(event):
                return told
    raise AssertionError(f"the event did not come, only {[str(event) for event in told]}")


def says(part: str) -> Callable[[DiceEvent], bool]:
    return lambda event: isinstance(event, Notice) and part in words(event)


def test_dice_of_two_makes_are_one_source(sources: Callable[..., BluetoothDice]) -> None:
    red, white = FakeGoDie("GoDice_AB12CD", 1), FakePixel("Snow", colourway=6)
    store = RollStore()
    source = sources(store, dice=2, radio=FakeBleak(red, white, FakeDie("Heart rate")))
    told: list[DiceEvent] = []
    for _ in range(2):
        told += until(source, says("is connected"))
    assert any("not kept" in words(event) for event in told if isinstance(event, Notice)), (
        "the players are told that nothing is kept"
    )
    assert [words(die) for die in source.dice()] == [
        "GoDice die GoDice_AB12CD (R, battery 80%)",
        "Pixels die Snow (W, battery 80%)",
    ]
    source.arm(9)
    red.say(b"R")
    white.roll(2)
    red.say(red.rested(5), red.rested(5))
    roll = until(source, lambda event: isinstance(event, DiceRoll))[-1]
    assert isinstance(roll, DiceRoll)
    assert (roll.values(), roll.arm, roll.source.kind, roll.source.durable) == ({"R": 5, "W": 2}, 9, "bluetooth", False)
    assert abs(roll.time - time.time()) < PATIENCE
    red.say(red.rested(5), red.rested(6))
    time.sleep(0.2)
    assert store.rolls == [roll]


def test_a_die_that_goes_is_told_and_comes_back(sources: Callable[..., BluetoothDice]) -> None:
    die = FakeGoDie("GoDice_1", 3, battery=9)
    store = RollStore()
    source = sources(store, {"GoDice_1": "G"}, 1, FakeBleak(die, FakeGoDie("GoDice_2", 3)))
    until(source, says("is connected"))
    until(source, says("nearly empty"))
    for number in (1, 2):
        die.say(b"R")
        die.go()
        *before, void = until(source, lambda event: isinstance(event, VoidRoll))
        assert isinstance(void, VoidRoll) and "roll again" in words(void)
        assert any(says("is gone")(event) for event in before)
        assert not source.dice()[0].connected
        die.roll(6)  # nobody hears it
        die.in_reach = True
        until(source, says("is connected"))
        die.say(die.rested(6))  # where it lay when it came back is no roll
        die.roll(number)
        roll = until(source, lambda event: isinstance(event, DiceRoll))[-1]
        assert isinstance(roll, DiceRoll) and roll.values() == {"G": number}
    assert [type(roll) for roll in store] == [VoidRoll, DiceRoll] * 2
    assert [die.name for die in source.dice()] == ["GoDice_1"], "dice that were not named are left alone"


def test_a_die_of_unknown_colour_asks_the_players(sources: Callable[..., BluetoothDice]) -> None:
    source = sources(RollStore(), dice=1, radio=FakeBleak(die := FakePixel("Aurora", colourway=4)))
    until(source, says("bluetooth:Aurora=R"))
    die.roll(3)
    roll = until(source, lambda event: isinstance(event, DiceRoll))[-1]
    assert isinstance(roll, DiceRoll) and str(roll) == "?3" and not roll.certain


def test_a_die_with_other_than_six_sides_is_told_and_not_used(sources: Callable[..., BluetoothDice]) -> None:
    source = sources(store := RollStore(), radio=FakeBleak(die := FakePixel("Twenty", kind=7)))
    until(source, says("no six-sided die"))
    die.roll(3)
    time.sleep(0.2)
    assert not store.rolls and source.dice()[0].unfit


def test_a_die_that_refuses_is_tried_again(sources: Callable[..., BluetoothDice]) -> None:
    radio = FakeBleak(FakeGoDie("GoDice_1", 1))
    radio.refusals = 3
    source = sources(RollStore(), radio=radio)
    told = until(source, says("is connected"))
    assert sum("refuses to connect" in words(event) for event in told if isinstance(event, Notice)) == 1


def test_a_radio_that_is_off_is_told_once_and_waited_for(sources: Callable[..., BluetoothDice]) -> None:
    radio = FakeBleak(FakeGoDie("GoDice_1", 1))
    radio.broken = OSError("no adapter")
    source = sources(RollStore(), radio=radio)
    until(source, says("no adapter"))
    time.sleep(1)
    radio.broken = None
    assert not any(says("no adapter")(event) for event in until(source, says("is connected")))


def test_the_real_bleak_takes_what_is_asked_of_it() -> None:
    """The fake is only worth something while the library has these methods and arguments."""
    scan = inspect.signature(bleak.BleakScanner.discover)
    scan.bind(timeout=1.0, return_adv=True, service_uuids=["180a"])
    inspect.signature(bleak.BleakClient).bind("address", lambda _: None, timeout=1.0)
    inspect.signature(bleak.BleakClient.start_notify).bind(None, "uuid", lambda _, data: None)
    inspect.signature(bleak.BleakClient.write_gatt_char).bind(None, "uuid", b"", response=False)
    inspect.signature(bleak.BleakClient.connect).bind(None)
    inspect.signature(bleak.BleakClient.disconnect).bind(None)


def test_without_bleak_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise ImportError("no module")

    monkeypatch.setattr(importlib, "import_module", missing)
    with refused(r"pip install .*\[bluetooth\]"):
        open_dice("bluetooth", RollStore())


def test_wishes() -> None:
    assert parse_choice("") == ({}, None)
    assert parse_choice("2,Amber=y,GoDice_1=R") == ({"Amber": "Y", "GoDice_1": "R"}, 2)
    for wish in ("0", "12", "Amber=", "=R", "Amber=RR", "two", "Amber=3"):
        with refused("NAME=LETTER"):
            parse_choice(wish)


def test_another_maker_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    class Marbles:
        name, services = "Marbles", ("180a",)

        def recognises(self, name: str, advert: Advert) -> bool:
            return name == "Marble"

        def open(self) -> Dialect:
            return GoDie()

    monkeypatch.setattr(makers, "MAKERS", (*makers.MAKERS, Marbles()))
    advert = FakeGoDie("Marble", 1).advert
    found = makers.maker_of("Marble", advert)
    assert found is not None and found.name == "Marbles"
    assert "180a" in makers.services() and makers.maker_of("Lamp", advert) is None


def test_dice_are_away_until_one_is_connected(sources: Callable[..., BluetoothDice]) -> None:
    die = FakeGoDie("GoDice_1", 1)
    die.in_reach = False
    source = sources(RollStore(), radio=FakeBleak(die))
    assert str(source.identity) == "Bluetooth dice" and source.away and not source.can_throw
    die.in_reach = True
    end = time.monotonic() + PATIENCE
    while source.away and time.monotonic() < end:
        time.sleep(0.01)
    assert not source.away
