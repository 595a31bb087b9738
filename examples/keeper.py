"""Keeps your creatures alive: visits your house, does what is due, and sleeps until the next check-in.

Usage: PYTHONPATH=packages/python DENKEEPER_KEY=dk_... python3 examples/keeper.py
Elsewhere, put packages/python/denkeeper.py beside this file.
"""

import time

from denkeeper import Denkeeper

house = Denkeeper()
while "recommended_checkin" in (visit := house.visit_house()):
    for result in visit["results"]:
        print(f"{result['name']}: {result['message']}" if "message" in result else result["error"], flush=True)
    print(f"Back at {visit['recommended_checkin']['at']}.", flush=True)
    time.sleep(max(1, visit["recommended_checkin"]["hours_from_now"] * 3600))
