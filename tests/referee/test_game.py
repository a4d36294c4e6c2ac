"""Recordings through the command line: verdicts, journals, resuming, replaying, and what is wrong with input."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.errors import RefereeError
from companion.referee.game import Game, play, rejudge
from companion.referee.keeping.journal import Journal, read
from companion.referee.keeping.recording import Event, load
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from companion.texts.language import english
from hardware.tower.dtp import frame as tower_line
from tests.often import often
from tests.referee.simulated_referee import main
from tests.referee.simulation import Scene, Script, SimulatedTracker, random_roll, random_turn

ROOT = Path(__file__).parents[2]


def script(folder: Path, seed: int = 3, turns: int = 6) -> Script:
    """A short game with a hand, an illegal turn and a takeback in it."""
    rng = random.Random(seed)
    position = random_setup(rng)
    game = Script(folder, salt=seed).frame(position.grid)
    for number in range(turns):
        roll = random_roll(rng, position.to_move)
        turn = random_turn(rng, position, roll, hops=2)
        if number % 3 == 1:
            game.frame(turn.position.grid, hand=True)
        game.add(roll=roll)
        if number % 3 == 2:
            source, target = _foreign(position.grid, position.to_move)
            wrong = dict(position.grid)
            wrong[source], wrong[target] = wrong[source][:-2], wrong[target] + wrong[source][-2:]
            game.frame(wrong).frame(position.grid)
        game.frame(turn.position.grid)
        position = turn.position
    return game


def _foreign(grid: Any, side: str) -> tuple[str, str]:
    """Two cells of the side that does not move, the first with a small that could go to the second."""
    theirs = "RY" if side == "cool" else "BG"
    colour = next(c for c in theirs if sum(stack.startswith(f"{c}3{c}1") for stack in grid.values()) > 1)
    cells = [cell for cell in grid if grid[cell].startswith(f"{colour}3{colour}1") and grid[cell].endswith("1")]
    return cells[0], cells[1]


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return script(tmp_path / "game").write()


def kept_verdicts(journal: Path) -> list[dict[str, Any]]:
    """The verdicts on pictures that a journal holds, as they are published."""
    kept = [record["verdict"] for record in read(journal).records if record["kind"] == "frame"]
    return [Verdict.from_json(verdict).to_json(english) for verdict in kept]


def verdicts(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def judge(recording: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[dict[str, Any]], str]:
    status = main(["referee", str(recording), "--json", *more])
    told = capsys.readouterr()
    return status, verdicts(told.out), told.err


def test_a_recording_gets_one_verdict_a_frame(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = judge(recording, capsys)
    assert status == 0
    kinds = [v["verdict"] for v in said]
    assert kinds[0] == "setup"
    assert kinds.count("illegal") == kinds.count("takeback") == kinds.count("hand") == 2
    frames = [e["frame"] for e in json.loads((recording / "recording.json").read_text())["events"] if "frame" in e]
    assert [v["frame"] for v in said] == frames
    assert all(len(v["grid"]) == 25 for v in said)


def test_the_console_form_has_one_line_a_frame(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", str(recording)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == sum("frame" in e for e in json.loads((recording / "recording.json").read_text())["events"])
    assert any("ILLEGAL" in line for line in lines)


def test_the_journal_holds_every_verdict_and_replays_alike(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "game.journal"
    _, said, _ = judge(recording, capsys, "--journal", str(journal))
    assert kept_verdicts(journal) == said
    assert main(["replay", str(journal)]) == 0
    assert f"{len(said)} verdicts judged again, none" in capsys.readouterr().out


def test_replay_tells_which_verdicts_differ(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "game.journal"
    judge(recording, capsys, "--journal", str(journal))
    contents = read(journal)
    changed = tmp_path / "changed.journal"
    with Journal.create(changed, {k: v for k, v in contents.header.items() if k not in ("seq", "kind")}) as copy:
        for record in contents.records:
            fields = {k: v for k, v in record.items() if k not in ("seq", "kind")}
            if fields.get("frame") == contents.records[-1]["frame"]:
                fields["verdict"] = {**fields["verdict"], "verdict": "unchanged"}
            copy.append(record["kind"], fields)
    assert main(["replay", str(changed)]) == 1
    assert "1 came out differently" in capsys.readouterr().out


def test_replay_tells_when_the_journal_lacks_evidence(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "game.journal"
    judge(recording, capsys, "--journal", str(journal))
    header, setup, *rest = read(journal).header, *read(journal).records
    del setup["evidence"]["cells"]["c3"]["C3"]
    poor = tmp_path / "poor.journal"
    with Journal.create(poor, {k: v for k, v in header.items() if k not in ("seq", "kind")}) as copy:
        for record in (setup, *rest):
            copy.append(record["kind"], {k: v for k, v in record.items() if k not in ("seq", "kind")})
    assert main(["replay", str(poor)]) == 1
    assert "no evidence for 'C3' on c3" in capsys.readouterr().err


@pytest.mark.slow
def test_resuming_anywhere_gives_the_same_verdicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After any line of a game that has a hand, an illegal turn, its takeback and a turn after that."""
    recording = script(tmp_path / "game", turns=4).write()
    whole = tmp_path / "whole.journal"
    _, said, _ = judge(recording, capsys, "--journal", str(whole))
    data = whole.read_bytes()
    lines = data.splitlines(keepends=True)
    for kept in range(1, len(lines) + 1):
        broken = tmp_path / f"broken{kept}.journal"
        torn = lines[kept][: len(lines[kept]) // 2] if kept < len(lines) else b""
        broken.write_bytes(b"".join(lines[:kept]) + torn)
        before = sum(record["kind"] == "frame" for record in read(broken).records)
        status, rest, told = judge(recording, capsys, "--resume", str(broken))
        assert status == 0
        assert rest == said[before:]
        assert ("torn" in told) == bool(torn)
        assert broken.read_bytes() == data


@pytest.mark.slow
def test_killed_at_any_instant_nothing_announced_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording = script(tmp_path / "game", turns=12).write()
    whole = tmp_path / "whole.journal"
    _, said, _ = judge(recording, capsys, "--journal", str(whole))
    journal = tmp_path / "game.journal"
    rng = random.Random(0)
    announced: list[dict[str, Any]] = []
    kills = 0
    while kills < 2 * often(12) and len(announced) < len(said) - 3:
        begin = ["--resume" if journal.exists() else "--journal", str(journal)]
        kills += 1
        fresh = kills in (2, 6)
        announced += _killed(recording, begin, rng.randint(fresh, 2), rng.random() * 0.04, fresh)
    _, rest, _ = judge(recording, capsys, "--resume", str(journal))
    kept = kept_verdicts(journal)
    assert kept == said
    assert kills >= 6
    missed = [verdict for verdict in said if verdict not in announced + rest]
    assert len(announced) + len(rest) + len(missed) == len(said), "a frame was announced twice"
    assert len(missed) <= kills, "no more is unannounced than one verdict a kill"


def _killed(recording: Path, begin: list[str], lines: int, delay: float, fresh: bool) -> list[dict[str, Any]]:
    """Run the referee in a process of its own (a fresh interpreter, or a fork of this one), kill it without mercy
    a little after it has said so many lines, and return what it said.
    """
    arguments = ["referee", str(recording), "--json", *begin]
    out, into = os.pipe()
    if fresh:
        command = [sys.executable, "-m", "tests.referee.simulated_referee", *arguments]
        pid = subprocess.Popen(command, cwd=ROOT, stdout=into, stderr=subprocess.DEVNULL).pid
    else:
        pid = os.fork()
        if pid == 0:
            os.dup2(into, 1)
            sys.stdout = os.fdopen(1, "w")
            os._exit(main(arguments))
    os.close(into)
    with os.fdopen(out) as told:
        said = [line for _, line in zip(range(lines), told, strict=False)]
        time.sleep(delay)
        os.kill(pid, signal.SIGKILL)
        said += told
    os.waitpid(pid, 0)
    return [json.loads(line) for line in said if line.endswith("\n")]


def test_resuming_with_another_recording_is_refused(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "game.journal"
    judge(recording, capsys, "--journal", str(journal))
    other = script(tmp_path / "other", seed=4).write()
    status, _, told = judge(other, capsys, "--resume", str(journal))
    assert status == 1
    assert "not event" in told or "not the picture" in told


@pytest.mark.parametrize(
    ("asked", "told"), [(["--game", "blokus3d"], "leave --game out"), (["--options", "{}"], "leave --options out")]
)
@pytest.mark.parametrize("journal", ["--journal", "--resume"])
def test_another_game_than_that_of_the_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], told: str, journal: str
) -> None:
    game = script(tmp_path / "game", turns=1).write()
    kept = json.loads((game / "recording.json").read_text())
    (game / "recording.json").write_text(json.dumps({**kept, "options": {"BK-02": "b"}}))
    if journal == "--resume":
        judge(game, capsys, "--journal", str(tmp_path / "game.journal"))
    status, _, said = judge(game, capsys, journal, str(tmp_path / "game.journal"), *asked)
    assert status == 1 and told in said and said.count("\n") == 1


