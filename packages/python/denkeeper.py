"""A client for Denkeeper in one file, with nothing but Python's standard library (3.11 or newer).

Copy this file next to your program. Then:

    house = Denkeeper()                    # DENKEEPER_URL and DENKEEPER_KEY, or url=... and key=...
    account = house.register("ada")        # save account["your_token"]: it is shown once
    house.adopt("Pip")
    for kept in house.keep():              # does what is due, waits for the next check-in, and outlasts outages
        for report in kept["reports"]:     # what your human should know
            print(report["message"])

Every other call of the API: house.call("GET", "/api/house/species", family="cat"). GET /docs/api describes calls and answers.
Failures raise DenkeeperError. Calls that change something carry an Idempotency-Key, so a retry takes effect only once.
"""

import http.client
import itertools
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Generator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

__version__: Final = "1.0.0"

DEFAULT_URL: Final = "http://localhost:3000"
FIRST_BACKOFF_SECONDS: Final = 0.4
MAX_BACKOFF_SECONDS: Final = 8.0
MAX_VISITS: Final = 4  # a visit has room for 50 actions; an overfull house needs several
PAUSES_SECONDS: Final = (5.0, 30.0, 120.0)  # waits before further attempts; the last value repeats
LEAST_WAIT_SECONDS: Final = 60.0
NAP_SECONDS: Final = 30.0  # short naps let a laptop that wakes from sleep continue immediately
FARTHEST_HOURS: Final = 720.0  # the maximum by which one call moves a test clock
REGISTER: Final = "/api/auth/register"
KEYLESS: Final = (REGISTER, "/api/auth/recover")  # calls that are sent without a key
KEYED: Final = (*KEYLESS, "/api/auth/rotate-key")  # calls whose answers contain the key for all later calls

Answer = dict[str, Any]  # the JSON of an answer


