#!/usr/bin/env bash
# Makes dist/: the programs for each platform, their checksums, a bill of
# materials, and the report of the contract. It refuses when the contract was
# not judged on every target that a release needs, or is not green on one.
#
#   VERSION=v1.2.3 deploy/release.sh [report.json …]
#
# Without arguments the reports are those in reports/.
set -euo pipefail
cd "$(dirname "$0")/.."

VERSION=${VERSION:-$(git describe --tags --always --dirty)}
PLATFORMS=${PLATFORMS:-linux/amd64 linux/arm64 darwin/arm64}
TARGETS=${TARGETS:-inprocess process container kind}
# What must have been judged, whole, whatever the files are called.
PASSES=${PASSES:-inprocess/stdio,inprocess/sse,process/stdio,process/sse,container/stdio,container/sse,kind/stdio,kind/sse,kind-sidecar/sse}
CYCLONEDX=github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0

refuse() {
  echo "release: $*" >&2
  exit 1
}

if [ $# -eq 0 ]; then
  for t in $TARGETS; do
    [ -f "reports/$t.json" ] || refuse "there is no reports/$t.json; run the contract on $t first"
    set -- "$@" "reports/$t.json"
  done
fi
rm -rf dist
mkdir -p dist
# The verdict comes first: nothing is made from what is red.
bin/contract merge --require "$PASSES" --report "json=dist/contract.json,md=dist/contract.md,junit=dist/contract.xml" "$@" >dist/contract.txt ||
  { tail -n 3 dist/contract.txt >&2; rm -rf dist; refuse "the contract is not met"; }
tail -n 1 dist/contract.txt

export CGO_ENABLED=0
for platform in $PLATFORMS; do
  os=${platform%/*} arch=${platform#*/}
  dir=$(mktemp -d)
  GOOS=$os GOARCH=$arch make --no-print-directory build BIN="$dir" VERSION="$VERSION"
  cp LICENSE README.md "$dir/"
  # Sorted names, one owner and one time: the archive of one commit is always the same.
  tar -C "$dir" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -cf - . |
    gzip -n >"dist/ambient-mcp_${VERSION}_${os}_${arch}.tar.gz"
  rm -rf "$dir"
done
go run "$CYCLONEDX" mod -json -licenses -output dist/sbom.cdx.json . 2>/dev/null
(cd dist && sha256sum -- *.tar.gz sbom.cdx.json contract.json >SHA256SUMS)
ls -1 dist
