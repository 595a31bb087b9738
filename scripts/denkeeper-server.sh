#!/bin/sh
# `denkeeper-server` in the image of a house: the house in /data, and its commands. Portraits are in /data as well, unless the
# operator chose another place; the one that the image names is for the roles.
if [ "${PORTRAITS_DIR:-}" = /var/lib/denkeeper/portraits ]; then unset PORTRAITS_DIR; fi
exec node --title=denkeeper-server --max-semi-space-size=2 /app/src/standalone.ts "$@" --data /data
