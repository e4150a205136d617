/* SPDX-License-Identifier: MIT */
#include "collapse/names/tidy.h"

#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "common/debuginfo/demangle_rust.h"

bool tidy_rust(struct buf *out, struct slice name, bool any_code)
{
	if (!rust_ends_in_hash(name))
		return false;
	name.len -= RUST_HASH;
	slice_drop(&name, SLICE("::"));
	rust_add_unescaped(out, name, any_code);
	return true;
}

void tidy_separators(struct buf *out, size_t at)
{
	size_t next;

	while ((next = slice_find(slice_tail(buf_slice(out), at), ';')) != SLICE_NONE) {
		at += next;
		out->ptr[at] = ':';
	}
}

void tidy_add(struct buf *out, struct slice name)
{
	size_t at = out->len;

	buf_add(out, name);
	tidy_separators(out, at);
}

struct slice tidy_drop_offset(struct slice name)
{
	size_t plus = slice_rfind(name, '+');
	struct slice offset;

	if (plus == SLICE_NONE || plus == 0)
		return name;
	offset = slice_tail(name, plus + 1);
	if (slice_is_number(offset) || (slice_skip(&offset, SLICE("0x")) && slice_is_hex(offset)))
		return slice_head(name, plus);
	return name;
}

void tidy_add_utf8(struct buf *out, struct slice name)
{
	while (name.len > 0) {
		if ((unsigned char)name.ptr[0] < 0x80) {
			buf_add_char(out, name.ptr[0]);
			name = slice_tail(name, 1);
		} else {
			buf_add_code(out, utf8_next(&name));
		}
	}
}

/* Position of the first `->` that separates inlined functions. */
static size_t find_arrow(struct slice name, bool own)
{
	int depth = 0;
	size_t i;

	if (!slice_contains(name, SLICE("->")))
		return SLICE_NONE;
	for (i = 0; i + 1 < name.len; i++) {
		char c = name.ptr[i];

		if (c == '-' && name.ptr[i + 1] == '>') {
			if (!own ||
			    (depth <= 0 && !slice_ends(slice_head(name, i), SLICE("operator"))))
				return i;
			i++;
		} else if (c == '<' || c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (c == '>' || c == ')' || c == ']' || c == '}') {
			depth--;
		}
	}
	return SLICE_NONE;
}

bool tidy_next_inlined(struct slice *name, bool own, struct slice *part)
{
	size_t arrow;

	if (!name->ptr)
		return false;
	arrow = find_arrow(*name, own);
	if (arrow == SLICE_NONE) {
		*part = *name;
		*name = (struct slice){0};
	} else {
		*part = slice_head(*name, arrow);
		*name = slice_tail(*name, arrow + 2);
	}
	return true;
}

void tidy_add_file_name(struct buf *out, struct slice text, struct slice path)
{
	struct slice part;

	while (slice_cut(&text, '{', &part)) {
		tidy_add(out, part);
		if (slice_skip(&text, SLICE("}")))
			tidy_add(out, slice_base(path));
		else
			buf_add_char(out, '{');
	}
	tidy_add(out, text);
}