def test_a_roll_from_the_tower_counts_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = random_setup(random.Random(1))
    line = tower_line("ROLL 12 boot=1 d=B4,G5") + "\n"
    game = Script(tmp_path / "game").frame(position.grid).add(roll_raw=line).add(roll_raw=line).frame(position.grid)
    status, said, _ = judge(game.write(), capsys)
    assert (status, said[-1]["roll"], said[-1]["notes"]) == (0, {"B": 4, "G": 5}, [])


def test_only_what_was_understood_is_learnt(tmp_path: Path) -> None:
    grid = dict(random_setup(random.Random(1)).grid)
    red, blue = ([cell for cell in grid if grid[cell] == f"{c}3{c}1"][:2] for c in "RB")
    legal = {**grid, red[0]: "R3", red[1]: "R3R1R1"}
    illegal = {**legal, blue[0]: "B3", blue[1]: "B3B1B1"}
    script = Script(tmp_path / "game").frame(grid).add(roll={"R": 6, "Y": 6}).frame(grid).frame(grid, hand=True)
    recording = load(script.frame(legal).frame(illegal).frame(legal).write())
    tracker = SimulatedTracker(Scene(grid).image(), noise=0.5)
    steps = list(play(Game(LooneyTable(), lambda image: tracker), recording))
    kinds = [step.verdict.verdict for step in steps if step.verdict]
    assert kinds == ["setup", "unchanged", "hand", "legal", "illegal", "takeback"]
    shown = [grid, legal, illegal, legal]
    assert len(tracker.learnt) == len(shown)
    assert all(learnt.items() <= truth.items() for learnt, truth in zip(tracker.learnt, shown, strict=True))
    assert tracker.learnt[0] == grid


