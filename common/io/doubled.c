/* SPDX-License-Identifier: MIT */
#include "common/io/doubled.h"

enum {
	LEAST_LINES = 3, /* besides empty ones: two are paragraphs */
	LEAST_PART = 8,
};

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

/* Lines with an odd number of empty ones between any two. */
struct doubled_run {
	size_t lines;
	size_t indented; /* the first one does not count: the stack before may end with it */
	size_t far;      /* behind three empty ones or more */
	bool is_first_indented;
};

/*
 * Lists of threads and the like have an empty line behind each line, too. So a part of a text is
 * doubled only where heads and frames are, or where there are stacks and what is between them.
 */
static bool doubled_is_part(const struct doubled_run *run)
{
	if (run->lines < LEAST_PART)
		return false;
	if (run->indented > 1 && run->indented + run->is_first_indented < run->lines)
		return true;
	return run->far > 0 && run->far < run->lines / 3;
}

/*
 * Lines that are all indented, with one empty line between any two, are stacks of one frame without
 * a head: perf script -F ip,sym.
 */
COLD enum doubled doubled_look(struct slice head, bool whole)
{
	struct doubled_run run = {.lines = 0};
	bool is_part = false, is_all = true;
	size_t empty = 1;
	struct slice line;

	if (!doubled_is_text(head))
		return DOUBLED_NOT;
	if (!whole)
		return DOUBLED_UNSURE;
	while (slice_line(&head, &line)) {
		slice_drop(&line, SLICE("\r"));
		if (line.len == 0) {
			empty++;
			continue;
		}
		if (empty % 2 == 0) {
			is_part |= doubled_is_part(&run);
			is_all = false;
			run = (struct doubled_run){.lines = 0};
		}
		if (run.lines == 0) {
			run.is_first_indented = char_is_blank(line.ptr[0]);
		} else {
			run.indented += char_is_blank(line.ptr[0]);
			run.far += empty > 1;
		}
		run.lines++;
		empty = 0;
	}
	if (!is_all)
		return is_part || doubled_is_part(&run) ? DOUBLED_PARTLY : DOUBLED_NOT;
	return run.lines >= LEAST_LINES &&
			       (run.indented + run.is_first_indented < run.lines || run.far > 0)
		       ? DOUBLED_YES
		       : DOUBLED_NOT;
}

COLD size_t doubled_leave_out(struct doubled_place *place, char *text, size_t size)
{
	size_t i, left = 0;

	for (i = 0; i < size; i++) {
		const char c = text[i];

		if (!place->within && place->is_next && (c == '\n' || c == '\r')) {
			place->is_next = c == '\r';
			continue;
		}
		place->has_single |= !place->within && place->is_next;
		text[left++] = c;
		place->within = c != '\n';
		place->is_next = true;
	}
	return left;
}
