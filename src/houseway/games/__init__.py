"""The games: what a hand is, what of it each wager looks at, and one small rule for each wager."""
