/* SPDX-License-Identifier: MIT */
#include "common/escape.h"

#include "common/utf8.h"

void buf_add_code(struct buf *buf, uint32_t code)
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
static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7F && c != '"' && c != '&' && c != '\'' && c != '<' && c != '>' &&
	       c != '\\';
}

static size_t plain_run(struct slice text)
{
	size_t n = 0;

	while (n < text.len && is_plain(text.ptr[n]))
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
		default: buf_add_code(buf, code);
		}
	}
}

/* U+2028 and U+2029 end a line in older scripts. */
static bool json_needs_escape(uint32_t code)
{
	return code < 0x20 || code == 0x7F || code == '"' || code == '\\' || code == '<' ||
	       code == '>' || code == '&' || code == 0x2028 || code == 0x2029;
}

/* "\\u003c" */
static void add_escaped(struct buf *buf, uint32_t code)
{
	char *at = buf_reserve(buf, 6);
	int digit;

	at[0] = '\\';
	at[1] = 'u';
	for (digit = 0; digit < 4; digit++)
		at[2 + digit] = "0123456789abcdef"[code >> (12 - 4 * digit) & 15];
	buf->len += 6;
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
			add_escaped(buf, code);
		else
			buf_add_code(buf, code);
	}
	buf_add_char(buf, '"');
}
