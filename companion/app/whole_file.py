"""Small files of the app that are written anew as a whole."""

import json
from pathlib import Path

from companion.referee.keeping.whole_file import write_whole


def keep_json(path: Path, value: object) -> None:
    """Write `value`, for the user's own eyes: addresses of cameras hold passwords. At every moment at which the app may
    be ended either the old or the new file is there, whole.

    Raises OSError where it cannot be written.
    """
    write_whole(path, json.dumps(value, indent=1).encode())
    path.chmod(0o600)
