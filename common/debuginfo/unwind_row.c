/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/unwind_row.h"

#define NONE UNWIND_NO_REGISTER

static const struct unwind_machine x86_64 = {
	.word = 8,
	.pc = 16,
	.sp = 7,
	.fp = 6,
	.link = NONE,
	.has_frame_pointers = true,
	.registers = {0,    3,    2,    1,    4,    5,    6,    7,    16,   NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, 8,    9,    10,   11,   12,   13,
		      14,   15,   NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
};

static const struct unwind_machine i386 = {
	.word = 4,
	.pc = 8,
	.sp = 4,
	.fp = 5,
	.link = NONE,
	.registers = {0,    3,    1,    2,    6,    7,    5,    4,    8,    NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
};

static const struct unwind_machine aarch64 = {
	.word = 8,
	.pc = 32,
	.sp = 31,
	.fp = 29,
	.link = 30,
	.has_frame_pointers = true,
	.registers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
		      17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
};

/* On AArch64 samples of 32-bit processes have the pc in the place of 64-bit ones. */
static const struct unwind_machine arm = {
	.word = 4,
	.pc = 15,
	.sp = 13,
	.fp = 11,
	.link = 14,
	.registers = {0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,
		      11,   12,   13,   14,   15,   NONE, NONE, NONE, NONE, NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 15},
};

#if defined(__x86_64__)
#define OWN_NAME "x86_64"
#elif defined(__aarch64__)
#define OWN_NAME "aarch64"
#elif defined(__i386__)
#define OWN_NAME "i686"
#elif defined(__arm__)
#define OWN_NAME "armv7l"
#else
#define OWN_NAME "another"
#endif

/* Beginnings of names, and the machines of both sizes of registers. */
static const struct {
	struct slice name;
	const struct unwind_machine *narrow, *wide;
} machines[] = {
	{SLICE_INIT("x86_64"), &i386, &x86_64},  {SLICE_INIT("i"), &i386, NULL},
	{SLICE_INIT("aarch64"), &arm, &aarch64}, {SLICE_INIT("arm64"), &arm, &aarch64},
	{SLICE_INIT("arm"), &arm, NULL},
};

const struct unwind_machine *unwind_machine_find(struct slice name, uint64_t abi)
{
	size_t i;

	if (name.len == 0)
		name = SLICE(OWN_NAME);
	for (i = 0; i < ARRAY_LEN(machines); i++) {
		if (slice_starts(name, machines[i].name))
			return abi == UNWIND_ABI_64   ? machines[i].wide
			       : abi == UNWIND_ABI_32 ? machines[i].narrow
						      : NULL;
	}
	return NULL;
}

enum { NESTING = 16 }; /* of DW_CFA_remember_state */

/* DW_CFA_*: DWARF 5, 7.24. */
enum {
	ADVANCE = 0x40, /* the first three have an operand in the lower 6 bits */
	OFFSET = 0x80,
	RESTORE = 0xc0,
	OPERATION = 0xc0,
	OPERAND = 0x3f,

	NOP = 0x00,
	SET_LOCATION = 0x01,
	ADVANCE_1 = 0x02,
	ADVANCE_2 = 0x03,
	ADVANCE_4 = 0x04,
	OFFSET_EXTENDED = 0x05,
	RESTORE_EXTENDED = 0x06,
	UNDEFINED = 0x07,
	SAME_VALUE = 0x08,
	REGISTER = 0x09,
	REMEMBER_STATE = 0x0a,
	RESTORE_STATE = 0x0b,
	DEFINE_FRAME = 0x0c,
	DEFINE_FRAME_REGISTER = 0x0d,
	DEFINE_FRAME_OFFSET = 0x0e,
	DEFINE_FRAME_EXPRESSION = 0x0f,
	EXPRESSION = 0x10,
	OFFSET_EXTENDED_SIGNED = 0x11,
	DEFINE_FRAME_SIGNED = 0x12,
	DEFINE_FRAME_OFFSET_SIGNED = 0x13,
	VALUE_OFFSET = 0x14,
	VALUE_OFFSET_SIGNED = 0x15,
	VALUE_EXPRESSION = 0x16,
	NEGATE_SIGNED_WITH_PC = 0x2c,
	NEGATE_SIGNED = 0x2d, /* of SPARC: save its window of registers */
	ARGUMENTS_SIZE = 0x2e,
	NEGATIVE_OFFSET = 0x2f,
};

/* A program that runs. */
struct machine {
	const struct cfi_common *common;
	struct cfi_reader program;
	uint64_t location, target;
	struct cfi_rules *rules;
	const struct cfi_rules *initial; /* of the CIE */
	struct cfi_rules remembered[NESTING];
	unsigned depth;
	bool is_reached; /* the target lies before the next row */
};

static void cfi_rules_set(struct machine *machine, uint64_t reg, enum cfi_rule_kind kind,
			  int64_t value)
{
	if (reg < CFI_REGISTERS)
		machine->rules->at[reg] = (struct cfi_rule){kind, value};
}

static void cfi_rules_restore(struct machine *machine, uint64_t reg)
{
	if (reg < CFI_REGISTERS)
		machine->rules->at[reg] = machine->initial->at[reg];
}

static void advance(struct machine *machine, uint64_t steps)
{
	const uint64_t left = machine->target - machine->location;
	const uint64_t align = machine->common->code_align;

	machine->is_reached = align > 0 && steps > left / align;
	machine->location += steps * align;
}

static uint64_t uleb(struct machine *machine)
{
	return dwarf_read_uleb(&machine->program.in);
}

/* An offset in units of the data alignment; overflow wraps around, as addresses do. */
static int64_t aligned(const struct machine *machine, uint64_t offset)
{
	return (int64_t)(offset * (uint64_t)machine->common->data_align);
}

/* Skip an expression; where it is. */
static int64_t block(struct machine *machine)
{
	const int64_t offset = (int64_t)cfi_reader_offset(&machine->program);

	dwarf_skip(&machine->program.in, dwarf_read_uleb(&machine->program.in));
	return offset;
}

static void cfi_rules_remember(struct machine *machine)
{
	if (machine->depth < NESTING)
		machine->remembered[machine->depth++] = *machine->rules;
	else
		machine->program.in.failed = true;
}

static void recall(struct machine *machine)
{
	if (machine->depth > 0)
		*machine->rules = machine->remembered[--machine->depth];
	else
		machine->program.in.failed = true;
}

static void define_frame(struct machine *machine, uint64_t reg, int64_t offset)
{
	machine->rules->frame = (struct cfi_rule){CFI_VALUE, offset};
	machine->rules->frame_register = (unsigned)(reg < CFI_REGISTERS ? reg : CFI_REGISTERS);
}

/* Instructions that define the frame's address. False: it is another one. */
static bool run_frame(struct machine *machine, unsigned code)
{
	struct cfi_rules *rules = machine->rules;
	uint64_t reg;

	switch (code) {
	case DEFINE_FRAME:
		reg = uleb(machine);
		define_frame(machine, reg, (int64_t)uleb(machine));
		return true;
	case DEFINE_FRAME_SIGNED:
		reg = uleb(machine);
		define_frame(machine, reg,
			     aligned(machine, (uint64_t)dwarf_read_sleb(&machine->program.in)));
		return true;
	case DEFINE_FRAME_REGISTER:
		define_frame(machine, uleb(machine), rules->frame.value);
		return true;
	case DEFINE_FRAME_OFFSET:
		define_frame(machine, rules->frame_register, (int64_t)uleb(machine));
		return true;
	case DEFINE_FRAME_OFFSET_SIGNED:
		define_frame(machine, rules->frame_register,
			     aligned(machine, (uint64_t)dwarf_read_sleb(&machine->program.in)));
		return true;
	case DEFINE_FRAME_EXPRESSION:
		rules->frame = (struct cfi_rule){CFI_EXPRESSION, block(machine)};
		return true;
	default: return false;
	}
}

/* Instructions about the register that follows. False: it is another one. */
static bool run_register(struct machine *machine, unsigned code)
{
	struct cfi_reader *program = &machine->program;
	const struct cfi_reader before = *program;
	const uint64_t reg = uleb(machine);

	switch (code) {
	case OFFSET_EXTENDED:
		cfi_rules_set(machine, reg, CFI_SAVED, aligned(machine, uleb(machine)));
		break;
	case OFFSET_EXTENDED_SIGNED:
		cfi_rules_set(machine, reg, CFI_SAVED,
			      aligned(machine, (uint64_t)dwarf_read_sleb(&program->in)));
		break;
	case NEGATIVE_OFFSET:
		cfi_rules_set(machine, reg, CFI_SAVED, aligned(machine, 0 - uleb(machine)));
		break;
	case VALUE_OFFSET:
		cfi_rules_set(machine, reg, CFI_VALUE, aligned(machine, uleb(machine)));
		break;
	case VALUE_OFFSET_SIGNED:
		cfi_rules_set(machine, reg, CFI_VALUE,
			      aligned(machine, (uint64_t)dwarf_read_sleb(&program->in)));
		break;
	case RESTORE_EXTENDED: cfi_rules_restore(machine, reg); break;
	case UNDEFINED: cfi_rules_set(machine, reg, CFI_UNDEFINED, 0); break;
	case SAME_VALUE: cfi_rules_set(machine, reg, CFI_SAME, 0); break;
	case REGISTER: cfi_rules_set(machine, reg, CFI_REGISTER, (int64_t)uleb(machine)); break;
	case EXPRESSION: cfi_rules_set(machine, reg, CFI_SAVED_AT, block(machine)); break;
	case VALUE_EXPRESSION: cfi_rules_set(machine, reg, CFI_EXPRESSION, block(machine)); break;
	default: *program = before; return false;
	}
	return true;
}

static void set_location(struct machine *machine)
{
	const uint64_t to = cfi_read_pointer(&machine->program, machine->common->pointers, 0);

	machine->is_reached = to > machine->target;
	machine->location = to;
}

static void cfi_rules_run_other(struct machine *machine, unsigned code)
{
	struct cfi_reader *program = &machine->program;

	switch (code) {
	case NOP: break;
	case SET_LOCATION: set_location(machine); break;
	case ADVANCE_1: advance(machine, dwarf_read(&program->in, 1)); break;
	case ADVANCE_2: advance(machine, dwarf_read(&program->in, 2)); break;
	case ADVANCE_4: advance(machine, dwarf_read(&program->in, 4)); break;
	case REMEMBER_STATE: cfi_rules_remember(machine); break;
	case RESTORE_STATE: recall(machine); break;
	case NEGATE_SIGNED:
	case NEGATE_SIGNED_WITH_PC: machine->rules->is_signed = !machine->rules->is_signed; break;
	case ARGUMENTS_SIZE: uleb(machine); break;
	default: program->in.failed = true;
	}
}

static void run_instruction(struct machine *machine)
{
	const unsigned code = (unsigned)dwarf_read(&machine->program.in, 1);
	const unsigned operand = code & OPERAND;

	switch (code & OPERATION) {
	case ADVANCE: advance(machine, operand); break;
	case OFFSET:
		cfi_rules_set(machine, operand, CFI_SAVED, aligned(machine, uleb(machine)));
		break;
	case RESTORE: cfi_rules_restore(machine, operand); break;
	default:
		if (!run_frame(machine, code) && !run_register(machine, code))
			cfi_rules_run_other(machine, code);
	}
}

/* Up to the row of the target, or the end. */
static bool cfi_rules_execute(struct machine *machine, const struct cfi_reader *program,
			      uint32_t *work)
{
	machine->program = *program;
	while (!machine->is_reached && !machine->program.in.failed &&
	       machine->program.in.at < machine->program.in.end) {
		if (*work == 0)
			return false;
		(*work)--;
		run_instruction(machine);
	}
	return !machine->program.in.failed;
}

bool cfi_rules_find(const struct cfi_entry *entry, uint64_t address, uint32_t *work,
		    struct cfi_rules *rules)
{
	struct cfi_rules initial = {.frame_register = CFI_REGISTERS};
	struct machine machine;

	*rules = initial;
	machine.common = &entry->common;
	machine.location = entry->start;
	machine.target = UINT64_MAX;
	machine.rules = rules;
	machine.initial = &initial;
	machine.depth = 0;
	machine.is_reached = false;
	if (!cfi_rules_execute(&machine, &entry->common.program, work))
		return false;
	initial = *rules;
	machine.location = entry->start;
	machine.target = address;
	machine.depth = 0;
	machine.is_reached = false;
	return cfi_rules_execute(&machine, &entry->program, work);
}

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

enum { MOST_WORK = 255 * UNWIND_COST };

/* ---- Rows ---- */

static bool add_saved(struct unwind_row *row, unsigned number, int64_t offset)
{
	const unsigned i = row->of.saved.count;

	if (i >= UNWIND_SAVED || offset < INT16_MIN || offset > INT16_MAX)
		return false;
	row->of.saved.at[i] = (int16_t)offset;
	row->of.saved.registers[i] = (uint8_t)number;
	row->of.saved.count++;
	return true;
}

/* False: the rules are more than offsets from the frame's address. */
static bool make_offsets(struct unwind_row *row, const struct cfi_rules *rules)
{
	unsigned i;

	if (rules->frame.kind != CFI_VALUE || rules->frame_register >= CFI_REGISTERS ||
	    rules->frame.value < INT32_MIN || rules->frame.value > INT32_MAX)
		return false;
	row->kind = UNWIND_OFFSETS;
	row->frame_register = rules->frame_register & 0x3f;
	row->frame_offset = (int32_t)rules->frame.value;
	row->of.saved.count = 0;
	for (i = 0; i < CFI_REGISTERS; i++) {
		const struct cfi_rule *rule = &rules->at[i];

		if (rule->kind == CFI_UNSPECIFIED || rule->kind == CFI_SAME)
			continue;
		if (rule->kind != CFI_SAVED || !add_saved(row, i, rule->value))
			return false;
	}
	return true;
}

/* True if the function has no caller to return to. */
static bool is_outermost(const struct cfi_rules *rules, const struct unwind_machine *machine,
			 uint64_t return_register)
{
	const enum cfi_rule_kind kind = rules->at[return_register].kind;

	return kind == CFI_UNDEFINED ||
	       (kind == CFI_UNSPECIFIED && return_register != machine->link);
}

/* True if an expression of a section is the register + offset; with `is_read`, the word there. */
static bool is_register_offset(const struct cfi_section *section, const struct cfi_rule *rule,
			       unsigned number, bool is_read)
{
	struct cfi_reader block = cfi_reader_at(section, (uint64_t)rule->value);
	struct cfi_reader program = cfi_read_part(&block, dwarf_read_uleb(&block.in));

	if (dwarf_read(&program.in, 1) != BREG_0 + number)
		return false;
	if (dwarf_read_sleb(&program.in) != 0 && !is_read)
		return false;
	if (is_read && dwarf_read(&program.in, 1) != DEREF)
		return false;
	return !program.in.failed && program.in.at == program.in.end;
}

/*
 * True if the frame pointer leads to its caller's value and then the return address. On x86-64 the
 * frame's address tells: fp + 16, or read from beside the frame pointer by functions that align
 * their stack, which copy the return address. On AArch64 the two are saved side by side.
 */
static bool rules_have_record(const struct cfi_rules *rules, const struct unwind_machine *machine,
			      const struct cfi_section *section, uint64_t return_register)
{
	const struct cfi_rule *frame = &rules->frame, *fp = &rules->at[machine->fp];
	const struct cfi_rule *back = &rules->at[return_register];

	if (!machine->has_frame_pointers || back->kind != CFI_SAVED)
		return false;
	if (frame->kind == CFI_EXPRESSION)
		return machine->link == UNWIND_NO_REGISTER && fp->kind == CFI_SAVED_AT &&
		       is_register_offset(section, frame, machine->fp, true) &&
		       is_register_offset(section, fp, machine->fp, false);
	if (fp->kind != CFI_SAVED || back->value != fp->value + (int64_t)machine->word)
		return false;
	return machine->link != UNWIND_NO_REGISTER ||
	       (frame->kind == CFI_VALUE && rules->frame_register == machine->fp &&
		frame->value + fp->value == 0);
}

void unwind_row_make(struct unwind_row *row, const struct unwind_machine *machine,
		     const struct cfi_entry *entry, uint64_t address)
{
	const uint64_t return_register = entry->common.return_register;
	uint32_t work = MOST_WORK;
	struct cfi_rules rules;
	bool found;

	*row = (struct unwind_row){.kind = UNWIND_WITHOUT};
	if (return_register >= CFI_REGISTERS)
		return;
	found = cfi_rules_find(entry, address, &work, &rules);
	row->cost = (MOST_WORK - work + UNWIND_COST - 1) / UNWIND_COST & 0xff;
	if (!found)
		return;
	row->return_register = (unsigned)return_register & 0x3f;
	row->is_signal = entry->common.is_signal;
	row->is_signed = rules.is_signed;
	row->has_record = rules_have_record(&rules, machine, entry->section, return_register);
	if (is_outermost(&rules, machine, return_register)) {
		row->kind = UNWIND_OUTERMOST;
	} else if (!make_offsets(row, &rules)) {
		row->kind = UNWIND_RULES;
		row->of.entry.section = entry->section;
		row->of.entry.offset = entry->offset;
		row->of.entry.address = address;
	}
}

/* ---- Steps ---- */

static uint64_t truncated(const struct unwind_machine *machine, uint64_t value)
{
	return machine->word == 4 ? (uint32_t)value : value;
}

static enum unwind_result step_offsets(const struct unwind_row *row,
				       const struct unwind_machine *machine,
				       const struct unwind_memory *memory,
				       struct unwind_registers *registers, uint64_t *missed)
{
	enum unwind_result result = UNWIND_DONE;
	uint64_t frame, address, value;
	unsigned i, number;

	if (!unwind_knows(registers, row->frame_register))
		return UNWIND_FAILED;
	frame = truncated(machine, registers->at[row->frame_register] +
					   (uint64_t)(int64_t)row->frame_offset);
	unwind_set(registers, machine->sp, frame);
	for (i = 0; i < row->of.saved.count; i++) {
		number = row->of.saved.registers[i];
		address = truncated(machine, frame + (uint64_t)(int64_t)row->of.saved.at[i]);
		if (unwind_read(memory, address, machine->word, &value)) {
			unwind_set(registers, number, value);
			continue;
		}
		registers->known &= ~(UINT64_C(1) << number);
		if (number == row->return_register) {
			*missed = address;
			result = UNWIND_MISSED;
		}
	}
	return result;
}

/* The input of a step by rules, with the registers before it. */
struct step {
	const struct unwind_machine *machine;
	struct cfi_context context;
	uint64_t frame;
	uint32_t *work;
};

/* The value of a register of the caller; false: it is lost. */
static bool apply(struct step *step, const struct cfi_rule *rule, unsigned number, uint64_t *value)
{
	const struct unwind_registers *before = step->context.registers;
	uint64_t address = step->frame + (uint64_t)rule->value;

	switch (rule->kind) {
	case CFI_UNDEFINED: return false;
	case CFI_UNSPECIFIED:
	case CFI_SAME: break;
	case CFI_VALUE: *value = address; return true;
	case CFI_REGISTER:
		if (!unwind_knows(before, (uint64_t)rule->value))
			return false;
		number = (unsigned)rule->value;
		break;
	case CFI_EXPRESSION:
		return cfi_expression_run(&step->context, (uint64_t)rule->value, &step->frame,
					  step->work, value);
	case CFI_SAVED_AT:
		if (!cfi_expression_run(&step->context, (uint64_t)rule->value, &step->frame,
					step->work, &address))
			return false;
		/* fallthrough */
	case CFI_SAVED:
		address = truncated(step->machine, address);
		if (unwind_read(step->context.memory, address, step->machine->word, value))
			return true;
		step->context.missed = address;
		return false;
	}
	*value = before->at[number];
	return unwind_knows(before, number);
}

static bool unwind_row_find_frame(struct step *step, const struct cfi_rules *rules)
{
	const struct unwind_registers *registers = step->context.registers;

	if (rules->frame.kind == CFI_EXPRESSION)
		return cfi_expression_run(&step->context, (uint64_t)rules->frame.value, NULL,
					  step->work, &step->frame);
	if (rules->frame.kind != CFI_VALUE || !unwind_knows(registers, rules->frame_register))
		return false;
	step->frame = truncated(step->machine, registers->at[rules->frame_register] +
						       (uint64_t)rules->frame.value);
	return true;
}

static bool find_rules(const struct unwind_row *row, uint32_t *work, struct cfi_rules *rules)
{
	struct cfi_entry entry;
	uint64_t offset = row->of.entry.offset;

	return cfi_entry_next(row->of.entry.section, &offset, &entry) == CFI_FUNCTION &&
	       cfi_rules_find(&entry, row->of.entry.address, work, rules);
}

static bool step_rules(struct step *step, const struct unwind_row *row,
		       struct unwind_registers *after)
{
	struct cfi_rules rules;
	uint64_t value;
	unsigned i;

	if (!find_rules(row, step->work, &rules) || !unwind_row_find_frame(step, &rules))
		return false;
	after->known = 0;
	unwind_set(after, step->machine->sp, step->frame);
	for (i = 0; i < CFI_REGISTERS; i++) {
		if (i == step->machine->sp && rules.at[i].kind == CFI_UNSPECIFIED)
			continue;
		step->context.missed = 0;
		if (apply(step, &rules.at[i], i, &value))
			unwind_set(after, i, truncated(step->machine, value));
		else if (i == row->return_register)
			return false;
	}
	return true;
}

static enum unwind_result step_by_rules(const struct unwind_row *row,
					const struct unwind_machine *machine,
					const struct unwind_memory *memory,
					struct unwind_registers *registers, uint32_t *work,
					uint64_t *missed)
{
	const struct unwind_registers before = *registers;
	struct step step = {
		.machine = machine,
		.context = {row->of.entry.section, &before, memory, 0},
		.work = work,
	};

	if (step_rules(&step, row, registers))
		return UNWIND_DONE;
	*missed = step.context.missed;
	return *missed != 0 ? UNWIND_MISSED : UNWIND_FAILED;
}

enum unwind_result unwind_row_step(const struct unwind_row *row,
				   const struct unwind_machine *machine,
				   const struct unwind_memory *memory,
				   struct unwind_registers *registers, uint32_t *work,
				   uint64_t *missed)
{
	const enum unwind_result result =
		row->kind == UNWIND_OFFSETS
			? step_offsets(row, machine, memory, registers, missed)
			: step_by_rules(row, machine, memory, registers, work, missed);

	if (result != UNWIND_DONE)
		return result;
	if (!unwind_knows(registers, row->return_register))
		return UNWIND_FAILED;
	unwind_set(registers, machine->pc, registers->at[row->return_register]);
	return UNWIND_DONE;
}
