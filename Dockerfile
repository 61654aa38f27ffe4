# The server as an image. It runs as an ordinary user on a read-only root: it writes only to /data and /tmp.
#   docker build -t whistlestop .
#   docker run --init --read-only --tmpfs /tmp -v whistlestop:/data -p 127.0.0.1:8080:8080 --log-opt max-size=50m --log-opt max-file=5 whistlestop
# Without the log options, Docker keeps all lines forever. Without DATABASE_URL the server runs its own PostgreSQL in /data.
# docs/operators-guide.md explains the settings.

FROM node:22-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json ./
# No package needs its install script here: the two lines after the next COPY do what is needed.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY prisma ./prisma
COPY prisma.config.ts tsconfig.json ./
COPY src ./src
COPY templates ./templates
COPY docs ./docs
RUN node prisma/generate.mjs
RUN node --import ./src/typescript.js src/database/embedded/prepare-binaries.ts

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=install /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
# `docker stop` waits ten seconds by default, which is enough for a clean stop.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "--import", "./src/typescript.js", "src/cli.ts", "health"]
CMD ["node", "--import", "./src/typescript.js", "src/main.ts"]
