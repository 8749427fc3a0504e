"""The pages for people, and the sample that ``make run`` starts with."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from houseway.ledger import Ledger
from houseway.ledger.verifying import verify
from houseway.problems import InputError
from houseway.service import House, Settings, sample
from houseway.service.accounts import Principal
from service.serving import Served

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"


class Page(HTMLParser):
    """What a page refers to, and where its own places are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        self.ids += [value for name, value in attrs if name == "id" and value]


@pytest.mark.parametrize("path", ["/", "/api"])
def test_a_page_needs_no_sign_in_no_script_and_nothing_from_outside(alone: Served, path: str) -> None:
    answer = httpx.get(alone.address + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    page = Page(answer.text)
    assert not page.tags & {"script", "iframe", "form", "object", "img"}
    assert "on" not in {link.partition(":")[0] for link in page.links}
    for link in page.links:
        assert link.startswith(("/", "#", "data:image/svg+xml;")), link
    assert "url(" not in answer.text
    assert "{{" not in answer.text.replace("{{id}}", "")


def test_every_link_leads_somewhere(alone: Served) -> None:
    for path in ("/", "/api"):
        page = Page(httpx.get(alone.address + path).text)
        for link in set(page.links):
            if link.startswith("#"):
                assert link[1:] in page.ids, link
            elif link.startswith("/"):
                assert httpx.get(alone.address + link).status_code == 200, link


def test_the_reference_has_every_endpoint_and_every_schema(alone: Served) -> None:
    page = Page(httpx.get(f"{alone.address}/api").text)
    document = httpx.get(f"{alone.address}/api/v1/openapi.json").json()
    operations = {operation["operationId"] for of in document["paths"].values() for operation in of.values()}
    assert operations <= set(page.ids)
    assert set(document["components"]["schemas"]) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_an_address_that_is_none_is_not_said_back(alone: Served) -> None:
    host = f"127.0.0.1:{alone.port}"
    assert f"curl -s http://{host}/api/v1/meters" in httpx.get(alone.address).text
    for wrong in ("<script>", "a b", "x$(reboot)", "'"):
        text = httpx.get(alone.address, headers={"Host": wrong}).text
        assert f"{wrong}/" not in text
        assert "curl -s http://127.0.0.1:" in text


def test_the_sample_is_a_house_of_both_games_and_is_made_once(tmp_path: Path) -> None:
    with Ledger(tmp_path / "sample.sqlite") as ledger:
        first = sample.furnish(ledger, EXAMPLES)
        end = ledger.head()
        again = sample.furnish(ledger, EXAMPLES)
        assert ledger.head() == end
        assert [(r.table, r.round_id, r.answer) for r in again] == [(r.table, r.round_id, r.answer) for r in first]
        assert {record.table for record in first} == {"UTH-1", "PGP-1"}
        assert {table.game for table in ledger.tables()} == {"ultimate-texas-holdem", "pai-gow-poker"}
        links = {table.name: table.links for table in ledger.tables()}
        assert links["UTH-1"] == links["UTH-2"]
        # examples/rounds: $1 on the progressive at 22%, $2 on the five card bonus at 15%, $1 on pai gow's at 20%
        shown = {meter.name: meter.shows for meter in ledger.meters()}
        assert shown == {"uth-progressive": "10000.22", "uth-five-card-bonus": "10000.30", "pgp-progressive": "5000.20"}
        assert verify(ledger.database).divergence is None


def test_a_sample_that_was_broken_off_is_made_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for after in (0, 3, 6, 9, 13, 16):  # broken off after so many of its 17 steps
        with Ledger(tmp_path / f"{after}.sqlite") as ledger:
            steps = iter(range(after))
            for name in ("create_table", "file_submission", "create_meter", "link", "post"):
                monkeypatch.setattr(ledger, name, _until(steps, getattr(ledger, name)))
            with pytest.raises(KeyboardInterrupt):
                sample.furnish(ledger, EXAMPLES)
            monkeypatch.undo()
            sample.furnish(ledger, EXAMPLES)
            assert [len(ledger.tables()), len(ledger.submissions()), len(ledger.meters()), len(ledger.rounds())] == [4, 3, 3, 2]


def _until(steps, work):  # type: ignore[no-untyped-def]
    def one(*given, **named):  # type: ignore[no-untyped-def]
        if next(steps, None) is None:
            raise KeyboardInterrupt
        return work(*given, **named)

    return one


def test_nobody_gets_a_sample_into_a_ledger_of_his_own(tmp_path: Path) -> None:
    with Ledger(tmp_path / "own.sqlite") as ledger:
        ledger.create_table("mine", "pai-gow-poker", by="anna")
        with pytest.raises(InputError, match="somebody's own"):
            sample.furnish(ledger, EXAMPLES)
        assert len(ledger.tables()) == 1


def test_a_lost_password_is_made_anew(tmp_path: Path) -> None:
    url = str(tmp_path / "house.sqlite")
    first = House(Settings(database=url))
    name, old = first.first_password or ("", "")
    token, who = first.accounts.sign_in(name, old)
    first.accounts.create("other", ["administrator"], [], None, by=name)
    first.accounts.change(name, roles=["auditor"], tables=None, active=False, password=None, by="other")
    first.close()
    second = House(Settings(database=url, reset_password=True))
    assert second.new_password is not None
    assert second.accounts.identify(token) is None  # sessions of the old one have ended
    again: Principal = second.accounts.sign_in(*second.new_password)[1]
    assert again.roles == {"administrator", "auditor"}
    assert who.name == again.name
    said = second.ledger.events(kinds=["user.changed"], limit=1000)[-1]
    assert (said.content["user"], said.actor) == ("administrator", "houseway")
    second.close()


def _serve(folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "houseway.cli.main", "serve", "--sample", str(EXAMPLES), *options]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    environment.pop("HOUSEWAY_DATABASE", None)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_make_run_serves_a_sample_again_and_again(tmp_path: Path, ending: signal.Signals) -> None:
    passwords = []
    for life in range(2):
        with _serve(tmp_path, "--port", "0", "--log-level", "warning") as process:
            assert process.stdout is not None
            said = "".join(iter(process.stdout.readline, "Ctrl-C stops it\n"))
            address = re.search(r"http://127\.0\.0\.1:\d+", said)
            assert address is not None
            assert httpx.get(address[0]).status_code == 200
            assert str(tmp_path / "houseway" / "sample.sqlite") in said
            assert "sample tables: PGP-1, PGP-2, UTH-1, UTH-2" in said
            passwords += re.findall("with the password ([a-z0-9-]+)", said)
            assert ("OPTIONS=--reset-password" in said) == (life == 1)
            process.send_signal(ending)
            assert process.communicate(timeout=30) == ("", "")
        assert process.returncode == 0
    assert len(passwords) == 1


def test_a_port_that_is_taken_is_said_and_nothing_else_happens(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with _serve(tmp_path, "--port", str(port)) as process:
            out, error = process.communicate(timeout=30)
    assert (process.returncode, out) == (2, "")
    assert error == f"host: cannot be listened on: Address already in use; found 127.0.0.1:{port}; allowed a free port\n"
    assert not (tmp_path / "houseway").exists()
