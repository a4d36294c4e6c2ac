"""A game of Looney Blockade as the app plays it, without a window."""

import random
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.devices.feeds import PracticeSource
from companion.app.games.deeds import Correct, Done, Enter, PassTurn, PutBack, RollDice, Suggest, TakeBack, Touch
from companion.app.games.hops import hops_between
from companion.app.games.opening import GameSetup, open_game, saved_games
from companion.app.games.presenter import TablePresenter
from companion.app.games.state import TableState
from companion.app.games.words import spoken
from companion.app.texts.texts import Texts
from companion.games.errors import GameError
from companion.games.looney_blockade.rules.model import Position
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.screen.entry import HopEntry, LooneyScore, hop
from companion.games.looney_blockade.screen.presenter import LOONEY
from companion.games.looney_blockade.table.practice import PracticeTable
from companion.referee.errors import RefereeError
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.texts.language import LANGUAGES
from tests.app.games.hints_of import hints_of
from tests.games.looney_blockade.screen.games import LooneyTable, new_game, play_turn, reopened, table

State = TableState[LooneyScore]


def same(one: State, other: State) -> bool:
    """Whether two states show the same game, however long ago its verdicts were."""
    timeless = [replace(state, moments=tuple(replace(m, took=0.0) for m in state.moments)) for state in (one, other)]
    return timeless[0] == timeless[1]


def test_a_game_by_touch_begins_with_the_set_up(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    state = game.state()
    assert (state.phase, state.side, state.source) == ("roll", "cool", "touch")
    assert state.grid["a1"] == "C3Y2Y2Y2Y2Y2"


def test_warm_may_start(tmp_path: Path) -> None:
    game, _ = table(tmp_path, first="warm")
    assert game.state().side == "warm"
    game.do(RollDice())
    assert set(game.state().roll or {}) == {"R", "Y"}


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 0, 1, 2), (0, 3, 1, 2)])
def test_hops_are_told_as_they_were_made(tmp_path: Path, order: tuple[int, ...]) -> None:
    """Also where the same table could have been reached in fewer hops, and after the app was left."""
    game, folder = table(tmp_path)
    game.do(RollDice({"B": 3, "G": 4}))
    hops = [hop("d1", "c1"), hop("c1", "b1"), hop("b1", "b2"), hop("c5", "d5")]
    for number in order:
        game.do(Enter(hops[number]))
    game.do(Done())
    game.close()
    for played in (game, reopened(folder)):
        verdict = played.state().moments[-1].verdict
        assert verdict.verdict == "legal"
        assert [hop(move["from"], move["to"]) for move in verdict.moves] == [hops[number] for number in order]
    words = TablePresenter(LOONEY, Texts("en")).words(played.state()).verdict(verdict)[0]
    assert sorted(order, key=lambda n: words.index(f"{hops[n]['from']}\u2013{hops[n]['to']}")) == list(order)


@pytest.mark.slow
def test_a_whole_game_is_won_and_undone(tmp_path: Path) -> None:
    game, folder = table(tmp_path)
    rng = random.Random(1)
    while game.state().phase != "won":
        assert game.state().phase == "roll"
        play_turn(game, rng)
    state = game.state()
    assert state.winner and max(state.score.towers.values()) >= 5
    assert not state.moments[-1].verdict.reason
    game.close()
    assert [kept.over for kept in saved_games(tmp_path)] == [True]
    again = reopened(folder)
    assert same(again.state(), state)
    again.do(TakeBack())
    assert again.state().phase == "move"


def test_points_left_follow_the_hops(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 5, "G": 2}))
    game.do(Enter(hop("d4", "c3")))
    assert game.state().left == {"B": 4, "G": 2}
    game.do(TakeBack())
    assert game.state().left == {"B": 5, "G": 2}


def test_low_dice_may_be_summed_for_one_colour_only(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 1, "G": 2}))
    assert game.state().left == {"B": 3, "G": 3}
    game.do(Enter(hop("d4", "c3")))
    assert game.state().left == {"B": 2, "G": 2}
    game.do(Enter(hop("b2", "b3")))
    assert game.state().left == {"B": 0, "G": 1}


