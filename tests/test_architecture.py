"""The house rules on who may import whom."""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import parsed

ROOT = Path(__file__).parent.parent

ALLOWED = {
    "companion.games": {"companion.games"},
    "vision": {"vision"},
    "hardware": {"hardware"},
    "calibration": {"calibration", "vision"},
    "companion.texts": {"companion.texts", "companion.games"},
    "companion.referee": {
        "companion.referee",
        "companion.texts",
        "companion.games",
        "vision",
        "hardware",
        "calibration",
    },
    "companion.sharing": {
        "companion.sharing",
        "companion.referee",
        "companion.texts",
        "companion.games",
        "hardware",
        "vision",
    },
    "companion.app": {
        "companion.app",
        "companion.sharing",
        "companion.referee",
        "companion.texts",
        "companion.games",
        "hardware",
    },
}
VISION = {
    "errors": set(),
    "image": {"errors"},
    "parameters": {"errors"},
    "enough_light": {"errors", "image", "parameters"},
    "geometry": {"errors", "image"},
    "networks": {"errors", "image", "geometry"},
    "sources": {"errors", "image"},
    "drawing": {"errors", "image", "geometry", "sources"},
    "stacks": {"errors", "image", "parameters", "geometry", "networks"},
    "board": {"errors", "image", "parameters", "geometry", "networks", "stacks"},
    "programs": {"errors", "image", "parameters", "geometry", "networks", "stacks"},
    "synthesis": {"errors", "image", "parameters", "geometry"},
    "checkers": {"errors", "image", "parameters", "geometry", "networks", "board", "synthesis"},
    "columns": {"errors", "image", "parameters", "geometry", "networks", "synthesis"},
    "dice": {"errors", "image", "parameters", "enough_light", "networks", "drawing"},
    "tracking": {
        "errors",
        "image",
        "parameters",
        "enough_light",
        "geometry",
        "networks",
        "drawing",
        "stacks",
        "board",
        "programs",
        "checkers",
        "synthesis",
        "columns",
        "dice",
    },
}
"""The floors of vision, lowest first, and those below that each may ask."""
VOLCANO_MODULES = ("vision/geometry/grid.py", "vision/tracking/looney_set.py", "vision/networks/trained_for.py")
# Whatever is ours, but not whoever calls it.
LIBRARIES = {
    "companion.games",
    "companion.texts",
    "companion.referee",
    "companion.sharing",
    "companion.app",
    "vision",
    "hardware",
    "calibration",
}
ALLOWED |= {
    "lab": {"lab", "companion.commands", "companion.api", *LIBRARIES},
    "companion.commands": {"companion.commands", *LIBRARIES},
}
# What serves all games alike: it finds theirs by the registry.
KNOW_NO_GAME = {"companion.games", "companion.texts", "companion.referee", "companion.sharing", "companion.app"}
# The guide leads to a board of Looney Blockade alone.
GUIDE = "companion.app.guide."
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


# The inner folders of a game; what lies beside them in its folder is data and its `game.py`.
FLOORS_OF_GAMES = ("rules", "table", "screen")
# What the floors of a game may ask beside `companion.games` and the floors of the same game named first.
ASKED_BY_GAMES: dict[str, tuple[set[str], set[str]]] = {
    "rules": (set(), set()),
    "table": ({"rules"}, {"companion.referee", "companion.texts", "vision", "hardware", "calibration"}),
    "screen": (
        {"rules", "table"},
        {"companion.app", "companion.sharing", "companion.referee", "companion.texts", "hardware"},
    ),
}


def part_of(module: str) -> str | None:
    """The house part a module belongs to, or None for somebody else's package."""
    top = module.split(".", maxsplit=1)[0]
    if top == "companion":
        return ".".join(module.split(".")[:2])
    return top if top in ALLOWED else None


def floor_of_game(module: str) -> tuple[str, str] | None:
    """The game and the inner folder that a module lies in, None for one that is not in such a folder."""
    words = module.split(".")
    inner = words[:2] == ["companion", "games"] and len(words) > 3 and words[3] in FLOORS_OF_GAMES
    return (words[2], words[3]) if inner else None


