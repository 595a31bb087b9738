#!/usr/bin/env python3
"""A keeper in plain Python: registers once, adopts, and comes back when it is time.

    python3 keeper.py http://localhost:3000 --username luna-the-keeper
    python3 keeper.py http://localhost:3000 --username test-luna     # moves its own clock instead of waiting

It keeps its key in a file that only you can read, so that it can be stopped and started again. It keeps the whole house, and
stops when its newest creature has grown up or died. Written from nothing but /llms.txt and the pages that it links to.
"""

import argparse
import json
import os
import pathlib
import time
import urllib.error
import urllib.request
import uuid

TEST_PREFIXES = ("test-", "e2e-", "dev-", "ci-", "seed-")
WAITS_AFTER_FAULTS = (5, 30, 120)
MOST_CARE_IN_A_VISIT = 300


class Refused(Exception):
    """An error answer: what was wrong, and what the service suggests."""

    def __init__(self, status, answer):
        super().__init__(f"{status} {answer['error']}. {answer['suggestion']}")
        self.status = status
        self.answer = answer


class House:
    def __init__(self, base_url, key=None):
        self.base_url = base_url.rstrip("/")
        self.key = key

    def call(self, method, path, body=None):
        """Sends a call until it is answered. All tries of one call carry the same Idempotency-Key: it takes effect once."""
        headers = {"Content-Type": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = None if body is None else json.dumps(body).encode()
        waits = list(WAITS_AFTER_FAULTS)
        while True:
            request = urllib.request.Request(self.base_url + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                answer = json.load(error)
                if error.code == 429:
                    time.sleep(answer["retry_after_seconds"])
                elif error.code in (500, 503) and waits:
                    time.sleep(waits.pop(0))
                else:
                    raise Refused(error.code, answer) from None
            except OSError:
                if not waits:
                    raise
                time.sleep(waits.pop(0))


def key_for(house, username, timezone, folder):
    """The key of an earlier run, or a new account. The key is shown once, so it is written down before anything else."""
    file = folder / f"{username}.key"
    if file.exists():
        return file.read_text().strip()
    key = house.call("POST", "/api/auth/register", {"username": username, "timezone": timezone})["your_token"]
    folder.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as private:
        private.write(key)
    return key


def creature_of(house):
    """The id of the newest creature. An empty house gets an egg; it hatches when it is looked at."""
    try:
        return house.call("GET", "/api/house/status")["creature"]["id"]
    except Refused as refused:
        if refused.status != 404:
            raise
        return house.call("POST", "/api/house/adopt", {"name": "Pip"})["creature"]["id"]


def visit(house):
    """One visit: the first step that is due, the most urgent of all creatures, until none is. Returns the last status."""
    for _ in range(MOST_CARE_IN_A_VISIT):
        status = house.call("GET", "/api/house/status")
        steps = [step for step in status["next_steps"] if step.get("endpoint") == "/api/house/care"]
        due = next((step for step in steps if step.get("due")), None)
        if due is None:
            break
        result = house.call(due["method"], due["endpoint"], due["body"])["action_result"]
        print(f"  {result['action']}: {result['message']}", flush=True)
    return status


def own(house, creature_id):
    """Asked for by its id, a creature answers also when it is dead."""
    return house.call("GET", f"/api/house/status?creature_id={creature_id}")


def wait(house, hours, movable):
    if movable:
        house.call("POST", "/api/house/clock", {"advance_hours": min(720, max(0.01, hours))})
    else:
        time.sleep(max(60, hours * 3600))


def main():
    parser = argparse.ArgumentParser(description="Raises a creature in Denkeeper.")
    parser.add_argument("base_url")
    parser.add_argument("--username", required=True)
    parser.add_argument("--timezone", default="UTC")
    parser.add_argument("--keys", type=pathlib.Path, default=pathlib.Path.home() / ".config" / "denkeeper")
    given = parser.parse_args()

    house = House(given.base_url)
    house.key = key_for(house, given.username, given.timezone, given.keys)
    creature_id = creature_of(house)
    while True:
        check_in = visit(house)["recommended_checkin"]
        status = own(house, creature_id)
        creature = status["creature"]
        if not creature["alive"]:
            raise SystemExit(f"{creature['name']} has died. {status['message']}")
        print(
            f"{creature['name']} the {creature['species']}: {creature['stage']}, {creature['age_hours']} h old, "
            f"{creature['mood']}. Back at {check_in['at']} for {check_in['name']}.",
            flush=True,
        )
        if creature["stage"] == "adult":
            print(f"It has grown up: {creature['evolution_progress']['current_path']}.")
            return
        wait(house, check_in["hours_from_now"], given.username.startswith(TEST_PREFIXES))


if __name__ == "__main__":
    main()