class DenkeeperError(Exception):
    """A failed call: what went wrong (`str(error)`), its stable `code`, and what to do about it.

    The codes already_registered, not_a_call, unreachable, timed_out, redirected and unreadable_answer come from this client.
    `status` is the HTTP status of an error response, otherwise None.
    """

    def __init__(
        self, message: str, *, code: str, suggestion: str, status: int | None = None, request_id: str = "",
        retry_after_seconds: float | None = None, body: Mapping[str, Any] | None = None,
    ) -> None:
        self.body: Mapping[str, Any] = body or {}
        self.invalid_fields: list[Answer] = self.body.get("invalid_fields", [])
        why = "; ".join(f"{fault['field']}: {fault['message']}" for fault in self.invalid_fields)
        super().__init__(f"{message}{why and f': {why}'} ({code})")
        self.add_note(suggestion)  # tracebacks show it below the message
        self.error = message
        self.code, self.suggestion, self.status, self.request_id = code, suggestion, status, request_id
        self.retry_after_seconds = retry_after_seconds
        self.next_steps: list[Answer] = self.body.get("next_steps", [])

        # `passing`: `call` retries. `can_be_outlasted`: `keep` retries, even for hours.
        self.passing = code in ("unreachable", "timed_out", "still_running") or status in (408, 429) or (status or 0) >= 500
        damaged = code in ("unreadable_answer", "redirected")
        self.can_be_outlasted = (self.passing or damaged) and status not in (400, 401, 403)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Rejects redirects, which would send the key to an address that the caller did not choose."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Denkeeper:
    """The client. `timeout` is in seconds per attempt. A Retry-After above `max_retry_wait` seconds raises DenkeeperError."""

    def __init__(
        self, key: str | None = None, url: str | None = None, *, timeout: float = 30.0, max_retries: int = 3,
        max_retry_wait: float = 60.0, sleep: Callable[[float], None] = time.sleep, now: Callable[[], float] = time.time,
    ) -> None:
        self.key = key or os.environ.get("DENKEEPER_KEY") or None
        self.url = (url or os.environ.get("DENKEEPER_URL") or DEFAULT_URL).rstrip("/")
        self.timeout, self.max_retries, self.max_retry_wait = timeout, max_retries, max_retry_wait
        self.sleep, self.now = sleep, now
        self._opener = urllib.request.build_opener(_NoRedirects)

    def register(self, username: str, **fields: Any) -> Answer:
        """Creates an account. This client then uses its key."""
        return self.call("POST", REGISTER, {"username": username, **fields})

    def adopt(self, name: str, **fields: Any) -> Answer:
        """Adopts an egg, optionally of a `family` or `species_slug`. The next status or home call hatches it."""
        return self.call("POST", "/api/house/adopt", {"name": name, **fields})

    def status(self, view: str = "full", *, creature_id: str | None = None) -> Answer:
        """Returns the state of the most urgent creature, or of `creature_id`, and when to come back."""
        return self.call("GET", "/api/house/status", view=view, creature_id=creature_id)

    def care(self, action: str, **fields: Any) -> Answer:
        """Performs one care action. Fields: `creature_id`, `item`, `notes`, and `dry_run`, which only says what would happen."""
        return self.call("POST", "/api/house/care", {"action": action, **fields})

    def visit(self, actions: list[Answer], *, told: int | None = None, **sending: Any) -> Answer:
        """Performs up to 50 care actions in order, for any of your creatures. A failed action does not stop the others."""
        return self.call("POST", "/api/house/visit", {"actions": actions, "told": told}, **sending)

    def keep_once(self, *, told: bool = False) -> Answer:
        """Makes one visit that does everything due. `told` confirms that your human knows the report, so it is not repeated."""
        kept = next(_Keeper(self).keep())
        if told and kept["report"]:
            self.visit([], told=kept["report"]["id"])
        return kept

    def keep(self, *, patience_seconds: float = 900.0, move_clock: bool = False) -> Generator[Answer, None, None]:
        """Repeats visits, each at the time that the previous one named, until the house is empty.

        Outages do not end the loop. After `patience_seconds` without an answer, it yields a visit with a `silent` report.
        Requesting the next visit confirms that your human knows the last report. `move_clock` moves the clock of a test account
        instead of waiting.
        """
        return _Keeper(self, patience_seconds).keep(move_clock)

    def follow(self, step: Answer, *, idempotency_key: str | None = None, max_retries: int | None = None) -> Any:
        """Makes the call of one of `next_steps`."""
        endpoint = step.get("endpoint", "")
        if not endpoint.startswith("/"):
            where = step.get("url", "the address it names")
            raise DenkeeperError("This step is not a call", code="not_a_call", suggestion=f"Open {where} in a browser.")
        return self._send(step.get("method", "GET"), endpoint, step.get("body", {}), self.key, idempotency_key, max_retries)

    def call(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, /, *,
        idempotency_key: str | None = None, max_retries: int | None = None, **query: Any,
    ) -> Any:
        """Makes a call. Fields of `body` and `query` that are None are omitted."""
        fields = {name: json.dumps(value).strip('"') for name, value in query.items() if value is not None}
        address = f"{path}?{urllib.parse.urlencode(fields)}" if fields else path
        content = {name: value for name, value in (body or {}).items() if value is not None}
        return self._send(method, address, content, None if path in KEYLESS else self.key, idempotency_key, max_retries)

    def _send(
        self, method: str, address: str, body: Any, key: str | None, idempotency_key: str | None, max_retries: int | None
    ) -> Any:
        """Sends a call and retries it where that is safe. All attempts have the same Idempotency-Key."""
        if method == "POST" and address == REGISTER and self.key is not None:
            advice = "Use this account, or register another with a new client."
            raise DenkeeperError("This client already has a key", code="already_registered", suggestion=advice)
        headers = {"Accept": "application/json, text/markdown;q=0.9", "User-Agent": f"denkeeper-python/{__version__}"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        if method != "GET":
            headers |= {"Content-Type": "application/json", "Idempotency-Key": idempotency_key or _fresh_idempotency_key()}
        data = None if method == "GET" else json.dumps(body).encode()
        retries = self.max_retries if max_retries is None else max_retries
        for attempt in range(1, retries + 2):
            request = urllib.request.Request(self.url + address, data, headers, method=method)
            try:
                answer = self._attempt(request)
                if method == "POST" and address in KEYED:
                    self.key = answer["your_token"]
                return answer
            except DenkeeperError as error:
                wait = self._wait(error, attempt)
                if wait is None or attempt > retries:
                    raise
            self.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _attempt(self, request: urllib.request.Request) -> Any:
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                content = response.read()
                is_json = response.headers.get_content_type() == "application/json"
        except urllib.error.HTTPError as answer:
            with answer:
                raise _error_of(answer) from None
        except (OSError, http.client.HTTPException) as cause:
            raise self._no_answer(cause) from cause
        if not is_json:
            return content.decode(errors="replace")
        try:
            return json.loads(content)
        except ValueError as cause:
            advice = "A proxy between you and the service may have changed it. Try again."
            raise DenkeeperError("The response is not JSON", code="unreadable_answer", suggestion=advice) from cause

    def _no_answer(self, cause: Exception) -> DenkeeperError:
        reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
        if isinstance(reason, TimeoutError):
            advice = "Try again later. With the same idempotency_key, the call takes effect only once."
            return DenkeeperError(f"No response within {self.timeout:g} seconds", code="timed_out", suggestion=advice)
        advice = "Check the address, and that the service is running."
        return DenkeeperError(f"Cannot reach {self.url}", code="unreachable", suggestion=advice)

    def _wait(self, error: DenkeeperError, attempt: int) -> float | None:
        """Returns the seconds to wait before a retry, or None if the call must not be retried."""
        if not error.passing:
            return None
        if error.retry_after_seconds is None:
            return random.uniform(0.5, 1) * min(MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** (attempt - 1))
        return error.retry_after_seconds if error.retry_after_seconds <= self.max_retry_wait else None


class _Keeper:
    """The loop of `keep`. Without `patience`, a call raises an error once the client's own retries are used up."""

    def __init__(self, house: Denkeeper, patience: float | None = None) -> None:
        self.house, self.patience = house, patience
        self.next: Answer | None = None

    def call(self, call: Callable[..., Any], *args: Any, **fields: Any) -> Generator[Answer, None, Any]:
        """Retries a call under one Idempotency-Key until it is answered. Yields `silent` reports during a long outage."""
        now, patience, since, reported_at = self.house.now, self.patience, 0.0, 0.0
        fields |= {"idempotency_key": _fresh_idempotency_key(), "max_retries": None if patience is None else 0}
        for attempt in itertools.count():
            try:
                return call(*args, **fields)
            except DenkeeperError as error:
                if patience is None or not error.can_be_outlasted:
                    raise
                if attempt == 0:
                    since = reported_at = now()
                elif now() - reported_at >= patience:
                    reported_at = now()
                    silent = _silence(since, reported_at, error)
                    yield {"results": [], "reports": [silent], "report": None, "next": self.next}
                pause = PAUSES_SECONDS[min(attempt, len(PAUSES_SECONDS) - 1)]
                if error.retry_after_seconds:
                    pause = max(PAUSES_SECONDS[0], error.retry_after_seconds)
                self.house.sleep(max(0.0, min(pause, reported_at + patience - now())))

    def visit(self) -> Generator[Answer, None, Answer]:
        results: list[Answer] = []
        try:
            answer = yield from self.call(self.house.call, "GET", "/api/house/status", view="compact")
        except DenkeeperError as error:
            if error.code != "no_living_creatures":
                raise
            # An empty house has no status, so a visit returns its report instead.
            answer = yield from self.call(self.house.visit, [])
        for _ in range(MAX_VISITS):
            due = next((step for step in answer["next_steps"] if step.get("due")), None)
            if due is None:
                break
            answer = yield from self.call(self.house.follow, due)
            results += answer["results"]
        report: Answer | None = answer.get("report")
        self.next = answer.get("recommended_checkin")
        return {"results": results, "reports": report["lines"] if report else [], "report": report, "next": self.next}

    def keep(self, move_clock: bool = False) -> Generator[Answer, None, None]:
        house = self.house
        while True:
            kept = yield from self.visit()
            wait = max(LEAST_WAIT_SECONDS, kept["next"]["hours_from_now"] * 3600 if kept["next"] else 0)
            until = house.now() + wait
            yield kept
            # A program that requests the next visit has passed on the report of this one.
            if kept["report"]:
                yield from self.call(house.visit, [], told=kept["report"]["id"])
            if kept["next"] is None:
                return
            if move_clock:
                yield from self.call(
                    house.call, "POST", "/api/house/clock", {"advance_hours": min(FARTHEST_HOURS, wait / 3600)}
                )
            else:
                while (left := until - house.now()) > 0:
                    house.sleep(min(NAP_SECONDS, left))


def _fresh_idempotency_key() -> str:
    return f"{uuid.uuid4()}.{uuid.uuid4()}"  # hard to guess, because it can request an answer with a key again


def _silence(since: float, now: float, error: DenkeeperError) -> Answer:
    at = datetime.fromtimestamp(since, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    message = f"The service has not answered for {round((now - since) / 60)} minutes: {error}."
    return {"kind": "silent", "at": at, "message": message}


def _error_of(answer: urllib.error.HTTPError) -> DenkeeperError:
    if 300 <= answer.code < 400:
        advice = f"This client follows no redirects. Check the address, which redirects to {answer.headers.get('Location')}."
        return DenkeeperError("The response is a redirect", code="redirected", suggestion=advice)
    try:
        parsed = json.loads(answer.read())
    except (ValueError, OSError, http.client.HTTPException):
        parsed = None
    body, retry_after = parsed if isinstance(parsed, dict) else {}, answer.headers.get("Retry-After", "")
    return DenkeeperError(
        str(body.get("error", f"The service returned {answer.code}")),
        code=str(body.get("code", "unreadable_answer")),
        suggestion=str(body.get("suggestion", "Check the address of the service.")),
        status=answer.code, request_id=answer.headers.get("X-Request-Id", ""), body=body,
        retry_after_seconds=float(retry_after) if retry_after.isdecimal() else None,
    )
