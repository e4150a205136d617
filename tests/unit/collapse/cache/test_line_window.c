/* SPDX-License-Identifier: MIT */
#include "collapse/cache/line_cache.h"
#include "tests/unit/check.h"

/* Letters are lines of stacks. */
static enum line_kind kind_of(struct slice line)
{
	if (line.len > 0 && char_is_alpha(line.ptr[0]))
		return LINE_OF_STACK;
	return line.len == 0 ? LINE_ENDS : LINE_OTHER;
}

CASE(lines_are_known_when_they_were_added)
{
	struct line_window window = {.count = 0};
	struct line_cache lines = {.front = 0};
	struct slice text = SLICE("-\nold\nnew\n\nlast");

	line_cache_add(&lines, SLICE("old"), &window);
	line_window_fill(&window, &lines, &text, kind_of);
	line_window_fetch(&window, &lines);
	CHECK(window.count == 5 && text.len == 0);
	CHECK(window.lines[0].kind == LINE_OTHER && window.lines[3].kind == LINE_ENDS);
	CHECK(slice_equal(window.lines[4].text, SLICE("last")));
	CHECK(line_window_number(&window.lines[1], &lines) == lines.last);
	CHECK(line_window_number(&window.lines[2], &lines) == HASH_NONE);
	line_cache_add(&lines, SLICE("new"), &window); /* without the window */
	CHECK(line_window_number(&window.lines[2], &lines) == lines.last);
	line_cache_release(&lines);
}

CASE(a_window_takes_what_fits)
{
	struct line_window window = {.count = 0};
	struct line_cache lines = {.front = 0};
	char many[2 * (LINE_WINDOW + 3)];
	struct slice text = slice_of(many, sizeof(many));
	size_t i;

	for (i = 0; i < sizeof(many); i += 2)
		memcpy(many + i, "a\n", 2);
	line_window_add(&window, SLICE("first"), LINE_WHOLE);
	line_window_fill(&window, &lines, &text, kind_of);
	CHECK(window.count == LINE_WINDOW && window.lines[0].kind == LINE_WHOLE);
	CHECK(text.len == 2 * 4);
	line_window_fill(&window, &lines, &text, kind_of);
	CHECK(text.len == 2 * 4);
	line_cache_release(&lines);
}

TEST_CASES(line_window)
