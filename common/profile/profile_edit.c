/* SPDX-License-Identifier: MIT */
#include "common/profile/profile_edit.h"

/* Rows of one stack lie anywhere: what is known of it lies in the stack. */
static struct stack *edited(const struct profile *from, struct stack *old,
			    const struct profile_editor *editor)
{
	struct stack *stack;

	if (!from->labels)
		return editor->stack(editor->context, old);
	if (!old->is_moved) {
		stack = editor->stack(editor->context, old);
		stack_move(old, stack);
	}
	return stack_moved(old);
}

/* The counts of stacks whose rows have been edited, again. */
static void profile_edit_restore(struct profile *from)
{
	size_t i;

	for (i = 0; i < from->count; i++) {
		struct stack *stack = from->stacks[i];

		if (stack->is_moved)
			stack->count[0] = stack->count[1] = 0;
	}
	for (i = 0; i < from->labels->count; i++) {
		const struct label_row *row = &from->labels->rows[i];

		if (row->stack->is_moved)
			stack_add(row->stack, row->count);
	}
	for (i = 0; i < from->count; i++)
		from->stacks[i]->is_moved = false;
}

static void give_labels(struct labels *labels, const struct label_row *row, const uint32_t *sets,
			unsigned time_digits)
{
	labels_use(labels, sets[row->set]);
	labels->time = labels_time(labels, row->time, time_digits);
}

void profile_edit(struct profile *into, struct profile *from, const struct profile_editor *editor)
{
	const size_t count = profile_rows(from);
	const unsigned digits = from->labels ? from->labels->time_digits : 0;
	uint32_t *sets = NULL;
	size_t i;

	if (into->labels && from->labels) {
		labels_rescale(into->labels, digits);
		sets = labels_map(into->labels, from->labels);
	}
	for (i = 0; i < count; i++) {
		const struct label_row plain = profile_row(from, i);
		const struct label_row *row = from->labels ? &from->labels->rows[i] : &plain;
		struct weight weight = {
			.count = {row->count[0], row->count[1]},
			.scale = from->scale,
			.differential = row->stack->differential,
		};
		struct stack *stack = NULL;

		if (editor->wants && !editor->wants(editor->context, row))
			continue;
		if (sets)
			give_labels(into->labels, row, sets, digits);
		stack = edited(from, row->stack, editor);
		if (stack && editor->row)
			stack = editor->row(editor->context, row, stack, &weight);
		if (stack)
			profile_weigh(into, stack, &weight);
	}
	if (into->labels)
		labels_clear(into->labels);
	if (from->labels)
		profile_edit_restore(from);
	free(sets);
}
