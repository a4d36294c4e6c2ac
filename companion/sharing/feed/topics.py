"""The names of the topics that a table is told on, and the number of the form of what stands there."""

from typing import Final

SCHEMA: Final = 1
ROOT: Final = "pyramid"
# What the players are asked, what phones answer, and what became of an answer.
QUESTION, ANSWER, ANSWERED = "question", "answer", "answered"
# What Home Assistant listens to, and where it tells that it has started.
DISCOVERY, BIRTH = "homeassistant", "homeassistant/status"


def topic(table: str, *names: str) -> str:
    """``pyramid/left/state``."""
    return "/".join((ROOT, table, *names))


def discovery_topic(table: str) -> str:
    return f"{DISCOVERY}/device/{ROOT}-{table}/config"
