#!/usr/bin/env bash
# Builds the images and tells their sizes.
#
#   deploy/docker/build.sh                  all of them
#   deploy/docker/build.sh --reproducible   each twice, without a cache; fails when the layers differ
#
# Environment: SERVER_IMAGE, PLATFORM_IMAGE, PROBE_IMAGE, CONTRACT_IMAGE name them; BASE_REGISTRY is the prefix of
# the base images; BUILDER_IMAGE, RUNTIME_IMAGE replace them; VERSION, REVISION and SOURCE_DATE_EPOCH are told to the
# build. IMAGES_BASE=scratch takes no base image and the programs as this machine builds them, IMAGES_BASE=ubi insists
# on the base images; without it they are used when they are there or BASE_REGISTRY says where to pull them.
set -euo pipefail
cd "$(dirname "$0")/../.."

declare -A tags=(
  [ambient-mcp]=${SERVER_IMAGE:-localhost/vteam_ambient_mcp:latest}
  [mockplatform]=${PLATFORM_IMAGE:-localhost/vteam_mockplatform:latest}
  [session-probe]=${PROBE_IMAGE:-localhost/vteam_session_probe:latest}
  [contract]=${CONTRACT_IMAGE:-localhost/vteam_contract:latest}
)
declare -A programs=(
  [ambient-mcp]="ambient-mcp"
  [mockplatform]="mockplatform"
  [session-probe]="session-probe acpctl"
  [contract]="contract acpctl"
)
names=(ambient-mcp mockplatform session-probe contract)
out=dist/images

BASE_REGISTRY=${BASE_REGISTRY:-}
BUILDER_IMAGE=${BUILDER_IMAGE:-${BASE_REGISTRY}ubi9/go-toolset}
RUNTIME_IMAGE=${RUNTIME_IMAGE:-${BASE_REGISTRY}ubi9/ubi-minimal}
VERSION=${VERSION:-$(git describe --tags --always --dirty 2>/dev/null || echo dev)}
REVISION=${REVISION:-$(git rev-parse HEAD 2>/dev/null || echo unknown)}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export VERSION SOURCE_DATE_EPOCH

docker info >/dev/null 2>&1 || { echo "images: no container engine answers; start one (.ci/engine up) and try again" >&2; exit 2; }

# Newer clients have BuildKit as a plugin only, older ones built in.
export DOCKER_BUILDKIT=1
if ! docker buildx version >/dev/null 2>&1 && [ "$(docker version -f '{{.Client.Version}}' | cut -d. -f1)" -ge 23 ]; then
  DOCKER_BUILDKIT=0
fi

have() { docker image inspect "$1" >/dev/null 2>&1; }
# Whether the images are built on the base images: asked for, there already, or somewhere to be pulled from.
based() {
  case "${IMAGES_BASE:-}" in
    scratch) return 1 ;;
    ubi) return 0 ;;
    "") [ -n "$BASE_REGISTRY" ] || { have "$BUILDER_IMAGE" && have "$RUNTIME_IMAGE"; } ;;
    *) echo "images: IMAGES_BASE is \"$IMAGES_BASE\"; valid are scratch, ubi" >&2; exit 3 ;;
  esac
}

args=(--build-arg "VERSION=$VERSION" --build-arg "REVISION=$REVISION" --build-arg "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH"
  --build-arg "CREATED=$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)")
if based; then
  echo "images: from source, on $RUNTIME_IMAGE"
  args+=(--build-arg "BUILDER_IMAGE=$BUILDER_IMAGE" --build-arg "RUNTIME_IMAGE=$RUNTIME_IMAGE")
else
  echo "images: from scratch with the programs as built here; there are no base images (BASE_REGISTRY says where to pull them)"
  args+=(--build-arg BUILT=prebuilt --build-arg RUNTIME_IMAGE=scratch)
  for name in "${names[@]}"; do
    # shellcheck disable=SC2086 # a list of programs
    go run ./deploy/docker/stage -out "$out/$name.tar" ${programs[$name]} >/dev/null
  done
fi

# The classic builder builds every stage, also one that nothing needs and whose base cannot be had.
dockerfile() {
  if [ "$DOCKER_BUILDKIT" = 0 ] && [ -f "$out/$1.tar" ] && ! based; then
    sed '/^FROM .* AS source$/,/^$/d' "deploy/docker/$1.Dockerfile"
  else
    cat "deploy/docker/$1.Dockerfile"
  fi
}

build() { # NAME TAG [flag…]
  local name=$1 tag=$2 log
  shift 2
  log=$(mktemp)
  if ! dockerfile "$name" | docker build "$@" "${args[@]}" -f - -t "$tag" . >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    rm -f "$log"
    echo "images: $tag could not be built" >&2
    exit 1
  fi
  rm -f "$log"
}
layers() { docker image inspect -f '{{json .RootFS.Layers}}' "$1"; }

if [ "${1:-}" = --reproducible ]; then
  for name in "${names[@]}"; do
    build "$name" "${tags[$name]}" --no-cache
    first=$(layers "${tags[$name]}")
    build "$name" "${tags[$name]}" --no-cache
    if [ "$first" != "$(layers "${tags[$name]}")" ]; then
      echo "images: the layers of ${tags[$name]} differ from build to build: $first, $(layers "${tags[$name]}")" >&2
      exit 1
    fi
    echo "images: ${tags[$name]} is the same twice: $first"
  done
  exit
fi

printf '%-42s %10s  %s\n' image "size (MB)" id
for name in "${names[@]}"; do
  build "$name" "${tags[$name]}"
  docker image inspect -f '{{.Size}} {{.Id}}' "${tags[$name]}" |
    awk -v tag="${tags[$name]}" '{ printf "%-42s %10.1f  %s\n", tag, $1 / 1e6, substr($2, 8, 12) }'
done
