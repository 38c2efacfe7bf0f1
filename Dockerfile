# One image with all apps; the command selects one: docker run carillon node apps/gateway/main.js
# The only base image. docker-compose.yml also names it, and the images of the servers. docs/operate/install.md describes how to pin them.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS workspace
WORKDIR /carillon
COPY package.json package-lock.json .npmrc ./

FROM workspace AS build
RUN npm ci
COPY nest-cli.json tsconfig.json programs.cjs rspack.config.cjs swc.config.cjs ./
COPY apps apps
COPY libs libs
COPY clients clients
COPY tools tools
COPY dev dev
COPY docs docs
COPY CHANGELOG.md ./
COPY deploy/helm/carillon/README.md deploy/helm/carillon/
RUN npm run build && rm -rf dist/dev/bench dist/dev/chaos dist/dev/launcher/main.*

FROM workspace AS dependencies
RUN npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json
# Half of each package is documentation and types, which are not needed at runtime.
RUN npm ci --omit=dev && rm -rf node_modules/typescript \
  && find node_modules -type f \
    \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.flow' -o -iname 'readme*' \) -delete

# Node and the libraries that it is linked to, without a shell or a package manager.
FROM ${NODE_IMAGE} AS runtime
RUN mkdir -p /runtime/usr/local/bin /runtime/etc /runtime/carillon \
  && install --directory --mode=1777 /runtime/tmp \
  # The folder for the sandbox's messages and the command line's keys. A volume that is mounted here belongs to the image's user.
  && install --directory --owner=1000 --group=1000 /runtime/data /runtime/client \
  && echo 'root:x:0:0::/:\nnode:x:1000:1000::/tmp:' > /runtime/etc/passwd \
  && echo 'root:x:0:\nnode:x:1000:' > /runtime/etc/group \
  && echo 'hosts: files dns' > /runtime/etc/nsswitch.conf \
  && cp "$(command -v node)" /runtime/usr/local/bin/node \
  && ldd /usr/local/bin/node | grep -o '/[^ ]*' | xargs -I{} cp -L --parents {} /runtime

FROM scratch
COPY --from=runtime /runtime /
WORKDIR /carillon
# Node's default limits depend on the machine's memory. With these limits (MiB), a service stays at about 150 MiB.
ENV NODE_OPTIONS="--enable-source-maps --max-semi-space-size=8 --max-old-space-size=512"
ENV PATH=/usr/local/bin HOME=/tmp NODE_ENV=production ADMIN_HOST=0.0.0.0 ADMIN_PORT=9090
COPY --from=dependencies /carillon/node_modules node_modules
COPY --from=dependencies /carillon/sbom.cdx.json ./
COPY --from=build /carillon/dist ./
USER node
# Liveness only. Load balancers use /health/ready.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ARG VERSION=0.4.0-dev
ARG REVISION=
LABEL org.opencontainers.image.title="Carillon" \
  org.opencontainers.image.description="A campaign messenger for email, WhatsApp and SMS" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# A container without a program prints an error.
CMD ["node", "-e", "process.stderr.write('Name an app: node apps/gateway/main.js\\n'); process.exit(2)"]
