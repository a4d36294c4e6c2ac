"""Games as text: out of journals and into them without loss."""

import io
import os
import quopri
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import Correct, Done, Enter, JudgeTable, PassTurn, RollDice, Suggest, TakeBack
from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.cli import main
from companion.games.blokus3d.rules.turns import moves as placements
from companion.games.blokus3d.rules.turns import played as make_placement
from companion.games.blokus3d.rules.turns import settled
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover
from companion.games.blokus3d.table.columns import grid_of as columns_of
from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.notation import position_from_text
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.leistiko_blockade.table.rows import grid_of as rows_of
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.referee.errors import RefereeError, words_of
from companion.referee.game import Game, rejudge
from companion.referee.keeping import journal as journals
from companion.referee.keeping.recording import Event
from companion.referee.pasted_text import decoded
from companion.referee.tables import open_table
from companion.referee.written_games import game_text, take_in

ROOT = Path(__file__).parents[2]
LEISTIKO = """[Game "leistiko-blockade"]
[Variant "base"]
[LB-01 "16"]
[LB-06 "1"]
[LB-09 "true"]
[Position "233332/233332 1"]
[Date "2026.11.25"]

1. r3 d5: 3>2, 2x(4)
2. r1 d1: pass {no move}
3. r2 d2 = 230332/233332 2 {two too many}
4. r4 d1: 4>5
"""
BLOKUS = """[Game "blokus3d"]
[B3-09 "false"]
[Position "tower ,,,/,,,/,,,/,,,/,,, blue:* yellow:* to move blue"]

1. blue S4: 4,5,0 5,5,0 5,6,0 6,6,0
2. yellow L4: 3,4,0 3,5,0 4,4,0 5,4,0
3. blue O4: 3,4,1 3,5,1 4,4,1 4,5,1
"""
BALL = """[Game "pyramid-ball"]
[PB-01 "a"]
[PB-02 "true"]
[PB-03 "true"]
[PB-06 "false"]
[PB-10 "false"]
[PB-14 "true"]
[Position "7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic"]

1. S:RR. M:L.R L:FLF pass2>L / S:RFF M:FR. L:LFB
2. S:.RF M:R.R L:FFF / S:LFR M:LRR L:RRF
"""


def through(text: str, path: Path) -> str:
    take_in(text, path)
    return game_text(journals.read(path))


