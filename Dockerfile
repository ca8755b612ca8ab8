# The program and nothing else, with a user of its own: docker build -t issue-conformance .
# The base image is named by its digest. To renew it: docker buildx imagetools inspect node:22-bookworm-slim
ARG NODE=22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c

FROM node:${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY suites ./suites
COPY proof ./proof
COPY src ./src
RUN npm run --silent build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:${NODE}
WORKDIR /app
COPY --from=build /build/package.json ./package.json
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY LICENSE ./LICENSE
# The only folder that is written to; the rest may be read-only.
RUN install -d -o node -g node /reports
USER node
# Settings come from the environment, or from a .env that is mounted here.
WORKDIR /work
ENV REPORT_DIR=/reports
VOLUME ["/reports"]
ENTRYPOINT ["node", "/app/dist/cli.js"]
