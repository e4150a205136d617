/* SPDX-License-Identifier: MIT */
/*
 * The massif format: the snapshots of the heap that valgrind --tool=massif writes. Some of them
 * have a tree of allocating functions, leaf first, with inclusive sizes in bytes:
 *
 *     snapshot=9
 *     mem_heap_B=163131
 *     heap_tree=peak
 *     n2: 163131 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *      n1: 114688 0x109231: leaf_big (file.c:9)
 *       n0: 114688 0x1093EC: main (file.c:15)
 *      n0: 48443 in 3 places, all below massif's threshold (1.00%)
 *
 * One of the trees becomes the profile: the peak's, else the largest, or the one asked for. Its
 * rows are kept until the file ends.
 */
#include "collapse/text.h"

struct massif_options {
	uint64_t snapshot;
	bool has_snapshot;
	bool lines;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Massif"},
	{OPT_NUMBER, .name = "snapshot", .value = "N", OPT_AT(struct massif_options, snapshot),
	 .help = "Show snapshot N instead of the peak",
	 .detail = "It must be one with a tree; the message about a wrong number lists those."},
	{OPT_FLAG, .name = "lines", OPT_AT(struct massif_options, lines),
	 .help = "Keep file and line: functions are split by where they allocate"},
};

enum { MASSIF_NO_TREE = TEXT_NOTES, MASSIF_NOTES };

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[MASSIF_NO_TREE] = {.message = "no such snapshot with a tree in this file; there are",
			    .fails = NOTE_FAILS},
};

enum tree { TREE_NONE, TREE_DETAILED, TREE_PEAK };

struct massif {
	struct text text;
	struct inclusive tree;
	uint64_t snapshot, bytes; /* of the current one */
	bool keeping;             /* rows of the current tree */
	struct buf rows;          /* of the best tree so far, a line each */
	enum tree kind;           /* its */
	uint64_t size;            /* its mem_heap_B */
	struct buf numbers;       /* of the snapshots with a tree */
};

/* "snapshot=9", "heap_tree=peak": the value, where the key is that. */
static bool massif_take_value(struct slice line, struct slice key, struct slice *value)
{
	*value = line;
	return slice_skip(value, key);
}

/* A tree begins: is it better than the one that is kept? */
static void start_tree(struct ingest_run *run, struct slice text)
{
	const struct massif_options *options = run->options;
	struct massif *massif = run->state;
	enum tree kind = slice_equal(text, SLICE("peak"))       ? TREE_PEAK
			 : slice_equal(text, SLICE("detailed")) ? TREE_DETAILED
								: TREE_NONE;

	massif->keeping = false;
	if (kind == TREE_NONE && !slice_equal(text, SLICE("empty")))
		text_note(run, TEXT_BAD_LINE, text);
	if (kind == TREE_NONE)
		return;
	buf_add(&massif->numbers, massif->numbers.len > 0 ? SLICE(", ") : SLICE(""));
	buf_add_u64(&massif->numbers, massif->snapshot);
	if (options->has_snapshot)
		massif->keeping = massif->snapshot == options->snapshot;
	else
		massif->keeping = kind > massif->kind ||
				  (kind == massif->kind && massif->bytes > massif->size);
	if (!massif->keeping)
		return;
	massif->kind = kind;
	massif->size = massif->bytes;
	buf_reset(&massif->rows);
}

/* "  n1: 114688 ..." */
static bool massif_is_row(struct slice line)
{
	struct slice row = slice_trim_left(line), children;

	return slice_skip(&row, SLICE("n")) && slice_cut(&row, ':', &children) &&
	       slice_is_number(children) && slice_starts(row, SLICE(" ")) && row.len > 1 &&
	       char_is_digit(row.ptr[1]);
}

/* Lines that are not used; "time=0", "mem_heap_extra_B=0" and so on. */
static bool massif_is_known(struct slice line)
{
	struct slice key;

	return slice_starts(line, SLICE("desc:")) || slice_starts(line, SLICE("time_unit:")) ||
	       (slice_cut(&line, '=', &key) &&
		unused_is_listed(SLICE("time mem_heap_extra_B mem_stacks_B"), key));
}

