/* SPDX-License-Identifier: MIT */
/* The kernel's walk by frame pointers in copies of all sizes, and calls of all kinds. */
#include "collapse/perf/perf_unwind.h"

#include "tests/unit/check.h"

enum { WORDS = 12 };

#define START UINT64_C(0x7000)

/* A stack of three records, and what the kernel found in it. */
struct trial {
	const struct unwind_machine *machine;
	uint64_t stack[WORDS], entries[6];
	struct unwind_memory memory;
	struct perf_walked walked;
	struct perf_walked_record record;
};

static void trial_begin(struct trial *trial, struct slice machine)
{
	*trial = (struct trial){.machine = unwind_machine_find(machine, UNWIND_ABI_64)};
	trial->stack[2] = START +
			  8 * 5; /* records of words 2, 5 and 9: the next one, the return address */
	trial->stack[3] = 0x401000;
	trial->stack[5] = START + 8 * 9;
	trial->stack[6] = 0x402000;
	trial->stack[9] = 0;
	trial->stack[10] = 0x403000;
	trial->entries[0] = 0x400000;
	trial->entries[1] = 0x401000;
	trial->entries[2] = 0x402000;
	trial->entries[3] = 0x403000;
	trial->memory = (struct unwind_memory){
		.start = START, .bytes = (const char *)trial->stack, .word = 8};
	trial->walked = (struct perf_walked){.entries = (const char *)trial->entries,
					     .count = 4,
					     .frame_pointer = START + 8 * 2};
}

/* Replay in a copy of so many bytes. */
static bool trial_replay(struct trial *trial, size_t size)
{
	trial->memory.size = size;
	return perf_walked_replay(&trial->walked, trial->machine, &trial->memory, &trial->record);
}

CASE(the_first_record_behind_the_copy_is_found)
{
	struct trial trial;
	size_t size;

	trial_begin(&trial, SLICE("x86_64"));
	for (size = 0; size <= sizeof(trial.stack); size++) {
		const unsigned whole = 0u + (size >= 32) + (size >= 56) +
				       (size >= 88); /* records */

		CHECK(trial_replay(&trial, size));
		CHECK(trial.record.entry == whole + 1);
		CHECK(trial.record.address ==
		      (whole < 3 ? START + (const uint64_t[]){16, 40, 72}[whole] : 0));
	}
}

CASE(entries_have_to_be_the_return_addresses)
{
	struct trial trial;

	trial_begin(&trial, SLICE("x86_64"));
	trial.entries[2]++;
	CHECK(trial_replay(&trial, 32) && trial.record.entry == 2);
	CHECK(!trial_replay(&trial, 56) && !trial_replay(&trial, 96));
}

CASE(a_walk_that_ends_in_the_copy_tells_nothing)
{
	struct trial trial;

	trial_begin(&trial, SLICE("x86_64"));
	trial.walked.count = 2;
	CHECK(trial_replay(&trial, 32) && trial.record.entry == 2); /* none is left */
	CHECK(!trial_replay(&trial, 56));
	trial.walked.count = 0;
	CHECK(!trial_replay(&trial, 0));
}

CASE(records_that_lead_in_a_circle_end_with_the_entries)
{
	struct trial trial;

	trial_begin(&trial, SLICE("x86_64"));
	trial.stack[5] = START + 8 * 2;
	trial.entries[3] = 0x401000;
	CHECK(!trial_replay(&trial, sizeof(trial.stack)));
}

CASE(authentication_codes_do_not_count)
{
	struct trial trial;

	trial_begin(&trial, SLICE("aarch64"));
	trial.stack[3] |= UINT64_C(0x2a) << 48;
	trial.stack[6] |= UINT64_C(0x2a) << 39;
	CHECK(trial_replay(&trial, 64) && trial.record.entry == 3);
	trial_begin(&trial, SLICE("x86_64"));
	trial.stack[3] |= UINT64_C(0x2a) << 48;
	CHECK(!trial_replay(&trial, 64));
}

