/* SPDX-License-Identifier: MIT */
#include "common/base/cells.h"

#include "common/base/escape.h"
#include "common/base/utf8.h"

#define MORE ".."
enum { MORE_CELLS = 2 };

#ifdef HAVE_UTF8PROC

#include <utf8proc.h>

/* Cells of a character, 0 for a mark on the one before; -1 for what is not to be shown. */
static int width_of(uint32_t code)
{
	const utf8proc_property_t *property = utf8proc_get_property((utf8proc_int32_t)code);

	switch (property->category) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_CN:
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP: return -1;
	default: return code == 0xFFFD ? -1 : utf8proc_charwidth((utf8proc_int32_t)code);
	}
}

#else

enum { FIRST_MARK = 0x300, SOFT_HYPHEN = 0xAD };

static int width_of(uint32_t code)
{
	bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0) || code == SOFT_HYPHEN;

	return is_control || code >= FIRST_MARK ? -1 : 1;
}

#endif

/* The code and width to show for the next character of a text. */
struct cell {
	uint32_t code;
	size_t width;
};

static struct cell next_cell(struct slice *text)
{
	uint32_t code = utf8_next(text);
	int width = width_of(code);

	return width < 0 ? (struct cell){'?', 1} : (struct cell){code, (size_t)width};
}

size_t cells_count(struct slice text)
{
	size_t count = 0;

	while (text.len > 0)
		count += next_cell(&text).width;
	return count;
}

/*
 * Append as many characters as fit; returns their cells. A combining mark without a base is left
 * out.
 */
static size_t add_head(struct buf *buf, struct slice text, size_t room)
{
	size_t used = 0;

	while (text.len > 0) {
		struct cell cell = next_cell(&text);

		if (used + cell.width > room)
			break;
		if (used + cell.width > 0)
			buf_add_code(buf, cell.code);
		used += cell.width;
	}
	return used;
}

/* The end of the text that fits into `room` cells. */
static struct slice tail_of(struct slice text, size_t room)
{
	size_t count = cells_count(text);

	while (count > room)
		count -= next_cell(&text).width;
	return text;
}

size_t cells_add(struct buf *buf, struct slice text, size_t room, enum label_rule rule)
{
	size_t used;

	if (cells_count(text) <= room)
		return add_head(buf, text, room);
	if (room <= MORE_CELLS)
		return 0;
	if (rule == LABEL_TAIL) {
		buf_add_text(buf, MORE);
		return MORE_CELLS +
		       add_head(buf, tail_of(text, room - MORE_CELLS), room - MORE_CELLS);
	}
	used = add_head(buf, text, room - MORE_CELLS);
	buf_add_text(buf, MORE);
	return used + MORE_CELLS;
}

void cells_fill(struct buf *buf, const char *character, size_t count)
{
	const struct slice one = slice_from(character);

	for (; count > 0; count--)
		buf_add(buf, one);
}
