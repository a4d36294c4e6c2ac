"""The movement step: cases worked out by hand, one for every conflict rule and ruling."""

import pytest

from companion.games.pyramid_ball.rules.board import EAST, INDEX, NORTH, OFF, SOUTH, SQUARES, STAND, WEST
from companion.games.pyramid_ball.rules.model import RULINGS, Options
from companion.games.pyramid_ball.rules.movement import OPEN, Ground, MovementStep, resolve

DIRECTIONS = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST, "-": STAND}
# Where the pyramids that a case does not speak of stand: out of the way.
CORNERS = ("a8", "g8", "g1")
OFFENCE, DEFENCE = 0, 1


def pyramid(name: str) -> int:
    """O1..O3 are the first player's, D1..D3 the second's."""
    return 3 * "OD".index(name[0]) + int(name[1]) - 1


def play(pieces: str, ball: str = "-", options: Options = RULINGS, ground: Ground = OPEN) -> MovementStep:
    """The step of pieces such as "O1 d4 N; D1 d5 S"; the others stand in far corners."""
    placed: dict[int, int] = {}
    intents = [STAND] * 6
    for piece in pieces.split("; "):
        name, square, direction = piece.split()
        placed[pyramid(name)] = INDEX[square]
        intents[pyramid(name)] = DIRECTIONS[direction]
    spare = iter(square for square in map(INDEX.__getitem__, (*CORNERS, "a1", "b8")) if square not in placed.values())
    squares = tuple(placed[each] if each in placed else next(spare) for each in range(6))
    return resolve(squares, intents, DEFENCE, -1 if ball == "-" else pyramid(ball), ground, options)


def ends(step: MovementStep, expected: str) -> None:
    for part in expected.split():
        name, square = part.split("=")
        assert SQUARES[step.squares[pyramid(name)]] == square, part


VECTORS = """
head-on, an empty square between | O1 d3 N; D1 d5 S | O1 | O1=d3 D1=d4 | O1 | -
head-on, adjacent, with the ball | O1 d4 N; D1 d5 S | O1 | O1=d3 D1=d4 | O1 | D1
carrier stands, defender walks in | O1 d4 -; D1 d5 S | O1 | O1=d3 D1=d4 | - | D1
carrier retreats, defender follows | O1 d4 S; D1 d5 S | O1 | O1=d3 D1=d4 | - | -
carrier sidesteps | O1 d4 E; D1 d5 S | O1 | O1=e4 D1=d4 | - | -
two defenders and the offence, same target | O1 d3 N; D1 c4 E; D2 e4 W | O1 | O1=d3 D1=c4 D2=e4 | D1 D2 O1 | -
two defenders into a standing carrier | O1 d4 -; D1 c4 E; D2 d5 S | O1 | O1=d4 D1=c4 D2=d5 | D1 D2 | -
push off the board | O1 a4 -; D1 b4 W | O1 | O1=a4 D1=b4 | D1 | -
push into a standing defender | O1 d4 -; D1 d5 S; D2 d3 - | O1 | O1=d4 D1=d5 D2=d3 | D1 | -
push into a defender that leaves | O1 d4 -; D1 d5 S; D2 d3 E | O1 | O1=d3 D1=d4 D2=e3 | - | D1
push into a square a defender wants | O1 d4 -; D1 d5 S; D2 c3 E | O1 | O1=d4 D1=d5 D2=d3 | D1 | -
chain, carrier first | O1 d4 -; O2 d3 -; D1 d5 S | O1 | O1=d3 O2=d2 D1=d4 | - | D1
chain, carrier second | O1 d3 -; O2 d4 -; D1 d5 S | O1 | O1=d2 O2=d3 D1=d4 | - | -
chain that ends at the edge | O1 d2 -; O2 d1 -; D1 d3 S | O1 | O1=d2 O2=d1 D1=d3 | D1 | -
two of the offence, same target | O1 c4 E; O2 e4 W | O1 | O1=c4 O2=e4 | O1 O2 | -
pushed pyramid beats a team-mate | O1 d4 -; O2 c3 E; D1 d5 S | O2 | O1=d3 O2=c3 D1=d4 | O2 | -
defender behind, team-mate contests | O1 d4 N; O2 c5 E; D1 d3 N | O1 | O1=d5 O2=c5 D1=d4 | O1 O2 | D1
offence into a standing team-mate | O1 d4 N; O2 d5 - | O1 | O1=d4 O2=d5 | O1 | -
into a standing defender, hit from the side | O1 d4 N; D1 d5 -; D2 c4 E | O1 | O1=e4 D1=d5 D2=d4 | O1 | D2
offence follows a retreating defender | O1 d4 N; D1 d5 N | O1 | O1=d5 D1=d6 | - | -
four-way rotation | O1 c3 E; O2 d4 W; D1 d3 N; D2 c4 S | O1 | O1=d3 O2=c4 D1=d4 D2=c3 | - | -
defenders swap | D1 d5 E; D2 e5 W | - | D1=d5 D2=e5 | D1 D2 | -
defender into a standing defender | D1 d5 E; D2 e5 - | - | D1=d5 D2=e5 | D1 | -
train of defenders | D1 d5 E; D2 e5 E; D3 f5 E | - | D1=e5 D2=f5 D3=g5 | - | -
train blocked by the edge | D1 e5 E; D2 f5 E; D3 g5 E | - | D1=e5 D2=f5 D3=g5 | D1 D2 D3 | -
two pushes into one square | O1 c4 -; O2 d5 -; D1 b4 E; D2 d6 S | O1 | O1=c4 O2=d5 D1=b4 D2=d6 | D1 D2 | -
opening | O1 b3 -; O2 d4 N; O3 f3 -; D1 b6 -; D2 d5 S; D3 f6 - | O2 | O1=b3 O2=d3 O3=f3 D1=b6 D2=d4 D3=f6 | O2 | D2
team-mate behind a blocked one | O1 d4 N; O2 d3 N; D1 d5 - | O1 | O1=d4 O2=d3 D1=d5 | O1 O2 | -
"""
CASES = [line.split(" | ") for line in VECTORS.strip().splitlines()]


