#!/bin/sh
# `denkeeper-server` in the image: the whole house in /data, and its commands key, backup and restore. Pictures are in /data
# as well, unless the operator said where; the place that the image names is for the roles.
if [ "${PORTRAITS_DIR:-}" = /var/lib/denkeeper/portraits ]; then unset PORTRAITS_DIR; fi
exec node --title=denkeeper-server --max-semi-space-size=2 /app/src/standalone.ts "$@" --data /data
