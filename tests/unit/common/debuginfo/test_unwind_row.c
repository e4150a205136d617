/* SPDX-License-Identifier: MIT */
/* Steps to callers, on stacks that the test writes. */
#include "common/debuginfo/unwind_row.h"

#include "common/debuginfo/cfi_file.h"
#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/cfi_maker.h"

enum { RBX = 3, RBP = 6, RSP = 7, RIP = 16, X29 = 29, X30 = 30, SP = 31, PC = 32 };

/* A step that is tried: the function's program, registers before, memory at 0x7000. */
struct trial {
	struct cfi_maker maker;
	const struct unwind_machine *machine;
	struct unwind_row row;
	struct unwind_registers registers;
	uint64_t stack[8];
	struct unwind_memory memory;
	uint32_t work;
	uint64_t missed;
};

static struct trial try_begin(struct slice machine, uint64_t abi)
{
	struct trial trial = {.machine = unwind_machine_find(machine, abi), .work = 10000};

	trial.memory = (struct unwind_memory){
		.start = 0x7000, .size = sizeof(trial.stack), .word = trial.machine->word};
	return trial;
}

static void try_make(struct trial *trial, struct slice program, uint64_t address)
{
	struct cfi_section *section = malloc(sizeof(*section));
	struct cfi_entry entry;
	uint64_t offset;

	offset = cfi_put_function(&trial->maker, 0x1000, 0x100, program);
	*section = cfi_made(&trial->maker);
	CHECK(cfi_entry_next(section, &offset, &entry) == CFI_FUNCTION);
	unwind_row_make(&trial->row, trial->machine, &entry, address);
	trial->row.of.entry.section = trial->row.kind == UNWIND_RULES ? section
								      : trial->row.of.entry.section;
	if (trial->row.kind != UNWIND_RULES)
		free(section);
}

static enum unwind_result try_step(struct trial *trial)
{
	trial->memory.bytes = (const char *)trial->stack;
	return unwind_row_step(&trial->row, trial->machine, &trial->memory, &trial->registers,
			       &trial->work, &trial->missed);
}

static void try_end(struct trial *trial)
{
	if (trial->row.kind == UNWIND_RULES)
		free((void *)(uintptr_t)trial->row.of.entry.section);
	buf_release(&trial->maker.out);
}

CASE(usual_functions_are_offsets)
{
	struct trial trial = try_begin(SLICE("x86_64"), UNWIND_ABI_64);

	cfi_put_usual(&trial.maker);
	try_make(&trial, PROGRAM(0x0e, 24, (char)0x86, 2, (char)0x83, 3), 0x1010);
	CHECK(trial.row.kind == UNWIND_OFFSETS);
	unwind_set(&trial.registers, RSP, 0x7000);
	trial.stack[0] = 0xb;     /* rbx */
	trial.stack[1] = 0x7100;  /* rbp */
	trial.stack[2] = 0x40123; /* the return address */
	CHECK(try_step(&trial) == UNWIND_DONE);
	CHECK(trial.registers.at[RSP] == 0x7018 && trial.registers.at[RIP] == 0x40123 &&
	      trial.registers.at[RBP] == 0x7100 && trial.registers.at[RBX] == 0xb);
	try_end(&trial);
}

CASE(memory_outside_of_the_copy_is_missed)
{
	struct trial trial = try_begin(SLICE("x86_64"), UNWIND_ABI_64);

	cfi_put_usual(&trial.maker);
	try_make(&trial, PROGRAM(0x0e, 72), 0x1010);
	unwind_set(&trial.registers, RSP, 0x7000);
	CHECK(try_step(&trial) == UNWIND_MISSED && trial.missed == 0x7040);
	trial.registers.known = 0;
	CHECK(try_step(&trial) == UNWIND_FAILED);
	try_end(&trial);
}

CASE(an_undefined_return_address_is_outermost)
{
	struct trial trial = try_begin(SLICE("x86_64"), UNWIND_ABI_64);

	cfi_put_usual(&trial.maker);
	try_make(&trial, PROGRAM(0x07, RIP), 0x1010);
	CHECK(trial.row.kind == UNWIND_OUTERMOST);
	try_make(&trial, PROGRAM(0x3f), 0x1010); /* damaged */
	CHECK(trial.row.kind == UNWIND_WITHOUT);
	try_end(&trial);
}

