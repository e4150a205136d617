/* SPDX-License-Identifier: MIT */
/*
 * slice.h - bytes owned by someone else: a pointer and a length.
 * Not NUL-terminated, any byte may occur. Blanks are space, tab, CR, FF and VT.
 * Functions that take `struct slice *` consume what they return from its front
 * or end; they leave it alone when they return false.
 */
#ifndef FLAMBEAU_SLICE_H
#define FLAMBEAU_SLICE_H

#include "common/base/base.h"

struct slice {
	const char *ptr;
	size_t len;
};

#define SLICE(literal) ((struct slice){(literal), sizeof(literal) - 1})
#define SLICE_INIT(literal)                                                                        \
	{                                                                                          \
		(literal), sizeof(literal) - 1                                                     \
	}                                                            /* SLICE() for static tables */
#define SLICE_ARG(s) (int)((s).len > 4096 ? 4096 : (s).len), (s).ptr /* for "%.*s" */
#define SLICE_NONE ((size_t)-1)                                      /* "not found" */

static inline struct slice slice_of(const char *ptr, size_t len)
{
	return (struct slice){ptr, len};
}

static inline struct slice slice_between(const char *begin, const char *end)
{
	assert(begin <= end);
	return (struct slice){begin, (size_t)(end - begin)};
}

/* The first `n` bytes, and what follows them; n must not exceed the length. */
static inline struct slice slice_head(struct slice s, size_t n)
{
	assert(n <= s.len);
	return (struct slice){s.ptr, n};
}

static inline struct slice slice_tail(struct slice s, size_t n)
{
	assert(n <= s.len);
	/* an empty slice may have no pointer, which must not even be moved by 0 */
	return (struct slice){n > 0 ? s.ptr + n : s.ptr, s.len - n};
}

/* A number of at most 8 bytes, the highest or the lowest first. */
static inline uint64_t slice_load_bytes(const void *from, size_t size, bool is_big_endian)
{
	const unsigned char *bytes = from;
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < size; i++)
		value = value << 8 | bytes[is_big_endian ? i : size - 1 - i];
	return value;
}

