/* SPDX-License-Identifier: MIT */
/*
 * How lines get from a chunk to the stacks. Nearly all of them came before and go by their text
 * alone; so do whole stacks.
 */
#include "collapse/dtrace.h"

/* Frames stand behind many blanks, and no count begins with another character. */
static inline bool may_be_frame(struct slice line)
{
	const uint64_t blanks = UINT64_C(0x2020202020202020);
	uint64_t others;
	size_t at = 0;

	while (line.len - at >= sizeof(others)) {
		others = slice_load(line.ptr + at) ^ blanks;
		if (others != 0) {
			at += (size_t)__builtin_ctzll(others) / 8;
			break;
		}
		at += sizeof(others);
	}
	while (at < line.len && char_is_blank(line.ptr[at]))
		at++;
	return at < line.len && !char_is_digit(line.ptr[at]) && line.ptr[at] != '+';
}

static inline enum line_kind kind_of(struct slice line, const void *context)
{
	if (may_be_frame(line))
		return LINE_OF_STACK;
	return dtrace_is_count(context, line) ? LINE_ENDS : LINE_OTHER;
}

/* One by one. If the stack consists of them alone the stack cache will know it. */
static void take_new_stack(struct ingest_run *run, const struct window_stack *stack)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct line_cache *lines = &dtrace->cache;
	bool whole = stack->ends && dtrace->line_count == 0;
	uint32_t numbers[LINE_WINDOW], i;

	for (i = 0; i < stack->count; i++, run->line++) {
		const struct window_line *line = &dtrace->window.lines[stack->first + i];

		numbers[i] = line_cache_get(lines, line->text, line->hash);
		if (numbers[i] == HASH_NONE) {
			dtrace_push_text(run, line->text, run->line);
			numbers[i] = lines->last;
			whole &= numbers[i] != HASH_NONE;
		} else {
			const struct line_cache_entry *entry = line_cache_entry(lines, numbers[i]);

			dtrace_push(run, &(struct dtrace_ref){entry->value, entry->tag}, line->text,
				    run->line);
		}
	}
	if (whole && dtrace->line_count == stack->count)
		dtrace->repeated = stack_cache_add(&dtrace->stacks, stack->hash, numbers,
						   stack->count);
}

/* True: it is one that came before; its count follows. */
static bool take_known_stack(struct ingest_run *run, const struct window_stack *stack)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct stack_cache_entry *entry;

	if (stack->known == HASH_NONE || dtrace->line_count > 0)
		return false;
	entry = stack_cache_entry(&dtrace->stacks, stack->known);
	if (!entry->stack || !line_window_is(&dtrace->window, stack, &dtrace->cache, entry))
		return false;
	dtrace->repeated = entry;
	run->line += stack->count;
	return true;
}

static void take_line(struct ingest_run *run, const struct window_line *line)
{
	if (line->kind == LINE_ENDS) {
		const struct dtrace_count count = {run->chunk, run->line, line->text};

		dtrace_finish(run, &count);
	} else {
		dtrace_push_text(run, line->text, run->line);
	}
	run->line++;
}

/* The last line may lack its LF. */
static const char *behind(struct slice line, const char *end)
{
	return line.ptr + line.len + (line.ptr + line.len < end);
}

/* Behind the last count, or `tail` if there is none. */
static struct slice take_window(struct ingest_run *run, struct slice tail)
{
	struct line_window *window = &dtrace_of(run)->window;
	const char *end = tail.ptr + tail.len;
	uint32_t at = 0;

	while (at < window->count) {
		const struct window_stack *stack = line_window_stack(window, at);
		const struct window_line *line = &window->lines[at];

		if (!stack) {
			take_line(run, line);
			if (line->kind == LINE_ENDS)
				tail = slice_between(behind(line->text, end), end);
			at++;
			continue;
		}
		if (line_window_waits(window, stack))
			break;
		if (!take_known_stack(run, stack))
			take_new_stack(run, stack);
		at += stack->count;
	}
	line_window_drop(window, at);
	return tail;
}

struct slice dtrace_take_lines(struct ingest_run *run, struct slice text)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct slice tail = text;

	while (line_window_fill(&dtrace->window, &dtrace->cache, &text, kind_of, dtrace->style)) {
		line_window_fetch(&dtrace->window, &dtrace->cache, &dtrace->stacks);
		tail = take_window(run, tail);
	}
	return tail;
}
