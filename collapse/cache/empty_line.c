/* SPDX-License-Identifier: MIT */
#include "collapse/cache/empty_line.h"

#include <limits.h>

enum { BLOCK = 128 }; /* bytes */

/* Does one end in the block? A loop that compilers make vectors of; one byte behind is looked at. */
static bool has_empty_line(const char *text)
{
	unsigned char least = UCHAR_MAX;
	size_t i;

	for (i = 0; i < BLOCK; i++) {
		unsigned char other = (unsigned char)((text[i] ^ '\n') | (text[i + 1] ^ '\n'));

		least = other < least ? other : least;
	}
	return least == 0;
}

/* From byte `from` on, line by line. */
static size_t find_slowly(struct slice text, size_t from)
{
	size_t at;

	while ((at = slice_find(slice_tail(text, from), '\n')) != SLICE_NONE) {
		from += at + 1;
		if (from < text.len && text.ptr[from] == '\n')
			return from;
	}
	return SLICE_NONE;
}

size_t empty_line_find(struct slice text)
{
	size_t at = 0;

	while (text.len - at > BLOCK && !has_empty_line(text.ptr + at))
		at += BLOCK;
	return find_slowly(text, at);
}
