/* SPDX-License-Identifier: MIT */
#include "common/base/buf.h"
#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "common/debuginfo/demangle.h"
#include "common/debuginfo/demangle_rust.h"

/*
 * The state of demangling a name of Rust's v0 mangling (RFC 2603), and the parts below
 * paths and types. All functions return false where the name does not follow the grammar or passes
 * a limit.
 */

struct rust_v0 {
	struct slice name; /* the bytes after `_R`, only letters, digits and underscores */
	size_t at;         /* of them are read */
	struct buf *out;
	size_t longest;     /* out->len must not pass it */
	uint64_t lifetimes; /* bound by the binders around */
	unsigned depth, steps;
	bool (*path)(struct rust_v0 *v0,
		     bool in_value); /* the production of paths, for those below it */
	bool is_quiet; /* reads without printing, and does not follow back references */
};

struct rust_identifier {
	struct slice ascii;
	struct slice punycode; /* empty: the identifier is ASCII */
};

/*
 * A production. `in_value`: as part of an expression, where paths have `::` before `<`, and
 * constants no braces.
 */
static bool rust_v0_const(struct rust_v0 *v0, bool in_value);

/* The next byte; 0 at the end. */
static inline char rust_v0_peek(const struct rust_v0 *v0)
{
	return v0->at < v0->name.len ? v0->name.ptr[v0->at] : '\0';
}

/* Take the next byte if it is `c`. */
static inline bool rust_v0_eat(struct rust_v0 *v0, char c)
{
	if (rust_v0_peek(v0) != c)
		return false;
	v0->at++;
	return true;
}

#define RUST_V0_PRINT(v0, literal) rust_v0_print(v0, SLICE(literal))

static inline bool rust_v0_leave(struct rust_v0 *v0, bool good)
{
	v0->depth--;
	return good;
}

/*
 * The words of Rust's v0 mangling: numbers, identifiers, back references; and the limits of its
 * output.
 */

/*
 * Depth: 300 levels need some 60 KiB of stack, which the smallest stacks of threads have (musl: 128
 * KiB). Steps: a chain of back references that print nothing would pass no other limit.
 */
enum { DEEPEST = 300, MOST_STEPS = 10000, MOST_CODES = 128 };

/*
 * Around each production that can contain others: rust_v0_enter() counts its depth, and all of them
 * together, because back references make short names expensive.
 */
static bool rust_v0_enter(struct rust_v0 *v0)
{
	return ++v0->depth <= DEEPEST && ++v0->steps <= MOST_STEPS;
}

static bool rust_v0_print(struct rust_v0 *v0, struct slice text)
{
	if (v0->is_quiet)
		return true;
	buf_add_few(v0->out, text.ptr, text.len);
	return v0->out->len <= v0->longest;
}

static bool rust_v0_print_u64(struct rust_v0 *v0, uint64_t value)
{
	if (v0->is_quiet)
		return true;
	buf_add_u64(v0->out, value);
	return v0->out->len <= v0->longest;
}

/* The value of a digit of base 62; 62 if it is none. */
static unsigned digit_of(char c)
{
	if (char_is_digit(c))
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'Z')
		return (unsigned)(c - 'A') + 36;
	return 62;
}

/* "_" is 0, "0_" is 1, "a_" is 11. */
static bool rust_v0_base62(struct rust_v0 *v0, uint64_t *value)
{
	uint64_t sum = 0;
	unsigned digit;

	if (rust_v0_eat(v0, '_')) {
		*value = 0;
		return true;
	}
	while (!rust_v0_eat(v0, '_')) {
		digit = digit_of(rust_v0_peek(v0));
		if (digit == 62 || sum > (UINT64_MAX - digit - 1) / 62)
			return false;
		sum = sum * 62 + digit;
		v0->at++;
	}
	*value = sum + 1;
	return true;
}

/* A number after `tag`, and one more; 0 without `tag`. */
static bool rust_v0_optional(struct rust_v0 *v0, char tag, uint64_t *value)
{
	*value = 0;
	if (!rust_v0_eat(v0, tag))
		return true;
	if (!rust_v0_base62(v0, value) || *value == UINT64_MAX)
		return false;
	++*value;
	return true;
}

