"""Recordings as strangers make them: ``recording.json`` of any kind, pictures that are none, names that lead elsewhere.

They are played without eyes: whatever a picture shows, the look is at the set-up.
"""

import json
import resource
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np

from companion.app.fault_reports import TROUBLE
from companion.games.looney_blockade.rules.setup import initial
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import error_reason
from companion.referee.game import Game, play
from companion.referee.keeping.recording import FILE, load
from companion.referee.tables import open_table
from companion.texts.language import english
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.spoiling import RAW, as_json, flip, spoil
from vision.image import Image
from vision.tracking.contract import Look

SETUP: Final = initial().grid
GOOD: Final[dict[str, Any]] = {
    "game": "looney-blockade",
    "camera": None,
    "a1": [4, 12],
    "options": {"BK-02": "b"},
    "mirror": False,
    "events": [
        {"t": 0.0, "frame": "0.jpg"},
        {"t": 1.0, "roll": {"B": 5, "G": 2}},
        {"t": 2.0, "frame": "1.png"},
        {"t": 3.0, "correct": {"cells": {"b2": "G3"}}},
        {"t": 4.0, "correct": {"undo": True}},
        {"t": 5.0, "roll_raw": "ROLL 12 boot=9F3A d=B5,G2*B46FDFF8\n"},
        {"t": 6.0, "frame": "0.jpg"},
    ],
}
# A sentence, not a dump.
LONGEST_SENTENCE: Final = 2000
# Seconds and MiB that no recording of this size may take.
MOST_SECONDS: Final = 20.0
MOST_MIB: Final = 200


class Blindfold:
    """A tracker that sees the set-up whatever is shown."""

    def look(self, image: Image) -> EnteredLook:
        return EnteredLook(open_table("looney-blockade", {}), SETUP)

    def weighed(self, look: Look) -> None:
        pass

    def learn(self, look: Look, grid: Any) -> None:
        pass


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A recording a round, made bad in one of several ways."""
    findings = Findings()
    pixels = np.full((16, 16, 3), 90, np.uint8)
    pictures = {name: cv2.imencode(name[1:], pixels)[1].tobytes() for name in ("0.jpg", "1.png")}
    with tempfile.TemporaryDirectory() as outer:
        for number in rounds:
            folder = Path(outer) / str(number)
            folder.mkdir()
            kind = rng.choice(list(_WAYS))
            for name, data in pictures.items():
                (folder / name).write_bytes(data)
            (folder / FILE).write_bytes(json.dumps(GOOD).encode())
            _WAYS[kind](rng, folder)
            before, start = _peak(), time.process_time()
            fault = _hand_in(folder, kind, findings)
            seconds, grown = time.process_time() - start, _peak() - before
            findings.took(seconds, kind)
            if seconds > MOST_SECONDS or grown > MOST_MIB:
                fault = f"took {seconds:.0f} s and {grown} MiB"
            if fault:
                findings.faults.append(f"{kind}: {fault}")
    return findings


def _peak() -> int:
    """The most memory that this process has had, MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _good(_rng: Random, _folder: Path) -> None:
    """Nothing is bad."""


def _content(rng: Random, folder: Path) -> None:
    content = json.loads(json.dumps(GOOD))
    for _ in range(rng.choice((1, 1, 2, 4))):
        spoil(rng, content)
    (folder / FILE).write_bytes(as_json(rng, content))


def _raw(rng: Random, folder: Path) -> None:
    (folder / FILE).write_bytes(rng.choice(RAW))


def _bits(rng: Random, folder: Path) -> None:
    data = (folder / FILE).read_bytes()
    for _ in range(rng.choice((1, 1, 3))):
        data = flip(rng, data)
    (folder / FILE).write_bytes(data[: rng.randrange(len(data))] if rng.random() < 0.2 else data)


def _picture(rng: Random, folder: Path) -> None:
    path = folder / rng.choice(("0.jpg", "1.png"))
    data = path.read_bytes()
    match rng.randrange(6):
        case 0:
            data = data[: rng.randrange(len(data))]
        case 1:
            data = flip(rng, data)
        case 2:
            data = b""
        case 3:
            data = rng.randbytes(200)
        case 4:
            image = np.zeros((8, 8, 3), np.uint8)
            data = cv2.imencode(rng.choice((".bmp", ".tiff", ".webp")), image)[1].tobytes()
        case _:
            data = huge(rng, data)
    path.write_bytes(data)


def huge(rng: Random, data: bytes) -> bytes:
    """A picture whose header announces another size."""
    width, height = rng.choice((0, 1, 1 << 15, 65_000)), rng.choice((0, 1, 1 << 15, 16_000, 65_535))
    if data.startswith(b"\xff\xd8"):
        at = data.index(b"\xff\xc0") + 5
        return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]
    return data[:16] + struct.pack(">II", width, height) + data[24:]


def _elsewhere(rng: Random, folder: Path) -> None:
    """Names that are no files of the folder: links, folders, devices, pipes, none at all."""
    path = folder / rng.choice(("0.jpg", "1.png"))
    path.unlink()
    match rng.randrange(6):
        case 0:
            path.symlink_to("/dev/zero")
        case 1:
            path.symlink_to("/etc/passwd")
        case 2:
            path.symlink_to(path.name)
        case 3:
            path.mkdir()
        case 4:
            path.symlink_to(folder / FILE)
        case _:
            pass


def _name(rng: Random, folder: Path) -> None:
    content = json.loads(json.dumps(GOOD))
    names = (
        "",
        ".",
        "..",
        "../x.jpg",
        "/etc/passwd",
        "/dev/zero",
        "a\x00b",
        "\udcff",
        "n" * 300,
        "0.jpg/",
        "~",
        "C:\\x",
        "\n",
    )
    content["events"][rng.choice((0, 2, 6))]["frame"] = rng.choice(names)
    (folder / FILE).write_bytes(json.dumps(content).encode())


_WAYS: Final[dict[str, Callable[[Random, Path], None]]] = {
    "good": _good,
    "content": _content,
    "raw": _raw,
    "bits": _bits,
    "picture": _picture,
    "elsewhere": _elsewhere,
    "name": _name,
}


def _hand_in(folder: Path, kind: str, findings: Findings) -> str | None:
    """What is wrong about what became of a recording, if anything."""
    try:
        recording = load(folder)
        game = Game(open_table(recording.game, recording.options), lambda image: Blindfold())
        for step in play(game, recording):
            if step.verdict is not None:
                json.dumps(step.verdict.to_json(english))
    except TROUBLE as error:
        findings.refused[kind] += 1
        said = english(error_reason(error))
        if kind == "good":
            return f"refused: {said}"
        return f"says {said[:200]!r}" if "\n" in said or len(said) > LONGEST_SENTENCE else None
    except Exception as error:
        return f"{type(error).__name__}: {error} {(folder / FILE).read_bytes()[-300:]!r}"
    findings.taken[kind] += 1
    return None
