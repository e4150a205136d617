/* SPDX-License-Identifier: MIT */
#include "common/base/shell_pattern.h"

bool shell_pattern_is(struct slice text)
{
	size_t i = 0;

	while (i < text.len && slice_find(SLICE("*?["), text.ptr[i]) == SLICE_NONE)
		i++;
	return i < text.len;
}

/*
 * The length of the set at the front, "[!a-z]"; 0: it has no end. A `]` right after the begin is one
 * of the set.
 */
static size_t set_length(struct slice pattern)
{
	size_t at = 1;

	if (at < pattern.len && (pattern.ptr[at] == '!' || pattern.ptr[at] == '^'))
		at++;
	if (at < pattern.len && pattern.ptr[at] == ']')
		at++;
	while (at < pattern.len && pattern.ptr[at] != ']')
		at += pattern.ptr[at] == '\\' ? 2 : 1;
	return at < pattern.len ? at + 1 : 0;
}

/* Take a byte of a set off the front; a backslash makes the next byte itself. */
static unsigned char take_member(struct slice *set)
{
	if (set->ptr[0] == '\\' && set->len > 1)
		*set = slice_tail(*set, 1);
	*set = slice_tail(*set, 1);
	return (unsigned char)set->ptr[-1];
}

/* True if the byte is in a set, which has its brackets. */
static bool set_has(struct slice set, unsigned char byte)
{
	bool has = false, inverted;

	set = slice_of(set.ptr + 1, set.len - 2);
	inverted = set.len > 0 && (set.ptr[0] == '!' || set.ptr[0] == '^');
	if (inverted)
		set = slice_tail(set, 1);
	while (set.len > 0) {
		const unsigned char first = take_member(&set);
		unsigned char last = first;

		if (set.len > 1 && set.ptr[0] == '-') {
			set = slice_tail(set, 1);
			last = take_member(&set);
		}
		has |= byte >= first && byte <= last;
	}
	return has != inverted;
}

/* The length of what matches the byte at the front of a pattern that is not empty; 0: it does not.
 */
static size_t match_byte(struct slice pattern, char byte)
{
	size_t length;

	switch (pattern.ptr[0]) {
	case '?': return 1;
	case '[':
		length = set_length(pattern);
		if (length == 0)
			return byte == '[';
		return set_has(slice_head(pattern, length), (unsigned char)byte) ? length : 0;
	case '\\':
		if (pattern.len > 1)
			return pattern.ptr[1] == byte ? 2 : 0;
		return byte == '\\';
	default: return pattern.ptr[0] == byte;
	}
}

bool shell_pattern_matches(struct slice pattern, struct slice text)
{
	struct slice after_star = {0}, retry = {0};
	bool has_star = false;

	while (text.len > 0) {
		size_t length = 0;

		if (pattern.len > 0 && pattern.ptr[0] == '*') {
			pattern = slice_tail(pattern, 1);
			after_star = pattern;
			retry = text;
			has_star = true;
			continue;
		}
		if (pattern.len > 0)
			length = match_byte(pattern, text.ptr[0]);
		if (length > 0) {
			pattern = slice_tail(pattern, length);
			text = slice_tail(text, 1);
			continue;
		}
		if (!has_star)
			return false;
		/* only the last star need match more: an earlier one would leave no more to match */
		retry = slice_tail(retry, 1);
		text = retry;
		pattern = after_star;
	}
	while (pattern.len > 0 && pattern.ptr[0] == '*')
		pattern = slice_tail(pattern, 1);
	return pattern.len == 0;
}
