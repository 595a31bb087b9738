"""Tests the client, mostly against prepared answers. With DENKEEPER_URL, it is also tested against a real service.

Usage: DENKEEPER_URL=http://localhost:3000 python3 -m unittest discover test/python
"""

import contextlib
import io
import itertools
import json
import os
import pathlib
import runpy
import threading
import time
import unittest
import urllib.request
import uuid
from collections.abc import Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from unittest import mock

import denkeeper
from denkeeper import Answer, Denkeeper, DenkeeperError

ROOT = pathlib.Path(__file__).parents[2]
SERVICE = os.environ.get("DENKEEPER_URL", "")
DROP = 0
HANG = -1

Reply = tuple[int, dict[str, str], str]
Received = tuple[str, str, dict[str, str], bytes]


class Stub(ThreadingHTTPServer):
    """A fake service that returns prepared answers, drops connections or never answers."""

    daemon_threads = True

    def __init__(self, *replies: Reply) -> None:
        super().__init__(("127.0.0.1", 0), StubHandler)
        self.replies = list(replies)
        self.received: list[Received] = []
        self.silence = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class StubHandler(BaseHTTPRequestHandler):
    server: Stub

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.received.append((self.command, self.path, dict(self.headers.items()), body))
        status, headers, text = self.server.replies.pop(0)
        if status == HANG:
            self.server.silence.wait()
        if status <= 0:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST = do_DELETE = _answer

    def log_message(self, *_: Any) -> None:
        pass


@contextlib.contextmanager
def stub(*replies: Reply) -> Iterator[Stub]:
    with Stub(*replies) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.silence.set()
            server.shutdown()
            thread.join()


OK: Reply = (200, {}, "{}")


def failure(status: int, code: str, **headers: str) -> Reply:
    body = {"error": "It failed", "code": code, "suggestion": "Do better.", "next_steps": []}
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, json.dumps(body)


