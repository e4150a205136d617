/* SPDX-License-Identifier: MIT */
/*
 * Dumps of just-in-time compilers from strangers: what is found holds its address, and has a name
 * that is there.
 */
#include "common/memory/memory.h"
#include "common/symbols/ranges/jit_dump.h"
#include "tests/fuzz/fuzz.h"

static void check(const struct symbol_ranges *ranges, uint64_t address)
{
	const struct symbol_range *found = symbol_ranges_find(ranges, address);
	static volatile char sink;
	size_t i;

	if (!found)
		return;
	if (address < found->start || address >= found->end || found->name.len == 0)
		abort();
	for (i = 0; i < found->name.len; i++)
		sink = found->name.ptr[i];
	(void)sink;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct symbol_ranges ranges = {0};
	struct arena names = {0};
	char *copy = memory_get(size + 1); /* the dump ends with the memory */
	size_t i;

	memcpy(copy + 1, data, size);
	if (!jit_dump_read(&ranges, &names, slice_of(copy + 1, size)) && ranges.count > 0)
		abort();
	symbol_ranges_sort(&ranges);
	symbol_ranges_index(&ranges);
	for (i = 0; i < ranges.count; i++) {
		check(&ranges, ranges.at[i].start);
		check(&ranges, ranges.at[i].end - 1);
		check(&ranges, ranges.at[i].end);
	}
	symbol_ranges_release(&ranges);
	arena_release(&names);
	free(copy);
	return 0;
}
