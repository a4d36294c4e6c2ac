"""Assigns rows to columns as fits best. SciPy can do this, but takes 100 MB to install."""

import numpy as np
from numpy.typing import NDArray


def assign(fit: NDArray[np.float64]) -> list[int]:
    """Assign each row of `fit` (N x M, N <= M) a column of its own, so that the sum is highest.

    Shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987). Raises ValueError for more rows than columns.
    """
    rows, columns = fit.shape
    if rows > columns:
        raise ValueError(f"{rows} rows, {columns} columns")
    cost = -fit
    of_row, of_column = np.zeros(rows), np.zeros(columns)
    taken = np.full(columns, -1)
    for new in range(rows):
        distance, before = np.full(columns, np.inf), np.full(columns, -1)
        reached = np.zeros(columns, bool)
        row, last, far = new, -1, 0.0
        while row != -1:
            through = far + cost[row] - of_row[row] - of_column
            nearer = ~reached & (through < distance)
            distance[nearer], before[nearer] = through[nearer], last
            last = int(np.argmin(np.where(reached, np.inf, distance)))
            far, row = float(distance[last]), int(taken[last])
            reached[last] = True
        passed = reached.copy()
        passed[last] = False
        of_row[new] += far
        of_row[taken[passed]] += far - distance[passed]
        of_column[passed] += distance[passed] - far
        while last != -1:
            earlier = int(before[last])
            taken[last] = taken[earlier] if earlier != -1 else new
            last = earlier
    found = [0] * rows
    for column in np.flatnonzero(taken != -1):
        found[int(taken[column])] = int(column)
    return found
