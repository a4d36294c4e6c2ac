"""What is to be drawn of a Volcano board."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.app.views import Tone


@dataclass(frozen=True)
class BoardPicture:
    """Stacks by cell; cells framed in a tone; short words on cells (costs, ×); arrows (from, to, tone)."""

    grid: Mapping[str, str]
    frames: Mapping[str, Tone] = field(default_factory=dict)
    badges: Mapping[str, tuple[str, Tone]] = field(default_factory=dict)
    arrows: tuple[tuple[str, str, Tone], ...] = ()
    label: str = ""