CASE(long_programs_cost_more_up_to_a_limit)
{
	static const char program[256 * UNWIND_COST];
	struct trial trial = try_begin(SLICE("x86_64"), UNWIND_ABI_64);

	cfi_put_usual(&trial.maker);
	try_make(&trial, SLICE(""), 0x1010);
	CHECK(trial.row.kind == UNWIND_OFFSETS && trial.row.cost == 1);
	try_make(&trial, slice_of(program, UNWIND_COST), 0x1010);
	CHECK(trial.row.kind == UNWIND_OFFSETS && trial.row.cost == 2);
	try_make(&trial, slice_of(program, sizeof(program)), 0x1010);
	CHECK(trial.row.kind == UNWIND_WITHOUT && trial.row.cost == 255);
	try_end(&trial);
}

/* As in the trampoline of a signal handler: everything is where expressions say. */
CASE(expressions_find_the_interrupted_function)
{
	struct trial trial = try_begin(SLICE("x86_64"), UNWIND_ABI_64);

	trial.maker.word = 8;
	cfi_put_common(&trial.maker, SLICE("zRS"), SLICE("\x1b"), RIP, SLICE(""));
	try_make(&trial,
		 PROGRAM(0x0f, 3, 0x77, 8, 0x06, 0x10, RIP, 2, 0x77, 16, 0x10, RSP, 2, 0x77, 8,
			 0x16, RBP, 3, 0x77, 0, 0x06, 0x16, RBX, 2, 0x23, 4),
		 0x1010);
	CHECK(trial.row.kind == UNWIND_RULES && trial.row.is_signal);
	unwind_set(&trial.registers, RSP, 0x7000);
	trial.stack[0] = 0x7200;
	trial.stack[1] = 0x7300;
	trial.stack[2] = 0x40456;
	CHECK(try_step(&trial) == UNWIND_DONE);
	CHECK(trial.registers.at[RIP] == 0x40456 && trial.registers.at[RSP] == 0x7300 &&
	      trial.registers.at[RBP] == 0x7200 && trial.registers.at[RBX] == 0x7304);
	unwind_set(&trial.registers, RSP, 0x7038);
	CHECK(try_step(&trial) == UNWIND_MISSED && trial.missed == 0x7040);
	trial.work = 3; /* less than it costs */
	unwind_set(&trial.registers, RSP, 0x7000);
	CHECK(try_step(&trial) == UNWIND_FAILED);
	try_end(&trial);
}

CASE(leaves_of_aarch64_return_by_their_link_register)
{
	struct trial trial = try_begin(SLICE("aarch64"), UNWIND_ABI_64);

	trial.maker.word = 8;
	cfi_put_common(&trial.maker, SLICE("zR"), SLICE("\x1b"), X30, PROGRAM(0x0c, SP, 0));
	try_make(&trial, PROGRAM(0x2d, 0x44, 0x0e, 16, (char)0x9d, 2, (char)0x9e, 1), 0x1000);
	unwind_set(&trial.registers, SP, 0x7000);
	unwind_set(&trial.registers, X30, 0x40789);
	CHECK(trial.row.kind == UNWIND_OFFSETS && trial.row.is_signed);
	CHECK(try_step(&trial) == UNWIND_DONE && trial.registers.at[PC] == 0x40789 &&
	      trial.registers.at[SP] == 0x7000);
	try_end(&trial);
	trial.maker.out = (struct buf){0};
	cfi_put_common(&trial.maker, SLICE("zR"), SLICE("\x1b"), X30, PROGRAM(0x0c, SP, 0));
	try_make(&trial, PROGRAM(0x44, 0x0e, 16, (char)0x9d, 2, (char)0x9e, 1), 0x1004);
	trial.stack[0] = 0x7777;
	trial.stack[1] = 0x40abc;
	CHECK(try_step(&trial) == UNWIND_DONE && trial.registers.at[PC] == 0x40abc &&
	      trial.registers.at[X29] == 0x7777 && trial.registers.at[SP] == 0x7010);
	try_end(&trial);
}

