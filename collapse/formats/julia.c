/* SPDX-License-Identifier: MIT */
/*
 * The tree that Julia's Profile.print() prints. The counts of a row include those of the rows below
 * it; in front of the bar is what is the row's own. A row is one level deeper for each character
 * between the bar and its count, and for each of a "+N" there.
 *
 *     Overhead ╎ [+additional indent] Count File:Line; Function
 *     =========================================================
 *       ╎40 mill.jl:12; main()
 *      6╎ 40 mill.jl:7; grind(n::Int64)
 *     34╎  34 @Base/float.jl:491; +
 *     Total snapshots: 40. Utilization: 100% across all threads and tasks. Use ...
 *
 * With the argument groupby there are several trees, each below a line "Thread 1 Total snapshots:
 * 40. Utilization: 100%".
 */
#include "collapse/text.h"

#include "common/base/checked.h"

#define JULIA_BAR "\342\225\216"  /* U+254E */
#define JULIA_DOTS "\342\200\246" /* U+2026: a text was cut here */

enum julia_note {
	JULIA_FLAT = TEXT_NOTES, /* a list of functions */
	JULIA_FULL,              /* the buffer of samples */
	JULIA_HIDDEN,            /* a snapshot of a row that was not printed */
	JULIA_TOTAL,
	JULIA_CUT_NAME,
};

struct julia_options {
	bool locations;
};

struct julia {
	struct text text;
	struct inclusive tree;
	bool in_tree;
	bool has_total; /* which was printed above the rows */
	uint64_t total;
	uint64_t top, own; /* of the rows so far: the counts of the outermost ones, all own ones */
};

static struct julia *julia_of(const struct ingest_run *run)
{
	return run->state;
}

/* The rows of a tree end. `line` is for notes. */
static void julia_end_tree(struct ingest_run *run, struct slice line)
{
	struct julia *julia = julia_of(run);

	inclusive_end(run, &julia->tree);
	if (julia->top > julia->own)
		notes_count(&run->notes, JULIA_HIDDEN, julia->top - julia->own);
	if (julia->has_total && julia->total != julia->top)
		text_note(run, JULIA_TOTAL, line);
	julia->has_total = false;
	julia->top = julia->own = 0;
}

static void julia_end(struct ingest_run *run)
{
	julia_end_tree(run, SLICE("end of the input"));
	julia_of(run)->in_tree = false;
}

static bool julia_is_tree_head(struct slice line)
{
	return slice_starts(line,
			    SLICE("Overhead " JULIA_BAR " [+additional indent] Count File:Line"));
}

/* " Count  Overhead File          Line Function" */
static bool julia_is_flat_head(struct slice line)
{
	static const char *const words[] = {"Count", "Overhead", "File", "Line", "Function"};
	struct slice word;
	size_t i;

	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (!slice_word(&line, &word) || !slice_equal(word, slice_from(words[i])))
			return false;
	}
	return slice_trim(line).len == 0;
}

/* "Total snapshots: 40. Utilization: ...": the end of a tree, or with a name in front of it the
 * beginning of one. */
static bool julia_take_total(struct ingest_run *run, struct slice line)
{
	static const struct slice words = SLICE_INIT("Total snapshots: ");
	struct julia *julia = julia_of(run);
	const size_t at = slice_search(line, words);
	struct slice rest;
	bool begins;

	if (at == SLICE_NONE)
		return false;
	begins = slice_trim(slice_head(line, at)).len > 0;
	if (begins)
		julia_end_tree(run, line);
	rest = slice_tail(line, at + words.len);
	julia->has_total = text_take_count(run, &rest, &julia->total);
	if (!begins) {
		julia_end_tree(run, line);
		julia->in_tree = false;
	}
	return true;
}

/* Take "  6╎    ╎ +2 40 " off a row: what is its own, its level, its count. */
static bool julia_take_numbers(struct ingest_run *run, struct slice *row, uint64_t *own,
			       size_t *depth, uint64_t *count)
{
	uint64_t more;

	*own = *depth = 0;
	*row = slice_trim_left(*row);
	if (!slice_starts(*row, SLICE(JULIA_BAR)) && !text_take_count(run, row, own))
		return false;
	if (!slice_skip(row, SLICE(JULIA_BAR)))
		return false;
	while (slice_skip(row, SLICE(" ")) || slice_skip(row, SLICE(JULIA_BAR)))
		++*depth;
	if (slice_skip(row, SLICE("+"))) {
		if (!text_take_count(run, row, &more) || !slice_skip(row, SLICE(" ")))
			return false;
		*depth = more < SIZE_MAX - *depth ? *depth + (size_t)more : SIZE_MAX;
	}
	if (!text_take_count(run, row, count) || !slice_starts(*row, SLICE(" ")))
		return false;
	*row = slice_trim(*row);
	return true;
}

