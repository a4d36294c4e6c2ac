"""Whole turns of Pyramid Ball, one test or more for every rule and ruling."""

from typing import Any

import pytest

from companion.games.pyramid_ball.rules.columns import columns
from companion.games.pyramid_ball.rules.model import Options, Position, Program, TurnEvent, Violation
from companion.games.pyramid_ball.rules.notation import position_from_text, position_to_text, program_from_text
from companion.games.pyramid_ball.rules.setup import initial, reveal
from companion.games.pyramid_ball.rules.sheets import judge_sheet
from companion.games.pyramid_ball.rules.turns import Pending, Turn, all_turns, apply
from tests.games.saying import raises_saying, said

STILL = "S:... M:... L:..."
# Where pyramids stand that a test does not speak of: in corners, where they are in nobody's way.
FIRST = {"S": "a1", "M": "b1", "L": "c1"}
SECOND = {"S": "e1", "M": "f1", "L": "g1"}


def table(
    first: dict[str, str], second: dict[str, str], ball: Any = ("first", "M"), mode: str = "basic", **more: Any
) -> Position:
    return Position.from_json({"first": FIRST | first, "second": SECOND | second, "ball": ball, "mode": mode, **more})


def play(position: Position, first: str = STILL, second: str = STILL, *choices: str, **options: Any) -> Turn:
    programs = program_from_text(first), program_from_text(second)
    turn = apply(position, programs, choices, Options(**options), ("Red", "Blue"))
    assert isinstance(turn, Turn), turn
    return turn


def where(turn: Turn, player: str, size: str) -> str:
    square = turn.position.to_json()[player][size]
    assert isinstance(square, str)
    return square


def ball(turn: Turn) -> Any:
    return turn.position.to_json()["ball"]


def told(turn: Turn, *kinds: str) -> list[tuple[int, str, str]]:
    return [(event.row, event.kind, event.rule) for event in turn.events if event.kind in kinds]


def find(turn: Turn, kind: str) -> TurnEvent:
    return next(event for event in turn.events if event.kind == kind)


@pytest.mark.rule("PB-setup")
def test_the_set_up() -> None:
    assert position_to_text(initial()) == "7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic"


@pytest.mark.rule("PB-start")
def test_the_reveal() -> None:
    assert reveal({"Ann": "M", "Bob": "S"}) == "Ann"
    assert reveal({"Ann": "M", "Bob": "L"}) == "Bob"
    assert reveal({"Ann": "S", "Bob": "L"}) == "Ann"
    assert [reveal({"Ann": size, "Bob": size}) for size in "SML"] == [None] * 3
    for wrong in ({"Ann": "M"}, {"Ann": "M", "Bob": "X"}, ["M", "S"], {}):
        with raises_saying("reveal"):
            reveal(wrong)


@pytest.mark.rule("PB-program", "PB-move")
def test_each_player_sees_directions_from_his_own_side() -> None:
    position = table({"M": "d3"}, {"M": "d6"})
    turn = play(position, "S:... M:FLB L:...", "S:... M:FLB L:...")
    paths = {
        player: [event.facts["to"] for event in turn.events if event.facts.get("piece") == [player, "M"]]
        for player in ("first", "second")
    }
    assert paths == {"first": ["d4", "c4", "c3"], "second": ["d5", "e5", "e6"]}
    assert said(find(turn, "move").text) == "row 1: Red medium moves d3 to d4"
    assert where(play(position, "S:... M:R.. L:...", "S:... M:R.. L:..."), "second", "M") == "c6"


@pytest.mark.rule("PB-foul")
def test_a_foul_makes_everything_stand_still() -> None:
    position = table({"M": "d3", "L": "d5"}, {"M": "d7"})
    turn = play(position, "S:FFF M:FF. L:... pass3>L foul", "S:... M:F.. L:...")
    assert (where(turn, "first", "S"), where(turn, "first", "M"), ball(turn)) == ("a1", "d3", ["first", "M"])
    assert told(turn, "void", "pass") == [(0, "void", "PB-foul")]
    assert where(turn, "second", "M") == "d6"


@pytest.mark.rule("PB-turn", "PB-win")
def test_roles_change_at_once_and_the_game_stops_with_the_point() -> None:
    """Advanced: Blue tackles in row 1; in row 2 Blue is the offence, so Red pushes and tackles back."""
    position = table({"M": "d4"}, {"M": "d5"}, mode="advanced", score=[0, 0])
    turn = play(position, "S:... M:.F. L:...", "S:... M:F.. L:...", "S", "S")
    assert told(turn, "tackle") == [(1, "tackle", "C8"), (2, "tackle", "C8")]
    assert (where(turn, "first", "M"), where(turn, "second", "M")) == ("d4", "d5")
    assert turn.position.score == (1, 1)
    basic = play(table({"M": "d4"}, {"M": "d5"}), "S:... M:.F. L:...", "S:... M:F.. L:...")
    assert basic.position.score == (0, 1)
    assert told(basic, "move", "push", "tackle", "won") == [
        (1, "move", "PB-move"),
        (1, "tackle", "C8"),
        (1, "won", "PB-win"),
    ]
    assert where(basic, "first", "M") == "d3", "rows 2 and 3 are not played"
    after = apply(basic.position, (Program(("...",) * 3), Program(("...",) * 3)))
    assert isinstance(after, Violation)
    assert (after.rule, said(after.reason)) == ("PB-win", "the game is over: Second has won")


