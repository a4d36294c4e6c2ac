"""What happens in a turn, told: every event with the rule behind it and a sentence that a person can follow."""

from collections.abc import Sequence
from typing import Any

from companion.games.pyramid_ball.board import OFF, PIECES, PLAYERS, SQUARES, STAND, team_of
from companion.games.pyramid_ball.model import Event, Position, Program, Question, ball_to_json, piece_name
from companion.games.pyramid_ball.movement import Block, Step

DEFAULT_NAMES = ("First", "Second")

# Why a pyramid stays, by rule: {who} is in its way, {wanted} the square it wanted, {victim} what it would push.
_STAYS = {
    "C1": "its command leads off the board",
    "C2": "{who}, a defender, goes to {wanted} too and comes first",
    "C3": "it and {who} of the defence go for {wanted} at once and block each other",
    "C4": "{who} is on {wanted}, and the offence cannot take a space from anybody",
    "C6": "it and {who} of its team go for {wanted} at once and block each other",
    "C6 pushed": "{who} is pushed to {wanted} and takes it",
    "C7": "{who}, a defender, is on {wanted}",
    "C7 trying": "the attempt of {who} of the defence to enter {wanted} shuts the offence out, though it failed",
    "C9": "it and {who} would swap places, which counts as wanting the same space",
    "PB-01": "it meets {who} head-on, and the defence comes first",
    "PB-01 both": "it meets {who} head-on, and as agreed both stay",
    "PB-02": "{who} was blocked, and as agreed only what was told to stand still can be pushed",
    "PB-03": "{who} only leaves {wanted} in this row, and as agreed the offence may not follow at once",
    "PB-04": "{who}, a defender too, is on {wanted}, and defenders are never pushed",
    "PB-07": "{victim} cannot be pushed on against {who}, a defender",
    "PB-07 edge": "{victim} cannot be pushed off the board",
    "PB-08": "it cannot push {victim} into a square wanted by {who} of the defence",
    "PB-09": "its push and that of {who} meet, and both fail",
    "PB-32": "{wanted}, where the ball lies loose, is closed to its team",
    "PB-32 push": "{victim} cannot be pushed onto the loose ball",
    "PB-33": "{wanted} is in its goal row, which is closed to its team for now",
}

_SPECIALS = {"dash": "S", "quick pass": "M", "blitz": "L"}

_NO_PASS = {
    "PB-13": "{passer} has the ball but is told to move, so it does not throw",
    "PB-14": "the commands of {passer} were cancelled, and as agreed it then does not throw",
    "PB-15": "the marker is on the pyramid that has the ball",
    "PB-15 row": "a marker in row 1 needs the quick pass",
    "PB-16": "{team} has no ball to throw",
    "PB-17": "{passer}, which the marker names, has got the ball itself by now",
    "PB-38": "the quick pass needs the medium to have the ball and to be told to stand still",
}


