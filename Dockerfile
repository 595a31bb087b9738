# The service as an image: no build step, because Node runs the sources as they are. It writes only to /tmp and to the folder
# of portraits, needs no privileges, and runs with a read-only root. `ROLE` says what a container does; docs/operating.md has
# the settings.
#
# The base is named by its exact version. A release also pins its digest, see docs/upgrading.md:
#   docker build --build-arg NODE_IMAGE=node:26.10.0-trixie-slim@sha256:DIGEST .
ARG NODE_IMAGE=node:26.10.0-trixie-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/rules/package.json ./packages/rules/
COPY packages/portraits/package.json ./packages/portraits/
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
ENV PORTRAITS_DIR=/var/lib/denkeeper/portraits
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY migrations ./migrations
COPY docs/*.md ./docs/
COPY scripts/migrate.ts ./scripts/
COPY packages/rules ./packages/rules
COPY packages/portraits ./packages/portraits
COPY src ./src
# A volume that is mounted here for the first time takes its owner from this folder.
RUN install -d -o 1000 -g 1000 /var/lib/denkeeper/portraits
USER 1000:1000
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "src/healthcheck.ts"]
CMD ["node", "src/main.ts"]
