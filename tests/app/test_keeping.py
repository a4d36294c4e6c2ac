"""Settings, records and the start screen's choices."""

import json
import os
import shutil
import stat
import subprocess
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.app.devices.camera import CameraHelp
from companion.app.devices.devices import Devices
from companion.app.devices.stream import is_stream
from companion.app.games.deeds import Done, Enter, PassTurn, RollDice, Suggest, TakeBack
from companion.app.games.opening import GameSetup, begin_or_open, new_folder, open_game, rematch, saved_games
from companion.app.games.table import PlayedTable
from companion.app.records.page import write_page
from companion.app.records.presenter import card_players, statistics_lines
from companion.app.records.records import (
    Mover,
    Statistics,
    games_with_statistics,
    position_text,
    statistics,
    write_json,
)
from companion.app.settings.kept import NAME, SettingsFile
from companion.app.settings.settings import Settings, home
from companion.app.start.presenter import EXAMPLE, STREAM, StartPresenter, plain
from companion.app.texts.texts import Texts
from companion.commands import export, replay
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover
from companion.games.looney_blockade.rules.notation import position_from_text
from companion.games.looney_blockade.screen.entry import hop
from companion.referee.errors import RefereeError
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.texts.language import LANGUAGES, english, language
from hardware.durable_lines import sealed
from hardware.tower.ports import Port
from tests.app.small_disk import SmallDisk
from tests.games.looney_blockade.screen.games import new_game, table
from vision.errors import VisionError

ROOT = Path(__file__).parents[2]


def test_settings_come_back(tmp_path: Path) -> None:
    wanted = Settings("dark", "de", 1.2, sounds=False, voice=True, hints=False, stream="http://phone.local/video")
    kept = SettingsFile(tmp_path)
    assert kept.change(**asdict(wanted)) is None and kept.current == wanted
    again = SettingsFile(tmp_path)
    assert (again.current, again.trouble) == (wanted, None)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "[" * 100_000, "null", '"dark"', "\x00", '{"theme": 3, "text_scale": 99, "sounds": "no"}']
)
@pytest.mark.parametrize("code", LANGUAGES)
def test_settings_that_are_damaged_are_kept_beside_and_said_in_one_line(tmp_path: Path, text: str, code: str) -> None:
    """They were forgotten with the next change."""
    path = tmp_path / NAME
    path.write_text(text)
    kept = SettingsFile(tmp_path)
    assert kept.current == Settings() and kept.trouble
    said = language(code).say(kept.trouble)
    aside = path.with_name(f"{NAME}.damaged")
    assert str(aside) in said and "\n" not in said and aside.read_text() == text
    assert kept.change(theme="dark") is None
    assert (SettingsFile(tmp_path).current, SettingsFile(tmp_path).trouble) == (Settings(theme="dark"), None)
    path.write_text("more")
    assert SettingsFile(tmp_path).trouble and aside.with_name(f"{NAME}.damaged2").read_text() == "more"


def test_of_damaged_settings_the_good_ones_count(tmp_path: Path) -> None:
    bad = {"theme": "pink", "language": "de", "camera": "\x00", "stream": "x" * 9999, "voice": True, "rules": {"a": 1}}
    (tmp_path / NAME).write_text(json.dumps(bad))
    assert SettingsFile(tmp_path).current == Settings(language="de", voice=True)
    again = SettingsFile(tmp_path)
    assert (again.current, again.trouble) == (Settings(language="de", voice=True), None)
    assert json.loads((tmp_path / f"{NAME}.damaged").read_text()) == bad


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('\ufeff{"theme": "dark"}', "utf-8")
    assert SettingsFile(tmp_path).current.theme == "dark" and SettingsFile(tmp_path).trouble is None


def test_two_instances_keep_one_anothers_settings(tmp_path: Path) -> None:
    """Whoever changed something last wrote all that it held over what the other one had changed."""
    one, other = SettingsFile(tmp_path), SettingsFile(tmp_path)
    one.change(theme="dark")
    other.change(language="de")
    one.change(sounds=False)
    assert SettingsFile(tmp_path).current == Settings(theme="dark", language="de", sounds=False)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_on_a_full_disk_settings_count_and_are_kept_when_there_is_room(tmp_path: Path) -> None:
    with SmallDisk(tmp_path / "disk") as disk:
        kept = SettingsFile(disk.path)
        kept.change(theme="dark")
        disk.fill()
        trouble = kept.change(language="de")
        assert trouble and "the disk is full" in english(trouble) and kept.current.language == "de"
        assert SettingsFile(disk.path).current == Settings(theme="dark")
        disk.clear()
        assert kept.save() is None
        assert SettingsFile(disk.path).current == Settings(theme="dark", language="de")


