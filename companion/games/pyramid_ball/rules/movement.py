"""One movement step: six pyramids with a command each, all at once (C1..C10).

`resolve` is the only place that knows these rules. It works on the small numbers of `board`, is told who defends and
which squares are closed, and answers where everybody stands then, who was blocked and by which rule, and who was
pushed. Blocking only ever grows while it thinks, so the order in which pyramids are listed changes nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.pyramid_ball.rules.board import OFF, STAND, TARGET, row_of, team_of
from companion.games.pyramid_ball.rules.model import RULINGS, Options

_NOBODY = -1


class Block(NamedTuple):
    """The reason why a pyramid stayed: the rule, the square it wanted, and the pyramids in its way."""

    rule: str
    wanted: int
    others: tuple[int, ...] = ()


class Chain(NamedTuple):
    """Offensive pyramids that a defender pushes one square, the one it hits first in front."""

    pusher: int
    pushed: tuple[int, ...]
    claims: tuple[int, ...]


class Ground(NamedTuple):
    """Squares closed to one team (advanced game): the loose ball's (PB-32) and its goal row from outside (PB-33)."""

    team: int = _NOBODY
    ball: int = OFF
    row: int = OFF

    def closed_to_push(self, piece: int, square: int) -> str | None:
        """Return the rule by which `piece` cannot be pushed to `square`, if any."""
        if square == OFF:
            return "PB-07"
        return "PB-32" if square == self.ball and team_of(piece) == self.team else None

    def closed_to_move(self, piece: int, start: int, square: int) -> str | None:
        """Return the rule by which `piece` cannot move of its own from `start` to `square`, if any."""
        if square == OFF:
            return "C1"
        if team_of(piece) != self.team:
            return None
        if square == self.ball:
            return "PB-32"
        return "PB-33" if row_of(square) == self.row != row_of(start) else None


OPEN = Ground()


class MovementStep(NamedTuple):
    """Effects of a movement step. `tackler`: the defender that pushed the carrier out of its space, or -1."""

    squares: tuple[int, ...]
    blocks: dict[int, Block]
    chains: tuple[Chain, ...]
    tackler: int


_NO_BLOCKS: dict[int, Block] = {}


def resolve(
    squares: tuple[int, ...],
    intents: Sequence[int],
    defence: int,
    carrier: int = _NOBODY,
    ground: Ground = OPEN,
    options: Options = RULINGS,
) -> MovementStep:
    """Return the step of pyramids on `squares` with the directions `intents`; `defence` is the team that defends (0 or
    1)."""
    targets = tuple([TARGET[intent][square] for intent, square in zip(intents, squares, strict=True)])
    if ground.team == _NOBODY and OFF not in targets:
        movers = 6 - intents.count(STAND)
        if len({*targets, *squares}) == 6 + movers:  # each that moves has a free square of its own
            return MovementStep(targets, _NO_BLOCKS, (), _NOBODY)
    return _Conflict(squares, intents, targets, defence, ground, options).resolve(carrier)


_DEFENDS = tuple(tuple(team_of(piece) == defence for piece in range(6)) for defence in (0, 1))


