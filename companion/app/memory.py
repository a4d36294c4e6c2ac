"""When Python looks for garbage: often and a little at a time, so that a frame never waits long for it."""

import gc

from kivy.clock import Clock

# New objects until the youngest are looked at, and how often that leads to a look at the older ones.
THRESHOLDS = (3000, 3, 1)


def keep_what_is_loaded() -> None:
    """Take all that lives now, modules and screens for the most part, out of the collector's sight for good.

    The second look makes the collector compare with what is left in its sight: it puts a full look off until there is
    a quarter more, and a quarter of everything loaded would take many frames.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
    gc.set_threshold(*THRESHOLDS)


def keep_new_screens() -> None:
    """The same when all garbage has been cleared away already: it takes no time."""
    gc.freeze()
    gc.collect()


def _look(_dt: float) -> None:
    gc.collect()


# To be called when a screen has been left: one screen at a time is little to clear away.
clear_away_soon = Clock.create_trigger(_look, 0.4)
