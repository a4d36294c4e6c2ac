"""Mutation testing of one game's rule modules: `make mutation GAME=looney_blockade MODULES="rules"`.

Works on a copy in build/mutation/GAME, where mutmut changes the modules one place at a time and runs the game's fast
tests on each change. Prints the survivors, and how many changes were found out of all.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Tests that are fast and show the rules one by one; all tests of a game that is not named here.
FOCUSED = {
    "looney_blockade": ("test_looney_rules.py", "test_looney_faults_of_landing.py"),
    "leistiko_blockade": ("test_leistiko_rules.py",),
    "blokus3d": ("test_blokus_rules.py",),
    "pyramid_ball": ("test_pyramid_ball_rules.py", "test_pyramid_ball_movement.py", "test_pyramid_ball_play.py"),
}

CONFIG = """\
[tool.mutmut]
source_paths = ["companion"]
only_mutate = {modules}
do_not_mutate_patterns = ['^@', '^from ', '^import ', 'raise GameError', 'lru_cache']
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:xdist", "-p", "no:cacheprovider"]
also_copy = ["companion"]
use_git_change_detection = false
process_isolation = "forkserver"

[tool.pytest.ini_options]
addopts = "-q"
markers = ["rule(*ids): the rulings shown"]
"""


def tests_of(game: str) -> list[str]:
    if game in FOCUSED:
        return [f"tests/games/{name}" for name in FOCUSED[game]]
    files = sorted((ROOT / "tests/games").glob("test_*.py"))
    return [f"tests/games/{path.name}" for path in files if f"companion.games.{game}" in path.read_text()]


def prepare(game: str, modules: list[str]) -> Path:
    place = ROOT / "build/mutation" / game
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "companion", place / "companion", ignore=ignore)
    shutil.copytree(ROOT / "tests/games", place / "tests/games", ignore=ignore)
    shutil.copytree(ROOT / "tests/data", place / "tests/data", ignore=ignore)
    paths = [f"companion/games/{game}/{module}.py" for module in modules]
    (place / "pyproject.toml").write_text(CONFIG.format(modules=json.dumps(paths), tests=json.dumps(tests_of(game))))
    return place


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(path.parent.name for path in ROOT.glob("companion/games/*/rules.py")))
    parser.add_argument("modules", nargs="*", default=["rules"])
    args = parser.parse_args()
    place = prepare(args.game, args.modules)
    mutmut = str(Path(sys.executable).with_name("mutmut"))
    run = subprocess.run([mutmut, "run", "--max-children", "2"], cwd=place, check=False)
    if run.returncode:
        return run.returncode
    listed = subprocess.run([mutmut, "results", "--all", "true"], cwd=place, check=True, capture_output=True, text=True)
    results = [line.strip().split(": ") for line in listed.stdout.splitlines() if ": " in line]
    survivors = [name for name, status in results if status not in ("killed", "timeout", "caught by type check")]
    for name in survivors:
        shown = subprocess.run([mutmut, "show", name], cwd=place, check=True, capture_output=True, text=True)
        print(shown.stdout)
    counts = Counter(status for _, status in results)
    print(f"{args.game} {' '.join(args.modules)}: {len(results) - len(survivors)} of {len(results)} changes found out")
    print(", ".join(f"{status} {count}" for status, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