@pytest.mark.rule("PB-win")
def test_the_sixth_point_wins_the_advanced_game() -> None:
    position = table({"M": "d7"}, {}, mode="advanced", score=[5, 0])
    turn = play(position, "S:FFF M:F.. L:...")
    assert (turn.position.winner, turn.position.score, ball(turn)) == (0, (6, 0), ["first", "M"])
    assert where(turn, "first", "S") == "a2", "the game stops after row 1"
    assert turn.position.locked is None


@pytest.mark.rule("PB-goal")
@pytest.mark.parametrize(("player", "start", "goal"), [("first", "d7", "d8"), ("second", "d2", "d1")])
def test_a_goal_by_carrying(player: str, start: str, goal: str) -> None:
    pieces = {"first": {}, "second": {}, player: {"M": start}}
    position = table(pieces["first"], pieces["second"], (player, "M"))
    program = "S:... M:.F. L:..."
    turn = play(position, *((program, STILL) if player == "first" else (STILL, program)))
    assert told(turn, "goal") == [(2, "goal", "PB-goal")]
    assert where(turn, player, "M") == goal
    assert turn.position.winner == ("first", "second").index(player)


@pytest.mark.rule("PB-goal", "PB-pass")
def test_a_goal_by_pass() -> None:
    turn = play(table({"M": "d4", "S": "d8"}, {}), "S:... M:... L:... pass2>S")
    assert told(turn, "pass", "goal") == [(2, "pass", "PB-pass"), (2, "goal", "PB-goal")]
    assert turn.position.winner == 0
    own = play(table({"M": "d4", "S": "d1", "L": "a1"}, {}), "S:... M:... L:... pass2>S")
    assert own.position.winner is None, "row 1 is the first player's own"


@pytest.mark.rule("PB-pass")
@pytest.mark.parametrize(
    ("start", "end", "stops", "passes"),
    [
        ("a1", "c3", ["b2"], ["a2", "b1", "b3", "c2"]),
        ("a1", "b3", ["a2", "b2"], ["b1", "a3"]),
        ("a1", "d2", ["b1", "c2"], ["b2", "c1"]),
        ("d4", "d8", ["d5", "d6", "d7"], ["c5", "e6"]),
    ],
)
def test_whom_a_pass_meets(start: str, end: str, stops: list[str], passes: list[str]) -> None:
    for square in stops + passes:
        position = table({"M": start, "L": end, "S": "g8"}, {"M": square})
        turn = play(position, "S:... M:... L:... pass3>L")
        if square in stops:
            assert told(turn, "interception", "pass") == [(3, "interception", "PB-pass")], square
            assert (ball(turn), turn.position.score) == (["second", "M"], (0, 1))
        else:
            assert told(turn, "interception", "pass") == [(3, "pass", "PB-pass")], square
            assert ball(turn) == ["first", "L"]
    own = play(table({"M": start, "L": end, "S": stops[0]}, {}), "S:... M:... L:... pass3>L")
    assert ball(own) == ["first", "L"], "only defenders intercept"


@pytest.mark.rule("PB-pass")
def test_a_pass_comes_before_the_moves_of_its_row_and_happens_once() -> None:
    position = table({"M": "d4", "L": "d5"}, {"M": "e5"})
    turn = play(position, "S:... M:..F L:F.F pass2>L", "S:... M:.R. L:...")
    assert ball(turn) == ["first", "L"], "the defender that enters d5 in row 2 comes too late"
    assert told(turn, "pass") == [(2, "pass", "PB-pass")]


@pytest.mark.rule("C10")
def test_a_blocked_pyramid_stands_still_for_the_rest_of_the_turn() -> None:
    position = table({"M": "d4"}, {"M": "d5"}, ("first", "S"))
    turn = play(position, "S:... M:FRR L:...")
    assert where(turn, "first", "M") == "d4"
    assert told(turn, "blocked", "cancelled") == [(1, "blocked", "C7"), (1, "cancelled", "C10")]
    assert said(find(turn, "cancelled").text) == "row 1: Red medium stands still for the rest of the turn"
    third = play(position, "S:... M:RLF L:...")
    assert told(third, "blocked", "cancelled") == [(3, "blocked", "C7")], "nothing is left to cancel"


@pytest.mark.rule("C5", "C8")
def test_the_sentence_of_a_tackle() -> None:
    turn = play(table({"M": "d4"}, {"M": "d6"}), STILL, "S:... M:FF. L:...")
    tackle = find(turn, "tackle")
    assert said(tackle.text) == "row 2: Red medium pushed d4 to d3 by Blue medium: tackle, 1 point"
    assert tackle.facts["score"] == [0, 1]
    push = find(play(table({"M": "d4"}, {"M": "d5"}, ("first", "S")), STILL, "S:... M:F.. L:..."), "push")
    assert (push.rule, said(push.text)) == ("C5", "row 1: Red medium pushed d4 to d3 by Blue medium")


@pytest.mark.rule("C6")
def test_a_pushed_pyramid_pushes_its_team_mate() -> None:
    turn = play(table({"M": "d4", "L": "d3"}, {"M": "d5"}, ("first", "S")), STILL, "S:... M:F.. L:...")
    pushes = [event for event in turn.events if event.kind == "push"]
    assert [(event.rule, event.facts["by"]) for event in pushes] == [("C5", ["second", "M"]), ("C6", ["first", "M"])]


@pytest.mark.rule("PB-01")
def test_the_opening_head_on() -> None:
    forward = "S:... M:F.. L:..."
    turn = play(initial(), forward, forward)
    assert (where(turn, "first", "M"), where(turn, "second", "M"), ball(turn)) == ("d3", "d4", ["second", "M"])
    assert told(turn, "blocked") == [(1, "blocked", "PB-01")]
    both = play(initial(), forward, forward, swap="b")
    assert (where(both, "first", "M"), where(both, "second", "M"), ball(both)) == ("d4", "d5", ["first", "M"])
    assert both.position.score == (0, 0)


