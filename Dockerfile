# This image has never been built; release/dev/tests/containers.test.ts runs its commands without Docker.
# Usage: docs/hosting/several-machines.md.

# Debian, because the PostgreSQL in the artefact needs glibc; it starts only without DATABASE_URL, as the user node.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /opt/workspace
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile
RUN npx --yes pnpm@12.21.0 server:pack /opt/site

FROM node:24.21.0-bookworm-slim
WORKDIR /opt/site
COPY --from=packages /opt/site /opt/site
RUN install -d -o node -g node -m 0700 /var/lib/site
ENV DATA_DIR=/var/lib/site SITE_CONFIG=/etc/site/site.json PORT=4173
USER node
VOLUME /var/lib/site
EXPOSE 4173
HEALTHCHECK --interval=30s --timeout=10s --start-period=1m --start-interval=5s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "site.mjs", "start"]
