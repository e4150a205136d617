/* SPDX-License-Identifier: MIT */
/*
 * Constants in names of Rust's v0 mangling: numbers, truth values, characters, and
 * (adt_const_params) strings, references, arrays, tuples, structs. Numbers are printed without
 * their type.
 */
#include "common/debuginfo/rust_v0.h"

#include "common/base/escape.h"
#include "common/base/utf8.h"

/* Hexadecimal digits up to `_`, without leading zeros. */
static bool take_hex(struct rust_v0 *v0, struct slice *digits)
{
	const size_t begin = v0->at;
	char c;

	while (!rust_v0_eat(v0, '_')) {
		c = rust_v0_peek(v0);
		if (!char_is_digit(c) && (c < 'a' || c > 'f'))
			return false;
		v0->at++;
	}
	*digits = slice_between(v0->name.ptr + begin, v0->name.ptr + v0->at - 1);
	return true;
}

/* False if it does not fit. */
static bool hex_value(struct slice digits, uint64_t *value)
{
	size_t i;

	while (slice_skip(&digits, SLICE("0")))
		;
	if (digits.len > 16)
		return false;
	*value = 0;
	for (i = 0; i < digits.len; i++)
		*value = *value * 16 + char_hex_value(digits.ptr[i]);
	return true;
}

static bool print_number(struct rust_v0 *v0)
{
	struct slice digits;
	uint64_t value;

	if (!take_hex(v0, &digits) || digits.len == 0)
		return false;
	if (hex_value(digits, &value))
		return rust_v0_print_u64(v0, value);
	return RUST_V0_PRINT(v0, "0x") && rust_v0_print(v0, digits);
}

static bool print_bool(struct rust_v0 *v0)
{
	struct slice digits;
	uint64_t value;

	if (!take_hex(v0, &digits) || digits.len == 0 || !hex_value(digits, &value) || value > 1)
		return false;
	return value ? RUST_V0_PRINT(v0, "true") : RUST_V0_PRINT(v0, "false");
}

/* A character between quotes, as Rust's source writes it. */
static bool print_code(struct rust_v0 *v0, uint32_t code, char quote)
{
	static const char plain[] = "\t\r\n\\", letters[] = "trn\\";
	const char *at = code > 0 && code < 0x80 ? strchr(plain, (int)code) : NULL;

	if (v0->is_quiet)
		return true;
	if (at || code == (uint32_t)quote) {
		buf_add_char(v0->out, '\\');
		buf_add_char(v0->out, at ? letters[at - plain] : quote);
	} else if (code == 0) {
		BUF_ADD(v0->out, "\\0");
	} else if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {
		buf_printf(v0->out, "\\u{%x}", (unsigned)code);
	} else {
		buf_add_code(v0->out, code);
	}
	return v0->out->len <= v0->longest;
}

