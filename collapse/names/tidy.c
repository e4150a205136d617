/* SPDX-License-Identifier: MIT */
#include "collapse/names/tidy.h"

#include "common/base/utf8.h"
#include "common/text/escape.h"

enum { RUST_HASH = 17 }; /* bytes of "h0123456789abcdef" */

static const struct rust_escape {
	struct slice code;
	char text;
} rust_escapes[] = {
	{SLICE_INIT("SP"), '@'},  {SLICE_INIT("BP"), '*'},   {SLICE_INIT("RF"), '&'},
	{SLICE_INIT("LT"), '<'},  {SLICE_INIT("GT"), '>'},   {SLICE_INIT("LP"), '('},
	{SLICE_INIT("RP"), ')'},  {SLICE_INIT("C"), ','},    {SLICE_INIT("u7e"), '~'},
	{SLICE_INIT("u20"), ' '}, {SLICE_INIT("u27"), '\''}, {SLICE_INIT("u3d"), '='},
	{SLICE_INIT("u5b"), '['}, {SLICE_INIT("u5d"), ']'},  {SLICE_INIT("u7b"), '{'},
	{SLICE_INIT("u7d"), '}'}, {SLICE_INIT("u3b"), ';'},  {SLICE_INIT("u2b"), '+'},
	{SLICE_INIT("u21"), '!'}, {SLICE_INIT("u22"), '"'},
};

static bool ends_in_rust_hash(struct slice name)
{
	struct slice hash;

	if (name.len < RUST_HASH)
		return false;
	hash = slice_tail(name, name.len - RUST_HASH);
	return hash.ptr[0] == 'h' && slice_is_hex(slice_tail(hash, 1));
}

/* `u7e` and the like for any character. */
static bool add_code(struct buf *out, struct slice code)
{
	uint32_t value = 0;
	size_t i;

	if (code.len < 2 || code.len > 7 || code.ptr[0] != 'u' ||
	    !slice_is_hex(slice_tail(code, 1)))
		return false;
	for (i = 1; i < code.len; i++) {
		char c = code.ptr[i];

		value = value * 16 + (uint32_t)(char_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	if (value < 0x20 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
		return false;
	buf_add_code(out, value);
	return true;
}

/* Take a `$..$` sequence off the front; false if it is none that is known. */
static bool add_rust_escape(struct buf *out, struct slice *rest, bool any_code)
{
	struct slice code, behind = slice_tail(*rest, 1);
	size_t i;

	if (!slice_cut(&behind, '$', &code))
		return false;
	for (i = 0; i < ARRAY_LEN(rust_escapes); i++) {
		if (!slice_equal(code, rust_escapes[i].code))
			continue;
		buf_add_char(out, rust_escapes[i].text);
		*rest = behind;
		return true;
	}
	if (!any_code || !add_code(out, code))
		return false;
	*rest = behind;
	return true;
}

bool tidy_rust(struct buf *out, struct slice name, bool any_code)
{
	if (!ends_in_rust_hash(name))
		return false;
	name.len -= RUST_HASH;
	slice_drop(&name, SLICE("::"));
	if (slice_starts(name, SLICE("_$")))
		name = slice_tail(name, 1);
	while (name.len > 0) {
		if (slice_skip(&name, SLICE(".."))) {
			buf_add(out, SLICE("::"));
		} else if (name.ptr[0] != '$') {
			buf_add_char(out, name.ptr[0]);
			name = slice_tail(name, 1);
		} else if (!add_rust_escape(out, &name, any_code)) {
			buf_add(out, name);
			break;
		}
	}
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
