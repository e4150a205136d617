/* SPDX-License-Identifier: MIT */
/*
 * The instruments format: the call tree of Xcode's Instruments as Edit > Deep Copy puts it on the
 * clipboard. Columns are separated by tabs; the blanks in front of a name are its depth; its own
 * time is in the second column.
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
};

static const struct unit known_units[] = {
	{SLICE_INIT("ms"), 6, 1},        {SLICE_INIT("s"), 9, 1},    {SLICE_INIT("us"), 3, 1},
	{SLICE_INIT("\xC2\xB5s"), 3, 1}, /* micro sign */
	{SLICE_INIT("\xCE\xBCs"), 3, 1}, /* Greek mu */
	{SLICE_INIT("ns"), 0, 1},        {SLICE_INIT("min"), 9, 60}, {SLICE_INIT("h"), 9, 3600},
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

/* The columns of a row. */
struct row {
	struct slice self; /* "120.00 ms" */
	struct slice name; /* after the blanks that are its depth */
	size_t depth;
};

static bool instruments_split(struct slice line, struct row *row)
{
	struct slice weight, middle;
	size_t blanks = 0;

	if (!slice_cut(&line, '\t', &weight) || !slice_cut(&line, '\t', &row->self) ||
	    !slice_cut(&line, '\t', &middle))
		return false;
	while (blanks < line.len && char_is_blank(line.ptr[blanks]))
		blanks++;
	row->depth = blanks;
	row->name = slice_trim(line);
	row->self = slice_trim(row->self);
	return slice_ends(slice_trim_right(weight), SLICE("%")) && row->self.len > 0 &&
	       char_is_digit(row->self.ptr[0]);
}

static uint64_t instruments_multiply(struct ingest_run *run, uint64_t value, uint64_t factor)
{
	if (u64_multiply(&value, factor))
		return value;
	text_note(run, TEXT_HUGE, SLICE("a time"));
	return 0;
}

/* "120.00 ms" in nanoseconds; a number of samples, so that it comes out as it is. */
static bool take_self(struct ingest_run *run, struct slice self, uint64_t *value)
{
	const struct instruments_options *options = run->options;
	struct slice number = self, unit;
	const struct unit *known;

	while (number.len > 0 && !char_is_blank(number.ptr[number.len - 1]) &&
	       !char_is_digit(number.ptr[number.len - 1]))
		number.len--;
	unit = slice_tail(self, number.len);
	number = slice_trim(number);
	if (unit.len == 0) {
		if (!text_take_count(run, &number, value) || number.len > 0)
			return false;
		*value = instruments_multiply(run, *value, units[options->unit]);
		header_add(&run->profile.header, HEADER_UNIT, SLICE("samples"));
		return true;
	}
	known = instruments_find_unit(unit);
	if (!known || !text_take_decimal(run, &number, known->digits, value) || number.len > 0)
		return false;
	*value = instruments_multiply(run, *value, known->factor);
	header_add(&run->profile.header, HEADER_UNIT, slice_from(unit_names[options->unit]));
	return true;
}

static bool instruments_is_root(struct slice line)
{
	struct row row;

	return instruments_split(line, &row) && row.depth == 0;
}

static void instruments_line(struct ingest_run *run, struct slice line)
{
	struct row row;
	uint64_t self;

	if (slice_trim(line).len == 0)
		return;
	if (instruments_is_root(line)) /* even a damaged one: a chunk may begin here */
		text_cut(run, 0);
	if (!instruments_split(line, &row) || !take_self(run, row.self, &self)) {
		/* The first line of a file names the columns, whatever it is. */
		if (run->line > 0)
			text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	text_row(run, row.depth, row.name);
	text_count(run, TEXT_ROOT_FIRST, self);
}

static void instruments_end(struct ingest_run *run)
{
	text_cut(run, 0);
}

static bool instruments_is_header(struct slice line)
{
	return slice_contains(line, SLICE("Weight\tSelf Weight\t"));
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
	.starts_record = instruments_is_root,
};

const struct collapser collapse_instruments = {
	.name = "instruments",
	.summary = "folded stacks from call trees copied out of Instruments",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct instruments_options),
	.text = &format,
	.prepare = instruments_prepare,
	.signs = {instruments_is_header},
};