@pytest.mark.parametrize(("pieces", "ball", "expected", "blocked", "tackler"), [case[1:] for case in CASES])
def test_vectors(pieces: str, ball: str, expected: str, blocked: str, tackler: str) -> None:
    step = play(pieces, ball)
    ends(step, expected)
    assert {*step.blocks} == {pyramid(name) for name in blocked.split() if name != "-"}
    assert step.tackler == (-1 if tackler == "-" else pyramid(tackler))


def rules(step: MovementStep) -> dict[str, str]:
    return {f"{'OD'[piece // 3]}{piece % 3 + 1}": block.rule for piece, block in step.blocks.items()}


@pytest.mark.rule("C1", "PB-20")
def test_the_edge_stops_everybody() -> None:
    step = play("O1 a4 W; D1 g5 E")
    ends(step, "O1=a4 D1=g5")
    assert rules(step) == {"O1": "C1", "D1": "C1"}


@pytest.mark.rule("C1", "PB-07")
def test_nobody_is_pushed_over_the_edge() -> None:
    step = play("O1 a4 -; D1 b4 W", "O1")
    ends(step, "O1=a4 D1=b4")
    assert rules(step) == {"D1": "PB-07"}, "the pinned one was standing still and is not blocked"
    assert step.tackler == -1


@pytest.mark.rule("C2")
def test_the_defence_gets_the_space_that_both_want() -> None:
    step = play("O1 d3 N; D1 c4 E")
    ends(step, "O1=d3 D1=d4")
    assert rules(step) == {"O1": "C2"}


@pytest.mark.rule("C3")
def test_two_defenders_block_each_other() -> None:
    step = play("D1 c4 E; D2 e4 W")
    ends(step, "D1=c4 D2=e4")
    assert rules(step) == {"D1": "C3", "D2": "C3"}


@pytest.mark.rule("C4")
def test_the_offence_takes_no_space_from_its_own() -> None:
    step = play("O1 d4 N; O2 d5 -")
    assert rules(step) == {"O1": "C4"}