READ_ONLY = """
import os, sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from companion.app.devices.camera import CameraHelp
from companion.app.devices.known_cameras import KnownCameras
from companion.app.fault_reports import FaultReports
from companion.app.games.opening import GameSetup, begin_or_open, saved_games, new_folder
from companion.app.settings.kept import SettingsFile
from companion.referee.errors import error_reason
from companion.texts.language import english
home = Path(sys.argv[1])
kept = SettingsFile(home)
print(kept.current.theme, kept.current.language)
print(english(kept.change(language="de")))
print(kept.current.language)
setup = GameSetup(source="touch")
for act in (lambda: begin_or_open(setup, new_folder(setup, home / "games")),
            lambda: KnownCameras(home).save("0", CameraHelp(mirror=True))):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, english(error_reason(error)))
print(FaultReports(home, lambda: "").note(ValueError()).path, saved_games(home / "games"))
"""


def test_a_home_that_cannot_be_written_is_one_line_each(tmp_path: Path) -> None:
    home = tmp_path / "home"
    SettingsFile(home).change(theme="dark")
    (home / "games").mkdir()
    for path in (home, home / "games"):
        path.chmod(0o555)
    # The root user may write whatever the modes say, unless he gives up that privilege.
    as_anybody = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    command = [*as_anybody, sys.executable, "-c", READ_ONLY, str(home)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    first, unkept, counts, game, camera, last = done.stdout.splitlines()
    assert (first, counts, last) == ("dark en", "de", "None []"), done.stderr
    for line in (unkept, game, camera):
        assert "may not be read or written" in line and str(home) in line


def test_the_folder_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMID_COMPANION_HOME", str(tmp_path))
    assert home() == tmp_path


def test_a_game_in_the_records(tmp_path: Path) -> None:
    game, folder = table(tmp_path, players={"cool": "Ada"})
    game.do(RollDice({"B": 5, "G": 2}))
    game.do(Enter(hop("d4", "c3")))
    game.do(Done())
    game.do(RollDice({"R": 1, "Y": 1}))
    game.do(Enter(hop("b1", "c3")))
    game.do(Done())
    game.close()
    found = statistics([folder])
    assert dict(found.dice) == {5: 1, 2: 1, 1: 2}
    assert dict(found.turns) == {Mover("Ada"): 1}
    assert dict(found.openings) == {("looney-blockade", Mover("Ada"), "d4–c3"): (None,)}
    assert dict(found.habits) == {("looney-blockade", Mover("Ada")): {"0": 1}}
    over = statistics([folder], {folder: ("cool",)})
    assert over.won == {"Ada": (True,)} and [*over.openings.values()] == [(True,)]
    assert sum(found.illegal.values()) == 1
    page = write_page(folder).read_text("utf-8")
    assert "<svg" in page and "//" not in page.replace("http://www.w3.org", "")
    assert position_from_text(position_text(folder)).grid["c3"] == "C3B1"
    written = json.loads(write_json(folder).read_text("utf-8"))
    assert written["game"]["players"] == {"cool": "Ada"} and written["position"]["grid"]["c3"] == "C3B1"
    kinds = [record["kind"] for record in written["records"]]
    assert kinds == ["frame", *["commit", "stage", "frame"] * 2]
    (kept,) = saved_games(tmp_path)
    assert card_players(Texts("en"), kept) == (("Ada", False),) and not kept.over
    assert kept.grid["c3"] == "C3B1"


def test_a_turn_that_was_taken_back_counts_nowhere(tmp_path: Path) -> None:
    game, folder = table(tmp_path, players={"cool": "Ada"})
    game.do(RollDice({"B": 5, "G": 2}))
    game.do(Enter(hop("d4", "c3")))
    game.do(Done())
    assert dict(statistics([folder]).turns) == {Mover("Ada"): 1}
    game.do(TakeBack())
    taken = statistics([folder])
    assert not taken.turns and not taken.seconds and not taken.openings and not taken.habits
    game.do(Suggest())
    game.do(Done())
    game.close()
    found = statistics([folder])
    assert dict(found.turns) == {Mover("Ada"): 1}


def test_where_nothing_is_rolled_a_turn_begins_when_the_one_before_ends(tmp_path: Path) -> None:
    folder = new_game(GameSetup(game="blokus3d", source="touch"), tmp_path)
    game = open_game(folder)
    for _ in range(3):
        game.do(Suggest())
        game.do(Done())
    game.close()
    records = journals.read(folder / JOURNAL_NAME).records
    assert sum(statistics([folder]).seconds.values()) <= records[-1]["t"] + 0.01


def test_every_game_has_its_position_as_text(tmp_path: Path) -> None:
    folder = new_game(GameSetup(game="blokus3d", source="touch"), tmp_path)
    game = open_game(folder)
    assert isinstance(game, PlayedTable)
    empty = position_text(folder)
    game.do(ChoosePiece("L4"))
    game.do(Cover("4,4"))
    game.do(Done())
    game.do(ChoosePiece("T4"))
    game.do(TakeBack())
    position = game.session.position.to_json()
    assert json.loads(position_text(folder)) == {"game": "blokus3d", **position}
    assert "L4" not in position["left"]["blue"]
    game.do(TakeBack())
    assert position_text(folder) == empty
    game.close()


def test_a_game_that_has_not_begun_has_no_position(tmp_path: Path) -> None:
    folder = new_game(GameSetup(game="blokus3d", source="touch"), tmp_path)
    with pytest.raises(RefereeError, match="no position"):
        position_text(folder)


def test_a_damaged_journal_hides_no_other_game(tmp_path: Path) -> None:
    game, _ = table(tmp_path)
    game.close()
    broken = tmp_path / "00-broken"
    broken.mkdir()
    (broken / JOURNAL_NAME).write_text("nothing\n")
    assert len(saved_games(tmp_path)) == 1


def test_of_kept_games_the_ends_alone_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = table(tmp_path)
    game.close()
    before = saved_games(tmp_path)
    assert len(before) == 1
    monkeypatch.setattr(journals, "read", lambda path: pytest.fail(f"{path} is read whole"))
    assert saved_games(tmp_path) == before


def test_a_game_that_cannot_be_read_does_not_hide_the_statistics(tmp_path: Path) -> None:
    game, folder = table(tmp_path)
    game.close()
    odd = tmp_path / "00-odd"
    shutil.copytree(folder, odd)
    header, *_ = (folder / JOURNAL_NAME).read_bytes().splitlines(keepends=True)
    (odd / JOURNAL_NAME).write_bytes(header + sealed(b'{"seq":1,"kind":"commit","event":0}'))
    assert games_with_statistics(tmp_path)[1] == statistics([folder])


NONSENSE: list[tuple[int, str, Any]] = [
    (0, "game", "unknown-game"),
    (0, "players", {"purple": "Ada"}),
    (0, "source", "\u202e"),
    (1, "verdict.side", "purple"),
    (1, "verdict.grid.z9", "G3"),
    (1, "verdict.grid.a1", "Q7"),
    (1, "verdict.moves", [{"from": "a1", "to": "b1", "piece": "\u202e", "cost": 1}]),
    (2, "commit", {"roll": {"purple": 3}}),
    (2, "commit", {"row": 3}),
    (4, "verdict.moves", [{"from": "a1", "to": "b1", "piece": "Q7", "cost": 1}]),
    (4, "verdict.moves", [{"from": "z9", "to": "b1", "piece": "B1", "cost": 1}]),
    (4, "verdict.cells", ["z9"]),
    (4, "verdict.more", {"winner": "purple"}),
    (4, "evidence.cells.z9", {"G3": 0.0}),
    (4, "t", 1e308),
]


@pytest.mark.parametrize(("line", "place", "word"), NONSENSE)
def test_whatever_words_stand_in_a_well_formed_journal_it_is_used_or_refused_in_a_sentence(
    tmp_path: Path, line: int, place: str, word: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """40 of 133 of them ended in tracebacks."""
    game, folder = table(tmp_path)
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(PassTurn())
    game.close()
    path = folder / JOURNAL_NAME
    records = [json.loads(one) for one in path.read_bytes().splitlines()]
    holder = record = records[min(line, len(records) - 1)]
    *steps, last = place.split(".")
    for step in steps:
        holder = holder.setdefault(step, {}) or {}
    holder[last] = word
    record.pop("crc")
    for each in records:
        each.pop("crc", None)
    path.write_bytes(b"".join(sealed(json.dumps(each, separators=(",", ":")).encode()) for each in records))
    asked: list[Callable[[], object]] = [
        lambda: write_page(folder),
        lambda: write_json(folder),
        lambda: position_text(folder),
        lambda: open_game(folder).close(),
        lambda: rematch(folder, ()),
        lambda: replay.run(Namespace(journal=path)),
        *(
            partial(export.run, Namespace(journal=path, out=None, replay=page, csv=False, language="en"))
            for page in (None, "http://127.0.0.1/")
        ),
    ]
    for ask in asked:
        try:
            ask()
        except RefereeError as error:
            assert str(error) and "\n" not in str(error)
    games_with_statistics(tmp_path)
    capsys.readouterr()


def test_uneven_dice_are_noticed() -> None:
    fair = Statistics(Counter(dict.fromkeys(range(1, 7), 10)))
    loaded = Statistics(Counter({6: 60}))
    assert (fair.unevenness, loaded.unevenness) == (0.0, 300.0)
    # A sixth of 60 lies within two standard errors of a share of what it comes to: 1.96 * sqrt(60 * 1/6 * 5/6).
    assert fair.spread(1) == pytest.approx(5.658, abs=0.001) and loaded.spread(6) == 0.0
    assert "Nothing unusual" in " ".join(statistics_lines(Texts("en"), fair))
    assert "less than once" in " ".join(statistics_lines(Texts("en"), loaded))


def test_players_are_told_over_time() -> None:
    found = Statistics(
        turns=Counter({Mover("Ada"): 4}),
        seconds={Mover("Ada"): 10.0},
        won={"Ada": (True,) * 4 + (False,) * 8},
        openings={("blokus3d", Mover("Ada"), "L4"): (True, False, None), ("blokus3d", Mover("Ada"), "I3"): (True,)},
        habits={("blokus3d", Mover("Ada")): Counter({"1": 6, "2": 2, "3": 1, "4": 1})},
    )
    lines = statistics_lines(Texts("en"), found)
    assert "Ada: 4 of 12 games won, 2 of the last 10, 2 s per turn (4)" in lines
    assert lines[-1].replace("\N{NO-BREAK SPACE}", " ") == (
        "Ada, Blokus 3D: begins with the piece L4 (3 of 4, 1 won); levels built on: 1 (60 %), 2 (20 %), 3 (10 %)"
    )


@pytest.mark.parametrize("name", ["cool", "red", "first", "both", "draw"])
def test_a_player_called_like_a_side_is_counted_apart_and_shown_as_typed(tmp_path: Path, name: str) -> None:
    """The statistics had "Red: 3 turns" of a player called red, and of a nameless red in other games as well."""
    for number, players in enumerate(({"warm": name}, {})):
        game, _ = table(tmp_path / str(number), players=players)
        for roll in ({"B": 4, "G": 5}, {"R": 1, "Y": 2}):
            game.do(RollDice(roll))
            game.do(PassTurn())
        game.close()
    counted = statistics([folder for number in "01" for folder in (tmp_path / number).iterdir()])
    assert counted.turns == {Mover(side="cool"): 2, Mover(name): 1, Mover(side="warm"): 1}
    lines = [line.partition(":")[0] for line in statistics_lines(Texts("en"), counted)]
    assert lines[-6:-3] == ["Cool", name, "Warm"]


def test_what_is_chosen_becomes_the_game() -> None:
    start = StartPresenter(Texts("en"))
    start.players["cool"] = "Ada"
    start.choose("source", "touch")
    start.choose("BK-02", "b")
    setup = start.setup()
    assert (setup.source, setup.options, setup.players) == ("touch", {"BK-02": "b"}, {"cool": "Ada"})
    start.game = "blokus3d"
    start.choose("count", 3)
    setup = start.setup()
    assert (setup.more["count"], setup.source, setup.players) == (3, "touch", {})
    assert len(start.sides()) == 3


def test_players_may_name_the_port_of_their_tower() -> None:
    start = StartPresenter(Texts("en"))
    start.choose("source", "touch")
    start.devices = Devices((), (Port("/dev/ttyUSB0", "CH340", ""), Port("/dev/ttyACM3", None, "made at home")))
    (dice,) = [choice for choice in start.options() if choice.name == "dice"]
    assert ("/dev/ttyACM3", "Tower at /dev/ttyACM3") in dice.values
    assert dice.says == "Found: CH340 (/dev/ttyUSB0)" or "ttyACM3" not in dice.says
    start.choose("dice", "/dev/ttyACM3")
    assert start.setup().dice == "/dev/ttyACM3"


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("http://192.168.1.5:8080/video", True),
        ("https://phone.local/live?quality=80", True),
        ("rtsp://me:secret@[fe80::1]:554/h264", True),
        ("", False),
        ("0", False),
        ("192.168.1.5:4747", True),
        ("192.168.1.5:8080/video", True),
        ("192.168.1.5:99999", False),
        ("http://", False),
        ("http:///video", False),
        ("http://phone:0/video", False),
        ("http://phone:99999/video", False),
        ("http://[fe80::1/video", False),
        ("http://192.168.1.5 :8080/video", False),
        ("file:///etc/passwd", False),
        ("http://***@phone/video", False),
    ],
)
def test_what_may_be_a_camera_on_the_network(address: str, good: bool) -> None:
    assert is_stream(address) is good


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_camera_on_the_network_becomes_the_games(language: str) -> None:
    known = CameraHelp(mirror=True)
    start = StartPresenter(Texts(language), {EXAMPLE: known}.get, stream="nonsense")  # type: ignore[arg-type]
    start.choose("source", "camera")
    assert all(choice.typed is None for choice in start.choices())
    start.choose("camera", STREAM)
    (camera,) = [choice for choice in start.choices() if choice.name == "camera"]
    assert (camera.typed, camera.says) == ("nonsense", Texts(language)("stream.says"))
    assert EXAMPLE in start.trouble
    start.stream = EXAMPLE
    assert (start.trouble, start.setup().camera, start.setup().known) == ("", EXAMPLE, known)
    start.stream = "nonsense"
    start.choose("source", "touch")
    assert start.trouble == ""


