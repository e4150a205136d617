/* SPDX-License-Identifier: MIT */
#include "common/io/doubled.h"

enum { LEAST_LINES = 3 }; /* besides empty ones: two are paragraphs */

static bool doubled_is_text(struct slice bytes)
{
	size_t i;

	for (i = 0; i < bytes.len; i++) {
		const char c = bytes.ptr[i];

		if ((unsigned char)c < ' ' && !char_is_blank(c) && c != '\n' && c != '\x1B')
			return false;
	}
	return true;
}

/*
 * Lines that are all indented, with one empty line between any two, are stacks of one frame without
 * a head: perf script -F ip,sym.
 */
enum doubled doubled_look(struct slice head, bool whole)
{
	bool is_sure = false;
	size_t lines = 0, empty = 1;
	struct slice line;

	if (!doubled_is_text(head))
		return DOUBLED_NOT;
	while ((whole || slice_contains(head, SLICE("\n"))) && slice_line(&head, &line)) {
		slice_drop(&line, SLICE("\r"));
		if (line.len == 0) {
			empty++;
			continue;
		}
		if (empty % 2 == 0)
			return DOUBLED_NOT;
		is_sure |= !char_is_blank(line.ptr[0]) || (lines > 0 && empty > 1);
		lines++;
		empty = 0;
	}
	if (!whole)
		return DOUBLED_UNSURE;
	return is_sure && lines >= LEAST_LINES ? DOUBLED_YES : DOUBLED_NOT;
}

size_t doubled_leave_out(struct doubled_place *place, char *text, size_t size)
{
	size_t i, left = 0;

	for (i = 0; i < size; i++) {
		const char c = text[i];

		if (!place->within && place->is_next && (c == '\n' || c == '\r')) {
			place->is_next = c == '\r';
			continue;
		}
		text[left++] = c;
		place->within = c != '\n';
		place->is_next = true;
	}
	return left;
}
