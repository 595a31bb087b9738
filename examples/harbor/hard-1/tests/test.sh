#!/bin/bash
# Writes the on-time share of the run to /logs/verifier/reward.txt, or 0 if its file cannot be verified.
set -uo pipefail
mkdir -p /logs/verifier
echo 0 > /logs/verifier/reward.txt
node "$(dirname "$0")/verify.mjs" hard-1 /logs/verifier