@pytest.mark.rule("PB-06")
def test_the_pushed_goes_on_with_its_commands() -> None:
    position = table({"M": "d4"}, {"M": "d5"}, ("first", "S"))
    turn = play(position, "S:... M:.L. L:...", "S:... M:F.. L:...")
    assert where(turn, "first", "M") == "c3"
    agreed = play(position, "S:... M:.L. L:...", "S:... M:F.. L:...", push_cancels=True)
    assert where(agreed, "first", "M") == "d3"
    assert told(agreed, "cancelled") == [(1, "cancelled", "PB-06")]
    blocked = play(position, "S:... M:FL. L:...", "S:... M:F.. L:...")
    assert where(blocked, "first", "M") == "d3", "its own move was blocked head-on"


@pytest.mark.rule("PB-07")
def test_the_pinned_pyramid_is_not_cancelled() -> None:
    turn = play(table({"M": "a4"}, {"M": "b4"}), "S:... M:.F. L:...", "S:... M:RRR L:...")
    assert (where(turn, "first", "M"), where(turn, "second", "M"), ball(turn)) == ("a5", "b4", ["first", "M"])


@pytest.mark.rule("PB-10")
def test_pushed_into_the_goal_row_by_a_team_mate_is_a_goal() -> None:
    position = table({"M": "d7", "L": "d6"}, {"M": "d5"})
    turn = play(position, STILL, "S:... M:B.. L:...")
    assert told(turn, "push", "goal", "tackle") == [(1, "push", "C5"), (1, "push", "C6"), (1, "goal", "PB-goal")]
    agreed = play(position, STILL, "S:... M:B.. L:...", chain_tackle=True)
    assert told(agreed, "goal", "tackle") == [(1, "tackle", "PB-10")]
    assert agreed.position.winner == 1


@pytest.mark.rule("PB-11")
def test_tackled_into_the_goal_row_is_no_goal() -> None:
    turn = play(table({"M": "d7"}, {"M": "d6"}), STILL, "S:... M:B.. L:...")
    assert where(turn, "first", "M") == "d8"
    assert told(turn, "tackle", "goal", "notice") == [(1, "tackle", "C8"), (1, "notice", "PB-11")]
    assert turn.position.score == (0, 1)


@pytest.mark.rule("PB-12")
def test_the_first_defender_on_the_line_intercepts() -> None:
    position = table({"M": "d2", "L": "d7"}, {"M": "d6", "L": "d4"})
    turn = play(position, "S:... M:... L:... pass2>L")
    assert (ball(turn), told(turn, "interception")) == (["second", "L"], [(2, "interception", "PB-12")])
    assert said(find(turn, "interception").text) == (
        "row 2: the pass of Red medium to Red large is intercepted by Blue large on d4, "
        "which it meets before Blue medium: 1 point"
    )


@pytest.mark.rule("PB-13")
def test_a_thrower_that_is_told_to_move_moves() -> None:
    turn = play(table({"M": "d4", "L": "d6"}, {}), "S:... M:.R. L:... pass2>L")
    assert (where(turn, "first", "M"), ball(turn)) == ("e4", ["first", "M"])
    assert told(turn, "void", "pass") == [(2, "void", "PB-13")]


@pytest.mark.rule("PB-14", "C10")
def test_a_cancelled_thrower_throws() -> None:
    position = table({"M": "d4", "L": "a4"}, {"M": "d5"})
    program = "S:... M:FR. L:... pass2>L"
    turn = play(position, program)
    assert (told(turn, "pass"), ball(turn)) == ([(2, "pass", "PB-14")], ["first", "L"])
    agreed = play(position, program, pass_when_cancelled=False)
    assert (told(agreed, "pass", "void"), ball(agreed)) == ([(2, "void", "PB-14")], ["first", "M"])
    upright = play(position, "S:... M:F.. L:... pass2>L", pass_when_cancelled=False)
    assert told(upright, "pass") == [(2, "pass", "PB-pass")], "it was told to stand still anyway"


@pytest.mark.rule("PB-15")
@pytest.mark.parametrize("markers", ["pass2>M", "pass1>L", "pass2>L pass3>L"])
def test_void_markers(markers: str) -> None:
    turn = play(table({"M": "d4", "L": "d6"}, {}), f"S:... M:... L:... {markers}")
    assert ball(turn) == ["first", "M"]
    assert [rule for _, _, rule in told(turn, "void", "pass")] == ["PB-15"]


@pytest.mark.rule("PB-16")
def test_a_marker_acts_only_for_the_team_with_the_ball() -> None:
    position = table({"M": "d4"}, {"M": "e5", "L": "e8"}, mode="advanced")
    turn = play(position, STILL, "S:... M:... L:... pass2>L")
    assert (ball(turn), told(turn, "void", "pass")) == (["first", "M"], [(2, "void", "PB-16")])
    position = table({"M": "d4"}, {"M": "d5", "L": "d8"}, mode="advanced")
    turn = play(position, STILL, "S:... M:F.. L:... pass2>L", "S")
    assert told(turn, "tackle", "pass") == [(1, "tackle", "C8"), (2, "pass", "PB-pass")]
    assert ball(turn) == ["second", "L"], "it has the ball by then"
    between = table({"M": "d2", "L": "d6"}, {"M": "d4", "L": "g8"}, mode="advanced")
    turn = play(between, "S:... M:... L:... pass2>L", "S:... M:... L:... pass2>L", "S")
    assert told(turn, "interception", "void", "pass") == [(2, "interception", "PB-pass"), (2, "void", "PB-16")]
    assert ball(turn) == ["second", "M"], "as the row came, it did not have the ball"