def test_the_address_of_a_camera_is_shown_without_its_password(tmp_path: Path) -> None:
    address = "http://ann:secret@127.0.0.1:9/video?token=secret"
    start = StartPresenter(Texts("en"), stream=address)
    start.choose("source", "camera")
    start.choose("camera", STREAM)
    assert "secret" not in str(start.choices())
    start.type_stream("http://***@127.0.0.1:9/video?***")
    assert (start.trouble, start.setup().camera) == ("", address)
    start.type_stream("http://***@127.0.0.1:9/other")
    assert EXAMPLE in start.trouble, "half of an address that was only shown is none"
    start.type_stream(address + "2")
    assert start.shown_stream == address + "2", "what is being typed is seen"
    start.save_stream()
    assert "secret" not in start.shown_stream


def test_a_game_with_a_camera_keeps_no_password_and_is_gone_on_with_by_it(tmp_path: Path) -> None:
    address = "http://ann:secret@127.0.0.1:9/video?token=secret"
    setup = GameSetup(game="looney-blockade", source="camera", camera=address)
    folder = new_folder(setup, tmp_path)
    begin_or_open(setup, folder).close()
    write_json(folder)
    opened: list[str] = []

    def none_there(name: str, _simulated: object) -> None:
        opened.append(name)
        raise VisionError("vision.camera.none")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.app.devices.camera.open_camera", none_there)
        game = open_game(folder, addresses=["auto", address])
        until = time.monotonic() + 120
        while not opened and time.monotonic() < until:
            time.sleep(0.01)
        game.close()
    assert opened[:1] == [address]
    assert [path.name for path in folder.iterdir() if b"secret" in path.read_bytes()] == []


