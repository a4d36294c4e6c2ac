"""Digests of what a phone has seen."""

import hashlib
from typing import Any

import pytest

from companion.sharing.feed.pairing import seen

BOARD = "<svg/>"
SAY: dict[str, Any] = {"de": {"words": "Rot à c3", "share": "80 %"}, "en": {"words": "Red", "share": "8"}}
TRUE: dict[str, Any] = {"board": BOARD, "say": SAY}


@pytest.mark.parametrize(
    "forged",
    [
        {"de": {"words": "Rot à c3\n80 %\nRed", "share": "8"}},
        {"de": {"words": "Rot à c3", "share": "80 %\nRed"}, "en": {"words": "8", "share": ""}},
        {"fr": SAY["de"], "nl": SAY["en"]},
        {**SAY, "fr": {"words": "", "share": ""}},
    ],
)
def test_texts_that_are_cut_elsewhere_have_another_digest(forged: dict[str, Any]) -> None:
    assert seen({"board": BOARD, "say": forged}) != seen(TRUE)


def test_the_digest_is_that_of_the_documented_json() -> None:
    text = '["<svg/>",[["de","Rot à c3","80 %"],["en","Red","8"]]]'
    assert seen(TRUE) == hashlib.sha256(text.encode()).hexdigest()
