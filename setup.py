"""Builds the wheel: the four folders of the program become one package, and README fits an index.

In the repository they are packages of their own, which is short to write and to read. Installed, names such as `vision`
and `hardware` would clash with other people's modules. So the build puts the folders below one name and words their
imports anew; nothing else of them changes. What imports by a text (`import_module`, `files`) uses `__package__`.
"""

import ast
import re
import shutil
from itertools import pairwise
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info

# Where the repository is on the web; `make address` fills it in, here and where the documents name it. As long as it
# names no owner the metadata do not link to it, and README's links are plain words there, so that none is dead.
HOME = "https://github.com/OWNER/pyramid-companion"
HERE = Path(__file__).parent
NAME = "pyramid_companion"
# What a folder of the repository is called in the wheel.
BESIDE = ("vision", "hardware", "calibration")
INSTALLED = {"companion": NAME, **{name: f"{NAME}.{name}" for name in BESIDE}}
BY_TEXT = {"files", "import_module", "run_module"}
IMAGE, LINK = re.compile(r"!\[[^]]*\]\((?!https?:)([^)]+)\)\n*"), re.compile(r"\[([^]]*)\]\((?!https?:)([^)]+)\)")
IN_KV = re.compile(r"^(#:import \S+ )(\w+)(?=\.)", re.MULTILINE)


def for_an_index(text: str, home: str, version: str) -> str:
    """A document with pictures and links that lead into the repository; without its address, without them."""
    if not home:
        return LINK.sub(r"\1", IMAGE.sub("", text))
    text = IMAGE.sub(lambda found: found[0].replace(found[1], f"{home}/raw/v{version}/{found[1]}"), text)
    return LINK.sub(rf"[\1]({home}/blob/v{version}/\2)", text)


def installed_name(module: str) -> str:
    """A module's name in the wheel: `pyramid_companion.vision.dice` for `vision.dice`."""
    top, dot, rest = module.partition(".")
    return f"{INSTALLED.get(top, top)}{dot}{rest}"


def installed_source(source: str, where: str) -> str:
    """A module's text with its imports as they are in the wheel, line by line where they were.

    Raises ValueError where a module of ours is named in a way that cannot be worded anew.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(not _kept(alias.name) for alias in node.names):
            (only, *more) = node.names
            if only.name in BESIDE and not more and only.asname is None:
                line = lines[node.lineno - 1]
                lines[node.lineno - 1] = line.replace(f"import {only.name}", f"from {NAME} import {only.name}", 1)
                continue
            raise ValueError(f"{where}:{node.lineno}: write `from package import module`, which the wheel can rename")
        if isinstance(node, ast.Call) and _named(node.func) in BY_TEXT and any(not _kept(_text(a)) for a in node.args):
            raise ValueError(f"{where}:{node.lineno}: name the module from __package__; the wheel calls it otherwise")
        if isinstance(node, ast.List | ast.Tuple):
            words = [_text(element) for element in node.elts]
            if any(before == "-m" and not _kept(word) for before, word in pairwise(words)):
                raise ValueError(f"{where}:{node.lineno}: name the module from __name__; the wheel calls it otherwise")
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            line = lines[node.lineno - 1]
            start = node.col_offset + len("from ")
            renamed = line[start:].replace(node.module, installed_name(node.module), 1)
            lines[node.lineno - 1] = line[:start] + renamed
    return "".join(lines)


def _kept(module: str) -> bool:
    """Whether a name is the same in the wheel."""
    return module.partition(".")[0] not in INSTALLED


def _named(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _text(argument: ast.expr) -> str:
    """What a text begins with; nothing for other arguments."""
    first = argument.values[0] if isinstance(argument, ast.JoinedStr) and argument.values else argument
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


class BuildUnderOneName(build_py):
    """Copies the packages as ever, then moves them below one name."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        built = Path(self.build_lib)
        shutil.rmtree(built, ignore_errors=True)
        super().run()
        # What stands for the one name in the repository.
        (built / f"{NAME}.py").unlink()
        (built / "companion").rename(built / NAME)
        for folder in BESIDE:
            (built / folder).rename(built / NAME / folder)
        for path in built.rglob("*.py"):
            path.write_text(installed_source(path.read_text("utf-8"), str(path)), "utf-8")
        for path in built.rglob("*.kv"):
            text = path.read_text("utf-8")
            path.write_text(IN_KV.sub(lambda found: found[1] + installed_name(found[2]), text), "utf-8")


class SayOneName(egg_info):
    """Says which name the wheel brings; setuptools would list the repository's folders."""

    def run(self) -> None:
        super().run()
        Path(self.egg_info, "top_level.txt").write_text(f"{NAME}\n", "utf-8")


def home() -> str:
    """The address of the repository, "" while it is not known."""
    return "" if "OWNER" in HOME else HOME


def version() -> str:
    """As `pyproject.toml` has it."""
    found = re.search(r'^version = "(.+)"$', (HERE / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1]


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildUnderOneName, "egg_info": SayOneName},
        long_description=for_an_index((HERE / "README.md").read_text("utf-8"), home(), version()),
        long_description_content_type="text/markdown",
        project_urls={"Source": home(), "Changelog": f"{home()}/blob/v{version()}/CHANGELOG.md"} if home() else {},
    )
