/* SPDX-License-Identifier: MIT */
/*
 * Every format's probe on any bytes, as a beginning and as a whole: none fails, looks beyond them
 * or changes them, and none has another answer when it is asked again.
 *
 * fuzzer: collapse-guess collapse 0 0
 */
#include "collapse/text.h"
#include "common/base/diag.h"
#include "tests/fuzz/fuzz.h"

static void ask(const struct collapser *format, const uint8_t *data, size_t size, bool whole)
{
	char *copy = memory_get(size + 1), *text = copy + 1;
	enum probe first, second;

	if (size > 0)
		memcpy(text, data, size); /* up to the end of the memory: one byte more is found */
	first = collapse_probe(format, slice_of(text, size), whole);
	if (size > 0 && memcmp(text, data, size) != 0)
		abort();
	second = collapse_probe(format, slice_of(text, size), whole);
	if (first != second || first > PROBE_YES)
		abort();
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t i;

	diag_init("fuzz-collapse-guess");
	diag_set_level(DIAG_SILENT);
	for (i = 0; i < collapse_format_count; i++) {
		const struct collapser *format = collapse_formats[i];

		if (!collapse_can_probe(format))
			continue;
		ask(format, data, size, false);
		ask(format, data, size, true);
	}
	return 0;
}
