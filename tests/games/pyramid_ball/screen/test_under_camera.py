"""A game of Pyramid Ball under a camera as the app keeps it: the minute, late hands, programs, corrections."""

import time
from pathlib import Path

import pytest

from companion.app.games.deeds import ForgetHint
from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.screen.deeds import Amend, Choose, EndTimer, Foul, Stands, StartTimer
from companion.referee.errors import RefereeError
from tests.games.pyramid_ball.screen.under_camera import UnderCamera

BUSY = frozenset({"near"})


@pytest.fixture
def table(tmp_path: Path) -> UnderCamera:
    watched = UnderCamera(tmp_path)
    assert watched.see().phase == "roll"
    return watched


def read(table: UnderCamera, first: Program, second: Program) -> None:
    table.game.do(StartTimer())
    table.programs = {"first": first, "second": second}
    table.hands.now += 50.0
    table.game.do(EndTimer())
    table.see()


def program(**words: str) -> Program:
    return Program((words.get("S", "..."), words.get("M", "..."), words.get("L", "...")))


def test_the_minute_ends_by_itself(table: UnderCamera) -> None:
    table.game.do(StartTimer())
    state = table.game.state()
    assert (state.own.timer, state.own.since, state.phase) == ("start", table.hands.now, "move")
    table.hands.now += 59.9
    table.game.advance()
    assert table.game.state().own.timer == "start"
    table.hands.now += 0.2
    table.game.advance()
    assert table.game.state().own.timer == "end"


@pytest.mark.rule("PB-22")
def test_both_ready_end_it_earlier(table: UnderCamera) -> None:
    table.game.do(StartTimer())
    table.game.do(EndTimer())
    assert table.game.state().own.timer == "end"
    table.game.do(EndTimer())
    assert table.game.state().own.timer == "end"


@pytest.mark.parametrize(("started_by", "timer"), [("tap", ""), ("hands", "start")])
def test_the_first_hand_starts_the_minute_where_that_is_wanted(tmp_path: Path, started_by: str, timer: str) -> None:
    table = UnderCamera(tmp_path, started_by)  # type: ignore[arg-type]
    table.see()
    state = table.see(busy=BUSY, screened=BUSY, hand=False)
    assert state.own.timer == timer


@pytest.mark.rule("PB-foul")
def test_a_late_hand_is_kept_with_its_picture_and_may_be_called(table: UnderCamera) -> None:
    table.game.do(StartTimer())
    table.game.do(EndTimer())
    state = table.see(after=1.8, busy=frozenset({"far"}), hand=True)
    assert state.own.late == {"second": 1.8} and "late second" in state.kept
    table.game.do(Foul("second"))
    assert table.game.state().own.fouls == ("second",)
    table.programs = {"first": program(M="R.."), "second": program(M="FFF")}
    state = table.see()
    assert state.own.programs["second"]["void"] and state.own.fouls == ("second",)
    assert [event["piece"] for event in state.own.events if event["kind"] == "move"] == [["first", "M"]]
    table.game.do(Foul("second"))
    assert not table.game.state().own.programs["second"]["void"] and table.game.state().own.fouls == ()


