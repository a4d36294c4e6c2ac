"""Makes the messages about a table: states and events as JSON, the board as a drawing (docs/feed.md)."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.games.errors import CompanionError
from companion.games.reason import because
from companion.referee.drawing.depicted import Depicted, depicted
from companion.referee.grid import Grid, Json
from companion.referee.keeping.records import Record
from companion.referee.report.words import ReportWords
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.telling import sentence
from companion.referee.verdict import Verdict
from companion.referee.written_games import WrittenSoFar
from companion.sharing.feed.boards import drawn
from companion.sharing.feed.discovery import discovery
from companion.sharing.feed.publisher import Post
from companion.sharing.feed.topics import SCHEMA, discovery_topic, topic
from companion.texts.language import LANGUAGES, english, language
from companion.texts.names import tidy_names

# Lines of the history in one message.
PAGE_LINES: Final = 20
# What fits a line of a stream.
SHORT_LETTERS: Final = 60

Said = dict[str, str]


class Standing(NamedTuple):
    """The state after a record: the position, None before the set-up; the side to move, None if all move; what the turn
    is judged by, None if a commitment is missing; the winner, see `Session.winner`."""

    position: Any
    side: str | None
    due: Mapping[str, Any] | None
    winner: str | None = None


def standing_of(session: Session) -> Standing:
    """Return the state of a session. Cheap: it is called while players wait."""
    if not session.started:
        return Standing(None, session.table.sides[0], None)
    due, said = session.due, session.side
    if due is not None:
        return Standing(session.position, due.mover, due.value, session.winner)
    side = session.table.next_mover(said) if said else session.table.sides[0]
    return Standing(session.position, side, None, session.winner)


class TableNews:
    """Makes the messages about one game at one table.

    `header` is that of its journal, `begun` the time when that began, in seconds since 1970,
    `page` the address of its page, "" for none. Records are taken in
    order; all messages follow from them alone.
    """

    def __init__(self, name: str, table: AnyTable, header: Mapping[str, Any], begun: float, page: str = "") -> None:
        self._visited_at = page
        self._name, self._table, self._header, self._begun = name, table, header, begun
        self._players = tidy_names(header.get("players"))
        self._words = {code: ReportWords(language(code).for_players, table.game, self._players) for code in LANGUAGES}
        self.id = hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()[:12]
        self._lines: list[Json] = []
        self._turns = 0
        self._turn_began = 0.0
        self._latest: str | None = None
        self._tone: str | None = None
        self._verdict: Json | None = None
        self._said: dict[str, Said] = {code: {} for code in LANGUAGES}
        # The current drawing of the board, and True if the table stands against the rules.
        self._depicted = Depicted()
        self._stands = False
        # The table at each line of the history, as a drawing; its things at the last line, by name and as drawn.
        self._pasts: list[Json] = []
        self._shown: Grid = {}
        self._looks: Grid = {}
        # The score after the record that is taken; None for records from before this started.
        self._score: Json | None = None
        self._minute: float | None = None
        # The id of the roll in force, and the game as text.
        self._rolled: str | None = None
        self._written: WrittenSoFar | None = WrittenSoFar(table)

    def hello(self) -> Iterator[Post]:
        """Yield the messages that are sent once: the game, and the device for Home Assistant."""
        header, table = self._header, self._table
        game = {
            "id": self.id,
            "game": table.game,
            "options": dict(header["options"]),
            "sides": list(table.sides),
            "players": self._players,
            "begun": self._at(0.0),
            "source": str(header.get("source", "recording")),
            "say": {
                code: {"game": words.game, "sides": {side: words.side(side) for side in table.sides}}
                for code, words in self._words.items()
            },
        }
        yield self._state("game", game)
        device = discovery(self._name, self._words["en"].game, self._visited_at)
        yield Post(discovery_topic(self._name), json.dumps(device))

    def again(self, records: Sequence[Record], standing: Standing) -> Iterator[Post]:
        """Yield everything as it stands after the records that a game is resumed from."""
        for record in records:
            self._write_down(record)
            self.live(record)
        for page in range(self._page + 1):
            yield self._history(page)
        for past in self._pasts:
            yield self._state(f"past/{past['line']}", past)
        yield from self._record()
        yield from self._standing(records[-1] if records else {"seq": 0, "t": 0.0}, standing)

    def take(self, record: Record, standing: Standing) -> Iterator[Post]:
        """Yield what is new with a record."""
        lines = len(self._lines)
        position = standing.position
        self._score = dict(self._table.score(position)) if position is not None else None
        self._write_down(record)
        self.live(record)
        if record["kind"] == "commit" and "roll" in record["commit"]:
            yield self._roll(record, standing)
        if record.get("verdict"):
            told = self._published(record["verdict"])
            joined = {"game": self.id, "turn": self._turns, "roll": self._rolled}
            verdict = self._event("verdict", {"seq": record["seq"], **joined, "verdict": told})
            yield verdict._replace(retained=True, each=True)
        if len(self._lines) != lines:
            yield self._history(self._page)
        yield from self._standing(record, standing)
        if len(self._lines) != lines:
            yield self._state(f"past/{lines}", self._pasts[-1])
            yield from self._record()

    def _write_down(self, record: Record) -> None:
        """Add a record to the written game. A game that cannot be written is published without its text."""
        try:
            if self._written:
                self._written.take(record)
        except CompanionError:
            self._written = None

    def _record(self) -> Iterator[Post]:
        """Yield the game as text, as `companion export` writes it; "" if it cannot be written or has not begun."""
        try:
            text = self._written.text(self._header) if self._written else ""
        except CompanionError:
            text = ""
        yield Post(topic(self._name, "record"), text)

    @property
    def _page(self) -> int:
        return max(0, len(self._lines) - 1) // PAGE_LINES

    def live(self, record: Record) -> None:
        """Take note of a record without publishing."""
        kind = record["kind"]
        if kind == "commit" and "roll" in record["commit"]:
            self._rolled = f"{self.id}/{record['seq']}"
        if kind == "commit":
            counts_down = self._table.counts_down(record["commit"])
            if counts_down is not None:
                self._minute = record["t"] if counts_down else None
        elif record.get("verdict"):
            self._take_verdict(record, Verdict.from_json(record["verdict"]))

    def _take_verdict(self, record: Record, verdict: Verdict) -> None:
        self._latest = verdict.verdict
        if verdict.trait.passes:
            return
        if verdict.trait.turn:
            self._turns += 1
        if verdict.trait.ends_turn:
            self._turn_began = verdict.t
        self._verdict = self._published(record["verdict"])
        self._verdict.pop("grid")
        for code, words in self._words.items():
            self._said[code] = self._say(words, verdict)
        self._depicted, self._stands = depicted(self._table, verdict), verdict.trait.stands
        if verdict.trait.in_history:
            self._write(record, verdict)

    def _say(self, words: ReportWords, verdict: Verdict) -> Said:
        return {
            "verdict": words.text(verdict.verdict),
            "line": words.capital(words.say(sentence(verdict, self._table.wording))),
            "reason": words.sentence(verdict.reason) if verdict.reason else "",
            "short": self._short(words, verdict, SHORT_LETTERS),
            "turn": self._short(words, verdict),
        }

    def _short(self, words: ReportWords, verdict: Verdict, most: int | None = None) -> str:
        """Return the player and the turn, the last moves left out and counted where there are more letters than
        `most`."""
        who = f"{words.side(verdict.side)}: " if verdict.side else ""
        if not (verdict.moves and verdict.trait.turn):
            passed = verdict.verdict == "legal" and not verdict.moves
            return who + words.text("pass" if passed else verdict.verdict)
        moves = verdict.moves
        for n in range(len(moves), 0, -1):
            told = (
                who
                + words.say(self._table.wording.moves(moves[:n]))
                + (f" +{len(moves) - n}" if n < len(moves) else "")
            )
            if most is None or len(told) <= most:
                return told
        return told if most is None else f"{told[: most - 1]}…"

    def _write(self, record: Record, verdict: Verdict) -> None:
        self._tone = verdict.trait.tone
        line = {"seq": record["seq"], "t": record["t"], "turn": self._turns, "tone": self._tone}
        line |= {"verdict": verdict.verdict, "side": verdict.side, "rule": verdict.rule, "roll": verdict.roll}
        told = ("verdict", "line", "reason", "short", "turn")
        said = {code: {name: said[name] for name in told} for code, said in self._said.items()}
        moves = [dict(move) for move in (self._verdict or {}).get("moves", ())]
        grid = self._depicted.grid
        self._pasts.append({"id": self.id, "line": len(self._lines), "board": drawn(self._table, self._depicted)})
        changed = _changed(self._shown, grid) if self._lines else dict(self._table.drawing.visible_part(grid))
        drawing = self._table.drawing
        looks = drawing.looks(grid)
        drawn_anew = _changed(self._looks, looks) if self._lines else dict(drawing.looks(drawing.visible_part(grid)))
        self._shown, self._looks = grid, looks
        drawn_so = {"drawn": drawn_anew} if drawn_anew != changed else {}
        stood = {"score": self._score} if self._score is not None else {}
        self._lines.append({**line, **stood, "moves": moves, "changed": changed, **drawn_so, "say": said})

    def replay(self, code: str) -> Json:
        """Return the whole game to take along (`companion.sharing.feed.replay_code`), in the words of a language."""
        words = self._words[code]
        return {
            "schema": SCHEMA,
            "game": self._table.game,
            "name": words.game,
            "date": str(self._header.get("begun", ""))[:10],
            "players": [words.side_with_name(side) for side in self._table.sides],
            "steps": [[line["say"][code]["turn"], line.get("drawn", line["changed"])] for line in self._happenings()],
        }

    def _happenings(self) -> Iterator[Json]:
        """Yield the lines of the history that are turns or have changed the table."""
        turn = -1
        for line in self._lines:
            if line["changed"] or line["turn"] != turn:
                yield line
            turn = line["turn"]

    def _published(self, kept: Mapping[str, Any]) -> Json:
        return Verdict.from_json(kept).to_json(english, self._table.published)

    def _standing(self, record: Record, standing: Standing) -> Iterator[Post]:
        """Yield the whole table and its drawing."""
        table, position = self._table, standing.position
        grid = table.grid(position) if position is not None else {}
        winner = standing.winner
        state = {
            "id": self.id,
            "seq": record["seq"],
            "t": record["t"],
            "turn": self._turns,
            "side": None if winner else standing.side,
            "roll": (standing.due or {}).get("roll"),
            "due": dict(standing.due) if standing.due is not None and not winner else None,
            "score": dict(table.score(position)) if position is not None else {},
            "colours": {side: list(each) for side, each in table.drawing.colours(position).items()},
            "winner": winner,
            "latest": self._latest,
            "tone": self._tone,
            "verdict": self._verdict,
            "grid": table.published(grid),
            "position": table.to_json(position) if position is not None else None,
            "clock": {"begun": self._at(0.0), "turn": self._at(self._turn_began), "minute": self._at(self._minute)},
            "say": {
                code: {
                    **said,
                    **self._title(self._words[code], standing, winner),
                    "board": self._in_words(code, table.published(grid)),
                }
                for code, said in self._said.items()
            },
        }
        yield self._state("state", state)
        if grid:
            yield Post(
                topic(self._name, "board"),
                drawn(table, self._depicted if self._stands else self._depicted._replace(grid=grid)),
            )

    def _in_words(self, code: str, grid: Grid) -> str:
        """Return what lies on the board, place by place, for those who cannot see it."""
        say = self._words[code].say
        return ". ".join(
            say(because("referee.holds", cell=place, thing=thing)) for place, thing in grid.items() if thing
        )

    def _title(self, words: ReportWords, standing: Standing, winner: str | None) -> Said:
        """Return whose turn it is and under what, or who has won."""
        if winner:
            won = words.text("winner", side=words.side(winner)) if winner in self._table.sides else words.text("drawn")
            return {"title": words.capital(won), "due": ""}
        due = words.say(self._table.wording.commitment(standing.due)) if standing.due else ""
        return {"title": words.side(standing.side) if standing.side else "", "due": due}

    def _roll(self, record: Record, standing: Standing) -> Post:
        roll = record["commit"]["roll"]
        dice = [{"colour": colour, "value": n} for colour, n in roll.items()] if _by_colours(roll) else []
        return self._event(
            "roll",
            {
                "id": f"{self.id}/{record['seq']}",
                "seq": record["seq"],
                "game": self.id,
                "turn": self._turns + 1,
                "at": self._at(record["t"]),
                "side": standing.side,
                "roll": roll,
                "dice": dice,
                "source": {"kind": "tower" if "raw" in record else "table"},
            },
        )

    def _history(self, page: int) -> Post:
        lines = self._lines[page * PAGE_LINES : (page + 1) * PAGE_LINES]
        return self._state(f"history/{page}", {"id": self.id, "page": page, "lines": lines})

    def _at(self, t: float | None) -> float | None:
        """Return a time of the journal in seconds since 1970."""
        return None if t is None else round(self._begun + t, 3)

    def _state(self, name: str, content: Json) -> Post:
        return Post(topic(self._name, name), _json(content))

    def _event(self, name: str, content: Json) -> Post:
        return Post(topic(self._name, name), _json(content), retained=False, qos=2)


def _changed(before: Grid, after: Grid) -> Json:
    """Return what lies otherwise than before, by place."""
    return {
        place: after.get(place, "") for place in {**before, **after} if after.get(place, "") != before.get(place, "")
    }


def _by_colours(roll: Any) -> bool:
    return isinstance(roll, Mapping) and all(isinstance(n, int) for n in roll.values())


def _json(content: Json) -> str:
    return json.dumps({"schema": SCHEMA, **content}, ensure_ascii=False, separators=(",", ":"))