def may_ask(asking: str, asked: str) -> bool:
    """Whether a module may import another one of ours."""
    part, to, here, there = part_of(asking), part_of(asked), floor_of_game(asking), floor_of_game(asked)
    if to in (None, "companion"):
        return True
    if there and here:
        return there[0] == here[0] and there[1] in {here[1], *ASKED_BY_GAMES[here[1]][0]}
    if here:
        return to == "companion.games" or to in ASKED_BY_GAMES[here[1]][1]
    if there and part in KNOW_NO_GAME:
        return asking.startswith(GUIDE) and there[0] == "looney_blockade"
    return to in ALLOWED[str(part)]


@cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
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
    for node in parsed(path).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


def named(path: Path) -> str:
    """The module of a file of ours."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize(
    ("asking", "asked", "may"),
    [
        ("companion.games.a.rules.x", "companion.games.a.rules.y", True),
        ("companion.games.a.rules.x", "companion.games.reason", True),
        ("companion.games.a.rules.x", "companion.games.a.table.y", False),
        ("companion.games.a.rules.x", "companion.referee.session", False),
        ("companion.games.a.table.x", "companion.games.a.rules.y", True),
        ("companion.games.a.table.x", "vision.image", True),
        ("companion.games.a.table.x", "companion.games.b.rules.y", False),
        ("companion.games.a.table.x", "companion.app.views", False),
        ("companion.games.a.screen.x", "companion.games.a.table.y", True),
        ("companion.games.a.screen.x", "companion.app.views", True),
        ("companion.games.a.screen.x", "vision.image", False),
        ("companion.games.registry", "companion.games.a.rules.x", False),
        ("companion.referee.session", "companion.games.a.rules.x", False),
        ("companion.app.views", "companion.games.a.screen.x", False),
        ("companion.commands.see", "companion.games.a.rules.x", True),
    ],
)
def test_the_floors_of_a_game_are_told_apart(asking: str, asked: str, may: bool) -> None:
    assert may_ask(asking, asked) == may


@pytest.mark.parametrize("part", ALLOWED)
def test_imports_run_one_way(part: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / part.replace(".", "/")).rglob("*.py"))
        for module in imports(path)
        if not may_ask(named(path), module)
    ]
    assert not wrong


def test_imports_run_in_no_circle() -> None:
    """Whenever they are made: at once, when a function is called, or for the type checker alone."""
    assert circles(modules_asked()) == []


def modules_asked() -> dict[str, set[str]]:
    """For each of our modules those of ours that it imports."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for part in ("companion", "vision", "hardware", "calibration", "lab")
        for path in sorted((ROOT / part).rglob("*.py"))
    }
    return {name: set(asked_by(path, files)) - {name} for name, path in files.items()}