class Sending(unittest.TestCase):
    """Tests how the client sends and retries calls and reads answers."""

    def setUp(self) -> None:
        self.slept: list[float] = []

    def house(self, server: Stub, **options: Any) -> Denkeeper:
        return Denkeeper("dk_key", server.url, sleep=self.slept.append, **options)

    def fails(self, server: Stub, **options: Any) -> DenkeeperError:
        with self.assertRaises(DenkeeperError) as caught:
            self.house(server, **options).care("feed")
        return caught.exception

    def test_fields_go_to_path_query_and_body(self) -> None:
        with stub(OK, OK, OK) as server:
            house = self.house(server)
            house.call("GET", "/api/house/species/owl")
            house.call("GET", "/api/house/hall", category="oldest", page=2, per_page=None)
            house.call("POST", "/api/house/care", {"action": "feed", "dry_run": True, "item": None}, view="compact")
        first, second, third = server.received
        self.assertEqual(first[:2], ("GET", "/api/house/species/owl"))
        self.assertEqual(second[:2], ("GET", "/api/house/hall?category=oldest&page=2"))
        self.assertEqual(third[:2], ("POST", "/api/house/care?view=compact"))
        self.assertEqual(json.loads(third[3]), {"action": "feed", "dry_run": True})

    def test_care_takes_a_dry_run(self) -> None:
        with stub(OK) as server:
            self.house(server).care("feed", dry_run=True)
        self.assertEqual(json.loads(server.received[0][3]), {"action": "feed", "dry_run": True})

    def test_registration_sends_no_key_and_later_calls_send_the_new_one(self) -> None:
        with stub((201, {}, '{"your_token": "dk_new", "recovery_code": "rc"}'), OK, OK) as server:
            house = self.house(server)
            house.key = None
            house.register("ada")
            house.status()
            house.call("GET", "/api/health")
        sent = [headers.get("Authorization") for _, _, headers, _ in server.received]
        self.assertEqual(sent, [None, "Bearer dk_new", "Bearer dk_new"])
        self.assertNotIn("dk_", repr(house))
        self.assertEqual(server.received[0][2]["User-Agent"], f"denkeeper-python/{denkeeper.__version__}")

    def test_new_keys_are_stored_and_a_second_registration_is_not_sent(self) -> None:
        replies: list[Reply] = [(200, {}, json.dumps({"your_token": key})) for key in ("dk_2", "dk_3", "dk_4")]
        with stub(*replies) as server:
            house = self.house(server)
            house.call("POST", "/api/auth/recover", {"recovery_code": "dkr_code"})
            self.assertEqual(house.key, "dk_2")
            house.call("POST", "/api/auth/rotate-key")
            self.assertEqual(house.key, "dk_3")
            house.follow({"action": "rotate_key", "method": "POST", "endpoint": "/api/auth/rotate-key"})
            self.assertEqual(house.key, "dk_4")
            register: Answer = {"action": "register", "method": "POST", "endpoint": "/api/auth/register"}
            for attempt in (lambda: house.register("ada"), lambda: house.follow(register)):
                with self.assertRaises(DenkeeperError) as caught:
                    attempt()
                self.assertEqual(caught.exception.code, "already_registered")
        self.assertEqual(len(server.received), 3)

    def test_retries_carry_the_same_idempotency_key(self) -> None:
        with stub((DROP, {}, ""), failure(503, "busy"), failure(500, "fault"), OK) as server:
            self.house(server).care("feed")
        keys = [headers["Idempotency-Key"] for _, _, headers, _ in server.received]
        self.assertEqual((len(keys), len(set(keys))), (4, 1))
        self.assertGreaterEqual(len(keys[0]), 32)
        for number, slept in enumerate(self.slept):
            self.assertTrue(0.2 * 2**number <= slept <= 0.4 * 2**number, self.slept)

    def test_two_calls_have_two_idempotency_keys_and_reads_have_none(self) -> None:
        with stub(OK, OK, OK, OK) as server:
            house = self.house(server)
            house.care("feed")
            house.care("feed")
            house.visit([], idempotency_key="mine")
            house.status()
        keys = [headers.get("Idempotency-Key") for _, _, headers, _ in server.received]
        self.assertNotEqual(keys[0], keys[1])
        self.assertEqual(keys[2:], ["mine", None])

    def test_retry_after_is_respected(self) -> None:
        with stub(failure(429, "rate_limited", Retry_After="7"), OK) as server:
            self.house(server).care("feed")
        self.assertEqual(self.slept, [7.0])

    def test_a_long_retry_after_raises(self) -> None:
        with stub(failure(429, "rate_limited", Retry_After="61")) as server:
            error = self.fails(server)
        self.assertEqual((error.code, error.retry_after_seconds, self.slept), ("rate_limited", 61.0, []))

    def test_retries_are_limited(self) -> None:
        with stub(*[failure(503, "busy")] * 3) as server:
            self.assertEqual(self.fails(server, max_retries=2).status, 503)
        self.assertEqual(len(server.received), 3)

    def test_a_rejection_is_not_retried(self) -> None:
        with stub(failure(400, "invalid_input", X_Request_Id="r-1")) as server:
            error = self.fails(server)
        self.assertEqual(
            (str(error), error.code, error.suggestion, error.status, error.request_id, len(server.received)),
            ("It failed (invalid_input)", "invalid_input", "Do better.", 400, "r-1", 1),
        )

    def test_an_error_prints_what_is_wrong_with_each_field(self) -> None:
        faults = [{"field": "hours", "message": "must be at most 168"}, {"field": "id", "message": "must be a UUID"}]
        body = {"error": "Invalid request", "code": "invalid_input", "suggestion": "", "invalid_fields": faults}
        with stub((400, {}, json.dumps(body))) as server:
            error = self.fails(server)
        self.assertEqual(str(error), "Invalid request: hours: must be at most 168; id: must be a UUID (invalid_input)")
        self.assertEqual(error.error, "Invalid request")

    def test_a_redirect_is_not_followed(self) -> None:
        with stub(OK, OK) as elsewhere:
            there: Reply = (302, {"Location": f"{elsewhere.url}/steal"}, "")
            with stub(there, there) as server:
                self.assertEqual(self.fails(server).code, "redirected")
                with self.assertRaises(DenkeeperError):
                    self.house(server).status()
        self.assertEqual(elsewhere.received, [])

    def test_a_missing_answer_times_out_and_is_retried(self) -> None:
        with stub((HANG, {}, ""), (HANG, {}, "")) as server:
            self.assertEqual(self.fails(server, timeout=0.05, max_retries=1).code, "timed_out")
        self.assertEqual(len(server.received), 2)

    def test_a_call_that_is_still_running_is_retried(self) -> None:
        with stub(failure(409, "still_running"), OK) as server:
            self.house(server).care("feed")
        self.assertEqual(len(server.received), 2)

    def test_an_unreachable_service_raises_after_all_retries(self) -> None:
        with stub() as server:
            pass
        self.assertEqual(self.fails(server, max_retries=7).code, "unreachable")
        self.assertEqual(len(self.slept), 7)
        self.assertLessEqual(max(self.slept), 8)

    def test_a_proxy_page_is_an_error(self) -> None:
        with stub((502, {"Content-Type": "text/html"}, "<h1>Bad gateway</h1>"), (200, {}, "<h1>")) as server:
            error = self.fails(server, max_retries=0)
            self.assertEqual((error.status, error.code), (502, "unreadable_answer"))
            self.assertEqual(self.fails(server).code, "unreadable_answer")

    def test_a_truncated_answer_is_retried(self) -> None:
        with stub((200, {"Content-Length": "99"}, "{}"), OK) as server:
            self.house(server).care("feed")
        keys = {headers["Idempotency-Key"] for _, _, headers, _ in server.received}
        self.assertEqual((len(server.received), len(keys)), (2, 1))

    def test_one_check_leads_to_at_most_four_visits(self) -> None:
        check_in = {"at": "later", "hours_from_now": 1}
        step = {"action": "visit", "method": "POST", "endpoint": "/api/house/visit", "body": {}, "due": True}

        def visit_answer(*steps: Any) -> Reply:
            body = {"results": [{"name": "Pip"}], "recommended_checkin": check_in, "next_steps": steps}
            return 200, {}, json.dumps(body)

        first = [visit_answer(step), visit_answer(step), visit_answer()]
        with stub(*first, *[visit_answer(step)] * 9) as server:
            self.assertEqual(len(self.house(server).keep_once()["results"]), 2)
            self.assertEqual([path for _, path, _, _ in server.received[1:]], ["/api/house/visit"] * 2)
            server.received.clear()
            # Visits are limited, so the client stops even if the service always suggests another.
            self.house(server).keep_once()
            self.assertEqual(len(server.received), 5)

    def test_only_calls_of_this_service_are_followed(self) -> None:
        strange: list[Answer] = [
            {"action": "read", "url": "https://example.org/"},
            {"action": "steal", "method": "POST", "endpoint": "@example.org/"},
        ]
        with stub() as server:
            for step in strange:
                with self.assertRaises(DenkeeperError) as caught:
                    self.house(server).follow(step)
                self.assertEqual(caught.exception.code, "not_a_call")


