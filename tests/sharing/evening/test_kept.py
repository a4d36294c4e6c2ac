"""An evening on the disk, and how it is told and changed from outside."""

import json
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.sharing.evening.kept import change_evening, read_evening
from companion.sharing.evening.page import EveningPage
from companion.sharing.evening.results import Results, ToldGames
from companion.sharing.feed.address import BrokerAddress
from companion.texts.language import english
from tests.sharing.feed.brokers import PATIENCE, open_broker


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An evening of four, its first round begun."""
    path = tmp_path / "friday.json"
    assert main(["evening", str(path), "begin", "--players", "Anna,Bert,Carla,=Dora", "--tables", "w1,w2"]) == 0
    assert main(["evening", str(path), "round"]) == 0
    return path


def test_a_second_correction_is_told_of_the_first(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evening", str(path), "result", "w1", "anna"]) == 0
    assert main(["evening", str(path), "result", "w1", "anna"]) == 0
    assert main(["evening", str(path), "result", "w1", "bert"]) == 1
    assert "Anna won" in capsys.readouterr().err
    assert read_evening(path).rounds[0].games[0].winner == "Anna"
    assert main(["evening", str(path), "result", "w1", "bert", "--again"]) == 0
    assert read_evening(path).rounds[0].games[0].winner == "Bert"


def test_a_link_to_an_evening_stays_one_and_the_file_keeps_its_permissions(path: Path) -> None:
    path.chmod(0o640)
    link = path.with_name("link.json")
    link.symlink_to(path.name)
    assert main(["evening", str(link), "join", "Zoe"]) == 0
    assert link.is_symlink() and "Zoe" in read_evening(path).players and path.stat().st_mode & 0o777 == 0o640


def test_one_name_in_two_ways_of_writing_is_one_player(path: Path) -> None:
    assert main(["evening", str(path), "join", "Zo\u00e1"]) == 0
    assert main(["evening", str(path), "join", "Zoa\u0301"]) == 1


def test_a_name_may_have_a_comma_or_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "friday.json"
    players = '"Smith, John", Bert\nCarla\r\nDora,'
    assert main(["evening", str(path), "begin", "--players", players, "--tables", "table-1,table-2"]) == 0
    assert read_evening(path).players == ("Smith, John", "Bert", "Carla", "Dora")


def test_a_table_of_all_games_is_no_formula(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["evening", str(path), "result", "w2", "=dora"])
    capsys.readouterr()
    assert main(["evening", str(path), "show", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[2] == "1,w2,Carla,'=Dora,'=Dora,hand"


@pytest.mark.parametrize(
    "command",
    [
        ["result", "w9", "Anna"],
        ["result", "w1", "Carla"],
        ["result", "w1", "Nobody"],
        ["result", "w1", "Anna", "--round", "2"],
        ["result", "w1", "Anna", "--round", "0"],
        ["round"],
        ["join", "anna"],
        ["leave", "Nobody"],
        ["table", "w1"],
        ["table", "Ä"],
        ["begin", "--players", "A,B", "--tables", "w1"],
    ],
)
def test_what_makes_no_sense_changes_nothing_and_is_told_in_a_line(
    path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["evening", str(path), *command]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["", "[]", "{", '{"schema": 2}', "[" * 100_000, '{"schema": 1, "rounds": 5}'])
def test_a_file_that_holds_no_evening_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "friday.json"
    path.write_text(content)
    with pytest.raises(RefereeError, match=r"friday\.json"):
        read_evening(path)


def test_a_file_that_breaks_under_a_running_hall_is_told_on_the_page_and_once_in_the_terminal(path: Path) -> None:
    told: list[Reason] = []
    page, whole = EveningPage(path, told.append), path.read_bytes()
    assert json.loads(page("", {}))["rounds"] and not told
    for _ in range(2):
        path.write_text("{")
        assert [json.loads(page("", {})) for _ in range(3)] == [{"trouble": True}] * 3
        path.write_bytes(whole)
        assert json.loads(page("", {}))["rounds"]
    assert len(told) == 2 and all("friday.json" in english(reason) for reason in told)


def test_a_bye_is_a_point_and_a_draw_half_a_point_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "friday.json"
    main(["evening", str(path), "begin", "--players", "Anna,Bert,Carla", "--tables", "w1"])
    main(["evening", str(path), "round"])
    main(["evening", str(path), "result", "w1", "draw"])
    rows = json.loads(EveningPage(path, print)("", {}))["standings"]
    assert [row["points"] for row in rows] == [1, 0.5, 0.5] and rows[0]["byes"] == 1


def test_a_folder_is_no_evening_and_a_title_is_one_line_of_what_can_be_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = ["begin", "--players", "A,B", "--tables", "w1", "--title", "Fri\x1b[31mday\n"]
    assert main(["evening", str(tmp_path), *begin]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["evening", str(tmp_path / "f.json"), *begin]) == 0
    assert read_evening(tmp_path / "f.json").title == "Fri[31mday"


@pytest.mark.parametrize("more", [["--write", "out"], [], ["--publish", "nonsense"]])
def test_a_hall_that_cannot_show_the_evening_says_so(
    path: Path, more: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["hall", "--port", "0", "--evening", str(path), *more]) == 1
    assert capfd.readouterr().err.count("\n") == 1


def test_many_who_change_it_at_once_lose_nothing(path: Path) -> None:
    names = [f"Late {n}" for n in range(8)]
    for n in range(3, 9):
        change_evening(path, lambda evening, n=n: evening.add_table(f"w{n}"))  # type: ignore[misc]
    run = [sys.executable, "-m", "companion.cli", "evening", str(path), "join"]
    for process in [subprocess.Popen([*run, name], stdout=subprocess.DEVNULL) for name in names]:
        assert process.wait() == 0
    assert sorted(read_evening(path).players[4:]) == names


def game(players: dict[str, str], begun: object = 4e9) -> bytes:
    return json.dumps({"schema": 1, "id": "4f0c9a1b22d3", "players": players, "begun": begun}).encode()


WON = json.dumps({"schema": 1, "id": "4f0c9a1b22d3", "winner": "warm"}).encode()


@pytest.mark.parametrize("order", [("game", "state"), ("state", "game")])
def test_a_table_tells_its_game_and_its_winner_in_any_order(path: Path, order: tuple[str, str]) -> None:
    heard, told = ToldGames(), {"game": game({"cool": "Bert", "warm": "Anna"}), "state": WON}
    assert heard.take("w1", order[0], told[order[0]]) is None
    change = heard.take("w1", order[1], told[order[1]])
    assert change and change_evening(path, change).rounds[0].games[0].winner == "Anna"


def test_where_a_win_is_taken_back_another_one_of_the_same_players_counts(path: Path) -> None:
    heard, sides = ToldGames(), {"cool": "Bert", "warm": "Anna"}
    heard.take("w1", "game", game(sides))
    second = {"id": "another", "schema": 1}
    heard.take("w2", "game", json.dumps({**second, "players": sides, "begun": 4e9}).encode())
    for table, state in (
        ("w1", WON),
        ("w2", json.dumps({**second, "winner": "cool"}).encode()),
        ("w1", WON.replace(b'"warm"', b"null")),
    ):
        change = heard.take(table, "state", state)
        assert change
        evening = change_evening(path, change)
    assert evening.rounds[0].games[0].winner == "Bert"


@pytest.mark.parametrize("odd", [b"", b"{", b"[]", b"\xff", b"5", game({}, "soon"), game({}, None), b'{"id": "x"}'])
def test_what_is_no_game_is_no_result(path: Path, odd: bytes) -> None:
    heard = ToldGames()
    heard.take("w1", "state", WON)
    before = read_evening(path)
    change = heard.take("w1", "game", odd)
    assert change is None or change(before) is before


@pytest.mark.slow
def test_results_come_from_a_broker(path: Path) -> None:
    broker, port, _ = open_broker()
    complained: list[object] = []
    with broker, closing(Results(path, BrokerAddress("127.0.0.1", port), complained.append)):
        from paho.mqtt.publish import multiple  # noqa: PLC0415

        told = [
            ("pyramid/w1/game", game({"cool": "Bert", "warm": "Anna"}), 1, True),
            ("pyramid/w1/state", WON, 1, True),
        ]
        multiple(told, port=port)  # type: ignore[arg-type]
        won = threading.Event()
        for _ in range(int(PATIENCE * 10)):
            if read_evening(path).rounds[0].games[0].winner == "Anna":
                break
            won.wait(0.1)
    assert read_evening(path).rounds[0].games[0].winner == "Anna" and not complained


def test_a_file_with_a_name_of_two_lines_holds_no_evening(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace("Bert", "Bert\\nBob"), encoding="utf-8")
    with pytest.raises(RefereeError):
        read_evening(path)