def asked_by(path: Path, modules: Collection[str]) -> Iterator[str]:
    """Which of these modules a file imports: as such, from their package, or something of theirs."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from named & set(modules) or {str(node.module)} & set(modules)


def circles(asked: dict[str, set[str]]) -> list[str]:
    """Modules that lie in a circle, or between two: what is left where whoever asks nobody, or is asked by nobody, is
    taken away again and again."""
    left = dict(asked)
    while True:
        wanted = set().union(*left.values())
        kept = {name for name, others in left.items() if name in wanted and others & left.keys()}
        if len(kept) == len(left):
            return sorted(left)
        left = {name: left[name] & kept for name in kept}


def test_a_circle_is_found() -> None:
    asked = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert circles(asked) == ["b", "c"]
    assert circles({**asked, "c": {"d"}}) == []


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
    folders = [ROOT / "companion/app", *(ROOT / "companion/games").glob("*/screen")]
    paths = [path for folder in folders for path in folder.rglob("*.py") if path.stem.split("_")[-1] in names]
    assert len(paths) > 20
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted(paths)
        for module in imports_at_once(path)
        if module.startswith(("kivy", "companion.app.widgets")) or module.endswith(("screen", "_view"))
    ]
    assert not wrong


def floor_of(path: Path) -> str:
    """The folder of vision that a file lies in, or its own name if it lies in none."""
    return path.relative_to(ROOT / "vision").parts[0].removesuffix(".py")


def floors_asked(path: Path) -> set[str]:
    """The floors of vision that a file imports from."""
    return {module.split(".")[1] for module in imports(path) if module.startswith("vision.")}


def vision_files() -> list[Path]:
    return [path for path in sorted((ROOT / "vision").rglob("*.py")) if floor_of(path) != "__init__"]


def test_every_floor_of_vision_asks_those_below_it_alone() -> None:
    assert {floor_of(path) for path in vision_files()} == set(VISION)
    wrong = [
        f"{path.relative_to(ROOT)} imports from vision.{asked}"
        for path in vision_files()
        for asked in floors_asked(path)
        if asked not in VISION[floor_of(path)] | {floor_of(path)}
    ]
    assert not wrong


def test_the_floors_of_vision_stand_on_one_another_without_circles() -> None:
    below: set[str] = set()
    for floor, asked in VISION.items():
        assert asked <= below, f"{floor} stands on what is above it"
        below.add(floor)


def test_what_sees_boards_takes_none_for_granted() -> None:
    """But for the Volcano board's own module, and the networks that were trained for it."""
    wrong = [
        f"{path.relative_to(ROOT)}: {ast.unparse(node)}"
        for path in vision_files()
        if str(path.relative_to(ROOT)) not in VOLCANO_MODULES and "dice" not in str(path)
        for node in ast.walk(parsed(path))
        if names_a_board(node)
    ]
    assert not wrong


def names_a_board(node: ast.AST) -> bool:
    """Whether code takes a board of 5 x 5 cells for granted: by its name, its cells' or its corners' names, or as
    `range(5)`, `5 * pitch` and the like."""
    if isinstance(node, ast.Name | ast.Attribute | ast.alias):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else node.name
        return name in ("VOLCANO", "CELLS", "FILES", "RING")
    if isinstance(node, ast.Constant):
        return node.value in ("abcde", "12345", "e1", "e5", "a5")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("range", "BoardGrid"):
        return any(is_five(each) for each in node.args)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return any(map(is_five, (node.left, node.right))) and "pitch" in ast.unparse(node).lower()
    return False


def is_five(node: ast.AST) -> bool:
    """Whether a number is the side of a Volcano board, its half, how many lines or cells it has, or crossings."""
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value in (5, 2.5, 6, 25, 36)


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("from vision.geometry.grid import VOLCANO", True),
        ("grid.VOLCANO.cells", True),
        ("end = 5 * view.pitch", True),
        ("np.array([2.5 * PITCH_MM])", True),
        ("[k for k in range(25)]", True),
        ("BoardGrid(5, 5)", True),
        ("cell == 'e5'", True),
        ("end = view.grid.files * view.pitch", False),
        ("np.ones((5, 5), np.uint8)", False),
        ("[k for k in range(4)]", False),
    ],
)
def test_code_that_takes_a_board_for_granted_is_found(code: str, named: bool) -> None:
    assert any(map(names_a_board, ast.walk(ast.parse(code)))) == named


def test_games_do_no_io() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / "companion/games").rglob("*.py"))
        if not {"table", "screen"} & set(path.parts[:-1])
        for module in imports(path)
        if module in IMPURE
    ]
    assert not wrong


# Who in hardware may be imported by whom: each by those below it only.
HARDWARE_FLOORS = (
    {"hardware.errors", "hardware.supervised"},
    {"hardware.dice", "hardware.durable_lines", "hardware.tower.codes"},
    # The tower's lines have a checksum, by which stored rolls are told.
    {"hardware.tower.dtp"},
    {"hardware.roll_store", "hardware.queued_dice", "hardware.fairness"},
    {"hardware.virtual_dice", "hardware.bluetooth", "hardware.tower"},
    {"hardware.simulation"},
    {"hardware.open_dice"},
)


