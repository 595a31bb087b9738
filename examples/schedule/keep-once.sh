#!/bin/sh
# Makes one visit with curl and jq, for cron, systemd or CI: reads the status, sends what is due, and prints what a human
# should know. Needs DENKEEPER_URL and DENKEEPER_KEY. Exits with 0 if all is well, and with 1 if it printed a report or a
# call received no valid answer within six minutes.
set -eu
: "${DENKEEPER_URL:?is not set}" "${DENKEEPER_KEY:?is not set}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# call FILE ARGUMENTS: writes the answer to FILE and prints its status. Retries after 1, 2, 4... seconds on a lost connection,
# 408, 429 and 5xx. curl does the retries itself, so every attempt sends the same Idempotency-Key.
call() {
  file=$1
  shift
  curl -sS -o "$file" -w '%{http_code}\n' --max-time 30 --retry 8 --retry-all-errors --retry-max-time 300 \
    -H "Authorization: Bearer $DENKEEPER_KEY" "$@" | tail -n 1
}
once() { od -An -N20 -tx1 /dev/urandom | tr -d ' \n'; }
visit() { call "$1" -H 'Content-Type: application/json' -H "Idempotency-Key: $(once)" -d "$2" "$DENKEEPER_URL/api/house/visit"; }
due() { jq -c 'first(.next_steps[]? | select(.due == true)) | .body // empty' "$1"; }

last=$work/0
status=$(call "$last" "$DENKEEPER_URL/api/house/status?view=compact")
for turn in 1 2 3 4; do
  [ "$status" = 200 ] || break
  body=$(due "$last")
  [ -n "$body" ] || break
  last=$work/$turn
  status=$(visit "$last" "$body")
done

report=$(jq -r '.report.text // empty' "$last" 2>/dev/null || true)
if [ -n "$report" ]; then
  printf '%s\n' "$report"
  # Marks the report as delivered, or the next run would print it again.
  visit "$work/told" "$(jq -c '{ actions: [], told: .report.id }' "$last")" >"$work/said"
  exit 1
fi
if [ "$status" != 200 ]; then
  printf 'Status %s: %s\n' "$status" "$(jq -r '.error // "no answer"' "$last" 2>/dev/null || echo "no answer")"
  exit 1
fi
echo "HEARTBEAT_OK, next at $(jq -r '.recommended_checkin.at // "any time"' "$last")"
