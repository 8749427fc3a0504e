"""The shapes of answers and bodies, as the API's document gives them. Money is a decimal string everywhere."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from houseway.service.bodies import ApprovalToken, Money, Name, Reason, Strict, Word
from houseway.service.roles import ROLES, SECOND_PERSON
from houseway.service.routing import SCHEMA

Result = Annotated[dict[str, Any] | None, WithJsonSchema({"anyOf": [{SCHEMA: "Result"}, {"type": "null"}]})]
Status = Literal["open", "settled", "void"]
RoleNames = Annotated[  # checked with the rest of a user, so that every problem is named at once
    list[str], WithJsonSchema({"type": "array", "items": {"enum": list(ROLES)}, "minItems": 1, "maxItems": 5})
]


class Shape(BaseModel):
    """The root of answers: exactly these keys."""

    model_config = ConfigDict(extra="forbid")


class RoundAnswer(Shape):
    """A round as it was recorded. ``repeated``: it had been before, and this is what was answered then."""

    id: int = Field(description="The ledger's own number for the round.")
    table: str
    round_id: str
    status: Status
    submission: str = Field(description="The id of the Rules Submission that it was settled under.")
    hit_at: str | None = Field(description="When it was played, as posted.")
    paid_at: str = Field(description="When it was committed, by the ledger's clock.")
    event: int = Field(description="The number of its event in the log.")
    hash: str = Field(description="The hash of that event.")
    repeated: bool
    result: Result


class EventShape(Shape):
    """An event of the log, with the hash of the one before it."""

    seq: int
    at: str
    kind: str
    actor: str
    payload: dict[str, Any]
    previous: str
    hash: str


class RoundWhole(Shape):
    """Everything that is recorded of a round, with all its events."""

    id: int
    table: str
    round_id: str
    game: str
    date: str
    status: Status
    submission: str
    hit_at: str | None
    paid_at: str
    repeated: bool
    round: dict[str, Any]
    result: Result
    events: list[EventShape]


class RoundLine(Shape):
    """A round in a list; sums over its lines."""

    id: int
    table: str
    round_id: str
    game: str
    date: str
    status: Status
    submission: str
    last_seq: int
    wagered: str
    paid: str


class RoundPage(Shape):
    """A page of rounds; ``next`` goes into ``after`` for the page that follows, null at the end."""

    rounds: list[RoundLine]
    next: int | None


class LinkShape(Shape):
    """A table and the wager there."""

    table: str
    wager: str


class MeterShape(Shape):
    """A meter as it reads: what it shows, and what it holds exactly."""

    name: str
    game: str
    wager: str
    submission: str
    shows: str
    exact: str
    initial: str
    reset: str
    rate_of_progression: str | None
    status: Literal["active", "retired"]
    seq: int
    tables: list[LinkShape]


class MeterList(Shape):
    """Every meter, as all read at one moment."""

    meters: list[MeterShape]


class MovementShape(Shape):
    """One movement of a meter, at its place in the recorded order: ``seq`` and ``n``."""

    seq: int
    n: int
    meter: str
    event: str
    kind: str
    seats: list[int]
    amount: str
    balance: str
    exact: str
    round: int | None
    hit_at: str | None
    at: str
    by: str


class MovementPage(Shape):
    """A page of movements; ``next`` goes into ``after`` for the page that follows, null at the end."""

    events: list[MovementShape]
    next: str | None


class FilingShape(Shape):
    """A Rules Submission as filed."""

    id: str
    seq: int
    game: str
    effective: str | None
    expires: str | None
    tables: list[str] | None
    submission: dict[str, Any]


class FilingList(Shape):
    """Every filing, in the order of filing."""

    submissions: list[FilingShape]


class TableShape(Shape):
    """A table, with the meters behind its wagers."""

    name: str
    game: str
    seq: int
    meters: dict[str, str]


class TableList(Shape):
    """Every table."""

    tables: list[TableShape]


class EventPage(Shape):
    """A page of the log."""

    events: list[EventShape]
    next: int | None


class UserShape(Shape):
    """A user, without secrets."""

    name: str
    roles: list[str]
    tables: list[str]
    active: bool
    has_password: bool
    locked: bool
    created_at: str


class UserList(Shape):
    """Every user."""

    users: list[UserShape]


class CredentialShape(Shape):
    """A key or a session, without its secret."""

    id: str
    kind: str
    label: str
    created_at: str
    expires_at: str
    ended_at: str | None


class CredentialList(Shape):
    """A user's keys and sessions."""

    keys: list[CredentialShape]