def test_an_illegal_turn_is_explained_and_put_back(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Enter(hop("a1", "c4")))
    assert game.state().left is None
    game.do(Done())
    state = game.state()
    assert state.phase == "illegal"
    assert state.verdict and state.verdict.rule == "BK-own"
    assert state.strayed == (("a1", "c4"),)
    assert state.nearest
    assert state.grid["c4"].endswith("Y2") and not state.believed["c4"].endswith("Y2")
    game.do(PutBack())
    assert game.state().phase == "move"
    assert game.state().roll == {"B": 4, "G": 5}


def test_legal_turns_like_an_illegal_one_are_shown(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 6, "G": 1}))
    game.do(Enter(hop("b3", "b1")))
    game.do(Done())
    nearest = game.state().nearest
    assert game.state().phase == "illegal" and len({str(each.grid) for each in nearest}) == len(nearest) == 3


def test_both_may_accept_what_the_rules_forbid(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Enter(hop("a1", "c3")))
    game.do(Done())
    assert game.state().phase == "illegal"
    game.do(Correct({"accept": True}))
    state = game.state()
    assert (state.phase, state.side, state.grid["c3"]) == ("roll", "warm", "C3Y2")


def test_passing_gives_the_turn_away(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Done())
    assert (game.state().phase, game.state().side) == ("roll", "warm")
    game.do(RollDice({"R": 1, "Y": 1}))
    assert (game.state().phase, game.state().side) == ("move", "warm")


def test_a_pass_is_a_turn_with_its_own_words_a_dot_and_an_undo(tmp_path: Path) -> None:
    """It was announced as "Taken back" where something had been put back before, and could not be undone."""
    presenter = TablePresenter(LOONEY, Texts("en"), {"cool": "Ada", "warm": "Ben"})
    game, folder = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Enter(hop("a1", "c3")))
    game.do(Done())
    game.do(PutBack())
    dots = len(game.state().moments)
    game.do(Done())
    state = game.state()
    assert (state.phase, state.side, state.can_undo, len(state.moments)) == ("roll", "warm", True, dots + 1)
    view = presenter.view(state)
    assert (view.headline, view.words[0]) == ("Passed", "Ada does not move")
    assert spoken(presenter.words(state), state) == "Passed"
    presenter.here.moment = dots
    assert presenter.view(state).headline == "Passed"
    presenter.here.moment = None
    game.close()
    game = reopened(folder)
    assert same(game.state(), state)
    game.do(TakeBack())
    assert (game.state().phase, game.state().side, game.state().roll) == ("move", "cool", {"B": 4, "G": 5})
    game.do(Enter(hop("d4", "c3")))
    game.do(Done())
    assert game.state().moments[-1].verdict.moves
    with pytest.raises(RefereeError, match="roll first"):
        game.do(PassTurn())
    game.close()
    assert same(reopened(folder).state(), game.state())


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_followed_by_a_roll_without_having_moved_has_passed(tmp_path: Path, language: str) -> None:
    """Beside a camera nobody taps: the next one rolls."""
    game, folder = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(RollDice({"R": 1, "Y": 1}))
    state = game.state()
    assert (state.phase, state.side) == ("move", "warm")
    passed = state.moments[-1].verdict
    assert (passed.verdict, passed.moves, passed.side) == ("legal", (), "cool")
    words = TablePresenter(LOONEY, Texts(language), {"cool": "Ada"}).words(state).verdict(passed)
    assert words[0] == Texts(language)("say.pass.unseen", player="Ada")
    assert game.state().undoes_roll
    game.do(TakeBack())
    assert (game.state().phase, game.state().side, game.state().undoes_roll) == ("roll", "warm", False)
    game.do(TakeBack())
    assert (game.state().phase, game.state().side, game.state().roll) == ("move", "cool", {"B": 4, "G": 5})
    game.close()
    assert same(reopened(folder).state(), game.state())


