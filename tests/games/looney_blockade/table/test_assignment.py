"""Dealing rows out to columns, as SciPy does it."""

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from companion.games.looney_blockade.table.assignment import assign


@given(seed=st.integers(0, 2**32 - 1), rows=st.integers(1, 20), more=st.integers(0, 6), coarse=st.booleans())
def test_what_is_dealt_is_worth_as_much_as_scipys(seed: int, rows: int, more: int, coarse: bool) -> None:
    rng = np.random.default_rng(seed)
    fit = rng.normal(0, 20, (rows, rows + more))
    fit = fit.round(-1) if coarse else fit
    dealt = assign(fit)
    assert len(set(dealt)) == rows
    best = fit[scipy.optimize.linear_sum_assignment(fit, maximize=True)].sum()
    assert fit[np.arange(rows), dealt].sum() == pytest.approx(best)


def test_more_rows_than_columns_cannot_be_dealt() -> None:
    with pytest.raises(ValueError, match="3 rows, 2 columns"):
        assign(np.zeros((3, 2)))