def test_settings_are_for_the_users_own_eyes(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(stream="http://ann:secret@phone/video")
    assert (tmp_path / "settings.json").stat().st_mode & 0o077 == 0


def test_options_become_what_engines_take() -> None:
    assert [plain(value) for value in ("true", "false", "16", "a")] == [True, False, 16, "a"]


def test_a_folder_removed_in_mid_game_is_told_and_the_game_written_anew(tmp_path: Path) -> None:
    game = begin_or_open(GameSetup(source="touch"), tmp_path / "game")
    game.do(RollDice({"B": 1, "G": 1}))
    shutil.rmtree(tmp_path / "game")
    game.do(PassTurn())
    notice = game.state().notice
    assert notice is not None and "removed" in english(notice)
    game.do(RollDice({"R": 1, "Y": 1}))
    game.do(PassTurn())
    assert game.state().notice is None, "it is told once"
    game.close()
    again = open_game(tmp_path / "game")
    assert len(again.state().moments) == len(game.state().moments) == 3
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_settings_are_for_their_user_alone_from_their_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    real = os.fsync

    def watched(handle: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        real(handle)

    monkeypatch.setattr(os, "fsync", watched)
    SettingsFile(tmp_path).change(stream="http://ann:s3cret@cam/video")
    assert seen and seen[0] == 0o600
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
