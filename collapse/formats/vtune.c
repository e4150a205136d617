/* SPDX-License-Identifier: MIT */
/*
 * The vtune format: the top-down tree of Intel VTune Profiler as comma separated values, one
 * function a row, below its caller by one blank. In the reports of 2013 and 2015 the module is
 * before the time, since 2016 after it. Without -column there are more columns than these.
 *
 *     Function Stack,CPU Time:Self,Module
 *     Total,0.0,[Unknown]
 *      main,0.012,app
 *       "std::map<int, long>::at(int const&)",1.2345,app
 */
#include "collapse/csv.h"
#include "collapse/text.h"

enum {
	MICROSECONDS = 6,        /* digits of a second that are counted */
	IN_A_MILLISECOND = 1000, /* the unit of the output */
	COUNT_DIGITS = 3,        /* of what is not a time: it is written as it is */
};

struct vtune_options {
	bool no_modules;
	struct slice separator; /* of module and function; empty: as the layout has it */
};

struct vtune {
	struct text text;
	struct csv csv;
	bool has_header;
	char between; /* values */
	size_t stack, value, module;
	size_t columns;
	unsigned digits;        /* of the values that are counted */
	struct slice separator; /* of module and function */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, .name = "no-modules",
	 OPT_AT(struct vtune_options, no_modules), .help = "Leave out the modules"},
	{OPT_TEXT, FAMILY_OWN, .name = "separator", .value = "TEXT",
	 OPT_AT(struct vtune_options, separator), .help = "Write TEXT between module and function",
	 .detail = "By default ! for reports with the module before the time, as in 2013 and 2015, "
		   "and ` for later ones."},
};

/* Rows are not searched for another one. */
static bool vtune_is_header(struct slice line, bool in_table, char *between)
{
	return csv_begins(line, SLICE("Function Stack"), between) ||
	       (!in_table && csv_has(line, SLICE("Function Stack"), between));
}

/* "CPU Time:Self", "Clockticks: Self" */
static bool vtune_is_self(struct slice column)
{
	return slice_contains(column, SLICE(":Self")) || slice_contains(column, SLICE(": Self"));
}

/* The column to count: that of the whole time, else the first one; *others are left out. */
static size_t vtune_find_value(const struct csv *header, size_t *others)
{
	size_t i, column = csv_column(header, SLICE("CPU Time:Self"));

	*others = 0;
	if (column == SLICE_NONE)
		column = csv_column(header, SLICE("CPU Time: Self"));
	if (column != SLICE_NONE)
		return column;
	for (i = 0; i < header->count; i++) {
		if (!vtune_is_self(header->fields[i].text))
			continue;
		*others += column != SLICE_NONE;
		if (column == SLICE_NONE)
			column = i;
	}
	return column;
}

/* Say which of several columns is counted. */
static void vtune_tell_value(struct ingest_run *run, struct slice column)
{
	struct buf *said = &text_of(run)->name;

	buf_reset(said);
	buf_printf(said, "counts '%.*s'; no column 'CPU Time:Self' has the sum of such columns",
		   SLICE_ARG(column));
	text_note(run, TEXT_UNUSED, buf_slice(said));
}

/* Digits after the point that make a microsecond of the column's unit. */
static unsigned digits_of(struct slice column)
{
	if (!slice_contains(column, SLICE("Time")))
		return COUNT_DIGITS;
	if (slice_contains(column, SLICE("(ms)")))
		return MICROSECONDS - 3;
	return slice_contains(column, SLICE("(us)")) ? 0 : MICROSECONDS;
}

