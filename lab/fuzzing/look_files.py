"""Reported looks, harmed, read as those that strangers send in. They are not judged: that is what the eyes are for."""

import json
import time
import zipfile
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.referee.errors import RefereeError, words_of
from companion.referee.look_files import CONTENT, LOOK, SETUP, LookFile
from lab.fuzzing.fuzzer import Findings

VERDICT = {
    "t": 0.0, "frame": "a.jpg", "verdict": "setup", "side": None, "commitment": None, "moves": [], "points": None,
    "reason": None, "cells": [], "grid": {"a1": ""}, "seen": None, "readings": [], "notes": [], "confidence": 1.0,
}  # fmt: skip
EVIDENCE = {"hand": False, "hidden": [], "cells": {"a1": {"": 0.0}}}
LOOKED = {"frame": "a.jpg", "sha256": "0", "evidence": EVIDENCE, "verdict": VERDICT}
HEADER: dict[str, Any] = {"kind": "header", "game": "looney-blockade", "options": {}, "camera": None, "a1": [3.0, 4.0]}
GOOD = {
    "look": 1,
    "header": HEADER,
    "records": [{"seq": n + 1, "kind": "frame", "event": n, "t": float(n), **LOOKED} for n in range(2)],
    "correction": None,
}
ODD: tuple[Any, ...] = (None, True, -1, 1e300, "", "x" * 300, [], {}, [[[]]], {"a": {"b": []}})


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A file a round: read, or refused in words."""
    findings = Findings()
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.look")
        for _ in rounds:
            data = _file(rng)
            path.write_bytes(data)
            start = time.process_time()
            try:
                LookFile.read(path)
            except RefereeError as error:
                findings.refused["file"] += 1
                if not words_of(error):
                    findings.faults.append("refused without a word")
            except Exception as error:
                findings.faults.append(f"{type(error).__name__}: {error}: {data[:200]!r}")
            else:
                findings.taken["file"] += 1
            findings.took(time.process_time() - start, f"{len(data)} bytes", data)
    return findings


def _file(rng: Random) -> bytes:
    content: Any = deepcopy(GOOD)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        _spoil(rng, content)
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for name, data in ((CONTENT, json.dumps(content)), (SETUP, "picture"), (LOOK, "picture")):
            if rng.random() > 0.03:
                archive.writestr(zipfile.ZipInfo(name), data)
    file = bytearray(buffer.getvalue())
    for _ in range(rng.choice((0, 0, 0, 1, 4))):
        file[rng.randrange(len(file))] ^= 1 << rng.randrange(8)
    return bytes(file[: rng.choice((len(file), len(file), len(file), rng.randrange(len(file))))])


def _spoil(rng: Random, content: Any) -> None:
    """Put something odd anywhere into an object."""
    while isinstance(content, dict | list) and content:
        key: Any = rng.choice(list(content)) if isinstance(content, dict) else rng.randrange(len(content))
        if rng.random() < 0.3 or not isinstance(content[key], dict | list) or not content[key]:
            content[key] = deepcopy(rng.choice(ODD))
            return
        content = content[key]
