"""A creature's first day, in seconds: an account called test-... may move its own clock.

Usage: PYTHONPATH=packages/python python3 examples/first_day.py [username]
"""

import secrets
import sys

from denkeeper import Denkeeper

house = Denkeeper()
house.register(sys.argv[1] if len(sys.argv) > 1 else f"test-{secrets.token_hex(6)}")
house.adopt("Pip")
hours = 0.0
while hours < 24 and "recommended_checkin" in (visit := house.visit_house()):
    for result in visit["results"]:
        print(f"{hours:4.1f} h  {result['action']}: {result['message'] if 'message' in result else result['error']}")
    wait = max(0.1, visit["recommended_checkin"]["hours_from_now"])
    house.call("move_clock", advance_hours=wait)
    hours += wait
creature = house.status()["creature"]
print(f"Pip is a {creature['stage']}, {creature['mood']}, trust {creature['trust']}.")