/* A number without leading zeros, at most what is left of the name. */
static bool take_length(struct rust_v0 *v0, size_t *len)
{
	*len = 0;
	if (!char_is_digit(rust_v0_peek(v0)))
		return false;
	if (rust_v0_eat(v0, '0'))
		return true;
	while (char_is_digit(rust_v0_peek(v0))) {
		*len = *len * 10 + (size_t)(v0->name.ptr[v0->at++] - '0');
		if (*len > v0->name.len)
			return false;
	}
	return true;
}

static bool rust_v0_identifier(struct rust_v0 *v0, struct rust_identifier *identifier)
{
	const bool is_punycode = rust_v0_eat(v0, 'u');
	struct slice text;
	size_t len, split;

	if (!take_length(v0, &len))
		return false;
	rust_v0_eat(v0, '_');
	if (len > v0->name.len - v0->at)
		return false;
	text = slice_of(v0->name.ptr + v0->at, len);
	v0->at += len;
	*identifier = (struct rust_identifier){.ascii = text};
	if (!is_punycode)
		return true;
	split = slice_rfind(text, '_');
	if (split == SLICE_NONE)
		*identifier = (struct rust_identifier){.punycode = text};
	else
		*identifier = (struct rust_identifier){slice_head(text, split),
						       slice_tail(text, split + 1)};
	return identifier->punycode.len > 0;
}

/* The weight of the next digits: RFC 3492, section 6.1. */
static size_t adapt(size_t delta, size_t count, bool is_first)
{
	size_t k = 0;

	delta = is_first ? delta / 700 : delta / 2;
	for (delta += delta / count; delta > 35 * 26 / 2; k += 36)
		delta /= 35;
	return k + 36 * delta / (delta + 38);
}

/* One number of variable length: RFC 3492, section 3.3. */
static bool take_delta(struct slice *digits, size_t bias, size_t *delta)
{
	size_t sum = 0, weight = 1, k, digit, threshold;

	for (k = 36;; k += 36) {
		if (digits->len == 0)
			return false;
		digit = digits->ptr[0] >= 'a' && digits->ptr[0] <= 'z'
				? (size_t)(digits->ptr[0] - 'a')
				: (size_t)(digits->ptr[0] - '0') + 26;
		if (digit >= 36 || digit > (UINT32_MAX - sum) / weight)
			return false;
		*digits = slice_tail(*digits, 1);
		sum += digit * weight;
		threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
		if (digit < threshold)
			break;
		weight *= 36 - threshold;
		if (weight > UINT32_MAX)
			return false;
	}
	*delta = sum;
	return true;
}

/*
 * RFC 3492, section 6.2: each number encodes the next character and its position. False: too many,
 * or none.
 */
static bool decode(struct rust_identifier identifier, uint32_t *codes, size_t *count)
{
	size_t n = 0x80, i = 0, bias = 72, delta, code;

	if (identifier.ascii.len >= MOST_CODES)
		return false;
	for (*count = 0; *count < identifier.ascii.len; ++*count)
		codes[*count] = (unsigned char)identifier.ascii.ptr[*count];
	while (identifier.punycode.len > 0) {
		if (*count == MOST_CODES || !take_delta(&identifier.punycode, bias, &delta))
			return false;
		i += delta;
		code = n + i / (*count + 1);
		i %= *count + 1;
		if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
			return false;
		memmove(codes + i + 1, codes + i, (*count - i) * sizeof(*codes));
		codes[i++] = (uint32_t)code;
		bias = adapt(delta, ++*count, n == 0x80);
		n = code;
	}
	return true;
}

static bool rust_v0_print_identifier(struct rust_v0 *v0, struct rust_identifier identifier)
{
	uint32_t codes[MOST_CODES];
	size_t count, i;

	if (identifier.punycode.len == 0)
		return rust_v0_print(v0, identifier.ascii);
	if (v0->is_quiet)
		return true;
	if (!decode(identifier, codes, &count))
		return false;
	for (i = 0; i < count; i++)
		buf_add_code(v0->out, codes[i]);
	return v0->out->len <= v0->longest;
}

