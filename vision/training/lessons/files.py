"""The lesson files of a folder, which may be growing while they are read."""

import zipfile
from pathlib import Path


def lesson_files(folder: Path) -> list[Path]:
    """All complete files in order of name; one that is still being written is left out."""
    return [path for path in sorted(folder.glob("*.npz")) if zipfile.is_zipfile(path)]