class NewKey(Shape):
    """A key with its secret, which is shown this once."""

    id: str
    user: str
    label: str
    expires_at: str
    key: str


class SessionShape(Shape):
    """A session's token, for the Authorization header."""

    token: str
    user: str
    roles: list[str]
    tables: list[str]
    expires_at: str


class MeShape(Shape):
    """Who asks."""

    user: str
    roles: list[str]
    tables: list[str]
    credential: str
    expires_at: str


class ApprovalShape(Shape):
    """An approval's token, for the request of the other person."""

    approval: str
    operation: str
    target: str
    expires_at: str


# --- Bodies


class SignIn(Strict):
    """Name and password."""

    name: str = Field(min_length=1, max_length=64)
    password: str = Field(min_length=1, max_length=200)


class OwnPassword(Strict):
    """The password of now and the new one."""

    old: str = Field(min_length=1, max_length=200)
    new: str = Field(min_length=1, max_length=200)


class NewUser(Strict):
    """A new user. A dealer posts rounds of ``tables``. Without a password he has keys only."""

    name: str = Field(min_length=1, max_length=64)
    roles: RoleNames = Field(min_length=1, max_length=5)
    tables: list[Name] = Field(default=[], max_length=500)
    password: str | None = Field(default=None, max_length=200)


class UserChange(Strict):
    """What is to be another way; what is not there stays."""

    roles: RoleNames | None = Field(default=None, min_length=1, max_length=5)
    tables: list[Name] | None = Field(default=None, max_length=500)
    active: bool | None = None
    password: str | None = Field(default=None, max_length=200)


class KeyTerms(Strict):
    """What the key is for, and for how many days it is valid."""

    label: Name
    days: int | None = Field(default=None, ge=1, le=366)


class ApprovalTerms(Strict):
    """What is approved: the operation, what it is done to, and the body of the other's request without ``approval``."""

    operation: Annotated[str, Field(max_length=40), WithJsonSchema({"enum": sorted(SECOND_PERSON)})]
    target: Word
    details: dict[str, Any]


class Void(Strict):
    """Why; and a second person's approval where a meter has paid the round."""

    reason: Reason
    approval: ApprovalToken | None = None


class Resettle(Strict):
    """Why; and the id of the corrected submission (null: the one now in force on the day of the round)."""

    reason: Reason
    submission: Word | None = None


class NewTable(Strict):
    """A table; ``meters`` are the meters behind its wagers."""

    name: Name
    game: Literal["ultimate-texas-holdem", "pai-gow-poker"]
    meters: dict[Name, Name] = Field(default={}, max_length=2)


class TableLink(Strict):
    """A meter behind a wager of the table from now on, or none (null)."""

    wager: Name
    meter: Name | None


class NewMeter(Strict):
    """A meter on the terms of a filed submission, at its initial amount."""

    name: Name
    wager: Name
    submission: Word


class TakeOver(Strict):
    """A meter in mid-life, at a reading that two persons have signed off."""

    name: Name
    wager: Name
    submission: Word
    reading: Money
    reason: Reason
    approval: ApprovalToken


class Rate(Strict):
    """Another rate of progression, from the next wager on."""

    rate_of_progression: str = Field(
        max_length=40, examples=["22%"], json_schema_extra={"pattern": r"^[0-9]{1,3}(\.[0-9]{1,4})?%$"}
    )
    reason: Reason
    approval: ApprovalToken


class Transfer(Strict):
    """Funds to another meter."""

    to: Name
    amount: Money
    reason: Reason
    approval: ApprovalToken


class Retirement(Strict):
    """A meter out of use; what it holds goes to ``move_to``."""

    reason: Reason
    move_to: Name | None = None
    approval: ApprovalToken