CASE(narrow_machines_read_narrow_words)
{
	struct trial trial = try_begin(SLICE("x86_64"), UNWIND_ABI_32);
	static const uint32_t words[] = {0x1111, 0x8048123};

	trial.maker.word = 4;
	cfi_put_common(&trial.maker, SLICE("zR"), SLICE("\x1b"), 8, PROGRAM(0x0c, 4, 8));
	try_make(&trial, PROGRAM(0x2f, 8, 0, 0x11, 8, 0, 0x15, 5, 1, 0x05, 8, 0), 0x1000);
	/* the last rule for eip: saved at the frame - 0 * 8 */
	unwind_set(&trial.registers, 4, 0x6ffc);
	memcpy(trial.stack, words, sizeof(words));
	CHECK(try_step(&trial) == UNWIND_DONE && trial.registers.at[8] == 0x8048123 &&
	      trial.registers.at[4] == 0x7004);
	try_end(&trial);
}

CASE(machines_are_known_by_name_and_abi)
{
	CHECK(unwind_machine_find(SLICE("x86_64"), UNWIND_ABI_64)->registers[8] == RIP);
	CHECK(unwind_machine_find(SLICE("x86_64"), UNWIND_ABI_64)->registers[1] == RBX);
	CHECK(unwind_machine_find(SLICE("i686"), UNWIND_ABI_32)->registers[7] == 4);
	CHECK(unwind_machine_find(SLICE("aarch64"), UNWIND_ABI_32)->registers[32] == 15);
	CHECK(unwind_machine_find(SLICE("armv7l"), UNWIND_ABI_32)->word == 4);
	CHECK(!unwind_machine_find(SLICE("armv7l"), UNWIND_ABI_64));
	CHECK(!unwind_machine_find(SLICE("riscv64"), UNWIND_ABI_64));
	CHECK(!unwind_machine_find(SLICE("x86_64"), 3));
}

/* True if the row of a function of this program has a record at the frame pointer. */
static bool has_record(struct slice machine, struct slice program)
{
	struct trial trial = try_begin(machine, UNWIND_ABI_64);
	bool has;

	trial.maker.word = 8;
	if (trial.machine->link == UNWIND_NO_REGISTER)
		cfi_put_usual(&trial.maker);
	else
		cfi_put_common(&trial.maker, SLICE("zR"), SLICE("\x1b"), X30, PROGRAM(0x0c, SP, 0));
	try_make(&trial, program, 0x1010);
	has = trial.row.has_record;
	try_end(&trial);
	return has;
}

CASE(records_are_where_frame_pointers_lead)
{
	const struct slice x86 = SLICE("x86_64"), arm = SLICE("aarch64");
	const char rbp = (char)(0x80 | RBP), x29 = (char)(0x80 | X29), x30 = (char)(0x80 | X30);

	CHECK(has_record(x86, PROGRAM(0x0c, RBP, 16, rbp, 2)));
	CHECK(!has_record(x86, PROGRAM(0x0c, RBP, 24, rbp, 2)));
	CHECK(!has_record(x86, PROGRAM(0x0c, RBP, 16))); /* not saved */
	CHECK(!has_record(x86,
			  PROGRAM(0x0c, RSP, 16, rbp, 2))); /* the register is something else */
	/* functions that align their stack: the frame's address is read from beside the record */
	CHECK(has_record(x86, PROGRAM(0x0f, 3, 0x76, 0x78, 0x06, 0x10, RBP, 2, 0x76, 0)));
	CHECK(!has_record(x86, PROGRAM(0x0f, 3, 0x77, 0x78, 0x06, 0x10, RBP, 2, 0x76, 0)));
	CHECK(!has_record(x86, PROGRAM(0x0f, 2, 0x76, 0x78, 0x10, RBP, 2, 0x76, 0)));
	CHECK(!has_record(x86, PROGRAM(0x0f, 3, 0x76, 0x78, 0x06, 0x10, RBP, 2, 0x76, 8)));
	CHECK(!has_record(x86, PROGRAM(0x0f, 4, 0x76, 0x78, 0x06, 0x06, 0x10, RBP, 2, 0x76, 0)));

	CHECK(has_record(arm, PROGRAM(0x0e, 32, x29, 4, x30, 3)));
	CHECK(!has_record(arm, PROGRAM(0x0e, 32, x29, 3, x30, 4)));
	CHECK(!has_record(arm, PROGRAM(0x0e, 32, x30, 4)));
}

TEST_CASES(unwind_row)
