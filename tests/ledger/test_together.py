"""Rounds proved many at a time: what is proved is what settling each by itself proves, and nothing that was changed is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from houseway.ledger.canonical import canonical
from houseway.ledger.checking import judged
from houseway.ledger.documents import read_opened
from houseway.ledger.planning import law_of, plan_opened
from houseway.ledger.projecting import Rows, project
from houseway.ledger.resettling import Again, resettle
from houseway.ledger.settling import terms_of
from houseway.ledger.together import Basis, Claim, Proved, prove
from ledger.generated import PGP, UTH, Log, log

SEEDS = range(6)


def proved(
    of: Log,
    events: list[tuple[int, str]] | None = None,
    *,
    opening: bool = False,
    opened: Mapping[int, Proved] | None = None,
) -> dict[int, Proved]:
    """What is proved of a log's settlements, or of other payloads; ``opening``: of its openings. ``opened``: those proved."""
    kind = "round.opened" if opening else "round.settled"

    def judge(claim: Claim) -> Basis | None:
        return judged(of.books, claim, of.events.__getitem__, (opened or {}).get(claim.opened or 0))

    return prove(of.payloads(kind) if events is None else events, judge, opening=opening)


@pytest.mark.parametrize("game", [UTH, PGP])
def test_what_is_proved_is_what_the_event_makes(game: str) -> None:
    """Under every submission most rounds are proved, and from each follow the rows that follow from its event."""
    all_, some = 0, 0
    kinds: Counter[str] = Counter()
    for seed in SEEDS:
        made = log(game, seed, 40, rare=seed % 3 == 2)
        found = proved(made)
        if seed % 3 != 2:
            all_ += len(made.payloads())
            some += len(found)
        for seq, one in found.items():
            content = made.contents[seq]
            rows = Rows()
            project(rows, seq, "round.settled", content)
            assert (one.lines, one.movements) == (rows.line, rows.movement)
            row = {**(rows.round_ or rows.changed)[0]}
            assert row["digest"] == sha256(one.document).hexdigest()
            assert one.answer == content["answer"]
            assert one.claim.opened == content["round"]
            if content["round"] is None:
                named = (row["house_table"], row["round_id"], row["game"], row["date"], row["submission"], row["status"])
                claim = one.claim
                assert named == (claim.table, one.round_id, claim.game, claim.date, claim.submission, "settled")
            assert {(m, before) for m, before, _ in one.meters} == {
                (t.meter, t.opening_micro) for t in terms_of(content["terms"]).values()
            }
            closing = {m: after for m, _, after in one.meters}
            for movement in one.movements:
                closing[movement[2]] -= movement[5]
            assert closing == {m: before for m, before, _ in one.meters}
            kinds.update(line[1] for line in content["lines"])
    assert some > 0.7 * all_
    expected = {"bank", "red", "black", "pai_gow"} if game == PGP else {"magic_card", "lucky_bonus", "ante", "play"}
    assert expected <= kinds.keys()


@pytest.mark.parametrize("game", [UTH, PGP])
def test_what_is_proved_of_an_opening_is_what_the_event_makes(game: str) -> None:
    """Nearly every round is proved as it is opened, and its settlement rests on that as on the event itself."""
    all_, some = 0, 0
    for seed in SEEDS:
        made = log(game, seed, 24)
        found = proved(made, opening=True)
        all_ += len(made.payloads("round.opened"))
        some += len(found)
        for seq, one in found.items():
            rows = Rows()
            project(rows, seq, "round.opened", made.contents[seq])
            (row,) = rows.round_
            assert (one.lines, one.movements, one.answer) == ([], rows.movement, None)
            assert row["opened"] == sha256(one.document).hexdigest()
            claim = one.claim
            named = (row["house_table"], row["round_id"], row["game"], row["date"], row["submission"], row["status"])
            assert named == (claim.table, one.round_id, claim.game, claim.date, claim.submission, "open")
        by_event, by_proof = proved(made), proved(made, opened=found)
        assert by_proof.keys() == by_event.keys()
        assert {n: one._replace(basis=by_event[n].basis) for n, one in by_proof.items()} == by_event
    assert some > 0.9 * all_ > 20


