"""Whatever knocks at a phone's door: bytes, requests, frames and pictures that no page of ours sends.

Whatever comes: no exception in any of the door's threads, no camera but one that has the secret and has said its name,
no picture but those that were sent as pictures, and the door opens to the next good phone.
"""

import json
import socket
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from companion.sharing.phone.door import PhoneDoor
from companion.sharing.phone.source import PhoneSource
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.spoiling import RAW, as_json, flip, spoil
from tests.sharing.phone.telephone import RefusedError, Telephone, jpeg, trusting, until

PICTURE: Final = jpeg(size=(48, 64))
LINES: Final = (
    b"GET",
    b"POST",
    b"\x16\x03\x01\x02",
    b"GET / HTTP/1.1\r\n",
    b"Host: 127.0.0.1\r\n",
    b"\r\n\r\n",
    b"\0" * 300,
)


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """One connection a round."""
    findings = Findings()
    with TemporaryDirectory() as kept, _threads_that_fail() as failed:
        door = PhoneDoor(Path(kept), "127.0.0.1")
        try:
            for _ in rounds:
                kind = rng.choice(list(_WAYS))
                came = _WAYS[kind](rng, door)
                (findings.taken if came else findings.refused)[kind] += 1
                if came != (kind == "as sent"):
                    findings.faults.append(f"{kind}: {'taken' if came else 'a good phone was not let in'}")
                until(lambda: not door.camera.connected)
        finally:
            door.close()
    findings.faults += failed
    return findings


@contextmanager
def _threads_that_fail() -> Iterator[list[str]]:
    failed: list[str] = []
    usual = threading.excepthook
    threading.excepthook = lambda args: failed.extend(traceback.format_exception(args.exc_value))
    try:
        yield failed
    finally:
        threading.excepthook = usual


def _raw(rng: Random, door: PhoneDoor, *, secure: bool) -> None:
    said = b"".join(rng.choices(LINES, k=rng.randrange(1, 6))) + rng.randbytes(rng.randrange(40))
    with suppress(OSError), socket.create_connection(("127.0.0.1", door.port), 5.0) as line:
        if not secure:
            line.sendall(said)
            return
        with trusting().wrap_socket(line, server_hostname="127.0.0.1") as secured:
            secured.sendall(said)


def _plain(rng: Random, door: PhoneDoor) -> bool:
    _raw(rng, door, secure=False)
    return door.camera.connected


def _over_tls(rng: Random, door: PhoneDoor) -> bool:
    _raw(rng, door, secure=True)
    return door.camera.connected


def _wrong_secret(rng: Random, door: PhoneDoor) -> bool:
    secret = rng.choice(
        (door.secret[:-1], flip(rng, door.secret.encode()).hex(), "", "x" * 5000, door.secret.swapcase())
    )
    try:
        Telephone(door.port, secret=secret).drop()
    except (RefusedError, EOFError, OSError, AssertionError):
        return False
    return True


def _nameless(rng: Random, door: PhoneDoor) -> bool:
    """It has the secret, and says no name that can be one."""
    hello = {"phone": "ada"}
    spoil(rng, hello)
    said = rng.choice((as_json(rng, hello if not isinstance(hello.get("phone"), str) else {}), rng.choice(RAW)))
    return _told(door, Telephone(door.port, "", secret=door.secret), [rng.choice((said, PICTURE))])


def _no_picture(rng: Random, door: PhoneDoor) -> bool:
    """It comes in, and sends what is no picture when it is asked for one."""
    phone = Telephone(door.port, secret=door.secret)
    sent = rng.choice((rng.randbytes(rng.randrange(1, 400)), PICTURE[: rng.randrange(20)], b""))
    return _told(door, phone, [sent])


def _as_sent(_rng: Random, door: PhoneDoor) -> bool:
    return _told(door, Telephone(door.port, secret=door.secret), [json.dumps({}), PICTURE])


def _told(door: PhoneDoor, phone: Telephone, messages: list[str | bytes]) -> bool:
    """Return True if a picture came of these messages."""
    source = PhoneSource(door.camera)
    source.next(0.0)
    with suppress(OSError, EOFError):
        for message in messages:
            phone.say(message)
    shot = source.next(0.5 if messages[-1] is PICTURE else 0.05)
    phone.drop()
    return shot is not None


_WAYS: Final[dict[str, Callable[[Random, PhoneDoor], bool]]] = {
    "plain bytes": _plain,
    "bytes over TLS": _over_tls,
    "wrong secret": _wrong_secret,
    "no name": _nameless,
    "no picture": _no_picture,
    "as sent": _as_sent,
}
