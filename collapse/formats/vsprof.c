/* SPDX-License-Identifier: MIT */
/*
 * The vsprof format: the call tree of a Visual Studio profiler report as comma separated values,
 * one function per row, its level first. Every row has a value of its own beside that which
 * includes the rows below it.
 *
 *     Level,Function Name,Inclusive Samples,Exclusive Samples,Inclusive Samples %,...
 *     1,"main","6,204",0,100.00,0.00,"shop.exe",
 *     2,memset,17,17,0.3,0.3,"ucrtbase.dll",
 */
#include "collapse/csv.h"
#include "collapse/text.h"

enum { FRACTION_DIGITS = 2 }; /* of percentages and times: they are counted in hundredths */

struct vsprof_options {
	struct slice value;
	bool modules, process;
};

struct vsprof {
	struct text text;
	struct csv csv;
	struct buf number;
	bool has_header, has_fraction;
	char between; /* values */
	size_t function, value, module;
	size_t roots; /* frames above level 1: the process, or none */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_TEXT, FAMILY_OWN, .name = "value", .value = "COLUMN",
	 OPT_AT(struct vsprof_options, value), .help = "Count the values of COLUMN",
	 .detail = "Otherwise it is Exclusive Samples, or in reports without it Elapsed Exclusive "
		   "Time %, or the first column whose name has the word Exclusive. "
		   "Percentages and times are counted in hundredths."},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "modules", OPT_AT(struct vsprof_options, modules),
	 .help = "Write the module before a function, with a ! between them"},
	{OPT_FLAG, FAMILY_OWN, .name = "process", OPT_AT(struct vsprof_options, process),
	 .help = "Make the process, the row of level 0, the root of its functions"},
};

static bool vsprof_is_header(struct slice line, char *between)
{
	return csv_begins(line, SLICE("Level"), between);
}

static size_t vsprof_find_value(const struct csv *header, struct slice wanted)
{
	size_t i, column;

	if (wanted.len > 0)
		return csv_column(header, wanted);
	column = csv_column(header, SLICE("Exclusive Samples"));
	if (column == SLICE_NONE)
		column = csv_column(header, SLICE("Elapsed Exclusive Time %"));
	for (i = 0; column == SLICE_NONE && i < header->count; i++) {
		if (slice_contains(header->fields[i].text, SLICE("Exclusive")))
			column = i;
	}
	return column;
}

static void vsprof_header(struct ingest_run *run, struct slice line)
{
	const struct vsprof_options *options = run->options;
	struct vsprof *vsprof = run->state;
	struct slice name;

	csv_split(&vsprof->csv, line, vsprof->between);
	vsprof->function = csv_column(&vsprof->csv, SLICE("Function Name"));
	vsprof->value = vsprof_find_value(&vsprof->csv, options->value);
	vsprof->module = csv_column(&vsprof->csv, SLICE("Module Name"));
	vsprof->has_header = vsprof->function != SLICE_NONE && vsprof->value != SLICE_NONE;
	vsprof->roots = 0;
	text_cut(run, 0);
	if (!vsprof->has_header) {
		text_note(run, TEXT_NO_COLUMN, line);
		return;
	}
	name = csv_text(&vsprof->csv, vsprof->value);
	vsprof->has_fraction = slice_contains(name, SLICE("%")) ||
			       slice_contains(name, SLICE("Time"));
}

static bool vsprof_separates(char c)
{
	return c == ',' || c == '.' || c == ' ' || c == '\'' || (unsigned char)c >= 0x80;
}

/*
 * "6,204" and "1 000" without what groups the digits; "91.25" keeps its point, which may be a
 * comma.
 */
static struct slice plain_number(struct vsprof *vsprof, struct slice text)
{
	struct buf *number = &vsprof->number;
	size_t i, point = SLICE_NONE;

	buf_reset(number);
	for (i = 0; vsprof->has_fraction && i < text.len; i++) {
		if (text.ptr[i] == ',' || text.ptr[i] == '.')
			point = i;
	}
	for (i = 0; i < text.len; i++) {
		if (i == point)
			buf_add_char(number, '.');
		else if (!vsprof_separates(text.ptr[i]))
			buf_add_char(number, text.ptr[i]);
	}
	return buf_slice(number);
}

static bool vsprof_take_value(struct ingest_run *run, uint64_t *value)
{
	struct vsprof *vsprof = run->state;
	struct slice text = slice_trim(csv_text(&vsprof->csv, vsprof->value));

	text = plain_number(vsprof, text);
	*value = 0;
	return text.len == 0 ||
	       (text_take_decimal(run, &text, vsprof->has_fraction ? FRACTION_DIGITS : 0, value) &&
		text.len == 0);
}

/* "module!function" */
static struct slice vsprof_name_of(struct ingest_run *run)
{
	const struct vsprof_options *options = run->options;
	struct vsprof *vsprof = run->state;
	struct slice function = csv_text(&vsprof->csv, vsprof->function);
	struct slice module = slice_trim(csv_text(&vsprof->csv, vsprof->module));
	struct buf *name = &vsprof->text.name;

	if (!options->modules || module.len == 0)
		return function;
	buf_set(name, module);
	buf_add_char(name, '!');
	buf_add(name, function);
	return buf_slice(name);
}

static void vsprof_row(struct ingest_run *run, struct slice line)
{
	const struct vsprof_options *options = run->options;
	struct vsprof *vsprof = run->state;
	bool good = csv_split(&vsprof->csv, line, vsprof->between);
	uint64_t level, value;

	if (!good || vsprof->csv.count <= vsprof->value || vsprof->csv.count <= vsprof->function ||
	    !slice_to_u64(slice_trim(csv_text(&vsprof->csv, 0)), &level)) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (level == 0)
		vsprof->roots = 0;
	else
		level = level - 1 + vsprof->roots;
	text_row(run, level, vsprof_name_of(run));
	if (vsprof_take_value(run, &value))
		text_count(run, TEXT_ROOT_FIRST, value);
	else
		text_note(run, TEXT_SKIPPED, line);
	if (slice_equal(slice_trim(csv_text(&vsprof->csv, 0)), SLICE("0"))) {
		vsprof->roots = options->process ? 1 : 0;
		text_cut(run, vsprof->roots);
	}
}

static void vsprof_line(struct ingest_run *run, struct slice line)
{
	struct vsprof *vsprof = run->state;

	if (vsprof_is_header(line, &vsprof->between))
		vsprof_header(run, line);
	else if (vsprof->has_header && slice_trim(line).len > 0)
		vsprof_row(run, line);
}

static void vsprof_end(struct ingest_run *run)
{
	struct vsprof *vsprof = run->state;

	vsprof->has_header = false;
	text_cut(run, 0);
}

static bool vsprof_is_mine(struct slice line)
{
	char between;

	return vsprof_is_header(line, &between) && slice_contains(line, SLICE("Function Name"));
}

static enum probe vsprof_probe(struct slice head, bool whole)
{
	return probe_first(head, whole, vsprof_is_mine);
}

static const struct text_format format = {
	.line = vsprof_line,
	.end = vsprof_end,
	.state_size = sizeof(struct vsprof),
	.owns = {TEXT_OWNS(ARRAY, struct vsprof, csv.fields),
		 TEXT_OWNS(BUF, struct vsprof, csv.text), TEXT_OWNS(BUF, struct vsprof, number)},
};

const struct collapser collapse_vsprof = {
	.name = "vsprof",
	.summary = "folded stacks from the call tree of a Visual Studio profiler report",
	.rows = COLLAPSE_OPTIONS(rows, struct vsprof_options),
	.text = &format,
	.probe = vsprof_probe,
};