/* A back reference, whose `B` is taken: print its target by `production`. */
static bool rust_v0_backref(struct rust_v0 *v0,
			    bool (*production)(struct rust_v0 *v0, bool in_value), bool in_value)
{
	const size_t tag = v0->at - 1;
	uint64_t target;
	size_t behind;
	bool good;

	if (!rust_v0_base62(v0, &target) || target >= tag)
		return false;
	if (v0->is_quiet)
		return true;
	behind = v0->at;
	v0->at = (size_t)target;
	good = production(v0, in_value);
	v0->at = behind;
	return good;
}

/*
 * Constants in names of Rust's v0 mangling: numbers, truth values, characters, and
 * (adt_const_params) strings, references, arrays, tuples, structs. Numbers are printed without
 * their type.
 */

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

static bool rust_v0_const(struct rust_v0 *v0, bool in_value)
{
	return rust_v0_enter(v0) && rust_v0_leave(v0, print_const(v0, in_value));
}

/*
 * Rust's v0 mangling (RFC 2603): paths and types. Hashes of crates are not printed.
 *
 *     _RNvNtCs1234_7mycrate3foo3bar -> mycrate::foo::bar
 */

static bool parse_path(struct rust_v0 *v0, bool in_value);
static bool print_type(struct rust_v0 *v0, bool in_value);

/*
 * Names of basic types, by the tag's letter; empty: no type. `v` is for the dots of variadic
 * functions.
 */
static const struct slice basic_types[26] = {
	['a' - 'a'] = SLICE_INIT("i8"),    ['b' - 'a'] = SLICE_INIT("bool"),
	['c' - 'a'] = SLICE_INIT("char"),  ['d' - 'a'] = SLICE_INIT("f64"),
	['e' - 'a'] = SLICE_INIT("str"),   ['f' - 'a'] = SLICE_INIT("f32"),
	['h' - 'a'] = SLICE_INIT("u8"),    ['i' - 'a'] = SLICE_INIT("isize"),
	['j' - 'a'] = SLICE_INIT("usize"), ['l' - 'a'] = SLICE_INIT("i32"),
	['m' - 'a'] = SLICE_INIT("u32"),   ['n' - 'a'] = SLICE_INIT("i128"),
	['o' - 'a'] = SLICE_INIT("u128"),  ['p' - 'a'] = SLICE_INIT("_"),
	['s' - 'a'] = SLICE_INIT("i16"),   ['t' - 'a'] = SLICE_INIT("u16"),
	['u' - 'a'] = SLICE_INIT("()"),    ['v' - 'a'] = SLICE_INIT("..."),
	['x' - 'a'] = SLICE_INIT("i64"),   ['y' - 'a'] = SLICE_INIT("u64"),
	['z' - 'a'] = SLICE_INIT("!"),
};

/* Lifetimes count from the innermost binder: 1 is the one bound last; 0 is erased. */
static bool print_lifetime(struct rust_v0 *v0, uint64_t index)
{
	uint64_t from_outside;
	char letter;

	if (v0->is_quiet)
		return true;
	if (index == 0)
		return RUST_V0_PRINT(v0, "'_");
	if (index > v0->lifetimes)
		return false;
	from_outside = v0->lifetimes - index;
	letter = (char)('a' + from_outside % 26);
	if (from_outside < 26)
		return RUST_V0_PRINT(v0, "'") && rust_v0_print(v0, slice_of(&letter, 1));
	return RUST_V0_PRINT(v0, "'_") && rust_v0_print_u64(v0, from_outside);
}

