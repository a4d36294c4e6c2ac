"""What turns were worth: luck told apart from play, and both together the result."""

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.app.analysis import desk
from companion.app.analysis.desk import AnalysisDesk, AnalysisProgress
from companion.cli import main
from companion.games.blokus3d.rules import model as blokus_model
from companion.games.blokus3d.rules import notation as blokus_notation
from companion.games.blokus3d.rules import turns as blokus_turns
from companion.games.chances import CHANCES
from companion.games.leistiko_blockade.rules import model as leistiko_model
from companion.games.leistiko_blockade.rules import notation as leistiko_notation
from companion.games.leistiko_blockade.rules import setup as leistiko_setup
from companion.games.leistiko_blockade.rules import turns as leistiko_turns
from companion.games.looney_blockade.rules import model as looney_model
from companion.games.looney_blockade.rules import setup as looney_setup
from companion.games.looney_blockade.rules import turns as looney_turns
from companion.games.looney_blockade.rules.advising.suggesting import suggest
from companion.games.reason import because
from companion.referee.analysing.analysis import Analysis, analysed, analysed_lines
from companion.referee.analysing.analyst import TurnWorth
from companion.referee.analysing.kept import load_analysis, save_analysis
from companion.referee.analysing.words import AnalysisWords
from companion.referee.errors import RefereeError, words_of
from companion.referee.game import Game
from companion.referee.grid import Commitment
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import Contents, Journal
from companion.referee.keeping.recording import Event
from companion.referee.report.analysis import section
from companion.referee.table import AnyTable
from companion.referee.tables import open_table
from companion.referee.written_games import GameLine, take_in
from companion.texts.language import LANGUAGES, language
from vision.image import Image
from vision.tracking.contract import Tracker

HEADER: dict[str, Any] = {"game": "leistiko-blockade", "options": {}, "camera": None}


def no_tracker(_image: Image) -> Tracker:
    raise AssertionError


GAME = """[Game "leistiko-blockade"]
[Position "233332/233332 1"]

1. r3 d5: 3>2, 2x(4)
2. r1 d1: pass
3. r2 d2 = 230332/233332 2 {two too many}
4. r4 d1: 4>5
"""


def lines(table: AnyTable, start: Any, *made: tuple[Commitment, Any]) -> list[GameLine]:
    """Turns one after the other, each with what it was made under."""
    found, before = [], start
    for under, turn in made:
        found.append(GameLine("", turn.position, None, before, turn, under))
        before = turn.position
    return found


def played(text: str, folder: Path) -> Contents:
    path = folder / journals.JOURNAL_NAME
    take_in(text, path)
    return journals.read(path)


def analysis(contents: Contents) -> Analysis:
    *_, last = analysed(contents)
    assert last.analysis and last.done == last.all
    return last.analysis


def adds_up(found: Analysis) -> None:
    """Turn by turn and in all."""
    before: Mapping[str, float] = found.start
    for turn in found.turns:
        for side in found.sides:
            changed = turn.luck[side] + turn.play[side] + turn.other[side]
            assert before[side] + changed == pytest.approx(turn.after[side])
            assert turn.lost[side] >= 0
        assert sum(turn.after.values()) == pytest.approx(1)
        assert sum(turn.luck.values()) == pytest.approx(0, abs=1e-9)
        before = turn.after
    for side in found.sides:
        whole = found.start[side] + found.luck[side] + found.play[side] + found.other[side]
        assert whole == pytest.approx(found.result[side])


def of_lines(table: AnyTable, start: Any, *made: tuple[Commitment, Any]) -> Analysis:
    *_, last = analysed_lines(table, start, lines(table, start, *made), agreed=False)
    assert last.analysis
    return last.analysis


def test_a_turn_early_in_a_game_changes_the_chances_by_less_than_a_late_one() -> None:
    """Played on, three checkers ahead of sixteen make a few wins in a hundred, one ahead of two a third."""
    chances = [
        CHANCES["leistiko-blockade"].at_a_glance(leistiko_notation.position_from_text(text).to_json())["first"]
        for text in ("233332/233332 2", "230332/233332 2", "001000/101000 2", "000000/101000 2")
    ]
    early, late = chances[1] - chances[0], chances[3] - chances[2]
    assert 0 < early < 0.2 < late


def ending() -> Analysis:
    """The first player has one checker left, which a 4 takes off; he moves it aside instead and then loses."""
    table = open_table("leistiko-blockade", {})
    position = start = leistiko_notation.position_from_text("001000/110000 1")
    made = []
    for text in ("r3 d4: 3>4", "r1 d3: 1x(2)", "r4 d1: 4>5", "r2 d6: 2x(2)"):
        row, roll, steps = leistiko_notation.turn_from_text(text)
        turn = leistiko_turns.apply(position, row, roll, steps)
        assert isinstance(turn, leistiko_model.Turn), turn
        made.append((Commitment(position.to_move, {"row": row, "roll": list(roll.dice)}), turn))
        position = turn.position
    return of_lines(table, start, *made)