def test_corrections_in_a_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = random_setup(random.Random(1))
    bare = position.grid["b2"][:2]
    game = Script(tmp_path / "game").frame(position.grid)
    game.add(correct={"cells": {"b2": bare}}).add(correct={"undo": True})
    journal = tmp_path / "journal"
    status, said, _ = judge(game.frame(position.grid).write(), capsys, "--journal", str(journal))
    assert status == 0
    assert [v["verdict"] for v in said] == ["setup", "corrected", "corrected", "unchanged"]
    assert said[1]["grid"]["b2"] == bare and said[2]["grid"] == position.grid
    assert main(["replay", str(journal)]) == 0


def test_a_roll_out_of_turn_is_told_and_the_rest_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = random_setup(random.Random(1))
    roll = {"B": 1, "G": 2}
    game = Script(tmp_path / "game").frame(position.grid).add(roll=roll).frame(position.grid).add(roll=roll)
    status, said, told = judge(game.frame(position.grid).write(), capsys)
    assert status == 1
    assert told.count("out of turn") == 1
    assert len(said) == 3 and "out of turn" in said[-1]["notes"][0]


BAD_EVENTS = {
    "missing frame": ({"frame": "999.png"}, "no picture"),
    "no picture": ({"frame": "recording.json"}, "not a picture"),
    "roll with a 7": ({"roll": {"B": 7, "G": 1}}, "7"),
    "roll of mixed colours": ({"roll": {"B": 2, "R": 1}}, "B2, R1"),
    "roll of one die": ({"roll": {"B": 2}}, "B2"),
    "damaged line": ({"roll_raw": "ROLL 12 d=B4,G5*00000000\n"}, "damaged"),
    "nonsense correction": ({"correct": {"frobnicate": 1}}, "frobnicate"),
}