/* Print what a binder may precede, "for<'a, 'b> ", and keep its lifetimes. */
static bool print_bound(struct rust_v0 *v0, bool (*print)(struct rust_v0 *v0))
{
	const uint64_t before = v0->lifetimes;
	uint64_t count, i;
	bool good;

	if (!rust_v0_optional(v0, 'G', &count))
		return false;
	if (count > 0 && !v0->is_quiet) {
		if (!RUST_V0_PRINT(v0, "for<"))
			return false;
		for (i = 0; i < count; i++) {
			v0->lifetimes++;
			if ((i > 0 && !RUST_V0_PRINT(v0, ", ")) || !print_lifetime(v0, 1))
				return false;
		}
		if (!RUST_V0_PRINT(v0, "> "))
			return false;
	}
	good = print(v0);
	v0->lifetimes = before;
	return good;
}

static bool print_generic_argument(struct rust_v0 *v0)
{
	uint64_t lifetime;

	if (rust_v0_eat(v0, 'L'))
		return rust_v0_base62(v0, &lifetime) && print_lifetime(v0, lifetime);
	if (rust_v0_eat(v0, 'K'))
		return rust_v0_const(v0, false);
	return print_type(v0, false);
}

/* Generic arguments up to `E`, without brackets. */
static bool print_generic_arguments(struct rust_v0 *v0)
{
	bool is_first = true;

	while (!rust_v0_eat(v0, 'E')) {
		if ((!is_first && !RUST_V0_PRINT(v0, ", ")) || !print_generic_argument(v0))
			return false;
		is_first = false;
	}
	return true;
}

/* "::name"; "::{closure#0}" in a namespace of a capital letter. */
static bool print_name(struct rust_v0 *v0, char namespace)
{
	struct rust_identifier name;
	uint64_t disambiguator;
	bool has_name;

	if (!rust_v0_optional(v0, 's', &disambiguator) || !rust_v0_identifier(v0, &name))
		return false;
	has_name = name.ascii.len > 0 || name.punycode.len > 0;
	if (namespace >= 'a' && namespace <= 'z')
		return !has_name || (RUST_V0_PRINT(v0, "::") && rust_v0_print_identifier(v0, name));
	if (!RUST_V0_PRINT(v0, "::{") ||
	    !(namespace == 'C'   ? RUST_V0_PRINT(v0, "closure")
	      : namespace == 'S' ? RUST_V0_PRINT(v0, "shim")
				 : rust_v0_print(v0, slice_of(&namespace, 1))))
		return false;
	return (!has_name || (RUST_V0_PRINT(v0, ":") && rust_v0_print_identifier(v0, name))) &&
	       RUST_V0_PRINT(v0, "#") && rust_v0_print_u64(v0, disambiguator) &&
	       RUST_V0_PRINT(v0, "}");
}

static bool print_nested(struct rust_v0 *v0, bool in_value)
{
	const char namespace = rust_v0_peek(v0);

	if (!char_is_alpha(namespace))
		return false;
	v0->at++;
	return parse_path(v0, in_value) && print_name(v0, namespace);
}

/* The place of an impl is read, and not printed. */
static bool skip_impl_path(struct rust_v0 *v0)
{
	const bool was_quiet = v0->is_quiet;
	uint64_t disambiguator;
	bool good;

	v0->is_quiet = true;
	good = rust_v0_optional(v0, 's', &disambiguator) && parse_path(v0, false);
	v0->is_quiet = was_quiet;
	return good;
}

/* "<type>" or "<type as trait>". */
static bool print_impl(struct rust_v0 *v0, bool has_place, bool has_trait)
{
	return (!has_place || skip_impl_path(v0)) && RUST_V0_PRINT(v0, "<") &&
	       print_type(v0, false) &&
	       (!has_trait || (RUST_V0_PRINT(v0, " as ") && parse_path(v0, false))) &&
	       RUST_V0_PRINT(v0, ">");
}

static bool print_crate(struct rust_v0 *v0)
{
	struct rust_identifier name;
	uint64_t hash;

	return rust_v0_optional(v0, 's', &hash) && rust_v0_identifier(v0, &name) &&
	       rust_v0_print_identifier(v0, name);
}