class _Conflict:
    """A step in which somebody may be in somebody's way."""

    def __init__(
        self,
        squares: tuple[int, ...],
        intents: Sequence[int],
        targets: tuple[int, ...],
        defence: int,
        ground: Ground,
        options: Options,
    ) -> None:
        self.squares, self.intents, self.ground, self.options = squares, intents, ground, options
        self.defends = _DEFENDS[defence]
        self.occupant = dict(zip(squares, range(6), strict=True))
        self.blocks: dict[int, Block] = {}
        # What every pyramid attempts to enter; fixed for the whole step, also when it is blocked later.
        self.attempts: dict[int, int] = {}
        for piece, target in enumerate(targets):
            if intents[piece] != STAND:
                if target == OFF or ground.team != _NOBODY:
                    rule = ground.closed_to_move(piece, squares[piece], target)
                    if rule:
                        self.blocks[piece] = Block(rule, target)
                        continue
                self.attempts[piece] = target

    def resolve(self, carrier: int) -> MovementStep:
        self._block_rivals()
        chains = self._settle()
        squares = list(self.squares)
        for piece, target in self.attempts.items():
            if piece not in self.blocks:
                squares[piece] = target
        tackler = _NOBODY
        for chain in chains:
            for piece, square in zip(chain.pushed, chain.claims, strict=True):
                squares[piece] = square
            if carrier == chain.pushed[0] or (self.options.chain_tackle and carrier in chain.pushed):
                tackler = chain.pusher
        return MovementStep(tuple(squares), self._named_blocks(), tuple(chains), tackler)

    def _block_rivals(self) -> None:
        """Block pyramids that want the same square or each other's (C2, C3, C6, C7, C9). All are judged at once."""
        wanted = list(self.attempts.values())
        found: dict[int, Block] = {}
        for piece, target in self.attempts.items():
            block = self._rivalry(piece, target) if wanted.count(target) > 1 else None
            keeper = self.occupant.get(target, _NOBODY)
            if block is None and keeper != _NOBODY:
                if self.attempts.get(keeper) == self.squares[piece]:
                    block = self._swap(piece, target, keeper)
                elif self._follows(piece, keeper) and not self.options.follow_defender:
                    block = Block("PB-03", target, (keeper,))
            if block:
                found[piece] = block
        self.blocks.update(found)

    def _follows(self, piece: int, keeper: int) -> bool:
        """Return True if `piece` of the offence wants the square that the defender `keeper` is trying to leave."""
        return keeper in self.attempts and self.defends[keeper] and not self.defends[piece]

    def _rivalry(self, piece: int, target: int) -> Block | None:
        rivals = [other for other, wanted in self.attempts.items() if wanted == target and other != piece]
        defenders = tuple(other for other in rivals if self.defends[other])
        if self.defends[piece]:
            return Block("C3", target, defenders) if defenders else None
        return Block("C2", target, defenders) if defenders else Block("C6", target, tuple(rivals))

    def _swap(self, piece: int, target: int, partner: int) -> Block | None:
        if self.defends[piece] == self.defends[partner]:
            return Block("C9", target, (partner,))
        if self.defends[piece]:
            return None if self.options.swap == "a" else Block("PB-01", target, (partner,))
        return Block("PB-01", target, (partner,))

    def _settle(self) -> list[Chain]:
        """Block pyramids until none moves into a square that is kept. Returns the pushes that then succeed."""
        while True:
            found: dict[int, Block] = {}
            chains: list[Chain] = []
            for piece, target in self.attempts.items():
                keeper = self.occupant.get(target, _NOBODY)
                if piece in self.blocks or keeper == _NOBODY or self._is_moving(keeper):
                    continue
                if self.defends[piece] and not self.defends[keeper]:
                    pushed = self._push(piece, target)
                    if isinstance(pushed, Chain):
                        chains.append(pushed)
                    else:
                        found[piece] = pushed
                else:
                    rule = "PB-04" if self.defends[piece] else "C7" if self.defends[keeper] else "C4"
                    found[piece] = Block(rule, target, (keeper,))
            if chains:
                self._block_at_pushes(chains, found)
            if not found:
                return chains
            self.blocks.update(found)

    def _is_moving(self, piece: int) -> bool:
        return piece in self.attempts and piece not in self.blocks

    def _push(self, pusher: int, target: int) -> Chain | Block:
        """Return the offensive pyramids that `pusher` shoves on, or why it cannot (C1, C2, C4, C6)."""
        direction = self.intents[pusher]
        pushed, claims = [self.occupant[target]], []
        while True:
            victim = pushed[-1]
            if not self.options.push_blocked and victim in self.blocks and not self._is_head_on(pusher, victim):
                return Block("PB-02", target, (victim,))
            square = TARGET[direction][self.squares[victim]]
            rule = self.ground.closed_to_push(victim, square)
            if rule:
                return Block(rule, target, (victim,))
            rivals = [
                other
                for other, wanted in self.attempts.items()
                if wanted == square and other != pusher and self.defends[other]
            ]
            if rivals:
                return Block("PB-08", target, (victim, *rivals))
            claims.append(square)
            keeper = self.occupant.get(square, _NOBODY)
            if keeper == _NOBODY or self._is_moving(keeper):
                return Chain(pusher, tuple(pushed), tuple(claims))
            if self.defends[keeper]:
                return Block("PB-07", target, (victim, keeper))
            pushed.append(keeper)

    def _is_head_on(self, pusher: int, victim: int) -> bool:
        """Return True if the two run into each other, which PB-01 settles whatever is agreed on PB-02."""
        return self.attempts.get(victim) == self.squares[pusher] and self.attempts.get(pusher) == self.squares[victim]

    def _block_at_pushes(self, chains: list[Chain], found: dict[int, Block]) -> None:
        for chain in chains:
            rivals = [
                other.pusher
                for other in chains
                if other is not chain and ({*chain.claims} & {*other.claims} or {*chain.pushed} & {*other.pushed})
            ]
            if rivals:
                found[chain.pusher] = Block("PB-09", self.attempts[chain.pusher], (chain.pushed[0], *rivals))
            for piece, target in self.attempts.items():
                if target in chain.claims and self._is_moving(piece) and not self.defends[piece]:
                    found.setdefault(piece, Block("C6", target, (chain.pushed[chain.claims.index(target)],)))

    def _named_blocks(self) -> dict[int, Block]:
        """Return the blocks. A block is C2 if the defender got the square, C7 if it stays in its place after all."""
        for piece, block in self.blocks.items():
            if block.rule in ("C2", "PB-03") and not any(self._is_moving(other) for other in block.others):
                self.blocks[piece] = Block("C7", block.wanted, block.others)
        return self.blocks
