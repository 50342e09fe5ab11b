# Ambient MCP. `make help` lists what there is.

GO      ?= go
BIN     := bin
REPORTS := reports
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w

# Tools are run at fixed versions, outside go.mod, so that the product's own dependencies stay its own.
GOLANGCI := $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
VULN     := $(GO) run golang.org/x/vuln/cmd/govulncheck@v1.9.0

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build the four programs into bin/
	@mkdir -p $(BIN)
	@$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/ ./cmd/...

.PHONY: contract
contract: build ## the main job: the whole contract against the real programs, over stdio and SSE
	@mkdir -p $(REPORTS)
	@$(BIN)/contract coverage
	@$(BIN)/contract run --target process --transport stdio,sse --bin $(BIN) \
		--report junit=$(REPORTS)/contract.xml,json=$(REPORTS)/contract.json,md=$(REPORTS)/contract.md

.PHONY: contract-inprocess
contract-inprocess: build ## the same scenarios against the libraries, in memory
	@$(BIN)/contract run --target inprocess --transport stdio,sse

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
