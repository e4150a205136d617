/* SPDX-License-Identifier: MIT */
/*
 * The first line is a pattern, each other line a name: matching ends soon whatever both are, nothing
 * beyond a name is read, and a match replaced by itself leaves the name as it is. A run takes no more steps than its bytes
 * allow, so a slow input is a finding.
 *
 * fuzzer: regex common 400 0
 */
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/regex.h"
#include "tests/fuzz/fuzz.h"

static void check_name(const struct regex *regex, struct slice name)
{
	struct buf out = {0};
	char *copy = memory_get(name.len + 1);

	if (name.len > 0)
		memcpy(copy + 1, name.ptr, name.len); /* up to the end of the memory */
	name = slice_of(copy + 1, name.len);
	regex_matches(regex, name);
	buf_add(&out, SLICE("x"));
	if (regex_replace(regex, name, SLICE("$0"), &out)) {
		if (!slice_equal(slice_tail(buf_slice(&out), 1), name))
			abort();
	} else if (out.len != 1) {
		abort();
	}
	free(copy);
	buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice text = slice_of((const char *)data, size), line;
	struct regex *regex;
	char problem[100];

	diag_init("fuzz-regex");
	diag_set_level(DIAG_SILENT);
	if (!slice_line(&text, &line))
		return 0;
	regex = regex_new(line, problem, sizeof(problem));
	while (regex && slice_line(&text, &line))
		check_name(regex, line);
	regex_free(regex);
	return 0;
}
