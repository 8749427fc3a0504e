"""Two pages for people, which need no sign-in, no script and nothing from outside: what this is, and the API to read."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any

from houseway.service.roles import PERMISSIONS, PUBLIC, SIGNED_IN
from houseway.version import __version__

_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,255}")
_ICON = (
    "data:image/svg+xml;base64,"
    + base64.b64encode(
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0d5a3f"/>'
        b'<path fill="#f4f1e4" d="M16 5c3 5 9 8 9 13a5 5 0 0 1-8 4c0 2 1 4 2 5h-6c1-1 2-3 2-5a5 5 0 0 1-8-4c0-5 6-8 9-13z"/>'
        b"</svg>"
    ).decode()
)  # a spade


def _file(name: str) -> str:
    return files("houseway.service").joinpath("templates", name).read_text(encoding="utf-8")


_STYLE = _file("page.css")
_HASH = base64.b64encode(sha256(_STYLE.encode()).digest()).decode()
HEADERS = {
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}


def _filled(template: str, **values: str) -> str:
    values |= {"style": _STYLE, "icon": _ICON, "version": html.escape(__version__)}
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


def front(address: str, openapi: Mapping[str, Any]) -> str:
    """The first page; ``address`` is how whoever asks has reached it, and is passed over where it is no plain address."""
    shown = address.rstrip("/")
    if not _ADDRESS.fullmatch(shown):
        shown = "http://127.0.0.1:8653"
    return _filled(_file("front.html"), address=shown, openapi=str(openapi["openapi"]))


def reference(openapi: Mapping[str, Any]) -> str:
    """The document of the API as a page."""
    groups: dict[str, list[str]] = {}
    for path, of in openapi["paths"].items():
        for method, operation in of.items():
            groups.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    parts = [f'<h2 id="{_id(tag)}">{html.escape(tag.capitalize())}</h2>{"".join(found)}' for tag, found in groups.items()]
    parts.append('<h2 id="schemas">What bodies and answers are</h2>')
    parts += [_named(name, schema) for name, schema in sorted(openapi["components"]["schemas"].items())]
    nav = "".join(f'<a href="#{_id(tag)}">{html.escape(tag)}</a>' for tag in [*groups, "schemas"])
    description = html.escape(openapi["info"]["description"])
    return _filled(_file("reference.html"), description=description, nav=nav, body="\n".join(parts))


def _id(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "-", text)


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> str:
    permission = operation["x-permission"]
    who = {PUBLIC: "open to all", SIGNED_IN: "whoever is signed in"}.get(permission)
    who = who or f"{', '.join(sorted(PERMISSIONS[permission]))} ({permission})"
    parts = [f"<p>{_prose(operation.get('description', ''))}</p>", f'<p class="soft">Who may: {html.escape(who)}</p>']
    parameters = [
        (f"{one['name']} <span class=soft>in {one['in']}{', required' if one.get('required') else ''}</span>",
         _with_words(one["schema"], one.get("description")))
        for one in operation.get("parameters", ())
    ]  # fmt: skip
    parts += [_table("Takes", parameters)] if parameters else []
    body = operation.get("requestBody")
    if body:
        schema = body["content"]["application/json"]["schema"]
        parts.append(f"<p>Body: {_shape(schema)}</p>{_properties(schema)}")
    answers = []
    for status, answer in sorted(operation["responses"].items()):
        content = "; ".join(f"{_shape(one['schema'])}" for one in answer.get("content", {}).values())
        words = html.escape(answer["description"])
        answers.append((html.escape(status), f"{words} {'' if status >= '400' else content}"))
    parts.append(_table("Answers", answers))
    return (
        f'<details id="{_id(operation["operationId"])}"><summary><span class="verb {method}">{method.upper()}</span>'
        f"<code>{html.escape(path)}</code><em>{_prose(operation['summary'])}</em></summary><div>{''.join(parts)}</div></details>"
    )


def _named(name: str, schema: Mapping[str, Any]) -> str:
    words = _prose(schema.get("description", ""))
    inside = _properties(schema) or f"<p>{_shape(schema)}</p>"
    return (
        f'<details id="{_id(name)}"><summary><code>{html.escape(name)}</code><em>{words}</em></summary>'
        f"<div>{inside}</div></details>"
    )


def _properties(schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    rows = [
        (html.escape(key) + (" <span class=soft>required</span>" if key in required else ""),
         _with_words(of, of.get("description") if isinstance(of, dict) else None))
        for key, of in schema.get("properties", {}).items()
    ]  # fmt: skip
    return _table("Keys", rows) if rows else ""


def _table(title: str, rows: Iterable[tuple[str, str]]) -> str:
    body = "".join(f"<tr><td><code>{first}</code></td><td>{second}</td></tr>" for first, second in rows)
    return f"<table><tr><th>{title}</th><th></th></tr>{body}</table>"


def _with_words(schema: Any, words: str | None) -> str:
    return _shape(schema) + (f" <span class=soft>{_prose(words)}</span>" if words else "")


def _prose(text: str) -> str:
    """A text with its ``words of a program`` set as such."""
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", html.escape(text.strip()))


_BOUNDS = {
    "minLength": "at least {} characters", "maxLength": "at most {} characters", "minimum": "at least {}",
    "maximum": "at most {}", "minItems": "at least {} of them", "maxItems": "at most {} of them", "pattern": "like {}",
    "default": "else {}",
}  # fmt: skip


def _shape(schema: Any) -> str:
    """What a value may be, in a line."""
    if not isinstance(schema, dict):
        return "anything" if schema else "nothing"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{_id(name)}">{html.escape(name)}</a>'
    for key, word in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if key in schema:
            return word.join(_shape(one) for one in schema[key])
    if "const" in schema:
        return f"<code>{_value(schema['const'])}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{_value(one)}</code>" for one in schema["enum"])
    kind = schema.get("type", "anything")
    said = " or ".join(kind) if isinstance(kind, list) else str(kind)
    said = said.replace("null", "nothing")
    if kind == "array":
        said = f"list of {_shape(schema.get('items', True))}"
    elif schema.get("format"):
        said = html.escape(schema["format"])
    bounds = [text.format(_value(schema[key])) for key, text in _BOUNDS.items() if key in schema]
    return said + (f" <span class=soft>({', '.join(bounds)})</span>" if bounds else "")


def _value(value: Any) -> str:
    return html.escape(value if isinstance(value, str) else json.dumps(value))
