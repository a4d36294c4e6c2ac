"""Damaged files of settings and of what is known of cameras: what makes sense in them counts, the rest is as at the
first start, and the damaged file is kept."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.devices import known_cameras
from companion.app.devices.known_cameras import KnownCameras
from companion.app.settings import kept
from companion.app.settings.kept import SettingsFile
from companion.app.settings.settings import Settings
from companion.referee.errors import RefereeError, prose
from companion.texts.language import LANGUAGES, language
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.spoiling import RAW

GOOD = {
    kept.NAME: asdict(Settings("dark", "de", 1.2, stream="http://a:b@phone/video", rules={"BK-02": "b", "LB-06": "0"})),
    known_cameras.NAME: {
        "0": {"profile": None, "corners": [[0.1, 0.9], [0.9, 0.9], [0.8, 0.2], [0.2, 0.2]], "mirror": True},
        "http://a:b@phone/video": {
            "profile": {"matrix": [[600, 0, 320], [0, 600, 240], [0, 0, 1]], "distortion": [0, 0], "size": [640, 480]},
            "corners": None,
            "mirror": False,
        },
    },
}
JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 1.0, 1e308, 10**400, float("nan"), "", "dark", "de", "\x00", "\ud800", "\u202e", "x" * 5000, [],
    [[]], [[0.1, 0.2]] * 4, [["a", "b"]] * 4, {}, {"a": 1}, {"": ""}, {"a": {"a": {}}},
)  # fmt: skip


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A home with a spoilt file a round."""
    findings = Findings()
    with TemporaryDirectory() as folder:
        for number in rounds:
            name = rng.choice(tuple(GOOD))
            data = _spoilt(rng, name)
            home = Path(folder) / str(number)
            home.mkdir()
            (home / name).write_bytes(data)
            try:
                damaged = _read(home, name)
                _look(home, name, data, damaged)
            except RefereeError as error:
                findings.faults.append(f"{error}: {data[:300]!r}")
            except Exception as error:
                findings.faults.append(f"{type(error).__name__}: {error}: {data[:300]!r}")
            else:
                (findings.refused if damaged else findings.taken)[name] += 1
    return findings


def _spoilt(rng: Random, name: str) -> bytes:
    """The bytes of a file, mostly damaged."""
    if rng.random() < 0.1:
        return rng.choice(RAW)
    value = deepcopy(GOOD[name])
    for _ in range(rng.randrange(3)):
        place: Any = value
        while rng.random() < 0.5 and (inner := [each for each in place.values() if isinstance(each, dict)]):
            place = rng.choice(inner)
        place[rng.choice((*place, "more")) if place else "more"] = deepcopy(rng.choice(JUNK))
    data = bytearray(json.dumps(value).encode())
    for _ in range(rng.choice((0, 0, 0, 1, 3))):
        at = rng.randrange(len(data))
        data[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(data[: rng.choice((len(data), len(data), rng.randrange(len(data))))])


def _read(home: Path, name: str) -> bool:
    """Read the file and change something. Returns whether it was said to be damaged."""
    if name == kept.NAME:
        first = SettingsFile(home)
        found, bad = Settings.read({field: getattr(first.current, field) for field in asdict(first.current)})
        if found != first.current or bad:
            raise RefereeError.of(prose(f"settings that make no sense: {bad}"))
        trouble = first.trouble
        first.change(sounds=False)
        if SettingsFile(home).trouble or SettingsFile(home).current != first.current:
            raise RefereeError.of(prose("the settings kept are others"))
    else:
        cameras = KnownCameras(home)
        trouble = cameras.check()
        before = cameras.get("0")
        cameras.save("1", before)
        if cameras.check() or (cameras.get("0"), cameras.get("1")) != (before, before):
            raise RefereeError.of(prose("what is known of a camera is lost"))
    for code in LANGUAGES if trouble else ():
        assert trouble
        if "\n" in language(code).say(trouble):
            raise RefereeError.of(prose("more than one line is said"))
    return trouble is not None


def _look(home: Path, name: str, data: bytes, damaged: bool) -> None:
    """The damaged file must be there, and the good values of one that is not must count."""
    aside = home / f"{name}.damaged"
    if damaged and aside.read_bytes() != data:
        raise RefereeError.of(prose("the damaged file is not kept"))
    if not damaged and name == kept.NAME:
        written = json.loads(data.decode("utf-8-sig"))
        held = asdict(SettingsFile(home).current) | {"sounds": written.get("sounds")}
        if any(held[field] != value for field, value in written.items() if field in held):
            raise RefereeError.of(prose("a good setting does not count"))
