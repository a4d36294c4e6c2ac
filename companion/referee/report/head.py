"""The head of an HTML page that loads nothing and runs no script."""

from html import escape
from importlib.resources import files

# Should anything ever get past the escaping: a browser runs no script, loads nothing and sends nothing.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page_head(language: str, title: str, style: str, *, form: bool = False) -> str:
    """Return what comes before a page's body; `title` is text, `language` and `style` are the program's own. A `form`
    may be sent to where the page came from, nothing else anywhere."""
    policy = POLICY.replace("form-action 'none'", "form-action 'self'") if form else POLICY
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style>"
    )


def page_style(*names: str) -> str:
    """Return style sheets of this folder, by name, joined into one."""
    folder = files(__package__)
    return "".join(folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in names)
