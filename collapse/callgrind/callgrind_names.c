/* SPDX-License-Identifier: MIT */
#include "collapse/callgrind/callgrind.h"
#include "common/memory/arena.h"

enum { MAX_NUMBER = 1 << 22 }; /* a larger one is not a number but an attack on memory */

static struct callgrind_name *at_number(struct callgrind_names *names, size_t number)
{
	size_t old = names->cap;

	if (number >= old) {
		names->at = memory_grow(names->at, &names->cap, number + 1, sizeof(*names->at));
		memset(names->at + old, 0, (names->cap - old) * sizeof(*names->at));
	}
	return &names->at[number];
}

/*
 * The number in "(7) name", taken off; false where there is none. One that is too large: MAX_NUMBER
 * + 1.
 */
static bool callgrind_take_number(struct slice *text, size_t *number)
{
	size_t at = 1;

	*number = 0;
	if (text->len == 0 || text->ptr[0] != '(')
		return false;
	for (; at < text->len && char_is_digit(text->ptr[at]); at++) {
		if (*number <= MAX_NUMBER)
			*number = *number * 10 + (size_t)(text->ptr[at] - '0');
	}
	if (at == 1 || at == text->len || text->ptr[at] != ')')
		return false;
	*text = slice_tail(*text, at + 1);
	return true;
}

bool callgrind_take_name(struct callgrind_names *names, struct slice text, struct slice *name,
			 struct callgrind_name **numbered)
{
	size_t number;

	*name = text;
	*numbered = NULL;
	if (!callgrind_take_number(&text, &number))
		return true;
	if (number > MAX_NUMBER)
		return false;
	*numbered = at_number(names, number);
	text = text.len > 0 ? slice_trim(text) : text;
	if (text.len > 0 && !slice_equal(text, (*numbered)->name))
		**numbered = (struct callgrind_name){.name = arena_copy(&names->arena, text)};
	*name = (*numbered)->name;
	return name->ptr != NULL;
}

struct slice callgrind_without_callers(struct slice name)
{
	size_t at, depth = 0;

	for (at = 0; at < name.len; at++) {
		char c = name.ptr[at];

		if (c == '(')
			depth++;
		else if (c == ')' && depth > 0)
			depth--;
		if (c != '\'')
			continue;
		if (at == 0 || slice_find(SLICE(":(,< &*"), name.ptr[at - 1]) != SLICE_NONE) {
			size_t close = slice_find(slice_tail(name, at + 1), '\'');

			at += close == SLICE_NONE ? 0 : close + 1;
		} else if (depth == 0 && at + 1 < name.len) {
			return slice_head(name, at);
		}
	}
	return name;
}

void callgrind_names_release(struct callgrind_names *names)
{
	free(names->at);
	arena_release(&names->arena);
}