static bool print_path(struct rust_v0 *v0, bool in_value)
{
	if (rust_v0_eat(v0, 'C'))
		return print_crate(v0);
	if (rust_v0_eat(v0, 'N'))
		return print_nested(v0, in_value);
	if (rust_v0_eat(v0, 'M'))
		return print_impl(v0, true, false);
	if (rust_v0_eat(v0, 'X'))
		return print_impl(v0, true, true);
	if (rust_v0_eat(v0, 'Y'))
		return print_impl(v0, false, true);
	if (rust_v0_eat(v0, 'B'))
		return rust_v0_backref(v0, parse_path, in_value);
	return rust_v0_eat(v0, 'I') && parse_path(v0, in_value) &&
	       (!in_value || RUST_V0_PRINT(v0, "::")) && RUST_V0_PRINT(v0, "<") &&
	       print_generic_arguments(v0) && RUST_V0_PRINT(v0, ">");
}

static bool parse_path(struct rust_v0 *v0, bool in_value)
{
	return rust_v0_enter(v0) && rust_v0_leave(v0, print_path(v0, in_value));
}

/* The calling convention after `K`: "extern \"C\" ". */
static bool print_convention(struct rust_v0 *v0)
{
	struct rust_identifier name;
	size_t i;

	if (rust_v0_eat(v0, 'C'))
		return RUST_V0_PRINT(v0, "extern \"C\" ");
	if (!rust_v0_identifier(v0, &name) || name.punycode.len > 0 || name.ascii.len == 0 ||
	    !RUST_V0_PRINT(v0, "extern \""))
		return false;
	for (i = 0; i < name.ascii.len; i++) {
		const char c = name.ascii.ptr[i] == '_' ? '-' : name.ascii.ptr[i];

		if (!rust_v0_print(v0, slice_of(&c, 1)))
			return false;
	}
	return RUST_V0_PRINT(v0, "\" ");
}

/* Types up to `E`. */
static bool print_types(struct rust_v0 *v0, size_t *count)
{
	for (*count = 0; !rust_v0_eat(v0, 'E'); ++*count) {
		if ((*count > 0 && !RUST_V0_PRINT(v0, ", ")) || !print_type(v0, false))
			return false;
	}
	return true;
}

/* "unsafe extern "C" fn(u8) -> u8" */
static bool print_function(struct rust_v0 *v0)
{
	size_t count;

	if ((rust_v0_eat(v0, 'U') && !RUST_V0_PRINT(v0, "unsafe ")) ||
	    (rust_v0_eat(v0, 'K') && !print_convention(v0)) || !RUST_V0_PRINT(v0, "fn(") ||
	    !print_types(v0, &count) || !RUST_V0_PRINT(v0, ")"))
		return false;
	return rust_v0_eat(v0, 'u') || (RUST_V0_PRINT(v0, " -> ") && print_type(v0, false));
}

/* The path of a trait whose generic arguments may go on: *is_open if `<` is printed, and no `>`. */
static bool print_open_path(struct rust_v0 *v0, bool *is_open)
{
	const size_t tag = v0->at;
	uint64_t target;
	size_t behind;
	bool good;

	*is_open = false;
	if (rust_v0_eat(v0, 'I')) {
		*is_open = true;
		return parse_path(v0, false) && RUST_V0_PRINT(v0, "<") &&
		       print_generic_arguments(v0);
	}
	if (!rust_v0_eat(v0, 'B'))
		return parse_path(v0, false);
	if (!rust_v0_enter(v0) || !rust_v0_base62(v0, &target) || target >= tag)
		return false;
	if (v0->is_quiet)
		return rust_v0_leave(v0, true);
	behind = v0->at;
	v0->at = (size_t)target;
	good = print_open_path(v0, is_open);
	v0->at = behind;
	return rust_v0_leave(v0, good);
}

/* "Iterator<Item = u8>" */
static bool print_trait(struct rust_v0 *v0)
{
	struct rust_identifier name;
	bool is_open;

	if (!print_open_path(v0, &is_open))
		return false;
	while (rust_v0_eat(v0, 'p')) {
		if (!(is_open ? RUST_V0_PRINT(v0, ", ") : RUST_V0_PRINT(v0, "<")) ||
		    !rust_v0_identifier(v0, &name) || !rust_v0_print_identifier(v0, name) ||
		    !RUST_V0_PRINT(v0, " = ") || !print_type(v0, false))
			return false;
		is_open = true;
	}
	return !is_open || RUST_V0_PRINT(v0, ">");
}

