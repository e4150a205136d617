/* SPDX-License-Identifier: MIT */
/*
 * The vtune format: the top-down tree of Intel VTune Profiler as comma separated values, one
 * function a row, below its caller by one blank. In the reports of 2013 and 2015 the module is
 * before the time, since 2016 after it.
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

static size_t vtune_find_value(const struct csv *header)
{
	size_t i, column = csv_column(header, SLICE("CPU Time:Self"));

	for (i = 0; column == SLICE_NONE && i < header->count; i++) {
		if (slice_contains(header->fields[i].text, SLICE(":Self")))
			column = i;
	}
	return column;
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

	csv_split(&vtune->csv, line, vtune->between);
	vtune->stack = csv_column(&vtune->csv, SLICE("Function Stack"));
	vtune->value = vtune_find_value(&vtune->csv);
	vtune->module = csv_column(&vtune->csv, SLICE("Module"));
	vtune->has_header = vtune->stack != SLICE_NONE && vtune->value != SLICE_NONE;
	text_cut(run, 0);
	if (!vtune->has_header) {
		text_note(run, TEXT_NO_COLUMN, line);
		return;
	}
	if (vtune->module == SLICE_NONE && !options->no_modules)
		text_note(run, TEXT_UNUSED, SLICE("no column 'Module': functions without modules"));
	vtune->digits = digits_of(csv_text(&vtune->csv, vtune->value));
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
	struct slice module = vtune->module > vtune->value ? csv_rest(&vtune->csv, vtune->module)
							   : csv_text(&vtune->csv, vtune->module);
	struct buf *name = &vtune->text.name;

	module = slice_trim(module);
	if (module.len == 0 || options->no_modules)
		return function;
	buf_set(name, module);
	buf_add(name, vtune->separator);
	buf_add(name, function);
	return buf_slice(name);
}

static void vtune_row(struct ingest_run *run, struct slice line)
{
	struct vtune *vtune = run->state;
	bool good = csv_split(&vtune->csv, line, vtune->between);
	struct slice function = csv_text(&vtune->csv, vtune->stack), number;
	uint64_t value = 0;

	if (!good || vtune->csv.count <= vtune->value || vtune->csv.count <= vtune->stack) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	text_row(run, vtune->csv.fields[vtune->stack].indent, vtune_name_of(run, function));
	number = slice_trim(csv_text(&vtune->csv, vtune->value));
	if (number.len == 0)
		return;
	if (!text_take_decimal(run, &number, vtune->digits, &value) || number.len > 0) {
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

	return vtune_is_header(line, false, &between) && slice_contains(line, SLICE(":Self")) &&
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