class Telling:
    """The events of one turn as they are told. `names` are the players' names in sentences."""

    def __init__(self, names: Sequence[str] = DEFAULT_NAMES) -> None:
        self.names = names
        self.events: list[Event] = []

    def name(self, piece: int) -> str:
        return piece_name(piece, self.names)

    def note(self, row: int, kind: str, rule: str, text: str, **facts: Any) -> None:
        when = f"row {row}: " if 1 <= row <= 4 else ""
        self.events.append(Event(row, kind, rule, when + text, facts))

    def sheets(self, position: Position, programs: Sequence[Program]) -> None:
        """Before the first row: fouls, second markers, and special pyramids laid out."""
        for player, program in enumerate(programs):
            name = self.names[player]
            if program.void:
                text = f"foul by {name}: all commands stand still, and there is no pass"
                self.note(0, "void", "PB-foul", text, player=PLAYERS[player])
            elif len(program.markers) > 1:
                text = f"no pass for {name}: there are {len(program.markers)} markers"
                self.note(0, "void", "PB-15", text, player=PLAYERS[player])
            for used, rule, what in (
                (program.dash, "PB-dash", "dash"),
                (program.quick_pass, "PB-quick", "quick pass"),
                (program.blitz, "PB-blitz", "blitz"),
            ):
                if used:
                    text = f"{name} uses the special {what}"
                    self.note(0, "special-used", rule, text, player=PLAYERS[player], special=_SPECIALS[what])
            if program.blitz and position.carrier is not None and team_of(position.carrier) == player:
                text = f"no blitz for {name}, who has the ball as the turn begins: the special is spent all the same"
                self.note(0, "void", "PB-36", text, player=PLAYERS[player])

    def end(self, position: Position) -> None:
        """After the last row."""
        if position.stayed >= 3 and position.locked is not None:
            text = (
                f"{self.names[1 - position.locked]} has stayed in the goal row with the ball for {position.stayed} "
                f"turns; the players may agree to open the row to {self.names[position.locked]}"
            )
            self.note(5, "notice", "PB-34", text)

    def step(
        self, row: int, squares: Sequence[int], intents: Sequence[int], step: Step, carrier: int, score: Sequence[int]
    ) -> None:
        """Moves, then what was blocked, then pushes and the tackle."""
        pushed = {piece for chain in step.chains for piece in chain.pushed}
        for piece, (start, end) in enumerate(zip(squares, step.squares, strict=True)):
            if start != end and piece not in pushed:
                text = f"{self.name(piece)} moves {SQUARES[start]} to {SQUARES[end]}"
                self.note(row, "move", "PB-move", text, **_way(piece, start, end))
        for piece, block in sorted(step.blocks.items()):
            start = squares[piece]
            facts: dict[str, Any] = {"piece": list(PIECES[piece]), "at": SQUARES[start]}
            if block.wanted != OFF:
                facts["wanted"] = SQUARES[block.wanted]
            if block.others:
                facts["others"] = [list(PIECES[other]) for other in block.others]
            text = f"{self.name(piece)} stays on {SQUARES[start]}: {self._why(piece, block, squares, step)}"
            self.note(row, "blocked", block.rule, text, **facts)
        for chain in step.chains:
            for place, piece in enumerate(chain.pushed):
                tackled = piece == carrier and step.tackler == chain.pusher
                by = chain.pusher if place == 0 else chain.pushed[place - 1]
                text = (
                    f"{self.name(piece)} pushed {SQUARES[squares[piece]]} to {SQUARES[step.squares[piece]]} "
                    f"by {self.name(by)}"
                )
                way: dict[str, Any] = {**_way(piece, squares[piece], step.squares[piece]), "by": list(PIECES[by])}
                if tackled:
                    rule = "C8" if place == 0 else "PB-10"
                    way |= {"ball": list(PIECES[step.tackler]), "score": list(score)}
                    also = "" if place == 0 else f", which counts for {self.name(step.tackler)}"
                    self.note(row, "tackle", rule, f"{text}: tackle, 1 point{also}", **way)
                else:
                    self.note(row, "push", _push_rule(piece, place, intents, step), text, **way)

    def _why(self, piece: int, block: Block, squares: Sequence[int], step: Step) -> str:
        who, victim, case = list(block.others), "", block.rule
        if case in ("PB-07", "PB-08", "PB-09") or (case == "PB-32" and who):
            victim = self.name(who.pop(0))
        if case == "PB-07" and not who:
            case = "PB-07 edge"
        elif case == "PB-32" and victim:
            case = "PB-32 push"
        elif case == "C7" and squares[who[0]] != block.wanted:
            case = "C7 trying"
        elif case == "C6" and any(block.wanted in chain.claims for chain in step.chains):
            case = "C6 pushed"
        elif case == "PB-01" and who[0] in step.blocks and step.blocks[who[0]].rule == "PB-01":
            case = "PB-01 both"
        wanted = SQUARES[block.wanted] if block.wanted != OFF else ""
        return _STAYS[case].format(who=" and ".join(map(self.name, who)), wanted=wanted, victim=victim)

    def cancelled(self, row: int, piece: int, rule: str) -> None:
        text = f"{self.name(piece)} stands still for the rest of the turn"
        self.note(row, "cancelled", rule, text, piece=list(PIECES[piece]))

    def no_pass(self, row: int, rule: str, team: int, passer: int, unmarked_row: bool = False) -> None:
        case = "PB-15 row" if unmarked_row else rule
        why = _NO_PASS[case].format(passer="" if passer < 0 else self.name(passer), team=self.names[team])
        self.note(row, "void", rule, f"no pass for {self.names[team]}: {why}", player=PLAYERS[team])

    def passed(self, row: int, passer: int, receiver: int, squares: Sequence[int], rule: str) -> None:
        text = (
            f"{self.name(passer)} on {SQUARES[squares[passer]]} passes to {self.name(receiver)} "
            f"on {SQUARES[squares[receiver]]}"
        )
        also = {
            "PB-14": f"; {self.name(passer)} had been cancelled, which is a stand still",
            "PB-18": f"; {self.name(receiver)} had been blocked and can catch all the same",
        }
        facts = {"piece": list(PIECES[passer]), "to": list(PIECES[receiver]), "ball": list(PIECES[receiver])}
        self.note(row, "pass", rule, text + also.get(rule, ""), **facts)

    def intercepted(
        self, row: int, passer: int, receiver: int, by: Sequence[int], squares: Sequence[int], score: Sequence[int]
    ) -> None:
        """`by` are the defenders on the line, the first of whom gets the ball."""
        text = f"the pass of {self.name(passer)} to {self.name(receiver)} is intercepted by {self.name(by[0])}"
        text += f" on {SQUARES[squares[by[0]]]}"
        if len(by) > 1:
            text += f", which it meets before {' and '.join(self.name(other) for other in by[1:])}"
        facts = {"piece": list(PIECES[passer]), "by": list(PIECES[by[0]]), "ball": list(PIECES[by[0]])}
        rule = "PB-12" if len(by) > 1 else "PB-pass"
        self.note(row, "interception", rule, f"{text}: 1 point", **facts, score=list(score))

    def goal(self, row: int, piece: int, by_pass: bool, score: Sequence[int], goal_row: int) -> None:
        how = f"catches the ball in row {goal_row}" if by_pass else f"enters row {goal_row} with the ball"
        text = f"{self.name(piece)} {how}: goal, 1 point"
        self.note(row, "goal", "PB-goal", text, piece=list(PIECES[piece]), score=list(score))

    def placed(self, row: int, player: int, square: int, rule: str) -> None:
        text = f"{self.names[player]} puts the ball on {SQUARES[square]}"
        self.note(row, "placed", rule, text, ball=ball_to_json(None, square), locked=PLAYERS[1 - player])

    def gained(self, row: int, player: int, special: str, rule: str) -> None:
        what = next(what for what, size in _SPECIALS.items() if size == special)
        text = f"{self.names[player]} takes the special {what}, for use from the next turn on"
        self.note(row, "special", rule, text, player=PLAYERS[player], special=special)

    def recovered(self, row: int, piece: int, square: int) -> None:
        text = f"{self.name(piece)} takes up the loose ball on {SQUARES[square]}; {self.names[team_of(piece)]} attacks"
        self.note(row, "recover", "PB-31", text, piece=list(PIECES[piece]), ball=list(PIECES[piece]))

    def unlocked(self, row: int, team: int, goal_row: int) -> None:
        text = f"row {goal_row} is open to {self.names[team]} again"
        self.note(row, "unlocked", "PB-33", text, player=PLAYERS[team], locked=None)

    def must_leave(self, piece: int, square: int) -> None:
        text = f"{self.name(piece)} had to leave {SQUARES[square]} with its first command; it stands still instead"
        self.note(1, "locked-in", "PB-33", text, piece=list(PIECES[piece]))

    def locked_in(self, row: int, piece: int, square: int) -> None:
        text = (
            f"{self.name(piece)} stands still on {SQUARES[square]}: from there it may only move out of the row for now"
        )
        self.note(row, "locked-in", "PB-33", text, piece=list(PIECES[piece]))

    def no_goal(self, row: int, piece: int, rule: str) -> None:
        why = (
            "the ball changed hands as it was pushed in"
            if rule == "PB-11"
            else "it gets the ball where it stands and has not entered with it"
        )
        self.note(row, "notice", rule, f"no goal for {self.name(piece)}: {why}", piece=list(PIECES[piece]))

    def no_dash(self, piece: int) -> None:
        text = f"no dash for {self.name(piece)}, which stands still for the rest of the turn"
        self.note(4, "void", "PB-37", text, player=PIECES[piece][0])

    def won(self, row: int, team: int) -> None:
        self.note(row, "won", "PB-win", f"{self.names[team]} wins", player=PLAYERS[team])

    def question(self, question: Question) -> str:
        who, squares = self.names[question.player], " or ".join(question.options)
        if question.kind == "ball":
            return f"{who} chooses where the ball is put: {squares}"
        return f"{who} chooses a special pyramid: {squares}"


def _way(piece: int, start: int, end: int) -> dict[str, Any]:
    return {"piece": list(PIECES[piece]), "from": SQUARES[start], "to": SQUARES[end]}


def _push_rule(piece: int, place: int, intents: Sequence[int], step: Step) -> str:
    """Standing pyramids are pushed by C5, those behind them by C6, blocked ones by PB-01 and PB-02."""
    if place:
        return "C6"
    if intents[piece] == STAND:
        return "C5"
    return "PB-01" if step.blocks[piece].rule == "PB-01" else "PB-02"
