# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0
#
# The contract of the MCP server, to be run inside a cluster. `make images` builds it; by hand, from the root of the repository:
#
#   docker build -f deploy/docker/contract.Dockerfile -t localhost/vteam_contract:latest .
#
# Where no base image can be pulled: --build-arg BUILT=prebuilt --build-arg RUNTIME_IMAGE=scratch,
# with the programs in dist/images/contract.tar (see build.sh).
ARG BASE_REGISTRY=
ARG BUILDER_IMAGE=${BASE_REGISTRY}ubi9/go-toolset
ARG RUNTIME_IMAGE=${BASE_REGISTRY}ubi9/ubi-minimal
ARG BUILT=source

FROM ${BUILDER_IMAGE} AS source
USER 0
WORKDIR /src
COPY go.mod go.sum ./
RUN ["go", "mod", "download"]
COPY . .
ARG VERSION=
ARG SOURCE_DATE_EPOCH=0
ENV VERSION=${VERSION} SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH} CGO_ENABLED=0 GOFLAGS=-buildvcs=false
RUN ["go", "run", "./deploy/docker/stage", "-out", "/image", "contract", "acpctl"]

FROM scratch AS prebuilt
# An archive, because a directory of the context does not keep its time with every builder.
ADD dist/images/contract.tar /image/

FROM ${BUILT} AS built

FROM ${RUNTIME_IMAGE}
ARG VERSION=dev
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="contract" \
      org.opencontainers.image.description="The contract of the MCP server, to be run inside a cluster" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="https://github.com/ambient-code/platform" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=built /image/ /
ENV PATH=/usr/local/bin:/usr/bin:/bin
USER 1001:0
ENTRYPOINT ["/usr/local/bin/contract"]
CMD ["run", "--help"]