@pytest.mark.rule("PB-17")
def test_whoever_has_the_ball_then_throws() -> None:
    """Blue's large has got the ball by row 2, which nobody could know; the marker is on the medium, then on itself."""
    position = table({"M": "d4"}, {"L": "d5", "M": "g5"}, mode="advanced")
    turn = play(position, STILL, "S:... M:... L:F.. pass2>M", "S")
    assert ball(turn) == ["second", "M"]
    turn = play(position, STILL, "S:... M:... L:F.. pass2>L", "S")
    assert (ball(turn), told(turn, "void")) == (["second", "L"], [(2, "void", "PB-17")])


@pytest.mark.rule("PB-18", "C10")
def test_a_blocked_pyramid_catches() -> None:
    turn = play(table({"M": "a4", "L": "d4"}, {"M": "d5"}), "S:... M:... L:FFF pass2>L")
    assert (told(turn, "pass"), ball(turn)) == ([(2, "pass", "PB-18")], ["first", "L"])


@pytest.mark.rule("PB-19")
def test_after_a_pass_only_the_new_carrier_can_be_tackled() -> None:
    position = table({"M": "d4", "L": "a6"}, {"M": "d5", "S": "a7"})
    program = "S:... M:... L:... pass2>L"
    turn = play(position, program, "S:... M:.F. L:...")
    assert (ball(turn), told(turn, "tackle", "push")) == (["first", "L"], [(2, "push", "C5")])
    turn = play(position, program, "S:.F. M:... L:...")
    assert told(turn, "pass", "tackle") == [(2, "pass", "PB-pass"), (2, "tackle", "C8")]


@pytest.mark.rule("PB-20", "C1", "C10")
def test_the_edge_cancels() -> None:
    turn = play(table({"M": "a4"}, {}), "S:... M:LFF L:...")
    assert where(turn, "first", "M") == "a4"
    assert told(turn, "blocked", "cancelled") == [(1, "blocked", "C1"), (1, "cancelled", "PB-20")]


@pytest.mark.rule("PB-21")
def test_getting_the_ball_in_the_goal_row_is_no_goal() -> None:
    pieces = {"M": "d1", "S": "a2", "L": "b4"}, {"M": "d6", "L": "c1", "S": "g8"}
    position = table(*pieces, mode="advanced")
    turn = play(position, STILL, "S:... M:... L:L..", "S")
    assert (turn.position.score, ball(turn)) == ((0, 1), ["second", "L"])
    assert told(turn, "tackle", "goal", "notice") == [(1, "tackle", "C8"), (1, "notice", "PB-21")]
    back = play(position, STILL, "S:... M:... L:LBF", "S", "c1", "M")
    assert told(back, "tackle", "goal") == [(1, "tackle", "C8"), (3, "goal", "PB-goal")], "out and in again"


@pytest.mark.rule("PB-22")
def test_a_turn_needs_the_programs_only() -> None:
    """No time enters: two sheets are played the moment they are there, and only a called foul voids one."""
    quick = play(initial(), "S:F.. M:... L:...", "S:F.. M:... L:...")
    assert (where(quick, "first", "S"), where(quick, "second", "S")) == ("f4", "f5")
    assert not told(quick, "void")


def scored(**more: Any) -> Position:
    """Red has scored on d8, and the ball lies on e8."""
    fields: dict[str, Any] = {"mode": "advanced", "score": [1, 0], "locked": "first", "ball": {"at": "e8"}}
    return table(**{"first": {"M": "d8"}, "second": {"L": "e7", "M": "a6"}} | fields | more)


@pytest.mark.rule("PB-30")
def test_where_the_ball_is_put_after_a_goal() -> None:
    position = table({"M": "d7"}, {"L": "e8", "M": "a6", "S": "a2"}, mode="advanced")
    programs = program_from_text("S:F.. M:F.. L:..."), program_from_text("S:.L. M:... L:...")
    asked = apply(position, programs)
    assert isinstance(asked, Pending)
    assert (asked.question.kind, asked.question.player, asked.question.options) == ("ball", 1, ("c8", "f8"))
    ways = list(all_turns(position, programs))
    assert [way.choices for way in ways if isinstance(way, Turn)] == [
        (square, size) for square in ("c8", "f8") for size in "SML"
    ]
    turn = apply(position, programs, ("f8", "M"))
    assert isinstance(turn, Turn)
    assert (ball(turn), turn.position.score, turn.position.locked) == ({"at": "f8"}, (1, 0), 0)
    assert turn.position.specials == ("", "M")
    edge = table({"M": "a7"}, {"M": "a6"}, mode="advanced")
    alone = play(edge, "S:... M:F.. L:...", STILL, "S")
    assert (ball(alone), alone.choices) == ({"at": "b8"}, ("S",)), "only one side has squares: nothing to choose"
    with raises_saying("choices: number 1, 'g8', is none of c8, f8"):
        apply(position, programs, ("g8",))
    with raises_saying("choices: only 2 are asked for in this turn, not 3"):
        apply(position, programs, ("f8", "M", "S"))


@pytest.mark.rule("PB-31")
def test_taking_up_the_loose_ball() -> None:
    turn = play(scored(), "S:... M:... L:...", "S:... M:... L:B..")
    assert (ball(turn), told(turn, "recover")) == (["second", "L"], [(1, "recover", "PB-31")])
    assert turn.position.score == (1, 0)
    loose = scored(first={"M": "d8", "L": "d6"}, second={"L": "d5", "M": "a6"})
    pushed = play(loose, "S:... M:... L:... pass2>M", "S:... M:... L:B..")
    assert told(pushed, "push", "tackle", "void", "pass") == [(1, "push", "C5"), (2, "void", "PB-16")]
    assert ball(pushed) == {"at": "e8"}
    late = play(scored(), "S:... M:.BB L:...", "S:... M:... L:BFF")
    assert told(late, "tackle", "push") == [], "roles change after the row's moves: then Red is the defence"


