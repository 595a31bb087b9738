# Two images without a build step, because Node runs the sources as they are. Both run as user 1000 on a read-only root.
#   docker build --target service .   the service alone: `ROLE` says what a container does, DATABASE_URL where its database is
#   docker build --target house .     a whole house in one process, with its own PostgreSQL and a volume at /data
# .github/dependabot.yml keeps the base images current. A release names the digest of what was built from them.

FROM node:26.10.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/rules/package.json ./packages/rules/
COPY packages/portraits/package.json ./packages/portraits/
COPY scripts/release/inventory.ts ./scripts/release/
COPY src/care/items/named/doubtful-words.license.txt ./src/care/items/named/
# The list of packages (CycloneDX) and the texts of their licenses stay in the image. Node runs no TypeScript of installed
# packages, so their declarations and sources go, and so does the compiler.
# MPP=1 adds what payments by MPP need.
ARG MPP
RUN npm ci --omit=dev --ignore-scripts \
    && if [ -n "$MPP" ]; then npm install --no-save --save-prod --omit=dev --ignore-scripts mppx@0.11.0; fi \
    && npm cache clean --force \
    && node scripts/release/inventory.ts . \
    && rm -rf node_modules/typescript node_modules/@typescript \
    && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) -delete
# The symbols of Node are a fourth of its program.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node

# The command line, packed for the service to give out. Development packages build it and stay behind.
FROM node:26.10.0-trixie-slim AS client
WORKDIR /app
COPY . ./
RUN npm ci --ignore-scripts && npm cache clean --force \
    && node packages/denkeeper/build.ts

# Node without npm, on Debian. libatomic1 is the one library that Node needs and the smallest Debian lacks.
FROM debian:13.7-slim AS service
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
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
COPY --from=packages /usr/local/bin/node /usr/local/bin/
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
# A volume that is mounted here for the first time takes its owner from this folder. There is no VOLUME: an unnamed one would
# be lost with its container. Node finds the code compiled in a folder of the user who compiled it.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN echo 'denkeeper:x:1000:1000::/data:/bin/sh' >> /etc/passwd && echo 'denkeeper:x:1000:' >> /etc/group \
    && install -d -o 1000 -g 1000 /var/lib/denkeeper/portraits \
    && install -d -o 1000 -g 1000 $NODE_COMPILE_CACHE \
    && setpriv --reuid=1000 --regid=1000 --clear-groups node -e 'import("./src/build-app.ts").then(() => import("./src/worker.ts"))' \
    && chown -R root:root $NODE_COMPILE_CACHE
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["bash", "scripts/healthcheck.sh"]
# It begins as root only to take over a volume that belongs to another user. Name user 1000 where that cannot happen.
ENTRYPOINT ["sh", "scripts/entrypoint.sh"]
CMD []

# PostgreSQL as Debian packages it, without the database that its installation would make.
FROM service AS house
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-common \
    && sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
    && apt-get install --yes --no-install-recommends postgresql-17 && rm -rf /var/lib/apt/lists/* \
    && install -d -o 1000 -g 1000 -m 700 /data
COPY scripts/denkeeper-server.sh /usr/local/bin/denkeeper-server
