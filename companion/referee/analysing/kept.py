"""The analysis of a game, kept beside its journal."""

import json
from pathlib import Path

from companion.referee.analysing.analysis import Analysis
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.whole_file import write_whole

ANALYSIS_NAME = "analysis.json"


def save_analysis(folder: Path, analysis: Analysis) -> None:
    """Save an analysis in the folder of its game. Raises KeepingError where it cannot be written."""
    # Reasons are stored as reasons: they are put into words in the language of whoever reads them.
    data = json.dumps(analysis.to_json(None), ensure_ascii=False)
    write_whole(folder / ANALYSIS_NAME, data.encode(errors="replace"))


def load_analysis(folder: Path, contents: Contents) -> Analysis | None:
    """Return the stored analysis of this game; None if there is none, or the game has gone on since."""
    try:
        found = Analysis.from_json(json.loads((folder / ANALYSIS_NAME).read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    fits = found.records == len(contents.records) and found.game == contents.header["game"]
    return found if fits else None
