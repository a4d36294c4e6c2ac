"""A device that has not answered yet."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.games.reason import Reason, because
from companion.referee.live import rolling
from companion.referee.live.rolling import device_rolls
from hardware.dice import DiceEvent, Moving, Provenance
from hardware.roll_store import RollStore
from hardware.virtual_dice import VirtualDice


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
    source = SimpleNamespace(poll=lambda: events, can_throw=False)
    assert list(device_rolls(source, Asked(4), told.append)) == []
    assert told == said


def test_a_machine_that_rolls_says_how_and_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rolling, "SILENT_SECONDS", 0.0)
    told: list[Reason] = []
    with RollStore(tmp_path / "rolls") as store:
        assert list(device_rolls(VirtualDice(store), Asked(4), told.append)) == []
    assert told == [because("live.throw")]
