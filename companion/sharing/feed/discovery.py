"""What Home Assistant is told of a table: one device with its sensors, by MQTT discovery.

The form is that of https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

from typing import Any

from companion.sharing.feed.publisher import OFFLINE, ONLINE
from companion.sharing.feed.topics import ROOT, topic


def discovery(table: str, model: str) -> dict[str, Any]:
    """The device of a table; `model` is the game's name."""
    device = f"{ROOT}-{table}"
    state = topic(table, "state")

    def sensor(key: str, name: str, icon: str, template: str, **more: Any) -> dict[str, Any]:
        where = {"p": "sensor", "unique_id": f"{device}-{key}", "state_topic": state}
        return {**where, "name": name, "icon": icon, "value_template": template, **more}

    return {
        "dev": {"ids": [device], "name": f"Table {table}", "mdl": model, "mf": "Pyramid Companion"},
        "o": {"name": "Pyramid Companion"},
        "availability_topic": topic(table, "status"),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "cmps": {
            "verdict": sensor(
                "verdict",
                "Verdict",
                "mdi:gavel",
                "{{ value_json.latest or 'none' }}",
                json_attributes_topic=state,
                json_attributes_template="{{ {'said': value_json.say.en.line, 'score': value_json.score} | tojson }}",
            ),
            "turn": sensor("turn", "To move", "mdi:account-arrow-right", "{{ value_json.side or 'nobody' }}"),
            "roll": sensor("roll", "Roll", "mdi:dice-multiple", "{{ value_json.say.en.due or 'none' }}"),
            "running": {
                "p": "binary_sensor",
                "unique_id": f"{device}-running",
                "state_topic": state,
                "name": "Game running",
                "icon": "mdi:pyramid",
                "value_template": "{{ 'OFF' if value_json.winner or value_json.position is none else 'ON' }}",
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
