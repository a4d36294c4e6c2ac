"""Pyramid Ball by touch, without a window: programs entered in secret one after the other, carried out, taken back."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from companion.app.answers import _question
from companion.app.games.companion import Companion
from companion.app.games.deeds import Correct, Deed, Done, Enter, Suggest, TakeBack
from companion.app.games.opening import open_game, saved_games
from companion.app.games.opponents import STRENGTHS
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import PlayedTable
from companion.app.games.words import spoken
from companion.app.records.page import write_page
from companion.app.texts.texts import Texts
from companion.cli import main
from companion.games.pyramid_ball.rules.notation import program_to_text, turn_from_text
from companion.games.pyramid_ball.screen.deeds import Choose, EndTimer, Foul, Stands, StartTimer
from companion.games.pyramid_ball.screen.entry_desk import covered
from companion.games.pyramid_ball.screen.presenter import BALL, mode
from companion.games.pyramid_ball.screen.programs import Programs
from companion.referee.errors import RefereeError
from companion.referee.keeping import journal
from companion.sharing.feed.news import TableNews, standing_of
from companion.texts.language import LANGUAGES
from tests.app.games.hints_of import hints_of
from tests.games.pyramid_ball.screen.by_touch import PLAYERS, STILL, ByTouch
from tests.games.pyramid_ball.screen.scripted import GAME
from tests.games.pyramid_ball.screen.test_presenter import press

ROOT = Path(__file__).parents[4]
# What is in the first player's program, and nowhere else.
SECRET = "S:BLB M:BRB L:RBR"


def presenter() -> TablePresenter:
    shown = TablePresenter(BALL, Texts("en"))
    shown.begin(PLAYERS)
    return shown


def test_programs_are_entered_and_carried_out(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    assert game.table.state().phase == "roll"
    game.table.do(EndTimer())
    game.tap("FFF" + "R")
    sheet = game.table.state().own.entry.sheet
    assert sheet.words["S"] == "FFF" and sheet.words["M"] == "R" and sheet.pyramid == "M"
    for step in ("erase", "pass_row", "pass_to"):
        game.table.do(Enter({step: ""}))
    sheet = game.table.state().own.entry.sheet
    assert sheet.words["M"] == "" and sheet.whole()["pass"] == {"row": 1, "to": "L"}
    game.table.do(Enter({"pass_to": ""}))
    game.table.do(Done())
    assert game.table.side == "second" and game.table.fault is None
    game.tap("F")
    game.table.do(Done())
    state = game.table.state()
    assert game.kinds == ["setup", "programs", "legal"] and state.phase == "roll"
    assert state.moments[-1].verdict.more["programs"]["first"]["S"] == "FFF"
    assert game.position["first"]["S"] == "f4" and game.position["second"]["S"] == "f5"
    again = game.reopened().state()
    assert again.score == state.score
    assert [moment.verdict for moment in again.moments] == [moment.verdict for moment in state.moments]


def test_a_full_row_of_commands_begins_anew(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.table.do(EndTimer())
    game.tap("FFF")
    game.table.do(Enter({"pyramid": "S"}))
    game.tap("R")
    assert game.table.state().own.entry.sheet.words["S"] == "R"


def test_an_unknown_step_is_refused(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.table.do(EndTimer())
    for step in ({"command": "X"}, {"jump": ""}, {"command": "F", "pyramid": "M"}, {}):
        with pytest.raises(RefereeError, match="can be entered so now"):
            game.table.do(Enter(step))


@pytest.mark.rule("PB-foul")
def test_a_foul_voids_a_program(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.table.do(StartTimer())
    game.table.do(Foul("first"))
    assert game.table.state().own.fouls == ("first",) and game.table.state().own.programs is None
    game.table.do(EndTimer())
    assert game.table.side == "second"
    game.table.do(Done())
    state = game.table.state()
    assert state.moments[-1].verdict.more["programs"]["first"]["void"] and game.position["first"]["S"] == "f3"


@pytest.mark.rule("PB-foul")
def test_two_fouls_leave_nothing_to_be_entered(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.table.do(StartTimer())
    game.table.do(Foul("first"))
    game.table.do(Foul("second"))
    game.table.do(EndTimer())
    game.table.advance()
    assert game.kinds[-1] == "legal" and game.table.state().phase == "roll"


def test_a_program_that_cannot_be_is_refused_with_its_rule(tmp_path: Path) -> None:
    game, shown = ByTouch(tmp_path), presenter()
    game.enter(STILL)
    game.table.do(Enter({"switch": "blitz"}))
    game.table.do(Done())
    state = game.table.state()
    assert state.fault is not None and state.side == "second"
    press(shown, state, "uncover")
    view = shown.view(state)
    assert view.rule == state.fault.rule and "basic game" in view.words[0] and "rule" in [a.name for a in view.actions]
    assert spoken(shown.words(state), state).startswith("Not allowed. Blitz")
    game.table.do(Enter({"switch": "blitz"}))
    assert game.table.state().fault is None
    game.table.do(Done())
    assert game.kinds[-1] == "legal"


def test_undo_takes_one_step_back_at_a_time_also_after_a_restart(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.table.do(StartTimer())
    game.table.do(EndTimer())
    game.tap("FR")
    game.table.do(Done())
    game.tap("B")
    game.reopened()
    entry = game.table.state().own.entry
    assert (entry.side, entry.sheet.words["S"]) == ("second", "B")
    game.table.do(TakeBack())
    game.table.do(TakeBack())
    entry = game.table.state().own.entry
    assert (entry.side, entry.sheet.words["S"]) == ("first", "FR")
    for _ in "FR":
        game.table.do(TakeBack())
    assert game.table.state().own.timer == "end" and not game.table.state().own.entry.begun
    game.table.do(TakeBack())
    assert game.table.state().own.timer == "" and not game.table.state().can_undo
    with pytest.raises(RefereeError):
        game.table.do(TakeBack())


KILLED = """
import os, signal, sys
from pathlib import Path
from companion.app.games.deeds import Done, Enter
from companion.games.pyramid_ball.screen.deeds import EndTimer, StartTimer
from tests.games.pyramid_ball.screen.by_touch import ByTouch
game = ByTouch(Path(sys.argv[1]), mode="advanced")
game.table.do(StartTimer())
game.table.do(EndTimer())
game.tap("FFR")
game.table.do(Enter({"pass_row": ""}))
game.table.do(Done())
game.tap("B")
print(game.folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_killed_in_the_middle_of_a_program_it_goes_on_there(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    table = open_game(Path(done.stdout.strip()))
    assert isinstance(table, PlayedTable)
    state = table.state()
    assert (state.side, state.own.entry.sheet.words, state.own.timer) == ("second", {"S": "B", "M": "", "L": ""}, "end")
    shown = presenter()
    assert shown.view(state).headline == "Hand the tablet to Ben" and covered(state, shown.here.own)
    table.do(Done())
    made = table.state().moments[-1].verdict.more["programs"]
    assert (made["first"]["S"], made["first"]["pass"]["row"], made["second"]["S"]) == ("FFR", 1, "B..")
    table.close()


def test_a_turn_is_taken_back_whole(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.enter("S:F.. M:... L:...", "S:F.. M:... L:...")
    before = game.position
    game.enter("S:F.. M:... L:...", "S:F.. M:... L:...")
    game.table.do(TakeBack())
    state = game.table.state()
    assert state.score.position == before and state.own.programs is None and state.own.timer == ""
    assert game.reopened().state().score.position == before
    game.table.do(TakeBack())
    assert game.position["first"]["S"] == "f3" and not game.table.state().can_undo


def test_a_hint_fills_the_program(tmp_path: Path) -> None:
    game, shown = ByTouch(tmp_path), presenter()
    game.table.do(EndTimer())
    press(shown, game.table.state(), "uncover")
    game.table.do(Suggest())
    state = game.table.state()
    assert "".join(state.own.entry.sheet.words.values()).strip(".")
    assert "filled in" in shown.view(state).words[1]
    game.tap("F")
    assert game.table.state().own.entry.why is None
    hints_of(game.table).on = False
    game.table.do(TakeBack())
    game.table.do(TakeBack())
    game.table.do(Suggest())
    assert not game.table.state().own.entry.begun


@pytest.mark.rule("PB-30")
def test_the_rules_questions_are_asked_before_the_turn_is_carried_out(tmp_path: Path) -> None:
    game, shown = ByTouch(tmp_path, mode="advanced"), presenter()
    game.enter("S:... M:RFF L:...", STILL)
    game.enter("S:... M:FFF L:...", STILL)
    state = game.table.state()
    view = shown.view(state)
    asked = [row.name for row in view.rows[0]]
    assert mode(state, shown.here.own) == "choice" and state.side == state.own.choice["player"]
    assert asked == [f"choose {option}" for option in state.own.choice["options"]]
    game.reopened()
    while choice := game.table.state().own.choice:
        with pytest.raises(RefereeError):
            game.table.do(Choose("a1"))
        game.table.do(Choose(choice["options"][0]))
    assert game.kinds[-1] == "legal" and game.position["score"] == [1, 0]


def test_of_a_question_only_the_last_answer_is_taken_back(tmp_path: Path) -> None:
    game = ByTouch(tmp_path, mode="advanced")
    game.enter("S:... M:RFF L:...", STILL)
    game.enter("S:... M:FFF L:...", STILL)
    first = game.table.state().own.choice
    game.table.do(Choose(first["options"][0]))
    assert game.table.state().own.choice["kind"] != first["kind"]
    game.table.do(TakeBack())
    state = game.table.state()
    assert state.own.choice == first and state.own.programs
    game.table.do(TakeBack())
    assert game.table.state().own.programs is None and game.position["score"] == [0, 0]


def test_a_table_is_corrected_by_saying_where_a_piece_stands(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.table.do(Correct({"cells": {"e5": "R2K1"}}))
    assert game.position["first"]["M"] == "e5" and game.table.state().believed["d4"] == ""
    game.table.do(Correct({"cells": {"f3": "R1K1"}}))
    assert game.position["ball"] == ["first", "S"] and game.table.state().believed["e5"] == "R2"
    game.table.do(TakeBack())
    assert game.position["ball"] == ["first", "M"]


class NotYet(Companion):
    """The app is killed before the turn is carried out."""

    def answer(self, deed: Deed) -> Iterator[Deed]:
        if not isinstance(deed, Stands):
            yield deed


def test_both_have_the_same_programs_after_a_kill_between_them_and_the_turn(
    tmp_path: Path,
) -> None:
    game = ByTouch(tmp_path)
    game.enter(SECRET)
    game.table.companions = (NotYet(), *game.table.companions)
    game.enter(STILL)
    assert game.kinds[-1] == "programs"
    game.reopened().advance()
    assert game.kinds[-1] == "legal" and game.position["first"]["S"] == "e1"


def test_nobody_sees_a_program_before_both_are_made(tmp_path: Path) -> None:
    """Neither the player who has the tablet, nor who is told of the game: whatever is covered is in nothing that leaves
    the table."""
    game, shown = ByTouch(tmp_path), presenter()
    game.enter(SECRET)
    state = game.table.state()
    assert mode(state, shown.here.own) == "enter" and state.side == "second"
    for uncovered in (False, True):
        view = shown.view(state)
        assert view.board.arrows == ()
        labels = [action.label for action in (*view.actions, *(each for row in view.rows for each in row))]
        told = " ".join([view.title, view.headline, *view.words, view.banner, *labels])
        assert "B L B" not in told and "R B R" not in told
        if not uncovered:
            assert shown.tap(state, "f5") is None
            press(shown, state, "uncover")
    assert not any(word in repr(getattr(state, field.name)) for field in fields(state) for word in ("BLB", "RBR"))
    asked = json.dumps(_question("", game.table.board, dict.fromkeys(LANGUAGES, shown), state))
    for told in (_told(game), asked):
        assert "BLB" not in told and "RBR" not in told
    game.enter(STILL)
    assert "BLB" in _told(game)


def _told(game: ByTouch) -> str:
    """All that is published of a game so far."""
    table = game.table
    contents = journal.read(game.folder / journal.JOURNAL_NAME)
    news = TableNews("left", table.board, contents.header, 0.0)
    standing = standing_of(table.session)
    posts = [*news.hello(), *news.again(contents.records, standing)]
    for record in contents.records:
        posts += news.take(record, standing)
    return " ".join(post.payload if isinstance(post.payload, str) else repr(post.payload) for post in posts)


@pytest.mark.parametrize("strength", ["child", "master"])
def test_the_computers_program_is_seen_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strength: str
) -> None:
    monkeypatch.setitem(STRENGTHS, "child", 1.0)
    game, shown = ByTouch(tmp_path, mode="advanced", computer={"second": strength}), presenter()
    game.table.do(EndTimer())
    assert game.table.advance() is None and game.table.side == "first"
    state = game.table.state()
    assert not covered(state, shown.here.own) and not state.computers_turn
    programs = game.table.companion(Programs)
    assert programs and programs.made_here("second") and json.dumps(programs.made_here("second")) not in repr(state)
    game.table.do(Done())
    made = game.table.state().moments[-1].verdict.more["programs"]["second"]
    assert made["M"] and game.kinds[-1] in ("programs", "legal")


def test_a_game_between_two_computers_goes_on_by_itself(tmp_path: Path) -> None:
    game = ByTouch(tmp_path, mode="advanced", computer={"first": "child", "second": "child"})
    for turn in range(3):
        game.table.do(EndTimer())
        while game.table.state().phase == "move":
            game.table.advance()
        assert game.kinds.count("legal") == turn + 1


def test_events_name_the_players(tmp_path: Path) -> None:
    game = ByTouch(tmp_path)
    game.enter("S:F.. M:... L:...", STILL)
    event = game.table.state().moments[-1].verdict.more["events"][0]
    for language, words in (("en", "Row 1: Ada small"), ("de", "Reihe 1: die Kleine von Ada")):
        shown = TablePresenter(BALL, Texts(language))
        shown.begin(PLAYERS)
        assert shown.words(game.table.state()).moves((event,)).startswith(words)


def test_a_whole_game_is_kept_listed_judged_again_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = ByTouch(tmp_path, mode="advanced")
    for line in GAME:
        programs, choices = turn_from_text(line)
        game.enter(*map(program_to_text, programs))
        for choice in choices:
            if game.table.state().own.choice:  # where there is more than one answer
                game.table.do(Choose(choice))
        assert game.kinds[-1] in ("legal", "won")
    state = game.table.state()
    assert state.winner == "first" and game.position["score"] == [6, 5]
    again = game.reopened()
    assert (again.state().winner, game.position) == ("first", state.score.position)
    game.table.close()
    (kept,) = saved_games(tmp_path)
    assert kept.over and kept.winners == ("first",)
    assert "Ada" in write_page(game.folder).read_text("utf-8")
    assert main(["replay", str(game.folder / journal.JOURNAL_NAME)]) == 0
    assert "none came out differently" in capsys.readouterr().out
