"""Mutation testing: `make mutation OF=companion/sharing/far TESTS="tests/sharing/far" SAMPLE=60`.

Works on a copy in build/mutation, where mutmut changes the modules of the folders one place at a time. It runs, for
each change or for a seeded sample of them, the tests that reach the function that was changed. Prints the survivors,
and how many changes were found out. A change takes seconds to a minute, as long as its tests.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("companion", "vision", "hardware", "calibration", "lab", "tests", "firmware", "docs")
CONFIG: Final = """\
[tool.mutmut]
source_paths = ["companion", "vision", "hardware", "calibration"]
only_mutate = {modules}
do_not_mutate_patterns = ['^@', '^from ', '^import ', 'raise GameError', 'lru_cache']
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow"]
also_copy = {packages}
use_git_change_detection = false
timeout_constant = 20.0
timeout_multiplier = 5.0
process_isolation = "forkserver"

[tool.pytest.ini_options]
addopts = "-q"
markers = ["rule(*ids): the rulings shown", "slow: left out"]
"""


def prepare(folders: Sequence[str], tests: Sequence[str]) -> Path:
    """Copy the sources, set up so that mutmut changes the modules in `folders` alone."""
    place = ROOT / "build/mutation"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, place / package, ignore=shutil.ignore_patterns("__pycache__"))
    modules = [str(path.relative_to(ROOT)) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    config = CONFIG.format(
        modules=json.dumps(modules), tests=json.dumps(list(tests)), packages=json.dumps(list(PACKAGES))
    )
    (place / "pyproject.toml").write_text(config)
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
    parser.add_argument("folders", nargs="+", help="folders whose modules are changed")
    parser.add_argument("--tests", nargs="+", help="tests to run, else the folders of the same names in tests")
    parser.add_argument("--sample", type=int, metavar="N", help="try only so many changes, drawn evenly")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tests = args.tests or [str(Path("tests", *Path(folder).parts[1:])) for folder in args.folders]
    for path in (*args.folders, *tests):
        if not (ROOT / path).exists():
            parser.error(f"{path} is not there: name a folder of the sources")
    place = prepare(args.folders, tests)
    mutmut = str(Path(sys.executable).with_name("mutmut"))
    names = sampled(mutmut, place, args.sample, args.seed) if args.sample else []
    run = subprocess.run([mutmut, "run", "--max-children", "2", *names], cwd=place, check=False, capture_output=True)
    if run.returncode:
        sys.stdout.buffer.write(run.stdout[-4000:])
        return run.returncode
    every = results(mutmut, place)
    tried = [(name, status) for name, status in every if not names or name in names]
    survivors = [name for name, status in tried if status not in ("killed", "timeout", "caught by type check")]
    for name in survivors:
        shown = subprocess.run([mutmut, "show", name], cwd=place, check=True, capture_output=True, text=True)
        print(shown.stdout)
    counts = Counter(status for _, status in tried)
    found = f"{len(tried) - len(survivors)} of {len(tried)} changes found out"
    print(f"{' '.join(args.folders)}: {found}" + (f", of {len(every)} there are" if names else ""))
    print(", ".join(f"{status} {count}" for status, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
