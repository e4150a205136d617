/* SPDX-License-Identifier: MIT */
/*
 * Call frame information of strangers: functions are found, their rows are made and steps taken
 * within the work that is allowed, and the same ones the second time. An input is 4 bytes (flags;
 * sizes of the other two parts in units of 8 bytes; the processor), the linker's table, a stack,
 * and the section.
 *
 * fuzzer: cfi common 2000 0
 */
#include "common/base/memory.h"
#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/unwind_row.h"
#include "tests/fuzz/fuzz.h"

enum {
	HEAD = 4,
	ADDRESS = 0x11038,
	TABLE_ADDRESS = 0x11000,
	STACK_ADDRESS = 0x7000,
	WORK = 1 << 16
};
enum { FUNCTIONS = 64, STEPS = 8 };

struct input {
	struct cfi_section section, table;
	struct unwind_memory memory;
	const struct unwind_machine *machine;
};

/* The end of a walk. */
struct end {
	struct unwind_registers registers;
	enum unwind_result result;
	uint32_t work;
	unsigned steps;
};

static const struct unwind_machine *machine_of(uint8_t byte, unsigned word)
{
	static const struct slice names[] = {SLICE_INIT("x86_64"), SLICE_INIT("aarch64")};

	return unwind_machine_find(names[byte % 2], word == 4 ? UNWIND_ABI_32 : UNWIND_ABI_64);
}

static struct cfi_section section_of(const uint8_t *bytes, size_t size, uint64_t address,
				     uint8_t flags)
{
	return (struct cfi_section){
		.bytes = bytes,
		.size = size,
		.address = address,
		.word = flags & 1 ? 4 : 8,
		.is_big_endian = flags & 2,
		.is_debug = flags & 4,
	};
}

static struct end walk(const struct input *input, const struct cfi_index *index, uint64_t pc)
{
	struct end end = {.work = WORK, .result = UNWIND_DONE};
	struct cfi_entry entry;
	struct unwind_row row;
	uint64_t missed;
	unsigned i;

	for (i = 0; i < CFI_REGISTERS; i++)
		unwind_set(&end.registers, i, STACK_ADDRESS + 8 * i);
	unwind_set(&end.registers, input->machine->sp, STACK_ADDRESS);
	unwind_set(&end.registers, input->machine->pc, pc);
	for (end.steps = 0; end.steps < STEPS && end.result == UNWIND_DONE; end.steps++) {
		if (!unwind_knows(&end.registers, input->machine->pc))
			abort();
		pc = end.registers.at[input->machine->pc];
		if (!cfi_index_find(index, pc, &entry))
			break;
		if (pc < entry.start || pc >= entry.end)
			abort();
		unwind_row_make(&row, input->machine, &entry, pc);
		if (row.kind != UNWIND_OFFSETS && row.kind != UNWIND_RULES)
			break;
		end.result = unwind_row_step(&row, input->machine, &input->memory, &end.registers,
					     &end.work, &missed);
	}
	return end;
}

static void check_function(const struct input *input, const struct cfi_index *index, uint64_t pc)
{
	const struct end first = walk(input, index, pc), second = walk(input, index, pc);

	if (first.result != second.result || first.steps != second.steps ||
	    first.work != second.work || first.registers.known != second.registers.known)
		abort();
}

static void check_index(const struct input *input, const struct cfi_section *table)
{
	uint64_t offset = 0;
	struct cfi_index index;
	struct cfi_entry entry;
	enum cfi_found found;
	unsigned left = FUNCTIONS;

	cfi_index_init(&index, &input->section, table);
	while ((found = cfi_entry_next(&input->section, &offset, &entry)) != CFI_NOTHING) {
		if (found != CFI_FUNCTION)
			continue;
		if (left-- == 0)
			break;
		check_function(input, &index, entry.start);
		check_function(input, &index, entry.start + (entry.end - entry.start) / 2);
		check_function(input, &index, entry.end - 1);
	}
	cfi_index_release(&index);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input;
	size_t table, stack;
	uint8_t *copy;

	if (size < HEAD)
		return 0;
	table = (size_t)data[1] * 8;
	stack = (size_t)data[2] * 8;
	if (table + stack > size - HEAD)
		return 0;
	copy = memory_get(size - HEAD + 1); /* the section ends with the memory */
	memcpy(copy + 1, data + HEAD, size - HEAD);
	input.table = section_of(copy + 1, table, TABLE_ADDRESS, data[0]);
	input.section = section_of(copy + 1 + table + stack, size - HEAD - table - stack, ADDRESS,
				   data[0]);
	input.machine = machine_of(data[3], input.section.word);
	input.memory = (struct unwind_memory){
		.start = STACK_ADDRESS,
		.bytes = (const char *)copy + 1 + table,
		.size = stack,
		.word = input.section.word,
		.is_swapped = input.section.is_big_endian,
	};
	check_index(&input, NULL);
	if (table > 0)
		check_index(&input, &input.table);
	free(copy);
	return 0;
}
