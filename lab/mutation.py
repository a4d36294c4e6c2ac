"""Mutation testing of one game's rule modules: `make mutation GAME=looney_blockade MODULES="rules" SAMPLE=60`.

Works on a copy in build/mutation/GAME, where mutmut changes the modules one place at a time and runs the game's fast
tests on each change, or on a seeded sample of them. Prints the survivors, and how many changes were found out.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

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
timeout_constant = 20.0
timeout_multiplier = 5.0
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
    (place / "tests").mkdir()
    shutil.copy(ROOT / "tests/__init__.py", place / "tests/__init__.py")
    shutil.copytree(ROOT / "tests/games", place / "tests/games", ignore=ignore)
    shutil.copytree(ROOT / "tests/data", place / "tests/data", ignore=ignore)
    paths = [f"companion/games/{game}/{module}.py" for module in modules]
    (place / "pyproject.toml").write_text(CONFIG.format(modules=json.dumps(paths), tests=json.dumps(tests_of(game))))
    return place


def results(mutmut: str, place: Path) -> list[tuple[str, str]]:
    """All changes by name, with what came of them."""
    listed = subprocess.run([mutmut, "results", "--all", "true"], cwd=place, check=True, capture_output=True, text=True)
    found = [line.strip().partition(": ") for line in listed.stdout.splitlines() if ": " in line]
    return [(name, status) for name, _, status in found]


def sampled(mutmut: str, place: Path, count: int, seed: int) -> list[str]:
    """Names of changes drawn evenly. Nothing is changed by this name; mutmut lists all changes, then complains."""
    subprocess.run([mutmut, "run", "none"], cwd=place, check=False, capture_output=True)
    names = sorted(name for name, _ in results(mutmut, place))
    return sorted(Random(seed).sample(names, min(count, len(names))))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(path.parent.name for path in ROOT.glob("companion/games/*/rules.py")))
    parser.add_argument("modules", nargs="*", default=["rules"])
    parser.add_argument("--sample", type=int, metavar="N", help="try only so many changes, drawn evenly")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    place = prepare(args.game, args.modules)
    mutmut = str(Path(sys.executable).with_name("mutmut"))
    names = sampled(mutmut, place, args.sample, args.seed) if args.sample else []
    run = subprocess.run([mutmut, "run", "--max-children", "2", *names], cwd=place, check=False)
    if run.returncode:
        return run.returncode
    every = results(mutmut, place)
    tried = [(name, status) for name, status in every if not names or name in names]
    survivors = [name for name, status in tried if status not in ("killed", "timeout", "caught by type check")]
    for name in survivors:
        shown = subprocess.run([mutmut, "show", name], cwd=place, check=True, capture_output=True, text=True)
        print(shown.stdout)
    counts = Counter(status for _, status in tried)
    found = f"{len(tried) - len(survivors)} of {len(tried)} changes found out"
    print(f"{args.game} {' '.join(args.modules)}: {found}" + (f", of {len(every)} there are" if names else ""))
    print(", ".join(f"{status} {count}" for status, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