static bool print_char(struct rust_v0 *v0)
{
	struct slice digits;
	uint64_t value;

	if (!take_hex(v0, &digits) || digits.len == 0 || !hex_value(digits, &value) ||
	    value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
		return false;
	return RUST_V0_PRINT(v0, "'") && print_code(v0, (uint32_t)value, '\'') &&
	       RUST_V0_PRINT(v0, "'");
}

/*
 * Take the bytes of one character off hexadecimal digits that hold UTF-8; U+FFFD and false: they
 * are none.
 */
static bool take_code(struct slice *digits, uint32_t *code)
{
	char bytes[4];
	struct slice text;
	size_t i, count = digits->len / 2 < sizeof(bytes) ? digits->len / 2 : sizeof(bytes);

	for (i = 0; i < count; i++)
		bytes[i] = (char)(char_hex_value(digits->ptr[2 * i]) * 16 +
				  char_hex_value(digits->ptr[2 * i + 1]));
	text = slice_of(bytes, count);
	*code = (unsigned char)bytes[0] < 0x80 ? (unsigned char)bytes[0] : utf8_next(&text);
	if ((unsigned char)bytes[0] < 0x80)
		text = slice_tail(text, 1);
	*digits = slice_tail(*digits, 2 * (count - text.len));
	return *code != 0xFFFD;
}

static bool print_string(struct rust_v0 *v0)
{
	struct slice digits;
	uint32_t code;

	if (!take_hex(v0, &digits) || digits.len % 2 != 0 || !RUST_V0_PRINT(v0, "\""))
		return false;
	while (digits.len > 0) {
		if (!take_code(&digits, &code) || !print_code(v0, code, '"'))
			return false;
	}
	return RUST_V0_PRINT(v0, "\"");
}

/* Constants up to `E`. */
static bool print_list(struct rust_v0 *v0, size_t *count)
{
	for (*count = 0; !rust_v0_eat(v0, 'E'); ++*count) {
		if (*count > 0 && !RUST_V0_PRINT(v0, ", "))
			return false;
		if (!rust_v0_const(v0, true))
			return false;
	}
	return true;
}

/* Field names with their values, up to `E`. */
static bool print_fields(struct rust_v0 *v0)
{
	struct rust_identifier name;
	uint64_t disambiguator;
	bool is_first = true;

	while (!rust_v0_eat(v0, 'E')) {
		if ((!is_first && !RUST_V0_PRINT(v0, ", ")) ||
		    !rust_v0_optional(v0, 's', &disambiguator) || !rust_v0_identifier(v0, &name) ||
		    !rust_v0_print_identifier(v0, name) || !RUST_V0_PRINT(v0, ": ") ||
		    !rust_v0_const(v0, true))
			return false;
		is_first = false;
	}
	return true;
}

/* A struct or a variant of an enum. */
static bool print_variant(struct rust_v0 *v0)
{
	size_t count;

	if (!v0->path(v0, true))
		return false;
	if (rust_v0_eat(v0, 'U'))
		return true;
	if (rust_v0_eat(v0, 'T'))
		return RUST_V0_PRINT(v0, "(") && print_list(v0, &count) && RUST_V0_PRINT(v0, ")");
	return rust_v0_eat(v0, 'S') && RUST_V0_PRINT(v0, " { ") && print_fields(v0) &&
	       RUST_V0_PRINT(v0, " }");
}

/* An expression, which needs braces outside of others. */
static bool print_expression(struct rust_v0 *v0, char tag)
{
	size_t count;

	switch (tag) {
	case 'e': return RUST_V0_PRINT(v0, "*") && print_string(v0);
	case 'R': return RUST_V0_PRINT(v0, "&") && rust_v0_const(v0, true);
	case 'Q': return RUST_V0_PRINT(v0, "&mut ") && rust_v0_const(v0, true);
	case 'A': return RUST_V0_PRINT(v0, "[") && print_list(v0, &count) && RUST_V0_PRINT(v0, "]");
	case 'T':
		return RUST_V0_PRINT(v0, "(") && print_list(v0, &count) &&
		       (count != 1 || RUST_V0_PRINT(v0, ",")) && RUST_V0_PRINT(v0, ")");
	case 'V': return print_variant(v0);
	default: return false;
	}
}

static bool print_const(struct rust_v0 *v0, bool in_value)
{
	const char tag = rust_v0_peek(v0);

	if (tag == '\0')
		return false;
	v0->at++;
	switch (tag) {
	case 'B': return rust_v0_backref(v0, rust_v0_const, in_value);
	case 'p': return RUST_V0_PRINT(v0, "_");
	case 'b': return print_bool(v0);
	case 'c': return print_char(v0);
	default: break;
	}
	if (strchr("htmyoj", tag))
		return print_number(v0);
	if (strchr("aslxni", tag))
		return (!rust_v0_eat(v0, 'n') || RUST_V0_PRINT(v0, "-")) && print_number(v0);
	if (tag == 'R' && rust_v0_eat(v0, 'e'))
		return print_string(v0);
	if (in_value)
		return print_expression(v0, tag);
	return RUST_V0_PRINT(v0, "{") && print_expression(v0, tag) && RUST_V0_PRINT(v0, "}");
}

bool rust_v0_const(struct rust_v0 *v0, bool in_value)
{
	return rust_v0_enter(v0) && rust_v0_leave(v0, print_const(v0, in_value));
}
