"""Collects garbage often and a little at a time, so that no frame waits long for the collector."""

import gc

from kivy.clock import Clock

# Thresholds of Python's three generations (`gc.set_threshold`).
THRESHOLDS = (3000, 3, 1)


def keep_what_is_loaded() -> None:
    """Exclude all objects that exist now, mostly modules and screens, from collection for good.

    The second collection tells the collector how few objects are left. It delays a full collection until a quarter
    more objects exist, and a quarter of everything loaded would take many frames.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
    gc.set_threshold(*THRESHOLDS)


def keep_new_screens() -> None:
    """Exclude the screens made since, when no garbage is left: this takes no time."""
    gc.freeze()
    gc.collect()


def _collect(_dt: float) -> None:
    gc.collect()


# Called when a screen has been left: the garbage of a single screen is collected quickly.
clear_away_soon = Clock.create_trigger(_collect, 0.4)
