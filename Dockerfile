# The service as an image: no build step, because Node runs the sources as they are. It runs as user 1000 on a read-only root.
# With a volume at /data and no DATABASE_URL it is a whole house with its own PostgreSQL, which writes to /data and /tmp. Otherwise
# `ROLE` says what a container does, and it writes to /tmp and to the folder of portraits.
#
# The bases are named by their exact versions. A release also pins their digests, see docs/upgrading.md:
#   docker build --build-arg NODE_IMAGE=node:26.10.0-trixie-slim@sha256:DIGEST --build-arg BUILD_COMMIT=$(git rev-parse HEAD) .
ARG NODE_IMAGE=node:26.10.0-trixie-slim
ARG DEBIAN_IMAGE=debian:13.7-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/rules/package.json ./packages/rules/
COPY packages/portraits/package.json ./packages/portraits/
COPY scripts/release/inventory.ts ./scripts/release/
COPY src/care/items/named/doubtful-words.license.txt ./src/care/items/named/
# The list of packages (CycloneDX) and the texts of their licenses stay in the image. Node runs no TypeScript of installed
# packages, so their declarations and sources are only ballast, and so is the compiler.
# MPP=1 adds what payments by MPP need.
ARG MPP
RUN npm ci --omit=dev --ignore-scripts \
    && if [ -n "$MPP" ]; then npm install --no-save --save-prod --omit=dev --ignore-scripts mppx@0.11.0; fi \
    && npm cache clean --force \
    && node scripts/release/inventory.ts . \
    && rm -rf node_modules/typescript node_modules/@typescript \
    && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) -delete
# Node without its symbols (33 MB), and the one library that Debian's smallest image lacks. npm and headers stay behind.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils \
    && install -D --strip "$(command -v node)" /runtime/usr/local/bin/node \
    && install -D -t /runtime/usr/local/lib "$(ldd "$(command -v node)" | awk '/libatomic/ { print $3 }')"

# The command line, packed for the service to give out. It is built by development packages, which stay behind.
FROM ${NODE_IMAGE} AS client
WORKDIR /app
COPY . ./
RUN npm ci --ignore-scripts && npm cache clean --force \
    && node packages/denkeeper/build.ts

# PostgreSQL of Debian: its programs, and of what they load only what the last stage does not have. The package as a whole
# would bring 250 MB, half of it LLVM. Licenses and versions come along, so that scanners see these packages.
FROM ${DEBIAN_IMAGE} AS postgres
RUN find /usr/lib -name '*.so*' | sort > /had \
    && apt-get update && apt-get install --yes --no-install-recommends postgresql-17 \
    && cd /usr/lib/postgresql/17 \
    && install -D -t /postgres$PWD/bin bin/postgres bin/initdb bin/pg_ctl bin/pg_dump bin/pg_restore bin/psql \
    && install -D -t /postgres$PWD/lib lib/plpgsql.so lib/dict_snowball.so \
    && install -d /postgres/usr/share/postgresql && cp -r /usr/share/postgresql/17 /postgres/usr/share/postgresql/ \
    && ldd bin/postgres bin/psql bin/pg_restore | awk '/=> \// { print $3 }' | sed 's|^/lib/|/usr/lib/|' | sort -u \
    | comm -23 - /had > /loaded && xargs -I{} install -D {} /postgres{} < /loaded \
    && for package in postgresql-17 postgresql-client-17 $(xargs dpkg -S < /loaded | sed 's|:.*||' | sort -u); do \
      install -D -t /postgres/usr/share/doc/$package /usr/share/doc/$package/copyright; \
      install -d /postgres/var/lib/dpkg/status.d && dpkg --status $package > /postgres/var/lib/dpkg/status.d/$package; \
    done

FROM ${DEBIAN_IMAGE}
ARG BUILD_VERSION
ARG BUILD_COMMIT
LABEL org.opencontainers.image.title=Denkeeper \
    org.opencontainers.image.source=https://github.com/denkeeper/denkeeper \
    org.opencontainers.image.licenses=MIT \
    org.opencontainers.image.version=${BUILD_VERSION} \
    org.opencontainers.image.revision=${BUILD_COMMIT}
ENV NODE_ENV=production
ENV BUILD_COMMIT=${BUILD_COMMIT}
ENV PORTRAITS_DIR=/var/lib/denkeeper/portraits
WORKDIR /app
COPY --from=packages /runtime /
COPY --from=postgres /postgres /
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES.txt ./
COPY package.json LICENSE CHANGELOG.md ./
COPY migrations ./migrations
COPY docs/*.md ./docs/
COPY scripts/migrate.ts scripts/healthcheck.sh scripts/entrypoint.sh ./scripts/
COPY packages/rules ./packages/rules
COPY packages/portraits ./packages/portraits
COPY packages/python/denkeeper.py ./packages/python/
COPY examples/schedule ./examples/schedule
COPY --from=client /app/build ./build
COPY src ./src
COPY scripts/denkeeper-server.sh /usr/local/bin/denkeeper-server
# A volume that is mounted here for the first time takes its owner from these folders. There is no VOLUME: an unnamed one would
# be lost with its container. Node finds the code compiled in a folder of the user who compiled it.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN ldconfig && echo 'denkeeper:x:1000:1000::/data:/bin/sh' >> /etc/passwd && echo 'denkeeper:x:1000:' >> /etc/group \
    && install -d -o 1000 -g 1000 /var/lib/denkeeper/portraits \
    && install -d -o 1000 -g 1000 -m 700 /data && install -d -o 1000 -g 1000 $NODE_COMPILE_CACHE \
    && setpriv --reuid=1000 --regid=1000 --clear-groups node -e 'import("./src/build-app.ts").then(() => import("./src/worker.ts"))' \
    && chown -R root:root $NODE_COMPILE_CACHE
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["bash", "scripts/healthcheck.sh"]
# It begins as root only to take over a volume that belongs to another user. Name user 1000 where that cannot happen.
ENTRYPOINT ["sh", "scripts/entrypoint.sh"]
CMD []
