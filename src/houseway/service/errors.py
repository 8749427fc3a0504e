"""What the service refuses, beside what the ledger and the settlement do: each with its status and its problem."""

from __future__ import annotations

from houseway.problems import HousewayError, Problem


class RefusedError(HousewayError):
    """A refusal with an HTTP status, headers to go with it, and a problem in the promised form."""

    def __init__(self, status: int, problem: Problem, headers: dict[str, str] | None = None) -> None:
        self.status, self.problem, self.headers = status, problem, headers or {}
        super().__init__(str(problem))

    def to_dict(self) -> dict[str, list[dict[str, str | None]]]:
        """``{"problems": [...]}`` with one problem."""
        return {"problems": [self.problem.to_dict()]}


def unknown_caller(message: str = "no valid key or session came with the request") -> RefusedError:
    """401: who is it?"""
    problem = Problem("authorization", message, allowed="Authorization: Bearer and a key, or a session's token")
    return RefusedError(401, problem, {"WWW-Authenticate": 'Bearer realm="houseway"'})


def forbidden(message: str, allowed: str | None = None, where: str = "authorization", found: str | None = None) -> RefusedError:
    """403: it is known who, and he may not."""
    return RefusedError(403, Problem(where, message, found, allowed))


def too_many(message: str, seconds: float) -> RefusedError:
    """429: later."""
    return RefusedError(429, Problem("rate", message, allowed="fewer requests"), {"Retry-After": str(max(1, round(seconds)))})


def busy(message: str) -> RefusedError:
    """503: later, and nothing has been done."""
    return RefusedError(503, Problem("service", message, allowed="asking again"), {"Retry-After": "1"})
