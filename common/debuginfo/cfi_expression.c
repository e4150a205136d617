/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_expression.h"

/* DW_OP_*: DWARF 5, 7.7.1. */
enum {
	DEREF = 0x06,
	CONST_1U = 0x08, /* up to CONST_8S: 1, 2, 4, 8 bytes, without and with sign each */
	CONST_8S = 0x0f,
	CONST_U = 0x10,
	CONST_S = 0x11,
	DUP = 0x12,
	DROP = 0x13,
	OVER = 0x14,
	PICK = 0x15,
	SWAP = 0x16,
	ROT = 0x17,
	ABS = 0x19,
	AND = 0x1a,
	DIV = 0x1b,
	MINUS = 0x1c,
	MOD = 0x1d,
	MUL = 0x1e,
	NEG = 0x1f,
	NOT = 0x20,
	OR = 0x21,
	PLUS = 0x22,
	PLUS_UCONST = 0x23,
	SHL = 0x24,
	SHR = 0x25,
	SHRA = 0x26,
	XOR = 0x27,
	BRA = 0x28,
	EQ = 0x29,
	GE = 0x2a,
	GT = 0x2b,
	LE = 0x2c,
	LT = 0x2d,
	NE = 0x2e,
	SKIP = 0x2f,
	LIT_0 = 0x30,
	LIT_31 = 0x4f,
	BREG_0 = 0x70,
	BREG_31 = 0x8f,
	BREG_X = 0x92,
	DEREF_SIZE = 0x94,
	NO_OPERATION = 0x96,
};

struct evaluation {
	struct cfi_context *context;
	struct cfi_reader program;
	unsigned word;
	uint64_t stack[CFI_EXPRESSION_DEPTH];
	unsigned depth;
	bool failed;
};

static void push(struct evaluation *run, uint64_t value)
{
	if (run->depth < CFI_EXPRESSION_DEPTH)
		run->stack[run->depth++] = run->word == 4 ? (uint32_t)value : value;
	else
		run->failed = true;
}

static uint64_t pop(struct evaluation *run)
{
	if (run->depth > 0)
		return run->stack[--run->depth];
	run->failed = true;
	return 0;
}

static uint64_t pick(struct evaluation *run, uint64_t below)
{
	if (below < run->depth)
		return run->stack[run->depth - 1 - below];
	run->failed = true;
	return 0;
}

static int64_t with_sign(const struct evaluation *run, uint64_t value)
{
	return run->word == 4 ? (int32_t)value : (int64_t)value;
}

static void push_constant(struct evaluation *run, unsigned code)
{
	const unsigned size = 1u << (code - CONST_1U) / 2;
	const uint64_t value = dwarf_read(&run->program.in, size);
	const unsigned unused = 64 - 8 * size;

	push(run, (code - CONST_1U) % 2 ? (uint64_t)((int64_t)(value << unused) >> unused) : value);
}

static void push_register(struct evaluation *run, uint64_t number)
{
	const int64_t offset = dwarf_read_sleb(&run->program.in);

	if (unwind_knows(run->context->registers, number))
		push(run, run->context->registers->at[number] + (uint64_t)offset);
	else
		run->failed = true;
}

static void cfi_expression_read_memory(struct evaluation *run, uint64_t size)
{
	const uint64_t address = pop(run);
	uint64_t value;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		run->failed = true;
	else if (unwind_read(run->context->memory, address, (unsigned)size, &value))
		push(run, value);
	else
		run->failed = true;
	if (run->failed)
		run->context->missed = address;
}

static void jump(struct evaluation *run, bool is_taken)
{
	const int16_t distance = (int16_t)dwarf_read(&run->program.in, 2);

	if (!is_taken)
		return;
	if (distance >= 0)
		dwarf_skip(&run->program.in, (uint64_t)distance);
	else
		run->failed = true;
}

static void rotate(struct evaluation *run)
{
	const uint64_t first = pop(run), second = pop(run), third = pop(run);

	push(run, first);
	push(run, third);
	push(run, second);
}

static void swap(struct evaluation *run)
{
	const uint64_t first = pop(run), second = pop(run);

	push(run, first);
	push(run, second);
}

