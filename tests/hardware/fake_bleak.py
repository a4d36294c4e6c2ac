"""The module bleak as far as it is used, with dice on the air that speak their makers' bytes."""

import asyncio
import struct
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

UART = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
UART_WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
UART_NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"

Callback = Callable[[Any, bytearray], None]


class FakeDie:
    """A die on the air. Its bytes go out only while somebody is connected and listens."""

    notify = UART_NOTIFY
    uuids: tuple[str, ...] = (UART,)

    def __init__(self, name: str, battery: int = 80) -> None:
        self.name = name
        self.battery = battery
        self.in_reach = True
        self.client: Any = None
        self.listener: Callback | None = None
        self.asked: list[bytes] = []

    @property
    def advert(self) -> SimpleNamespace:
        return SimpleNamespace(local_name=self.name, service_uuids=list(self.uuids), service_data={})

    def say(self, *data: bytes) -> None:
        """Send notifications, from any thread."""
        client = self.client
        if client is None or self.listener is None:
            return
        heard = threading.Event()

        def deliver() -> None:
            for message in data:
                if self.listener:
                    self.listener(None, bytearray(message))
            heard.set()

        client.loop.call_soon_threadsafe(deliver)
        assert heard.wait(120)

    def go(self) -> None:
        """Leave the radio's reach."""
        self.in_reach = False
        client, self.client, self.listener = self.client, None, None
        if client is not None:
            client.loop.call_soon_threadsafe(client.on_gone, client)

    def answer(self, question: bytes) -> list[bytes]:
        raise NotImplementedError

    def rolling(self) -> bytes:
        raise NotImplementedError

    def rested(self, value: int) -> bytes:
        raise NotImplementedError

    def roll(self, value: int) -> None:
        self.say(self.rolling())
        self.say(self.rested(value))


class FakePixel(FakeDie):
    notify = UART
    uuids = (UART, INFORMATION)

    def __init__(
        self, name: str, battery: int = 80, kind: int = 2, colourway: int = 1, built: int = 1750000000
    ) -> None:
        super().__init__(name, battery)
        self.identity = struct.pack(
            "<BBBBIIHIBBBB", 2, 6, colourway, kind, 0xFEEDF00D, 0x12345678, 3000, built, 5, 0, 80, 0
        )

    def answer(self, question: bytes) -> list[bytes]:
        return {1: [self.identity], 33: [bytes([34, self.battery, 0])]}[question[0]]

    def rolling(self) -> bytes:
        return bytes([3, 3, 2])

    def rested(self, value: int) -> bytes:
        return bytes([3, 1, value - 1])


class FakeGoDie(FakeDie):
    directions = ((-64, 0, 0), (0, 0, 64), (0, 64, 0), (0, -64, 0), (0, 0, -64), (64, 0, 0))

    def __init__(self, name: str, colour: int, battery: int = 80) -> None:
        super().__init__(name, battery)
        self.colour = colour

    def answer(self, question: bytes) -> list[bytes]:
        return {23: [b"Col" + bytes([self.colour])], 3: [b"Bat" + bytes([self.battery])]}[question[0]]

    def rolling(self) -> bytes:
        return b"R"

    def rested(self, value: int, how: bytes = b"S") -> bytes:
        x, y, z = self.directions[value - 1]
        return how + struct.pack("bbb", x - 3 if x > 0 else x + 3, y + 2 if y <= 0 else y - 4, z)


class FakeBleak:
    """Stands for the module. Everything happens in the event loop of whoever uses it."""

    def __init__(self, *dice: FakeDie) -> None:
        self.dice = {f"C0:FF:EE:00:00:{number:02X}": die for number, die in enumerate(dice)}
        self.broken: Exception | None = None
        self.refusals = 0
        radio = self

        class BleakScanner:
            @staticmethod
            async def discover(timeout: float, *, return_adv: bool, service_uuids: list[str]) -> Any:
                await asyncio.sleep(0.01)
                if radio.broken:
                    raise radio.broken
                assert return_adv and service_uuids == [UART]
                return {
                    address: (SimpleNamespace(address=address, name=die.name), die.advert)
                    for address, die in radio.dice.items()
                    if die.in_reach and die.client is None
                }

        class BleakClient:
            def __init__(self, device: Any, disconnected_callback: Callable[[Any], None], *, timeout: float) -> None:
                self.die = radio.dice[device.address]
                self.on_gone = disconnected_callback
                self.loop = asyncio.get_running_loop()

            async def connect(self) -> None:
                await asyncio.sleep(0.01)
                if radio.refusals:
                    radio.refusals -= 1
                    raise TimeoutError("no answer")
                self.die.client = self

            async def disconnect(self) -> None:
                if self.die.client is self:
                    self.die.client = self.die.listener = None

            async def start_notify(self, char_specifier: str, callback: Callback) -> None:
                assert char_specifier == self.die.notify
                self.die.listener = callback

            async def write_gatt_char(self, char_specifier: str, data: bytes, response: bool) -> None:
                assert char_specifier == UART_WRITE and not response
                self.die.asked.append(data)
                for message in self.die.answer(data):
                    if self.die.listener:
                        self.die.listener(None, bytearray(message))

        self.BleakScanner = BleakScanner
        self.BleakClient = BleakClient
