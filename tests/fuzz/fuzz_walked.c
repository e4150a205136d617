/* SPDX-License-Identifier: MIT */
/*
 * Chains of the kernel beside copies of stacks, of strangers: the walk is repeated within the
 * entries, in either byte order, up to a record that is not in the copy. An input is 4 bytes (the processor; words of the
 * copy; bytes less than that; where the walk begins), the copy, and the entries.
 *
 * fuzzer: walked collapse 400 0
 */
#include "collapse/perf/perf_unwind.h"
#include "common/base/memory.h"
#include "tests/fuzz/fuzz.h"

enum { HEAD = 4, STACK_ADDRESS = 0x7000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct unwind_machine *machine;
	struct perf_walked_record record = {0}, again = {0};
	struct unwind_memory memory = {.start = STACK_ADDRESS, .word = 8};
	struct perf_walked walked;
	size_t copied;
	char *bytes;
	bool found;

	if (size < HEAD || size - HEAD < 8u * data[1])
		return 0;
	machine = unwind_machine_find(data[0] & 1 ? SLICE("aarch64") : SLICE("x86_64"),
				      UNWIND_ABI_64);
	copied = 8u * data[1];
	size -= HEAD;
	bytes = memory_get(size + 1);
	memcpy(bytes, data + HEAD, size);
	memory.bytes = bytes;
	memory.size = data[2] < copied ? copied - data[2] : 0;
	walked = (struct perf_walked){.entries = bytes + copied,
				      .count = (size - copied) / 8,
				      .frame_pointer = STACK_ADDRESS + 8u * data[3]};
	found = perf_walked_replay(&walked, machine, &memory, &record);
	if (found && (record.entry > walked.count || record.entry == 0 ||
		      unwind_has(&memory, record.address, 16)))
		abort();
	memory.is_swapped = walked.is_swapped = true;
	perf_walked_replay(&walked, machine, &memory, &again);
	memory.size = 0; /* the first record is missing */
	if (perf_walked_replay(&walked, machine, &memory, &again) != (walked.count > 0))
		abort();
	if (walked.count > 0 && (again.address != walked.frame_pointer || again.entry != 1))
		abort();
	if (size >= PERF_WALKED_CALL)
		perf_walked_is_call(machine, (const unsigned char *)bytes);
	free(bytes);
	return 0;
}
