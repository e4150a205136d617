/* SPDX-License-Identifier: MIT */
#include "collapse/line_window.h"

/* Runs of lines, each ending where the next kind of line stands. */
static void find_stacks(struct line_window *window, const struct stack_cache *stacks)
{
	uint32_t i = 0;

	window->stack_count = window->next = 0;
	while (i < window->count) {
		struct window_stack *stack = &window->stacks[window->stack_count];
		uint64_t hash = 0;

		if (window->lines[i].kind != LINE_OF_STACK) {
			i++;
			continue;
		}
		stack->first = i;
		for (; i < window->count && window->lines[i].kind == LINE_OF_STACK; i++)
			hash = (hash ^ window->lines[i].hash) * UINT64_C(0x9e3779b97f4a7c15);
		stack->count = i - stack->first;
		stack->hash = (uint32_t)(hash >> 32);
		stack->ends = i < window->count && window->lines[i].kind == LINE_ENDS;
		hash_index_fetch(&stacks->index, stack->hash);
		window->stack_count++;
	}
}

static void fetch_lines(struct line_window *window, const struct window_stack *stack,
			const struct line_cache *lines)
{
	struct window_line *line = &window->lines[stack->first], *end = line + stack->count;

	for (; line < end; line++)
		line->number = line_cache_fetch(lines, line->hash);
}

void line_window_fetch_known(const struct stack_cache_entry *entry, const struct line_cache *lines)
{
	uint32_t i;

	if (entry->stack)
		__builtin_prefetch(entry->stack, 1);
	for (i = 0; i < entry->count; i++)
		line_cache_prefetch(lines, entry->lines[i]);
}

void line_window_fetch(struct line_window *window, const struct line_cache *lines,
		       const struct stack_cache *stacks)
{
	struct window_stack *stack = window->stacks, *end;

	find_stacks(window, stacks);
	end = stack + window->stack_count;
	for (; stack < end; stack++) {
		stack->known = stack->ends ? stack_cache_find(stacks, stack->hash) : HASH_NONE;
		if (stack->known == HASH_NONE) {
			fetch_lines(window, stack, lines);
		} else {
			const struct stack_cache_entry *entry = stack_cache_entry(stacks,
										  stack->known);

			__builtin_prefetch(entry);
			__builtin_prefetch(entry->lines + 16);
		}
	}
	for (stack = window->stacks; stack < end; stack++) {
		const struct stack_cache_entry *entry;

		if (stack->known == HASH_NONE)
			continue;
		entry = stack_cache_entry(stacks, stack->known);
		if (entry->count == stack->count) {
			line_window_fetch_known(entry, lines);
		} else {
			stack->known = HASH_NONE;
			fetch_lines(window, stack, lines);
		}
	}
}

void line_window_drop(struct line_window *window, uint32_t count)
{
	window->count -= count;
	memmove(window->lines, window->lines + count, window->count * sizeof(*window->lines));
}