@pytest.mark.parametrize("text", [LEISTIKO, BLOKUS, BALL], ids=["leistiko", "blokus", "ball"])
def test_a_text_goes_through_a_journal_without_loss(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert through(text, tmp_path / "journal") == text
    assert main(["replay", str(tmp_path / "journal")]) == 0
    assert "none came out differently" in capsys.readouterr().out


MANGLED: dict[str, Callable[[str], str]] = {
    "indented": lambda text: "\n".join(f"    {line}" for line in text.splitlines()),
    "quoted": lambda text: "\n".join(f"> {line}" for line in text.splitlines()),
    "fenced": lambda text: f"```\n{text}```\n",
    "wrapped": lambda text: "\n".join(textwrap.fill(line, 40, break_long_words=False) for line in text.splitlines()),
    "dashes": lambda text: text.replace("-", "\u2013"),
    "quotes": lambda text: text.replace('"]', "\u201d]").replace(' "', " \u201c"),
    "no-break spaces": lambda text: re.sub(r"^(\d+)\. ", "\\1.\xa0", text, flags=re.MULTILINE),
    "tabs": lambda text: re.sub(r"^(\d+)\. ", "\\1.\t", text, flags=re.MULTILINE),
    "close": lambda text: re.sub(r"^(\d+)\. ", r"\1.", text, flags=re.MULTILINE),
    "remarks": lambda text: "; from the club evening\n# and typed\n" + text + "1-0\n",
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "sent": lambda text: "".join(f"[27.11.26, 20:15:03] Zoë M.: {line}\n" for line in text.splitlines()),
    "sent elsewhere": lambda text: f"11/27/26, 8:15 PM - Bo: {text}",
    "bullets": lambda text: "\n".join(f"• {line}".rstrip() for line in text.splitlines()),
    "right to left": lambda text: "\n".join(f"\u200f\u202a{line}\u202c" for line in text.splitlines()),
    "another fence": lambda text: f"~~~text\n{text}~~~\n",
    "wide digits": lambda text: re.sub(r"^1\.", "\uff11\uff0e", text, flags=re.MULTILINE),
    "wrapped behind a name": lambda text: text.replace("[Position ", "[Position\n"),
    "greeted": lambda text: f"Hi Anna,\nhere is our game:\n\n{text}",
    "signed": lambda text: f"{text}\n-- \nSent from my telephone\n",
    "farewell": lambda text: f"{text}\nSee you,\nBert\n",
    "quoted in HTML": lambda text: "".join(f"&gt; {line}\n" for line in text.splitlines()),
    "escaped": lambda text: re.sub(r"^(\d+)\.", r"\1\.", text, flags=re.MULTILINE),
    "without numbers": lambda text: re.sub(r"^\d+\. ", "", text, flags=re.MULTILINE),
    "result behind the last turn": lambda text: text.rstrip("\n") + " 1-0\n",
}


@pytest.mark.parametrize("how", MANGLED)
@pytest.mark.parametrize("text", [LEISTIKO, BLOKUS, BALL], ids=["leistiko", "blokus", "ball"])
def test_what_mailers_and_chats_do_to_a_text_is_undone(text: str, how: str, tmp_path: Path) -> None:
    name = "[First \"Zoë – 'J' van “O”\"]\n" if how not in ("dashes", "quotes", "wrapped") else ""
    read = through(MANGLED[how](text.replace("[Position", f"{name}[Position")), tmp_path / "journal")
    assert name in read and read.replace(name, "") == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"])
@pytest.mark.parametrize("by", ["file", "pipe"])
def test_a_text_of_any_usual_encoding_is_taken_in(encoding: str, by: str, tmp_path: Path) -> None:
    """In a locale that knows ASCII alone, too."""
    named = LEISTIKO.replace("[Date", '[First "Zoë"]\n[Date')
    (tmp_path / "text").write_bytes(named.encode(encoding))
    command = [sys.executable, "-m", "companion.cli", "import", str(tmp_path / "text") if by == "file" else "-"]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONPATH": str(ROOT)}
    with (tmp_path / "text").open("rb") as text:
        done = subprocess.run(
            [*command, str(tmp_path / "journal")], check=False, stdin=text, capture_output=True, env=environment
        )
    assert (done.returncode, done.stderr) == (0, b"")
    assert '[First "Zoë"]' in game_text(journals.read(tmp_path / "journal"))


def test_a_text_is_taken_in_as_a_mailer_has_wrapped_it() -> None:
    named = LEISTIKO.replace("[Date", f'[First "{"Zoë" * 12}"]\n[Date')
    assert decoded(quopri.encodestring(named.encode())) == named


def test_names_that_a_console_cannot_show_end_no_command(tmp_path: Path) -> None:
    take_in(LEISTIKO.replace("[Date", '[First "Zoë 🎲"]\n[Date'), tmp_path / "journal")
    command = [sys.executable, "-m", "companion.cli", "export", str(tmp_path / "journal")]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, check=False, capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"") and "Zoë 🎲" in done.stdout.decode("utf-8")


@pytest.fixture
def game(tmp_path: Path) -> PlayedTable[Any]:
    setup = GameSetup(source="touch", players={"cool": 'Ada "the" \\ First'})
    table = begin_or_open(setup, tmp_path / "game")
    assert isinstance(table, PlayedTable)
    return table


def text_of(folder: Path) -> str:
    return game_text(journals.read(folder / "game" / "game.journal"))


class TestAGameOfTheApp:
    def test_is_written_with_what_stands_in_the_end(self, game: PlayedTable[Any], tmp_path: Path) -> None:
        """Turns that were undone are gone, a breach that was accepted is marked, a pass is a turn."""
        game.do(RollDice({"B": 1, "G": 1}))
        game.do(PassTurn())
        game.do(TakeBack())
        game.do(PassTurn())
        game.do(RollDice({"R": 1, "Y": 1}))
        before = dict(game.session.grid)
        source, target = _foreign(before)
        wrong = {**before, source: before[source][:-2], target: before[target] + before[source][-2:]}
        game.do(JudgeTable(wrong))
        game.do(Correct({"accept": True}))
        game.do(RollDice({"B": 2, "G": 3}))
        game.close()
        text = text_of(tmp_path)
        lines = text.splitlines()
        assert lines[4:6] == ["[Cool \"Ada 'the' / First\"]", f'[Date "{lines[5].split(chr(34))[1]}"]']
        assert [line.partition("{")[0].partition("=")[0].strip() for line in lines[7:]] == [
            "1. B1 G1: pass",
            "2. R1 Y1",
        ]
        assert "{the table is accepted as it stands" in lines[-1]
        assert through(text, tmp_path / "journal") == text

    def test_that_has_not_begun_cannot_be_written(self, tmp_path: Path) -> None:
        path = tmp_path / "journal"
        journals.Journal.create(path, {"game": "looney-blockade", "options": {}}).close()
        with pytest.raises(RefereeError):
            game_text(journals.read(path))