def test_hardware_is_built_in_floors() -> None:
    floors = {room: floor for floor, rooms in enumerate(HARDWARE_FLOORS) for room in rooms}
    wrong, seen = [], set()

    def room_of(module: str) -> str:
        parts = module.split(".")
        return next((part for n in (3, 2) if (part := ".".join(parts[:n])) in floors), ".".join(parts[:2]))

    for path in sorted((ROOT / "hardware").rglob("*.py")):
        room = room_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if room == "hardware.__init__":
            continue
        seen.add(room)
        for module in imports(path):
            other = room_of(module)
            if other in floors and other != room and floors[other] >= floors[room]:
                wrong.append(f"{path.relative_to(ROOT)} imports {module}")
    assert seen == set(floors)
    assert not wrong


# What the referee may know of games: how they are spoken to, not which there are.
COMMON = ("chances", "errors", "reason", "engine", "gamefile", "options", "package", "registry", "rulebook")
OF_ALL_GAMES = {f"companion.games.{name}" for name in COMMON}
GAMES = sorted(path.name for path in (ROOT / "companion/games").iterdir() if (path / "game.py").exists())


def of_the_referee_itself() -> list[Path]:
    referee = ROOT / "companion/referee"
    return sorted(referee.rglob("*.py"))


def test_the_referee_itself_knows_no_game() -> None:
    """Only the table modules do: a game's package is neither imported nor named outside of them."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in of_the_referee_itself()
        for module in imports(path)
        if module.startswith("companion.games") and module not in OF_ALL_GAMES
    ]
    named = [
        f"{path.relative_to(ROOT)} names {game}"
        for path in of_the_referee_itself()
        for game in (*GAMES, *(game.replace("_", "-") for game in GAMES), '"cool"', '"warm"', "CELLS", '"R3"')
        if game in path.read_text(encoding="utf-8")
    ]
    assert GAMES and not wrong + named


# Names of classes that several places rightly have one of: parts that must not import one another their facts, trainers
# their training sets.
OF_SEVERAL_FOLDERS = {"Fact": {"hardware", "vision"}, "Tables": {"lab/training/trainers"}}


def class_names(source: str) -> set[str]:
    """The names of a module's own classes, but for what no other module sees."""
    return {
        node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }


def places_of_classes() -> dict[str, list[Path]]:
    """For each name of a class the files that define one, from the root."""
    found: dict[str, list[Path]] = {}
    for part in ("companion", "vision", "hardware", "calibration", "lab/training"):
        for path in sorted((ROOT / part).rglob("*.py")):
            for name in class_names(path.read_text(encoding="utf-8")):
                found.setdefault(name, []).append(path.relative_to(ROOT))
    return found


def one_a_game(paths: list[Path]) -> bool:
    """Whether all of these files are of games, each of another one: every game has rules, turns and faults of its
    own."""
    games = {path.parts[2] for path in paths if path.parts[:2] == ("companion", "games") and len(path.parts) > 4}
    return len(games) == len(paths)


def test_no_name_of_a_class_has_two_meanings() -> None:
    twice = {name: paths for name, paths in places_of_classes().items() if len(paths) > 1}
    wrong = {
        name: [str(path) for path in paths]
        for name, paths in twice.items()
        if name != "Parameters"  # each module's own numbers
        and not one_a_game(paths)
        and not {str(path.parent) for path in paths} <= OF_SEVERAL_FOLDERS.get(name, set())
    }
    assert wrong == {}
    assert set(OF_SEVERAL_FOLDERS) <= set(twice), "an exception that is none any more"


@pytest.mark.parametrize(
    ("paths", "one_each"),
    [
        (["companion/games/looney_blockade/rules/model.py", "companion/games/pyramid_ball/rules/model.py"], True),
        (["companion/games/pyramid_ball/rules/model.py", "companion/games/pyramid_ball/rules/rules.py"], False),
        (["companion/games/pyramid_ball/rules/model.py", "companion/games/engine.py"], False),
        (["companion/games/pyramid_ball/rules/model.py", "companion/referee/session.py"], False),
    ],
)
def test_names_that_games_share_are_told_from_others(paths: list[str], one_each: bool) -> None:
    assert one_a_game(list(map(Path, paths))) == one_each


def test_names_of_classes_are_found() -> None:
    source = "class Table: ...\nclass _Node: ...\nclass Die(Table):\n    class Face: ...\nReading = 1\n"
    assert class_names(source) == {"Table", "Die"}
