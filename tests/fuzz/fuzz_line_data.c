/* SPDX-License-Identifier: MIT */
/*
 * Lines for the page, as export-lines writes them: what is read is written anew, and that, read
 * again, gives the same bytes.
 *
 * fuzzer: line-data render 0 0
 */
#include "common/base/diag.h"
#include "render/page/page_content.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice in = fuzz_path("lines"), once = fuzz_path("once");
	const struct personality *compat = personality_of("flamegraph");
	struct buf first = {0}, second = {0};

	diag_init("fuzz-line-data");
	diag_set_level(DIAG_SILENT);
	fuzz_write(in, data, size);
	if (page_lines_read(&first, in, compat)) {
		fuzz_write(once, (const uint8_t *)first.ptr, first.len);
		if (!page_lines_read(&second, once, compat) ||
		    !slice_equal(buf_slice(&first), buf_slice(&second)))
			abort();
		unlink(once.ptr);
	}
	unlink(in.ptr);
	buf_release(&first);
	buf_release(&second);
	return 0;
}
