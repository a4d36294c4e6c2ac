"""Random positions and rolls of Leistiko's Blockade: crowded, sparse and nearly empty ones."""

from random import Random

from companion.games.leistiko_blockade.rules.model import NONE, VARIANTS, Options, Position, Roll

LEISTIKO_OPTIONS = [
    {"variant": variant, "LB-06": minimum, "LB-09": whole}
    for variant in VARIANTS
    for minimum in (1, 0, 2)
    for whole in (True, False)
]


def random_rows(rng: Random, most: int = 16) -> tuple[int, ...]:
    """At least one piece, on one to six rows."""
    rows = rng.sample(range(6), rng.randint(1, 6))
    counts = [0] * 6
    for _ in range(rng.randint(1, most)):
        counts[rng.choice(rows)] += 1
    return tuple(counts)


def random_position(rng: Random, most: int = 16, resting: bool = False) -> Position:
    """`resting`: with some pieces on the far side, for LB-09 false."""
    first, second = random_rows(rng, most), random_rows(rng, most)
    across = [NONE, NONE]
    if resting:
        across = [random_rows(rng, 3) if rng.random() < 0.5 and sum(rows) <= 13 else NONE for rows in (first, second)]
    return Position(first, second, rng.choice(("first", "second")), (across[0], across[1]))


def may_rest(options: Options) -> bool:
    return not options.whole and options.variant != "bungie"


def random_roll(rng: Random, position: Position, row: int, options: Options, highest: int = 6) -> Roll:
    """A roll for a turn with `row`; in Bungie Battle a leap or a roll."""
    own, opposing = position.first[row - 1], position.second[row - 1]
    if position.to_move == "second":
        own, opposing = opposing, own
    if options.variant == "bungie" and own and rng.random() < 0.6:
        return Roll(_dice(rng, own), _dice(rng, opposing + 1))
    return Roll(_dice(rng, 2 if options.variant == "super-push" else 1, highest))


def _dice(rng: Random, count: int, highest: int = 6) -> tuple[int, ...]:
    return tuple(rng.randint(1, highest) for _ in range(count))
