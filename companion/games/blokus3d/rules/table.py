"""A position in the numbers of its space, quick to ask what may be placed and to play on."""

from functools import reduce
from operator import and_

from companion.games.blokus3d.rules.model import COLOUR_OF, Position
from companion.games.blokus3d.rules.pieces import PIECES
from companion.games.blokus3d.rules.space import Space, space

NOBODY = -1


class Table:
    """Players are seats, 0 to 3 in their order; placements are the numbers of `space`.

    `heights` and `tops` (seat or NOBODY) have an entry a square; `left` and `contact` a set of placements a seat: those
    of the pieces left, and those with a face against an own cube. `playing` are the seats that are not out.
    """

    __slots__ = ("contact", "heights", "left", "pieces", "playing", "seat", "space", "tops")

    def __init__(self, space: Space) -> None:
        self.space = space
        self.heights: list[int] = []
        self.tops: list[int] = []
        self.contact: list[int] = []
        self.left: list[int] = []
        self.pieces: list[int] = []
        self.playing: list[bool] = []
        self.seat = NOBODY

    @classmethod
    def of(cls, position: Position) -> "Table":
        table = cls(space(position.structure, len(position.players)))
        columns = list(position.columns.values())
        seats = {player: seat for seat, player in enumerate(position.players)}
        table.heights = [len(column) for column in columns]
        table.tops = [seats[COLOUR_OF[column[-1]]] if column else NOBODY for column in columns]
        table.contact = [0] * len(seats)
        for touching, column in zip(table.space.touching, columns, strict=True):
            for bits, letter in zip(touching, column, strict=False):
                table.contact[seats[COLOUR_OF[letter]]] |= bits
        for pieces in position.left.values():
            table.left.append(sum(table.space.of_piece[PIECES.index(piece)] for piece in pieces))
            table.pieces.append(len(pieces))
        table.playing = [player not in position.out for player in position.players]
        table.seat = seats[position.to_move] if position.to_move else NOBODY
        return table

    def copy(self) -> "Table":
        other = Table(self.space)
        other.heights, other.tops = self.heights.copy(), self.tops.copy()
        other.contact, other.left = self.contact.copy(), self.left.copy()
        other.pieces, other.playing, other.seat = self.pieces.copy(), self.playing.copy(), self.seat
        return other

    def standing(self) -> int:
        """Return the placements that stand on every column as it is."""
        return reduce(and_, [based[height] for based, height in zip(self.space.based, self.heights, strict=True)])

    def legal(self, seat: int) -> int:
        """Return the pieces that `seat` could place in its turn."""
        bits = self.standing() & self.left[seat]
        if self.pieces[seat] < len(PIECES):
            return bits & self.contact[seat]
        if any(self.heights):
            return bits & self.space.grounded & reduce(int.__or__, self.contact)
        return bits

    def place(self, number: int) -> None:
        """Put a placement down for the seat to move. `settle` must be called next, to give the turn on."""
        seat, heights = self.seat, self.heights
        for square, rise in self.space.footprints[number]:
            touching = self.space.touching[square]
            for z in range(heights[square], heights[square] + rise):
                self.contact[seat] |= touching[z]
            heights[square] += rise
            self.tops[square] = seat
        self.left[seat] &= ~self.space.of_piece[self.space.pieces[number]]
        self.pieces[seat] -= 1

    def settle(self) -> int:
        """Gives the turn to the next seat, after the one that had it, that can place; those that cannot are out.

        Returns what it may place, 0 once the game is over.
        """
        seats = len(self.playing)
        for turn in range(self.seat + 1, self.seat + 1 + seats):
            seat = turn % seats
            if self.playing[seat] and (bits := self.legal(seat)):
                self.seat = seat
                return bits
            self.playing[seat] = False
        self.seat = NOBODY
        return 0
