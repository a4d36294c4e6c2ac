"""A device that has not answered yet."""

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from companion.games.reason import Reason, because
from companion.referee.live import rolling
from companion.referee.live.rolling import device_rolls
from hardware.dice import DiceEvent, Moving, Provenance


class Asked:
    """Lines that people type: quit after some times of asking."""

    def __init__(self, times: int) -> None:
        self._left = times

    def waiting(self) -> Sequence[str]:
        self._left -= 1
        return () if self._left else ("quit",)


@pytest.mark.parametrize(
    ("events", "said"), [((), [because("live.no_device")]), ((Moving(Provenance("tower", "tower", durable=True)),), [])]
)
def test_it_is_told_once_that_a_silent_device_is_waited_for(
    events: tuple[DiceEvent, ...], said: list[Reason], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rolling, "SILENT_SECONDS", 0.0)
    told: list[Reason] = []
    source = SimpleNamespace(poll=lambda: events)
    assert list(device_rolls(source, Asked(4), told.append)) == []
    assert told == said
