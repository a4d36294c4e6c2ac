"""Tells a turn: every event with the reason for it."""

from collections.abc import Sequence
from typing import Any

from companion.games.pyramid_ball.rules.board import OFF, PIECES, PLAYERS, SQUARES, STAND, team_of
from companion.games.pyramid_ball.rules.model import (
    DEFAULT_NAMES,
    RULINGS,
    Names,
    Options,
    Position,
    Program,
    Question,
    TurnEvent,
    ball_to_json,
    piece_name,
)
from companion.games.pyramid_ball.rules.movement import Block, MovementStep
from companion.games.reason import Reason, because

# Why a pyramid stays, by rule: `who` is in its way, `wanted` the square it wanted, `victim` what it would push.
_STAYS = {
    "C1": "ball.stays.off_board",
    "C2": "ball.stays.defender_first",
    "C3": "ball.stays.with_defence",
    "C4": "ball.stays.taken",
    "C6": "ball.stays.with_own",
    "C6 pushed": "ball.stays.pushed_there",
    "C7": "ball.stays.defender",
    "C7 trying": "ball.stays.defender_trying",
    "C9": "ball.stays.swap",
    "PB-01": "ball.stays.head_on",
    "PB-01 both": "ball.stays.head_on_both",
    "PB-02": "ball.stays.push_blocked",
    "PB-03": "ball.stays.follow",
    "PB-04": "ball.stays.defender_too",
    "PB-07": "ball.push.defender",
    "PB-07 edge": "ball.push.off_board",
    "PB-08": "ball.push.wanted",
    "PB-09": "ball.push.meet",
    "PB-32": "ball.stays.loose_ball",
    "PB-32 push": "ball.push.loose_ball",
    "PB-33": "ball.stays.goal_row",
}

_NO_PASS = {
    "PB-13": "ball.no_pass.moves",
    "PB-14": "ball.no_pass.cancelled",
    "PB-15": "ball.no_pass.on_carrier",
    "PB-15 row": "ball.no_pass.row_1",
    "PB-16": "ball.no_pass.no_ball",
    "PB-17": "ball.no_pass.has_got",
    "PB-38": "ball.no_pass.quick",
    "PB-39": "ball.no_pass.blitzed",
}
_PASSES = {"PB-14": "ball.passes.cancelled", "PB-18": "ball.passes.blocked"}