@pytest.mark.rule("PB-32")
def test_the_loose_ball_is_closed_to_the_scorers() -> None:
    beside = table(
        {"M": "d8", "L": "e7"}, {"L": "e6", "M": "a6"}, {"at": "e8"}, "advanced", score=[1, 0], locked="first"
    )
    own = play(beside, "S:... M:B.. L:F..", STILL)
    assert (told(own, "blocked"), where(own, "first", "L")) == ([(1, "blocked", "PB-32")], "e7")
    pushed = play(beside, "S:... M:B.. L:...", "S:... M:... L:B..")
    assert told(pushed, "blocked", "push") == [(1, "blocked", "PB-32")]


@pytest.mark.rule("PB-33")
def test_the_goal_row_is_closed_to_the_scorers() -> None:
    position = table(
        {"M": "d8", "L": "b7"}, {"L": "e7", "M": "a6"}, {"at": "e8"}, "advanced", score=[1, 0], locked="first"
    )
    outside = play(position, "S:... M:B.. L:F..")
    assert told(outside, "blocked") == [(1, "blocked", "PB-33")]
    stays = play(position, "S:... M:LLB L:...")
    assert told(stays, "locked-in", "blocked") == [(1, "locked-in", "PB-33"), (2, "locked-in", "PB-33")]
    assert where(stays, "first", "M") == "d7", "neither notice cancels the third command"
    assert where(play(position, "S:... M:F.B L:..."), "first", "M") == "d7", "read as a stand still, so not blocked"
    report = judge_sheet(position, 0, program_from_text("S:... M:L.. L:..."))
    assert [note.rule for note in report.notes] == ["PB-33"]
    assert {column.commands[0] for column in columns(position, 0, 1)} == {"B"}
    assert len(columns(position, 0, 2)) == 3 * 125


@pytest.mark.rule("PB-33")
def test_the_lock_ends_when_the_ball_leaves_the_row_or_is_thrown() -> None:
    held = scored(first={"M": "d7"}, second={"L": "e8", "M": "g6"}, ball=("second", "L"))
    leaves = play(held, "S:... M:... L:...", "S:... M:... L:F..")
    assert (leaves.position.locked, told(leaves, "unlocked")) == (None, [(1, "unlocked", "PB-33")])
    assert where(play(held, "S:... M:.F. L:...", "S:... M:... L:F.."), "first", "M") == "d8", "open from row 2 on"
    assert where(play(held, "S:... M:F.. L:...", "S:... M:... L:F.."), "first", "M") == "d7", "not yet in row 1"
    throws = play(held, "S:... M:.F. L:...", "S:... M:... L:... pass2>M")
    assert (told(throws, "unlocked", "pass"), where(throws, "first", "M")) == (
        [(2, "unlocked", "PB-33"), (2, "pass", "PB-pass")],
        "d8",
    )
    caught = play(
        scored(first={"M": "c7"}, second={"L": "e8", "M": "a6"}, ball=("second", "L")),
        STILL,
        "S:... M:... L:... pass2>M",
        "M",
    )
    assert (ball(caught), caught.position.locked) == (["first", "M"], None), "an intercepted attempt counts as well"
    walks = play(held, "S:... M:... L:...", "S:... M:... L:RL.")
    assert walks.position.locked == 0, "along the row is not out of it"


@pytest.mark.rule("PB-33")
def test_the_scorers_can_be_pushed_into_the_closed_row() -> None:
    position = scored(first={"M": "d7"}, second={"L": "d6"}, ball={"at": "f8"})
    turn = play(position, STILL, "S:... M:... L:B..")
    assert (where(turn, "first", "M"), told(turn, "push")) == ("d8", [(1, "push", "C5")])


@pytest.mark.rule("PB-34")
def test_staying_in_the_row_with_the_ball() -> None:
    position = scored(first={"M": "d4"}, second={"L": "e8"}, ball=("second", "L"))
    for turns in (1, 2, 3):
        turn = play(position)
        assert turn.position.stayed == turns
        assert bool(told(turn, "notice")) == (turns == 3)
        position = turn.position
    assert (turn.events[-1].rule, turn.position.locked) == ("PB-34", 0), "a suggestion; the lock stays"
    assert play(position, STILL, "S:... M:... L:F..").position.stayed == 0


@pytest.mark.rule("PB-special")
def test_a_special_pyramid_for_every_point_of_the_opponent() -> None:
    start: dict[str, Any] = {
        "mode": "advanced",
        "score": [0, 2],
        "specials": {"first": ["S"]},
        "more": {"spent": {"first": ["L"]}},
    }
    turn = play(table({"M": "d4"}, {"M": "d5"}, **start), STILL, "S:... M:F.. L:...")
    assert (turn.position.specials, turn.choices) == (("SM", ""), ()), "only the quick pass is left to take"
    start = {"mode": "advanced", "score": [0, 3], "specials": {"first": ["S", "M", "L"]}}
    turn = play(table({"M": "d4"}, {"M": "d5"}, **start), STILL, "S:... M:F.. L:...")
    assert (turn.position.score, told(turn, "special")) == ((0, 4), [])
    asked = apply(
        table({"M": "d4"}, {"M": "d5"}, mode="advanced"),
        (program_from_text(STILL), program_from_text("S:... M:F.. L:...")),
    )
    assert isinstance(asked, Pending)
    assert (asked.question.kind, asked.question.player, asked.question.options) == ("special", 0, ("S", "M", "L"))
    assert asked.question.rule == "PB-special"