CASE(entries_of_the_other_byte_order_are_read)
{
	struct trial trial;
	size_t i;

	trial_begin(&trial, SLICE("aarch64"));
	for (i = 0; i < WORDS; i++)
		trial.stack[i] = __builtin_bswap64(trial.stack[i]);
	for (i = 0; i < 4; i++)
		trial.entries[i] = __builtin_bswap64(trial.entries[i]);
	trial.memory.is_swapped = trial.walked.is_swapped = true;
	CHECK(perf_walked_entry(&trial.walked, 3) == 0x403000);
	CHECK(trial_replay(&trial, 64) && trial.record.entry == 3);
}

/* True if a call ends with these bytes, behind ones of no meaning. */
static bool ends_with_call(struct slice machine, struct slice bytes)
{
	unsigned char before[PERF_WALKED_CALL] = {0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90};

	memcpy(before + PERF_WALKED_CALL - bytes.len, bytes.ptr, bytes.len);
	return perf_walked_is_call(unwind_machine_find(machine, UNWIND_ABI_64), before);
}

CASE(calls_of_x86_are_recognised)
{
	static const struct slice calls[] = {
		SLICE_INIT("\xe8\1\2\3\4"),         /* call 0x... */
		SLICE_INIT("\xff\xd0"),             /* call *%rax */
		SLICE_INIT("\x41\xff\xd4"),         /* call *%r12 */
		SLICE_INIT("\xff\x13"),             /* call *(%rbx) */
		SLICE_INIT("\xff\x14\xd8"),         /* call *(%rax,%rbx,8) */
		SLICE_INIT("\xff\x50\x10"),         /* call *0x10(%rax) */
		SLICE_INIT("\xff\x54\x24\x08"),     /* call *0x8(%rsp) */
		SLICE_INIT("\xff\x15\1\2\3\4"),     /* call *0x...(%rip) */
		SLICE_INIT("\xff\x90\1\2\3\4"),     /* call *0x...(%rax) */
		SLICE_INIT("\xff\x14\xc5\1\2\3\4"), /* call *0x...(,%rax,8) */
		SLICE_INIT("\xff\x94\xc3\1\2\3\4"), /* call *0x...(%rbx,%rax,8) */
	};
	static const struct slice others[] = {
		SLICE_INIT(""),
		SLICE_INIT("\xe9\1\2\3\4"),     /* jmp */
		SLICE_INIT("\xff\xe0"),         /* jmp *%rax */
		SLICE_INIT("\xff\x25\1\2\3\4"), /* jmp *0x...(%rip) */
		SLICE_INIT("\xff\x14"),         /* a call that is not whole */
		SLICE_INIT("\xff\x50"),
		SLICE_INIT("\xff\x15\1\2\3"),
		SLICE_INIT("\x0f\x05"), /* syscall */
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(calls); i++)
		CHECK(ends_with_call(SLICE("x86_64"), calls[i]));
	for (i = 0; i < ARRAY_LEN(others); i++)
		CHECK(!ends_with_call(SLICE("x86_64"), others[i]));
}

CASE(calls_of_aarch64_are_recognised)
{
	const struct slice machine = SLICE("aarch64");

	CHECK(ends_with_call(machine, SLICE("\1\0\0\x94")));       /* bl */
	CHECK(ends_with_call(machine, SLICE("\xff\xff\xff\x97"))); /* bl, backwards */
	CHECK(ends_with_call(machine, SLICE("\x20\0\x3f\xd6")));   /* blr x1 */
	CHECK(ends_with_call(machine, SLICE("\x20\x08\x3f\xd7"))); /* blraa x1, x0 */
	CHECK(ends_with_call(machine, SLICE("\x3f\x0c\x3f\xd6"))); /* blrabz x1 */
	CHECK(!ends_with_call(machine, SLICE("\1\0\0\x14")));      /* b */
	CHECK(!ends_with_call(machine, SLICE("\x20\0\x1f\xd6")));  /* br x1 */
	CHECK(!ends_with_call(machine, SLICE("\xc0\3\x5f\xd6")));  /* ret */
}

TEST_CASES(perf_walked)