static void vtune_header(struct ingest_run *run, struct slice line)
{
	const struct vtune_options *options = run->options;
	struct vtune *vtune = run->state;
	size_t others;

	csv_split(&vtune->csv, line, vtune->between);
	vtune->stack = csv_column(&vtune->csv, SLICE("Function Stack"));
	vtune->value = vtune_find_value(&vtune->csv, &others);
	vtune->module = csv_column(&vtune->csv, SLICE("Module"));
	vtune->columns = vtune->csv.count;
	vtune->has_header = vtune->stack != SLICE_NONE && vtune->value != SLICE_NONE;
	text_cut(run, 0);
	if (!vtune->has_header) {
		text_note(run, TEXT_NO_COLUMN, line);
		return;
	}
	if (vtune->module == SLICE_NONE && !options->no_modules)
		text_note(run, TEXT_UNUSED, SLICE("no column 'Module': functions without modules"));
	vtune->digits = digits_of(csv_text(&vtune->csv, vtune->value));
	if (others > 0)
		vtune_tell_value(run, csv_text(&vtune->csv, vtune->value));
	if (options->separator.len > 0)
		vtune->separator = options->separator;
	else
		vtune->separator = vtune->module < vtune->value ? SLICE("!") : SLICE("`");
}

/* "module`function" */
static struct slice vtune_name_of(struct ingest_run *run, struct slice function)
{
	const struct vtune_options *options = run->options;
	struct vtune *vtune = run->state;
	const struct slice module = slice_trim(
		csv_rest(&vtune->csv, vtune->module, vtune->columns));
	struct buf *name = &vtune->text.name;

	if (module.len == 0 || options->no_modules)
		return function;
	buf_set(name, module);
	buf_add(name, vtune->separator);
	buf_add(name, function);
	return buf_slice(name);
}

/* Take the unit off a time that has its own, "1.5s" or "20.3ms": digits that make a microsecond. */
static unsigned vtune_take_unit(struct slice *number, unsigned digits)
{
	if (digits == COUNT_DIGITS || !slice_ends(*number, SLICE("s")))
		return digits;
	if (slice_drop(number, SLICE("us")))
		return 0;
	if (slice_drop(number, SLICE("ms")))
		return MICROSECONDS - 3;
	slice_drop(number, SLICE("s"));
	return MICROSECONDS;
}

static void vtune_row(struct ingest_run *run, struct slice line)
{
	struct vtune *vtune = run->state;
	bool good = csv_split(&vtune->csv, line, vtune->between);
	struct slice function = csv_text(&vtune->csv, vtune->stack), number;
	uint64_t value = 0;
	unsigned digits;

	if (!good || vtune->csv.count <= vtune->value || vtune->csv.count <= vtune->stack) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	text_row(run, vtune->csv.fields[vtune->stack].indent, vtune_name_of(run, function));
	number = slice_trim(csv_text(&vtune->csv, vtune->value));
	if (number.len == 0)
		return;
	digits = vtune_take_unit(&number, vtune->digits);
	if (!text_take_decimal(run, &number, digits, &value) || number.len > 0) {
		text_note(run, TEXT_SKIPPED, line);
		return;
	}
	text_count(run, TEXT_ROOT_FIRST, value);
}

static void vtune_line(struct ingest_run *run, struct slice line)
{
	struct vtune *vtune = run->state;

	if (vtune_is_header(line, vtune->has_header, &vtune->between))
		vtune_header(run, line);
	else if (vtune->has_header && slice_trim(line).len > 0 &&
		 !slice_starts(line, SLICE("war:")))
		vtune_row(run, line);
}

static void vtune_end(struct ingest_run *run)
{
	struct vtune *vtune = run->state;

	vtune->has_header = false;
	text_cut(run, 0);
}

static bool vtune_prepare(struct collapse_setup *setup)
{
	setup->unit = IN_A_MILLISECOND;
	return true;
}

static bool vtune_is_mine(struct slice line)
{
	char between;

	return vtune_is_header(line, false, &between) && vtune_is_self(line) &&
	       !slice_contains(line, SLICE("Allocations:Self"));
}

static const struct text_format format = {
	.line = vtune_line,
	.end = vtune_end,
	.state_size = sizeof(struct vtune),
	.owns = {TEXT_OWNS(ARRAY, struct vtune, csv.fields),
		 TEXT_OWNS(BUF, struct vtune, csv.text)},
};

const struct collapser collapse_vtune = {
	.name = "vtune",
	.summary = "folded stacks from the top-down tree of Intel VTune Profiler",
	.rows = COLLAPSE_OPTIONS(rows, struct vtune_options),
	.counts = "ms",
	.text = &format,
	.prepare = vtune_prepare,
	.signs = {vtune_is_mine},
};
