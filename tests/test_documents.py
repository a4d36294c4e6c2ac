"""The documents: short at the door, and true to the files and commands there are."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import COMMANDS, build_parser

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCUMENTS += [*sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "lab").glob("*.md"))]
DOCUMENTS += sorted((ROOT / "firmware").glob("*.md"))
NAMES = [str(document.relative_to(ROOT)) for document in DOCUMENTS]
PRODUCT = ("companion", "vision", "hardware", "calibration", "firmware")

FOLDERS = tuple(f"{top}/" for top in (*PRODUCT, "lab", "tests", "docs", ".ci"))
MOST_BYTES = 6 * 1024
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
MODULE = re.compile(r"python -m ((?:lab|tests|vision)[\w.]+)")
TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
TARGET = re.compile(r"^make ([a-z][a-z0-9-]*)")


def prose(document: Path) -> str:
    """The text without fenced blocks, in spans of one line."""
    return re.sub(r"\n(?!\n)", " ", FENCE.sub("", document.read_text("utf-8")))


def fenced(document: Path) -> list[str]:
    """The lines of fenced blocks, without their comments."""
    blocks = FENCE.findall(document.read_text("utf-8"))
    return [line.split(" #")[0].strip() for block in blocks for line in block.splitlines()[1:-1]]


def code(document: Path) -> list[str]:
    return [*SPAN.findall(prose(document)), *fenced(document)]


def paths(document: Path) -> Iterator[Path]:
    """What is meant to be in the repository: targets of links, files and folders in code, modules to run."""
    for target in LINK.findall(prose(document)):
        if "://" not in target and not target.startswith("#"):
            yield document.parent / target.split("#")[0]
    for text in code(document):
        words = (word.rstrip(",.:;") for word in text.split())
        yield from (ROOT / word for word in words if word.startswith(FOLDERS))
        yield from (ROOT / f"{module.replace('.', '/')}.py" for module in MODULE.findall(text))


def commands(document: Path) -> Iterator[list[str]]:
    """The words of every `companion ...`, as a shell would split them."""
    for text in code(document):
        if text.startswith("companion ") and "COMMAND" not in text:
            yield shlex.split(text)[1:]


def understood(words: list[str]) -> bool:
    """Whether the command line takes these words; the name of a command alone speaks of the command."""
    if len(words) == 1 and words[0] in COMMANDS:
        return True
    try:
        build_parser().parse_args(words)
    except SystemExit as ended:
        return ended.code == 0
    return True


def test_the_readme_is_a_page() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= MOST_BYTES


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder, NAME being any."""
    return any(Path(path.anchor).glob(str(path.relative_to(path.anchor)).replace("NAME", "*")))


@pytest.mark.parametrize("name", NAMES)
def test_every_path_named_is_there(name: str) -> None:
    assert not {str(path) for path in paths(ROOT / name) if not is_there(path)}


@pytest.mark.parametrize("name", NAMES)
def test_every_command_named_is_understood(name: str) -> None:
    assert not [" ".join(words) for words in commands(ROOT / name) if not understood(words)]


@pytest.mark.parametrize("name", NAMES)
def test_everything_named_can_be_made(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {target for text in code(ROOT / name) for target in TARGET.findall(text)}
    assert not [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)]


def test_every_test_named_is_there() -> None:
    defined = {name for path in (ROOT / "tests").rglob("test_*.py") for name in TEST.findall(path.read_text("utf-8"))}
    named = {text for document in DOCUMENTS for text in code(document) if re.fullmatch(r"test_\w+", text)}
    assert named
    assert not named - defined


@pytest.mark.parametrize("words", ["fly", "see --upside-down a.jpg", "rules chess", "tower"])
def test_a_wrong_command_is_found_out(words: str) -> None:
    assert understood(words.split()) == (words == "tower")


def test_the_libraries_that_may_be_installed_are_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["app"], *extras["bluetooth"]]
    allowed = [re.fullmatch(r"([\w-]+)([^;]+)(;.*)?", line) for line in wanted]
    rows = re.findall(r"^\| ([\w-]+) \| `(>=[^`]+)` \|", (ROOT / "docs/installing.md").read_text("utf-8"), re.MULTILINE)
    assert rows == [(each[1], each[2].strip().replace(",", ", ")) for each in allowed if each]


def test_every_folder_of_the_product_is_on_the_map() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    files = [path for top in (*PRODUCT, "lab") for path in (ROOT / top).rglob("*") if path.is_file()]
    folders = {
        path.parent.relative_to(ROOT)
        for path in files
        if not {"__pycache__", "build"} & set(path.relative_to(ROOT).parts)
    }
    named = {re.sub(r"NAME", "[^/]+", span) for span in re.findall(r"`([\w/.]+)`", text)}
    assert not {str(folder) for folder in folders if not any(re.fullmatch(span, str(folder)) for span in named)}


BUTTONS = {
    "en": ["docs/app.md", "docs/far.md", "docs/phone.md", "docs/feed.md"],
    "de": ["docs/de/app.md", "docs/de/schiedsrichter.md"],
}
TEXT = re.compile(r': "([^"]+)"')
EMPHASIS = re.compile(r"(?<![*\w])\*([^*`]+)\*(?!\*)")


@pytest.mark.parametrize("language", BUTTONS)
def test_every_button_named_is_called_so(language: str) -> None:
    files = [*ROOT.glob(f"companion/texts/{language}/*.json"), *ROOT.glob(f"companion/games/*/texts/{language}.json")]
    texts = [text for file in files for text in TEXT.findall(file.read_text("utf-8"))]
    named = {name for one in BUTTONS[language] for name in EMPHASIS.findall(prose(ROOT / one))}
    assert len(named) > 10
    assert not {name for name in named if not any(text == name or text.startswith(f"{name}:") for text in texts)}
