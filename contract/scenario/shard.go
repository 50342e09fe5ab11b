// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of Count parts of the scenarios, of which each scenario is in
// exactly one. The zero value is all of them.
type Shard struct {
	// Index counts from 1.
	Index int `json:"index"`
	Count int `json:"count"`
}

// jobIndex is the variable in which a pod of a Kubernetes Indexed Job finds its index, which counts from 0.
const jobIndex = "JOB_COMPLETION_INDEX"

// ParseShard reads "2/5", and "job/5" in a pod of an Indexed Job, whose variables
// lookup finds.
func ParseShard(text string, lookup func(string) (string, bool)) (Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	var s Shard
	var err error
	if s.Count, err = strconv.Atoi(count); !ok || err != nil || s.Count < 1 {
		return Shard{}, fmt.Errorf("%q is no shard; write 2/5 for the second of five, or job/5 in an Indexed Job of Kubernetes", text)
	}
	if index == "job" {
		given, there := lookup(jobIndex)
		if !there {
			return Shard{}, fmt.Errorf("%q: %s is not set; it is in every pod of an Indexed Job of Kubernetes", text, jobIndex)
		}
		if s.Index, err = strconv.Atoi(given); err != nil || s.Index < 0 || s.Index >= s.Count {
			return Shard{}, fmt.Errorf("%q: %s is %q; it must be from 0 to %d, the completions of the Job less one", text, jobIndex, given, s.Count-1)
		}
		s.Index++
		return s, nil
	}
	if s.Index, err = strconv.Atoi(index); err != nil || s.Index < 1 || s.Index > s.Count {
		return Shard{}, fmt.Errorf("%q: the index must be from 1 to %d", text, s.Count)
	}
	return s, nil
}

// String is "2/5", or "" for all.
func (s Shard) String() string {
	if s.Count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

// Has tells whether the scenario at that position, from 0, of the sorted
// scenarios is in the shard. Neighbours, which are alike and take the same time,
// are in different shards.
func (s Shard) Has(position int) bool { return s.Count == 0 || position%s.Count == s.Index-1 }
