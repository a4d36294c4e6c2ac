"""The program asks for nothing on the network and leaves no files but its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Usage data were sent four seconds after the first network was loaded.
SECONDS = 8
READ = f"""
import sys, time
from companion.cli import main
assert main(["see", "companion/data/demo_game/000.jpg", "--board", "volcano"]) == 0
assert main(["dice", "companion/data/dice.jpg"]) == 0
assert "onnxruntime" in sys.modules
time.sleep({SECONDS})
"""
ALONE = ["unshare", "--map-root-user", "--net"]
TRACED = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o"]

pytestmark = pytest.mark.slow


def can_trace() -> bool:
    tools = shutil.which("unshare") and shutil.which("strace")
    return bool(tools) and subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode == 0


@pytest.mark.skipif(not can_trace(), reason="needs strace and network namespaces")
def test_reading_pictures_looks_up_no_name_and_leaves_no_foreign_file(tmp_path: Path) -> None:
    home, trace = tmp_path / "home", tmp_path / "trace"
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    subprocess.run(
        [*ALONE, *TRACED, trace, sys.executable, "-c", READ],
        cwd=ROOT,
        env={**environment, "HOME": str(home), "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
    )
    assert [line for line in trace.read_text().splitlines() if "AF_INET" in line] == []
    assert {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()} == {
        ".cache/pyramid-companion/onnxruntime.json"
    }