def _foreign(grid: Any) -> tuple[str, str]:
    """Two cells, the first with a small on its top that may not go to the second."""
    return next(cell for cell in grid if grid[cell].endswith("Y1")), next(c for c in grid if grid[c].endswith("B1"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"leistiko-blockade"', '"chess"', "'chess' is no game that can be written"),
        ("2x(4)", "2x(3)", "line 9"),
        ("1. r3 d5: 3>2, 2x(4)", "1. r3 d1: 3>2, 3>4", "line 9: turn 1 is not legal"),
        ("4. r4 d1: 4>5", "5. r4 d1: 4>5", "turn 4 is expected here"),
        ("{two too many}", "{two} {too many}", "line 11"),
        ("233332/233332 1", "933332/233332 1", "line 9"),
    ],
)
def test_a_text_that_is_no_game_is_refused_and_leaves_nothing(old: str, new: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert old in LEISTIKO
    with pytest.raises((GameError, RefereeError)) as error:
        take_in(LEISTIKO.replace(old, new), path)
    assert said in words_of(error.value)
    assert not path.exists()


def test_of_several_games_one_is_named(tmp_path: Path) -> None:
    both = f"{LEISTIKO}\n{BLOKUS}"
    with pytest.raises(RefereeError, match="2 games"):
        take_in(both, tmp_path / "journal")
    take_in(both, tmp_path / "journal", 2)
    assert game_text(journals.read(tmp_path / "journal")) == BLOKUS
    for number in (0, 3):
        with pytest.raises(RefereeError, match="2 games"):
            take_in(both, tmp_path / "another", number)


def test_a_turn_without_its_number_is_blamed_on_its_own_line(tmp_path: Path) -> None:
    lines = LEISTIKO.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("1. "))
    lines[first] = lines[first].removeprefix("1. ")
    with pytest.raises(GameError, match=f"line={first + 1}"):
        take_in("\n".join(lines), tmp_path / "journal")


def test_a_journal_that_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    take_in(BLOKUS, path)
    before = path.read_bytes()
    with pytest.raises(RefereeError):
        take_in(LEISTIKO, path)
    assert path.read_bytes() == before


def test_the_command_line_reads_what_it_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LEISTIKO.encode())))
    assert main(["import", "-", str(tmp_path / "game.journal")]) == 0
    capsys.readouterr()
    assert main(["export", str(tmp_path)]) == 0
    assert capsys.readouterr().out == LEISTIKO
    assert main(["export", str(tmp_path), "--out", str(tmp_path / "game.txt")]) == 0
    assert (tmp_path / "game.txt").read_text("utf-8") == LEISTIKO