static uint64_t cfi_expression_divide(struct evaluation *run, int64_t a, int64_t b)
{
	if (b == 0)
		run->failed = true;
	return b == 0 ? 0 : b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

static uint64_t modulo(struct evaluation *run, uint64_t a, uint64_t b)
{
	if (b == 0)
		run->failed = true;
	return b == 0 ? 0 : a % b;
}

/* Two operands, `b` from the top. False: another operation. */
static bool run_binary(struct evaluation *run, unsigned code)
{
	const unsigned bits = 8 * run->word;
	uint64_t a, b;
	int64_t x, y;

	if (code < AND || code > NE || code == NEG || code == NOT || code == PLUS_UCONST ||
	    code == BRA)
		return false;
	b = pop(run);
	a = pop(run);
	x = with_sign(run, a);
	y = with_sign(run, b);
	switch (code) {
	case AND: push(run, a & b); break;
	case DIV: push(run, cfi_expression_divide(run, x, y)); break;
	case MINUS: push(run, a - b); break;
	case MOD: push(run, modulo(run, a, b)); break;
	case MUL: push(run, a * b); break;
	case OR: push(run, a | b); break;
	case PLUS: push(run, a + b); break;
	case SHL: push(run, b < bits ? a << b : 0); break;
	case SHR: push(run, b < bits ? a >> b : 0); break;
	case SHRA: push(run, (uint64_t)(x >> (b < bits ? b : bits - 1))); break;
	case XOR: push(run, a ^ b); break;
	case EQ: push(run, x == y); break;
	case GE: push(run, x >= y); break;
	case GT: push(run, x > y); break;
	case LE: push(run, x <= y); break;
	case LT: push(run, x < y); break;
	default: push(run, x != y);
	}
	return true;
}

/* False: another operation. */
static bool run_stack(struct evaluation *run, unsigned code)
{
	switch (code) {
	case DUP: push(run, pick(run, 0)); return true;
	case DROP: pop(run); return true;
	case OVER: push(run, pick(run, 1)); return true;
	case PICK: push(run, pick(run, dwarf_read(&run->program.in, 1))); return true;
	case SWAP: swap(run); return true;
	case ROT: rotate(run); return true;
	default: return false;
	}
}

static void cfi_expression_run_other(struct evaluation *run, unsigned code)
{
	struct cfi_reader *program = &run->program;
	uint64_t value;

	switch (code) {
	case NO_OPERATION: break;
	case DEREF: cfi_expression_read_memory(run, run->word); break;
	case DEREF_SIZE: cfi_expression_read_memory(run, dwarf_read(&program->in, 1)); break;
	case CONST_U: push(run, dwarf_read_uleb(&program->in)); break;
	case CONST_S: push(run, (uint64_t)dwarf_read_sleb(&program->in)); break;
	case ABS:
		value = pop(run);
		push(run, with_sign(run, value) < 0 ? 0 - value : value);
		break;
	case NEG: push(run, 0 - pop(run)); break;
	case NOT: push(run, ~pop(run)); break;
	case PLUS_UCONST: push(run, pop(run) + dwarf_read_uleb(&program->in)); break;
	case SKIP: jump(run, true); break;
	case BRA: jump(run, pop(run) != 0); break;
	case BREG_X: push_register(run, dwarf_read_uleb(&program->in)); break;
	default: run->failed = true;
	}
}

static void run_operation(struct evaluation *run)
{
	const unsigned code = (unsigned)dwarf_read(&run->program.in, 1);

	if (code >= LIT_0 && code <= LIT_31)
		push(run, code - LIT_0);
	else if (code >= BREG_0 && code <= BREG_31)
		push_register(run, code - BREG_0);
	else if (code >= CONST_1U && code <= CONST_8S)
		push_constant(run, code);
	else if (!run_stack(run, code) && !run_binary(run, code))
		cfi_expression_run_other(run, code);
}

bool cfi_expression_run(struct cfi_context *context, uint64_t offset, const uint64_t *frame,
			uint32_t *work, uint64_t *value)
{
	struct cfi_reader block = cfi_reader_at(context->section, offset);
	struct evaluation run;
	unsigned operations = 0;

	run.context = context;
	run.program = cfi_read_part(&block, dwarf_read_uleb(&block.in));
	run.word = context->section->word;
	run.depth = 0;
	run.failed = false;
	if (frame)
		push(&run, *frame);
	while (!run.failed && !run.program.in.failed && run.program.in.at < run.program.in.end) {
		if (*work == 0 || ++operations > CFI_EXPRESSION_WORK)
			return false;
		(*work)--;
		run_operation(&run);
	}
	*value = pop(&run);
	return !run.failed && !run.program.in.failed;
}
