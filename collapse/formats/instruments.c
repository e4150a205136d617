/* SPDX-License-Identifier: MIT */
/*
 * The instruments format: the call tree of Xcode's Instruments as Edit > Deep Copy puts it on the
 * clipboard. Columns are separated by tabs, and found by their headings; the blanks in front of a
 * name are its depth. Allocations have values of functions with all that they call.
 *
 *      Weight  Self Weight             Symbol Name
 *      1.07 s  100.0%  0 s             MyApp (51234)
 *      900.00 ms  84.1%        120.00 ms        -[NSApplication run]
 */
#include "collapse/text.h"
#include "common/base/checked.h"

struct instruments_options {
	int unit;
};

static const char *const unit_names[] = {"ms", "s", "us", "ns", NULL};
static const uint64_t units[] = {1000000, 1000000000, 1000, 1}; /* in nanoseconds */

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counts"},
	{OPT_CHOICE, FAMILY_OWN, .name = "unit", .value = "UNIT", .choices = unit_names,
	 OPT_AT(struct instruments_options, unit),
	 .help = "Count time in ms, s, us or ns; ms is the default",
	 .detail = "Times are added up as they are and rounded at the end. "
		   "Where the columns hold numbers of samples, it is samples that are counted."},
};

/* How a time is written; the value is read with `digits` decimals, which are nanoseconds then, or
 * a 60th or 3600th of one. */
struct unit {
	struct slice name;
	unsigned digits;
	uint64_t factor;
	bool is_cycles; /* no time */
};

static const struct unit known_units[] = {
	{SLICE_INIT("ms"), 6, 1, false},
	{SLICE_INIT("s"), 9, 1, false},
	{SLICE_INIT("us"), 3, 1, false},
	{SLICE_INIT("\xC2\xB5s"), 3, 1, false}, /* micro sign */
	{SLICE_INIT("\xCE\xBCs"), 3, 1, false}, /* Greek mu */
	{SLICE_INIT("ns"), 0, 1, false},
	{SLICE_INIT("min"), 9, 60, false},
	{SLICE_INIT("h"), 9, 3600, false},
	{SLICE_INIT("Gc"), 9, 1, true},
	{SLICE_INIT("Mc"), 6, 1, true},
	{SLICE_INIT("Kc"), 3, 1, true},
	{SLICE_INIT("cycles"), 0, 1, true},
};

static const struct unit *instruments_find_unit(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(known_units); i++) {
		if (slice_equal(name, known_units[i].name))
			return &known_units[i];
	}
	return NULL;
}

enum { INSTRUMENTS_CELLS = 16 };

/* Where the columns are, by their headings; what a table without known ones has. */
struct instruments {
	struct text text;
	struct inclusive tree;
	size_t value, name;      /* numbers of the columns */
	const struct unit *unit; /* "Self (ms)"; NULL: behind the values */
	bool is_inclusive;       /* there are no own values */
	bool is_count;           /* of allocations */
	bool is_deep;            /* blanks that the first row has are no depth */
	bool in_file, has_first;
	size_t blanks; /* of the first row */
};

/* The columns of a row. */
struct row {
	struct slice value; /* "120.00 ms" */
	struct slice name;  /* after the blanks that are its depth */
	size_t blanks;
};

static size_t instruments_cells(struct slice line, struct slice *cells)
{
	size_t count = 0;

	while (count + 1 < INSTRUMENTS_CELLS && slice_cut(&line, '\t', &cells[count]))
		count++;
	cells[count++] = line;
	return count;
}

/* "Weight", "Self Weight" and "Symbol Name"; "Running Time", "Self (ms)"; "Bytes Used", "Count" */
static bool instruments_is_header(struct slice line)
{
	struct slice cells[INSTRUMENTS_CELLS];
	size_t count;

	if (slice_find(line, '%') != SLICE_NONE) /* most rows have it near their beginning */
		return false;
	count = instruments_cells(line, cells);
	return count >= 2 && slice_starts(slice_trim(cells[count - 1]), SLICE("Symbol Name"));
}

static void instruments_end_tree(struct ingest_run *run)
{
	struct instruments *instruments = run->state;

	if (instruments->is_inclusive)
		inclusive_end(run, &instruments->tree);
	text_cut(run, 0);
}

/* A table begins, and that before it ends. */
static void instruments_begin(struct ingest_run *run)
{
	struct instruments *instruments = run->state;

	instruments_end_tree(run);
	instruments->value = 1;
	instruments->name = 0; /* the last one */
	instruments->unit = NULL;
	instruments->is_inclusive = instruments->is_count = instruments->is_deep = false;
	instruments->has_first = false;
}

static void instruments_see_header(struct ingest_run *run, struct slice line)
{
	struct instruments *instruments = run->state;
	struct slice cells[INSTRUMENTS_CELLS], heading;
	size_t count = instruments_cells(line, cells), i, open;

	instruments_begin(run);
	instruments->name = count - 1;
	instruments->is_deep = count < 4;
	instruments->value = SLICE_NONE;
	for (i = 0; i + 1 < count; i++) {
		heading = slice_trim(cells[i]);
		if (!slice_starts(heading, SLICE("Self")))
			continue;
		instruments->value = i;
		open = slice_find(heading, '(');
		if (open != SLICE_NONE && slice_ends(heading, SLICE(")")))
			instruments->unit = instruments_find_unit(
				slice_of(heading.ptr + open + 1, heading.len - open - 2));
	}
	if (instruments->value != SLICE_NONE)
		return;
	instruments->is_inclusive = true;
	instruments->value = 0;
	for (i = 0; i + 1 < count; i++) {
		if (slice_equal(slice_trim(cells[i]), SLICE("Count"))) {
			instruments->value = i;
			instruments->is_count = true;
		}
	}
}

