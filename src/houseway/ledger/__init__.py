"""The ledger room: rounds and meters that are kept, to the cent, in an append-only log with a chain of hashes.

Open one with ``Ledger(database)``: an SQLite file's path, a URL (``sqlite:///...``, ``postgresql://...``), or nothing for the
file in the user's data folder. A ledger may be used by any number of threads, and a PostgreSQL or SQLite database by any
number of processes. Everything is synchronous; a call that writes returns when its event is committed and durable.

>>> import tempfile, houseway.ledger as room
>>> from houseway.submission import load
>>> folder = tempfile.TemporaryDirectory()
>>> ledger = room.Ledger(folder.name + "/ledger.sqlite")
>>> ledger.tables(), ledger.head().seq
([], 1)
>>> ledger.close(); folder.cleanup()

Submissions and tables::

    file_submission(submission, *, by, tables=None) -> Filing     a Submission or a dict; tables: only for these
    submissions() -> [Filing]                                     Filing: seq, id, submission, tables (filing_dict)
    submission_in_force(table, on) -> Filing | None
    create_table(name, game, *, by, meters={}) -> HouseTable      HouseTable: name, game, seq, links (table_dict)
    link(table, wager, meter | None, *, by) -> HouseTable         wager: "progressive" or "five_card_bonus"
    tables() -> [HouseTable]

Meters (``reason`` a text; ``approved_by`` another person than ``by``)::

    create_meter(name, wager, submission_id, *, by) -> MeterRecord
    take_over_meter(name, wager, submission_id, reading, *, reason, by, approved_by) -> MeterRecord
    set_rate(name, "22%", *, reason, by, approved_by) -> MeterRecord
    move_funds(source, target, amount, *, reason, by, approved_by) -> (MeterRecord, MeterRecord)
    retire_meter(name, *, reason, by, approved_by, move_to=None) -> MeterRecord
    meter(name) -> MeterRecord;  meters() -> [MeterRecord]         to_dict(); never behind a committed round
    meter_events(name=None, *, after=(0, -1), limit=100) -> [MeterMovement]   after: (seq, n) of the last one seen

Rounds (a document is a round as ``houseway schema round`` describes it, parsed from JSON without floats; see
``houseway.settlement.document.json_document``). ``table``, ``round_id`` and ``date`` are required, ``meters`` refused::

    post(document, *, by) -> RoundRecord              settled and recorded; the same content again: the first answer, repeated
    open_round(document, *, by) -> RoundRecord        wagers only, no cards: increments count at once
    settle_round(id, document, *, by) -> RoundRecord  the cards; paid at the meters of this moment
    what_if(document) -> bytes                        the result as JSON; nothing recorded
    void(id, *, reason, by, approved_by=None)         approved_by is required where a meter has paid the round
    resettle(id, *, submission=None, reason, by)      under another filed submission (None: the one in force now for its day)
    round(id);  find_round(table, round_id)           RoundRecord: id, status, document, events, answer (JSON bytes), to_dict()
    rounds(RoundFilter(...), *, after=None, limit=100, newest_first=False) -> [RoundRow]     pages by id

The log::

    record(kind, payload, *, by) -> Event             an event of the caller's own: "user.created", "access.refused", ...
    transaction(work) -> what work(tx) returns        tx.connection for tables of your own (their IntegrityError comes
                                                      through as it is), record_event(tx, kind, payload, by=)
    events(*, after=0, limit=100, kinds=None) -> [Event];  event(seq);  head() -> Head(seq, at, hash)
    wait(after, seconds) -> bool                      until this process commits beyond event ``after`` (for streams)
    database, durability                              the Database (engine, dialect) and its settings as asserted at the start

Care::

    verify(...); export(...); import_ledger(...); back_up(...)      see ``verifying``, ``exporting``, ``backing_up``
    migrate.upgrade_with(ledger.database, "package:folder", "version_table", "newest")     tables of one's own

Limits: 1 to 1,000 rows a page; a wager of at most 100 million dollars; a meter of at most ten thousand million.

Errors: ``InputError`` (what was given is wrong; every problem in ``.problems``), and under ``LedgerError``, each with one
``.problem`` and the same ``to_dict()``: ``NotFoundError``, ``ConflictError``, ``StorageError`` (full disk, read-only, locked,
server gone; ``in_doubt`` where the commit's fate is not known: ask again), its kinds ``DurabilityError`` and ``DamagedError``,
and ``SignatureError``.
"""

from houseway.ledger.books import Filing, Head, HouseTable
from houseway.ledger.canonical import Event
from houseway.ledger.database import Database, default_path
from houseway.ledger.errors import (
    ConflictError,
    DamagedError,
    DurabilityError,
    LedgerError,
    NotFoundError,
    SignatureError,
    StorageError,
)
from houseway.ledger.ledger import Ledger, record_event
from houseway.ledger.records import (
    MeterMovement,
    MeterRecord,
    RoundFilter,
    RoundRecord,
    RoundRow,
    filing_dict,
    table_dict,
)
from houseway.ledger.transaction import Transaction

__all__ = [
    "ConflictError", "DamagedError", "Database", "DurabilityError", "Event", "Filing", "Head", "HouseTable", "Ledger",
    "LedgerError", "MeterMovement", "MeterRecord", "NotFoundError", "RoundFilter", "RoundRecord", "RoundRow",
    "SignatureError", "StorageError", "Transaction", "default_path", "filing_dict", "record_event", "table_dict",
]  # fmt: skip
