/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"

#include "common/base/utf8.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Four letters for up to three bytes; "=" where there are fewer. */
static void add_group(char *out, const char *in, size_t len)
{
	unsigned bits = 0;
	size_t i;

	for (i = 0; i < 3; i++)
		bits = bits << 8 | (i < len ? (unsigned char)in[i] : 0);
	for (i = 0; i < 4; i++)
		out[i] = i <= len ? letters[bits >> (18 - 6 * i) & 63] : '=';
}

void buf_add_base64(struct buf *buf, struct slice bytes)
{
	char *out = buf_reserve(buf, bytes.len / 3 * 4 + 4);

	for (; bytes.len > 0; out += 4, buf->len += 4) {
		size_t len = bytes.len < 3 ? bytes.len : 3;

		add_group(out, bytes.ptr, len);
		bytes = slice_tail(bytes, len);
	}
}

enum {
	REPLACEMENT = 0xFFFD,
	LONE_SURROGATE = 0xDC00, /* and a byte */
	NO_BREAK_SPACE = 0xA0,
	ELLIPSIS = 0x2026,
	MARKDOWN_MOST = 80, /* characters of a name */
};

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
static bool escape_is_plain(char c)
{
	return c >= ' ' && c < 0x7F && c != '"' && c != '&' && c != '\'' && c != '<' && c != '>' &&
	       c != '\\';
}

/*
 * 0 only if eight bytes are plain. Marks that differ in few bits are looked for at once, so that
 * `#` is not distinguished from a quote.
 */
static uint64_t find_special(uint64_t word)
{
	const uint64_t ones = UINT64_MAX / 255, highs = ones << 7;
	uint64_t quotes = (word | ones * 5) ^ ones * '\'', angles = (word | ones * 2) ^ ones * '>';
	uint64_t slashes = word ^ ones * '\\';

	return (word | (word - ones * ' ') | (word + ones) | (quotes - ones) | (angles - ones) |
		(slashes - ones)) &
	       highs;
}

/* Eight bytes at a time, the last of which may have been looked at before. */
static size_t plain_run(struct slice text)
{
	size_t n = 0, end;

	for (;;) {
		end = text.len - n < 8 ? text.len : n + 8;
		if (text.len >= 8 && find_special(slice_load(text.ptr + end - 8)) == 0)
			n = end;
		while (n < end && escape_is_plain(text.ptr[n]))
			n++;
		if (n < end || n == text.len)
			return n;
	}
}

/* Append the plain bytes at the beginning of a text; take the character after them, false: none. */
static bool add_plain_run(struct buf *buf, struct slice *text, uint32_t *code)
{
	const size_t run = plain_run(*text);

	buf_add(buf, slice_head(*text, run));
	*text = slice_tail(*text, run);
	if (text->len == 0)
		return false;
	*code = utf8_next(text);
	return true;
}

void buf_add_xml(struct buf *buf, struct slice text)
{
	uint32_t code;

	while (add_plain_run(buf, &text, &code)) {
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

/* Append bytes that utf8_next() reads as U+FFFD, although they are not its encoding. */
static void add_odd_bytes(struct buf *buf, struct slice bytes)
{
	size_t i;

	for (i = 0; i < bytes.len; i++) {
		unsigned char byte = (unsigned char)bytes.ptr[i];

		add_escaped(buf, byte < 0x80 ? byte : LONE_SURROGATE + byte);
	}
}

void buf_add_json_exact(struct buf *buf, struct slice text)
{
	buf_add_char(buf, '"');
	while (text.len > 0) {
		const struct slice rest = text;
		uint32_t code = utf8_next(&text);
		struct slice bytes = slice_head(rest, rest.len - text.len);

		if (code == REPLACEMENT && !slice_equal(bytes, SLICE("\xEF\xBF\xBD")))
			add_odd_bytes(buf, bytes);
		else if (json_needs_escape(code))
			add_escaped(buf, code);
		else
			buf_add(buf, bytes);
	}
	buf_add_char(buf, '"');
}

void buf_add_original(struct buf *buf, struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		const unsigned char *at = (const unsigned char *)text.ptr + i;
		bool is_lone = text.len - i >= 3 && at[0] == 0xED &&
			       (at[1] == 0xB2 || at[1] == 0xB3) && at[2] >= 0x80 && at[2] < 0xC0;

		if (is_lone) {
			buf_add_char(buf, (char)((at[1] & 0x03) << 6 | (at[2] & 0x3F)));
			i += 2;
		} else {
			buf_add_char(buf, text.ptr[i]);
		}
	}
}

void buf_add_json(struct buf *buf, struct slice text)
{
	uint32_t code;

	buf_add_char(buf, '"');
	while (add_plain_run(buf, &text, &code)) {
		if (json_needs_escape(code))
			add_escaped(buf, code);
		else
			buf_add_code(buf, code);
	}
	buf_add_char(buf, '"');
}

static uint32_t escape_invisible(uint32_t code)
{
	return utf8_is_invisible(code) ? REPLACEMENT : code;
}

void buf_add_harmless(struct buf *buf, struct slice text)
{
	while (text.len > 0)
		buf_add_code(buf, escape_invisible(utf8_next(&text)));
}

static bool is_plain_markdown(uint32_t code)
{
	return code >= 0x80 || (char_is_word((char)code) && code != '_') || code == ' ' ||
	       code == '(' || code == ')' || code == ',';
}

void buf_add_markdown_text(struct buf *buf, struct slice text)
{
	uint32_t last = 0;

	while (text.len > 0) {
		uint32_t code = escape_invisible(utf8_next(&text));

		/* a blank at an end, or after a blank, would be lost */
		if (code == ' ' && (last == 0 || last == ' ' || text.len == 0))
			code = NO_BREAK_SPACE;
		last = code;
		if (is_plain_markdown(code))
			buf_add_code(buf, code);
		else
			buf_printf(buf, "&#%u;", (unsigned)code);
	}
}

void buf_add_markdown(struct buf *buf, struct slice name)
{
	bool is_long = utf8_count(name) > MARKDOWN_MOST;

	buf_add_text(buf, "<code>");
	buf_add_markdown_text(buf, is_long ? utf8_head(name, MARKDOWN_MOST - 1) : name);
	if (is_long)
		buf_add_code(buf, ELLIPSIS);
	buf_add_text(buf, "</code>");
}
