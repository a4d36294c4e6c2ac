"""The command line as a whole: what it loads, lists and does when nobody listens."""

import subprocess
import sys
from importlib.metadata import version

import pytest

from companion.cli import COMMANDS, main

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


@pytest.mark.parametrize(("command", "spared"), [("see", "scipy"), ("see", "companion.measure"), ("app", "cv2")])
def test_a_command_loads_what_it_needs(command: str, spared: str) -> None:
    script = LOADED.format(words=[command, "--help"])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert f"companion.commands.{command}" in loaded
    assert spared not in loaded


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("    ")]
    assert set(COMMANDS) <= set(listed)


@pytest.mark.parametrize("rule", [[], ["BK-07"]])
def test_output_that_nobody_reads_ends_quietly(rule: list[str]) -> None:
    command = [sys.executable, "-m", "companion.cli", "rules", "looney-blockade", *rule]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.close()
    _, told = running.communicate(timeout=60)
    assert told == b""
