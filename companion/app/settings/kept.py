"""The file of settings. Several instances of the app may share it: it is read again before it is written."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion.app.settings.settings import Settings
from companion.app.whole_file import put_aside, read_json, save_json
from companion.games.reason import Reason, because
from companion.referee.errors import error_reason

NAME = "settings.json"


class SettingsFile:
    """Settings stored in a folder. `current`: those in force. `trouble`: the fault of the file, if it has one.

    A change applies even if it cannot be saved. Saving replaces only the settings changed here: another instance may
    have changed the others.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._unsaved: dict[str, Any] = {}
        self.trouble: Reason | None = None
        self.current, _ = Settings.read(self._read())
        self.save()

    def change(self, **values: Any) -> Reason | None:
        """Apply the valid ones of these settings and save them. Returns the reason if they cannot be saved."""
        _, bad = Settings.read(values)
        good = {name: value for name, value in values.items() if name not in bad}
        self.current = replace(self.current, **good)
        self._unsaved |= good
        return self.save()

    def save(self) -> Reason | None:
        """Save all changes that have not been saved yet. Returns the reason if they cannot be saved."""
        if not self._unsaved:
            return None
        try:
            # First, for it adds to `_unsaved` what is good in a damaged file.
            in_file = self._read()
            save_json(self._path, {**asdict(self.current), **in_file, **self._unsaved})
        except OSError as error:
            return because("settings.unkept", why=error_reason(error))
        self._unsaved = {}
        return None

    def _read(self) -> dict[str, Any]:
        """Return the valid settings of the file. A damaged file is moved aside."""
        try:
            found = read_json(self._path)
            if not isinstance(found, dict):
                raise ValueError("no object")
        except FileNotFoundError:
            return {}
        except (ValueError, OSError):
            _, self.trouble = put_aside(self._path)
            return {}
        _, bad = Settings.read(found)
        good = {name: value for name, value in found.items() if name not in bad}
        if bad:
            _, self.trouble = put_aside(self._path)
            self._unsaved = {**good, **self._unsaved}
        return good
