// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package lease

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// maxID is the longest id: that of a Kubernetes label's value.
const maxID = 63

// pathOf is the lock file of a run. Ids come from labels, which anybody can
// set: one that could name another file is refused.
func pathOf(id string) (string, error) {
	if id == "" || len(id) > maxID || strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		return "", fmt.Errorf("run id %q: valid are 1 to %d letters, digits, - and _", id, maxID)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache directory; set HOME or XDG_CACHE_HOME: %w", err)
	}
	return filepath.Join(cache, "ambient-contract", id), nil
}
