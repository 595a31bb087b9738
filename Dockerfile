# The service as an image: no build step, because Node runs the sources as they are. It writes nothing but to /tmp, needs no
# rights, and runs with a read-only root. `ROLE` says what a container does; docs/operating.md has the settings.
FROM node:26-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM node:26-trixie-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY migrations ./migrations
COPY src ./src
USER 1000:1000
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "src/watch/healthcheck.ts"]
CMD ["node", "src/main.ts"]
