#!/bin/sh
# Runs `denkeeper-server` in the container image of a standalone house, with its data in /data. Portraits go to /data, too, unless
# the operator chose another folder; the image's default folder is for the multi-process setup.
if [ "${PORTRAITS_DIR:-}" = /var/lib/denkeeper/portraits ]; then unset PORTRAITS_DIR; fi
exec node --title=denkeeper-server --max-semi-space-size=2 /app/src/standalone.ts "$@" --data /data
