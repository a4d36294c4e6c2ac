"""The messages that docs/building.md shows have the form that the schemas have."""

import json
import re
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/building.md").read_text("utf-8")
MESSAGES = re.findall(r"^\| `([a-z]+)(?:/0)?` \| `(\{.*\})` \|$", TEXT, re.MULTILINE)


def test_the_messages_shown_name_what_schemas_require() -> None:
    assert {name for name, _ in MESSAGES} == {"game", "state", "verdict", "roll", "history", "past"}
    for name, message in MESSAGES:
        path = files("companion.sharing.feed").joinpath("schemas", f"{name}.json")
        schema, told = json.loads(path.read_text(encoding="utf-8")), json.loads(message)
        assert schema["$id"] == f"urn:pyramid-companion:feed:1:{name}"
        assert set(schema["required"]) <= set(told) <= set(schema["properties"])
