"""Keeps your creatures alive: visits your house, does what is due, and sleeps until the next check-in, even across outages.

Usage: PYTHONPATH=packages/python DENKEEPER_KEY=dk_... python3 examples/keeper.py
Elsewhere, copy packages/python/denkeeper.py into the folder of this file.
"""

from denkeeper import Denkeeper, DenkeeperError

try:
    for kept in Denkeeper().keep():
        for result in kept["results"]:
            print(f"{result['name']}: {result['message']}" if "message" in result else result["error"], flush=True)
        for report in kept["reports"]:
            print(f"Tell your human: {report['message']}", flush=True)
        if kept["next"]:
            print(f"Back at {kept['next']['at']}.", flush=True)
except DenkeeperError as error:
    raise SystemExit(f"{error}: {error.suggestion}") from None
