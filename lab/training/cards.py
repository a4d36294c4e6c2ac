"""Cards of the networks: what each does, how it was trained, and the hashes of its files.

A card is `vision/networks/cards/NAME.toml`. What was not noted is `"unknown: ..."`, with what is known instead.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vision.errors import VisionError
from vision.networks.card_hashes import INT8, WEIGHTS
from vision.networks.runtime import onnx_runtime

UNKNOWN = "unknown: "
NONE = "none"

TomlTable = Mapping[str, Any]


class CardError(VisionError):
    """A card that is incomplete, or files that are not those of their card; the message says which and why."""


@dataclass(frozen=True)
class NetworkCard:
    """Card of a network."""

    name: str
    purpose: str
    run: str
    """Path of its run file at `commit`, or why there is none."""
    start: str
    seed: int | str
    generator: int | str
    commit: str
    steps: int | str
    stages: tuple[TomlTable, ...]
    """Stages of its training, each with its training data (maker, seed, count), steps, batch and rate."""
    metrics: TomlTable
    """Metrics on the validation set: `before` training, `after` it, and of the int8 twin."""
    onnx: str
    """SHA-256 of the file."""
    int8: str
    """SHA-256 of the int8 twin, or "none" for the reason `int8_reason`."""
    int8_reason: str

    def content(self) -> dict[str, Any]:
        """Return everything but the hashes of the files."""
        fields = asdict(self)
        for name in ("onnx", "int8", "int8_reason"):
            del fields[name]
        return fields | {"stages": list(self.stages)}

    def digest(self) -> str:
        """Return the SHA-256 of the content, without the files' hashes so that the files can carry it."""
        return hashlib.sha256(json.dumps(self.content(), sort_keys=True).encode()).hexdigest()

    def metadata(self) -> dict[str, str]:
        """Return what the files of the network say of themselves."""
        return {"name": self.name, "card": self.digest(), "commit": self.commit, "steps": str(self.steps)}

    def toml(self) -> str:
        files = {"onnx": self.onnx, "int8": self.int8}
        if self.int8_reason:
            files["int8_reason"] = self.int8_reason
        return to_toml(self.content() | {"files": files})


def read_card(path: Path) -> NetworkCard:
    """Read a card. Raises CardError if there is none, or it is incomplete."""
    try:
        fields = tomllib.loads(path.read_text("utf-8"))
        files = fields.pop("files")
        stages = tuple(fields.pop("stages"))
        card = NetworkCard(**fields, stages=stages, **{"int8_reason": "", **files})
    except FileNotFoundError as error:
        raise CardError(f"{path}: there is no card") from error
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise CardError(f"{path}: not a whole card: {error}") from error
    _check(card, path)
    return card


def _check(card: NetworkCard, path: Path) -> None:
    for name in ("seed", "generator", "steps"):
        value = getattr(card, name)
        if not isinstance(value, int) and not str(value).startswith(UNKNOWN):
            raise CardError(f'{path}: {name} is neither a number nor "{UNKNOWN}..."')
    for name in ("lessons", "steps", "batch", "rate"):
        if not card.stages or any(name not in stage for stage in card.stages):
            raise CardError(f"{path}: a stage of its training does not say its {name}")
    for name in ("validation", "before", "after"):
        if name not in card.metrics:
            raise CardError(f"{path}: the metrics do not say {name}")
    if card.int8 == NONE and not card.int8_reason:
        raise CardError(f"{path}: it does not say why there is no int8 twin")


def check_files(card: NetworkCard, onnx: Path, int8: Path) -> None:
    """Raise CardError unless both files of a network are those of its card."""
    _check_file(card.name, onnx, card.onnx)
    if card.int8 != NONE:
        _check_file(card.name, int8, card.int8)
    elif int8.exists():
        raise CardError(f"{int8}: the card of {card.name} says that it has no int8 twin")


def _check_file(name: str, path: Path, wanted: str) -> None:
    if not path.is_file():
        raise CardError(f"{path}: missing, though the card of {name} names it")
    if sha256(path) != wanted:
        raise CardError(f"{path}: not the file of which the card of {name} speaks")


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def files_of(name: str, folder: Path = WEIGHTS) -> tuple[Path, Path]:
    """Return the paths of a network and its int8 twin."""
    return folder / f"{name}.onnx", folder / f"{name}{INT8}"


def to_toml(table: TomlTable) -> str:
    """Write a table of plain values, of such tables and of lists of such tables as TOML."""
    tables = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in table.items() if _is_tables(value)}
    parts = [_lines({key: value for key, value in table.items() if key not in tables | lists})]
    parts += [f"\n[{key}]\n{_lines(value)}" for key, value in tables.items()]
    parts += [f"\n[[{key}]]\n{_lines(one)}" for key, each in lists.items() for one in each]
    return "".join(parts)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _lines(table: TomlTable) -> str:
    return "".join(f"{_key(key)} = {_inline(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    """Quote a key unless it holds only letters and digits: a dot would make two keys of it."""
    return key if key.replace("_", "").isalnum() else json.dumps(key)


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(one)}" for key, one in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_inline, value)) + "]"
    # Strings, numbers and booleans are written alike in JSON and in TOML.
    return json.dumps(value, ensure_ascii=False)


def metadata_of(model: bytes) -> dict[str, str]:
    """Return what the file of a network says of itself. Needs ONNX Runtime."""
    session = onnx_runtime().InferenceSession(model, providers=["CPUExecutionProvider"])
    metadata: dict[str, str] = session.get_modelmeta().custom_metadata_map
    return metadata
