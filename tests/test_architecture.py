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
# Whatever is ours, but not whoever calls it.
LIBRARIES = {
    "companion.games",
    "companion.texts",
    "companion.referee",
    "companion.app",
    "vision",
    "hardware",
    "calibration",
}
ALLOWED |= {
    "companion.measure": {"companion.measure", *LIBRARIES},
    "companion.commands": {"companion.commands", *LIBRARIES},
}
# The one command that measures.
BENCH = ROOT / "companion/commands/bench.py"
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


def imports_at_once(path: Path) -> Iterator[str]:
    """What is imported when the module is, not when one of its functions is called nor by the type checker."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


@pytest.mark.parametrize("part", ALLOWED)
def test_imports_run_one_way(part: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / part.replace(".", "/")).rglob("*.py"))
        for module in imports(path)
        if (to := part_of(module)) not in (None, "companion") and to not in ALLOWED[part]
        if not (path == BENCH and to == "companion.measure")
    ]
    assert not wrong


def test_nothing_imports_the_command_line() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / "companion").rglob("*.py"))
        for module in imports(path)
        if module.startswith("companion.cli")
        or (module.startswith("companion.commands") and path.parent.name != "commands" and path.name != "cli.py")
    ]
    assert not wrong


def test_presenters_and_tables_know_nothing_of_windows() -> None:
    names = ("presenter", "table", "state", "draft", "entry", "views", "intents", "game")
    paths = [path for path in (ROOT / "companion/app").rglob("*.py") if path.stem.split("_")[-1] in names]
    assert len(paths) > 20
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted(paths)
        for module in imports_at_once(path)
        if module.startswith(("kivy", "companion.app.widgets")) or module.endswith(("screen", "_view"))
    ]
    assert not wrong


def test_no_game_of_the_app_knows_another() -> None:
    games = ROOT / "companion/app/games"
    folders = sorted(path.name for path in games.iterdir() if (path / "game.py").exists())
    assert len(folders) >= 4
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / "companion/app").rglob("*.py"))
        for module in imports(path)
        for game in folders
        if module.startswith(f"companion.app.games.{game}.")
        and path.parent != games / game
        and path.name != "registry.py"
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


# What the referee may know of games: how they are spoken to, not which there are.
OF_ALL_GAMES = {f"companion.games.{name}" for name in ("errors", "reason", "engine", "registry")}
GAMES = sorted(path.name for path in (ROOT / "companion/games").iterdir() if (path / "rulebook.py").exists())


def of_the_referee_itself() -> list[Path]:
    referee = ROOT / "companion/referee"
    return [path for path in sorted(referee.rglob("*.py")) if referee / "tables" not in path.parents]


def test_the_referee_itself_knows_no_game() -> None:
    """Only the table modules do: a game's package is neither imported nor named outside of them."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in of_the_referee_itself()
        for module in imports(path)
        if (module.startswith("companion.games") and module not in OF_ALL_GAMES)
        or module.startswith("companion.referee.tables.")
    ]
    named = [
        f"{path.relative_to(ROOT)} names {game}"
        for path in of_the_referee_itself()
        for game in (*GAMES, *(game.replace("_", "-") for game in GAMES), '"cool"', '"warm"', "CELLS", '"R3"')
        if game in path.read_text(encoding="utf-8")
    ]
    assert GAMES and not wrong + named
