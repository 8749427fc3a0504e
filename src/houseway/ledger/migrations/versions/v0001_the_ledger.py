"""The ledger's first tables, and the triggers that keep its record from being edited."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
APPEND_ONLY = ("event", "answer", "movement", "line", "submission")


def upgrade() -> None:
    """Tables, indexes, triggers."""
    op.create_table(
        "chain",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("seq", BIG, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.CheckConstraint("id = 1", name="ck_chain_one_row"),
    )
    op.create_table(
        "event",
        sa.Column("seq", BIG, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("actor", sa.String(200), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_index("ix_event_kind_seq", "event", ["kind", "seq"])
    op.create_table(
        "answer",
        sa.Column("seq", BIG, sa.ForeignKey("event.seq"), primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "submission",
        sa.Column("seq", BIG, sa.ForeignKey("event.seq"), primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("effective", sa.String(10), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("tables", sa.Text),
    )
    op.create_index("ix_submission_id", "submission", ["id"])
    op.create_table(
        "house_table",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seq", BIG, sa.ForeignKey("event.seq"), nullable=False),
    )
    _meters()
    _rounds()
    op.execute(sa.text("INSERT INTO chain (id, seq, at, hash) VALUES (1, 0, '', :none)").bindparams(none="0" * 64))
    _triggers()


def _meters() -> None:
    op.create_table(
        "meter",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("wager", sa.String(40), nullable=False),
        sa.Column("submission", sa.String(64), nullable=False),
        sa.Column("balance_micro", sa.BigInteger, nullable=False),
        sa.Column("initial_cents", sa.BigInteger, nullable=False),
        sa.Column("reset_cents", sa.BigInteger, nullable=False),
        sa.Column("rate_ppm", sa.Integer),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("seq", BIG, sa.ForeignKey("event.seq"), nullable=False),
        sa.Column("last_seq", BIG, sa.ForeignKey("event.seq"), nullable=False),
        sa.CheckConstraint("balance_micro >= 0", name="ck_meter_not_below_zero"),
    )
    op.create_table(
        "link",
        sa.Column("house_table", sa.String(64), sa.ForeignKey("house_table.name"), primary_key=True),
        sa.Column("wager", sa.String(40), primary_key=True),
        sa.Column("meter", sa.String(64), sa.ForeignKey("meter.name"), nullable=False),
    )
    op.create_table(
        "movement",
        sa.Column("seq", BIG, sa.ForeignKey("event.seq"), primary_key=True, autoincrement=False),
        sa.Column("n", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("meter", sa.String(64), sa.ForeignKey("meter.name"), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("seats", sa.String(200), nullable=False),
        sa.Column("change_micro", sa.BigInteger, nullable=False),
        sa.Column("balance_micro", sa.BigInteger, nullable=False),
        sa.Column("round", BIG),
        sa.Column("hit_at", sa.String(40)),
    )
    op.create_index("ix_movement_meter_seq_n", "movement", ["meter", "seq", "n"])


def _rounds() -> None:
    op.create_table(
        "round",
        sa.Column("id", BIG, sa.ForeignKey("event.seq"), primary_key=True, autoincrement=False),
        sa.Column("house_table", sa.String(64), sa.ForeignKey("house_table.name"), nullable=False),
        sa.Column("round_id", sa.String(200), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("submission", sa.String(64), nullable=False),
        sa.Column("opened", sa.String(64)),
        sa.Column("digest", sa.String(64)),
        sa.Column("last_seq", BIG, sa.ForeignKey("event.seq"), nullable=False),
        sa.UniqueConstraint("house_table", "round_id", name="uq_round_house_table_round_id"),
        sa.CheckConstraint("status IN ('open', 'settled', 'void')", name="ck_round_status"),
    )
    op.create_index("ix_round_house_table_date_id", "round", ["house_table", "date", "id"])
    op.create_index("ix_round_date_id", "round", ["date", "id"])
    only = sa.text("status = 'open'")  # they are few, and every writer that begins anew asks for them
    op.create_index("ix_round_open", "round", ["id"], sqlite_where=only, postgresql_where=only)
    op.create_table(
        "line",
        sa.Column("seq", BIG, primary_key=True, autoincrement=False),
        sa.Column("n", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("round", BIG, sa.ForeignKey("round.id"), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("wager", sa.String(40), nullable=False),
        sa.Column("wagered_cents", sa.BigInteger, nullable=False),
        sa.Column("paid_cents", sa.BigInteger, nullable=False),
        sa.Column("net_cents", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_line_paid_cents_wager", "line", ["paid_cents", "wager"])


def _triggers() -> None:
    """What is recorded is never edited and never deleted, whoever holds the connection."""
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            for what in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, 'what is recorded in {table} is never changed'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION 'what is recorded in % is never changed', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f'CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "{table}" '
            "FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()"
        )
