"""Bodies: read once, exactly (no amount passes through a float, no key stands twice), and checked against a model."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from houseway.problems import InputError, Problem
from houseway.service.answers import problem_of
from houseway.service.errors import RefusedError
from houseway.settlement.document import json_document

Model = TypeVar("Model", bound=BaseModel)


async def _raw(request: Request) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, Problem("content-type", "is not read here", kind[:60] or None, "application/json"))
    return await request.body()


Raw = Annotated[bytes, Depends(_raw)]


def document(raw: bytes) -> Any:
    """The JSON document of a body. Raises RefusedError (400) for what is not JSON."""
    try:
        return json_document(raw, "body")
    except InputError as error:
        raise RefusedError(400, error.problems[0]) from None


def read(raw: bytes, model: type[Model]) -> Model:
    """A body as a model. Raises RefusedError (400) and InputError."""
    value = document(raw)
    try:
        return model.model_validate(value)
    except ValidationError as error:
        found = [problem_of(dict(one), ".".join(map(str, one["loc"]))) for one in error.errors(include_url=False)]
        raise InputError(found) from None


class Strict(BaseModel):
    """The root of all bodies: nothing is guessed, no key is passed over."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _printable(text: str) -> str:
    if text.isprintable() and text.strip():
        return text
    raise ValueError("must be printable characters on one line")


Name = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_printable)]
Word = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
Reason = Annotated[
    str, Field(min_length=1, max_length=500, description="Why; it stays in the log."), AfterValidator(_printable)
]
Number = Annotated[int, Field(ge=1, le=2**53)]
Money = Annotated[
    str,
    Field(
        max_length=40,
        description='An amount of dollars, such as "12.50".',
        examples=["12.50"],
        json_schema_extra={"pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$"},
    ),
]
ApprovalToken = Annotated[str, Field(max_length=100, description="The second person's approval (POST /approvals).")]
