"""The rules desk on the hall's page: a question in words, and the rules that answer it."""

from collections.abc import Mapping
from html import escape

from companion.games.rulebook import Rule
from companion.referee.report.head import page_head, page_style
from companion.texts.asking import rules_for
from companion.texts.language import LANGUAGES, language

PATH = "rules.html"
# Characters of a question that are looked at.
MOST = 300


def rules_page(_visitor: str, query: Mapping[str, str]) -> str:
    """Return the page that answers ``ask`` in ``language``, as HTML; without a question only where one can ask."""
    code = query.get("language", "en")
    code = code if code in LANGUAGES else "en"
    question, words = query.get("ask", "")[:MOST], language(code)
    found = rules_for(question, code) if question.strip() else ()
    told = "".join(map(_article, found))
    if question.strip() and not found:
        told = f"<p>{escape(words.text('command.rules.none'))}</p>"
    ask = escape(words.text("rules.ask"))
    return (
        f"{page_head(code, words.text('do.rules'), page_style('report'), form=True)}"
        f"<header><h1>{escape(words.text('do.rules'))}</h1></header><main>"
        f'<form><input type="hidden" name="language" value="{code}">'
        f'<input type="search" name="ask" size="40" value="{escape(question)}" placeholder="{ask}" aria-label="{ask}">'
        f"</form>{told}</main></html>\n"
    )


def _article(rule: Rule) -> str:
    readings = "".join(f"<li>{escape(text)}</li>" for text in rule.options.values())
    return f"<article><h2>{escape(rule.title)}</h2><p>{escape(rule.text)}</p><ul>{readings}</ul></article>"
