#!/bin/bash
# Starts a run of a trial and lets Harbor's agent play it. Everything after the scenario goes to `harbor run`.
# Usage: DENKEEPER_URL=https://... DENKEEPER_KEY=dk_... examples/harbor/run.sh guided-1 -a oracle
# With PRACTICE=1 to 24 it is a practice run on that seed; without it the run is ranked, and counts.
set -euo pipefail
scenario=$1
shift
body="{\"scenario\": \"$scenario\"${PRACTICE:+, \"practice\": $PRACTICE}}"
answer=$(curl -sS --fail-with-body "$DENKEEPER_URL/api/trials" -H "Authorization: Bearer $DENKEEPER_KEY" \
  -H 'Content-Type: application/json' -H "Idempotency-Key: $(head -c 24 /dev/urandom | base64 | tr '+/' '-_')" -d "$body")
field() { node -pe "JSON.parse(process.argv[1]).$1" "$answer"; }
DENKEEPER_RUN=$(field run.id) DENKEEPER_KEY=$(field your_token) \
  exec harbor run -p "$(dirname "$0")/$scenario" "$@"
