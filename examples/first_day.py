"""The first day of a creature, with the standard library of Python alone.

An account called dev-... may move its own clock, so the day takes seconds. A real keeper sleeps instead.
Usage: python3 examples/first_day.py [username]
"""

import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime

URL = os.environ.get("DENKEEPER_URL", "http://localhost:3000")
HOURS = 24


def call(method, path, body=None, key=None):
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    if method != "GET":
        # Sent again with the same key, a call takes effect once.
        headers["Idempotency-Key"] = secrets.token_hex(24)
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            answer = json.load(error)
            if error.code != 429:
                raise SystemExit(f"{answer['error']}: {answer['suggestion']}") from None
            time.sleep(int(error.headers["Retry-After"]))


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def main():
    username = sys.argv[1] if len(sys.argv) > 1 else f"dev-{secrets.token_hex(6)}"
    key = call("POST", "/api/auth/register", {"username": username})["your_token"]
    call("POST", "/api/house/adopt", {"name": "Pip"}, key)
    while True:
        status = call("GET", "/api/house/status", key=key)
        creature = status["creature"]
        if not creature["alive"]:
            raise SystemExit(f"Pip died of {status['gravestone']['cause']}.")
        if creature["age_hours"] >= HOURS:
            break
        care = [step for step in status["next_steps"] if step.get("due")]
        if care:
            result = call("POST", "/api/house/care", care[0]["body"], key)["action_result"]
            print(f"{creature['age_hours']:5.1f} h  {result['action']}: {result['message']}")
            if result["success"]:
                continue
        now = instant(call("GET", "/api/house/clock", key=key)["house_time"])
        wait = (instant(status["recommended_checkin"]["at"]) - now).total_seconds() / 3600
        call("POST", "/api/house/clock", {"advance_hours": max(0.01, wait)}, key)
    print(f"Pip is a {creature['stage']}, {creature['mood']}, trust {creature['trust']}.")


main()
