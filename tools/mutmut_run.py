"""``mutmut run`` with the tests collected once: a mutant costs the tests that it needs, not a second of collecting them.

mutmut makes the mutants and says which tests reach which function; here each mutant is a forked process that runs those of
them out of one collected session, first the ones that killed other mutants of the function, then the quick ones.

    python tools/mutmut_run.py [--children N] [--again] [PATTERN ...]

Only mutants without a verdict are run, or with ``--again`` those that survived. A pattern is a regular expression of names. The
order is drawn, always the same: what is done at any time is a fair sample. A mutant that takes longer than the statistics
say for its tests, and four seconds, has timed out.
"""

from __future__ import annotations

import argparse
import inspect
import math
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

import mutmut.mutation.trampoline as trampoline

KILLED = (1, 3, 24, 36, 152, 255, -24, -9)  # and timed out, as mutmut has them
MODE = ["", ""]  # the module and the function of the mutant; of no module: mutmut's own way, which also counts
SLOW_WRAP, SLOW_PUT = trampoline.wrap_in_trampoline, trampoline.set_mutant_under_test


def put(name: str | None) -> None:
    """Choose the mutant; none ("") is a module that there is not, so that every function is the right one."""
    SLOW_PUT(name)
    module, _, function = (name or "").rpartition(".")
    MODE[:] = ["none", ""] if name == "" else [module, function]


def wrap(mutants: dict[str, Any], is_classmethod: bool = False) -> Any:
    """A function with its mutants, without asking the environment at every call."""

    def decorate(function: Any) -> Any:
        slow = SLOW_WRAP(mutants, is_classmethod)(function)
        if is_classmethod or inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
            return slow
        module = function.__module__

        @wraps(function)
        def fast(*args: Any, **keys: Any) -> Any:
            if MODE[0] == module:
                return (mutants.get(MODE[1]) or mutants["_mutmut_orig"])(*args, **keys)
            return mutants["_mutmut_orig"](*args, **keys) if MODE[0] else slow(*args, **keys)

        return fast

    return decorate


trampoline.wrap_in_trampoline, trampoline.set_mutant_under_test = wrap, put

import mutmut.__main__ as command  # noqa: E402  # after the trampoline is exchanged
import mutmut.runners.harness as harness  # noqa: E402
import mutmut.workers.isolation as isolation  # noqa: E402
from mutmut.state import state  # noqa: E402
from mutmut.utils.format_utils import mangled_name_from_mutant_name as function_of  # noqa: E402

for _room in (command, isolation):
    if hasattr(_room, "set_mutant_under_test"):
        _room.set_mutant_under_test = put
SCRATCH = Path(tempfile.mkdtemp(prefix="mutmut-"))
HELD: dict[str, Any] = {}


def collect(self: Any) -> None:
    """The session of all selected tests, in the parent: every mutant's process has a copy of it."""
    from _pytest.config import _prepareconfig
    from _pytest.main import Session

    of = self.test_runner
    words = ["--rootdir=.", "--tb=no", "-x", "-q", "--capture=no", *of._pytest_add_cli_args_test_selection]
    there, out = os.getcwd(), sys.stdout
    os.chdir("mutants")
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # pytest's, from here on
    put("")
    config = _prepareconfig([*words, *of._pytest_add_cli_args])
    config._do_configure()
    session = Session.from_config(config)
    config.hook.pytest_sessionstart(session=session)
    config.hook.pytest_collection(session=session)
    sys.stdout = out
    os.chdir(there)
    HELD.update(config=config, session=session, items={item.nodeid: item for item in session.items})
    plain_startup(self)


class Killer:
    """Notes which test failed."""

    def __init__(self, note: Path) -> None:
        self.note = note

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            with self.note.open("a") as out:
                out.write(report.nodeid + "\n")


def run_tests(self: Any, *, mutant_name: str | None, tests: Any) -> int:
    """A mutant's tests, in its own process; 1 where one failed."""
    if not HELD or mutant_name is None:
        return int(plain_tests(self, mutant_name=mutant_name, tests=tests))
    note = SCRATCH / sha256(function_of(mutant_name).encode()).hexdigest()
    often = Counter(note.read_text().split("\n")[:-1]) if note.exists() else Counter[str]()
    first = {name: at for at, (name, _) in enumerate(often.most_common(12))}
    took = state().duration_by_test
    items = [HELD["items"][test] for test in tests]
    items.sort(key=lambda item: (max(-9, int(math.log2(took[item.nodeid] + 1e-9))), item.nodeid.split("::")[0]))
    items.sort(key=lambda item: first.get(item.nodeid, len(first)))
    session, config = HELD["session"], HELD["config"]
    config.pluginmanager.register(Killer(note))
    scratch = SCRATCH / str(os.getpid())
    scratch.mkdir()
    config._tmp_path_factory._basetemp = scratch
    os.chdir("mutants")
    session.items, session.testscollected = items, len(items)
    try:
        config.hook.pytest_runtestloop(session=session)
        code = 1 if session.testsfailed else 0
    except session.Failed:
        code = 1
    except BaseException:
        code = 3
    shutil.rmtree(scratch, ignore_errors=True)
    return code


def submit(self: Any, name: str, tests: list[str], limit: int, estimated: float) -> None:
    """Processor time is the limit: the clock goes on while the machine does something else."""
    plain_submit(self, name, tests, int(estimated) + 4, estimated)


plain_startup, plain_submit = isolation.ForkRunner.startup, isolation.ForkRunner.submit
plain_tests, plain_timeout = harness.PytestRunner.run_tests, isolation.register_timeout
plain_mutants = command.collect_source_file_mutation_data


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    asked.add_argument("--children", type=int, default=1)
    asked.add_argument("--again", action="store_true")
    asked.add_argument("patterns", nargs="*")
    words = asked.parse_args()
    wanted = re.compile("|".join(words.patterns) or ".")

    def chosen(*, mutant_names: Any) -> Any:
        mutants, by_path = plain_mutants(mutant_names=())
        done = (None, *KILLED) if words.again else ()
        run = [of for of in mutants if wanted.search(of[1]) and (of[2] not in done if words.again else of[2] is None)]
        return [(data, name, None) for data, name, _ in run], by_path

    command.collect_source_file_mutation_data = chosen
    command.estimated_worst_case_time = lambda name: sha256(name.encode()).digest()  # the order
    harness.PytestRunner.run_tests = run_tests
    isolation.ForkRunner.startup, isolation.ForkRunner.submit = collect, submit
    isolation.register_timeout = lambda pid, timeout_s: plain_timeout(pid=pid, timeout_s=max(timeout_s, 600))
    try:
        command._run((), words.children)
    finally:
        shutil.rmtree(SCRATCH, ignore_errors=True)


if __name__ == "__main__":
    main()
