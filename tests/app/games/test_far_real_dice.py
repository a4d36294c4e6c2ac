"""Real dice at one of two tables: the other one is told what has rolled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.games import far_meeting
from companion.app.games.deeds import PassTurn, Rolled
from companion.app.games.far_table import over_broker
from companion.games.errors import GameError
from companion.sharing.far.comparing import entries_of
from hardware.dice import DiceRoll, Die, Provenance
from hardware.tower.dtp import frame
from tests.app.games.far_pair import Pair, far_of
from tests.app.games.radio_dice import RadioDice, opened_dice


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[RadioDice]:
    """The dice of all tables, those of the table opened last at the end."""
    return opened_dice(monkeypatch)


@pytest.fixture
def pair(tmp_path: Path, opened: list[RadioDice]) -> Iterator[Pair]:
    found = Pair(tmp_path, "looney-blockade", dice="bluetooth")
    found.begin()
    yield found
    found.close()
    far_meeting.WAYS.open = over_broker


def test_bluetooth_dice_count_as_such_at_the_other_table(pair: Pair, opened: list[RadioDice]) -> None:
    """They were told as a tower's, whose record then was missing, and never counted."""
    opened[0].roll(B=2, G=5)
    pair.until(lambda: pair.guest.session.due)
    said = next(entry for entry in entries_of(pair.records("guest")) if entry.kind == "said")
    assert said.body == {"kind": "roll", "value": {"B": 2, "G": 5}, "by": "bluetooth", "record": ""}
    assert pair.guest.state().far.rolled_by == "bluetooth"


def test_a_roll_of_bluetooth_dice_that_was_not_told_before_a_restart_is_told_as_theirs(
    pair: Pair, opened: list[RadioDice]
) -> None:
    """It was told as typed, which counts nowhere unless the invitation says so."""
    opened[0].roll(B=2, G=5)
    pair.until(lambda: pair.guest.session.due)
    pair.host.do(PassTurn())
    pair.until(lambda: len(far_of(pair.guest).course.turns) == 1)
    pair.post.fault = lambda _role, _message: []
    pair.post.last.clear()
    pair.restart("guest")
    opened[-1].roll(R=3, Y=4)
    pair.until(lambda: pair.guest.session.due)
    assert far_of(pair.guest).link.offer is None
    pair.restart("guest")
    pair.post.fault = lambda _role, message: [message]
    for table in pair.tables.values():
        far_of(table).again_seconds = 0.0
        far_of(table).tell_again()
    pair.post.say("host", far_of(pair.host).link.message())
    pair.until(lambda: pair.host.session.due)
    assert pair.host.state().far.rolled_by == "bluetooth"


def test_a_roll_that_does_not_count_leaves_the_record_of_the_one_before_it(pair: Pair) -> None:
    dice = (Die("B", 2, 1.0), Die("G", 5, 1.0))
    first, second = (frame(f"ROLL {number} d=B2,G5") for number in (1, 2))
    rolls = [
        DiceRoll(Provenance("tower", "tower 1", True), str(number), number, dice, 0.0, raw=record)
        for number, record in enumerate((first, second), 1)
    ]
    pair.host.do(Rolled("roll_raw", rolls[0], "tower", first))
    with pytest.raises(GameError, match=r"far\.rolled"):
        pair.host.do(Rolled("roll_raw", rolls[1], "tower", second))
    assert far_of(pair.host).rolled_by == ("tower", first)
