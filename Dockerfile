# This image has never been built; release/dev/tests/containers.test.ts runs its commands without Docker.
# Usage: docs/host-several-machines.md.

# Debian, because the PostgreSQL of the packages needs glibc; it starts only without DATABASE_URL, as the user node.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /opt/site
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile

FROM node:24.21.0-bookworm-slim
WORKDIR /opt/site
# The first start on an empty store builds the first releases here.
COPY --from=packages --chown=node:node /opt/site /opt/site
RUN install -d -o node -g node -m 0700 /var/lib/site
ENV DATA_DIR=/var/lib/site PORT=4173
USER node
VOLUME /var/lib/site
EXPOSE 4173
# The first start builds for some minutes.
HEALTHCHECK --interval=30s --timeout=10s --start-period=10m --start-interval=5s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "tooling/run.cjs", "release/dev/src/bin/start.ts"]
