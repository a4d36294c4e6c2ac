"""Malformed and hostile requests to the rule engines: every one must be answered, soon, and leave nothing behind.

Good requests are found by asking: what an engine calls missing is filled in, with values from `SEEDS` or from earlier
answers, so that play goes on through the protocol for every game there is. Most are then spoilt before they are sent.
"""

import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.engine import OPS, respond, respond_line
from companion.games.registry import ENGINES
from companion.texts.language import english
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.spoiling import JUNK, RAW, as_json, spoil

Json = dict[str, Any]

# Values to start from by the name of the field, for whichever game understands them.
SEEDS: dict[str, list[Any]] = {
    "roll": [
        {"B": 2, "G": 1},
        {"R": 2, "Y": 3},
        {"B": 3, "G": 4},
        {"R": 1, "Y": 5},
        [3],
        [5],
        [2, 4],
        [6, 1],
        {"B": 6, "G": 6},
        {"R": 6, "Y": 6},
        [6, 6],
        [6],
    ],
    "budget": [{"B": 2, "G": 1}, {"R": 2, "Y": 3}, {"B": 1, "G": 4}],
    "moves": [[], [{"from": "b3", "to": "b2"}], [{"from": "a2", "to": "a3"}]],
    "steps": [[], [{"from": 3, "to": 4}], [{"leap": 3, "cost": 2}]],
    "row": [1, 2, 3, 4, 5, 6, None],
    "options": [
        {},
        {"BK-02": "b"},
        {"BK-02": "c"},
        {"BK-04": "containing"},
        {"variant": "bungie"},
        {"LB-06": 0},
        {"variant": "super-push", "LB-09": False, "LB-06": 0},
    ],
    "seconds": [0, 0.01],
    "seed": [0, 7],
    "to_move": ["cool", "warm", "first", "second"],
    "from": ["b3", "a5", "c3"],
    "mode": ["basic", "advanced"],
    "structure": ["tower", "corner", "steps", "pyramid"],
    "players": [2, 3, 4],
    "player": ["first", "second"],
    "pyramid": ["S", "M", "L"],
    "programs": [{side: {"S": "FFF", "M": "F.B", "L": "LRF", "pass": None} for side in ("first", "second")}],
    "piece": ["I2", "L4", "T4"],
    "cells": [[[0, 0, 0], [1, 0, 0]]],
}
# What takes long is asked for less often.
_OFTEN = [op for op in OPS for _ in range({"perft": 1, "hint": 2}.get(op, 5))]
# Of values seen in answers so many are kept for each game and field.
_KEPT = 40
_MOST_NEEDED = 6


class Requests:
    """A seeded source of requests that learns from the answers."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._games = list(ENGINES)
        self._positions: dict[str, list[Any]] = {}
        self._seen: dict[str, dict[str, list[Any]]] = {}
        for game in self._games:
            self._seen[game] = {name: list(values) for name, values in SEEDS.items()}
            self._positions[game] = []
            self._learn(game, respond({"game": game, "op": "initial", "structure": "tower", "players": 2}, ENGINES))
        self._fields = {(game, op): self._needed(game, op) for game in self._games for op in OPS}

    def lines(self, rounds: Iterator[int]) -> Iterator[tuple[str, bytes]]:
        """A line a round, each with the name of what it is."""
        for _ in rounds:
            if self._rng.random() < 0.03:
                yield "raw", self._spoil_bytes(self._rng.choice(RAW))
                continue
            game, op = self._rng.choice(self._games), self._rng.choice(_OFTEN)
            request = self._good(game, op)
            chance = self._rng.random()
            if chance < 0.8:
                for _ in range(self._rng.choice((1, 1, 1, 2, 4))):
                    spoil(self._rng, request)
            line = as_json(self._rng, request)
            yield f"{game} {op}", self._spoil_bytes(line) if chance > 0.95 else line

    def learn(self, line: bytes, answer: Json) -> None:
        """Keeps what an answer to a good line offers for later requests."""
        try:
            game = json.loads(line).get("game")
        except (ValueError, AttributeError, RecursionError):
            return
        if isinstance(game, str) and game in self._seen:
            self._learn(game, answer)

    def _learn(self, game: str, answer: Json) -> None:
        for name, value in answer.items():
            if name == "position":
                self._keep(self._positions[game], value)
            elif isinstance(value, list) and value and isinstance(entry := self._rng.choice(value), dict):
                self._keep(self._seen[game].setdefault("moves", []), [entry])
                for inner, part in entry.items():
                    kept = self._positions[game] if inner == "position" else self._seen[game].setdefault(inner, [])
                    self._keep(kept, part)

    def _keep(self, kept: list[Any], value: Any) -> None:
        if len(kept) < _KEPT:
            kept.append(value)
        else:
            kept[self._rng.randrange(len(kept))] = value

    def _needed(self, game: str, op: str) -> list[str]:
        """The fields that the engine calls missing, one after the other."""
        names: list[str] = []
        for _ in range(_MOST_NEEDED):
            fields = {name: self._value(game, name) for name in names}
            error = respond({"game": game, "op": op, **fields}, ENGINES).get("error")
            missing = error.values["name"] if error and error.key == "engine.missing" else None
            if missing is None or missing in names:
                break
            names.append(missing)
        return names

    def _good(self, game: str, op: str) -> Json:
        """A request of which every part could be good, though not always together."""
        rng = self._rng
        often = rng.sample(("roll", "row", "options"), rng.choice((0, 1, 1, 2)))
        names = [*self._fields[game, op], *often, *rng.sample(sorted(SEEDS), rng.choice((0, 0, 0, 1)))]
        fields = {name: self._value(game, name) for name in names}
        request: Json = json.loads(
            json.dumps({"game": game, "op": op, "id": rng.randrange(100), "seconds": 0, **fields})
        )
        return request

    def _value(self, game: str, name: str) -> Any:
        if name in ("position", "before"):
            return self._rng.choice(self._positions[game])
        if name == "after":
            position = self._rng.choice(self._positions[game])
            return self._rng.choice([position, *(part for part in position.values() if isinstance(part, dict))])
        return self._rng.choice(self._seen[game].get(name) or JUNK)

    def _spoil_bytes(self, line: bytes) -> bytes:
        rng, at = self._rng, self._rng.randrange(len(line) + 1)
        junk = bytes(rng.randrange(256) for _ in range(rng.choice((0, 1, 3)))).replace(b"\n", b" ")
        return rng.choice((line[:at], line[:at] + junk + line[at + 1 :], line[:at] + junk + line[at:], line))


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """Sends a line a round and reads the answer, without a clock: suggestions take one round."""
    maker, findings = Requests(rng), Findings()
    for name, line in maker.lines(rounds):
        start = time.process_time()
        fault, answer = _answer(line)
        findings.took(time.process_time() - start, name, line)
        if fault:
            findings.faults.append(f"{fault}: {line[:500]!r}")
        elif "error" in answer:
            findings.refused[name] += 1
        else:
            findings.taken[name] += 1
            maker.learn(line, answer)
    return findings


def _answer(line: bytes) -> tuple[str | None, Json]:
    """What is wrong with the answer, if anything, and the answer."""
    try:
        text = respond_line(line, ENGINES, None, english)
        answer = json.loads(text)
    except Exception as error:
        return f"{type(error).__name__}: {error}", {}
    if not isinstance(answer, dict) or not text.isascii() or "\n" in text:
        return "the answer is no line of ASCII JSON with an object", {}
    if "error" in answer and not (isinstance(answer["error"], str) and answer["error"]):
        return "the error says nothing", {}
    return None, answer
