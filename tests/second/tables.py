"""The paytables, typed out again from the two sections. A row is (hand, odds) or (hand, odds, envy in dollars)."""

from __future__ import annotations

Row = tuple[str, str, int]
Table = tuple[Row, ...]


def _table(text: str) -> Table:
    rows = []
    for line in text.strip().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        rows.append((cells[0], cells[1], int(cells[2].strip("$").replace(",", "")) if len(cells) > 2 else 0))
    return tuple(rows)


def _columns(text: str, letters: str) -> dict[str, Table]:
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return {letter: tuple((cells[0], cells[at], 0) for cells in lines) for at, letter in enumerate(letters, start=1)}


# --- 653a.12

BLIND = {  # (b); below the last line with odds the wager pushes
    "A": _table("""
        Royal flush          | 500 to 1
        Straight flush       | 50 to 1
        Four-of-a-kind       | 10 to 1
        Full house           | 3 to 1
        Flush                | 3 to 2
        Straight             | 1 to 1
        Less than a straight | Push"""),
    "B": _table("""
        Royal flush          | 500 to 1
        Straight flush       | 50 to 1
        Four-of-a-kind       | 10 to 1
        Full house           | 3 to 1
        Flush                | 3 to 2
        Less than a flush    | Push"""),
}

TRIPS = _columns(
    """
    Royal flush     | 50 to 1 | 50 to 1 | 50 to 1 | 50 to 1
    Straight flush  | 40 to 1 | 40 to 1 | 40 to 1 | 40 to 1
    Four-of-a-kind  | 30 to 1 | 30 to 1 | 30 to 1 | 20 to 1
    Full house      | 9 to 1  | 8 to 1  | 8 to 1  | 7 to 1
    Flush           | 7 to 1  | 6 to 1  | 7 to 1  | 6 to 1
    Straight        | 4 to 1  | 5 to 1  | 4 to 1  | 5 to 1
    Three-of-a-kind | 3 to 1  | 3 to 1  | 3 to 1  | 3 to 1""",
    "ABCD",
)  # (c)

UTH_PROGRESSIVE = _table("""
    Royal flush     | 100%
    Straight flush  | 10%
    Four-of-a-kind  | 300 for 1
    Full house      | 50 for 1
    Flush           | 40 for 1
    Straight        | 30 for 1
    Three-of-a-kind | 9 for 1""")  # (d)(1)

UTH_ENVY = {  # (d)(5): the recipient's own progressive wager in dollars, the holder's hand, dollars
    1: {"Royal flush": 1000, "Straight flush": 300},
    5: {"Royal flush": 5000, "Straight flush": 1500},
}

FIVE_CARD_BONUS = _table("""
    Royal flush     | 100%
    Straight flush  | 10%
    Four-of-a-kind  | 500 for 1
    Full house      | 100 for 1
    Flush           | 50 for 1""")  # (e)(1)

MAGIC_CARD, LUCKY_BONUS = "20 for 1", "5 for 1"  # (e)(3)

# --- 645a.13

FORTUNE = {  # (b)
    "A": _table("""
        Seven-card straight flush            | 8,000 to 1 | $5,000
        Royal flush and Royal Match          | 2,000 to 1 | $1,000
        Seven-card straight flush with joker | 1,000 to 1 | $500
        Five aces                            | 400 to 1   | $250
        Royal flush                          | 150 to 1   | $50
        Straight flush                       | 50 to 1    | $20
        Four-of-a-kind                       | 25 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1"""),
    "B": _table("""
        Seven-card straight flush            | 5,000 to 1 | $3,000
        Royal flush and Royal Match          | 2,000 to 1 | $1,000
        Seven-card straight flush with joker | 1,000 to 1 | $500
        Five aces                            | 400 to 1   | $250
        Royal flush                          | 150 to 1   | $50
        Straight flush                       | 50 to 1    | $20
        Four-of-a-kind                       | 25 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1"""),
    "C": _table("""
        Seven-card straight flush            | 5,000 to 1 | $1,000
        Royal flush and Royal Match          | 1,000 to 1 | $250
        Seven-card straight flush with joker | 750 to 1   | $100
        Five aces                            | 250 to 1   | $50
        Royal flush                          | 100 to 1   | $25
        Straight flush                       | 50 to 1    | $10
        Four-of-a-kind                       | 20 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1
        Three pair                           | Push"""),
    "D": _table("""
        Seven-card straight flush            | 2,500 to 1 | $1,000
        Royal flush and Royal Match          | 1,000 to 1 | $750
        Seven-card straight flush with joker | 750 to 1   | $250
        Five aces                            | 250 to 1   | $100
        Royal flush                          | 125 to 1   | $50
        Straight flush                       | 50 to 1    | $20
        Four-of-a-kind                       | 25 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1"""),
}

