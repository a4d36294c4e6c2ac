"""The house rules on who may import whom."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

ALLOWED = {
    "companion.games": {"companion.games"},
    "vision": {"vision"},
    "hardware": {"hardware"},
    "calibration": {"calibration"},
    "companion.texts": {"companion.texts", "companion.games"},
    "companion.referee": {
        "companion.referee",
        "companion.texts",
        "companion.games",
        "vision",
        "hardware",
        "calibration",
    },
    "companion.app": {"companion.app", "companion.referee", "companion.texts", "companion.games", "hardware"},
}
IMPURE = {
    "os",
    "io",
    "pathlib",
    "time",
    "datetime",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "numpy.random",
}


def part_of(module: str) -> str | None:
    """The house part a module belongs to, or None for somebody else's package."""
    top = module.split(".", maxsplit=1)[0]
    if top == "companion":
        return ".".join(module.split(".")[:2])
    return top if top in ALLOWED else None


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            assert node.module
            yield node.module
            if node.module == "companion":
                yield from (f"companion.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("part", ALLOWED)
def test_imports_run_one_way(part: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / part.replace(".", "/")).rglob("*.py"))
        for module in imports(path)
        if (to := part_of(module)) not in (None, "companion") and to not in ALLOWED[part]
    ]
    assert not wrong


def test_games_do_no_io() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / "companion/games").rglob("*.py"))
        for module in imports(path)
        if module in IMPURE
    ]
    assert not wrong


# Who in hardware may be imported by whom: each by those below it only.
HARDWARE_FLOORS = (
    {"hardware.errors"},
    {"hardware.dice"},
    {"hardware.roll_store", "hardware.queued_dice", "hardware.fairness"},
    {"hardware.virtual_dice", "hardware.bluetooth", "hardware.tower"},
    {"hardware.simulation"},
    {"hardware.open_dice", "hardware.trials"},
)


def test_hardware_is_built_in_floors() -> None:
    floors = {room: floor for floor, rooms in enumerate(HARDWARE_FLOORS) for room in rooms}
    wrong, seen = [], set()
    for path in sorted((ROOT / "hardware").rglob("*.py")):
        room = ".".join(path.relative_to(ROOT).with_suffix("").parts[:2])
        if room == "hardware.__init__":
            continue
        seen.add(room)
        for module in imports(path):
            other = ".".join(module.split(".")[:2])
            if other in floors and other != room and floors[other] >= floors[room]:
                wrong.append(f"{path.relative_to(ROOT)} imports {module}")
    assert seen == set(floors)
    assert not wrong
