"""The settings' file, read at the start and written with every change. Several instances of the app may share it."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion.app.settings.settings import Settings
from companion.app.whole_file import keep_json, put_aside, read_json
from companion.games.reason import Reason, because
from companion.referee.errors import told

NAME = "settings.json"


class KeptSettings:
    """Settings stored in a folder. `now`: the settings in force. `trouble`: the fault of the file, if it has one.

    A change applies even if it cannot be saved. Saving replaces only the settings changed here: another instance may
    have changed the others.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._unkept: dict[str, Any] = {}
        self.trouble: Reason | None = None
        self.now, _ = Settings.read(self._read())
        self.keep()

    def change(self, **values: Any) -> Reason | None:
        """Apply the valid ones of these settings and save them. Returns the reason if they cannot be saved."""
        _, bad = Settings.read(values)
        good = {name: value for name, value in values.items() if name not in bad}
        self.now = replace(self.now, **good)
        self._unkept |= good
        return self.keep()

    def keep(self) -> Reason | None:
        """Save all changes that have not been saved yet. Returns the reason if they cannot be saved."""
        if not self._unkept:
            return None
        try:
            keep_json(self._path, {**asdict(self.now), **self._read(), **self._unkept})
        except OSError as error:
            return because("settings.unkept", why=told(error))
        self._unkept = {}
        return None

    def _read(self) -> dict[str, Any]:
        """Return the valid settings of the file. A damaged file is moved aside."""
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