/* Traits up to `E`. */
static bool print_traits(struct rust_v0 *v0)
{
	bool is_first = true;

	while (!rust_v0_eat(v0, 'E')) {
		if ((!is_first && !RUST_V0_PRINT(v0, " + ")) || !print_trait(v0))
			return false;
		is_first = false;
	}
	return true;
}

/* "dyn Trait + Send + 'a" */
static bool print_dyn(struct rust_v0 *v0)
{
	uint64_t lifetime;

	if (!RUST_V0_PRINT(v0, "dyn ") || !print_bound(v0, print_traits) || !rust_v0_eat(v0, 'L') ||
	    !rust_v0_base62(v0, &lifetime))
		return false;
	return lifetime == 0 || (RUST_V0_PRINT(v0, " + ") && print_lifetime(v0, lifetime));
}

static bool print_reference(struct rust_v0 *v0, bool is_mutable)
{
	uint64_t lifetime = 0;

	if (!RUST_V0_PRINT(v0, "&") || (rust_v0_eat(v0, 'L') && !rust_v0_base62(v0, &lifetime)))
		return false;
	return (lifetime == 0 || (print_lifetime(v0, lifetime) && RUST_V0_PRINT(v0, " "))) &&
	       (!is_mutable || RUST_V0_PRINT(v0, "mut ")) && print_type(v0, false);
}

static bool print_array(struct rust_v0 *v0, bool has_length)
{
	return RUST_V0_PRINT(v0, "[") && print_type(v0, false) &&
	       (!has_length || (RUST_V0_PRINT(v0, "; ") && rust_v0_const(v0, true))) &&
	       RUST_V0_PRINT(v0, "]");
}

static bool print_tuple(struct rust_v0 *v0)
{
	size_t count;

	return RUST_V0_PRINT(v0, "(") && print_types(v0, &count) &&
	       (count != 1 || RUST_V0_PRINT(v0, ",")) && RUST_V0_PRINT(v0, ")");
}

static bool print_compound(struct rust_v0 *v0)
{
	const char tag = rust_v0_peek(v0);

	v0->at++; /* back one below, if it is the first letter of a path */
	switch (tag) {
	case 'R': return print_reference(v0, false);
	case 'Q': return print_reference(v0, true);
	case 'P': return RUST_V0_PRINT(v0, "*const ") && print_type(v0, false);
	case 'O': return RUST_V0_PRINT(v0, "*mut ") && print_type(v0, false);
	case 'A': return print_array(v0, true);
	case 'S': return print_array(v0, false);
	case 'T': return print_tuple(v0);
	case 'F': return print_bound(v0, print_function);
	case 'D': return print_dyn(v0);
	case 'B': return rust_v0_backref(v0, print_type, false);
	default: v0->at--; return parse_path(v0, false);
	}
}

static bool print_type(struct rust_v0 *v0, bool in_value)
{
	const char tag = rust_v0_peek(v0);

	(void)in_value; /* types have one form */
	if (tag >= 'a' && tag <= 'z') {
		v0->at++;
		return basic_types[tag - 'a'].len > 0 && rust_v0_print(v0, basic_types[tag - 'a']);
	}
	return rust_v0_enter(v0) && rust_v0_leave(v0, print_compound(v0));
}

bool demangle_rust_v0(struct buf *out, struct slice name)
{
	struct rust_v0 v0 = {
		.out = out, .longest = out->len + DEMANGLE_LONGEST, .path = parse_path};
	size_t end = 0;

	if (!slice_skip(&name, SLICE("_R")))
		return false;
	while (end < name.len && char_is_word(name.ptr[end]))
		end++;
	v0.name = slice_head(name, end);
	if (!parse_path(&v0, true))
		return false;
	if (v0.at < end) { /* the crate that instantiated it */
		v0.is_quiet = true;
		if (!parse_path(&v0, false))
			return false;
	}
	return v0.at == end && rust_add_suffix(out, slice_tail(name, end));
}
