"""Pyramid Ball once more, slowly and literally, from the words of the rules, sharing no code with the engine.

Everything is kept as JSON has it: squares as text, pyramids as (player, size). A movement step is not worked out by
blocking rivals first: all that is asked is "does this pyramid get away?", over and over from the sentences of the
rules, until nothing changes. A turn is one long function that follows the order of play.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

Pyramid = tuple[str, str]
Spot = tuple[int, int]
Json = dict[str, Any]
Options = Mapping[str, Any]

ALL: list[Pyramid] = list(product(("first", "second"), "SML"))
OTHER = {"first": "second", "second": "first"}
AHEAD = {"first": 1, "second": -1}
GOAL = {"first": 8, "second": 1}
TO_WIN = {"basic": 1, "advanced": 6}
DEFAULTS = {"PB-01": "a", "PB-02": True, "PB-03": True, "PB-06": False, "PB-10": False, "PB-14": True}


def spot(name: str) -> Spot:
    return "abcdefg".index(name[0]) + 1, int(name[1])


def name(place: Spot) -> str:
    return "abcdefg"[place[0] - 1] + str(place[1])


def arrow(player: str, letter: str) -> Spot:
    """Left of the first player is towards column a, left of the second towards column g."""
    ahead = AHEAD[player]
    return {"F": (0, ahead), "B": (0, -ahead), "L": (-ahead, 0), "R": (ahead, 0), ".": (0, 0)}[letter]


def plus(place: Spot, way: Spot) -> Spot:
    return place[0] + way[0], place[1] + way[1]


def on_board(place: Spot) -> bool:
    return 1 <= place[0] <= 7 and 1 <= place[1] <= 8


class Conflict:
    """One row's moves. `places` and `ways` by pyramid; `closed(pyramid, from, to, pushed)` says where it may not go."""

    def __init__(
        self,
        places: Mapping[Pyramid, Spot],
        ways: Mapping[Pyramid, Spot],
        defenders: str,
        options: Options,
        closed: Callable[[Pyramid, Spot, Spot, bool], bool],
    ) -> None:
        self.places, self.ways, self.defenders = places, ways, defenders
        self.options, self.closed = options, closed
        self.stuck: set[Pyramid] = set()
        self.trying = {
            p: plus(places[p], ways[p])
            for p in ALL
            if ways[p] != (0, 0) and not closed(p, places[p], plus(places[p], ways[p]), False)
        }

    def at(self, place: Spot) -> Pyramid | None:
        return next((p for p in ALL if self.places[p] == place), None)

    def gets_away(self, p: Pyramid) -> bool:
        return p in self.trying and p not in self.stuck

    def is_defender(self, p: Pyramid) -> bool:
        return p[0] == self.defenders

    def play(self) -> tuple[dict[Pyramid, Spot], set[Pyramid], list[list[Pyramid]]]:
        """(new places, stuck pyramids, pushes as lists of pyramids behind their pusher)."""
        self.stuck = {p for p in ALL if self.ways[p] != (0, 0) and p not in self.trying}
        self.stuck |= {p for p in self.trying if self.loses_the_square(p)}
        while True:
            more = {p for p in self.trying if p not in self.stuck and self.is_in_trouble(p)}
            if not more:
                break
            self.stuck |= more
        places = dict(self.places)
        pushes = []
        for p in self.trying:
            if p in self.stuck:
                continue
            places[p] = self.trying[p]
            if self.needs_push(p):
                line = self.line_pushed_by(p) or []
                pushes.append([p, *line])
                for victim in line:
                    places[victim] = plus(self.places[victim], self.ways[p])
        return places, set(self.stuck), pushes

    def loses_the_square(self, p: Pyramid) -> bool:
        """By the mere attempts of the others (C2, C3, C6, C7, C9)."""
        for q in self.trying:
            if q == p:
                continue
            same = self.trying[q] == self.trying[p]
            swap = self.trying[q] == self.places[p] and self.trying[p] == self.places[q]
            if not same and not swap:
                continue
            if self.is_defender(p) and not self.is_defender(q):
                if swap and self.options["PB-01"] == "b":
                    return True
                continue
            return True
        left_by = self.at(self.trying[p])
        return bool(
            not self.options["PB-03"] and not self.is_defender(p) and left_by is not None and self.is_defender(left_by)
        )

    def needs_push(self, p: Pyramid) -> bool:
        holder = self.at(self.trying[p])
        return (
            holder is not None and not self.gets_away(holder) and self.is_defender(p) and not self.is_defender(holder)
        )

    def is_in_trouble(self, p: Pyramid) -> bool:
        holder = self.at(self.trying[p])
        if holder is not None and not self.gets_away(holder):
            if not self.needs_push(p):
                return True
            mine = self.line_pushed_by(p)
            if mine is None:
                return True
        else:
            mine = None
        for q in self.trying:
            if q == p or q in self.stuck or not self.needs_push(q):
                continue
            theirs = self.line_pushed_by(q)
            if theirs is None:
                continue
            taken = {plus(self.places[v], self.ways[q]) for v in theirs}
            if mine is not None:
                claimed = {plus(self.places[v], self.ways[p]) for v in mine}
                if set(mine) & set(theirs) or claimed & taken:
                    return True
            if not self.is_defender(p) and self.trying[p] in taken:
                return True
        return False

    def line_pushed_by(self, p: Pyramid) -> list[Pyramid] | None:
        """The pyramids that `p` pushes, or None when they cannot be pushed."""
        line: list[Pyramid] = []
        victim = first = self.at(self.trying[p])
        while victim is not None:
            pushable = self.ways[victim] == (0, 0) or self.options["PB-02"]
            head_on = self.trying.get(victim) == self.places[p] and victim == first
            if not pushable and not head_on:
                return None
            line.append(victim)
            to = plus(self.places[victim], self.ways[p])
            if self.closed(victim, self.places[victim], to, True):
                return None
            if any(self.is_defender(q) and q != p and self.trying[q] == to for q in self.trying):
                return None
            holder = self.at(to)
            if holder is None or self.gets_away(holder):
                return line
            if self.is_defender(holder):
                return None
            victim = holder
        return line