/* Eight bytes as a number, the first byte the lowest. */
static inline uint64_t slice_load(const char *text)
{
	uint64_t word;

	memcpy(&word, text, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return word;
}

static inline bool char_is_blank(char c)
{
	const uint64_t blanks = UINT64_C(1) << ' ' | 1u << '\t' | 1u << '\r' | 1u << '\f' |
				1u << '\v';

	return (unsigned char)c <= ' ' && (blanks >> (unsigned char)c & 1);
}

static inline bool char_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool char_is_hex(char c)
{
	return char_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static inline bool char_is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ASCII letters alone have another case. */
static inline char char_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* The value of a digit that char_is_hex() accepts. */
static inline unsigned char_hex_value(char c)
{
	return (unsigned)(char_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}

/* Letters, digits and underscore. */
static inline bool char_is_word(char c)
{
	return char_is_alpha(c) || char_is_digit(c) || c == '_';
}

struct slice slice_from(const char *text); /* a C string */

static inline bool slice_equal(struct slice a, struct slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* In any case of letters, of slices of one length. */
bool slice_same_letters(struct slice a, struct slice b);

static inline bool slice_equal_any_case(struct slice a, struct slice b)
{
	return a.len == b.len && slice_same_letters(a, b);
}

static inline bool slice_starts(struct slice s, struct slice prefix)
{
	return s.len >= prefix.len && slice_equal(slice_head(s, prefix.len), prefix);
}

static inline bool slice_ends(struct slice s, struct slice suffix)
{
	return s.len >= suffix.len && slice_equal(slice_tail(s, s.len - suffix.len), suffix);
}

int slice_compare(struct slice a, struct slice b); /* by bytes, like strcmp */

/* Bytes that both begin with; of `known` ones it is known already. */
size_t slice_common(struct slice a, struct slice b, size_t known);

/* Position of the first or last byte `c`, of the first or last `needle`; SLICE_NONE without. */
size_t slice_find(struct slice s, char c);
size_t slice_rfind(struct slice s, char c);
size_t slice_search(struct slice s, struct slice needle);
size_t slice_rsearch(struct slice s, struct slice needle);
size_t slice_count(struct slice s, char c); /* number of occurrences */
bool slice_contains(struct slice s, struct slice needle);

static inline struct slice slice_trim_left(struct slice s)
{
	while (s.len > 0 && char_is_blank(s.ptr[0]))
		s = slice_tail(s, 1);
	return s;
}

static inline struct slice slice_trim_right(struct slice s)
{
	while (s.len > 0 && char_is_blank(s.ptr[s.len - 1]))
		s.len--;
	return s;
}

static inline struct slice slice_trim(struct slice s)
{
	return slice_trim_right(slice_trim_left(s));
}

/* Take `prefix` off the front, or `suffix` off the end, if the text has it. */
static inline bool slice_skip(struct slice *s, struct slice prefix)
{
	if (!slice_starts(*s, prefix))
		return false;
	*s = slice_tail(*s, prefix.len);
	return true;
}

static inline bool slice_drop(struct slice *s, struct slice suffix)
{
	if (!slice_ends(*s, suffix))
		return false;
	s->len -= suffix.len;
	return true;
}

/* Places that slice_scan() may find beyond the number wanted. */
enum { SLICE_SCAN_MORE = 64 };

/*
 * The first places of `byte`, as offsets in ascending order; returns how many. At least `wanted`,
 * if the first 2 GiB have so many; at most SLICE_SCAN_MORE more, for which `places` must have room.
 * To find many before the first one is used spares the wait for each place before the next.
 */
size_t slice_scan(struct slice text, char byte, size_t wanted, uint32_t *places);

/* Position of the first byte `c` that another one follows; SLICE_NONE without. */
size_t slice_find_twice(struct slice s, char c);

/* Take the text before the first `separator`, and the separator; false if none exists. */
bool slice_cut(struct slice *s, char separator, struct slice *before);

/* Take the next line without its LF; the last one may lack it. False when nothing is left. */
bool slice_line(struct slice *text, struct slice *line);

/* Take the next word (no blanks) and the blanks before it; false when only blanks are left. */
bool slice_word(struct slice *s, struct slice *word);

/* Take the last word and the blanks after it. */
bool slice_last_word(struct slice *s, struct slice *word);

bool slice_all(struct slice s, bool (*is)(char)); /* true for the empty slice */
bool slice_is_number(struct slice s);             /* one or more digits */
bool slice_is_hex(struct slice s);                /* one or more hexadecimal digits */

/* Blanks only, or nothing. For most lines the first byte decides. */
static inline bool slice_is_blank(struct slice s)
{
	return s.len == 0 || (char_is_blank(s.ptr[0]) && slice_all(s, char_is_blank));
}

/* Take the next part of a list, up to a separator or to the end; false when nothing is left. */
bool slice_part(struct slice *list, char separator, struct slice *part);

/* Where the brackets open that end the text, 1 in "f(a(b))"; SLICE_NONE without them. */
size_t slice_group(struct slice s);

/* True if it is so, equal or the like, to one of a list. */
bool slice_any(struct slice s, const struct slice *list, size_t count,
	       bool (*is)(struct slice s, struct slice of_list));
#define SLICE_ANY(s, list, is) slice_any((s), (list), ARRAY_LEN(list), (is))

/* The name behind the last slash of a path, unless that ends it. */
struct slice slice_without_folders(struct slice path);

/* The name of a file without folders and what follows its first dot, which may begin it. */
struct slice slice_base(struct slice path);

/* Digits only; false if there are none, anything else, or 2^64 and above. */
bool slice_to_u64(struct slice s, uint64_t *value);

/* "7f12" to 0x7f12; false if there are no digits, others, or more than 16. */
bool slice_hex_to_u64(struct slice s, uint64_t *value);

#endif
