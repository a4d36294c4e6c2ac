"""The cable is pulled in a session with the real firmware; `python -m lab.bench tower every-byte` tries every byte."""

import pytest

from lab.tower.pull_sweep import sweep_pulls

pytestmark = pytest.mark.slow

STRIDE = 41  # so that in the requests' repetitions no place of a line is left out for good


def test_pulling_at_any_byte_loses_doubles_and_invents_nothing() -> None:
    pulls = sweep_pulls(STRIDE, first=7)
    assert pulls.failures == []
    assert pulls.tried == len(range(7, pulls.bytes + 1, STRIDE)) > 50
    assert pulls.verbs == {
        *("HELLO", "HI", "PING", "PONG", "ACK", "ARM", "DISCARD", "LOG", "SET", "RAW", "CAL", "JUGGLE"),
        *("OK", "ERR", "EV", "HB", "ROLL", "VOID"),
    }
