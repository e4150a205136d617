/* SPDX-License-Identifier: MIT */
#include "common/base/slice.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

struct slice slice_from(const char *text)
{
	return slice_of(text, strlen(text));
}

size_t slice_common(struct slice a, struct slice b, size_t known)
{
	const size_t size = a.len < b.len ? a.len : b.len;

	for (; size - known >= sizeof(uint64_t); known += sizeof(uint64_t)) {
		const uint64_t differ = slice_load(a.ptr + known) ^ slice_load(b.ptr + known);

		if (differ != 0)
			return known + (size_t)__builtin_ctzll(differ) / 8;
	}
	while (known < size && a.ptr[known] == b.ptr[known])
		known++;
	return known;
}

int slice_compare(struct slice a, struct slice b)
{
	size_t common = a.len < b.len ? a.len : b.len;
	int order = common > 0 ? memcmp(a.ptr, b.ptr, common) : 0;

	return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

size_t slice_find(struct slice s, char c)
{
	const char *at = s.len > 0 ? memchr(s.ptr, c, s.len) : NULL;

	return at ? (size_t)(at - s.ptr) : SLICE_NONE;
}

size_t slice_rfind(struct slice s, char c)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), each = ones * (unsigned char)c;

	while (s.len >= sizeof(each)) { /* a word is 0 in the bytes that are c */
		const uint64_t word = slice_load(s.ptr + s.len - sizeof(each)) ^ each;

		if ((word - ones) & ~word & ones << 7)
			break;
		s.len -= sizeof(each);
	}
	while (s.len > 0) {
		if (s.ptr[--s.len] == c)
			return s.len;
	}
	return SLICE_NONE;
}

/* Blocks of a fixed size, and few enough to count in a byte: compilers make vectors of that. */
size_t slice_count(struct slice s, char c)
{
	enum { BLOCK = 64 };
	size_t count = 0, at = 0, i;

	for (; s.len - at >= BLOCK; at += BLOCK) {
		unsigned char some = 0;

		for (i = 0; i < BLOCK; i++)
			some = (unsigned char)(some + (s.ptr[at + i] == c));
		count += some;
	}
	for (; at < s.len; at++)
		count += s.ptr[at] == c;
	return count;
}

size_t slice_search(struct slice s, struct slice needle)
{
	size_t from = 0, at;

	if (needle.len == 0)
		return 0;
	while ((at = slice_find(slice_tail(s, from), needle.ptr[0])) != SLICE_NONE) {
		from += at;
		if (slice_starts(slice_tail(s, from), needle))
			return from;
		from++;
	}
	return SLICE_NONE;
}

size_t slice_rsearch(struct slice s, struct slice needle)
{
	size_t at;

	if (needle.len > s.len)
		return SLICE_NONE;
	if (needle.len == 0)
		return s.len;
	for (at = s.len - needle.len + 1; at-- > 0;) {
		if (s.ptr[at] == needle.ptr[0] && slice_starts(slice_tail(s, at), needle))
			return at;
	}
	return SLICE_NONE;
}

bool slice_same_letters(struct slice a, struct slice b)
{
	size_t i;

	for (i = 0; i < a.len; i++) {
		if (char_lower(a.ptr[i]) != char_lower(b.ptr[i]))
			return false;
	}
	return true;
}

bool slice_contains(struct slice s, struct slice needle)
{
	return slice_search(s, needle) != SLICE_NONE;
}

bool slice_cut(struct slice *s, char separator, struct slice *before)
{
	size_t at = slice_find(*s, separator);

	if (at == SLICE_NONE)
		return false;
	*before = slice_head(*s, at);
	*s = slice_tail(*s, at + 1);
	return true;
}

bool slice_line(struct slice *text, struct slice *line)
{
	if (text->len == 0)
		return false;
	if (!slice_cut(text, '\n', line)) {
		*line = *text;
		*text = slice_tail(*text, text->len);
	}
	return true;
}

bool slice_word(struct slice *s, struct slice *word)
{
	const struct slice rest = slice_trim_left(*s);
	const char *at = rest.ptr, *end;

	if (rest.len == 0)
		return false;
	for (end = at + rest.len; at < end && !char_is_blank(*at);)
		at++;
	*word = slice_between(rest.ptr, at);
	*s = slice_between(at, end);
	return true;
}

bool slice_last_word(struct slice *s, struct slice *word)
{
	const struct slice rest = slice_trim_right(*s);
	const char *at, *end;

	if (rest.len == 0)
		return false;
	for (at = end = rest.ptr + rest.len; at > rest.ptr && !char_is_blank(at[-1]);)
		at--;
	*word = slice_between(at, end);
	*s = slice_between(rest.ptr, at);
	return true;
}

bool slice_all(struct slice s, bool (*is)(char))
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (!is(s.ptr[i]))
			return false;
	}
	return true;
}

bool slice_is_number(struct slice s)
{
	return s.len > 0 && slice_all(s, char_is_digit);
}

bool slice_is_hex(struct slice s)
{
	return s.len > 0 && slice_all(s, char_is_hex);
}

bool slice_part(struct slice *list, char separator, struct slice *part)
{
	if (list->len == 0)
		return false;
	if (!slice_cut(list, separator, part)) {
		*part = *list;
		list->len = 0;
	}
	return true;
}

