"""What docs/building.md shows is true: its Python runs, its messages have the form that the schemas have."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/building.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
MESSAGES = re.findall(r"^\| `([a-z]+)(?:/0)?` \| `(\{.*\})` \|$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
@pytest.mark.slow
def test_an_example_runs(number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(EXAMPLES[number], f"docs/building.md, example {number + 1}", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_messages_shown_name_what_schemas_require() -> None:
    assert {name for name, _ in MESSAGES} == {"game", "state", "verdict", "roll", "history", "past"}
    for name, message in MESSAGES:
        path = files("companion.sharing.feed").joinpath("schemas", f"{name}.json")
        schema, told = json.loads(path.read_text(encoding="utf-8")), json.loads(message)
        assert schema["$id"] == f"urn:pyramid-companion:feed:1:{name}"
        assert set(schema["required"]) <= set(told) <= set(schema["properties"])
