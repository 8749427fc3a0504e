"""``houseway audit`` as a job for ``spark-submit``: the same arguments, on the master that spark-submit was given.

spark-submit --master spark://HOST:7077 spark_job.py LOG… --submission SUB.toml --out DIR [--meters-by table]
"""

from __future__ import annotations

import sys


def main(arguments: list[str]) -> None:
    """The command, on the session of spark-submit."""
    from houseway.cli.audit import command

    command(["--spark", "submit", *arguments], prog_name="spark_job.py")


if __name__ == "__main__":
    main(sys.argv[1:])
