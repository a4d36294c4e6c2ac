"""Timing requests to the rule engines, through the same door as `companion engine`: one JSON line in, one out.

Times are the process's own on the processor, so that what else runs on the machine does not count; only how long one
waits for a suggestion is told by the clock, too.
"""

import json
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from companion.games.engine import respond_line
from companion.games.registry import ENGINES
from companion.texts.language import english


def time_request(request: dict[str, Any]) -> float:
    """Milliseconds of the processor from the request's line to the answer's."""
    line = json.dumps(request).encode()
    start = time.process_time()
    answer = respond_line(line, ENGINES, None, english)
    elapsed = time.process_time() - start
    assert "error" not in json.loads(answer), answer
    return 1000 * elapsed


def time_hint(request: dict[str, Any]) -> tuple[float, float]:
    """Milliseconds of the processor, and by the clock on the wall, for a suggestion that takes the time it may take."""
    line = json.dumps(request).encode()
    start, began = time.process_time(), time.monotonic()
    answer = respond_line(line, ENGINES, time.monotonic, english)
    elapsed, waited = time.process_time() - start, time.monotonic() - began
    assert "error" not in json.loads(answer), answer
    return 1000 * elapsed, 1000 * waited


def report(what: str, times: Sequence[float]) -> None:
    ordered = sorted(times)
    ninety_nine = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    print(
        f"  {what:28} {len(ordered):6} requests: median {median(ordered):8.2f} ms, "
        f"99 % {ninety_nine:8.2f} ms, worst {ordered[-1]:8.2f} ms",
        flush=True,
    )
