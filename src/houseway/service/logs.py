"""The service's log: one JSON object a line on standard error. Never a body, a query, a header or a secret."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

_logger = logging.getLogger("houseway.service")


class JsonLines(logging.Formatter):
    """Each record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """time, level, event, and what the caller added."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said = {"time": at, "level": record.levelname.lower(), "event": record.getMessage()}
        said |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            said["fault"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


def configure(level: str) -> None:
    """The service's and the server's own words to standard error, as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("houseway.service", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.error").handlers = []  # its records go up to ``uvicorn``
    logging.getLogger("uvicorn.error").propagate = True


def log(event: str, *, level: str = "info", fault: bool = False, **fields: Any) -> None:
    """One line of the log; ``fault`` adds the traceback of the exception being handled."""
    number = logging.getLevelNamesMapping()[level.upper()]
    _logger.log(number, event, extra={"fields": fields}, exc_info=fault)
