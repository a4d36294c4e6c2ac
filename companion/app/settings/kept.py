"""The settings' file: read at the start, written with every change, by several instances of the app if need be."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion.app.settings.settings import Settings
from companion.app.whole_file import keep_json, put_aside, read_json
from companion.games.reason import Reason, because
from companion.referee.errors import told

NAME = "settings.json"


class KeptSettings:
    """`now` are those that count, `trouble` what is wrong with the file that they were read from.

    A change counts whether it can be kept or not. Of the file only what was changed here is written: another instance
    may have changed the rest.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._unkept: dict[str, Any] = {}
        self.trouble: Reason | None = None
        self.now, _ = Settings.read(self._read())
        self.keep()

    def change(self, **values: Any) -> Reason | None:
        """Returns why it cannot be kept, if it cannot. What makes no sense changes nothing."""
        _, bad = Settings.read(values)
        good = {name: value for name, value in values.items() if name not in bad}
        self.now = replace(self.now, **good)
        self._unkept |= good
        return self.keep()

    def keep(self) -> Reason | None:
        """Write what has been changed since it could be written last. Returns why that cannot be done, if so."""
        if not self._unkept:
            return None
        try:
            keep_json(self._path, {**asdict(self.now), **self._read(), **self._unkept})
        except OSError as error:
            return because("settings.unkept", why=told(error))
        self._unkept = {}
        return None

    def _read(self) -> dict[str, Any]:
        """What the file holds, as far as it makes sense; a damaged one is kept beside."""
        try:
            kept = read_json(self._path)
            if not isinstance(kept, dict):
                raise ValueError("no object")
        except FileNotFoundError:
            return {}
        except (ValueError, OSError):
            _, self.trouble = put_aside(self._path)
            return {}
        _, bad = Settings.read(kept)
        good = {name: value for name, value in kept.items() if name not in bad}
        if bad:
            _, self.trouble = put_aside(self._path)
            self._unkept = {**good, **self._unkept}
        return good
