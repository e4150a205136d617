/* SPDX-License-Identifier: MIT */
/*
 * Each line as the name of a function: demangling reads nothing beyond it, appends nothing where it
 * fails, and has the same answer the second time.
 *
 * fuzzer: demangle common 400 0
 */
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/debuginfo/demangle.h"
#include "tests/fuzz/fuzz.h"

static void check_name(struct slice name)
{
	struct buf first = {0}, second = {0};
	char *copy = memory_get(name.len + 1);
	bool good;

	if (name.len > 0)
		memcpy(copy + 1, name.ptr, name.len); /* up to the end of the memory */
	name = slice_of(copy + 1, name.len);
	buf_add(&first, SLICE("x"));
	buf_add(&second, SLICE("x"));
	good = demangle(&first, name);
	if (demangle(&second, name) != good || good != (first.len > 1) ||
	    !slice_equal(buf_slice(&first), buf_slice(&second)))
		abort();
	free(copy);
	buf_release(&first);
	buf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice text = slice_of((const char *)data, size), line;

	diag_init("fuzz-demangle");
	diag_set_level(DIAG_SILENT);
	while (slice_line(&text, &line))
		check_name(line);
	return 0;
}
