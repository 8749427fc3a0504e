"""The work of ``houseway settle``, with or without the parser of the command line, which takes longer than a settlement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cli.streams import echo_json, or_fail, round_and_submission

if TYPE_CHECKING:
    from houseway.settlement.result import Settlement


def run(round_path: str, submission_path: str | None, format_: str, allow_violations: bool) -> int:
    """Settle a round and print it: the exit code, which is 1 where something else was paid. Bad input exits with 2."""
    from houseway.settlement.engine import settle

    def work() -> Settlement:
        document, submission = round_and_submission(round_path, submission_path)
        return settle(document, submission, allow_violations=allow_violations)

    result: Settlement = or_fail(format_, work)
    if format_ == "json":
        echo_json(result.to_dict())
    else:
        from houseway.cli.settlement_text import print_settlement

        print_settlement(result)
    return 1 if result.paid_wrongly else 0


def at_once(arguments: list[str]) -> int | None:
    """The exit code of ``settle`` with plain arguments; None for any other, which the parser of the command line shall read."""
    if arguments[:1] != ["settle"]:
        return None
    given = {"--submission": "", "--format": ""}
    paths: list[str] = []
    allow_violations = False
    words = iter(arguments[1:])
    for word in words:
        if word == "--allow-violations":
            allow_violations = True
        elif word in given:
            value = next(words, "")
            if not value or (value.startswith("-") and value != "-"):
                return None
            given[word] = value
        elif not word or (word.startswith("-") and word != "-"):
            return None
        else:
            paths.append(word)
    if len(paths) != 1 or given["--format"] not in ("", "text", "json"):
        return None
    return run(paths[0], given["--submission"] or None, given["--format"] or "text", allow_violations)
