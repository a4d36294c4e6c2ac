"""The cells of the board, by name."""

FILES = "abcde"
CELLS: tuple[str, ...] = tuple(f"{file}{rank}" for rank in range(1, 6) for file in FILES)
