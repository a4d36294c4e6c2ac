"""The numbers that seeing goes by are listed with unit and reason, and a trial may have others."""

import io
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import astuple, fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.saying import refused
from vision import parameters
from vision.tracking.column_tracker import Parameters


def listed() -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        parameters.main()
    return out.getvalue()


def tables_of(tables: dict[str, Any], within: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, values in tables.items():
        if any(isinstance(inner, dict) for inner in values.values()):
            yield from tables_of(values, f"{within}.{name}")
        else:
            yield f"{within}.{name}", values


def test_all_are_listed_in_the_form_in_which_they_are_read() -> None:
    tables = tomllib.loads(listed())
    count = 0
    for name, values in tables_of(tables, "vision"):
        kind = import_module(name).Parameters
        assert set(values) == {field.name for field in fields(kind)}, name
        assert astuple(parameters.with_values(kind(), tables, name)) == astuple(kind()), name
        count += len(values)
    assert count > 500
    parameters.check_tables(tables, "all.toml")


def test_each_has_one_line_with_a_reason() -> None:
    lines = [line for line in listed().splitlines() if line and not line.startswith("[")]
    assert all(len(line.partition("  # ")[2].split()) > 2 for line in lines)


def test_a_trial_reads_other_values_from_a_file(tmp_path: Path) -> None:
    trial = tmp_path / "trial.toml"
    trial.write_text("[tracking.column_tracker]\ntrust = 0.5\nseen_range = [0.01, 0.99]\n")
    asks = "from vision.tracking.column_tracker import P; print(P.trust, P.seen_range, P.guessed)"
    environment = {**os.environ, parameters.FILE: str(trial)}
    done = subprocess.run([sys.executable, "-c", asks], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == f"0.5 (0.01, 0.99) {Parameters().guessed}\n"


@pytest.mark.parametrize("said", [{"trus": 0.5}, {"trust": "much"}, {"hand_squares": 1.5}, {"seen_range": [0.1]}])
def test_what_a_module_has_not_is_refused(said: dict[str, object]) -> None:
    tables = {"tracking": {"column_tracker": said}}
    with refused("column_tracker has no "):
        parameters.with_values(Parameters(), tables, Parameters.__module__)


@pytest.mark.parametrize("table", ["bord.locate", "board.borne", "board.heat_maps", "training.learn", "borne"])
def test_a_table_that_no_module_has_is_refused(table: str) -> None:
    said = tomllib.loads(f"[{table}]\nborne = 1.0\n[tracking.column_tracker]\ntrust = 0.5\n")
    with refused(rf"no module of vision has parameters named \[{table}\]"):
        parameters.check_tables(said, "trial.toml")


def test_a_command_says_what_is_wrong_with_a_trial(tmp_path: Path) -> None:
    trial = tmp_path / "trial.toml"
    trial.write_text("[bord.locate]\nborne = 1.0\n")
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "see", "--help"],
        env={**os.environ, parameters.FILE: str(trial)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"companion: {trial}: no module of vision")
