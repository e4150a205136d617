/* SPDX-License-Identifier: MIT */
/*
 * How lines get from a chunk to the grammar. Nearly all lines of a recording are stack lines that
 * came before, in perf's own shape: "\t%16x SYMBOL (MODULE)\n". The grammars agree on what such a
 * line is - its first word is the address, the rest is the key of the line cache - so it need not
 * go through them. All others do.
 *
 * Where lines follow each other as they did before they are compared with what is expected, see
 * line_cache_next(). Where they do not, many are looked up at once: the tables of a large recording
 * do not fit the processor's caches, and waiting for 64 lines takes no longer than for one.
 */
#include "collapse/perf.h"

enum {
	ADDRESS_WIDTH = 16,
	KEY_AT = ADDRESS_WIDTH + 1, /* behind the address */
	WINDOW = 64,                /* lines looked up at once */
};

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

/* Has the line perf's own shape? Then *blanks stand before the address. */
static bool has_shape(struct slice text, size_t *blanks)
{
	uint64_t left, right;
	size_t more;

	if (text.len < KEY_AT + 1 || text.ptr[0] != '\t' || text.ptr[KEY_AT] != ' ')
		return false;
	left = fill_blanks(load8(text.ptr + 1), blanks);
	right = load8(text.ptr + 9);
	if (*blanks == 8) {
		right = fill_blanks(right, &more);
		*blanks += more;
	}
	return *blanks < ADDRESS_WIDTH && are_hex(left) && are_hex(right);
}

/* The line begins at `text`. False: the grammar has to see it. */
static bool push(struct perf_run *perf, const struct perf_line *line, const char *text,
		 size_t blanks)
{
	if (!line || line->count == 0)
		return false;
	perf_push(perf, line, slice_of(text + 1 + blanks, ADDRESS_WIDTH - blanks));
	perf->source_due = true;
	return true;
}

/* One line in, one line out: were they expected? */
static void count_line(struct perf_run *perf, bool missed)
{
	perf->seen++;
	perf->missed += missed;
	if (perf->seen < WINDOW)
		return;
	perf->surprising = 4 * perf->missed > perf->seen;
	perf->seen = perf->missed = 0;
}

/* The stack lines that were expected. */
static void take_expected(struct ingest_run *run, struct slice *records)
{
	struct perf_run *perf = perf_of(run);
	size_t blanks, size = 0;

	while (has_shape(*records, &blanks)) {
		struct slice key = slice_tail(*records, KEY_AT);

		if (!push(perf, line_cache_next(&perf->names.lines, key, &size), records->ptr,
			  blanks))
			return;
		*records = slice_tail(key, size);
		run->line++;
		count_line(perf, false);
	}
}

/* A line that is being looked up. */
struct ahead {
	struct slice line;
	bool has_shape;
	uint32_t hash; /* of the key */
	size_t blanks;
};

static struct slice key_of(const struct ahead *ahead)
{
	return slice_tail(ahead->line, KEY_AT);
}

/* Lines off the front of the records; their entries are on their way from memory. */
static size_t look_ahead(const struct line_cache *lines, struct slice *records,
			 struct ahead ahead[WINDOW])
{
	size_t count = 0, i;

	for (; count < WINDOW && slice_line(records, &ahead[count].line); count++) {
		struct ahead *next = &ahead[count];

		next->has_shape = has_shape(next->line, &next->blanks);
		if (next->has_shape)
			next->hash = line_cache_hash(lines, key_of(next));
	}
	for (i = 0; i < count; i++) {
		if (ahead[i].has_shape)
			line_cache_fetch(lines, ahead[i].hash);
	}
	return count;
}

static void take_window(struct ingest_run *run, struct slice *records)
{
	struct perf_run *perf = perf_of(run);
	struct line_cache *lines = &perf->names.lines;
	struct ahead ahead[WINDOW];
	size_t count = look_ahead(lines, records, ahead), i;

	for (i = 0; i < count; i++, run->line++) {
		const struct ahead *next = &ahead[i];
		uint32_t expected = line_cache_expected(lines);

		if (!next->has_shape || !perf->open ||
		    !push(perf, line_cache_get(lines, key_of(next), next->hash), next->line.ptr,
			  next->blanks))
			perf->style->line(run, next->line);
		if (next->has_shape)
			count_line(perf, lines->last != expected);
	}
}

/* A line through the grammar. */
static bool take_line(struct ingest_run *run, struct slice *records)
{
	struct perf_run *perf = perf_of(run);
	const uint32_t last = perf->names.lines.last;
	struct slice line;

	if (!slice_line(records, &line))
		return false;
	perf->style->line(run, line);
	run->line++;
	if (perf->names.lines.last != last)
		count_line(perf, true);
	return true;
}

void perf_take_lines(struct ingest_run *run, struct slice records)
{
	struct perf_run *perf = perf_of(run);
	/* else what a line stands for is not told from its text alone */
	const bool cached = !perf->options->inlines && !perf->options->srcline;

	while (records.len > 0) {
		if (cached && perf->surprising) {
			take_window(run, &records);
			continue;
		}
		if (cached && perf->open)
			take_expected(run, &records);
		take_line(run, &records);
	}
}
