#!/bin/bash
# The HEALTHCHECK of the image: exits with 0 if the process in this container is alive. Not written in Node, because starting Node
# would use more CPU than an idle service.
port="${PORT:-3000}"
[ "${ROLE:-all}" = worker ] && port="${WORKER_PORT:-3001}"
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
printf 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 2 _ status _ <&3
[ "$status" = 200 ]
