"""The files of the hall's page, as a web server gives them out."""

import json
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from companion.referee.drawing.shapes import DIE_PIPS
from companion.referee.keeping.whole_file import write_whole
from companion.sharing import feed
from companion.sharing.hall.pushing import NEEDS
from companion.sharing.hall.stamps import stamps
from companion.texts.language import LANGUAGES, language

AREA = "hall."


def page_files(broker: str, desk: str = "", title: str = "", *, evening: bool = False) -> dict[str, bytes]:
    """Return all files of the page, by path.

    `broker` is the address of the broker's WebSockets; ``{host}`` in it stands for the page's own host. `desk` is the
    path of the rules desk, "" if there is none; `title` heads the page, such as an event; `evening`: True if pairings
    are shown.
    """
    found = dict(_below(files(__package__).joinpath("page"), ""))
    settings = {"broker": broker, "desk": desk, "title": title, "evening": evening}
    found["settings.json"] = _json({**settings, "needs": NEEDS, "pips": DIE_PIPS})
    found["texts.json"] = _json({code: _texts(code) for code in LANGUAGES})
    found["stamps.json"] = _json(stamps())
    # Schemas of the messages, for programs that read them.
    found |= _below(files(feed).joinpath("schemas"), "schemas/")
    return found


def write_page(folder: Path, broker: str, title: str = "") -> None:
    """Write the page's files into a folder, for any web server. Raises OSError if they cannot be written."""
    for name, content in page_files(broker, title=title).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)


def _below(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _below(each, f"{before}{each.name}/")
        else:
            yield before + each.name, each.read_bytes()


def _texts(code: str) -> dict[str, Any]:
    """Return the words of the page in a language, and the rules' titles and texts."""
    words = language(code)
    said = {key: text for key, text in words.sentences.items() if key.startswith(AREA)}
    titles = {rule.id: rule.title for rule in words.rules.values()}
    why = {rule.id: rule.text for rule in words.rules.values()}
    return {"name": LANGUAGES[code], "say": said, "rules": titles, "why": why}


def _json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()
