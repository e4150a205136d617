/* SPDX-License-Identifier: MIT */
/*
 * The ghcprof format: the tree of cost centres in the report of a Haskell program that was compiled
 * for profiling and run with +RTS -p (or -P, which adds ticks and bytes). Only what a cost centre
 * used itself is counted.
 *
 *     COST CENTRE  MODULE  SRC          no.  entries  %time %alloc   %time %alloc  ticks  bytes
 *
 *     MAIN         MAIN    <built-in>   168        0    2.6    0.0   100.0  100.0    510    456
 *      main        Main    app.hs:3:1   296        1   97.4  100.0    97.4  100.0  19317   9048
 */
#include "collapse/text.h"

/* The numbers at the end of a row, from the right. */
enum { WITHOUT_TICKS = 6, WITH_TICKS = 8, INDIVIDUAL_TIME = 3 };

enum { FINE = 100000000, FINE_DIGITS = 8 }; /* parts of a thousandth, read only to be dropped */

struct ghcprof_options {
	bool time, ticks, bytes;
	bool truncates; /* to thousandths, as the original does */
};

enum place { OUTSIDE, HEADER, TREE };

struct ghcprof {
	struct text text;
	enum place place;
	bool has_ticks;
	size_t module; /* characters of a row before its module, if nothing is out of its column */
};

static const char *const not_with_time[] = {"ticks", "bytes", NULL};
static const char *const not_with_ticks[] = {"time", "bytes", NULL};
static const char *const not_with_bytes[] = {"time", "ticks", NULL};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, .name = "time", OPT_AT(struct ghcprof_options, time), .conflicts = not_with_time,
	 .help = "Count time, in thousandths of the run: the default"},
	{OPT_FLAG, .name = "ticks", OPT_AT(struct ghcprof_options, ticks),
	 .conflicts = not_with_ticks, .help = "Count ticks of the clock (reports of -P only)"},
	{OPT_FLAG, .name = "bytes", OPT_AT(struct ghcprof_options, bytes),
	 .conflicts = not_with_bytes, .help = "Count bytes allocated (reports of -P only)"},
};

/* The header of the tree; the flat table above it has no "no.". */
static bool ghcprof_is_header(struct slice line)
{
	static const char *const words[] = {"COST",    "CENTRE", "MODULE", "SRC",   "no.",
					    "entries", "%time",  "%alloc", "%time", "%alloc"};
	struct slice word;
	size_t i;

	if (!slice_starts(line, SLICE("COST CENTRE")))
		return false;
	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (!slice_word(&line, &word) || !slice_equal(word, slice_from(words[i])))
			return false;
	}
	return true;
}

static void ghcprof_header(struct ingest_run *run, struct slice line)
{
	const struct ghcprof_options *options = run->options;
	struct ghcprof *ghcprof = run->state;

	text_cut(run, 0);
	ghcprof->has_ticks = slice_contains(line, SLICE("ticks"));
	ghcprof->module = slice_search(line, SLICE("MODULE"));
	ghcprof->place = HEADER;
	if ((options->ticks || options->bytes) && !ghcprof->has_ticks) {
		text_note(run, TEXT_NO_COLUMN, line);
		ghcprof->place = OUTSIDE;
	}
}

/* Take the numbers off the end of the row, and keep the one that is counted. */
static bool ghcprof_take_numbers(const struct ingest_run *run, struct slice *row,
				 struct slice *number)
{
	const struct ghcprof_options *options = run->options;
	const struct ghcprof *ghcprof = run->state;
	size_t count = ghcprof->has_ticks ? WITH_TICKS : WITHOUT_TICKS, i;
	size_t wanted = ghcprof->has_ticks ? INDIVIDUAL_TIME + 2 : INDIVIDUAL_TIME;
	struct slice word;

	if (options->bytes)
		wanted = 0;
	else if (options->ticks)
		wanted = 1;
	for (i = 0; i < count; i++) {
		if (!slice_last_word(row, &word) || !char_is_digit(word.ptr[0]))
			return false;
		if (i == wanted)
			*number = word;
	}
	return true;
}