def test_luck_and_play_add_up_to_the_result() -> None:
    found = ending()
    adds_up(found)
    assert found.over and found.result == {"first": 0.0, "second": 1.0}
    assert [turn.side for turn in found.turns] == ["first", "second", "first", "second"]
    missed = found.turns[0]
    assert missed.luck["first"] > 0, "a 4 was a good roll"
    assert missed.play["first"] == -missed.lost["first"] < -0.1 and missed.error < missed.lost["first"]
    assert found.deciding[0] == missed
    assert found.turns[3].luck["second"] > 0 and found.turns[3].best is None, "nothing was better than to win"
    words = AnalysisWords(language("en"), found)
    assert any("The master would have played" in line for line in words.lines())
    assert sum(words.signed(missed.luck["first"]) in line for line in words.turn_lines(missed)) == 1
    assert sum(words.percent(missed.lost["first"]) in line for line in words.turn_lines(missed)) == 1


@pytest.mark.parametrize(
    ("options", "rolls"),
    [
        ({}, [[die] for die in range(1, 7)]),
        ({"variant": "super-push"}, [list(dice) for dice in product(range(1, 7), repeat=2)]),
        ({"variant": "bungie"}, [{"leap": [one], "opposed": [other]} for one in range(1, 7) for other in range(1, 7)]),
    ],
)
def test_luck_is_nothing_over_all_rolls(options: dict[str, Any], rolls: list[Any]) -> None:
    """Whatever is made of them: here nothing, by somebody who is far behind."""
    table = open_table("leistiko-blockade", options)
    start = leistiko_notation.position_from_text("222210/110101 1")
    lucks = []
    for roll in rolls:
        read = leistiko_model.Roll.from_json(roll, leistiko_model.Options.from_json(options))
        turn = leistiko_turns.apply(start, 5, read, [], leistiko_model.Options.from_json(options))
        assert isinstance(turn, leistiko_model.Turn)
        found = of_lines(table, start, (Commitment("first", {"row": 5, "roll": roll}), turn))
        adds_up(found)
        lucks.append(found.turns[0].luck["first"])
    assert max(lucks) > 0.001 and sum(lucks) == pytest.approx(0)


def test_it_adds_up_where_nothing_is_left_to_chance() -> None:
    start = blokus_notation.position_from_text(
        "tower B,B,B,/B,BBBB,BYY,BBB/BBB,,BYYY,BBYY/BBB,BYY,BYYY,YYYY/BB,BYYY,YYY,YY "
        "blue:I2Y4A4B4 yellow:I4O4A4B4 to move blue"
    )
    made, position = [], start
    for text in ("blue I2: 3,7,1 4,7,1", "yellow B4: 3,3,2 3,3,3 3,4,3 4,4,3", "blue B4: 3,6,1 3,6,2 3,7,2 4,7,2"):
        player, placement = blokus_notation.placement_from_text(text)
        turn = blokus_turns.apply(position, placement.piece, placement.cells)
        assert isinstance(turn, blokus_model.Turn), turn
        made.append((Commitment(player, {}), turn))
        position = turn.position
    found = of_lines(open_table("blokus3d", {}), start, *made)
    adds_up(found)
    assert not any(change for turn in found.turns for change in turn.luck.values())


@pytest.mark.slow
def test_a_turn_as_the_master_plays_it_loses_nothing_and_another_one_does() -> None:
    table, start, roll = open_table("looney-blockade", {}), looney_setup.initial(), {"B": 1, "G": 1}
    under = Commitment("cool", {"roll": roll})
    best = suggest(start, roll).turn
    found = of_lines(table, start, (under, best))
    adds_up(found)
    (turn,) = found.turns
    assert (turn.lost["cool"], turn.play["cool"], turn.best, found.deciding) == (0.0, 0.0, None, ())
    nothing = looney_turns.apply(start, roll, [])
    assert isinstance(nothing, looney_model.Turn)
    idle = of_lines(table, start, (under, nothing))
    adds_up(idle)
    assert idle.turns[0].luck == turn.luck, "the roll was worth the same"
    assert idle.turns[0].lost["cool"] == pytest.approx(turn.after["cool"] - idle.turns[0].after["cool"])


