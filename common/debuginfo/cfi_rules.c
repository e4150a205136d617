/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_rules.h"

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