@pytest.mark.parametrize(("event", "told"), BAD_EVENTS.values(), ids=BAD_EVENTS)
def test_an_event_that_cannot_be_used_ends_the_game_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], event: dict[str, Any], told: str
) -> None:
    position = random_setup(random.Random(1))
    game = Script(tmp_path / "game").frame(position.grid).add(roll={"B": 1, "G": 1}).frame(position.grid)
    journal = tmp_path / "journal"
    status = main(["referee", str(game.add(**event).write()), "--json", "--journal", str(journal)])
    out, err = capsys.readouterr()
    assert status == 1
    *said, error = verdicts(out)
    assert [v["verdict"] for v in said] == ["setup", "unchanged"]
    assert "event 3" in error["error"] and told in error["error"]
    assert len(err.splitlines()) == 1
    assert kept_verdicts(journal) == said


def test_after_a_bad_event_is_mended_the_game_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = random_setup(random.Random(1))
    game = Script(tmp_path / "game").frame(position.grid).add(roll={"B": 7, "G": 1})
    journal = tmp_path / "journal"
    assert judge(game.write(), capsys, "--journal", str(journal))[0] == 1
    game.events[-1]["roll"] = {"B": 6, "G": 1}
    status, said, _ = judge(game.frame(position.grid).write(), capsys, "--resume", str(journal))
    assert (status, [v["verdict"] for v in said]) == (0, ["unchanged"])


BAD_RECORDINGS = {
    "no folder": (None, "no recording"),
    "no JSON": ("{", "no JSON"),
    "no object": ("[]", "an object is needed"),
    "unknown game": ('{"game": "chess", "events": []}', "'chess'"),
    "no events": ('{"game": "looney-blockade"}', "events"),
    "events out of order": (
        '{"game": "looney-blockade", "events": [{"t": 2, "frame": "a"}, {"t": 1, "frame": "b"}]}',
        "event 1 (t=1",
    ),
    "no time": ('{"game": "looney-blockade", "events": [{"frame": "a"}]}', "event 0"),
    "two kinds": ('{"game": "looney-blockade", "events": [{"t": 0, "frame": "a", "roll": {}}]}', "exactly one"),
    "unknown kind": ('{"game": "looney-blockade", "events": [{"t": 0, "coffee": 1}]}', "exactly one"),
    "outside": ('{"game": "looney-blockade", "events": [{"t": 0, "frame": "../x.jpg"}]}', "recording's folder"),
    "wrong a1": ('{"game": "looney-blockade", "a1": [1], "events": [{"t": 0, "frame": "x.jpg"}]}', "a1"),
    "wrong camera": ('{"game": "looney-blockade", "camera": 1, "events": [{"t": 0, "frame": "x.jpg"}]}', "camera"),
}