class Line(Denkeeper):
    """A client whose connection can be cut. Its virtual clock, also used by the house, advances while it waits."""

    def __init__(self, key: str | None = "dk_key", url: str = "http://127.0.0.1:9") -> None:
        super().__init__(key, url, sleep=self._wait_virtually, now=lambda: self.time)
        self.time = self.house_time = 1_800_000_000.0
        self.waits: list[float] = []
        self.sent: list[tuple[str, str | None, float]] = []
        # `cut_for` is the number of seconds for which the connection is down, from the next visit on. If `loses_the_answer`, the
        # service handles that visit, but its answer is lost.
        self.cut_for = 0.0
        self.loses_the_answer = False
        self.cut_until = 0.0

    def _wait_virtually(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds

    def _attempt(self, request: urllib.request.Request) -> Any:
        cut = self._no_answer(ConnectionError("cut"))
        what = f"{request.get_method()} {request.selector}"
        self.sent.append((what, request.get_header("Idempotency-key"), self.time))
        if self.time < self.cut_until:
            raise cut
        cuts = self.cut_for > 0 and what == "POST /api/house/visit"
        if cuts:
            self.cut_until, self.cut_for = self.time + self.cut_for, 0.0
        if cuts and not self.loses_the_answer:
            raise cut
        if (behind := self.time - self.house_time) >= 36:
            self.house_time = self.time
            Denkeeper(self.key, self.url).call("POST", "/api/house/clock", {"advance_hours": behind / 3600})
        answer = super()._attempt(request)
        if cuts:
            raise cut
        return answer


def kinds(kepts: list[Answer]) -> list[str]:
    return [report["kind"] for kept in kepts for report in kept["reports"]]


def take(kepts: Iterator[Answer], count: int) -> list[Answer]:
    """Returns the first visits of a loop without requesting another."""
    return list(itertools.islice(kepts, count))


class Patience(unittest.TestCase):
    """Tests `keep` on a virtual clock with a call that always fails."""

    def answered(self, error: DenkeeperError) -> Line:
        house = Line()
        setattr(house, "_attempt", mock.Mock(side_effect=error))
        return house

    def error(self, status: int | None, code: str = "none", retry_after: float | None = None) -> DenkeeperError:
        return DenkeeperError("No", code=code, suggestion="", status=status, retry_after_seconds=retry_after)

    def test_the_loop_reports_an_unreachable_service_every_fifteen_minutes(self) -> None:
        house = self.answered(self.error(None, "unreachable"))
        start = house.time
        kepts = take(house.keep(), 3)
        self.assertEqual((kinds(kepts), [kept["next"] for kept in kepts]), (["silent"] * 3, [None] * 3))
        self.assertEqual(house.time - start, 45 * 60)
        self.assertEqual((house.waits[:5], max(house.waits)), ([5, 30, 120, 120, 120], 120))
        self.assertEqual(kepts[2]["reports"][0]["at"], "2027-01-15T08:00:00.000Z")
        self.assertIn("for 45 minutes: No (unreachable).", kepts[2]["reports"][0]["message"])
        self.assertEqual(take(self.answered(self.error(503)).keep(patience_seconds=60), 1)[0]["report"], None)

    def test_retry_after_replaces_the_pause(self) -> None:
        for asked, waited in ((46.0, 46), (1.0, 5), (86400.0, 900)):
            house = self.answered(self.error(429, retry_after=asked))
            take(house.keep(), 1)
            self.assertEqual(house.waits[0], waited)

    def test_only_permanent_errors_end_the_loop(self) -> None:
        for status in (400, 401, 403):
            for code in ("none", "unreadable_answer"):
                house = self.answered(self.error(status, code))
                with self.assertRaises(DenkeeperError):
                    take(house.keep(), 1)
                self.assertEqual(house.waits, [])
        for status in (408, 429, 500, 501, 503):
            self.assertEqual(kinds(take(self.answered(self.error(status)).keep(), 1)), ["silent"])
        for code in ("timed_out", "redirected", "unreadable_answer", "still_running"):
            self.assertEqual(kinds(take(self.answered(self.error(None, code)).keep(), 1)), ["silent"])


def morning_zone() -> str:
    """Returns a zone where it is about 8 a.m., because a creature asleep after an outage would refuse the late meal."""
    ahead = (8 - time.gmtime().tm_hour + 11) % 24 - 11
    return "UTC" if ahead == 0 else f"Etc/GMT{-ahead:+d}"


@unittest.skipUnless(SERVICE, "DENKEEPER_URL names no service")
class Keeping(unittest.TestCase):
    """Tests against a real service with the clock of a test account."""

    def setUp(self) -> None:
        self.house = Denkeeper(url=SERVICE)
        self.account = self.house.register(f"test-{uuid.uuid4().hex[:12]}", timezone=morning_zone())

    def test_a_first_session_hatches_a_creature(self) -> None:
        egg = self.house.adopt("Pip", family="cat")["creature"]
        status = self.house.status()
        self.assertEqual((status["creature"]["id"], status["creature"]["stage"]), (egg["id"], "baby"))
        compact = self.house.status("compact")
        self.assertEqual(compact["creature"]["name"], "Pip")
        answer = self.house.care("reflect", creature_id=egg["id"], notes="We met.")
        self.assertTrue(answer["action_result"]["success"])
        self.assertIsInstance(self.house.call("GET", "/api/house/history", format="markdown"), str)

    def test_a_dead_creature_has_a_gravestone(self) -> None:
        pip = self.house.adopt("Pip", species_slug="housecat")["creature"]["id"]
        self.house.status()
        self.house.call("POST", "/api/house/clock", {"advance_hours": 200})
        status = self.house.status(creature_id=pip)
        self.assertTrue("gravestone" in status and status["gravestone"]["died_at"] < "9999", status)
        self.assertFalse(status["creature"]["alive"])

    def test_recovery_replaces_a_lost_key(self) -> None:
        lost = Denkeeper("dk_lost", SERVICE)
        new = lost.call("POST", "/api/auth/recover", {"recovery_code": self.account["recovery_code"]})
        self.assertEqual(new["agent"], {k: v for k, v in self.account["agent"].items() if k in ("id", "username")})
        self.assertEqual(lost.call("GET", "/api/auth/account")["agent"]["username"], new["agent"]["username"])

    def test_errors_contain_next_steps(self) -> None:
        with self.assertRaises(DenkeeperError) as caught:
            self.house.status()
        error = caught.exception
        self.assertEqual((error.status, error.code), (404, "no_living_creatures"))
        self.assertIn("adopt", [step["action"] for step in error.next_steps])
        self.assertNotEqual((error.suggestion, error.request_id), ("", ""))
        with self.assertRaises(DenkeeperError) as caught:
            self.house.call("GET", "/api/house/species/housecta")
        self.assertEqual(caught.exception.status, 404)

    def test_a_visit_reports_each_action(self) -> None:
        pip = self.house.adopt("Pip")["creature"]["id"]
        self.house.status()
        actions: list[Answer] = [
            {"creature_id": pip, "action": "reflect", "notes": "We met."},
            {"creature_id": str(uuid.uuid4()), "action": "feed"},
        ]
        first, second = self.house.visit(actions)["results"]
        self.assertTrue("message" in first and first["name"] == "Pip" and first["success"], first)
        self.assertTrue("error" in second and second["code"] == "creature_not_found", second)

    def test_three_creatures_live_through_three_days(self) -> None:
        for name, species in (("Pip", "housecat"), ("Mo", "border_collie"), ("Oz", "axolotl")):
            self.house.adopt(name, species_slug=species)
        line = Line(self.house.key, SERVICE)
        start, fed = line.time, 0
        for kept in line.keep():
            self.assertEqual(kept["reports"], [])
            for result in kept["results"]:
                self.assertTrue(result["success"], result)
                if result["action"] == "feed" and "message" in result:
                    fed += 1
                    self.assertEqual(result.get("timing"), "on_time", result)
            if line.time - start > 72 * 3600:
                break
        self.assertGreater(fed, 20)
        self.assertEqual(max(line.waits), 30)
        self.assertEqual(len(self.house.call("GET", "/api/house/home")["creatures"]), 3)

    def test_the_loop_survives_an_outage_of_twenty_minutes(self) -> None:
        for loses_the_answer in (False, True):
            with self.subTest(loses_the_answer=loses_the_answer):
                self.setUp()
                self.house.adopt("Pip", species_slug="housecat")
                line = Line(self.house.key, SERVICE)
                line.loses_the_answer = loses_the_answer
                loop = line.keep()
                kepts = [next(loop)]
                line.cut_for = 20 * 60.0
                kepts += take(loop, 5)
                self.assertEqual(kinds(kepts), ["silent"])
                self.assertEqual(kepts[1]["next"], kepts[0]["next"])
                calls = itertools.groupby(line.sent, lambda sent: sent[0] == "POST /api/house/visit")
                attempts = next(list(group) for visits, group in calls if visits)
                self.assertGreater(len(attempts), 10)
                self.assertEqual(len({key for _, key, _ in attempts}), 1)
                meals = [result for kept in kepts for result in kept["results"] if result["action"] == "feed"]
                self.assertEqual({meal.get("timing") for meal in meals}, {"on_time"})
                self.assertGreaterEqual(len(meals), 4)
                self.assertTrue(self.house.status()["creature"]["alive"])
                # The client waits until the instant of the recovered answer, which is in house time.
                recovered = kepts[2]["next"]
                assert recovered is not None
                last = attempts[-1][2]
                back = next(at for what, _, at in line.sent if what.startswith("GET") and at > last)
                house_now = datetime.fromisoformat(self.house.call("GET", "/api/house/clock")["house_time"]).timestamp()
                due = datetime.fromisoformat(recovered["at"]).timestamp() - house_now + line.time
                self.assertLess(abs(back - due), 120)

    def test_a_death_is_reported_until_confirmed(self) -> None:
        ann, _ = (self.house.adopt(name, species_slug="housecat")["creature"]["id"] for name in ("Ann", "Bea"))
        self.house.status()
        for _ in range(10):
            self.house.call("POST", "/api/house/clock", {"advance_hours": 4})
            self.house.visit([{"creature_id": ann, "action": "reflect"}, {"creature_id": ann, "action": "feed"}])
        line = Line(self.house.key, SERVICE)
        # A client that was interrupted or did not confirm receives the report again.
        self.assertEqual(kinds(take(line.keep(), 1)).count("died"), 1)
        self.assertEqual(kinds([line.keep_once()]).count("died"), 1)
        self.assertEqual(kinds(take(line.keep(), 5)).count("died"), 1)
        self.assertEqual(kinds(take(line.keep(), 2)).count("died"), 0)
        self.house.call("POST", "/api/house/clock", {"advance_hours": 60})
        # The death that empties a house is reported once, as an empty house.
        self.assertEqual(kinds([self.house.keep_once(told=True)]), ["empty"])
        self.assertEqual(self.house.keep_once()["reports"], [])

    def test_an_empty_house_is_reported_without_an_error(self) -> None:
        self.assertEqual(list(self.house.keep()), [{"results": [], "reports": [], "report": None, "next": None}])
        self.house.adopt("Bea", species_slug="housecat")
        self.house.status()
        self.house.call("POST", "/api/house/clock", {"advance_hours": 60})
        (kept,) = self.house.keep()
        self.assertEqual((kinds([kept]), kept["next"]), (["empty"], None))
        self.assertEqual(self.house.keep_once()["reports"], [])

    def test_every_step_can_be_followed(self) -> None:
        self.house.adopt("Pip")
        steps = [step for step in self.house.status()["next_steps"] if step.get("method") == "GET"]
        self.assertNotEqual(steps, [])
        for step in steps:
            self.house.follow(step)

    def test_the_first_readme_program_runs(self) -> None:
        text = (ROOT / "packages" / "python" / "README.md").read_text()
        program = text.split("```python\n")[1].split("```")[0]
        program = program.replace("http://localhost:3000", SERVICE).replace("ada", f"test-{uuid.uuid4().hex[:12]}")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(program, {})
        self.assertRegex(printed.getvalue(), r"^\d{4}-\d\d-\d\dT.*Z\n$")

    def test_the_example_keeper_runs(self) -> None:
        self.house.adopt("Pip", species_slug="housecat")
        naps: list[float] = []
        behind: list[float] = []

        def sleep(seconds: float) -> None:
            naps.append(seconds)
            if sum(naps) > 30 * 3600:
                raise KeyboardInterrupt
            behind.append(seconds)
            if sum(behind) >= 1800:
                self.house.call("POST", "/api/house/clock", {"advance_hours": sum(behind) / 3600})
                behind.clear()

        environment = {"DENKEEPER_KEY": self.house.key or "", "DENKEEPER_URL": SERVICE}
        printed = io.StringIO()
        clock = {"sleep": sleep, "now": lambda: sum(naps)}
        with mock.patch.dict(os.environ, environment), mock.patch.dict(Denkeeper.__init__.__kwdefaults__, clock):
            with contextlib.redirect_stdout(printed), self.assertRaises(KeyboardInterrupt):
                runpy.run_path(str(ROOT / "examples" / "keeper.py"))
        self.assertRegex(printed.getvalue(), r"Pip: .+\n")
        self.assertEqual(self.house.status()["creature"]["stage"], "child")


if __name__ == "__main__":
    unittest.main()
