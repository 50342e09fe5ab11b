// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package docpage

import (
	"bytes"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// writeArguments tells the rules that hold for arguments of every tool and
// that the published schemas, which are the specification's, do not say.
func writeArguments(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## Arguments\n\n"+
		"The schemas are the specification's. These rules are added; what breaks one is `INVALID_REQUEST` with a reason that names the argument, before the platform is asked.\n\n"+
		"- Text is refused that would not arrive as it was written: half a surrogate pair (`\\ud800`), bytes that are not UTF-8, and NUL characters (`\\u0000`), which the platform cannot store.\n"+
		"- An id or a name that goes into a path or a search has 1 to %d bytes, no `/` and no control or invisible characters.\n"+
		"- `page` below 1 is 1 and above %d is refused: the platform counts rows in 32 bits. `size` below 1 is 20 and above 100 is 100.\n"+
		"- `after_seq` below 0 is 0 and above 9223372036854775807 is refused. Integers are exact over the whole range.\n\n"+
		"How much text the platform takes is the platform's to say. What it refuses is `INVALID_REQUEST` too, with a reason that names the arguments whose values it was given; "+
		"the platform as deployed takes a message of 1 MiB.\n", guard.MaxIDBytes, tools.MaxPage)
}

// writeMerging tells what the four tools that merge can and cannot promise.
func writeMerging(b *bytes.Buffer) {
	b.WriteString("\n## Merging labels and annotations\n\n" +
		"The platform keeps labels, and annotations, as one text each and replaces it as a whole. It has no version to compare (no ETag, no `If-Match`), so the four `patch_` tools for them " +
		"read, merge, write, and read back; when the keys they set are not there, another writer has replaced the text meanwhile, and they merge again, up to five times, and then fail with `INTERNAL`.\n\n" +
		"- Calls to one server for the same thing take turns and lose nothing.\n" +
		"- Two servers, or a server and any other writer, that merge into the same thing at the same moment **can overwrite each other's keys**: one that writes after the other has read back takes its keys away, and that one has answered already. The platform writes a whole thing back, so this holds between labels and annotations, too. " +
		"Who needs more than that lets one writer do it, or reads again later.\n" +
		"- A patch that changes nothing, because it is empty or because everything is so already, sends the platform a `PATCH` without a field. The platform alone knows whether the caller has the permission, and tells it of no other request; " +
		"so the call can still be `FORBIDDEN`, no label or annotation is written, and `updated_at` moves.\n" +
		"- Stored text that is not a JSON object of strings is left as it is: `INTERNAL`.\n")
}