def changes(content: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """A payload with one thing changed that its rounds does not come to: each field of each line and movement, and so on."""

    def changed(value: Any) -> Iterator[Any]:
        if isinstance(value, int):
            yield value + 1
        elif isinstance(value, list):
            yield [*value, 1]
        elif value is None:
            yield 7
        elif value[-1].isdigit():
            yield value[:-1] + str((int(value[-1]) + 1) % 10)
            yield f"1{value}"
            yield value + "0"
            yield f"-{value}"
        else:
            yield value + "s"
            yield "push" if value != "push" else "win"

    for part in ("lines", "movements"):
        for n, entry in enumerate(content.get(part, ())):
            for at, value in enumerate(entry):
                for other in changed(value):
                    again = [*entry[:at], other, *entry[at + 1 :]]
                    yield f"{part} {at}", {**content, part: [*content[part][:n], again, *content[part][n + 1 :]]}
            yield f"{part} lost", {**content, part: [*content[part][:n], *content[part][n + 1 :]]}
            yield f"{part} twice", {**content, part: [*content[part][: n + 1], *content[part][n:]]}
    for other in changed(content["house_net"]):
        yield "house_net", {**content, "house_net": other}
    for wager, terms in content["terms"].items():
        for at, value in enumerate(terms):
            for other in changed(value) if value is not None else ["1%"]:
                again = [*terms[:at], other, *terms[at + 1 :]]
                yield f"terms {at}", {**content, "terms": {**content["terms"], wager: again}}
    for key in ("law", "submission", "of", "round", "hit_at"):
        for other in changed(content[key]) if key in content else ():
            yield key, {**content, key: other}
    yield "more", {**content, "more": 1}
    yield "less", {key: value for key, value in content.items() if key != "terms"}


@pytest.mark.parametrize("opening", [False, True])
@pytest.mark.parametrize("game", [UTH, PGP])
def test_nothing_that_was_changed_is_proved(game: str, opening: bool) -> None:
    """One change to any amount, outcome, seat, name, reading or reference of any line or movement, in every kind of round."""
    tried: Counter[str] = Counter()
    for seed in (0, 1, 3):
        made = log(game, seed, 24)
        right = proved(made, opening=opening)
        assert right
        texts: list[tuple[int, str]] = []
        what: list[str] = []
        for seq in right:
            for name, content in changes(made.contents[seq]):
                texts.append((len(texts), canonical(content)))
                what.append(name)
        tried.update(what)
        found = proved(made, texts, opening=opening)
        assert {what[n] for n in found} <= {"terms 1"}
        for n in found:  # a reading that nothing moved is the caller's: it does not lead on from the event before
            content = json.loads(texts[n][1])
            untouched = {t.meter: t.opening_micro for t in terms_of(content["terms"]).values()}
            assert {m: before for m, before, _ in found[n].meters} == untouched
    least = ("movements 4", "terms 1", "house_net") if opening else ("lines 5", "movements 4", "terms 1", "house_net")
    assert min(tried[name] for name in least) > 20


@pytest.mark.parametrize("game", [UTH, PGP])
def test_another_spelling_is_not_proved(game: str) -> None:
    """Only canonical text is: blanks, other orders of keys, escapes, amounts spelt otherwise are for the one-round reader."""
    made = log(game, 1, 12)
    assert proved(made)
    for seq in proved(made):
        content, text = made.contents[seq], made.events[seq].payload
        turned = {key: content[key] for key in reversed(content)}
        document = content["document"]
        for other in (
            json.dumps(content, sort_keys=True, ensure_ascii=False), json.dumps(turned, separators=(",", ":")),
            text.replace("Zoë", "Zo\\u00eb"), text.replace(".00", ".0"), text + " ", text[:-1], text[1:],
            text.replace("T1", "T2"),
            canonical({**content, "document": {**document, "void": False}}),
            canonical({**content, "document": {**document, "dealer_id": "Zo\u200be"}}),
            canonical({**content, "document": {**document, "time": "noon"}, "hit_at": "noon"}),
            canonical({**content, "document": {**document, "date": "20150701"}}),
        ):  # fmt: skip
            assert not proved(made, [(seq, other)])


@pytest.mark.parametrize("game", [UTH, PGP])
def test_another_document_is_proved_only_where_it_settles_to_the_same(game: str) -> None:
    """Cards, wagers, seats and the rest of the document changed at random: what is proved, one settlement says as well."""
    rng = Random(game)
    seen = Counter[bool]()
    for seed in (1, 4):
        made = log(game, seed, 30)
        texts: list[tuple[int, str]] = []
        contents: list[dict[str, Any]] = []
        for seq in proved(made):
            for _ in range(25):
                content = json.loads(made.events[seq].payload)
                disturb(content["document"], rng)
                texts.append((len(texts), canonical(content)))
                contents.append(content)
        found = proved(made, texts)
        for n, content in enumerate(contents):
            seen[n in found] += 1
            if n in found:
                filing = made.books.filings[content["submission"]]
                law, terms = law_of(game, content["law"]), terms_of(content["terms"])
                again = Again(content["document"], filing.submission, law, terms, content["round"] is not None)
                (settled,) = resettle([again])
                assert settled == (content["lines"], content["movements"], content["house_net"], None)
    assert seen[True] > 20  # a card that makes no difference, a place in the list of players
    assert seen[False] > 500


@pytest.mark.parametrize("game", [UTH, PGP])
def test_another_document_is_opened_only_where_it_moves_the_same(game: str) -> None:
    """Wagers, seats and the rest of an opened round changed at random: what is proved, a plan of the opening says as well."""
    rng = Random(game)
    seen = Counter[bool]()
    for seed in (1, 4):
        made = log(game, seed, 30)
        texts: list[tuple[int, str]] = []
        for seq in proved(made, opening=True):
            for _ in range(25):
                content = json.loads(made.events[seq].payload)
                disturb(content["document"], rng)
                texts.append((len(texts), canonical(content)))
        found = proved(made, texts, opening=True)
        for n, text in texts:
            seen[n in found] += 1
            if n in found:
                content = json.loads(text)
                for terms in terms_of(content["terms"]).values():
                    made.books.meters[terms.meter].balance_micro = terms.opening_micro
                plan = plan_opened(made.books, read_opened(content["document"]), law_of(game, content["law"]))
                assert plan.content == content
    assert seen[True] > 20
    assert seen[False] > 100


def disturb(document: dict[str, Any], rng: Random) -> None:
    """One change to a document."""
    players = document["players"]
    player = rng.choice(players)
    what = rng.randrange(9)
    if what < 3 and "cards" in player:
        of = rng.choice([player, document["dealer"], player])
        cards = of["cards"].split()
        cards[rng.randrange(len(cards))] = rng.choice("23456789TJQKA") + rng.choice("cdhs")
        of["cards"] = " ".join(cards)
    elif what == 3:
        wager = rng.choice([*player["wagers"], "ante", "red", "progressive", "play"])
        player["wagers"][wager] = rng.choice(["5.00", "1.00", "10.00", "0.00", "7.77"])
    elif what == 4:
        player["seat"] = rng.randrange(1, 9)
    elif what == 5:
        player["void"] = True
    elif what == 6:
        document["payment_order"] = rng.sample([p["seat"] for p in players], len(players))
    elif what == 7:
        rng.shuffle(players)
    elif document["game"] == UTH:
        document["magic_card"], document["lucky_position"] = rng.choice(["2c", "As", "Jk"]), rng.choice(["dealer", 1, 3])
    else:
        document["bank"] = {"seat": rng.randrange(1, 7)}