DASHER: dict[str, Any] = {"mode": "advanced", "score": [0, 1], "specials": {"first": ["S"]}}


@pytest.mark.rule("PB-35")
def test_a_special_pyramid_won_in_this_turn_is_for_the_next() -> None:
    position = table({"M": "d4"}, {"M": "d5"}, mode="advanced")
    programs = program_from_text("S:FFFF M:... L:..."), program_from_text("S:... M:F.. L:...")
    assert isinstance(apply(position, programs), Violation)
    turn = play(position, STILL, "S:... M:F.. L:...", "S")
    after = play(turn.position, "S:FFFF M:... L:...")
    assert where(after, "first", "S") == "a5"
    several = table({}, {}, mode="advanced", score=[0, 2], specials={"first": ["S", "L"]}, ball=("second", "M"))
    both = play(several, "S:FFFF M:... L:FFF blitz", STILL)
    assert (where(both, "first", "S"), where(both, "first", "L"), both.position.specials) == ("a5", "c4", ("", ""))


@pytest.mark.rule("PB-36")
def test_a_special_pyramid_is_spent_even_in_vain() -> None:
    vain = play(table({"M": "d4"}, {}, **DASHER), "S:LFFF M:... L:...")
    assert (vain.position.specials, vain.position.spent) == (("", ""), ("S", ""))
    blitz = table({"M": "d4"}, {}, mode="advanced", score=[0, 1], specials={"first": ["L"]})
    turn = play(blitz, "S:... M:... L:FFF blitz")
    assert told(turn, "void") == [(0, "void", "PB-36")]
    assert (where(turn, "first", "L"), turn.position.spent) == ("c4", ("L", "")), "it moves as in any turn"
    again = apply(turn.position, (program_from_text("S:... M:... L:... blitz"), program_from_text(STILL)))
    assert isinstance(again, Violation)
    assert (again.rule, said(again.reason)) == ("PB-36", "First: a blitz: First has used it already")
    foul = play(table({"M": "d4"}, {}, **DASHER), "S:FFFF M:... L:... foul")
    assert (where(foul, "first", "S"), foul.position.spent) == ("a1", ("S", ""))


@pytest.mark.rule("PB-dash")
def test_dashes_are_simultaneous_under_the_same_rules() -> None:
    both: dict[str, Any] = {"mode": "advanced", "score": [1, 1], "specials": {"first": ["S"], "second": ["S"]}}
    position = table({"S": "d3"}, {"S": "d5"}, **both)
    turn = play(position, "S:...F M:... L:...", "S:...F M:... L:...")
    assert (where(turn, "first", "S"), where(turn, "second", "S")) == ("d3", "d4")
    assert told(turn, "blocked") == [(4, "blocked", "C2")]
    carrier = table({"S": "d7"}, {}, ("first", "S"), "advanced", score=[0, 1], specials={"first": ["S"]})
    goal = play(carrier, "S:...F M:... L:...", STILL, "c8", "S")
    assert told(goal, "goal") == [(4, "goal", "PB-goal")]
    refused = apply(initial(), (program_from_text("S:FFFF M:... L:..."), program_from_text(STILL)))
    assert isinstance(refused, Violation)
    assert refused.rule == "PB-dash"


@pytest.mark.rule("PB-37", "C10")
def test_a_cancelled_small_does_not_dash() -> None:
    turn = play(table({"S": "d4"}, {"S": "d5"}, ("first", "M"), **DASHER), "S:F..B M:... L:...")
    assert where(turn, "first", "S") == "d4"
    assert told(turn, "cancelled", "void") == [(1, "cancelled", "C10"), (4, "void", "PB-37")]
    other: dict[str, Any] = {"mode": "advanced", "score": [1, 0], "specials": {"second": ["S"]}}
    turn = play(table({"S": "d4"}, {"S": "d5"}, ("second", "M"), **other), STILL, "S:F..B M:... L:...")
    assert where(turn, "second", "S") == "d5"
    assert told(turn, "cancelled", "void") == [(1, "cancelled", "C10"), (4, "void", "PB-37")]
    with raises_saying("a pass is in row 1, 2 or 3, not 4"):
        Program.from_json({"S": "....", "M": "...", "L": "...", "pass": {"row": 4, "to": "L"}})


QUICK: dict[str, Any] = {"mode": "advanced", "score": [0, 1], "specials": {"first": ["M"]}}


@pytest.mark.rule("PB-quick")
def test_the_quick_pass() -> None:
    position = table({"M": "d4", "L": "a7"}, {}, **QUICK)
    turn = play(position, "S:... M:.FF L:FFF pass1>L quick", STILL, "L")
    assert told(turn, "pass", "goal") == [(1, "pass", "PB-pass"), (1, "goal", "PB-goal")]
    assert turn.position.spent == ("M", "")
    refused = apply(initial(), (program_from_text("S:... M:... L:... pass1>L quick"), program_from_text(STILL)))
    assert isinstance(refused, Violation)
    assert refused.rule == "PB-quick"


