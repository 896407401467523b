"""When to ask again."""

import pytest

from decisionpivot.run.backoff import FIRST_PACE_S, FIRST_WAIT_S, LONGEST_WAIT_S, Backoff


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def backoff(clock: Clock) -> Backoff:
    return Backoff(clock, jitter=lambda: 0.0)


def fail(backoff: Backoff, clock: Clock, *, sent: float | None = None, **kwargs: object) -> float:
    settings = {"attempt": 1, "too_many": False, "retry_after_s": None} | kwargs
    sent_at = clock.now if sent is None else sent
    return backoff.failed(sent_at=sent_at, **settings) - clock.now  # type: ignore[arg-type]


def test_all_wait_as_long_as_the_server_asks(backoff: Backoff, clock: Clock) -> None:
    assert fail(backoff, clock, retry_after_s=60.0) == 60
    assert backoff.wait_s() == 60
    clock.now += 60
    assert backoff.wait_s() == 0


def test_a_single_failure_delays_its_own_request_only(backoff: Backoff, clock: Clock) -> None:
    assert fail(backoff, clock) == FIRST_WAIT_S
    assert backoff.wait_s() == 0


def test_failures_without_a_success_between_make_all_wait_ever_longer(
    backoff: Backoff, clock: Clock
) -> None:
    waits = []
    for _ in range(9):
        fail(backoff, clock)
        waits.append(backoff.wait_s())
        clock.now += waits[-1] + 1
    assert waits[:5] == [0, 0.5, 1, 2, 4]
    assert waits[-1] == LONGEST_WAIT_S


def test_requests_that_were_on_their_way_do_not_lengthen_the_wait(
    backoff: Backoff, clock: Clock
) -> None:
    sent = clock.now
    clock.now += 1
    for _ in range(32):
        fail(backoff, clock, sent=sent)
    assert backoff.wait_s() == FIRST_WAIT_S


def test_a_success_ends_the_streak(backoff: Backoff, clock: Clock) -> None:
    fail(backoff, clock)
    backoff.succeeded()
    fail(backoff, clock)
    assert backoff.wait_s() == 0


def test_too_many_requests_slow_all_down_until_they_succeed(backoff: Backoff, clock: Clock) -> None:
    fail(backoff, clock, too_many=True)
    assert backoff.wait_s() == pytest.approx(2 * FIRST_PACE_S)
    clock.now += 2 * FIRST_PACE_S
    assert backoff.wait_s() == 0
    assert backoff.wait_s() == pytest.approx(FIRST_PACE_S)
    for _ in range(200):
        backoff.succeeded()
    clock.now += 1
    assert [backoff.wait_s(), backoff.wait_s()] == [0, 0]


def test_later_attempts_of_an_item_wait_longer(backoff: Backoff, clock: Clock) -> None:
    waits = []
    for attempt in (1, 2, 3):
        backoff.succeeded()
        waits.append(fail(backoff, clock, attempt=attempt))
    assert waits == [0.5, 1, 2]


def test_jitter_shortens_a_wait_by_a_quarter_at_most(clock: Clock) -> None:
    assert fail(Backoff(clock, jitter=lambda: 1.0), clock) == FIRST_WAIT_S * 0.75


def test_a_time_in_the_past_is_no_wish(backoff: Backoff, clock: Clock) -> None:
    assert fail(backoff, clock, retry_after_s=-5.0) == FIRST_WAIT_S


def test_a_limited_server_is_used_almost_fully_and_refuses_few() -> None:
    """A server that takes ten requests a second and does not say when to come back."""
    clock = Clock()
    backoff = Backoff(clock, jitter=lambda: 0.5)
    tokens, answered, refused, start = 10.0, 0, 0, clock.now
    while answered < 300:
        wait = backoff.wait_s()
        clock.now += wait or 0.001
        tokens = min(10.0, tokens + 10 * (wait or 0.001))
        if wait:
            continue
        if tokens >= 1:
            tokens, answered = tokens - 1, answered + 1
            backoff.succeeded()
        else:
            refused += 1
            fail(backoff, clock, too_many=True)
    assert 300 / (clock.now - start) > 7
    assert refused < 40
