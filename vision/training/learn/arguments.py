"""What every trainer is told on the command line."""

import argparse
from pathlib import Path


def trainer_parser(description: str | None, *, minutes: float, batch: int, rate: float) -> argparse.ArgumentParser:
    """A parser for the lessons' folder, the network's file, and how to learn, with these defaults."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="of the lessons")
    parser.add_argument("onnx", type=Path, help="the network's file; its weights are kept beside it (.pt)")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--batch", type=int, default=batch, help="lessons a step")
    parser.add_argument("--rate", type=float, default=rate, help="of learning, at its highest")
    parser.add_argument("--start", type=Path, help="weights (.pt) or an installed network (.onnx) to go on from")
    return parser
