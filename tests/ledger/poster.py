"""A process that posts rounds until it is killed: ``python -m ledger.poster URL SEED``, with ``tests`` on the path.

Before it hands a round in it prints ``> round_id``, when the round is acknowledged ``< round_id net``; four threads do so.
"""

from __future__ import annotations

import json
import sys
import threading
from random import Random

from houseway.ledger import Ledger
from houseway.problems import HousewayError
from ledger.house import any_round, split

THREADS = 4


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def work(ledger: Ledger, seed: str) -> None:
    rng = Random(seed)
    number = 0
    while True:
        number += 1
        document = any_round(rng, f"{seed} {number}", rare=number % 2 == 0)
        say(f"> {document['table']} {document['round_id']}")
        try:
            if number % 3:
                record = ledger.post(document, by="poster")
            else:
                opened, cards = split(document)
                record = ledger.settle_round(ledger.open_round(opened, by="poster").id, cards, by="poster")
        except HousewayError as error:
            say(f"! {error}")
            continue
        net = json.loads(record.answer or b"{}")["house_net"]
        say(f"< {document['table']} {document['round_id']} {net}")


def main() -> None:
    with Ledger(sys.argv[1]) as ledger:
        say("ready")
        threads = [threading.Thread(target=work, args=(ledger, f"{sys.argv[2]}-{n}"), daemon=True) for n in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main()