size_t slice_group(struct slice s)
{
	size_t at = s.len, depth = 0;

	if (!slice_ends(s, SLICE(")")))
		return SLICE_NONE;
	do { /* one branch a byte: brackets come where no processor expects them */
		at--;
		depth += s.ptr[at] == ')';
		depth -= s.ptr[at] == '(';
	} while (depth > 0 && at > 0);
	return depth == 0 ? at : SLICE_NONE;
}

bool slice_any(struct slice s, const struct slice *list, size_t count,
	       bool (*is)(struct slice s, struct slice of_list))
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (is(s, list[i]))
			return true;
	}
	return false;
}

struct slice slice_without_folders(struct slice path)
{
	const size_t slash = slice_rfind(path, '/');

	return slash == SLICE_NONE || slash + 1 == path.len ? path : slice_tail(path, slash + 1);
}

struct slice slice_base(struct slice path)
{
	size_t slash = slice_rfind(path, '/'), dot;

	if (slash != SLICE_NONE)
		path = slice_tail(path, slash + 1);
	dot = path.len > 1 ? slice_find(slice_tail(path, 1), '.') : SLICE_NONE;
	return dot == SLICE_NONE ? path : slice_head(path, dot + 1);
}

bool slice_to_u64(struct slice s, uint64_t *value)
{
	const size_t sure = 19; /* digits that always fit */
	uint64_t sum = 0;
	size_t i;

	if (s.len == 0)
		return false;
	for (i = 0; i < s.len; i++) {
		uint64_t digit = (uint64_t)(unsigned char)s.ptr[i] - '0';

		if (digit > 9 || (i >= sure && sum > (UINT64_MAX - digit) / 10))
			return false;
		sum = sum * 10 + digit;
	}
	*value = sum;
	return true;
}

bool slice_hex_to_u64(struct slice s, uint64_t *value)
{
	size_t i;

	if (!slice_is_hex(s) || s.len > 16)
		return false;
	*value = 0;
	for (i = 0; i < s.len; i++)
		*value = *value << 4 | char_hex_value(s.ptr[i]);
	return true;
}

#if defined(__SSE2__)
enum { SCAN_BLOCK = 64 }; /* bytes */

static inline uint64_t slice_scan_quarter(const char *text, char byte)
{
	const __m128i quarter = _mm_loadu_si128((const void *)text);

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(quarter, _mm_set1_epi8(byte)));
}

/* A bit per byte of a block, the first byte the lowest: whether it is `byte`. */
static inline uint64_t slice_scan_block(const char *block, char byte)
{
	return slice_scan_quarter(block, byte) | slice_scan_quarter(block + 16, byte) << 16 |
	       slice_scan_quarter(block + 32, byte) << 32 |
	       slice_scan_quarter(block + 48, byte) << 48;
}

/* The place of the lowest bit; any place where there is none. */
static inline uint32_t slice_scan_place(size_t at, uint64_t bits)
{
	return (uint32_t)(at + (size_t)__builtin_ctzll(bits | UINT64_C(1) << (SCAN_BLOCK - 1)));
}

/*
 * The places of the bits; how many. Three are written of each block, though it may have fewer: more
 * are few, so the branch is predicted well.
 */
static inline size_t slice_scan_take(size_t at, uint64_t bits, uint32_t *places)
{
	size_t count = 0;
	int i;

	for (i = 0; i < 3; i++, bits &= bits - 1) {
		places[i] = slice_scan_place(at, bits);
		count += bits != 0;
	}
	for (; UNLIKELY(bits != 0); bits &= bits - 1)
		places[count++] = slice_scan_place(at, bits);
	return count;
}
#endif

size_t slice_scan(struct slice text, char byte, size_t wanted, uint32_t *places)
{
	size_t count = 0, at = 0, size;

	if (text.len > INT32_MAX)
		text.len = INT32_MAX;
#if defined(__SSE2__)
	for (; text.len - at >= SCAN_BLOCK && count < wanted; at += SCAN_BLOCK)
		count += slice_scan_take(at, slice_scan_block(text.ptr + at, byte), places + count);
#endif
	while (count < wanted && (size = slice_find(slice_tail(text, at), byte)) != SLICE_NONE) {
		at += size + 1;
		places[count++] = (uint32_t)(at - 1);
	}
	return count;
}

size_t slice_find_twice(struct slice s, char c)
{
	size_t at = 0, next;
#if defined(__SSE2__)
	uint64_t last = 0; /* whether the byte before the block is `c` */

	for (; s.len - at >= SCAN_BLOCK; at += SCAN_BLOCK) {
		const uint64_t bits = slice_scan_block(s.ptr + at, c);
		const uint64_t seconds = bits & (bits << 1 | last);

		if (seconds != 0)
			return at + (size_t)__builtin_ctzll(seconds) - 1;
		last = bits >> (SCAN_BLOCK - 1);
	}
	at -= (size_t)last;
#endif
	while ((next = slice_find(slice_tail(s, at), c)) != SLICE_NONE) {
		at += next + 1;
		if (at < s.len && s.ptr[at] == c)
			return at - 1;
	}
	return SLICE_NONE;
}
