/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/unwind_row.h"

#include "common/debuginfo/cfi_expression.h"

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
