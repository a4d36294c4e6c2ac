"""The code that lets phones answer what a table asks, and answers that prove that they come from one who has it.

The code itself is told to nobody: an answer bears an HMAC (RFC 2104, with SHA-256) made with it, over the topic and the
answer as it stands. A broker, and whoever listens there, can neither make an answer nor change one; that it cannot be
said twice is because it names what it answers, which is asked once only. Questions are not signed: whoever can write at
the broker can put another one in place of the table's. So a phone that picks a reading or accepts a table says by a
digest which picture and words were seen (`saw`), and only what the table itself had asked is taken. The code has 60
bits: too many to be tried out against an answer that was overheard.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.referee.errors import RefereeError
from companion.referee.keeping.plain_json import JsonError, parsed
from companion.referee.keeping.shapes import ShapeError, anything, fields, map_of, text, whole
from companion.sharing.feed.topics import SCHEMA

# Crockford's Base32: no letter is mistaken for another; five bits each.
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH, GROUP = 12, 4
ASK_BYTES: Final = 8
MOST_BYTES: Final = 4000

_SIGNED: Final = fields({"schema": whole(SCHEMA, SCHEMA), "answer": text, "proof": text})
_ANSWER: Final = fields({"ask": text, "correct": map_of(anything)}, {"saw": text})


class PhoneAnswer(NamedTuple):
    """An answer from a phone: `correct` is a correction (see `Session.correct`), `ask` the question that it saw, `saw`
    the digest of the reading or table that was picked."""

    ask: str
    correct: Mapping[str, Any]
    saw: str = ""


def seen(shown: Mapping[str, Any]) -> str:
    """Return the digest of a question's reading or table as people see it: its picture, and its words in all languages.

    JSON keeps the texts apart: joined, they would have the digest of others that are cut elsewhere.
    """
    said = [[code, each["words"], each["share"]] for code, each in sorted(shown["say"].items())]
    text = json.dumps([shown["board"], said], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def new_ask() -> str:
    """Return an id for a question that no other question ever has."""
    return secrets.token_hex(ASK_BYTES)


def in_groups(code: str) -> str:
    """Format a code for people: ``ABCD-EFGH-JKMN``."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def proof(code: str, topic: str, answer: str) -> str:
    """Return the proof that an answer comes from a phone with the code."""
    return hmac.digest(code.encode(), f"{topic}\n{answer}".encode(), "sha256").hex()


def proves(proven: str, code: str, topic: str, answer: str) -> bool:
    """Return True if the proof is right, in constant time."""
    return hmac.compare_digest(proven.encode(), proof(code, topic, answer).encode())


def signed(code: str, topic: str, answer: PhoneAnswer) -> str:
    """Return an answer with its proof, as it is sent."""
    told: dict[str, Any] = {"ask": answer.ask, "correct": dict(answer.correct)}
    said = json.dumps({**told, **({"saw": answer.saw} if answer.saw else {})}, separators=(",", ":"))
    return json.dumps({"schema": SCHEMA, "answer": said, "proof": proof(code, topic, said)})


def opened(code: str, topic: str, payload: bytes) -> PhoneAnswer:
    """Return the answer in a message. Raises RefereeError for anything else, and for an answer without the code."""
    if len(payload) > MOST_BYTES:
        raise RefereeError("answer.none")
    try:
        message = parsed(payload)
        _SIGNED(message)
        if not proves(message["proof"], code, topic, message["answer"]):
            raise RefereeError("answer.no_code")
        answer = parsed(message["answer"].encode())
        _ANSWER(answer)
    except (JsonError, ShapeError, UnicodeError):
        raise RefereeError("answer.none") from None
    return PhoneAnswer(answer["ask"], answer["correct"], answer.get("saw", ""))
