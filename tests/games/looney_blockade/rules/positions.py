"""Random positions of Looney Blockade: of played games, and crowded ones, nearly won, with blacks running out."""

from random import Random

from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.model import Position
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import outcome
from lab.measure.looney_positions import random_roll, random_turn

SUPPLIES = [(5, 5, 5), (5, 5, 1), (5, 1, 0), (1, 1, 1), (0, 1, 1), (2, 0, 0), (1, 0, 0), (0, 0, 0)]
CLEARS = ("a1", "e1", "c3", "a5", "e5")


def random_position(rng: Random) -> Position:
    """Any stacks that keep the invariants, with all twenty coloured pieces of each size and any supply."""
    grid = dict.fromkeys(CLEARS, "C3")
    squares = [cell for cell in CELLS if cell not in CLEARS]
    rng.shuffle(squares)
    supply = rng.choice(SUPPLIES)
    caps = ["K3", "K2", "K1"]
    for k, colour in enumerate("RYGB"):
        own = squares[5 * k : 5 * k + 5]
        clear = [cell for cell in CLEARS if grid[cell] == "C3" and rng.random() < 0.35]
        towers = rng.choice((0, 0, 1, 2, 3, 4))
        for i, cell in enumerate(own):
            grid[cell] = f"{colour}3{colour}2{colour}1{rng.choice(caps)}" if i < towers else f"{colour}3"
        for size in (2, 1):
            for _ in range(5 - towers):
                _drop(rng, grid, own + clear, f"{colour}{size}", supply != (0, 0, 0))
    return Position(grid, supply, rng.choice(("cool", "warm")))


def sparse_position(rng: Random) -> Position:
    """Few pieces that can move, many towers and bare clears: whole turns with large rolls stay countable."""
    grid = dict.fromkeys(CLEARS, "C3")
    squares = [cell for cell in CELLS if cell not in CLEARS]
    rng.shuffle(squares)
    supply = rng.choice(SUPPLIES)
    for k, colour in enumerate("RYGB"):
        own = squares[5 * k : 5 * k + 5]
        towers = rng.choice((2, 3, 4))
        for i, cell in enumerate(own):
            grid[cell] = (
                f"{colour}3{colour}2{colour}1{rng.choice(('K1', 'K1', 'K2', 'K3'))}" if i < towers else f"{colour}3"
            )
        held = [cell for cell in CLEARS if grid[cell] == "C3" and rng.random() < 0.25]
        for piece in rng.choice((("2", "1"), ("2", "1"), ("1",), ("2", "1", "1"))):
            _drop(rng, grid, own[towers:] + held, colour + piece, supply != (0, 0, 0))
    return Position(grid, supply, rng.choice(("cool", "warm")))


def agreed_position(rng: Random) -> Position:
    """A position that players have agreed to against the rules: up to six things have been carried anywhere, larges
    and blacks among them, or put on from the supply."""
    position = rng.choice((random_position, sparse_position))(rng)
    grid, supply = dict(position.grid), list(position.supply)
    own = "BG" if position.to_move == "cool" else "RY"
    for _ in range(rng.randint(1, 6)):
        start, end = rng.choice([cell for cell in CELLS if grid[cell]]), rng.choice(CELLS)
        if rng.random() < 0.5:
            start = rng.choice([cell for cell in CELLS if grid[cell][-2:-1] in own and grid[cell]] or [start])
            end = rng.choice([cell for cell in CELLS if grid[cell][-2:-1] in own and grid[cell]] or [end])
        if any(supply) and rng.random() < 0.15:
            size = rng.choice([size for size in (1, 2, 3) if supply[size - 1]])
            supply[size - 1] -= 1
            grid[end] += f"K{size}"
        else:
            piece, grid[start] = grid[start][-2:], grid[start][:-2]
            grid[end] += piece
    return Position(grid, (supply[0], supply[1], supply[2]), position.to_move)


def _drop(rng: Random, grid: dict[str, str], cells: list[str], piece: str, trees_are_capped: bool) -> None:
    """Puts `piece` on a random cell that takes it; leaves it out when none does."""
    good = []
    for cell in cells:
        top, tree = grid[cell][-2:], f"{piece[0]}3{piece[0]}2"
        takes = top[1] >= piece[1] if top[0] != "K" else top[1] > piece[1]
        if takes and not (trees_are_capped and piece[1] == "1" and grid[cell] == tree):
            good.append(cell)
    if good:
        grid[rng.choice(good)] += piece


def played_positions(rng: Random, count: int) -> list[Position]:
    """Positions of games in which the better-placed of a few random turns is played, so that towers do get built."""
    found: list[Position] = []
    while len(found) < count:
        position = initial(to_move=rng.choice(("cool", "warm")))
        for _ in range(40):
            if outcome(position).winner or len(found) == count:
                break
            found.append(position)
            roll = random_roll(rng, position)
            turns = [random_turn(rng, position, roll)[1] for _ in range(4)]
            position = max(turns, key=lambda turn: sum(outcome(turn.position).towers.values())).position
    return found