EMPERORS = {  # (c)
    "A": _table("""
        Seven-card straight flush            | 8,000 to 1 | $5,000
        Royal flush and ace king suited      | 2,000 to 1 | $1,000
        Seven-card straight flush with joker | 1,000 to 1 | $500
        Five aces                            | 400 to 1   | $250
        Royal flush                          | 150 to 1   | $50
        Straight flush                       | 50 to 1    | $20
        Four-of-a-kind                       | 25 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1"""),
    "B": _table("""
        Seven-card straight flush            | 5,000 to 1 | $3,000
        Royal flush and ace king suited      | 2,000 to 1 | $1,000
        Seven-card straight flush with joker | 1,000 to 1 | $500
        Five aces                            | 400 to 1   | $250
        Royal flush                          | 150 to 1   | $50
        Straight flush                       | 50 to 1    | $20
        Four-of-a-kind                       | 25 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1"""),
    "C": _table("""
        Seven-card straight flush            | 5,000 to 1 | $1,000
        Royal flush and ace king suited      | 1,000 to 1 | $250
        Seven-card straight flush with joker | 750 to 1   | $100
        Five aces                            | 250 to 1   | $50
        Royal flush                          | 100 to 1   | $25
        Straight flush                       | 50 to 1    | $10
        Four-of-a-kind                       | 20 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1"""),
    "D": _table("""
        Seven-card straight flush            | 2,500 to 1 | $1,000
        Royal flush and ace king suited      | 1,000 to 1 | $750
        Seven-card straight flush with joker | 750 to 1   | $250
        Five aces                            | 250 to 1   | $100
        Royal flush                          | 125 to 1   | $50
        Straight flush                       | 50 to 1    | $20
        Four-of-a-kind                       | 25 to 1    | $5
        Full house                           | 5 to 1
        Flush                                | 4 to 1
        Three-of-a-kind                      | 3 to 1
        Straight                             | 2 to 1"""),
}

INSURANCE = _columns(
    """
    Nine-high  | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1
    Ten-high   | 25 to 1  | 25 to 1  | 40 to 1  | 50 to 1  | 40 to 1
    Jack-high  | 15 to 1  | 15 to 1  | 10 to 1  | 10 to 1  | 10 to 1
    Queen-high | 6 to 1   | 7 to 1   | 7 to 1   | 7 to 1   | 7 to 1
    King-high  | 5 to 1   | 5 to 1   | 6 to 1   | 5 to 1   | 5 to 1
    Ace-high   | 3 to 1   | 3 to 1   | 3 to 1   | 3 to 1   | 3 to 1""",
    "ABCDE",
)  # (d)

PGP_PROGRESSIVE = _table("""
    Seven-card straight flush | 100%
    Five aces                 | 10%
    Royal flush               | 500 for 1
    Straight flush            | 100 for 1
    Four-of-a-kind            | 75 for 1
    Full house                | 4 for 1""")  # (e)(1)

QUEENS_DRAGON = "50 to 1"  # (f)

DYNASTY = _table("""
    Ace/five natural straight flush and a natural ace/queen suited | 2,000 to 1 | $500
    Seven-card natural straight flush                              | 2,000 to 1 | $400
    Natural royal flush and natural ace/queen suited               | 1,000 to 1 | $300
    Seven-card straight flush                                      | 1,000 to 1 | $200
    Five aces                                                      | 500 to 1   | $100
    Ace/five natural straight flush                                | 120 to 1   | $75
    Royal flush                                                    | 120 to 1   | $50
    Straight flush                                                 | 50 to 1    | $20
    Four-of-a-kind                                                 | 25 to 1    | $5
    Full house                                                     | 5 to 1
    Flush                                                          | 4 to 1
    Three-of-a-kind                                                | 3 to 1
    Straight                                                       | 2 to 1""")  # (g)

PROTECTION = _table("""
    Ace/five natural straight flush | 120 to 1
    Nine-high                       | 100 to 1
    Ten-high                        | 25 to 1
    Jack-high                       | 15 to 1
    Queen-high                      | 7 to 1
    King-high                       | 5 to 1
    Ace-high                        | 3 to 1""")  # (h)

RED_BLACK = _table("""
    Seven cards of the chosen color | 5 to 1
    Six cards of the chosen color   | 1 to 1
    Five cards of the chosen color  | 1 to 1
    Four cards of the chosen color  | 1 to 1""")  # (i)
