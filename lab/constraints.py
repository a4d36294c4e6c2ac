"""Prints the installed versions of all libraries that the program needs, and of nothing else, as pip's constraints."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROGRAM, EXTRAS = "pyramid-companion", ("app", "bluetooth")


def needed(name: str, extras: tuple[str, ...], seen: set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the names and versions of what a package requires here with some of its extras, and what that requires."""
    for text in distribution(name).requires or ():
        wanted = Requirement(text)
        if wanted.marker and not any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            continue
        try:
            found = distribution(wanted.name)
        except PackageNotFoundError:
            continue
        pin = canonicalize_name(wanted.name), found.version
        if pin not in seen:
            seen.add(pin)
            yield pin
            yield from needed(wanted.name, tuple(wanted.extras), seen)


if __name__ == "__main__":
    print("\n".join(f"{name}=={version}" for name, version in sorted(needed(PROGRAM, EXTRAS, set()))))