/* The position after `count` characters; false if there are fewer. */
static bool skip_characters(struct slice text, size_t count, size_t *at)
{
	for (*at = 0; count >= 8 && text.len - *at >= 8; *at += 8, count -= 8) {
		if (slice_load(text.ptr + *at) & UINT64_C(0x8080808080808080))
			break; /* not all of them are ASCII */
	}
	for (; *at < text.len; ++*at) {
		if ((text.ptr[*at] & 0xC0) == 0x80)
			continue;
		if (count-- == 0)
			return true;
	}
	return false;
}

/*
 * Cost centres may have blanks in their names, so the module is found by its column; where a
 * name is too wide for that the words are taken.
 */
static bool split_names(const struct ghcprof *ghcprof, struct slice row, struct slice *centre,
			struct slice *module)
{
	struct slice names = slice_trim_left(row);
	size_t at;

	if (skip_characters(row, ghcprof->module, &at) && at > 0 && row.ptr[at - 1] == ' ' &&
	    row.ptr[at] != ' ' && at > row.len - names.len) {
		*centre = slice_trim(slice_head(row, at));
		names = slice_tail(row, at);
		return slice_word(&names, module);
	}
	return slice_word(&names, centre) && slice_word(&names, module);
}

/* Ticks, bytes, or a share in percent as thousandths. */
static bool ghcprof_take_cost(struct ingest_run *run, struct slice *number, uint64_t *count)
{
	const struct ghcprof_options *options = run->options;

	if (options->ticks || options->bytes)
		return text_take_count(run, number, count);
	if (!options->truncates)
		return text_take_decimal(run, number, 1, count);
	if (!text_take_decimal(run, number, 1 + FINE_DIGITS, count))
		return false;
	*count /= FINE;
	return true;
}

static void ghcprof_row(struct ingest_run *run, struct slice line)
{
	struct ghcprof *ghcprof = run->state;
	struct buf *name = &ghcprof->text.name;
	struct slice row = line, number, centre, module;
	uint64_t count;

	if (!ghcprof_take_numbers(run, &row, &number) ||
	    !split_names(ghcprof, row, &centre, &module) ||
	    !ghcprof_take_cost(run, &number, &count) || number.len > 0) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	buf_set(name, module);
	buf_add_char(name, '.');
	buf_add(name, centre);
	text_row(run, row.len - slice_trim_left(row).len, buf_slice(name));
	text_count(run, TEXT_ROOT_FIRST, count);
}

static void ghcprof_line(struct ingest_run *run, struct slice line)
{
	struct ghcprof *ghcprof = run->state;
	bool empty = slice_trim(line).len == 0;

	if (ghcprof_is_header(line))
		ghcprof_header(run, line);
	else if (ghcprof->place == HEADER && empty)
		ghcprof->place = TREE;
	else if (ghcprof->place != OUTSIDE && empty)
		ghcprof->place = OUTSIDE;
	else if (ghcprof->place != OUTSIDE)
		ghcprof_row(run, line);
}

static void ghcprof_end(struct ingest_run *run)
{
	struct ghcprof *ghcprof = run->state;

	ghcprof->place = OUTSIDE;
	text_cut(run, 0);
}

static bool ghcprof_prepare(struct collapse_setup *setup)
{
	struct ghcprof_options *options = setup->options;

	options->truncates = personality_in(setup->compat, FAMILY_RUST);
	setup->counts = options->bytes ? "bytes" : options->ticks ? "ticks" : NULL;
	return true;
}

static const struct text_format format = {
	.line = ghcprof_line,
	.end = ghcprof_end,
	.state_size = sizeof(struct ghcprof),
};

const struct collapser collapse_ghcprof = {
	.name = "ghcprof",
	.summary = "folded stacks from the cost centres of a Haskell program (GHC's .prof files)",
	.rows = COLLAPSE_OPTIONS(rows, struct ghcprof_options),
	.text = &format,
	.prepare = ghcprof_prepare,
	.signs = {ghcprof_is_header},
};
