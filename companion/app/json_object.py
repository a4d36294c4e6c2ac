"""Objects of JSON, as engines answer with them and journals keep them."""

from collections.abc import Mapping
from typing import Any

JsonObject = Mapping[str, Any]
