// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

// nearest returns the known name with the smallest edit distance to name, the
// first of equals, or "" when there is none.
func nearest(name string, known []string) string {
	best, least := "", -1
	for _, k := range known {
		if d := distance([]rune(clip(name)), []rune(k)); least < 0 || d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the number of runes to insert, delete, replace or swap with
// their neighbour to make b of a.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
