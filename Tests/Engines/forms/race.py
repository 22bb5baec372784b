"""Runs two statements in turn."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Optional

from proof.values import Parameter

from .engines import People
from .forms import Form

Statement = tuple[str, list[Parameter]]

# The greatest ratio, and how long two statements are compared, in seconds.
MOST = 1.3
ENOUGH = 1.5


@dataclass(frozen=True)
class Result:
    """The least times of a translated statement and of the one by hand, in seconds; or a fault."""

    ours: float = 0
    by_hand: float = 0
    rows: int = 0
    fault: str = ""
    took_too_long: bool = False

    @property
    def ratio(self) -> float:
        return self.ours / self.by_hand if self.by_hand else float("inf")

    def __str__(self) -> str:
        if self.fault:
            return "different"
        return f"{'> ' if self.took_too_long else ''}{self.ratio:.2f}" if self.ratio < 10 else \
            f"{'> ' if self.took_too_long else ''}{self.ratio:,.0f}"


def race(people: People, form: Form, ours: Statement) -> Result:
    """Compares the rows of both statements, and then their times."""
    by_hand = form.statement(people.name)
    wanted, hand_time = timed(people, by_hand)
    if wanted is None:
        return Result(fault="the statement by hand takes too long")
    found, our_time = timed(people, ours)
    if found is None:
        return Result(our_time, least(people, by_hand, hand_time), len(wanted), took_too_long=True)
    if (found != wanted) if form.is_ordered else (sorted(found) != sorted(wanted)) or not wanted:
        return Result(fault=f"finds {len(found)} rows, by hand {len(wanted)}")
    # The other rounds are for a ratio that another program may have disturbed.
    for _ in range(3):
        spent = 0.0
        while spent < ENOUGH:
            times = max(1, min(500, round(0.02 / max(our_time, hand_time, 1e-6))))
            for statement in (ours, by_hand):
                start = time.perf_counter()
                seconds = people.seconds(*statement, times)
                spent += time.perf_counter() - start
                if statement is ours:
                    our_time = min(our_time, seconds)
                else:
                    hand_time = min(hand_time, seconds)
        if our_time <= MOST * hand_time or our_time > 2 * MOST * hand_time:
            break
    return Result(our_time, hand_time, len(wanted))


def least(people: People, statement: Statement, time: float) -> float:
    return min([time] + [people.seconds(*statement, 1) for _ in range(3)])


def timed(people: People, statement: Statement) -> tuple[Optional[list[tuple]], float]:
    """Returns the rows of a statement, or None if it takes too long, and its time."""
    start = people.clock()
    try:
        rows: Optional[list[tuple]] = [tuple(row) for row in people.rows(*statement)]
    except Exception as error:  # Each driver has its own exceptions.
        if people.clock() - start < 0.9 * people.limit:
            raise
        rows = None
    return rows, people.clock() - start