@pytest.mark.parametrize(("content", "told"), BAD_RECORDINGS.values(), ids=BAD_RECORDINGS)
def test_a_recording_that_is_none_gets_one_clear_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, told: str
) -> None:
    if content is not None:
        (tmp_path / "recording.json").write_text(content)
    assert main(["referee", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err and len(err.splitlines()) == 1


def test_a_setup_with_two_reds_for_greens_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid = dict(random_setup(random.Random(1)).grid)
    for cell in [cell for cell in grid if grid[cell] == "R3R1"][:2]:
        grid[cell] = "G3G1"
    journal = tmp_path / "journal"
    status = main(["referee", str(Script(tmp_path / "game").frame(grid).write()), "--journal", str(journal)])
    _, err = capsys.readouterr()
    assert status == 1
    assert "7" in err and "3" in err and "green" in err and len(err.splitlines()) == 1
    assert [record["kind"] for record in read(journal).records] == ["fault"]


def test_a_picture_cut_short_is_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Script(tmp_path / "game").frame(random_setup(random.Random(1)).grid).add(frame="cut.jpg")
    _, data = cv2.imencode(".jpg", np.full((64, 64, 3), 90, np.uint8))
    folder = game.write()
    (folder / "cut.jpg").write_bytes(data.tobytes()[:-40])
    assert main(["referee", str(folder)]) == 1
    assert "cut short" in capsys.readouterr().err


def test_a_board_lost_in_mid_game_costs_one_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid = random_setup(random.Random(1)).grid
    journal = tmp_path / "journal"
    game = Script(tmp_path / "game").frame(grid).frame(grid, blind=True).frame(grid)
    status, said, _ = judge(game.write(), capsys, "--journal", str(journal))
    assert (status, [v["verdict"] for v in said]) == (0, ["setup", "unsure", "unchanged"])
    assert main(["replay", str(journal)]) == 0


def test_no_board_in_the_first_picture_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Script(tmp_path / "game").frame(random_setup(random.Random(1)).grid, blind=True).write()
    assert main(["referee", str(folder)]) == 1
    assert "board" in capsys.readouterr().err


def test_the_report_is_one_file_with_everything_in_it(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    _, said, _ = judge(recording, capsys, "--report", str(page))
    html = page.read_text()
    assert html.count("<article") == len(said)
    replayed = html.count('<div class="moment">')
    assert replayed > 1
    assert html.count('<svg class="board"') == len(said) + replayed
    assert html.count("data:image/jpeg;base64,") == len(said)
    assert "http" not in html.replace("http-equiv", "") and "<script" not in html and "<link" not in html
    assert "ILLEGAL" not in html and "Illegal" in html


def test_an_answer_to_an_earlier_verdict_is_refused(tmp_path: Path) -> None:
    recording = load(script(tmp_path / "game").write())
    game = Game(LooneyTable(), SimulatedTracker)
    asked: list[int] = []
    for step in play(game, recording):
        if step.verdict and step.verdict.verdict == "illegal":
            asked.append(step.event.index)
            if len(asked) == 2:
                break
    with pytest.raises(RefereeError) as refused:
        game.correct(Event(900, 900.0, "correct", {"accept": True, "of": asked[0]}))
    assert refused.value.reason.key == "referee.stale"
    assert game.correct(Event(900, 900.0, "correct", {"accept": True, "of": asked[1]})).verdict == "corrected"


def test_a_reading_is_chosen_of_the_last_look_alone(tmp_path: Path) -> None:
    """A look that says nothing new, the hand's aside, has readings of its own."""
    recording = load(script(tmp_path / "game").write())
    game = Game(LooneyTable(), SimulatedTracker)
    for step in play(game, recording):
        if step.verdict and step.verdict.verdict == "illegal":
            break
    again = Event(step.event.index + 1, 900.0, "frame", step.event.value)
    verdict, _ = game.frame(again, recording.picture(step.event))
    assert verdict.verdict == "unchanged"
    with pytest.raises(RefereeError, match="another verdict"):
        game.correct(Event(901, 901.0, "correct", {"reading": 0, "of": step.event.index}))
    accepted = game.correct(Event(901, 901.0, "correct", {"accept": True, "of": step.event.index}))
    assert step.verdict is not None and accepted.grid == step.verdict.seen


def test_a_record_that_makes_no_sense_is_named_by_its_line() -> None:
    session = Session(LooneyTable())
    record = {"seq": 7, "kind": "correct", "event": 3, "t": 3.0, "correct": {"undo": True}}
    with pytest.raises(RefereeError) as refused:
        rejudge(session, record)
    assert refused.value.reason.key == "referee.record" and refused.value.reason.values["line"] == 8
    assert rejudge(session, {"seq": 8, "kind": "commit", "t": 4.0, "commit": {"roll": {"B": 1, "G": 2}}}) is None


def test_behind_lost_lines_a_verdict_is_believed_as_announced() -> None:
    """Nothing of its evidence is looked at, which would tell of an empty table."""
    session, grid = Session(LooneyTable()), random_setup(random.Random(3)).grid
    session.lose_track()
    announced = Verdict(2.0, None, "unchanged", grid, 0.9, side="cool", commitment={"roll": {"B": 1, "G": 2}})
    evidence = {"hand": False, "hidden": [], "cells": {}}
    record = {"seq": 3, "kind": "frame", "event": 2, "t": 2.0, "frame": None, "evidence": evidence}
    assert rejudge(session, {**record, "verdict": announced.to_json()}) == announced
    assert session.grid == grid and session.side == "cool"
