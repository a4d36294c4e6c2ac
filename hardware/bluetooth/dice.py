"""Dice with their own radios, over Bluetooth by bleak: found, connected, lost and found again, in a thread.

They store nothing: a roll made while a die is not connected is lost, which the players are told.
"""

import asyncio
import importlib
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, cast

from hardware.bluetooth.makers import maker_of, services
from hardware.bluetooth.messages import Battery, Described, DieMessage, Maker
from hardware.bluetooth.throw import ThrowUnderWay
from hardware.dice import DiceEvent, Notice, Provenance, SourceIdentity
from hardware.errors import DeviceError, Fact, fact
from hardware.queued_dice import QueuedDice
from hardware.roll_store import RollStore
from hardware.supervised import supervised

SCAN_SECONDS = 3.0
CONNECT_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 8.0  # between two scans
TICK_SECONDS = 0.05
LOW_BATTERY = 15  # percent


class Client(Protocol):
    """The part of bleak.BleakClient that is used."""

    async def connect(self) -> object: ...
    async def disconnect(self) -> object: ...
    async def start_notify(self, char_specifier: str, callback: Callable[[Any, bytearray], None]) -> object: ...
    async def write_gatt_char(self, char_specifier: str, data: bytes, response: bool) -> object: ...


class Radio(Protocol):
    """The part of the module bleak that is used."""

    def BleakClient(  # noqa: N802
        self, address_or_ble_device: Any, disconnected_callback: Callable[[Any], None], *, timeout: float
    ) -> Client: ...

    @property
    def BleakScanner(self) -> Any: ...  # noqa: N802


def bleak() -> Radio:
    """Import bleak. Raises DeviceError where it is not installed."""
    try:
        return cast(Radio, importlib.import_module("bleak"))
    except ImportError as error:
        raise DeviceError("hardware.bluetooth.bleak") from error


@dataclass
class DieState:
    """State of one die."""

    name: str
    make: str
    colour: str | None = None
    """Letter of the colour; None if unknown."""
    battery: int | None = None
    """Charge in percent; None where unknown."""
    connected: bool = False
    unfit: Fact | None = None

    @property
    def who(self) -> Fact:
        """The die by its name alone, for messages."""
        return fact("hardware.bluetooth.die", make=self.make, name=self.name)

    @property
    def fact(self) -> Fact:
        """The die with its colour and, if known, its battery, for messages."""
        colour = self.colour or fact("hardware.bluetooth.no_colour")
        if self.battery is None:
            return fact("hardware.bluetooth.coloured", die=self.who, colour=colour)
        return fact("hardware.bluetooth.charged", die=self.who, colour=colour, battery=self.battery)