def test_where_both_move_at_once_luck_is_how_they_met() -> None:
    """The first player stands with the ball two steps before the goal, and nobody is near."""
    table = open_table("pyramid-ball", {})
    start = table.from_json(
        {
            "first": {"S": "a1", "M": "d6", "L": "c1"},
            "second": {"S": "e1", "M": "f1", "L": "g1"},
            "ball": ["first", "M"],
        }
    )
    still = {"S": "...", "M": "...", "L": "..."}
    under = Commitment(None, {"timer": "end", "programs": {"first": still, "second": still}})
    stands = table.turn(start, table.grid(start), under)
    assert stands is not None
    found = of_lines(table, start, (under, stands))
    adds_up(found)
    (turn,) = found.turns
    assert turn.side is None and turn.lost["first"] > 0.02 > turn.lost["second"]
    assert turn.best is not None and turn.best.values["side"] == "first"


def test_an_accepted_table_is_neither_luck_nor_play(tmp_path: Path) -> None:
    found = analysis(played(GAME, tmp_path))
    adds_up(found)
    accepted = found.turns[2]
    assert not any(accepted.luck.values()) and not any(accepted.play.values()) and accepted.other["first"] > 0.02
    assert [turn.side for turn in found.turns] == ["first", "second", None, "second"]


def test_an_agreed_draw_is_the_result(tmp_path: Path) -> None:
    game = Game(open_table("leistiko-blockade", {}), no_tracker, Journal.create(tmp_path / "game.journal", HEADER))
    game.enter(Event(0, 0.0, "frame", None), game.table.grid(leistiko_setup.initial()))
    game.correct(Event(1, 1.0, "correct", {"agree": "draw"}))
    found = analysis(journals.read(tmp_path / "game.journal"))
    adds_up(found)
    assert found.over and found.result == {"first": 0.5, "second": 0.5} and any(found.turns[-1].other.values())


def test_it_is_kept_beside_the_journal_for_just_this_game(tmp_path: Path) -> None:
    contents = played(GAME, tmp_path)
    found = analysis(contents)
    assert load_analysis(tmp_path, contents) is None
    save_analysis(tmp_path, found)
    assert load_analysis(tmp_path, contents) == found
    longer = replace(contents, records=(*contents.records, contents.records[-1]))
    assert load_analysis(tmp_path, longer) is None, "the game has gone on since"
    for foreign in ("[]", "[" * 100_000):
        (tmp_path / "analysis.json").write_text(foreign)
        assert load_analysis(tmp_path, contents) is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_told_in_words_and_drawn(code: str, tmp_path: Path) -> None:
    contents = played(GAME, tmp_path)
    found = analysis(contents)
    words = AnalysisWords(language(code), found, {"first": "Ada <b>", "second": "Ben"})
    told = "\n".join(words.lines())
    assert "Ada <b>" in told and words.percent(found.turns[0].after["first"]) in told
    html = section(found, words)
    assert html.count("<polyline") == 1 and html.count("<circle") == len(found.deciding)
    assert "Ada &lt;b&gt;" in html and "Ada <b>" not in html
    shares = [words.percent(1.0), words.percent(0.999), words.percent(0.0), words.signed(-0.12)]
    space = {"en": "", "de": "\N{NO-BREAK SPACE}"}[code]
    assert shares == [f"{number}{space}%" for number in ("100", "99", "0", "\N{MINUS SIGN}12")]


