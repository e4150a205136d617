/* SPDX-License-Identifier: MIT */
/* Answers: the functions at an address. */
#include "collapse/symbols/inline.h"

bool inline_hex(struct slice text, uint64_t *value)
{
	size_t i;

	if (text.len == 0 || text.len > 16)
		return false;
	*value = 0;
	for (i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (!char_is_hex(c))
			return false;
		*value = *value * 16 +
			 (uint64_t)(char_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return true;
}

void inline_add(struct inline_functions *functions, struct slice name, struct slice source)
{
	functions->at = memory_grow(functions->at, &functions->cap, functions->count + 1,
				    sizeof(*functions->at));
	functions->at[functions->count++] = (struct inline_function){
		arena_copy(&functions->texts, name), arena_copy(&functions->texts, source)};
}

void inline_reset(struct inline_functions *functions)
{
	functions->count = 0;
	arena_release(&functions->texts);
}

void inline_release(struct inline_functions *functions)
{
	inline_reset(functions);
	free(functions->at);
	functions->at = NULL;
	functions->cap = 0;
}
