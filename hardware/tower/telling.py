"""Messages for people from a tower's codes."""

from hardware.dice import Notice
from hardware.errors import Fact, fact
from hardware.tower.codes import TowerFault, TowerRefusal

_FAULTS = {str(fault.value): fault for fault in TowerFault}
_REFUSALS = {str(refusal.value): refusal for refusal in TowerRefusal}
_BAYS = frozenset(map(str, range(1, 100)))  # any two digits
_LONGEST = 9  # characters of a code that is not known


def refusal(code: str, why: str) -> Fact | str:
    """Return why a tower refuses a request, by the code and the words behind ERR and its tag. An unknown code is shown
    with the tower's own words."""
    known = _REFUSALS.get(code)
    return fact(f"hardware.refusal.{known.name.lower()}") if known else f"{code} {why}".strip()


def warning(code: str, bay: str) -> Notice:
    """Return a tower's warning; `bay` is empty where none is concerned."""
    known = _FAULTS.get(code)
    what = fact(f"hardware.fault.{known.name.lower()}") if known else fact("hardware.fault", code=code[:_LONGEST])
    if bay in _BAYS:
        return Notice(fact("hardware.tower.reports_bay", bay=bay, what=what), fault=True)
    return Notice(fact("hardware.tower.reports", what=what), fault=True)
