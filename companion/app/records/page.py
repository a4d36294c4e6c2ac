"""A kept game as a page of its own, in the players' language."""

from pathlib import Path

from companion.app.games.registry import game_of
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.referee.analysing.kept import kept
from companion.referee.grid import Json
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Contents
from companion.referee.keeping.nonsense import making_sense
from companion.referee.keeping.whole_file import write_whole
from companion.sharing.feed.replay_code import replay_of
from companion.texts.names import tidy_names

PAGE_NAME = "game.html"


def write_page(folder: Path, language: str = "en") -> Path:
    """A self-contained page about the game, beside its journal, with what its turns were worth, where the game has been
    analysed. Returns its path. Raises RefereeError where the journal is none or makes no sense."""
    return _written(folder, language)[0]


def shared(folder: Path, language: str = "en") -> tuple[bytes, Json]:
    """The page about a game, and the game to take along in an address. Raises RefereeError as `write_page`."""
    path, contents = _written(folder, language)
    with making_sense(folder / JOURNAL_NAME):
        return path.read_bytes(), replay_of(contents, language)


def _written(folder: Path, language: str) -> tuple[Path, Contents]:
    """The page's path, and the game that it tells of."""
    journal = folder / JOURNAL_NAME
    contents = journals.read(journal)
    with making_sense(journal):
        game = game_of(contents.header)
        page = game.page(Texts(language), contents, _title(contents.header), folder, kept(folder, contents))
    path = folder / PAGE_NAME
    write_whole(path, page.encode(errors="replace"))
    return path, contents


def _title(header: JsonObject) -> str:
    return ", ".join([header["begun"].replace("T", " ")[:16], *tidy_names(header["players"]).values()])
