# The service as an image: no build step, because Node runs the sources as they are. It writes only to /tmp and to the folders
# of portraits and of LOG_ARCHIVE, needs no privileges, and runs with a read-only root. `ROLE` says what a container does; docs/operating.md has
# the settings.
#
# The bases are named by their exact versions. A release also pins their digests, see docs/upgrading.md:
#   docker build --build-arg NODE_IMAGE=node:26.10.0-trixie-slim@sha256:DIGEST --build-arg BUILD_COMMIT=$(git rev-parse HEAD) .
ARG NODE_IMAGE=node:26.10.0-trixie-slim
ARG DEBIAN_IMAGE=debian:13.7-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/rules/package.json ./packages/rules/
COPY packages/trials/package.json ./packages/trials/
COPY packages/portraits/package.json ./packages/portraits/
COPY scripts/release/inventory.ts ./scripts/release/
COPY src/providers/similarity/named/doubtful-words.license.txt ./src/providers/similarity/named/
# The list of packages (CycloneDX) and the texts of their licenses stay in the image. Node runs no TypeScript of installed
# packages, so their declarations and sources are only ballast, and so is the compiler.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force \
    && node scripts/release/inventory.ts . \
    && rm -rf node_modules/typescript node_modules/@typescript \
    && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) -delete
# Node and the one library that Debian's smallest image lacks. npm and the headers of Node stay behind.
RUN install -D "$(command -v node)" /runtime/usr/local/bin/node \
    && install -D -t /runtime/usr/local/lib "$(ldd "$(command -v node)" | awk '/libatomic/ { print $3 }')"

# The command line, packed for the service to give out. It is built by development packages, which stay behind.
FROM ${NODE_IMAGE} AS client
WORKDIR /app
COPY . ./
RUN npm ci --ignore-scripts && npm cache clean --force \
    && node packages/denkeeper/build.ts

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
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES.txt ./
COPY package.json LICENSE CHANGELOG.md ./
COPY migrations ./migrations
COPY docs/*.md ./docs/
COPY scripts/migrate.ts scripts/healthcheck.sh ./scripts/
COPY packages/rules ./packages/rules
COPY packages/trials ./packages/trials
COPY packages/portraits ./packages/portraits
COPY packages/python/denkeeper.py ./packages/python/
COPY examples/schedule ./examples/schedule
COPY --from=client /app/build/cli-*.tgz ./build/
COPY src ./src
# A volume that is mounted here for the first time takes its owner from these folders.
RUN ldconfig && install -d -o 1000 -g 1000 /var/lib/denkeeper/log /var/lib/denkeeper/portraits
USER 1000:1000
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["bash", "scripts/healthcheck.sh"]
CMD ["node", "src/main.ts"]
