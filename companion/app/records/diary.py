"""The diary of a table: of a game that has been over for a while only the pictures on its page are kept."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from companion.app.records.page import MOST_PICTURES, chosen_pictures
from companion.games.errors import CompanionError
from companion.referee.analysing.kept import load_analysis
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME

# Games whose pictures are kept, the newest ones, and those of them that keep all: which turns decided may not be known.
MOST_GAMES, WHOLE = 60, 3
# A game has no more once it was pruned: those on its page, the first and the last one.
PRUNED = MOST_PICTURES + 2
# Names of pictures that were judged.
PICTURES = "[0-9][0-9][0-9][0-9]*.jpg"


def prune(games: Path) -> None:
    """Delete the pictures that are on no page, of games that are over but not the last ones, and all pictures of games
    long past."""
    pictured = sorted((folder for folder in games.iterdir() if any(folder.glob(PICTURES))), reverse=True)
    for number, folder in enumerate(pictured[WHOLE:], WHOLE):
        pictures, past = list(folder.glob(PICTURES)), number >= MOST_GAMES
        with suppress(CompanionError, OSError):
            shown = () if past else _chosen_pictures(folder) if len(pictures) > PRUNED else None
            for picture in pictures:
                if shown is not None and picture.name not in shown:
                    picture.unlink()


def _chosen_pictures(folder: Path) -> Collection[str] | None:
    """Return the pictures of a game that stay, None while all do."""
    contents = journals.read(folder / JOURNAL_NAME)
    verdicts = [record["verdict"]["verdict"] for record in contents.records if record.get("verdict")]
    if verdicts[-1:] != ["won"]:
        return None
    analysis = load_analysis(folder, contents)
    deciding = {turn.number for turn in analysis.deciding} if analysis else frozenset()
    frames = [record["frame"] for record in contents.records if record.get("frame")]
    # The first and the last one show a tracker the table where the game is opened again.
    return {*chosen_pictures(contents, deciding), *frames[:1], *frames[-1:]}