@pytest.mark.rule("PB-38")
def test_a_void_quick_pass() -> None:
    moving = play(table({"M": "d4", "L": "a7"}, {}, **QUICK), "S:... M:F.. L:... pass1>L quick")
    assert (told(moving, "void", "pass"), ball(moving)) == ([(1, "void", "PB-38")], ["first", "M"])
    assert (where(moving, "first", "M"), moving.position.spent) == ("d5", ("M", ""))
    for owner in (("first", "S"), ("second", "S")):
        without = play(table({"M": "d4", "L": "a7"}, {}, owner, **QUICK), "S:... M:... L:... pass1>L quick")
        assert (told(without, "void", "pass"), ball(without)) == ([(1, "void", "PB-38")], [*owner])
        assert without.position.spent == ("M", "")
    later = play(table({"M": "d4", "L": "a7"}, {}, **QUICK), "S:... M:... L:... pass2>L quick")
    assert told(later, "pass") == [(2, "pass", "PB-pass")], "an ordinary pass, and the special is spent"


BLITZ: dict[str, Any] = {"mode": "advanced", "score": [1, 0], "specials": {"second": ["L"]}}


@pytest.mark.rule("PB-blitz")
def test_the_blitz_needs_a_team_without_the_ball() -> None:
    position = table({"M": "d4"}, {"L": "d8"}, **BLITZ)
    turn = play(position, "S:... M:L.. L:...", "S:... M:... L:FFF blitz")
    moves = [event.row for event in turn.events if event.facts.get("piece") == ["second", "L"]]
    assert (moves, where(turn, "second", "L"), turn.position.spent) == ([1, 1, 1], "d5", ("", "L"))
    refused = apply(initial("advanced"), (program_from_text(STILL), program_from_text("S:... M:... L:... blitz")))
    assert isinstance(refused, Violation)
    assert refused.rule == "PB-blitz"


@pytest.mark.rule("PB-39")
def test_how_the_blitz_goes() -> None:
    """First commands together, then the large alone, and each part with tackles and roles as they are."""
    position = table({"M": "d5"}, {"L": "d8"}, **BLITZ)
    caught = play(position, "S:... M:BBB L:...", "S:... M:... L:FFF blitz")
    assert told(caught, "tackle") == [], "d5 has moved to d4 with the first commands, and the large ends on d5"
    assert where(caught, "first", "M") == "d2"
    stands = play(position, "S:... M:.BB L:...", "S:... M:... L:FFF blitz", "S")
    assert told(stands, "tackle") == [(1, "tackle", "C8")], "the third step reaches it before its second command"
    assert where(stands, "first", "M") == "d2"
    goes_on = play(table({"M": "d7"}, {"L": "d8"}, **BLITZ), STILL, "S:... M:... L:FF. blitz", "S")
    assert told(goes_on, "tackle") == [(1, "tackle", "C8")], "with the ball it is the offence in its second step"
    assert told(goes_on, "blocked") == [(1, "blocked", "C7")]
    blocked = play(table({"M": "a4"}, {"L": "d8", "S": "d7"}, **BLITZ), STILL, "S:... M:... L:FLL blitz")
    assert where(blocked, "second", "L") == "d8", "the block ends it"
    rows = play(position, "S:... M:L.. L:...", "S:... M:... L:F.. blitz")
    assert where(rows, "second", "L") == "d7", "it stands in rows 2 and 3"


@pytest.mark.rule("PB-36", "PB-foul")
def test_a_foul_spends_the_specials_laid_out() -> None:
    held: dict[str, Any] = {"mode": "advanced", "score": [0, 3], "specials": {"first": ["S", "M", "L"]}}
    position = table({"M": "d4"}, {}, ("second", "M"), **held)
    fouled = "S:FFFF M:... L:FFF pass1>L quick blitz foul"
    turn = play(position, fouled)
    assert (turn.position.specials[0], turn.position.spent[0]) == ("", "SML")
    assert told(turn, "move") == [], "and nothing comes of them"
    uses = [(event.text.rule, said(event.text)) for event in turn.events if event.kind == "special-used"]
    assert uses[0] == ("PB-36", "the special dash of Red comes to nothing and is spent all the same")
    notes = judge_sheet(position, 0, program_from_text(fouled)).notes
    assert [note.rule for note in notes] == ["PB-foul", "PB-36", "PB-36", "PB-36"]


@pytest.mark.rule("PB-39")
@pytest.mark.parametrize(("command", "throws"), [(".", True), ("L", False)])
def test_a_large_that_has_blitzed_throws_only_where_it_was_programmed_to_stand(command: str, throws: bool) -> None:
    """It takes the ball by a tackle in row 1 and stands in row 2, whatever the command there."""
    position = table({"M": "d5"}, {"L": "d6", "S": "a6"}, **BLITZ)
    turn = play(position, STILL, f"S:... M:... L:F{command}. pass2>S blitz", "S")
    assert told(turn, "tackle") == [(1, "tackle", "C8")]
    assert told(turn, "pass") == ([(2, "pass", "PB-pass")] if throws else [])
    assert (2, "void", "PB-39") in told(turn, "void") or throws


@pytest.mark.rule("PB-36")
def test_it_may_be_agreed_that_a_special_laid_out_unlawfully_is_handed_back() -> None:
    held: dict[str, Any] = {"mode": "advanced", "score": [0, 3], "specials": {"first": ["S", "M", "L"]}}
    with_ball = table({"M": "d4"}, {}, **held)
    turn = play(with_ball, "S:... M:... L:FFF blitz", hand_back=True)
    assert (turn.position.specials[0], turn.position.spent[0]) == ("SML", "")
    assert told(turn, "special-back", "void") == [(0, "special-back", "PB-36")]
    moving = play(with_ball, "S:... M:F.. L:... pass1>L quick", hand_back=True)
    assert (moving.position.specials[0], told(moving, "pass")) == ("SML", []), "the medium does not stand"
    quick = play(with_ball, "S:... M:... L:... pass1>L quick", hand_back=True)
    assert (quick.position.specials[0], quick.position.spent[0]) == ("SL", "M"), "allowed, so spent"
    elsewhere = play(table({"M": "d4"}, {}, ("first", "S"), **held), "S:... M:... L:... pass1>L quick", hand_back=True)
    assert elsewhere.position.specials[0] == "SML", "the medium has no ball"
    dash = play(with_ball, "S:FFFF M:... L:...", hand_back=True)
    assert dash.position.spent[0] == "S", "a dash is always allowed"
    late = play(table({"M": "d4"}, {}, ("second", "M"), **held), "S:FFFF M:... L:FFF blitz foul", hand_back=True)
    assert late.position.spent[0] == "SL", "a foul spends what was allowed"


