"""The command line as a whole: what it loads, lists and does when nobody listens."""

import subprocess
import sys
import threading
import time
from argparse import Namespace
from importlib.metadata import version
from pathlib import Path

import pytest

from companion import cli
from companion.api import examples
from companion.cli import COMMANDS, main
from companion.commands.referee_inputs import dice_of
from companion.commands.rule_options import options_of
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.errors import RefereeError, words_of
from companion.referee.keeping.recording import load

LOADED = """
import sys
from companion.cli import main
try:
    main({words!r})
except SystemExit:
    pass
print(*sorted(sys.modules), file=sys.stderr)
"""


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip() == f"companion {version('pyramid-companion')}"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("words", [("--version",), ("--help",), ("rules", "--help"), ("rules", "looney-blockade")])
def test_a_full_disk_is_told_in_one_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert (
        done.stderr.startswith("companion")
        and "the disk is full, the output" in done.stderr
        and done.stderr.count("\n") == 1
    )


def test_json_that_is_nested_without_end_holds_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (foreign := tmp_path / "table.json").write_text("[" * 100_000)
    assert main(["rules", "looney-blockade", "--ask", "hello", "--at", str(foreign)]) == 1
    assert f"{foreign} has no table to ask about" in capsys.readouterr().err


@pytest.mark.parametrize(("command", "spared"), [("see", "scipy"), ("see", "lab.measure"), ("app", "cv2")])
def test_a_command_loads_what_it_needs(command: str, spared: str) -> None:
    script = LOADED.format(words=[command, "--help"])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert f"companion.commands.{command}" in loaded
    assert spared not in loaded


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    listed = [line.split()[0] for line in shown.splitlines() if line.startswith("  ")]
    assert set(COMMANDS) <= set(listed)
    assert shown.index("\nplay:\n") < shown.index("\n  referee ") < shown.index("\ndice:\n") < shown.index("\n  tower ")


def test_who_names_no_command_is_shown_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert set(COMMANDS) <= set(capsys.readouterr().err.split())


def test_a_name_that_leads_to_no_file_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "game.journal"
    assert main(["export", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"companion export: there is no {missing}: check the name\n"
    assert main(["import", str(tmp_path), str(missing)]) == 1
    assert capsys.readouterr().err == f"companion import: {tmp_path} is a folder: name a file in it\n"


def test_what_is_no_port_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["hall", "--port", "99999"])
    assert ended.value.code == 2
    assert "'99999' is no port: name a number from 1 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("rule", [[], ["BK-07"]])
def test_output_that_nobody_reads_ends_quietly(rule: list[str]) -> None:
    command = [sys.executable, "-m", "companion.cli", "rules", "looney-blockade", *rule]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.close()
    _, told = running.communicate(timeout=60)
    assert told == b""


def test_where_there_is_no_kivy_the_app_says_which_pythons_have_it() -> None:
    script = "import sys; sys.modules['kivy'] = None; from companion.cli import main; sys.exit(main(['app']))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Python 3.11 to 3.13" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_while_a_command_is_loaded_ends_it_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_names: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "build_parser", interrupted)
    assert main(["rules"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_command_does_its_work_where_the_shell_has_closed_the_output() -> None:
    words = f"{sys.executable} -m companion.cli rules looney-blockade >&-"
    done = subprocess.run(words, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_tower_that_is_not_there_is_told_while_the_game_waits_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args, end, said = Namespace(tower="/dev/no-such-port", recording=tmp_path), time.monotonic() + 120, ""
    with dice_of(args, load(examples() / "demo_game"), LooneyTable()) as dice:
        while "there is no port /dev/no-such-port" not in said:
            assert dice and time.monotonic() < end
            said += capsys.readouterr().err
            time.sleep(0.05)


@pytest.mark.parametrize("options", ["BK-02=b", "[1]", "{"])
def test_options_in_another_form_are_shown_theirs(options: str) -> None:
    with pytest.raises(RefereeError) as error:
        options_of(Namespace(options=options))
    assert '{"mode": "advanced"}' in words_of(error.value)


@pytest.mark.parametrize("command", ["referee", "record"])
def test_a_game_without_a_camera_leaves_nothing_behind(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(tmp_path / "game"), "--camera", "97"]) == 1
    assert "camera 97 cannot be opened" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    mine = tmp_path / "mine"
    mine.mkdir()
    assert main([command, str(mine), "--camera", "97"]) == 1
    assert mine.is_dir() and not list(mine.iterdir())


def test_a_fault_of_a_thread_is_told_once_a_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(_args: Namespace) -> int:
        for _ in range(3):
            faulty = threading.Thread(target=lambda: 1 / 0)
            faulty.start()
            faulty.join()
        return 0

    monkeypatch.setenv("PYRAMID_COMPANION_HOME", str(tmp_path))
    monkeypatch.setattr("companion.commands.rules.run", work)
    assert main(["rules"]) == 0
    (report,) = (tmp_path / "reports").iterdir()
    assert "ZeroDivisionError" in report.read_text() and "companion rules" in report.read_text()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("companion rules: something went wrong") and line.endswith(str(report))