def test_a_roll_again_is_no_pass(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(RollDice({"B": 1, "G": 1}))
    assert len(game.state().moments) == 1 and game.state().side == "cool"


def test_beside_a_camera_one_can_pass_by_a_tap(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    watched = replace(game.state(), source="camera", running=True)
    actions = {action.name: action for action in TablePresenter(LOONEY, Texts("en")).view(watched).actions}
    intent = actions["pass"].intent
    assert intent
    intent.do(game)
    assert (game.state().phase, game.state().side) == ("roll", "warm")


def test_a_cell_can_be_corrected(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(Correct({"cells": {"b1": "G3"}}))
    assert game.state().grid["b1"] == "G3"
    game.do(TakeBack())
    assert game.state().grid["b1"] == "G3G1"


def test_hints_tell_where_and_why_not(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Touch("d4"))
    hint = game.state().hint
    assert hint and hint.costs["c3"] == 1 and "a1" in hint.refused
    hints_of(game).on = False
    game.do(Touch("d4"))
    assert game.state().hint is None
    game.do(Touch("d4"))
    game.do(Suggest())
    assert game.state().hint is None and game.state().suggestion is None


def test_what_is_entered_is_there_again(tmp_path: Path) -> None:
    game, folder = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Enter(hop("d4", "c3")))
    game.do(Enter(hop("c3", "d3")))
    game.do(TakeBack())
    game.close()
    game = reopened(folder)
    assert [(hop["from"], hop["to"]) for hop in game.state().draft] == [("d4", "c3")]
    game.do(Done())
    game.do(RollDice({"R": 1, "Y": 1}))
    assert game.state().phase == "move"
    game.close()
    game = reopened(folder)
    assert game.state().phase == "move" and game.state().draft == ()
    game.do(Done())
    game.close()
    game = reopened(folder)
    assert (game.state().phase, game.state().side) == ("roll", "cool")
    (folder / "entered.json").write_text('{"after": 3, "hops"')
    game.close()
    reopened(folder).close()


def watched(folder: Path) -> tuple[LooneyTable, PracticeTable]:
    """A game under way at a simulated table that stands as the test puts it."""
    game, _ = table(folder, source="practice", seed=1)
    source = game.source
    assert isinstance(source, PracticeSource)
    while game.state().phase != "move":
        game.step()
    assert isinstance(source.table, PracticeTable)
    return game, source.table


def put(game: LooneyTable, practice: PracticeTable, grid: Mapping[str, str]) -> State:
    practice.lay(grid)
    game.step()  # a hand
    game.step()
    return game.state()


@pytest.mark.slow
def test_a_piece_in_the_hand_asks_where_it_may_go(tmp_path: Path) -> None:
    game, practice = watched(tmp_path)
    game.do(Suggest())
    suggestion = game.state().suggestion
    assert suggestion
    believed, hop = dict(game.state().believed), suggestion.moves[0]
    held = {**believed, hop["from"]: believed[hop["from"]][:-2]}
    state = put(game, practice, held)
    assert state.phase == "move" and state.grid == believed
    assert state.hint and state.hint.lifted and state.hint.start == hop["from"] and hop["to"] in state.hint.costs
    presenter = TablePresenter(LOONEY, Texts("en"))
    board = presenter.view(state).board
    assert board.frames[hop["from"]] == "mark" and board.badges[hop["to"]][1] == "good"
    no = next(cell for cell in state.hint.refused if cell != hop["from"])
    assert presenter.tap(state, no) is None and presenter.view(state).words[0].startswith(f"{no}: ")
    assert put(game, practice, held).hint == state.hint
    back = put(game, practice, believed)
    assert back.phase == "move" and back.hint is None


@pytest.mark.slow
def test_a_piece_taken_off_is_called_out_where_there_are_no_hints(tmp_path: Path) -> None:
    game, practice = watched(tmp_path)
    hints_of(game).on = False
    believed = dict(game.state().believed)
    cell = next(cell for cell in believed if len(believed[cell]) == 4)
    assert put(game, practice, {**believed, cell: believed[cell][:-2]}).phase == "illegal"


def test_a_roll_that_cannot_be_is_refused(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    with pytest.raises(Exception, match="roll"):
        game.do(RollDice({"B": 7, "G": 1}))
    assert game.state().phase == "roll"
    with pytest.raises(RefereeError, match="nothing to undo"):
        game.do(TakeBack())


@pytest.mark.slow
def test_the_practice_table_breaks_a_rule_and_is_once_in_doubt(tmp_path: Path) -> None:
    game, folder = table(tmp_path, source="practice", seed=4, more={"breaches": 100, "glares": 100})
    seen: list[str] = []
    while game.state().phase != "unsure":
        game.advance()
        seen.append(game.state().phase)
    assert "illegal" in seen and game.state().picture is not None
    game.do(Correct({"reading": 0}))
    before = game.state()
    assert before.phase == "roll"
    assert before.verdict and before.verdict.verdict == "legal", "it reads as after any turn"
    game.close()
    again = reopened(folder)
    assert again.state().believed == before.believed
    again.advance()
    assert again.state().side == before.side


@pytest.mark.slow
def test_an_accepted_breach_does_not_stop_the_practice_table(tmp_path: Path) -> None:
    for seed in range(20):
        game, _ = table(tmp_path / str(seed), source="practice", seed=seed, more={"breaches": 100})
        while game.state().phase != "illegal":
            game.advance()
        try:
            game.do(Correct({"accept": True}))
            break
        except GameError:
            # A stack that can never come to stand cannot be believed in either, accepted or not.
            assert game.state().phase == "illegal"
    side = game.state().side
    game.advance()
    assert (game.state().phase, game.state().side, game.notice) == ("move", side, None)


def test_trees_count_as_towers_when_no_black_is_left() -> None:
    """BK-12, for the table as it is and for the past (a moment keeps its score)."""
    usual = dict(initial().grid)
    blue = [cell for cell in usual if usual[cell].startswith("B3")][:3]
    grid = {**usual, **dict.fromkeys(blue, "B3B2B1")}
    empty = Position.from_json({"grid": grid, "supply": [0, 0, 0], "to_move": "cool"})
    assert HopEntry({}).score(empty) == LooneyScore({"R": 0, "Y": 0, "G": 0, "B": 3}, (0, 0, 0))


def test_strayed_pieces_are_matched_by_kind() -> None:
    before = {"a1": "C3Y2Y2", "b1": "G3G1", "c1": "B3"}
    assert hops_between(before, {"a1": "C3Y2", "b1": "G3G1", "c1": "B3Y2"}) == (("a1", "c1"),)
    assert hops_between(before, {"a1": "C3Y2", "b1": "G3G1", "c1": "B3"}) == ()


@pytest.mark.slow
def test_a_journal_cut_anywhere_loses_nothing_that_was_announced(tmp_path: Path) -> None:
    game, folder = table(tmp_path)
    rng = random.Random(5)
    states = [game.state()]
    ends = [(folder / JOURNAL_NAME).stat().st_size]
    for _ in range(4):
        play_turn(game, rng)
        states.append(game.state())
        ends.append((folder / JOURNAL_NAME).stat().st_size)
    game.close()
    whole = (folder / JOURNAL_NAME).read_bytes()
    for cut in sorted(rng.sample(range(ends[0], len(whole) + 1), 50)):
        (folder / JOURNAL_NAME).write_bytes(whole[:cut])
        announced = max(number for number, end in enumerate(ends) if end <= cut)
        again = reopened(folder)
        assert len(again.state().moments) >= len(states[announced].moments)
        assert again.state().moments[: len(states[announced].moments)][-1].verdict == states[announced].verdict
        again.close()


PLAYER = """
import random, sys
from pathlib import Path
from tests.games.looney_blockade.screen.games import LooneyTable, play_turn, reopened
game = reopened(Path(sys.argv[1]))
rng = random.Random(2)
while game.state().phase != "won":
    play_turn(game, rng)
    print(len(game.state().moments), flush=True)
"""


@pytest.mark.slow
def test_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    folder = new_game(GameSetup(source="touch"), tmp_path)
    root = Path(__file__).parents[4]
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(folder)], stdout=subprocess.PIPE, text=True, cwd=root
    ) as player:
        assert player.stdout
        announced = [int(player.stdout.readline()) for _ in range(3)][-1]
        player.send_signal(signal.SIGKILL)
        announced = max([announced, *map(int, player.stdout.read().split())])
    again = open_game(folder)
    assert len(again.state().moments) >= announced
    again.close()