def lain(position: Position, **agreed: Any) -> list[Turn]:
    """Turns in which nobody moves, up to the fifth."""
    turns = []
    for _ in range(5):
        turns.append(play(position, **agreed))
        position = turns[-1].position
    return turns


@pytest.mark.rule("PB-40")
def test_drop_ball_once_nobody_has_fetched_the_loose_ball_for_the_turns_agreed_on() -> None:
    turns = lain(scored(), drop_ball=3)
    assert [turn.position.stayed for turn in turns] == [1, 2, 3, 4, 5]
    assert [len(told(turn, "drop-ball")) for turn in turns] == [0, 0, 0, 1, 1]
    assert [turn.position.stayed for turn in lain(scored())] == [1, 2, 3, 4, 5], "five turns are usual"
    assert [turn.position.stayed for turn in lain(scored(), drop_ball=0)] == [0] * 5, "without it nothing is counted"
    assert told(turns[3], "notice") == [], "PB-34 is about a ball that is held"
    early, late = turns[1].position, turns[2].position
    assert ball(play(early, "S:... M:R.. L:...", drop_ball=3)) == {"at": "e8"}, "the square is still closed"
    fetched = play(late, "S:... M:R.. L:...", drop_ball=3)
    assert (ball(fetched), fetched.position.score, fetched.position.locked) == (["first", "M"], (1, 0), None)
    assert told(fetched, "goal") == [], "to take it up in the row is no goal"
    again = play(fetched.position, "S:... M:LBF L:...", STILL, "c8", "S", drop_ball=3)
    assert again.position.score == (2, 0), "out and in again is one"


@pytest.mark.rule("PB-40")
def test_it_is_told_for_how_long_nobody_has_fetched_the_ball() -> None:
    turns = lain(scored(), drop_ball=3)
    assert [len(told(turn, "notice")) for turn in turns] == [1, 1, 0, 0, 0]
    first, second = (said(find(turn, "notice").what) for turn in turns[:2])
    assert "for a turn; after 3 turns either side may" in first and "for 2 turns" in second
    assert not told(lain(scored(), drop_ball=0)[4], "notice"), (
        "where no drop ball has been agreed on, nothing is counted"
    )


@pytest.mark.rule("PB-40")
@pytest.mark.parametrize(
    ("first", "second", "programs", "choices", "lies"),
    [
        (
            {"S": "a5", "M": "d7", "L": "a4"},
            {"S": "c7", "M": "c1", "L": "b6"},
            (STILL, "S:B.. M:... L:... pass2>M"),
            ("b1", "S"),
            "b1",
        ),
        (
            {"S": "a5", "M": "d7", "L": "c7"},
            {"S": "f7", "M": "e5", "L": "b6"},
            ("S:... M:... L:FBF", STILL),
            ("b8", "S"),
            "b8",
        ),
        (
            {"S": "a5", "M": "d7", "L": "c7"},
            {"S": "f7", "M": "e5", "L": "b6"},
            ("S:... M:... L:FBF", STILL),
            ("d8", "S"),
            "d8",
        ),
    ],
    ids=["the other side scores with it", "the same side scores with it", "on the other side of the scorer"],
)
def test_the_turns_of_a_new_loose_ball_are_counted_anew(
    first: dict[str, str], second: dict[str, str], programs: tuple[str, str], choices: tuple[str, str], lies: str
) -> None:
    more: dict[str, Any] = {"score": [1, 0], "locked": "first", "more": {"stayed": 3}}
    turn = play(table(first, second, {"at": "c8"}, "advanced", **more), *programs, *choices, drop_ball=3)
    assert (ball(turn), sum(turn.position.score)) == ({"at": lies}, 2)
    assert turn.position.stayed == 0
    assert [after.position.stayed for after in lain(turn.position, drop_ball=3)] == [1, 2, 3, 4, 5]


@pytest.mark.rule("PB-34")
def test_the_turns_with_the_ball_in_a_locked_row_are_counted_anew_after_another_goal() -> None:
    """Second's pass is intercepted, First scores with it, and Second takes the ball up again, all in one turn."""
    held = table(
        {"M": "d7"},
        {"S": "c8", "M": "e6", "L": "e7"},
        ("second", "S"),
        "advanced",
        score=[1, 0],
        locked="first",
        more={"stayed": 2},
    )
    assert play(held).position.stayed == 3
    again = play(held, "S:... M:.F. L:...", "S:... M:... L:..B pass2>M", "S", "e8", "M")
    assert (again.position.score, ball(again), again.position.locked) == ((3, 0), ["second", "L"], 0)
    assert again.position.stayed == 1


@pytest.mark.rule("PB-40")
def test_turns_that_a_ball_has_lain_go_through_text_and_json() -> None:
    position = lain(scored(), drop_ball=5)[1].position
    assert position_from_text(position_to_text(position)) == position
    assert Position.from_json(position.to_json()) == position
    assert Options.from_json({"PB-40": 5}).drop_ball == 5
    for wrong in (True, -1, 10, "3"):
        with raises_saying("PB-40 is one of"):
            Options.from_json({"PB-40": wrong})