static bool instruments_split(const struct instruments *instruments, struct slice line,
			      struct row *row)
{
	struct slice cells[INSTRUMENTS_CELLS], name;
	const size_t count = instruments_cells(line, cells),
		     last = instruments->name > 0 ? instruments->name : count - 1;
	size_t blank;

	if (count < 3 || last >= count || instruments->value >= last)
		return false;
	name = cells[last];
	row->blanks = 0;
	while (row->blanks < name.len && char_is_blank(name.ptr[row->blanks]))
		row->blanks++;
	row->name = slice_trim(name);
	row->value = slice_trim(cells[instruments->value]);
	if (slice_ends(row->value, SLICE("%"))) { /* "1.07 s  100.0%" */
		blank = slice_rfind(row->value, ' ');
		row->value = slice_trim(slice_head(row->value, blank == SLICE_NONE ? 0 : blank));
	}
	return slice_ends(slice_trim_right(cells[0]), SLICE("%")) && row->value.len > 0 &&
	       (char_is_digit(row->value.ptr[0]) || slice_equal(row->value, SLICE("-")));
}

static uint64_t instruments_multiply(struct ingest_run *run, uint64_t value, uint64_t factor)
{
	if (u64_multiply(&value, factor))
		return value;
	text_note(run, TEXT_HUGE, SLICE("a time"));
	return 0;
}

/*
 * "120.00 ms" in nanoseconds; a number of samples, cycles or allocations so that it comes out as
 * it is; "-" is none.
 */
static bool instruments_take_value(struct ingest_run *run, struct slice text, uint64_t *value)
{
	const struct instruments_options *options = run->options;
	const struct instruments *instruments = run->state;
	const uint64_t scale = units[options->unit];
	struct slice number = text, unit;
	const struct unit *known;

	*value = 0;
	if (slice_equal(text, SLICE("-")))
		return true;
	while (number.len > 0 && !char_is_blank(number.ptr[number.len - 1]) &&
	       !char_is_digit(number.ptr[number.len - 1]))
		number.len--;
	unit = slice_tail(text, number.len);
	number = slice_trim(number);
	known = unit.len == 0 ? instruments->unit : instruments_find_unit(unit);
	if (unit.len == 0 && !known) {
		if (!text_take_count(run, &number, value) || number.len > 0)
			return false;
		*value = instruments_multiply(run, *value, scale);
		header_add(&run->profile.header, HEADER_UNIT,
			   instruments->is_count ? SLICE("allocations") : SLICE("samples"));
		return true;
	}
	if (!known || !text_take_decimal(run, &number, known->digits, value) || number.len > 0)
		return false;
	*value = instruments_multiply(run, *value, known->is_cycles ? scale : known->factor);
	header_add(&run->profile.header, HEADER_UNIT,
		   known->is_cycles ? SLICE("cycles") : slice_from(unit_names[options->unit]));
	return true;
}

static void instruments_line(struct ingest_run *run, struct slice line)
{
	struct instruments *instruments = run->state;
	struct row row;
	uint64_t value;
	bool is_first = !instruments->in_file;
	size_t depth;

	if (is_first)
		instruments_begin(run);
	instruments->in_file = true;
	if (slice_trim(line).len == 0)
		return;
	if (instruments_is_header(line)) {
		instruments_see_header(run, line);
		return;
	}
	if (!instruments_split(instruments, line, &row)) {
		/* The first line of a file names the columns, whatever it is. */
		if (!is_first)
			text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (!instruments->has_first || row.blanks < instruments->blanks)
		instruments->blanks = instruments->is_deep ? row.blanks : 0;
	instruments->has_first = true;
	depth = row.blanks - instruments->blanks;
	if (!instruments_take_value(run, row.value, &value)) {
		if (depth == 0) /* what is below is not of the row above */
			instruments_end_tree(run);
		text_note(run, TEXT_BAD_LINE, line);
	} else if (instruments->is_inclusive) {
		inclusive_row(run, &instruments->tree, depth, row.name, value);
	} else {
		text_row(run, depth, row.name);
		text_count(run, TEXT_ROOT_FIRST, value);
	}
}

static void instruments_end(struct ingest_run *run)
{
	struct instruments *instruments = run->state;

	instruments_begin(run);
	instruments->in_file = false;
}

static bool instruments_prepare(struct collapse_setup *setup)
{
	const struct instruments_options *options = setup->options;

	setup->unit = units[options->unit];
	return true;
}

static const struct text_format format = {
	.line = instruments_line,
	.end = instruments_end,
	.state_size = sizeof(struct instruments),
	.owns = {TEXT_OWNS(ARRAY, struct instruments, tree.left)},
};

const struct collapser collapse_instruments = {
	.name = "instruments",
	.summary = "folded stacks from call trees copied out of Instruments",
	.rows = COLLAPSE_OPTIONS(rows, struct instruments_options),
	.text = &format,
	.prepare = instruments_prepare,
	.signs = {instruments_is_header},
};
