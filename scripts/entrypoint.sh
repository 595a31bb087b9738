#!/bin/sh
# The ENTRYPOINT of both images. Starts a standalone house in /data, the process that ROLE names with the database at
# DATABASE_URL, or a given command. Root is used only to hand /data to user 1000, because some hosts mount volumes as root.
set -eu
is_whole_house() { [ -z "${DATABASE_URL:-}" ] && [ "${ROLE:-all}" = all ]; }

if [ "$(id -u)" = 0 ]; then
  if is_whole_house && [ -d /data ] && [ "$(stat -c %u /data)" != 1000 ]; then chown -R 1000:1000 /data; fi
  exec setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs sh "$0" "$@"
fi
if [ $# -gt 0 ]; then exec "$@"; fi
if ! is_whole_house; then exec node src/main.ts; fi
if ! command -v denkeeper-server > /dev/null; then
  echo "DATABASE_URL is not set, and this image has no PostgreSQL: set it, or use the image whose tag ends in -house." >&2
  exit 1
fi
if ! grep -q '^[^ ]* [^ ]* [^ ]* [^ ]* /data ' /proc/self/mountinfo; then
  echo "Nothing is mounted at /data, so this house would be lost with its container: add a volume, such as -v den:/data." >&2
  echo "To use a PostgreSQL of your own instead, set DATABASE_URL." >&2
  exit 1
fi
unset ROLE
exec denkeeper-server start
