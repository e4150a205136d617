/* SPDX-License-Identifier: MIT */
#include "collapse/line_window.h"
#include "tests/unit/check.h"

/* Letters are lines of stacks, a dash ends them. */
static enum line_kind kind_of(struct slice line, const void *context)
{
	(void)context;
	if (line.len > 0 && char_is_alpha(line.ptr[0]))
		return LINE_OF_STACK;
	return slice_equal(line, SLICE("-")) ? LINE_ENDS : LINE_OTHER;
}

struct tables {
	struct line_cache lines;
	struct stack_cache stacks;
	struct line_window window;
};

static void release(struct tables *tables)
{
	line_cache_release(&tables->lines);
	stack_cache_release(&tables->stacks);
}

static bool fill(struct tables *tables, struct slice *text)
{
	if (!line_window_fill(&tables->window, &tables->lines, text, kind_of, NULL))
		return false;
	line_window_fetch(&tables->window, &tables->lines, &tables->stacks);
	return true;
}

/* Add the lines of the stack to both caches. */
static struct stack_cache_entry *learn(struct tables *tables, const struct window_stack *stack)
{
	uint32_t numbers[LINE_WINDOW], i;

	for (i = 0; i < stack->count; i++) {
		const struct window_line *line = &tables->window.lines[stack->first + i];

		if (!line_cache_find(&tables->lines, line->text))
			line_cache_add(&tables->lines, line->text, tables);
		numbers[i] = tables->lines.last;
	}
	return stack_cache_add(&tables->stacks, stack->hash, numbers, stack->count);
}

static void stacks_are_runs_of_their_lines(void)
{
	struct tables tables = {.stacks.part_size = STACK_CACHE_SIZE / STACK_CACHE_PARTS};
	struct slice text = SLICE("head\na\nb\n-\n\nc\n\nd");

	CHECK(fill(&tables, &text) && text.len == 0 && !tables.window.more);
	CHECK(tables.window.count == 8 && tables.window.stack_count == 3);
	CHECK(tables.window.stacks[0].count == 3 && tables.window.stacks[0].ends);
	CHECK(tables.window.stacks[1].count == 1 && !tables.window.stacks[1].ends);
	CHECK(line_window_stack(&tables.window, 0) == &tables.window.stacks[0]);
	CHECK(!line_window_stack(&tables.window, 3));
	CHECK(line_window_stack(&tables.window, 5) == &tables.window.stacks[1]);
	CHECK(!line_window_stack(&tables.window, 6));
	CHECK(!line_window_waits(&tables.window, line_window_stack(&tables.window, 7)));
	line_window_drop(&tables.window, 8);
	CHECK(!fill(&tables, &text));
	release(&tables);
}

static void a_stack_that_came_before_is_known(void)
{
	struct tables tables = {.stacks.part_size = STACK_CACHE_SIZE / STACK_CACHE_PARTS};
	struct slice text = SLICE("a\nb\n-\n"), same = text, other = SLICE("a\nc\n-\n");
	const struct window_stack *stack = tables.window.stacks;
	struct stack_cache_entry *entry;

	fill(&tables, &text);
	CHECK(stack->known == HASH_NONE);
	entry = learn(&tables, stack);
	CHECK(entry && !entry->stack && entry->count == 2);
	CHECK(!learn(&tables, stack));
	line_window_drop(&tables.window, 3);
	fill(&tables, &same);
	CHECK(stack->known != HASH_NONE);
	CHECK(stack_cache_entry(&tables.stacks, stack->known) == entry);
	CHECK(line_window_is(&tables.window, stack, &tables.lines, entry));
	line_window_drop(&tables.window, 3);
	fill(&tables, &other);
	CHECK(stack->known == HASH_NONE);
	CHECK(!line_window_is(&tables.window, stack, &tables.lines, entry));
	release(&tables);
}

static void a_stack_at_the_edge_waits_for_the_next_window(void)
{
	struct tables tables = {.stacks.part_size = STACK_CACHE_SIZE / STACK_CACHE_PARTS};
	char lines[2 * (LINE_WINDOW + 3)] = "";
	struct slice text = slice_of(lines, sizeof(lines));
	const struct window_stack *stack = tables.window.stacks;
	size_t i;

	for (i = 0; i < sizeof(lines); i += 2)
		memcpy(lines + i, i == 2 ? "-\n" : "a\n", 2);
	CHECK(fill(&tables, &text) && tables.window.more && tables.window.count == LINE_WINDOW);
	CHECK(!line_window_waits(&tables.window, &stack[0]));
	CHECK(stack[1].first == 2 && line_window_waits(&tables.window, &stack[1]));
	line_window_drop(&tables.window, 2);
	CHECK(tables.window.count == LINE_WINDOW - 2);
	CHECK(fill(&tables, &text) && tables.window.more && stack[0].count == LINE_WINDOW);
	CHECK(!line_window_waits(&tables.window, &stack[0])); /* longer than any window */
	release(&tables);
}

/* Add stacks from number `hash` on until no more go in; the number of the one that did not. */
static uint32_t fill_part(struct stack_cache *cache, uint32_t hash)
{
	uint32_t lines[LINE_WINDOW] = {0};

	for (; stack_cache_add(cache, hash, lines, LINE_WINDOW); hash++)
		stack_cache_add_text(cache, ~hash, stack_cache_entry(cache, 0));
	return hash;
}

static void a_full_stack_cache_forgets_its_oldest_part(void)
{
	struct stack_cache cache;
	uint32_t next = 0, second = 0, line = 0, i;

	stack_cache_init(&cache, false);
	for (i = 0; i < STACK_CACHE_PARTS; i++) {
		CHECK(next == 0 || stack_cache_find(&cache, 0) != HASH_NONE);
		next = fill_part(&cache, next);
		CHECK(next > 1000);
		second = i == 0 ? next : second;
		stack_cache_trim(&cache);
	}
	CHECK(stack_cache_find(&cache, 0) == HASH_NONE);
	CHECK(stack_cache_find(&cache, second - 1) == HASH_NONE);
	CHECK(stack_cache_find(&cache, second) != HASH_NONE);
	CHECK(stack_cache_find(&cache, next - 1) != HASH_NONE);
	CHECK(stack_cache_find_text(&cache, ~next + 1) == HASH_NONE); /* all were the first's */
	CHECK(stack_cache_add(&cache, 0, &line, 1));
	stack_cache_trim(&cache);
	CHECK(stack_cache_find(&cache, 0) != HASH_NONE);
	stack_cache_release(&cache);
}

int main(void)
{
	stacks_are_runs_of_their_lines();
	a_stack_that_came_before_is_known();
	a_stack_at_the_edge_waits_for_the_next_window();
	a_full_stack_cache_forgets_its_oldest_part();
	return check_done();
}