@pytest.mark.rule("C5", "C8")
def test_a_defender_pushes_what_stands_still() -> None:
    step = play("O1 d4 -; D1 c4 E")
    ends(step, "O1=e4 D1=d4")
    assert step.tackler == -1, "no ball, no tackle"
    assert play("O1 d4 -; D1 c4 E", "O1").tackler == pyramid("D1")


@pytest.mark.rule("C6")
def test_two_of_the_offence_block_each_other_unless_one_is_pushed() -> None:
    assert rules(play("O1 c4 E; O2 e4 W")) == {"O1": "C6", "O2": "C6"}
    step = play("O1 d4 -; O2 c3 E; D1 d5 S")
    ends(step, "O1=d3 O2=c3")
    assert rules(step) == {"O2": "C6"}
    ends(play("O1 d4 -; O2 d3 -; D1 d5 S"), "O1=d3 O2=d2 D1=d4")


@pytest.mark.rule("C7")
def test_the_offence_stays_out_of_a_space_that_a_defender_holds_or_tries_to_enter() -> None:
    assert rules(play("O1 d4 N; D1 d5 -")) == {"O1": "C7"}
    step = play("O1 d3 N; D1 c4 E; D2 e4 W")
    ends(step, "O1=d3")
    assert rules(step) == {"O1": "C7", "D1": "C3", "D2": "C3"}, "though nobody gets there"


@pytest.mark.rule("C9")
def test_swapping_is_wanting_the_same_space() -> None:
    assert rules(play("D1 d5 E; D2 e5 W")) == {"D1": "C9", "D2": "C9"}
    assert rules(play("O1 d5 E; O2 e5 W")) == {"O1": "C9", "O2": "C9"}


@pytest.mark.rule("PB-01")
def test_head_on() -> None:
    pieces = "O1 d4 N; D1 d5 S"
    step = play(pieces, "O1")
    ends(step, "O1=d3 D1=d4")
    assert (rules(step), step.tackler) == ({"O1": "PB-01"}, pyramid("D1"))
    both = play(pieces, "O1", Options(swap="b"))
    ends(both, "O1=d4 D1=d5")
    assert (rules(both), both.tackler) == ({"O1": "PB-01", "D1": "PB-01"}, -1)


@pytest.mark.rule("PB-02")
def test_a_blocked_one_can_be_pushed_unless_agreed_otherwise() -> None:
    pieces = "O1 d4 N; D1 d5 -; D2 c4 E"
    ends(play(pieces, "O1"), "O1=e4 D2=d4")
    step = play(pieces, "O1", Options(push_blocked=False))
    ends(step, "O1=d4 D1=d5 D2=c4")
    assert rules(step) == {"O1": "C7", "D2": "PB-02"}
    ends(play("O1 d4 N; D1 d5 S", "O1", Options(push_blocked=False)), "O1=d3 D1=d4")
    chain = play("O1 d4 -; O2 e4 N; D1 c4 E; D2 e5 -", "O1", Options(push_blocked=False))
    ends(chain, "O1=d4 O2=e4 D1=c4")


@pytest.mark.rule("PB-03")
def test_following_a_defender() -> None:
    pieces = "O1 d4 N; D1 d5 N"
    ends(play(pieces), "O1=d5 D1=d6")
    step = play(pieces, options=Options(follow_defender=False))
    ends(step, "O1=d4 D1=d6")
    assert rules(step) == {"O1": "PB-03"}
    ends(play("O1 d4 N; O2 d5 N", options=Options(follow_defender=False)), "O1=d5 O2=d6")
    for stays in ("O1 d4 N; D1 d5 -", "O1 a7 N; D1 a8 N", "O1 d4 N; D1 d5 N; D2 d6 -"):
        assert rules(play(stays, options=Options(follow_defender=False)))["O1"] == "C7", "it did not leave"


