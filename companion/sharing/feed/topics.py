"""Names of the topics of a table, and the number of the messages' schema."""

from typing import Final

SCHEMA: Final = 1
ROOT: Final = "pyramid"
# Questions to the players, answers from phones, and what became of an answer.
QUESTION, ANSWER, ANSWERED = "question", "answer", "answered"
# Topics on which Home Assistant hears of devices, and says that it has started.
DISCOVERY, BIRTH = "homeassistant", "homeassistant/status"


def topic(table: str, *names: str) -> str:
    """Return a topic of a table, such as ``pyramid/left/state``."""
    return "/".join((ROOT, table, *names))


def discovery_topic(table: str) -> str:
    return f"{DISCOVERY}/device/{ROOT}-{table}/config"
