"""What the screen of Pyramid Ball says and offers, without a window."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from companion.app.games.presenter import TablePresenter, TableView
from companion.app.games.state import Moment
from companion.app.games.table import do
from companion.app.games.words import spoken
from companion.app.texts.texts import Texts
from companion.app.views import Action
from companion.games.pyramid_ball.screen.deeds import Amend, Choose, EndTimer, Foul, StartTimer
from companion.games.pyramid_ball.screen.presenter import BALL, mode
from companion.games.pyramid_ball.screen.program_desk import laid_out, programs, tap
from companion.games.pyramid_ball.screen.state import BallScore, BallTurn, State, late_picture
from companion.games.reason import because
from companion.referee.verdict import Offer
from tests.games.pyramid_ball.screen.states import STILL, carried_out, grid, picture, programmed, start, state, verdict

FORWARD = {"M": "FFF"}
LEAVES: dict[str, Any] = {"first": {"M": "RFF", "unsure": ["M2"]}, "second": {"M": "FFF"}}


def presenter(language: str = "en") -> TablePresenter:
    return TablePresenter(BALL, Texts(language), {"first": "Ada", "second": "Ben"})


def names(actions: Iterable[Action]) -> list[str]:
    return [action.name for action in actions]


def press(shown: TablePresenter, now: State, name: str) -> None:
    """A button that concerns only the screen."""
    view = shown.view(now)
    tiles = programs(shown.words(now), now) if view.own.sheet else ()
    offered = [*view.actions, *(action for row in view.rows for action in row)]
    offered += [action for program in tiles for action in laid_out(shown.words(now), program, shown.here.own)]
    (action,) = (action for action in offered if action.name == name)
    assert action.here and action.enabled
    action.here()


def rows(view: TableView) -> list[list[str]]:
    return [names(row) for row in view.rows]


def test_before_the_minute_a_tap_starts_it() -> None:
    view = presenter().view(state(start(), "roll"))
    assert view.title == "Ada 0 : 0 Ben"
    assert view.actions[-1].intent == do(StartTimer())
    assert view.own.since is None and view.own.sheet is None


def test_while_the_minute_runs_both_may_be_ready_earlier() -> None:
    view = presenter().view(state(start(), turn=BallTurn(timer="start", since=5.0)))
    assert view.own.since == 5.0
    assert view.actions[-1].intent == do(EndTimer())
    assert rows(view) == []


@pytest.mark.rule("PB-foul")
def test_only_when_the_minute_is_over_a_foul_may_be_called() -> None:
    view = presenter().view(state(start(), turn=BallTurn(timer="end")))
    assert rows(view) == [["foul first", "foul second"]]
    assert view.rows[0][1].intent == do(Foul("second"))


@pytest.mark.rule("PB-foul")
def test_a_late_hand_is_shown_with_its_picture_and_a_button_for_each_side() -> None:
    shown, proof = presenter(), picture(7)
    late = BallTurn(timer="end", late={"second": 1.7})
    now = state(start(), turn=late, kept={late_picture("second"): proof})
    view = shown.view(now)
    assert view.own.proof == proof and "Ben" in view.headline and "2 seconds after" in view.words[0]
    assert rows(view) == [["foul first", "foul second"]]
    called = replace(now, own=replace(late, fouls=("second",)))
    assert shown.view(called).rows[0][1].tone == "bad"
    press(shown, called, "seen")
    assert shown.view(called).own.proof is None


def test_programs_lie_over_the_picture_and_doubtful_ones_are_marked() -> None:
    spots = {
        f"first {size}{row}": (0.3 + 0.1 * "SML".index(size), 0.8 + 0.05 * row) for size in "SML" for row in (1, 2, 3)
    }
    view = presenter().view(programmed(start(), LEAVES, spots=spots))
    assert view.own.sheet is not None and view.own.sheet.picture is not None
    marks = {mark.spot: mark for mark in view.own.sheet.marks}
    assert marks["first M1"].way == pytest.approx((1.0, 0.0)) and marks["first M2"].way == pytest.approx((0.0, -1.0))
    assert marks["first S1"].way is None
    assert [spot for spot, mark in marks.items() if mark.unsure] == ["first M2"]
    assert "Ada: M2" in view.words[0] and view.tone == "warn"


def test_a_tap_on_a_command_turns_it_once_it_is_no_longer_doubtful() -> None:
    shown, now = presenter(), programmed(start(), LEAVES)
    assert tap(now, "first M1", shown.here.own) == do(Amend("first", {"M1": "B"}))
    assert tap(now, "first M2", shown.here.own) == do(Amend("first", {"M2": "F"}))
    assert tap(now, "first S1", shown.here.own) == do(Amend("first", {"S1": "F"}))
    assert tap(now, "first S4", shown.here.own) is None


def test_the_marker_is_laid_by_two_taps_and_taken_off_by_two() -> None:
    shown, now = presenter(), programmed(start(), LEAVES)
    press(shown, now, "mark second")
    assert shown.view(now).headline == "Where is the pass marker?"
    assert tap(now, "second L2", shown.here.own) == do(Amend("second", {"pass": {"row": 2, "to": "L"}}))
    lies = programmed(start(), {"first": {}, "second": {"pass": {"row": 2, "to": "L"}}})
    press(shown, lies, "mark second")
    assert tap(lies, "second L2", shown.here.own) == do(Amend("second", {"pass": None}))


def test_specials_that_are_held_can_be_played_by_a_tap() -> None:
    position = {**start("advanced"), "score": [0, 3], "specials": {"first": ["S", "M", "L"], "second": []}}
    shown, now = presenter(), programmed(position, {"first": {"S": "FFFF"}, "second": {}})
    view = shown.view(now)
    assert view.own.sheet is not None
    t, own = shown.words(now), shown.here.own
    offered = {action.name: action for program in view.own.sheet.programs for action in laid_out(t, program, own)}
    assert [*offered] == ["mark first", "quick_pass first", "blitz first", "mark second"]
    assert offered["blitz first"].intent == do(Amend("first", {"blitz": True}))
    assert tap(now, "first S4", shown.here.own) == do(Amend("first", {"S4": "R"}))


def test_a_program_that_cannot_be_seen_is_asked_for_and_can_be_tapped_in() -> None:
    shown = presenter()
    now = programmed(start(), {"first": {}, "second": {}})
    now = replace(now, own=replace(now.own, programs={"first": STILL, "second": None}, expected=None, events=()))
    view = shown.view(now)
    assert view.headline == "The program of Ben cannot be read" and not view.actions[-1].enabled
    intent = tap(now, "second M1", shown.here.own)
    assert intent == do(Amend("second", {**STILL, "M": "F.."}))


def test_a_turn_is_followed_step_by_step_and_again() -> None:
    shown, now = presenter(), programmed(start(), {"first": FORWARD, "second": FORWARD})
    press(shown, now, "carry_out")
    view = shown.view(now)
    assert names(view.actions) == ["back", "play", "next"] and rows(view) == [["speed", "programs", "stands"]]
    assert "Row 1" in view.headline and view.board.grid["d3"] == "G2" and view.board.grid["d4"] == "P2Y1"
    press(shown, now, "back")
    assert shown.view(now).board.grid["d4"] == "G2Y1"
    press(shown, now, "play")
    assert shown.here.own.follower.turn is not None and shown.here.own.follower.turn.running
    while not shown.here.own.follower.turn.over:
        press(shown, now, "next")
    assert {place: thing for place, thing in now.own.expected.items() if thing} == shown.view(now).board.grid
    press(shown, now, "play")
    assert shown.here.own.follower.turn.at == 0 and shown.here.own.follower.turn.running


def test_a_choice_that_the_table_does_not_show_is_asked_for() -> None:
    position = {**start("advanced"), "first": {"S": "f3", "M": "c7", "L": "b3"}}
    shown, now = presenter(), programmed(position, {"first": {"M": "F.."}, "second": {}})
    assert now.own.choice is not None
    press(shown, now, "carry_out")
    shown.view(now)
    while mode(now, shown.here.own) == "follow":
        press(shown, now, "next")
    view = shown.view(now)
    assert view.headline == "Ben chooses"
    options = now.own.choice["options"]
    assert rows(view) == [[f"choose {option}" for option in options]]
    assert shown.tap(now, options[0]) == do(Choose(options[0]))


def test_a_table_that_agrees_is_green_and_can_be_seen_again() -> None:
    shown, before = presenter(), start()
    programs = {"first": {**STILL, "M": "R.."}, "second": STILL}
    done = carried_out(before, programs)
    after = done["position"]
    moves = ({"piece": "G2", "from": "d4", "to": "e4"},)
    legal = verdict("legal", after, moves=moves, more={"programs": programs, "events": done["events"]})
    moments = (Moment(verdict("setup", before), BallScore(before)), Moment(legal, BallScore(after)))
    now = state(after, "roll", verdict=legal, moments=moments)
    view = shown.view(now)
    assert (view.headline, view.tone) == ("As programmed", "good") and "Everything stands" in view.words[0]
    press(shown, now, "replay")
    assert shown.view(now).board.grid["d4"] == "G2Y1"
    shown.view(replace(now, own=BallTurn(timer="start", since=1.0)))
    assert shown.here.own.follower.turn is None


def test_what_stands_wrong_is_shown_with_where_it_belongs() -> None:
    before = programmed(start(), {"first": {"M": "R.."}, "second": {}})
    wrong = grid({**start(), "first": {"S": "f3", "M": "c4", "L": "b3"}})
    said = verdict("illegal", start(), cells=("c4", "e4"), seen=wrong)
    now = replace(before, phase="illegal", grid=wrong, verdict=said, strayed=(("c4", "e4"),))
    shown = presenter()
    view = shown.view(now)
    assert ("c4", "e4", "bad") in view.board.arrows
    assert view.board.frames == {"c4": "bad", "e4": "good"} and view.board.badges["e4"] == ("+", "good")
    assert names(view.actions) == ["accept", "stands"] and rows(view) == [["programs"]]
    press(shown, now, "programs")
    assert shown.view(now).own.sheet is not None


def test_who_is_asked_about_the_table_can_look_at_the_programs_instead() -> None:
    shown, before = presenter(), programmed(start(), LEAVES)
    shown.view(before)
    offers = tuple(
        Offer(kind, 0.4, (), dict(before.believed), because("referee.kind.legal")) for kind in ("legal", "illegal")
    )
    said = verdict("unsure", start(), readings=offers)
    now = replace(before, phase="unsure", verdict=said)
    assert shown.view(now).readings and shown.view(now).own.sheet is None
    press(shown, now, "programs")
    assert shown.view(now).own.sheet and not shown.view(now).readings


def test_answers_that_differ_by_the_ball_alone_say_where_it_is() -> None:
    before = programmed(start(), LEAVES)
    table = dict(before.believed)
    holder = next(place for place, thing in table.items() if len(thing) > 2)
    taker = next(place for place, thing in table.items() if len(thing) == 2)
    passed = {**table, holder: table[holder][:2], taker: table[taker] + table[holder][2:]}
    offers = tuple(
        Offer(
            "legal",
            chance,
            (),
            grid,
            because("referee.kind.legal"),
            apart=tuple((place, grid[place]) for place in (holder, taker)),
        )
        for chance, grid in ((0.5, table), (0.4, passed))
    )
    now = replace(before, phase="unsure", verdict=verdict("unsure", start(), readings=offers))
    assert [each.words for each in presenter().view(now).readings] == [
        f"The ball is on {place}." for place in (holder, taker)
    ]


@pytest.mark.parametrize("kind", ["programs", "late", "programming", "legal", "illegal"])
def test_history_and_voice_have_words_for_every_verdict(kind: str) -> None:
    shown = presenter()
    more = {"seconds": 1.5, "sides": ["second"], "programs": {"first": STILL, "second": None}}
    moments = (
        Moment(verdict("setup", start()), BallScore(start())),
        Moment(verdict(kind, start(), more=more), BallScore(start())),
    )
    now = state(start(), "roll", moments=moments, verdict=moments[1].verdict)
    assert spoken(shown.words(now), now) is not None
    shown.here.moment = 1
    view = shown.view(now)
    assert view.headline and view.words and view.kind == "past"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_mode_has_its_words(language: str) -> None:
    shown = presenter(language)
    found: list[State] = [
        state(start(), "setup", verdict=None, moments=()),
        state(start(), "roll"),
        state(start(), turn=BallTurn(timer="start", since=1.0)),
        state(start(), turn=BallTurn(timer="end", late={"first": 1.2})),
        programmed(start(), LEAVES),
    ]
    assert all(shown.view(each).headline for each in found)


@pytest.mark.parametrize("language", ["en", "de"])
def test_programs_can_be_entered_by_hand_where_no_picture_of_them_comes(language: str) -> None:
    shown, now = presenter(language), state(start(), turn=BallTurn(timer="end"), source="camera")
    press(shown, now, "enter programs")
    view = shown.view(now)
    assert view.own.sheet and [len(program.commands) for program in view.own.sheet.programs] == [9, 9]
    whole = {"S": "...", "M": ".F.", "L": "...", "pass": None, "quick_pass": False, "blitz": False, "void": False}
    assert tap(now, "second M2", shown.here.own) == do(Amend("second", whole))


def test_a_program_that_cannot_be_read_is_no_board_that_is_lost() -> None:
    more = {"programs": {"first": STILL, "second": None}}
    why = because("ball.table.array.hidden", "PB-program", sides=("second",))
    unread = replace(verdict("unsure", start(), more=more), confidence=0.0, reason=why)
    now = state(start(), turn=BallTurn(timer="end").with_programs(more), source="camera", verdict=unread)
    view = presenter().view(now)
    assert view.headline == "The program of Ben cannot be read" and view.own.sheet
