#!/bin/bash
# Wakes the example agent until the run is over.
set -euo pipefail
export DENKEEPER_NOTES=${DENKEEPER_NOTES:-$(mktemp -d)}
until [ -e "$DENKEEPER_NOTES/over" ]; do
  node "$(dirname "$0")/trial-agent.mjs"
done
