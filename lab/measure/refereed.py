"""`companion referee` in a process of its own, and what its journal says, from outside."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.referee.verdict import KINDS

LONGEST_END_SECONDS: Final = 30.0


class RefereeProcess:
    """A live game, begun or gone on with, in `folder`."""

    def __init__(self, folder: Path, camera: str, tower: str | None = None, *, resume: bool = False) -> None:
        going_on = ["--tower", tower] if tower else []
        going_on += ["--resume", str(folder / "game.journal")] if resume else []
        command = [sys.executable, "-m", "companion.cli", "referee", str(folder), "--camera", camera]
        self._said = folder.with_suffix(".said").open("a", encoding="utf-8")
        self._process = subprocess.Popen(
            [*command, *going_on], stdin=subprocess.PIPE, stdout=self._said, stderr=self._said, text=True
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def type(self, line: str) -> None:
        """Type a line; nothing comes of it where the process has ended."""
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def kill(self) -> None:
        """SIGKILL, whatever it is doing."""
        self._process.kill()
        self._let_go()

    def quit(self) -> int:
        """Leave the game as players do; the exit status."""
        self.type("quit")
        try:
            self._process.wait(LONGEST_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._let_go()
        return self._process.returncode

    @property
    def number(self) -> int:
        return self._process.pid

    def held(self) -> tuple[float, int, int] | None:
        """Memory in MiB, open files and threads of the process; None where it has ended."""
        own = Path(f"/proc/{self._process.pid}")
        try:
            status = dict(line.split(":", 1) for line in (own / "status").read_text().splitlines())
            files = len(list((own / "fd").iterdir()))
            return int(status["VmRSS"].split()[0]) / 1024, files, int(status["Threads"])
        except (OSError, KeyError):
            return None

    def _let_go(self) -> None:
        self._process.wait()
        if self._process.stdin:
            with suppress(OSError):
                self._process.stdin.close()
        self._said.close()


def processor_seconds(process: int) -> float:
    """What a process has used of the processor so far, all its threads together."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class FollowedJournal:
    """A journal read while it grows: `records` are those that are whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0
        self.records: list[dict[str, Any]] = []

    def follow(self) -> Sequence[Mapping[str, Any]]:
        """The records that are new."""
        try:
            with self._path.open("rb") as file:
                file.seek(self._read)
                data = file.read()
        except OSError:
            return ()
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        new = [json.loads(line) for line in whole.splitlines()]
        self.records += new
        return new


class GameAtTable:
    """What was done at a table, and what the journal has of it.

    `thrown` are the rolls of the dice, `made` the tables after each turn; `rolls` those in the journal, `turns` how
    many of the tables it has, in their order. `misread` counts turns that it has otherwise (the players say so then).
    """

    def __init__(self, journal: FollowedJournal) -> None:
        self._journal = journal
        self.thrown: list[dict[str, int]] = []
        self.made: list[dict[str, str]] = []
        self.rolls: list[dict[str, int]] = []
        self.begun = False
        self.turns = self.looks = self.misread = 0
        self._doubled: list[str] = []

    def follow(self) -> None:
        """Read on."""
        for record in self._journal.follow():
            if record["kind"] == "commit":
                self.rolls.append(record["commit"]["roll"])
            elif "verdict" in record:
                self.looks += record["kind"] == "frame"
                self._judged(record["verdict"])

    def _judged(self, verdict: Mapping[str, Any]) -> None:
        trait, grid = KINDS[verdict["verdict"]], dict(verdict["grid"])
        self.begun |= verdict["verdict"] == "setup"
        if not (trait.turn or trait.ends_turn):
            return
        if self.turns < len(self.made) and grid == self.made[self.turns]:
            self.turns += 1
        elif trait.turn and self.turns and grid == self.made[self.turns - 1]:
            self._doubled.append(f"turn {self.turns} is in the journal twice")
        else:
            self.misread += trait.turn

    def wrong_cells(self) -> dict[str, str]:
        """The true stacks of the cells that the referee had wrong at the last record, by cell."""
        last = next((r["verdict"] for r in reversed(self._journal.records) if r.get("verdict")), None)
        if last is None or not self.made:
            return {}
        seen = last.get("seen") or last["grid"]
        return {cell: stack for cell, stack in self.made[-1].items() if seen.get(cell, "") != stack}

    def audit(self) -> list[str]:
        """What was lost, doubled or invented."""
        self.follow()
        faults = list(self._doubled)
        if self.rolls != self.thrown:
            faults.append(f"{len(self.thrown)} rolls thrown, {len(self.rolls)} in the journal, or others")
        if self.turns != len(self.made):
            faults.append(f"{len(self.made)} turns made, {self.turns} in the journal")
        return faults