def test_what_a_player_gave_away_is_told_of_a_turn(tmp_path: Path) -> None:
    """All in all it may be more than there is: a random player gave away three wins a game."""
    found = analysis(played(GAME, tmp_path))
    lost = {"first": {"first": 0.75, "second": 0.0}, "second": {"first": 0.0, "second": 0.1}}
    turns = tuple(replace(turn, lost=lost[turn.side] if turn.side else turn.lost) for turn in found.turns)
    told = AnalysisWords(language("en"), replace(found, turns=turns), {"first": "Ada"}).summary()
    assert [line.split("; ")[-1] for line in told] == ["given away 75% a turn", "given away 10% a turn"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_sum_adds_up_as_it_is_read(code: str, tmp_path: Path) -> None:
    found = analysis(played(GAME, tmp_path))
    for line in AnalysisWords(language(code), found).summary():
        figures = [int(each) for each in re.findall(r"[+-]?[0-9]+(?=\s?%)", line.replace("\N{MINUS SIGN}", "-"))]
        *parts, result, _ = figures
        assert len(parts) >= 3 and sum(parts) == result, line


def test_a_loss_no_greater_than_its_error_is_not_told() -> None:
    lost, best = {"first": 0.1, "second": 0.0}, because("text", text="better")
    none = {"first": 0.0, "second": 0.0}
    sure = TurnWorth(none, {"first": -0.1, "second": 0.1}, lost, 0.09, best)
    assert sure.certain == sure
    assert sure._replace(error=0.1).certain == TurnWorth(none, none, none, 0.1, None)


def test_the_command_tells_it_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(GAME, tmp_path)
    assert main(["analyse", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sides"] == ["first", "second"] and len(found["turns"]) == 4
    assert found["turns"][0]["under"] == "row 3 and rolled 5" and found["turns"][1]["played"] is None
    assert main(["analyse", str(tmp_path), "--language", "de"]) == 0
    assert "Die Züge, die entschieden" in capsys.readouterr().out


def test_a_game_that_has_not_begun_is_refused(tmp_path: Path) -> None:
    Journal.create(tmp_path / "game.journal", HEADER).close()
    with pytest.raises(RefereeError) as refused:
        list(analysed(journals.read(tmp_path / "game.journal")))
    assert words_of(refused.value)


def waited(progress: AnalysisProgress, again: AnalysisDesk, folder: Path) -> AnalysisProgress:
    while not progress.over:
        progress = again.progress(folder)
    return progress


def test_it_is_worked_out_beside_what_goes_on(tmp_path: Path) -> None:
    played(GAME, tmp_path)
    here = AnalysisDesk(lambda folder: journals.read(folder / journals.JOURNAL_NAME))
    found = waited(here.begin(tmp_path), here, tmp_path)
    assert found.analysis and (found.done, found.all) == (4, 4)
    assert waited(here.begin(tmp_path), here, tmp_path) == found, "it is there"
    assert here.stop(tmp_path) == found, "what is done is not given up"
    later = AnalysisDesk(lambda folder: journals.read(folder / journals.JOURNAL_NAME))
    assert waited(later.begin(tmp_path), later, tmp_path).analysis == found.analysis
    assert here.progress(tmp_path / "other") == desk.STOPPED


def test_it_can_be_stopped_and_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(GAME, tmp_path)
    waits, asked, goes_on = threading.Event(), threading.Event(), analysed

    def slowly(contents: Contents) -> Any:
        for progress in goes_on(contents):
            yield progress
            asked.set()
            assert waits.wait(60)

    monkeypatch.setattr(desk, "analysed", slowly)
    here = AnalysisDesk(lambda folder: journals.read(folder / journals.JOURNAL_NAME))
    begun = here.begin(tmp_path)
    assert asked.wait(60) and not begun.analysis
    here.stop(tmp_path)
    waits.set()
    assert here.progress(tmp_path) == desk.STOPPED
    assert not (tmp_path / "analysis.json").exists()
    assert waited(here.begin(tmp_path), here, tmp_path).analysis
    monkeypatch.setattr(desk, "analysed", goes_on)
    broken = AnalysisDesk(lambda _folder: journals.read(tmp_path / "nowhere"))
    assert waited(broken.begin(tmp_path), broken, tmp_path).trouble is not None


def test_a_turn_after_which_the_chance_had_not_fallen_decided_nothing() -> None:
    found = ending()
    lost = found.turns[0]
    assert found.deciding[0] == lost
    level = {side: chance + 0.001 for side, chance in found.start.items()}
    unmoved = replace(found, turns=(replace(lost, after=level), *found.turns[1:]))
    assert lost.number not in [turn.number for turn in unmoved.deciding]


def test_a_turn_is_kept_with_the_board_and_where_it_and_the_better_one_go(tmp_path: Path) -> None:
    contents = played(GAME, tmp_path)
    found = analysis(contents)
    assert found.turns[2].drawn.board["first.2"] == "3", "before a table that was accepted"
    last = found.turns[3].drawn
    assert last.made.arrows == (("second.4", "second.5"),)
    save_analysis(tmp_path, found)
    assert load_analysis(tmp_path, contents) == found


def test_a_player_called_like_the_other_side_is_another_player(tmp_path: Path) -> None:
    """Only one of the two was summed up, with the losses of both."""
    found = analysis(played(GAME, tmp_path))
    other = AnalysisWords(language("en"), found).side("second")
    told = AnalysisWords(language("en"), found, {"first": other}).summary()
    assert len(told) == 2 and all(line.startswith(f"{other}: ") for line in told)


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0.0, "0%"), (0.004, "0%"), (0.008, "1%"), (0.014, "1%"), (0.62, "62%"), (0.996, "99%"), (1.0, "100%")],
)
def test_what_is_open_is_never_told_as_certain(share: float, shown: str) -> None:
    none = Analysis("leistiko-blockade", ("first", "second"), {}, (), over=False, records=0)
    assert AnalysisWords(language("en"), none).percent(share) == shown