def squares_entered(start: Spot, end: Spot) -> list[Spot]:
    """The squares that the straight line between two centres is strictly inside of, in order, both ends left out.

    All places where the line meets a grid line are known; between two neighbours of them it is inside one square.
    """
    cuts = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        run = end[axis] - start[axis]
        for edge in range(9) if run else ():
            at = (Fraction(2 * edge + 1, 2) - start[axis]) / run
            if 0 < at < 1:
                cuts.add(at)
    found: list[Spot] = []
    for here, there in pairwise(sorted(cuts)):
        middle = (here + there) / 2
        inside = (
            round(start[0] + middle * (end[0] - start[0])),
            round(start[1] + middle * (end[1] - start[1])),
        )
        if inside not in (start, end) and inside not in found:
            found.append(inside)
    return found


class NeedsAnswerError(Exception):
    def __init__(self, options: list[str]) -> None:
        self.options = options


def turn(  # noqa: PLR0912, PLR0915 - as long as the rules are
    position: Json, programs: Mapping[str, Json], choices: Sequence[str] = (), options: Options | None = None
) -> Json:
    """The position after a turn, all as in the JSON protocol. Raises NeedsAnswerError when `choices` are too few."""
    options = {**DEFAULTS, **(options or {})}
    places = {(player, size): spot(position[player][size]) for player, size in ALL}
    mode = position["mode"]
    carrier: Pyramid | None = None
    loose: Spot | None = None
    if isinstance(position["ball"], dict):
        loose = spot(position["ball"]["at"])
    else:
        carrier = (position["ball"][0], position["ball"][1])
    score = {"first": position["score"][0], "second": position["score"][1]}
    locked = position["locked"]
    held = {player: set(position["specials"][player]) for player in OTHER}
    spent = {player: set(position.get("more", {}).get("spent", {}).get(player, [])) for player in OTHER}
    answers = list(choices)
    out: set[Pyramid] = set()
    locked_at_start = locked

    stayed = position.get("more", {}).get("stayed", 0)

    def command(p: Pyramid, row: int) -> str:
        player, size = p
        sheet = programs[player]
        if sheet.get("void") or row > len(sheet[size]):
            return "."
        return str(sheet[size][row - 1])

    def markers(player: str) -> list[Json]:
        marks = programs[player].get("pass") or []
        return [marks] if isinstance(marks, dict) else marks

    def over() -> bool:
        return TO_WIN[mode] in score.values()

    def ask(choices_there_are: list[str]) -> str:
        if len(choices_there_are) == 1:
            return choices_there_are[0]
        if not answers:
            raise NeedsAnswerError(choices_there_are)
        return answers.pop(0)

    def point(player: str) -> None:
        score[player] += 1

    def special_for_the_opponent_of(player: str) -> None:
        other = OTHER[player]
        left = [size for size in "SML" if size not in held[other] | spent[other]]
        if mode == "advanced" and not over() and left:
            held[other].add(ask(left))

    def goal(player: str) -> None:
        nonlocal carrier, loose, locked, stayed
        assert carrier is not None
        scorer = places[carrier]
        point(player)
        if not over():
            empty = []
            for way in (-1, 1):
                x = scorer[0] + way
                while 1 <= x <= 7 and (x, scorer[1]) in places.values():
                    x += way
                if 1 <= x <= 7:
                    empty.append(name((x, scorer[1])))
            loose, carrier, locked, stayed = spot(ask(empty)), None, player, 0
        special_for_the_opponent_of(player)

    blitzers = [
        (player, "L") for player in OTHER if programs[player].get("blitz") and (carrier is None or carrier[0] != player)
    ]
    must_go = [p for p in ALL if p[0] == locked and places[p][1] == GOAL[p[0]]]
    for player in OTHER:
        if len(programs[player]["S"]) == 4:
            held[player].discard("S")
            spent[player].add("S")
        for flag, size in (("quick_pass", "M"), ("blitz", "L")):
            if programs[player].get(flag):
                held[player].discard(size)
                spent[player].add(size)

    def told(p: Pyramid, row: int) -> str:
        """The command as it stands after the blitz has been counted in, cancelled or not."""
        return "." if p in blitzers and row in (2, 3) else command(p, row)

    def passing(row: int) -> None:
        nonlocal carrier, locked
        for player in OTHER if carrier is None else [carrier[0]]:
            marks = markers(player)
            if len(marks) != 1 or marks[0]["row"] != row or programs[player].get("void") or over():
                continue
            receiver = (player, marks[0]["to"])
            if row == 1 and not programs[player].get("quick_pass"):
                continue
            if carrier is None or carrier[0] != player or carrier == receiver:
                continue
            if row == 1 and carrier[1] != "M":
                continue
            if command(carrier, row) != "." and (carrier not in out or not options["PB-14"] or row == 1):
                continue
            locked = None
            line = squares_entered(places[carrier], places[receiver])
            met = [d for square in line for d in ALL if d[0] != player and places[d] == square]
            if met:
                carrier = met[0]
                point(carrier[0])
                special_for_the_opponent_of(carrier[0])
            else:
                carrier = receiver
                if places[carrier][1] == GOAL[player]:
                    goal(player)

    def moving(letters: Mapping[Pyramid, str]) -> None:
        nonlocal places, carrier, loose, locked
        offence = locked if carrier is None else carrier[0]
        ways: dict[Pyramid, Spot] = {}
        for p in ALL:
            letter = "." if p in out else letters[p]
            if p[0] == locked and places[p][1] == GOAL[locked] and letter in "LR":
                letter = "."
            ways[p] = arrow(p[0], letter)

        def closed(p: Pyramid, start: Spot, to: Spot, pushed: bool) -> bool:
            if not on_board(to):
                return True
            if p[0] != locked:
                return False
            if to == loose:
                return True
            return not pushed and to[1] == GOAL[locked] and start[1] != GOAL[locked]

        before, had = places, carrier
        places, stuck, pushes = Conflict(places, ways, OTHER[offence], options, closed).play()
        out.update(stuck)
        tackler = None
        for pusher, *line in pushes:
            if options["PB-06"]:
                out.update(line)
            if had is not None and (line[0] == had or (options["PB-10"] and had in line)):
                tackler = pusher
        if tackler:
            carrier = tackler
            point(tackler[0])
            special_for_the_opponent_of(tackler[0])
        elif had is not None:
            if before[had][1] != GOAL[offence] and places[had][1] == GOAL[offence]:
                goal(offence)
        else:
            for p in ALL:
                if loose is not None and places[p] == loose:
                    carrier, loose = p, None
        if locked is not None and carrier is not None and places[carrier][1] != GOAL[locked]:
            locked = None

    for row in (1, 2, 3, 4):
        if over() or (row == 4 and all(len(programs[player]["S"]) < 4 for player in OTHER)):
            break
        passing(row)
        if over():
            break
        letters = {p: told(p, row) for p in ALL}
        if row == 1:
            for p in must_go:
                if locked == locked_at_start and letters[p] != "B":
                    letters[p] = "."
        moving(letters)
        if row == 1 and blitzers:
            for later in (2, 3):
                if not over():
                    moving({p: command(p, later) if p in blitzers else "." for p in ALL})

    stayed = stayed + 1 if locked is not None and carrier is not None and not over() else 0
    more: Json = {}
    if any(spent.values()):
        more["spent"] = {player: [size for size in "SML" if size in spent[player]] for player in OTHER}
    if stayed:
        more["stayed"] = stayed
    ball = list(carrier) if carrier is not None else {"at": name(loose)} if loose is not None else None
    result: Json = {player: {size: name(places[player, size]) for size in "SML"} for player in OTHER}
    result |= {
        "ball": ball,
        "score": [score["first"], score["second"]],
        "mode": mode,
        "specials": {player: [size for size in "SML" if size in held[player]] for player in OTHER},
        "locked": locked,
    }
    return {**result, "more": more} if more else result


def ends_of_one_row(position: Json, player: str, other: Json) -> int:
    """How many tables the first row can end in over all programs of `player` against the first row of `other`."""
    stops = {size: word[0] + ".." for size, word in other.items() if size in {*"SML"}}
    marks = other.get("pass") or []
    marks = [mark for mark in ([marks] if isinstance(marks, dict) else marks) if mark["row"] == 1]
    theirs = {**other, **stops, "pass": marks, "blitz": False}
    ends = set()
    for small, medium, large in product("FBLR.", repeat=3):
        mine = {"S": small + "..", "M": medium + "..", "L": large + ".."}
        for end in all_ends(position, {player: mine, OTHER[player]: theirs}, ()):
            table = [end[entry] for entry in ("first", "second", "ball", "score", "locked")]
            ends.add(str([*table, {who: sorted(end["specials"][who]) for who in OTHER}]))
    return len(ends)


def all_ends(position: Json, programs: Mapping[str, Json], choices: tuple[str, ...]) -> list[Json]:
    """The turn with every way of answering its questions."""
    try:
        return [turn(position, programs, choices)]
    except NeedsAnswerError as question:
        return [end for option in question.options for end in all_ends(position, programs, (*choices, option))]
