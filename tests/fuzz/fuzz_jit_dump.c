/* SPDX-License-Identifier: MIT */
/*
 * Dumps of just-in-time compilers from strangers: what is found is what a search through all finds,
 * and has a name that is there; an entry that says how to unwind a function holds the address.
 *
 * fuzzer: jit-dump common 2000 0
 */
#include "common/base/memory.h"
#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/perf_map.h"
#include "common/debuginfo/unwind_row.h"
#include "tests/fuzz/fuzz.h"

/* The last range up to a time that holds an address, by asking all. */
static const struct timed_range *search_all(const struct timed_ranges *ranges, uint64_t address,
					    uint64_t time)
{
	const struct timed_range *found = NULL;
	size_t i;

	for (i = 0; i < ranges->count; i++) {
		const struct timed_range *range = &ranges->at[i];

		if (range->time <= time && range->start <= address && address < range->end)
			found = range;
	}
	return found;
}

static void check(const struct timed_ranges *ranges, uint64_t address, uint64_t time)
{
	const struct timed_range *found = timed_ranges_find(ranges, address, time);
	static volatile char sink;
	size_t i;

	if (found != search_all(ranges, address, time))
		abort();
	if (!found)
		return;
	if (address < found->start || address >= found->end || found->name.len == 0)
		abort();
	for (i = 0; i < found->name.len; i++)
		sink = found->name.ptr[i];
	(void)sink;
}

static void check_frames(const struct cfi_code *code, const struct timed_range *range,
			 uint64_t offset)
{
	const struct unwind_machine *machine = unwind_machine_find(SLICE("x86_64"), UNWIND_ABI_64);
	struct cfi_entry entry;
	struct unwind_row row;
	uint64_t address;

	if (!cfi_code_find(code, range->frames, offset, &entry, &address))
		return;
	if (range->frames == 0 || address < entry.start || address >= entry.end)
		abort();
	unwind_row_make(&row, machine, &entry, address);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct timed_ranges ranges = {0};
	struct jit_unwinding unwinding = {0};
	struct arena names = {0};
	struct cfi_code *code;
	char *copy = memory_get(size + 1); /* the dump ends with the memory */
	size_t i;

	memcpy(copy + 1, data, size);
	if (!jit_dump_read(&ranges, &unwinding, &names, slice_of(copy + 1, size)) &&
	    ranges.count > 0)
		abort();
	timed_ranges_index(&ranges);
	code = cfi_code_new(&unwinding);
	for (i = 0; i < ranges.count; i++) {
		const struct timed_range *range = &ranges.at[i];

		check(&ranges, range->start, range->time);
		check(&ranges, range->start, range->time - 1);
		check(&ranges, range->end - 1, UINT64_MAX);
		check(&ranges, range->end, range->time);
		check_frames(code, range, 0);
		check_frames(code, range, range->end - range->start - 1);
	}
	cfi_code_free(code);
	jit_unwinding_release(&unwinding);
	timed_ranges_release(&ranges);
	arena_release(&names);
	free(copy);
	return 0;
}
