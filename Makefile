# Ambient MCP. `make help` lists what there is.

GO      ?= go
BIN     := bin
KIND_FLAGS ?= --concurrency 16
REPORTS := reports
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
MODULE  := github.com/ambient-code/platform/components/ambient-mcp
LDFLAGS := -s -w $(foreach v,/server.Build /mockplatform/serve.Version /cmd/session-probe/app.Version /cmd/contract/app.Version,-X $(MODULE)$(v)=$(VERSION))

# The reports of one run, in the formats that somebody reads.
report = junit=$(REPORTS)/$(1).xml,json=$(REPORTS)/$(1).json,md=$(REPORTS)/$(1).md
TARGET_REPORTS = $(wildcard $(foreach t,inprocess process container kind,$(REPORTS)/$(t).json))

# Tools are run at fixed versions, outside go.mod, so that the product's own dependencies stay its own.
GOLANGCI := $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
VULN     := $(GO) run golang.org/x/vuln/cmd/govulncheck@v1.9.0

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build the programs into bin/
	@mkdir -p $(BIN)
	@CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/ ./cmd/...

.PHONY: contract
contract: build ## the main job: the whole contract against the real programs, over stdio and SSE
	@mkdir -p $(REPORTS)
	@$(BIN)/contract coverage
	@$(BIN)/contract run --target process --transport stdio,sse --bin $(BIN) \
		--report $(call report,process)

.PHONY: contract-inprocess
contract-inprocess: build ## the same scenarios against the libraries, in memory
	@mkdir -p $(REPORTS)
	@$(BIN)/contract run --target inprocess --transport stdio,sse --report $(call report,inprocess)

.PHONY: images
images: ## build the four images and tell their sizes; needs a container engine
	@VERSION=$(VERSION) BASE_REGISTRY=$(BASE_REGISTRY) deploy/docker/build.sh

.PHONY: images-reproducible
images-reproducible: ## build each image twice and compare the layers
	@VERSION=$(VERSION) BASE_REGISTRY=$(BASE_REGISTRY) deploy/docker/build.sh --reproducible

.PHONY: e2e-container
e2e-container: build images ## the same scenarios against the images; needs a container engine
	@mkdir -p $(REPORTS)
	@$(BIN)/contract run --target container --transport stdio,sse --bin $(BIN) $(IMAGE_FLAGS) --report $(call report,container)

.PHONY: e2e-kind
e2e-kind: build images ## the same scenarios in a kind cluster; needs a container engine
	@mkdir -p $(REPORTS)
	@image="$$(.ci/node-image)" && KIND_NODE_IMAGE="$$image" $(BIN)/contract run --target kind --transport stdio,sse $(IMAGE_FLAGS) \
		$(KIND_FLAGS) --report $(call report,kind)

.PHONY: parity
parity: build ## compare what the targets of the reports in reports/ answered
	@$(BIN)/contract parity $(TARGET_REPORTS)

.PHONY: matrix
matrix: build ## put the reports in reports/ together: one matrix, one verdict
	@$(BIN)/contract merge --report $(call report,matrix) $(TARGET_REPORTS)

.PHONY: release
release: build ## dist/: programs, checksums, bill of materials and the report; refuses on a red contract
	@VERSION=$(VERSION) deploy/release.sh

.PHONY: coverage
coverage: build ## which requirement is proved by which scenario
	@$(BIN)/contract coverage

.PHONY: test
test: ## every unit test, and the contract in memory; needs no network, container or cluster
	@$(GO) vet ./...
	@$(GO) test ./...
	@$(GO) run ./cmd/contract run --target inprocess --transport stdio,sse

.PHONY: test-race
test-race: ## the tests under the race detector
	@$(GO) test -race ./...

.PHONY: flake
flake: build ## the in-memory contract twenty times in a row
	@$(BIN)/contract run --target inprocess --transport stdio,sse --repeat 20

.PHONY: dev
dev: build ## platform and server for local work; prints URLs, tokens and a .mcp.json snippet
	@$(BIN)/contract dev --bin $(BIN)

.PHONY: bench
bench: ## the benchmarks: p50, p99 and allocations
	@$(GO) test -run '^$$' -bench . -benchmem ./mockplatform/... ./contract/inprocess/... ./server/...

FUZZTIME ?= 20s
.PHONY: fuzz
fuzz: ## each fuzz target for FUZZTIME
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg; \
		done; \
	done

.PHONY: generate
generate: ## regenerate what is generated
	@$(GO) generate ./...

.PHONY: generate-check
generate-check: generate ## fail when a generated file is not what its source gives
	@git diff --exit-code -- docs

.PHONY: lint
lint: ## gofmt, vet, golangci-lint
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	@$(GO) vet ./...
	@$(GOLANGCI) run

.PHONY: vuln
vuln: ## known vulnerabilities in what is linked; needs the vulnerability database
	@$(VULN) ./...

.PHONY: clean
clean: ## remove what was built
	@rm -rf $(BIN) $(REPORTS)