class BluetoothDice(QueuedDice):
    """All dice of known makers within reach, or the named ones, as one source of rolls."""

    def __init__(
        self,
        store: RollStore,
        colours: Mapping[str, str] | None = None,
        dice: int | None = None,
        radio: Radio | None = None,
    ) -> None:
        """Start listening; returns at once.

        `colours`: letters of the colours of the dice to use, by name; without it all are used, as they report. `dice`:
        number of dice of a throw. Raises DeviceError where bleak is not installed.
        """
        super().__init__()
        self._radio = radio or bleak()
        self._colours = colours or {}
        self._dice: dict[str, DieState] = {}
        self._source = Provenance("bluetooth", "Bluetooth dice", durable=False)
        self._throw = ThrowUnderWay(store, self._source, self._letter, dice)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._told: set[Fact] = set()
        self._thread = supervised("Bluetooth dice", lambda: asyncio.run(self._work()), self._closing)
        self._thread.start()

    @property
    def identity(self) -> SourceIdentity:
        return SourceIdentity(self._source.kind, self._source.name)

    @property
    def away(self) -> bool:
        """True if no die is connected."""
        return not any(state.connected for state in self.dice())

    def arm(self, token: int) -> None:
        with self._lock:
            self._throw.arm(token)

    def close(self) -> None:
        self._closing.set()
        self._thread.join(timeout=SCAN_SECONDS + CONNECT_SECONDS)

    def dice(self) -> list[DieState]:
        """Return all dice met so far, by name."""
        return [state for _, state in sorted(self._dice.items())]

    def _letter(self, name: str) -> str | None:
        return self._colours.get(name) or self._dice[name].colour

    async def _work(self) -> None:
        scanning = asyncio.create_task(self._scan())
        try:
            while not self._closing.is_set() and not scanning.done():
                with self._lock:
                    self._tell(self._throw.tick(time.monotonic(), time.time()))
                await asyncio.sleep(TICK_SECONDS)
        finally:
            under_way = [scanning, *self._tasks.values()]
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
        if not scanning.cancelled():
            scanning.result()  # it ends by a fault alone

    async def _scan(self) -> None:
        """Look for dice until all named ones are connected, and again whenever one is missing."""
        pause = FIRST_PAUSE
        while True:
            if not self._colours or len(self._tasks) < len(self._colours):
                pause = FIRST_PAUSE if await self._scan_once() else min(2 * pause, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE  # no scan, only to see soon that a die has gone
            await asyncio.sleep(pause)

    async def _scan_once(self) -> bool:
        """Begin to talk with every die found. True where there was a new one."""
        try:
            found = await self._radio.BleakScanner.discover(
                timeout=SCAN_SECONDS, return_adv=True, service_uuids=services()
            )
        except Exception as error:  # each system's back end raises errors of its own
            self._tell_once(fact("hardware.bluetooth.off", error=str(error)))
            return False
        self._told = {told for told in self._told if told.key != "hardware.bluetooth.off"}
        fresh = False
        for device, advert in found.values():
            name = advert.local_name or device.name or device.address
            maker = maker_of(name, advert)
            if maker is None or name in self._tasks or (self._colours and name not in self._colours):
                continue
            fresh = True
            state = self._dice.setdefault(name, DieState(name, maker.name, self._colours.get(name)))
            task = asyncio.create_task(self._talk(device, state, maker))
            self._tasks[name] = task
            task.add_done_callback(partial(self._forget, name))
        return fresh

    def _forget(self, name: str, _: asyncio.Task[None]) -> None:
        del self._tasks[name]

    async def _talk(self, device: Any, state: DieState, maker: Maker) -> None:
        """Talk with one die until it is gone."""
        gone = asyncio.Event()
        dialect = maker.open()
        client = self._radio.BleakClient(device, lambda _: gone.set(), timeout=CONNECT_SECONDS)

        def hear(_: Any, data: bytearray) -> None:
            message = dialect.hear(bytes(data))
            if message is not None and not gone.is_set():
                self._hear(state, message)

        try:
            await client.connect()
            await client.start_notify(dialect.notify, hear)
            for question in dialect.questions:
                await client.write_gatt_char(dialect.write, question, response=False)
            state.connected = True
            await gone.wait()
        except Exception as error:
            self._tell_once(fact("hardware.bluetooth.refuses", die=state.who, error=str(error)))
        finally:
            gone.set()
            if state.connected:
                state.connected = False
                self._tell([Notice(fact("hardware.bluetooth.gone", die=state.fact), fault=True)])
            with self._lock:
                self._tell(self._throw.lost(state.name, time.monotonic(), time.time()))
            await _quietly(client.disconnect())

    def _hear(self, state: DieState, message: DieMessage) -> None:
        if isinstance(message, Battery):
            state.battery = message.percent
            if message.percent <= LOW_BATTERY:
                self._tell_once(fact("hardware.bluetooth.battery", die=state.name))
        elif isinstance(message, Described):
            self._introduce(state, message)
        elif state.unfit is None:
            with self._lock:
                self._tell(self._throw.hear(state.name, message, time.monotonic(), time.time()))

    def _introduce(self, state: DieState, message: Described) -> None:
        state.unfit = message.unfit
        state.colour = self._colours.get(state.name) or message.colour
        if message.unfit:
            self._tell_once(fact("hardware.bluetooth.unused", die=state.who, why=message.unfit))
            return
        self._tell_once(fact("hardware.bluetooth.forget"))
        self._tell([Notice(fact("hardware.bluetooth.connected", die=state.fact))])
        if state.colour is None:
            self._tell_once(fact("hardware.bluetooth.uncoloured", name=state.name))

    def _tell(self, events: Sequence[DiceEvent]) -> None:
        for event in events:
            self._events.put(event)

    def _tell_once(self, trouble: Fact) -> None:
        if trouble not in self._told:
            self._told.add(trouble)
            self._events.put(Notice(trouble, fault=True))


def parse_choice(text: str) -> tuple[dict[str, str], int | None]:
    """Parse the dice and their number in a throw, from ``2`` or ``Amber=Y,GoDice_12AB34=R`` or both. Raises
    DeviceError."""
    colours: dict[str, str] = {}
    dice: int | None = None
    for part in filter(None, text.split(",")):
        name, equals, letter = part.partition("=")
        if equals and name and len(letter) == 1 and letter.isascii() and letter.isalpha():
            colours[name] = letter.upper()
        elif not equals and len(part) == 1 and part in "123456789":
            dice = int(part)
        else:
            raise DeviceError("hardware.bluetooth.wish", wish=repr(part))
    return colours, dice


async def _quietly(action: Awaitable[object]) -> None:
    """Disconnect, and ignore errors: the die is gone anyway."""
    try:
        await action
    except Exception:
        return
