"""Compares the files of networks with their cards (`cards/NAME.toml`), which name their hashes."""

import hashlib
import tomllib
from pathlib import Path

from vision.errors import VisionError

# Suffix of a network quantised to int8, in place of ".onnx".
INT8 = ".int8.onnx"
CARDS = Path(__file__).parent / "cards"
WEIGHTS = Path(__file__).parent / "weights"


def check_model(file: str, model: bytes) -> None:
    """Raise VisionError unless the bytes of a network's file are those of its card."""
    name = file.removesuffix(INT8).removesuffix(".onnx")
    try:
        hashes = tomllib.loads((CARDS / f"{name}.toml").read_text("utf-8"))["files"]
    except (OSError, tomllib.TOMLDecodeError, KeyError):
        hashes = {}
    if hashlib.sha256(model).hexdigest() != hashes.get("int8" if file.endswith(INT8) else "onnx"):
        raise VisionError("vision.network.damaged", network=file, bytes=len(model))
