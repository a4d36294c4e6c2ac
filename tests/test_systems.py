"""Nothing takes Linux for granted: what only POSIX systems have is asked for where it may be missing."""

import ast
from functools import cache
from pathlib import Path

from tests.sources import parsed

ROOT = Path(__file__).parent.parent
PARTS = ("companion", "vision", "hardware", "calibration")
POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
POSIX_CALLS = {"fork", "getuid", "geteuid", "mkfifo", "openpty", "setsid", "ttyname", "uname"}
# Who does it, and why that is right elsewhere.
SHIMS = {
    "hardware/durable_lines.py": "does without the claim on a file where fcntl cannot be imported",
    "hardware/tower/ports.py": "sets what only a terminal has unless sys.platform is win32",
}


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the product, by its path."""
    found = {}
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*.py")):
            found[str(path.relative_to(ROOT))] = parsed(path)
    return found


def posix_in(tree: ast.Module) -> set[str]:
    """The modules and functions that only POSIX systems have, of those that a module names."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & POSIX_MODULES
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module)} & POSIX_MODULES
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
            found |= {node.attr} & POSIX_CALLS
    return found


def test_who_asks_for_posix_is_on_the_list() -> None:
    assert {name for name, tree in trees().items() if posix_in(tree)} == set(SHIMS)


def test_text_is_read_and_written_in_one_encoding() -> None:
    """Windows would take another one where none is named."""
    unnamed = [
        f"{name}:{node.lineno}"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if (node.func.attr == "read_text" and not node.args and not node.keywords)
        or (node.func.attr == "write_text" and len(node.args) == 1 and not node.keywords)
    ]
    assert unnamed == []


def test_what_posix_alone_has_is_found() -> None:
    source = "import os, pty\nfrom termios import TCSANOW\nos.openpty()\nos.replace('a', 'b')"
    assert posix_in(ast.parse(source)) == {"pty", "termios", "openpty"}
