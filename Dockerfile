# One image per app: docker build --build-arg APP=gateway -t carillon/gateway .
# All apps are built in one stage and share the layer of dependencies, so the second image costs next to nothing.

FROM node:24-bookworm-slim AS workspace
WORKDIR /carillon
COPY package.json package-lock.json .npmrc ./

FROM workspace AS build
RUN npm ci
COPY nest-cli.json tsconfig.json rspack.config.cjs swc.config.cjs ./
COPY apps apps
COPY libs libs
COPY clients clients
COPY tools tools
COPY dev dev
COPY e2e e2e
RUN npm run build

FROM workspace AS dependencies
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
ARG APP
RUN [ -n "$APP" ] || { echo 'Say which app: --build-arg APP=gateway' >&2; exit 1; }
# Where the sandbox keeps its mail; a volume mounted here belongs to its user.
RUN install --directory --owner=node --group=node /data
WORKDIR /carillon
# Node's own limits follow the machine's memory; with these (MiB) a service stays flat at some 150 MiB.
ENV NODE_OPTIONS="--enable-source-maps --max-semi-space-size=8 --max-old-space-size=512"
ENV NODE_ENV=production ADMIN_HOST=0.0.0.0 ADMIN_PORT=9090
COPY --from=dependencies /carillon/node_modules node_modules
COPY --from=build /carillon/dist/*/${APP} ./
USER node
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "main.js"]