/* "mill.jl:7", with any path in front. */
static bool julia_is_place(struct slice text)
{
	const size_t colon = slice_rfind(text, ':');

	return colon != SLICE_NONE && slice_is_number(slice_tail(text, colon + 1));
}

/*
 * "mill.jl:7; grind(n::Int64)", or with two blanks in the place of "; ". A row of unknown code is a
 * name alone.
 */
static void julia_split(struct slice row, struct slice *place, struct slice *function)
{
	static const struct slice between[] = {SLICE_INIT("; "), SLICE_INIT("  ")};
	size_t i;

	for (i = 0; i < ARRAY_LEN(between); i++) {
		const size_t at = slice_search(row, between[i]);

		if (at != SLICE_NONE && julia_is_place(slice_head(row, at))) {
			*place = slice_head(row, at);
			*function = slice_trim(slice_tail(row, at + between[i].len));
			return;
		}
	}
	*place = julia_is_place(row) ? row : SLICE("");
	*function = place->len > 0 ? SLICE("") : row;
}

static struct slice julia_name(struct ingest_run *run, struct slice row)
{
	const struct julia_options *options = run->options;
	struct buf *name = &text_of(run)->name;
	struct slice place, function;

	julia_split(row, &place, &function);
	if (slice_ends(function, SLICE(JULIA_DOTS)) || slice_ends(function, SLICE("...")))
		text_note(run, JULIA_CUT_NAME, row);
	if (slice_equal(function, SLICE("[any unknown stackframes]")))
		function = SLICE("");
	buf_set(name, function.len > 0 ? function : SLICE("[unknown]"));
	if (options->locations && place.len > 0)
		text_add_place(name, place, SLICE(""));
	return buf_slice(name);
}

static void julia_row(struct ingest_run *run, struct slice line)
{
	struct julia *julia = julia_of(run);
	struct slice row = line;
	uint64_t own, count;
	size_t depth;

	if (!julia_take_numbers(run, &row, &own, &depth, &count) || own > count) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	inclusive_row(run, &julia->tree, depth, julia_name(run, row), count);
	u64_add(&julia->own, own);
	if (text_of(run)->count == 1)
		u64_add(&julia->top, count);
}

static void julia_line(struct ingest_run *run, struct slice line)
{
	struct julia *julia = julia_of(run);

	if (julia_is_tree_head(line)) {
		julia_end_tree(run, line);
		julia->in_tree = true;
	} else if (julia_is_flat_head(line)) {
		julia_end(run);
		text_note(run, JULIA_FLAT, line);
	} else if (!julia->in_tree && slice_contains(line, SLICE("profile data buffer is full"))) {
		text_note(run, JULIA_FULL, SLICE(""));
	} else if (julia->in_tree && !julia_take_total(run, line) && slice_trim(line).len > 0 &&
		   !slice_starts(line, SLICE("====="))) {
		julia_row(run, line);
	}
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "locations", OPT_AT(struct julia_options, locations),
	 .help = "Append file and line to functions"},
};

static bool julia_is_head(struct slice line)
{
	return julia_is_tree_head(line) || julia_is_flat_head(line);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[JULIA_FULL] = {.message = "the buffer of the profiler was full, so samples are missing"},
	[JULIA_FLAT] = {.message = "a list of functions has no stacks: print the tree, "
				   "Profile.print(format = :tree)",
			.one = "list without stacks",
			.many = "lists without stacks",
			.fails = NOTE_FAILS},
	[JULIA_HIDDEN] = {.one = "snapshot of a row that was not printed (maxdepth, mincount, "
				 "noisefloor), counted in the row above it",
			  .many = "snapshots of rows that were not printed (maxdepth, mincount, "
				  "noisefloor), counted in the rows above them",
			  .fails = NOTE_KEPT},
	[JULIA_TOTAL] = {.message = "the total is not the sum of the outermost rows",
			 .one = "total that is not the sum of its rows",
			 .many = "totals that are not the sum of their rows",
			 .fails = NOTE_KEPT},
	[JULIA_CUT_NAME] = {.one = "name cut at the width of the terminal: print with "
				   "IOContext(io, :displaysize => (24, 1000))",
			    .many = "names cut at the width of the terminal: print with "
				    "IOContext(io, :displaysize => (24, 1000))",
			    .fails = NOTE_KEPT},
};

static const struct text_format format = {
	.line = julia_line,
	.end = julia_end,
	.state_size = sizeof(struct julia),
	.owns = {TEXT_OWNS(ARRAY, struct julia, tree.left)},
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_julia = {
	.name = "julia",
	.summary = "folded stacks from Julia's Profile",
	.counts = "samples",
	.rows = COLLAPSE_OPTIONS(rows, struct julia_options),
	.text = &format,
	.signs = {julia_is_head},
};