@pytest.mark.rule("PB-04")
def test_defenders_are_never_pushed() -> None:
    assert rules(play("D1 d5 E; D2 e5 -")) == {"D1": "PB-04"}
    train = play("D1 e5 E; D2 f5 E; D3 g5 E")
    assert rules(train) == {"D1": "PB-04", "D2": "PB-04", "D3": "C1"}


@pytest.mark.rule("PB-05")
def test_rings_go_round() -> None:
    step = play("O1 c3 E; O2 d4 W; D1 d3 N; D2 c4 S")
    ends(step, "O1=d3 O2=c4 D1=d4 D2=c3")
    assert not step.blocks
    six = play("O1 c3 E; O2 d3 E; O3 e3 N; D1 e4 W; D2 d4 W; D3 c4 S")
    ends(six, "O1=d3 O2=e3 O3=e4 D1=d4 D2=c4 D3=c3")
    assert not six.blocks


@pytest.mark.rule("PB-07", "C4")
def test_a_push_ends_at_a_defender() -> None:
    for pieces in ("O1 d4 -; D1 d5 S; D2 d3 -", "O1 d4 -; O2 d3 -; D1 d5 S; D2 d2 -"):
        step = play(pieces, "O1")
        ends(step, "O1=d4 D1=d5")
        assert (rules(step), step.tackler) == ({"D1": "PB-07"}, -1)


@pytest.mark.rule("PB-08")
def test_a_push_yields_to_another_defender() -> None:
    step = play("O1 d4 -; D1 d5 S; D2 c3 E", "O1")
    ends(step, "O1=d4 D1=d5 D2=d3")
    assert rules(step) == {"D1": "PB-08"}
    held = play("O1 d4 -; D1 d5 S; D2 c3 E; D3 e3 W", "O1")
    ends(held, "O1=d4 D1=d5 D2=c3 D3=e3")
    assert rules(held) == {"D1": "PB-08", "D2": "C3", "D3": "C3"}


@pytest.mark.rule("PB-09")
def test_two_pushes_that_meet_both_fail() -> None:
    step = play("O1 c4 -; O2 d5 -; D1 b4 E; D2 d6 S", "O1")
    ends(step, "O1=c4 O2=d5 D1=b4 D2=d6")
    assert rules(step) == {"D1": "PB-09", "D2": "PB-09"}
    shared = play("O1 c4 -; O2 d4 -; O3 d5 -; D1 b4 E; D2 d6 S")
    ends(shared, "O1=c4 O2=d4 O3=d5 D1=b4 D2=d6")
    assert rules(shared) == {"D1": "PB-09", "D2": "PB-09"}, "the same pyramid in two pushes"


@pytest.mark.rule("PB-10")
def test_a_carrier_behind_a_pushed_team_mate() -> None:
    pieces = "O1 d3 -; O2 d4 -; D1 d5 S"
    assert play(pieces, "O1").tackler == -1
    agreed = play(pieces, "O1", Options(chain_tackle=True))
    ends(agreed, "O1=d2 O2=d3 D1=d4")
    assert agreed.tackler == pyramid("D1")


@pytest.mark.rule("PB-32")
def test_the_loose_ball_is_a_wall_for_the_team_that_scored() -> None:
    ground = Ground(team=OFFENCE, ball=INDEX["d8"], row=7)
    step = play("O1 d7 N", ground=ground)
    assert rules(step) == {"O1": "PB-32"}
    pushed = play("O1 d7 -; D1 d6 N", ground=ground)
    ends(pushed, "O1=d7 D1=d6")
    assert rules(pushed) == {"D1": "PB-32"}
    ends(play("D1 d7 N", ground=ground), "D1=d8")


@pytest.mark.rule("PB-33")
def test_the_closed_goal_row() -> None:
    ground = Ground(team=OFFENCE, ball=OFF, row=7)
    step = play("O1 d7 N; D1 e7 N", ground=ground)
    ends(step, "O1=d7 D1=e8")
    assert rules(step) == {"O1": "PB-33"}
    ends(play("O1 d7 -; D1 d6 N", ground=ground), "O1=d8 D1=d7")
    ends(play("O1 d8 S", ground=ground), "O1=d7")
