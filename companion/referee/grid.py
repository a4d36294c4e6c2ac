"""Grids (what lies where) and commitments (what the next table is judged by): the words that all of the referee shares.

Places and things are texts, ``b2`` and ``G3G1``, so that both can be keys of JSON.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Place = str
Thing = str
Grid = Mapping[Place, Thing]
Json = dict[str, Any]


class Commitment(NamedTuple):
    """A declared action that the next table is judged by: the mover (None if both move), and what was said by kind, as
    ``{"roll": {"B": 4, "G": 5}}`` or ``{"row": 3, "roll": [4]}``."""

    mover: str | None
    value: Mapping[str, Any]
