"""Answers from phones, forged, changed and from elsewhere: none is taken that was not signed as it stands."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from companion.referee.errors import RefereeError
from companion.sharing.feed.pairing import LENGTH, LETTERS, PhoneAnswer, opened, proof, signed
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.spoiling import RAW, as_json, flip, reword, spoil

TOPIC: Final = "pyramid/left/answer"
CORRECTIONS: Final[tuple[dict[str, Any], ...]] = ({"reading": 1}, {"accept": True}, {"cells": {"a1": "G3G1"}})


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """An answer a round, spoilt in one of several ways: it is what was signed, or it is refused."""
    findings = Findings()
    for _ in rounds:
        code = _code(rng)
        answer = PhoneAnswer(rng.randbytes(8).hex(), rng.choice(CORRECTIONS), rng.choice(("", rng.randbytes(32).hex())))
        kind = rng.choice(list(_WAYS))
        payload = _WAYS[kind](rng, code, signed(code, TOPIC, answer).encode())
        try:
            taken = opened(code, TOPIC, payload)
        except RefereeError:
            findings.refused[kind] += 1
            continue
        except Exception as error:
            findings.faults.append(f"{kind}: {type(error).__name__}: {error} {payload!r:.300}")
            continue
        findings.taken[kind] += 1
        if taken != answer:
            findings.faults.append(f"{kind}: {taken} is taken, {answer} was signed")
    return findings


def _code(rng: Random) -> str:
    return "".join(rng.choice(LETTERS) for _ in range(LENGTH))


def _flipped(rng: Random, _code: str, payload: bytes) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 5))):
        payload = flip(rng, payload)
    return payload


def _forged(rng: Random, _code_of_table: str, payload: bytes) -> bytes:
    """Signed with another code, over another topic, or with a proof from elsewhere."""
    message = json.loads(payload)
    code, topic = _code(rng), rng.choice((TOPIC, "pyramid/right/answer", ""))
    message["proof"] = rng.choice((proof(code, topic, message["answer"]), "0" * 64, "", message["proof"][::-1]))
    return json.dumps(message).encode()


def _changed(rng: Random, _code: str, payload: bytes) -> bytes:
    """Another answer under the proof of this one."""
    message = json.loads(payload)
    answer = json.loads(message["answer"])
    rng.choice((spoil, reword))(rng, answer)
    message["answer"] = as_json(rng, answer).decode("latin-1")
    return json.dumps(message).encode()


def _odd(rng: Random, _code: str, payload: bytes) -> bytes:
    message = json.loads(payload)
    spoil(rng, message)
    return rng.choice((as_json(rng, message), rng.choice(RAW), payload[: rng.randrange(len(payload))]))


def _as_sent(_rng: Random, _code: str, payload: bytes) -> bytes:
    return payload


_WAYS: Final[dict[str, Callable[[Random, str, bytes], bytes]]] = {
    "bits": _flipped,
    "forged": _forged,
    "changed": _changed,
    "odd": _odd,
    "as sent": _as_sent,
}
