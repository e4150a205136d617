/* SPDX-License-Identifier: MIT */
#include "common/utf8.h"

enum { REPLACEMENT = 0xFFFD };

/* Lead byte ranges with what the second byte may be: Unicode 15, table 3-7. */
static const struct sequence {
	unsigned char first, last; /* lead byte */
	unsigned char low, high;   /* second byte; any further one is 80 to BF */
	unsigned char extra;       /* bytes after the lead */
} sequences[] = {
	{0xC2, 0xDF, 0x80, 0xBF, 1}, {0xE0, 0xE0, 0xA0, 0xBF, 2}, {0xE1, 0xEC, 0x80, 0xBF, 2},
	{0xED, 0xED, 0x80, 0x9F, 2}, {0xEE, 0xEF, 0x80, 0xBF, 2}, {0xF0, 0xF0, 0x90, 0xBF, 3},
	{0xF1, 0xF3, 0x80, 0xBF, 3}, {0xF4, 0xF4, 0x80, 0x8F, 3},
};

static bool is_forbidden(uint32_t code)
{
	return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || code == 0xFFFE ||
	       code == 0xFFFF;
}

/* A sequence that starts with a byte of 0x80 or above. */
static uint32_t next_long(struct slice *text)
{
	const unsigned char *byte = (const unsigned char *)text->ptr;
	const struct sequence *sequence = NULL;
	uint32_t code;
	size_t i, n = 1;

	for (i = 0; i < ARRAY_LEN(sequences) && !sequence; i++) {
		if (byte[0] >= sequences[i].first && byte[0] <= sequences[i].last)
			sequence = &sequences[i];
	}
	if (!sequence) {
		*text = slice_tail(*text, 1);
		return REPLACEMENT;
	}
	code = byte[0] & (0x3Fu >> sequence->extra);
	while (n <= sequence->extra && n < text->len) {
		unsigned low = n == 1 ? sequence->low : 0x80, high = n == 1 ? sequence->high : 0xBF;

		if (byte[n] < low || byte[n] > high)
			break;
		code = code << 6 | (byte[n] & 0x3F);
		n++;
	}
	*text = slice_tail(*text, n);
	return n <= sequence->extra || is_forbidden(code) ? REPLACEMENT : code;
}

uint32_t utf8_next(struct slice *text)
{
	unsigned char first = (unsigned char)text->ptr[0];

	if (first >= 0x80)
		return next_long(text);
	*text = slice_tail(*text, 1);
	return is_forbidden(first) ? REPLACEMENT : first;
}

size_t utf8_count(struct slice text)
{
	size_t count = 0;

	for (; text.len > 0; count++)
		utf8_next(&text);
	return count;
}

struct slice utf8_head(struct slice text, size_t count)
{
	struct slice rest = text;

	while (rest.len > 0 && count-- > 0)
		utf8_next(&rest);
	return slice_head(text, text.len - rest.len);
}

struct slice utf8_tail(struct slice text, size_t count)
{
	size_t all = utf8_count(text);

	if (all <= count)
		return text;
	return slice_tail(text, utf8_head(text, all - count).len);
}

void utf8_add(struct buf *buf, uint32_t code)
{
	unsigned char *at = (unsigned char *)buf_reserve(buf, 4);

	if (code < 0x80) {
		at[0] = (unsigned char)code;
		buf->len += 1;
	} else if (code < 0x800) {
		at[0] = (unsigned char)(0xC0 | code >> 6);
		at[1] = (unsigned char)(0x80 | (code & 0x3F));
		buf->len += 2;
	} else if (code < 0x10000) {
		at[0] = (unsigned char)(0xE0 | code >> 12);
		at[1] = (unsigned char)(0x80 | (code >> 6 & 0x3F));
		at[2] = (unsigned char)(0x80 | (code & 0x3F));
		buf->len += 3;
	} else {
		at[0] = (unsigned char)(0xF0 | code >> 18);
		at[1] = (unsigned char)(0x80 | (code >> 12 & 0x3F));
		at[2] = (unsigned char)(0x80 | (code >> 6 & 0x3F));
		at[3] = (unsigned char)(0x80 | (code & 0x3F));
		buf->len += 4;
	}
}

/* Printable ASCII that neither XML nor JSON gives a meaning: copied in runs. */
static size_t plain_run(struct slice text)
{
	size_t n = 0;

	while (n < text.len && (char_is_word(text.ptr[n]) || text.ptr[n] == ':' ||
				text.ptr[n] == ' ' || text.ptr[n] == '.' || text.ptr[n] == '/' ||
				text.ptr[n] == '(' || text.ptr[n] == ')' || text.ptr[n] == ','))
		n++;
	return n;
}

void buf_add_xml(struct buf *buf, struct slice text)
{
	while (text.len > 0) {
		size_t run = plain_run(text);
		uint32_t code;

		buf_add(buf, slice_head(text, run));
		text = slice_tail(text, run);
		if (text.len == 0)
			return;
		code = utf8_next(&text);
		switch (code) {
		case '&': buf_add(buf, SLICE("&amp;")); break;
		case '<': buf_add(buf, SLICE("&lt;")); break;
		case '>': buf_add(buf, SLICE("&gt;")); break;
		case '"': buf_add(buf, SLICE("&quot;")); break;
		case '\'': buf_add(buf, SLICE("&apos;")); break;
		case '\t': buf_add(buf, SLICE("&#9;")); break;
		case '\n': buf_add(buf, SLICE("&#10;")); break;
		case '\r': buf_add(buf, SLICE("&#13;")); break;
		default: utf8_add(buf, code);
		}
	}
}

/* U+2028 and U+2029 end a line in older scripts. */
static bool json_needs_escape(uint32_t code)
{
	return code < 0x20 || code == 0x7F || code == '"' || code == '\\' || code == '<' ||
	       code == '>' || code == '&' || code == 0x2028 || code == 0x2029;
}

void buf_add_json(struct buf *buf, struct slice text)
{
	buf_add_char(buf, '"');
	while (text.len > 0) {
		size_t run = plain_run(text);
		uint32_t code;

		buf_add(buf, slice_head(text, run));
		text = slice_tail(text, run);
		if (text.len == 0)
			break;
		code = utf8_next(&text);
		if (json_needs_escape(code))
			buf_printf(buf, "\\u%04x", (unsigned)code);
		else
			utf8_add(buf, code);
	}
	buf_add_char(buf, '"');
}