static void massif_line(struct ingest_run *run, struct slice line)
{
	struct massif *massif = run->state;
	struct slice value;

	if (massif_is_row(line)) {
		if (massif->keeping) {
			buf_add(&massif->rows, line);
			buf_add_char(&massif->rows, '\n');
		}
	} else if (line.len == 0 || line.ptr[0] == '#') {
		return;
	} else if (massif_take_value(line, SLICE("snapshot="), &value)) {
		massif->keeping = false;
		if (!text_take_count(run, &value, &massif->snapshot))
			text_note(run, TEXT_BAD_LINE, line);
	} else if (massif_take_value(line, SLICE("mem_heap_B="), &value)) {
		if (!text_take_count(run, &value, &massif->bytes))
			text_note(run, TEXT_BAD_LINE, line);
	} else if (massif_take_value(line, SLICE("heap_tree="), &value)) {
		start_tree(run, value);
	} else if (slice_skip(&line, SLICE("cmd: "))) {
		header_add(&run->profile.header, HEADER_COMMAND, slice_trim(line));
	} else if (!massif_is_known(line)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

/* "leaf_big(int) (file.c:9)", "??? (in /usr/lib/libc.so.6)": the name as a frame. */
static struct slice massif_name_of(struct ingest_run *run, struct slice text)
{
	const struct massif_options *options = run->options;
	struct buf *name = &text_of(run)->name;
	struct slice place;
	size_t open;

	if (!slice_ends(text, SLICE(")")) || options->lines)
		return text;
	for (open = text.len - 1; open > 0; open--) {
		if (text.ptr[open] == '(' && text.ptr[open - 1] == ' ')
			break;
	}
	if (open == 0)
		return text;
	place = slice_of(text.ptr + open + 1, text.len - open - 2);
	text = slice_trim(slice_head(text, open));
	if (!slice_equal(text, SLICE("???")) || !slice_skip(&place, SLICE("in ")))
		return text;
	buf_reset(name);
	buf_printf(name, "[%.*s]", SLICE_ARG(place));
	return buf_slice(name);
}

/* A row of the tree; the first one is the sum of all allocating functions, not a frame. */
static void massif_row(struct ingest_run *run, struct slice line)
{
	struct massif *massif = run->state;
	struct slice row = slice_trim_left(line), word, rest;
	size_t depth = line.len - row.len;
	uint64_t bytes;

	slice_word(&row, &word);
	row = slice_trim_left(row);
	if (!text_take_count(run, &row, &bytes))
		return;
	row = slice_trim(row);
	rest = row;
	if (depth == 0)
		return;
	if (slice_starts(row, SLICE("in ")) &&
	    slice_contains(row, SLICE("below massif's threshold")))
		row = SLICE("[below threshold]");
	else if (slice_word(&rest, &word) && slice_starts(word, SLICE("0x")) &&
		 slice_drop(&word, SLICE(":")))
		row = massif_name_of(run, slice_trim(rest));
	inclusive_row(run, &massif->tree, depth - 1, row, bytes);
}

static void massif_end(struct ingest_run *run)
{
	const struct massif_options *options = run->options;
	struct massif *massif = run->state;
	struct slice rows_left = buf_slice(&massif->rows), line;

	massif->tree.order = TEXT_LEAF_FIRST;
	if (massif->numbers.len > 0 && options->has_snapshot && massif->kind == TREE_NONE)
		text_note(run, MASSIF_NO_TREE, buf_slice(&massif->numbers));
	while (slice_line(&rows_left, &line))
		massif_row(run, line);
	inclusive_end(run, &massif->tree);
	buf_reset(&massif->rows);
	buf_reset(&massif->numbers);
	massif->keeping = false;
	massif->kind = TREE_NONE;
	massif->size = massif->bytes = 0;
}

static bool massif_prepare(struct collapse_setup *setup)
{
	struct massif_options *options = setup->options;

	options->has_snapshot = opt_given(setup->given, "snapshot");
	return true;
}

static bool is_snapshot(struct slice line)
{
	return slice_skip(&line, SLICE("snapshot=")) && slice_is_number(line);
}

static bool is_heap(struct slice line)
{
	return slice_starts(line, SLICE("mem_heap_B="));
}

static const struct text_format format = {
	.line = massif_line,
	.end = massif_end,
	.state_size = sizeof(struct massif),
	.owns = {TEXT_OWNS(ARRAY, struct massif, tree.left), TEXT_OWNS(BUF, struct massif, rows),
		 TEXT_OWNS(BUF, struct massif, numbers)},
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_massif = {
	.name = "massif",
	.summary = "folded stacks from the heap snapshots of valgrind's massif",
	.rows = COLLAPSE_OPTIONS(rows, struct massif_options),
	.counts = "bytes",
	.text = &format,
	.signs = {is_snapshot, is_heap},
	.prepare = massif_prepare,
};
