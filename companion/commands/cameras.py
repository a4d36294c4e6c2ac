"""``companion cameras``: which cameras there are, and what they give."""

import argparse
import json
import time
from typing import Any

from companion.referee.errors import words_of
from vision.errors import VisionError
from vision.sources.masking import masked_name
from vision.sources.opening import cameras, open_source
from vision.sources.source import Source, Status

PATIENCE_S = 8.0
COUNTED_S = 1.0


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("cameras", help="list the cameras, or try a camera, stream, file or folder")
    parser.add_argument("sources", nargs="*", metavar="N|URL|PATH", help="try these instead of looking for cameras")
    parser.add_argument("--json", action="store_true", help="print one JSON object a camera")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Report. Returns 1 where no camera, or one that was asked for, gives pictures."""
    reports = [_measure(name) for name in args.sources] if args.sources else _camera_rows()
    for report in reports:
        print(json.dumps(report) if args.json else _line(report))
    if not reports and not args.json:
        print("no camera found: plug one in, or name a stream's address (companion cameras http://...)")
    good = [report for report in reports if "error" not in report]
    return 0 if good and (not args.sources or len(good) == len(reports)) else 1


def _camera_rows() -> list[dict[str, Any]]:
    return [
        {"error": words_of(found)}
        if isinstance(found, VisionError)
        else {"camera": str(found.number), "size": list(found.size), "rate": round(found.rate, 1)}
        for found in cameras()
    ]


def _measure(name: str) -> dict[str, Any]:
    """Return a source's picture size and, if it is live, its pictures a second."""
    shown = masked_name(name)
    try:
        source = open_source(name)
    except VisionError as error:
        return {"camera": shown, "error": words_of(error)}
    try:
        first = None
        begin = time.monotonic()
        while first is None and time.monotonic() - begin < PATIENCE_S:
            first = source.next(0.2)
            if source.status in (Status.LOST, Status.ENDED):
                break
        if first is None:
            silent = f"{shown} gives no picture: check that it is there and that it is started"
            return {"camera": shown, "error": words_of(source.trouble) if source.trouble else silent}
        report: dict[str, Any] = {"camera": shown, "size": [first.image.shape[1], first.image.shape[0]]}
        if not source.still:
            report["rate"] = _rate(source, first.t)
    finally:
        source.close()
    return report


def _rate(source: Source, first: float) -> float:
    """Return pictures a second, by their own times, over about a second."""
    count, last = 0, first
    until = time.monotonic() + 2 * COUNTED_S
    while last - first < COUNTED_S and time.monotonic() < until and source.status is not Status.ENDED:
        shot = source.next(0.2)
        if shot is not None:
            count, last = count + 1, shot.t
    return round(count / (last - first), 1) if count else 0.0


def _line(report: dict[str, Any]) -> str:
    if "error" in report:
        return str(report["error"])
    width, height = report["size"]
    rate = f", {report['rate']:g} pictures a second" if "rate" in report else ""
    return f"{report['camera']}: {width} x {height}{rate}"
