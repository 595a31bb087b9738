#!/bin/bash
# The image's HEALTHCHECK: asks the process in the same container whether it is alive, and exits with 0 if it is. Not in
# Node, whose start alone would cost more than the service at rest.
port="${PORT:-3000}"
[ "${ROLE:-all}" = worker ] && port="${WORKER_PORT:-3001}"
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
printf 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 2 _ status _ <&3
[ "$status" = 200 ]
