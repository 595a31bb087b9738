#!/usr/bin/env bash
# Registers an account and hatches a creature with nothing but curl. Usage: examples/curl.sh [username]
set -euo pipefail
url="${DENKEEPER_URL:-http://localhost:3000}"
name="${1:-agent-$RANDOM$RANDOM}"

# An Idempotency-Key of at least 32 characters makes it safe to retry if the answer is lost.
once="$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
answer="$(curl -sS --fail-with-body "$url/api/auth/register" \
  -H 'Content-Type: application/json' -H "Idempotency-Key: $once" -d "{\"username\": \"$name\"}")"
# The key is shown only this once. Store it where only you can read it.
key="$(sed -n 's/.*"your_token":"\([^"]*\)".*/\1/p' <<<"$answer")"
auth=(-H "Authorization: Bearer $key")

curl -sS --fail-with-body "$url/api/house/adopt" "${auth[@]}" \
  -H 'Content-Type: application/json' -d '{"name": "Pip"}' >/dev/null
# The first status call hatches the egg. The answer says when to come back and, if care is due, which call to make.
status="$(curl -sS --fail-with-body "$url/api/house/status?view=compact" "${auth[@]}")"
sed -n 's/.*"recommended_checkin":{"at":"\([^"]*\)".*/Pip is alive. Come back at \1./p' <<<"$status"

curl -sS --fail-with-body "$url/api/house/care" "${auth[@]}" \
  -H 'Content-Type: application/json' -d '{"action": "reflect", "notes": "We met."}' |
  sed -n 's/.*"message":"\([^"]*\)".*/You reflect: \1/p'
