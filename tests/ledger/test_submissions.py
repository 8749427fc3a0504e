"""Submissions and tables: only what is compliant is filed, and a round settles under the one in force on its day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from houseway.ledger import ConflictError, Ledger, NotFoundError, filing_dict, table_dict
from houseway.problems import InputError
from ledger.house import PGP, UTH, filed
from ledger.test_rounds import ROYAL


def variant(effective: str, **more: Any) -> dict[str, Any]:
    document = {**filed().to_dict(), "effective": effective, **more}
    document["wagers"]["trips"]["paytable"] = "A"
    return document


def test_what_is_not_compliant_is_refused_with_its_findings(ledger: Ledger) -> None:
    head = ledger.head()
    wrong = filed().to_dict()
    wrong["wagers"]["blind"]["paytable"] = "C"
    wrong["wagers"]["progressive"]["meter"]["reset"] = "9999.99"
    del wrong["effective"]
    with pytest.raises(InputError) as error:
        ledger.file_submission(wrong, by="m")
    said = {problem.where: problem for problem in error.value.problems}
    assert {"wagers.blind.paytable", "wagers.progressive.meter.reset", "effective"} <= set(said)
    assert "653a.12(d)(3)" in said["wagers.progressive.meter.reset"].message
    with pytest.raises(InputError) as error:
        ledger.file_submission({"game": UTH, "wagers": {"ante": {"minimun": "5"}}}, by="m")
    assert error.value.problems[0].nearest == "minimum"
    assert ledger.head() == head


def test_versions_rule_from_their_effective_day(ledger: Ledger) -> None:
    old = ledger.submission_in_force("T1", date(2015, 7, 1))
    new = ledger.file_submission(variant("2015-09-01"), by="m")
    assert old is not None
    for day, filing in ((date(2015, 8, 31), old), (date(2015, 9, 1), new), (date(2020, 1, 1), new)):
        found = ledger.submission_in_force("T1", day)
        assert found is not None
        assert found.id == filing.id
        record = ledger.post({**ROYAL, "round_id": str(day), "date": day.isoformat()}, by="d")
        assert record.submission == filing.id
    assert ledger.submission_in_force("T1", date(2015, 6, 30)) is None


def test_of_two_for_one_day_the_later_filed_rules(ledger: Ledger) -> None:
    new = ledger.file_submission(variant("2015-07-01"), by="m")
    found = ledger.submission_in_force("T1", date(2015, 7, 1))
    assert found is not None
    assert found.id == new.id


def test_a_filing_for_one_table_rules_there_only(ledger: Ledger) -> None:
    own = ledger.file_submission(variant("2015-08-01", expires="2015-08-31"), by="m", tables=["T2"])
    whole_house = ledger.file_submission(variant("2015-08-15"), by="m")
    expected = {
        ("T1", date(2015, 8, 10)): "first", ("T2", date(2015, 8, 10)): own.id, ("T1", date(2015, 8, 20)): whole_house.id,
        ("T2", date(2015, 8, 20)): own.id, ("T2", date(2015, 9, 1)): whole_house.id, ("T2", date(2015, 7, 31)): "first",
    }  # fmt: skip
    first = ledger.submissions()[0].id
    for (table, day), id_ in expected.items():
        found = ledger.submission_in_force(table, day)
        assert found is not None
        assert found.id == (first if id_ == "first" else id_)
    assert filing_dict(own)["tables"] == ["T2"]
    for tables, where in ((["T9"], "tables"), (["P1"], "tables"), ([], "tables")):
        with pytest.raises(InputError) as error:
            ledger.file_submission(variant("2015-08-01"), by="m", tables=tables)
        assert {problem.where for problem in error.value.problems} == {where}


def test_filings_are_kept_in_order_and_known_by_their_content(ledger: Ledger) -> None:
    again = ledger.file_submission(filed(), by="m")
    filings = ledger.submissions()
    assert [filing.id for filing in filings] == [filings[0].id, filings[1].id, filings[0].id]
    assert again.id == filings[0].id
    assert filings[0].submission == filed()
    said = filing_dict(filings[1])
    assert (said["game"], said["effective"], said["expires"], said["tables"]) == (PGP, "2015-07-01", None, None)


def test_a_round_settles_under_its_own_filing_whatever_comes_later(ledger: Ledger) -> None:
    record = ledger.post(ROYAL, by="d")
    ledger.file_submission(variant("2015-07-01"), by="m")
    assert ledger.round(record.id).submission == record.submission
    assert ledger.post(ROYAL, by="d").answer == record.answer


def test_tables(ledger: Ledger) -> None:
    assert [table_dict(table) | {"seq": 0} for table in ledger.tables()][:2] == [
        {"name": "P1", "game": PGP, "seq": 0, "meters": {"progressive": "pgp-progressive"}},
        {"name": "T1", "game": UTH, "seq": 0, "meters": {"five_card_bonus": "uth-bonus", "progressive": "uth-progressive"}},
    ]
    with pytest.raises(ConflictError):
        ledger.create_table("T1", UTH, by="m")
    with pytest.raises(InputError):
        ledger.create_table("T7", "blackjack", by="m")
    head = ledger.head()
    with pytest.raises(NotFoundError):  # with all its meters, or not at all
        ledger.create_table("T7", UTH, by="m", meters={"progressive": "none"})
    assert ledger.head() == head
    assert len(ledger.tables()) == 3
    with pytest.raises(NotFoundError, match="did you mean 'T1'"):
        ledger.submission_in_force("t1", date(2015, 7, 1))
