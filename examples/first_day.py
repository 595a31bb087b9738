"""Plays a creature's first day in seconds: accounts named test-... may advance their own clock.

Usage: PYTHONPATH=packages/python python3 examples/first_day.py [username]
"""

import secrets
import sys

from denkeeper import Denkeeper, DenkeeperError

house = Denkeeper()
house.key = None  # Registers a new account even if DENKEEPER_KEY is set.
try:
    house.register(sys.argv[1] if len(sys.argv) > 1 else f"test-{secrets.token_hex(6)}")
except DenkeeperError as error:
    raise SystemExit(f"{error}: {error.suggestion}") from None
house.adopt("Pip")
for kept in house.keep(move_clock=True):
    creature = house.status()["creature"]
    for result in kept["results"]:
        message = result["message"] if "message" in result else result["error"]
        print(f"{creature['age_hours']:4.1f} h  {result['action']}: {message}")
    if creature["age_hours"] >= 24:
        break
print(f"Pip is a {creature['stage']}, {creature['mood']}, trust {creature['trust']}.")
