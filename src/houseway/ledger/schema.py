"""The tables. ``event`` (and the ``answer`` to a round) is the record; every other table follows from it and can be made
again from it: it is there so that questions are answered quickly, and ``verify`` compares it with the events.

Money is whole cents and meters microcents, in 64-bit integers. Times and dates are ISO text: a clock is recorded as it was.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
Big = BigInteger().with_variant(Integer(), "sqlite")  # in SQLite only INTEGER is the row's own number

MOST_NAME = 64
MOST_ID = 200

chain = Table(  # one row, which every writer locks: the end of the log
    "chain",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("seq", Big, nullable=False),
    Column("at", String(40), nullable=False),
    Column("hash", String(64), nullable=False),
)

event = Table(
    "event",
    metadata,
    Column("seq", Big, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False),
    Column("kind", String(60), nullable=False),
    Column("actor", String(MOST_ID), nullable=False),
    Column("payload", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Index(None, "kind", "seq"),
)

answer = Table(  # the result of a round as it was answered: JSON, compressed with zlib; its SHA-256 is in the event
    "answer",
    metadata,
    Column("seq", Big, ForeignKey("event.seq"), primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

submission = Table(
    "submission",
    metadata,
    Column("seq", Big, ForeignKey("event.seq"), primary_key=True, autoincrement=False),
    Column("id", String(64), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("effective", String(10), nullable=False),
    Column("document", Text, nullable=False),
    Column("tables", Text),  # a JSON list of the tables it is for; NULL: every table of its game
)

house_table = Table(
    "house_table",
    metadata,
    Column("name", String(MOST_NAME), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seq", Big, ForeignKey("event.seq"), nullable=False),
)

meter = Table(
    "meter",
    metadata,
    Column("name", String(MOST_NAME), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("wager", String(40), nullable=False),
    Column("submission", String(64), nullable=False),
    Column("balance_micro", BigInteger, nullable=False),
    Column("initial_cents", BigInteger, nullable=False),
    Column("reset_cents", BigInteger, nullable=False),
    Column("rate_ppm", Integer),
    Column("status", String(10), nullable=False),
    Column("seq", Big, ForeignKey("event.seq"), nullable=False),  # of the event that made it
    Column("last_seq", Big, ForeignKey("event.seq"), nullable=False),  # of the last event that touched it
)

link = Table(
    "link",
    metadata,
    Column("house_table", String(MOST_NAME), ForeignKey("house_table.name"), primary_key=True),
    Column("wager", String(40), primary_key=True),
    Column("meter", String(MOST_NAME), ForeignKey("meter.name"), nullable=False),
)

movement = Table(
    "movement",
    metadata,
    Column("seq", Big, ForeignKey("event.seq"), primary_key=True, autoincrement=False),
    Column("n", SmallInteger, primary_key=True, autoincrement=False),
    Column("meter", String(MOST_NAME), ForeignKey("meter.name"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("seats", String(200), nullable=False),
    Column("change_micro", BigInteger, nullable=False),
    Column("balance_micro", BigInteger, nullable=False),
    Column("round", Big),
    Column("hit_at", String(40)),
    Index(None, "meter", "seq", "n"),
)

round_ = Table(
    "round",
    metadata,
    Column("id", Big, ForeignKey("event.seq"), primary_key=True, autoincrement=False),  # the seq of its first event
    Column("house_table", String(MOST_NAME), ForeignKey("house_table.name"), nullable=False),
    Column("round_id", String(MOST_ID), nullable=False),
    Column("game", String(40), nullable=False),
    Column("date", String(10), nullable=False),
    Column("status", String(10), nullable=False),
    Column("submission", String(64), nullable=False),
    Column("opened", String(64)),  # digest of the content it was opened with
    Column("digest", String(64)),  # digest of the content it was settled with
    Column("last_seq", Big, ForeignKey("event.seq"), nullable=False),
    UniqueConstraint("house_table", "round_id"),
    Index(None, "house_table", "date", "id"),
    Index(None, "date", "id"),
    Index("ix_round_open", "id", sqlite_where=text("status = 'open'"), postgresql_where=text("status = 'open'")),
)

line = Table(
    "line",
    metadata,
    Column("seq", Big, primary_key=True, autoincrement=False),
    Column("n", SmallInteger, primary_key=True, autoincrement=False),
    Column("round", Big, ForeignKey("round.id"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("wager", String(40), nullable=False),
    Column("wagered_cents", BigInteger, nullable=False),
    Column("paid_cents", BigInteger, nullable=False),
    Column("net_cents", BigInteger, nullable=False),
    Index(None, "paid_cents", "wager"),
)

APPEND_ONLY = ("event", "answer", "movement", "line", "submission")  # triggers refuse UPDATE and DELETE
