/* SPDX-License-Identifier: MIT */
/*
 * Stack lines that stand where they are expected: nearly all of a recording. They are taken without
 * looking for their end and without a hash; see line_cache_next(). Every other line, and every line
 * of another shape than perf's own, "\t%16x SYMBOL (MODULE)\n", goes through the grammar.
 *
 * The grammars agree on what such a line is: its first word is the address, the rest is the key.
 */
#include "collapse/perf.h"

enum { ADDRESS_WIDTH = 16 };

#define EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Eight characters, the first in the lowest byte. */
static uint64_t load8(const char *text)
{
	uint64_t word;

	memcpy(&word, text, sizeof(word));
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return word;
}

/* Are all eight in 0-9a-f? Bytes below 0x80 are compared by adding what makes them reach it. */
static bool are_hex(uint64_t word)
{
	const uint64_t top = EACH_BYTE(0x80);
	uint64_t digit = (word + EACH_BYTE(0x80 - '0')) & ~(word + EACH_BYTE(0x80 - '9' - 1));
	uint64_t letter = (word + EACH_BYTE(0x80 - 'a')) & ~(word + EACH_BYTE(0x80 - 'f' - 1));

	return (word & top) == 0 && ((digit | letter) & top) == top;
}

/* Blanks in front of the eight become zeros; *blanks counts them. */
static uint64_t fill_blanks(uint64_t word, size_t *blanks)
{
	const uint64_t others = word ^ EACH_BYTE(' ');

	*blanks = others == 0 ? 8 : (size_t)__builtin_ctzll(others) / 8;
	return *blanks == 0 ? word : word ^ (EACH_BYTE(' ' ^ '0') >> (64 - 8 * *blanks));
}

/* The address of a line in perf's own shape, without the blanks in front. */
static bool find_address(struct slice text, struct slice *pc)
{
	size_t blanks, more = 0;
	uint64_t left, right;

	if (text.len < ADDRESS_WIDTH + 2 || text.ptr[0] != '\t' ||
	    text.ptr[ADDRESS_WIDTH + 1] != ' ')
		return false;
	left = fill_blanks(load8(text.ptr + 1), &blanks);
	right = load8(text.ptr + 9);
	if (blanks == 8)
		right = fill_blanks(right, &more);
	blanks += more;
	*pc = slice_of(text.ptr + 1 + blanks, ADDRESS_WIDTH - blanks);
	return blanks < ADDRESS_WIDTH && are_hex(left) && are_hex(right);
}

void perf_take_known(struct ingest_run *run, struct slice *records)
{
	struct perf_run *perf = perf_of(run);
	struct line_cache *lines = &perf->names[perf->java].lines;
	const struct perf_line *line;
	struct slice pc, key;
	size_t size;

	while (find_address(*records, &pc)) {
		key = slice_tail(*records, ADDRESS_WIDTH + 1);
		line = line_cache_next(lines, key, &size);
		if (!line || line->count == 0)
			break;
		perf_push(run, line, pc);
		perf->source_due = true;
		run->line++;
		*records = slice_tail(key, size);
	}
}