@pytest.mark.rule("PB-foul")
def test_a_hand_is_late_by_when_its_picture_was_taken(table: UnderCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that waits to be judged grows no later."""
    table.game.do(StartTimer())
    table.game.do(EndTimer())
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    table.source.taken = 998.0
    state = table.see(after=2.4, busy=BUSY, hand=True)
    assert state.verdict.verdict == "programming" and not state.own.late


@pytest.mark.rule("PB-foul")
def test_a_hand_that_stays_is_looked_at_again_when_it_is_late(table: UnderCamera) -> None:
    """It lies still, so no new picture comes by itself."""
    table.game.do(StartTimer())
    table.game.do(EndTimer())
    assert table.see(after=0.5, busy=BUSY, hand=True).verdict.verdict == "programming"
    for _ in range(2):
        table.hands.now += 0.7
        table.game.advance()
        table.game.advance()
    assert table.game.state().own.late == {"first": pytest.approx(1.2, abs=0.3)}


def test_programs_are_read_and_their_turn_is_followed_by_its_table(table: UnderCamera) -> None:
    read(table, program(M="R.."), program(L="F.."))
    state = table.game.state()
    assert state.own.programs["first"]["M"] == "R.." and state.own.expected["e4"] == "G2Y1"
    assert "sheet" in state.kept
    done = table.see(state.own.expected)
    assert done.verdict.verdict == "legal" and done.phase == "roll" and done.own.programs is None
    assert done.kept == {} and done.score.position["first"]["M"] == "e4"


def test_what_stands_wrong_is_said_with_where_it_belongs_and_put_right(table: UnderCamera) -> None:
    read(table, program(M="R.."), program())
    right = dict(table.game.state().own.expected)
    wrong = {**right, "e4": "", "c4": right["e4"]}
    state = table.see(wrong)
    assert state.phase == "illegal" and ("c4", "e4") in state.strayed
    assert table.see(right).verdict.verdict == "legal"


def test_programs_are_corrected_by_the_players(table: UnderCamera) -> None:
    read(table, program(M="R.."), program())
    table.game.do(Amend("first", {"M1": "L"}))
    assert table.game.state().own.expected["c4"] == "G2Y1"
    table.game.do(Amend("first", {"pass": {"row": 2, "to": "L"}}))
    assert table.game.state().own.programs["first"]["pass"] == {"row": 2, "to": "L"}
    table.game.do(Stands())
    state = table.game.state()
    assert state.phase == "roll" and state.believed["b3"] == "G3Y1"


def test_a_program_that_is_covered_is_asked_for_and_can_be_entered(table: UnderCamera) -> None:
    table.game.do(StartTimer())
    table.game.do(EndTimer())
    state = table.see(arrays={"near": None, "far": None})
    assert state.verdict.verdict == "unsure" and state.own.programs == {"first": None, "second": None}
    whole = {"S": "...", "M": "F..", "L": "...", "pass": None, "quick_pass": False, "blitz": False}
    table.game.do(Amend("first", whole))
    table.game.do(Amend("second", {**whole, "M": "..."}))
    assert table.game.state().own.expected is not None


@pytest.mark.rule("PB-30")
def test_a_side_for_the_ball_is_chosen_on_the_screen_or_on_the_table(table: UnderCamera) -> None:
    read(table, program(M="RFF"), program())
    table.see(table.game.state().own.expected)
    table.position = table.game.session.position
    read(table, program(M="FFF"), program())
    state = table.game.state()
    choice = state.own.choice
    assert choice["kind"] == "ball" and state.own.expected is None
    with pytest.raises(RefereeError):
        table.game.do(Choose("a1"))
    table.game.do(Choose(choice["options"][0]))
    answered = table.game.state().own
    assert answered.choices[0] == choice["options"][0]


def test_a_turn_is_gone_on_with_where_it_was_left(table: UnderCamera) -> None:
    table.game.do(StartTimer())
    table.hands.now += 20.0
    table.game.do(ForgetHint())
    table.reopened()
    state = table.game.state()
    assert state.own.timer == "start"
    table.game.do(EndTimer())
    table.programs = {"first": program(M="R.."), "second": program()}
    shown = table.see()
    table.reopened()
    again = table.game.state()
    assert again.own.programs == shown.own.programs and again.own.expected == shown.own.expected
    assert table.see(again.own.expected).phase in ("roll", "illegal")


@pytest.mark.parametrize("ready", [True, False], ids=["both ready", "the end of the minute"])
def test_programs_that_lie_still_when_time_ends_are_read(table: UnderCamera, ready: bool) -> None:
    """They are read though the picture does not change any more."""
    table.game.do(StartTimer())
    table.programs = {"first": program(M="R.."), "second": program(L="F..")}
    assert table.see().own.programs is None
    if ready:
        table.game.do(EndTimer())
    else:
        table.hands.now += 60.0
    for _ in range(3):
        table.game.advance()
    state = table.game.state()
    assert state.own.programs["first"]["M"] == "R.." and state.own.programs["second"]["L"] == "F.."


def test_a_still_table_that_could_not_be_read_is_looked_at_again(table: UnderCamera) -> None:
    table.game.do(StartTimer())
    table.game.do(EndTimer())
    assert table.see(hand=True, busy=BUSY, screened=BUSY).own.programs is None
    looks: list[object] = []
    table.game.looked = looks.append
    for _ in range(40):
        table.hands.now += 0.1
        table.game.advance()
    assert len(looks) == 1, "after two seconds"
    for _ in range(400):
        table.hands.now += 0.1
        table.game.advance()
    assert 3 <= len(looks) <= 6, "later more and more seldom"