@pytest.mark.parametrize("game", ["blokus3d", "leistiko-blockade", "pyramid-ball"])
def test_a_game_by_touch_is_written_alike(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table: Any = begin_or_open(GameSetup(game=game, source="touch"), tmp_path / "game")
    if game == "blokus3d":
        for piece, square in (("I2", "3,3"), ("I2", "4,3")):
            table.do(ChoosePiece(piece))
            table.do(Cover(square))
            table.do(Done())
    elif game == "leistiko-blockade":
        table.do(ChooseRow(3))
        table.do(RollDice({"C": 5}))
        table.do(Enter({"from": "first.3", "to": "off"}))
        table.do(Done())
    else:
        table.do(EndTimer())
        for _ in range(2):
            table.do(Enter({"command": "F"}))
            table.do(Done())
    assert any(moment.verdict.trait.turn for moment in table.state().moments)
    table.close()
    assert main(["export", str(tmp_path / "game")]) == 0
    text = capsys.readouterr().out
    assert "\n1. " in text
    assert through(text, tmp_path / "journal") == text


Happened = tuple[str, Any]
PLACED, OF_ROWS = "a piece", "leistiko-blockade"
THREE = {"players": 3}


def refereed(game: str, options: dict[str, Any], path: Path, happened: list[Happened]) -> Game:
    """A game from its beginning, in a journal."""
    table = open_table(game, options)
    with journals.Journal.create(path, {"game": game, "options": options, "camera": None}) as kept:
        played = Game(table, lambda _image: pytest.fail("no picture"), kept)
        for number, (kind, value) in enumerate(happened):
            event = Event(number, float(number), kind, None if kind == "frame" else value)
            if kind == "frame":
                played.enter(event, lying(value, played))
            elif kind == "correct":
                played.correct(event)
            else:
                played.commit(event)
    return played


def lying(what: Any, game: Game) -> Any:
    """The table as it lies: with one more piece, as a text says, or as it is given."""
    if what == PLACED:
        now = settled(game.session.position)
        return columns_of(make_placement(now, placements(now)[0]).position)
    return rows_of(position_from_text(what), resting=False) if isinstance(what, str) else what


EMPTY = dict.fromkeys(open_table("blokus3d", THREE).places, "")
BEGUN = "233332/233332 1"
MISSING: dict[str, tuple[str, dict[str, Any], list[Happened]]] = {
    "sat out": (
        "blokus3d",
        THREE,
        [("frame", EMPTY), ("frame", PLACED), *[("correct", {"pass": "sat_out"})] * 2, ("frame", PLACED)],
    ),
    "unseen": (
        "blokus3d",
        THREE,
        [("frame", EMPTY), ("frame", PLACED), ("correct", {"pass": "unseen"}), ("frame", PLACED)],
    ),
    "unseen at the end": ("blokus3d", THREE, [("frame", EMPTY), ("frame", PLACED), ("correct", {"pass": "unseen"})]),
    "not even said": (
        OF_ROWS,
        {"LB-06": 1},
        [
            *[("frame", BEGUN), ("row", 3), ("roll", [5]), ("row", 1), ("roll", [1])],
            ("frame", "233332/143332 1"),
        ],
    ),
    "without a roll": (
        OF_ROWS,
        {"LB-06": 1},
        [
            *[("frame", BEGUN), ("row", 3), ("correct", {"pass": "sat_out"}), ("row", 1), ("roll", [1])],
            ("frame", "233332/143332 1"),
        ],
    ),
    "seen late": (
        OF_ROWS,
        {"LB-06": 1},
        [
            *[("frame", BEGUN), ("row", 3), ("roll", [1]), ("row", 1), ("roll", [1])],
            *[("frame", "232432/143332 1"), ("row", 3), ("roll", [1])],
        ],
    ),
    "after an accepted table": (
        OF_ROWS,
        {"LB-06": 1},
        [
            *[("frame", BEGUN), ("row", 3), ("roll", [5]), ("frame", "230332/233332 1"), ("correct", {"accept": True})],
            *[("row", 1), ("roll", [1]), ("frame", "230332/143332 1")],
        ],
    ),
}


@pytest.mark.parametrize("how", MISSING)
def test_a_turn_that_moves_nothing_is_written_and_read(how: str, tmp_path: Path) -> None:
    name, options, happened = MISSING[how]
    played = refereed(name, options, tmp_path / "game.journal", happened).session
    text = game_text(journals.read(tmp_path / "game.journal"))
    assert through(text, tmp_path / "again") == text
    again = Game(open_table(name, options), lambda _image: pytest.fail("no picture"))
    for record in journals.read(tmp_path / "again").records:
        rejudge(again.session, record)
    assert dict(again.session.grid) == dict(played.grid)
    assert again.session.position == played.position or how == "seen late"


def test_a_game_with_a_head_start_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    setup = GameSetup(game="blokus3d", source="touch", more={"ahead": "yellow", "structure": "tower", "count": 3})
    table: Any = begin_or_open(setup, tmp_path / "game")
    for _ in range(4):
        table.do(Suggest())
        table.do(Done())
    table.close()
    text = text_of(tmp_path)
    assert len(re.findall(r"^\d+\. red =", text, re.MULTILINE)) >= 2
    assert through(text, tmp_path / "journal") == text
