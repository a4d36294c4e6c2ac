"""Description of a table for Home Assistant: one device with its sensors, by MQTT discovery.

The form is that of https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

from typing import Any, Final

from companion.referee.game import own_version
from companion.referee.verdict import KINDS
from companion.sharing.feed.publisher import OFFLINE, ONLINE
from companion.sharing.feed.topics import ROOT, topic

# Templates for the English words, {} while a state has none. They must hold whatever is absent; Home Assistant logs
# nothing for what `get` does not find.
SAID: Final = "((value_json.get('say') or {}).get('en') or {})"
JUDGED: Final = (
    "{% set v = value_json.get('verdict') or {} %}"
    "{{ {'event_type': v.get('verdict') or '', 'side': v.get('side') or '', 'rule': v.get('rule') or '', "
    "'reason': v.get('reason') or '', 'turn': value_json.get('turn') or 0} | tojson }}"
)
ROLLED: Final = (
    "{{ {'event_type': 'roll', 'roll': value_json.get('roll') or {}, 'side': value_json.get('side') or '', "
    "'id': value_json.get('id') or ''} | tojson }}"
)


def discovery(table: str, model: str, page: str = "") -> dict[str, Any]:
    """Return Home Assistant's description of a table; `model` is the game's name, `page` the address to visit."""
    version = {"sw": own_version()}
    device = f"{ROOT}-{table}"
    state = topic(table, "state")

    def sensor(key: str, name: str, icon: str, template: str, **more: Any) -> dict[str, Any]:
        where = {"p": "sensor", "unique_id": f"{device}-{key}", "state_topic": state}
        return {**where, "name": name, "icon": icon, "value_template": template, **more}

    def event(key: str, name: str, icon: str, where: str, types: list[str], template: str) -> dict[str, Any]:
        told = {"p": "event", "unique_id": f"{device}-{key}", "state_topic": topic(table, where), "event_types": types}
        return {**told, "name": name, "icon": icon, "value_template": template}

    return {
        "dev": {"ids": [device], "name": f"Table {table}", "mdl": model, "mf": "Pyramid Companion", **version}
        | ({"cu": page} if page else {}),
        "o": {"name": "Pyramid Companion", **version},
        "availability_topic": topic(table, "status"),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "cmps": {
            "verdict": sensor(
                "verdict",
                "Verdict",
                "mdi:gavel",
                "{{ value_json.get('latest') or 'none' }}",
                json_attributes_topic=state,
                json_attributes_template=f"{{{{ {{'said': {SAID}.get('line') or '', "
                "'score': value_json.get('score') or {}} | tojson }}",
            ),
            "turn": sensor("turn", "To move", "mdi:account-arrow-right", f"{{{{ {SAID}.get('title') or 'nobody' }}}}"),
            "roll": sensor("roll", "Roll", "mdi:dice-multiple", f"{{{{ {SAID}.get('due') or 'none' }}}}"),
            "judged": event("judged", "Judged", "mdi:gavel", "verdict", sorted(KINDS), JUDGED),
            "rolled": event("rolled", "Rolled", "mdi:dice-multiple", "roll", ["roll"], ROLLED),
            "running": {
                "p": "binary_sensor",
                "unique_id": f"{device}-running",
                "state_topic": state,
                "name": "Game running",
                "icon": "mdi:pyramid",
                "value_template": "{% set s = value_json %}"
                "{{ 'ON' if s.get('position') and not s.get('winner') else 'OFF' }}",
            },
            "board": {
                "p": "image",
                "unique_id": f"{device}-board",
                "name": "Board",
                "image_topic": topic(table, "board"),
                "content_type": "image/svg+xml",
            },
        },
    }