class Telling:
    """The events of one turn as they are told. `names` are what the players are called."""

    def __init__(self, names: Names = DEFAULT_NAMES) -> None:
        self.names = names
        self.events: list[TurnEvent] = []

    def name(self, piece: int) -> Reason:
        return piece_name(piece, self.names)

    def note(self, row: int, kind: str, what: Reason, **facts: Any) -> None:
        self.events.append(TurnEvent(row, kind, what, facts))

    def sheets(self, position: Position, programs: Sequence[Program], options: Options = RULINGS) -> None:
        """Tell what comes before the first row: fouls, second markers, and special pyramids laid out."""
        for player, program in enumerate(programs):
            name, own = self.names[player], {"player": PLAYERS[player]}
            if program.void:
                self.note(0, "void", because("ball.foul", "PB-foul", player=name), **own)
            elif len(program.markers) > 1:
                self.note(0, "void", because("ball.markers", "PB-15", player=name, n=len(program.markers)), **own)
            for used, rule, special in (
                (program.dash, "PB-dash", "S"),
                (program.quick_pass, "PB-quick", "M"),
                (program.blitz, "PB-blitz", "L"),
            ):
                if used:
                    what = because("ball.special.uses", rule, player=name, special=special)
                    if program.void:
                        what = because("ball.special.lost", "PB-36", player=name, special=special)
                    self.note(0, "special-used", what, **own, special=special)
            if (
                program.blitz
                and not options.hand_back
                and not program.void
                and position.carrier is not None
                and team_of(position.carrier) == player
            ):
                self.note(0, "void", because("ball.no_blitz", "PB-36", player=name), **own)

    def handed_back(self, team: int, special: str) -> None:
        """Tell that a special pyramid that may not be laid out is handed back, by option (PB-36)."""
        what = because("ball.special.back", "PB-36", player=self.names[team], special=special)
        self.note(0, "special-back", what, player=PLAYERS[team], special=special)

    def dropped(self, loose: int) -> None:
        """Tell that either side may fetch the loose ball now (PB-40)."""
        self.note(0, "drop-ball", because("ball.dropped", "PB-40", square=SQUARES[loose]), square=SQUARES[loose])

    def end(self, position: Position, options: Options) -> None:
        """Tell what comes after the last row."""
        if 0 < position.stayed < options.drop_ball and position.loose is not None:
            what = because(
                "ball.lain", "PB-40", square=SQUARES[position.loose], n=position.stayed, most=options.drop_ball
            )
            self.note(5, "notice", what)
        if position.stayed >= 3 and position.locked is not None and position.carrier is not None:
            other, locked = self.names[1 - position.locked], self.names[position.locked]
            what = because("ball.stayed", "PB-34", player=other, locked=locked, n=position.stayed)
            self.note(5, "notice", what)

    def step(
        self,
        row: int,
        squares: Sequence[int],
        intents: Sequence[int],
        step: MovementStep,
        carrier: int,
        score: Sequence[int],
    ) -> None:
        """Moves, then what was blocked, then pushes and the tackle."""
        pushed = {piece for chain in step.chains for piece in chain.pushed}
        for piece, (start, end) in enumerate(zip(squares, step.squares, strict=True)):
            if start != end and piece not in pushed:
                what = because("ball.moves", "PB-move", piece=self.name(piece), start=SQUARES[start], end=SQUARES[end])
                self.note(row, "move", what, **_way(piece, start, end))
        for piece, block in sorted(step.blocks.items()):
            self._blocked(row, piece, block, squares, step)
        for chain in step.chains:
            for place, piece in enumerate(chain.pushed):
                tackled = piece == carrier and step.tackler == chain.pusher
                by = chain.pusher if place == 0 else chain.pushed[place - 1]
                start, end = squares[piece], step.squares[piece]
                told: dict[str, Any] = {
                    "piece": self.name(piece),
                    "start": SQUARES[start],
                    "end": SQUARES[end],
                    "by": self.name(by),
                }
                way: dict[str, Any] = {**_way(piece, start, end), "by": list(PIECES[by])}
                if tackled:
                    way |= {"ball": list(PIECES[step.tackler]), "score": list(score)}
                    self.note(row, "tackle", self._tackle(place, step.tackler, told), **way)
                else:
                    self.note(
                        row, "push", because("ball.pushed", _push_rule(piece, place, intents, step), **told), **way
                    )

    def _blocked(self, row: int, piece: int, block: Block, squares: Sequence[int], step: MovementStep) -> None:
        square = SQUARES[squares[piece]]
        facts: dict[str, Any] = {"piece": list(PIECES[piece]), "at": square}
        if block.wanted != OFF:
            facts["wanted"] = SQUARES[block.wanted]
        if block.others:
            facts["others"] = [list(PIECES[other]) for other in block.others]
        why = self._why(block, squares, step)
        self.note(
            row, "blocked", because("ball.stays", block.rule, piece=self.name(piece), square=square, why=why), **facts
        )

    def _tackle(self, place: int, tackler: int, told: dict[str, Any]) -> Reason:
        if place == 0:
            return because("ball.tackle", "C8", **told)
        return because("ball.tackle.chain", "PB-10", **told, tackler=self.name(tackler))

    def _why(self, block: Block, squares: Sequence[int], step: MovementStep) -> Reason:
        who, victim, case = list(block.others), None, block.rule
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
        wanted = SQUARES[block.wanted] if block.wanted != OFF else None
        return because(_STAYS[case], block.rule, who=[self.name(other) for other in who], wanted=wanted, victim=victim)

    def cancelled(self, row: int, piece: int, rule: str) -> None:
        self.note(row, "cancelled", because("ball.cancelled", rule, piece=self.name(piece)), piece=list(PIECES[piece]))

    def no_pass(self, row: int, rule: str, team: int, passer: int, unmarked_row: bool = False) -> None:
        case = "PB-15 row" if unmarked_row else rule
        name = None if passer < 0 else self.name(passer)
        why = because(_NO_PASS[case], rule, piece=name, player=self.names[team])
        self.note(row, "void", because("ball.no_pass", rule, player=self.names[team], why=why), player=PLAYERS[team])

    def passed(self, row: int, passer: int, receiver: int, squares: Sequence[int], rule: str) -> None:
        what = because(
            _PASSES.get(rule, "ball.passes"),
            rule,
            piece=self.name(passer),
            start=SQUARES[squares[passer]],
            to=self.name(receiver),
            end=SQUARES[squares[receiver]],
        )
        facts = {"piece": list(PIECES[passer]), "to": list(PIECES[receiver]), "ball": list(PIECES[receiver])}
        self.note(row, "pass", what, **facts)

    def intercepted(
        self, row: int, passer: int, receiver: int, by: Sequence[int], squares: Sequence[int], score: Sequence[int]
    ) -> None:
        """Tell an interception. `by`: defenders on the line, of whom the first gets the ball."""
        first, *others = by
        told: dict[str, Any] = {
            "piece": self.name(passer),
            "to": self.name(receiver),
            "by": self.name(first),
            "square": SQUARES[squares[first]],
        }
        what = because("ball.intercepted", "PB-pass", **told)
        if others:
            what = because("ball.intercepted.first", "PB-12", **told, others=[self.name(other) for other in others])
        facts = {"piece": list(PIECES[passer]), "by": list(PIECES[first]), "ball": list(PIECES[first])}
        self.note(row, "interception", what, **facts, score=list(score))

    def goal(self, row: int, piece: int, by_pass: bool, score: Sequence[int], goal_row: int) -> None:
        key = "ball.goal.caught" if by_pass else "ball.goal"
        what = because(key, "PB-goal", piece=self.name(piece), row=goal_row)
        self.note(row, "goal", what, piece=list(PIECES[piece]), score=list(score))

    def placed(self, row: int, player: int, square: int, places: Sequence[int], rule: str) -> None:
        """Tell where the ball was put. `places`: squares that the player could choose from."""
        what = because("ball.placed", rule, player=self.names[player], square=SQUARES[square])
        facts = {"player": PLAYERS[player], "ball": ball_to_json(None, square), "locked": PLAYERS[1 - player]}
        self.note(row, "placed", what, **facts, places=[SQUARES[place] for place in places])

    def gained(self, row: int, player: int, special: str, rule: str) -> None:
        what = because("ball.special.takes", rule, player=self.names[player], special=special)
        self.note(row, "special", what, player=PLAYERS[player], special=special)

    def recovered(self, row: int, piece: int, square: int) -> None:
        player = self.names[team_of(piece)]
        what = because("ball.recovered", "PB-31", piece=self.name(piece), square=SQUARES[square], player=player)
        self.note(row, "recover", what, piece=list(PIECES[piece]), ball=list(PIECES[piece]))

    def unlocked(self, row: int, team: int, goal_row: int) -> None:
        what = because("ball.unlocked", "PB-33", player=self.names[team], row=goal_row)
        self.note(row, "unlocked", what, player=PLAYERS[team], locked=None)

    def must_leave(self, piece: int, square: int) -> None:
        what = because("ball.must_leave", "PB-33", piece=self.name(piece), square=SQUARES[square])
        self.note(1, "locked-in", what, piece=list(PIECES[piece]))

    def locked_in(self, row: int, piece: int, square: int) -> None:
        why = because("ball.only_out", "PB-33")
        what = because("ball.locked_in", "PB-33", piece=self.name(piece), square=SQUARES[square], why=why)
        self.note(row, "locked-in", what, piece=list(PIECES[piece]))

    def no_goal(self, row: int, piece: int, rule: str) -> None:
        key = "ball.no_goal.changed_hands" if rule == "PB-11" else "ball.no_goal.stood"
        self.note(row, "notice", because(key, rule, piece=self.name(piece)), piece=list(PIECES[piece]))

    def no_dash(self, piece: int) -> None:
        self.note(4, "void", because("ball.no_dash", "PB-37", piece=self.name(piece)), player=PIECES[piece][0])

    def won(self, row: int, team: int) -> None:
        self.note(row, "won", because("ball.won", "PB-win", player=self.names[team]), player=PLAYERS[team])

    def question(self, question: Question) -> Reason:
        key = "ball.choose.ball" if question.kind == "ball" else "ball.choose.special"
        return because(key, question.rule, player=self.names[question.player], options=question.options)


def _way(piece: int, start: int, end: int) -> dict[str, Any]:
    return {"piece": list(PIECES[piece]), "from": SQUARES[start], "to": SQUARES[end]}


def _push_rule(piece: int, place: int, intents: Sequence[int], step: MovementStep) -> str:
    """Return the rule of a push: C5 for standing pyramids, C6 behind them, PB-01 or PB-02 for blocked ones."""
    if place:
        return "C6"
    if intents[piece] == STAND:
        return "C5"
    return "PB-01" if step.blocks[piece].rule == "PB-01" else "PB-02"
