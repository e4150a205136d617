/* SPDX-License-Identifier: MIT */
/*
 * The vtune-mc format: the top-down tree of a memory consumption analysis of Intel VTune
 * Profiler as comma separated values, one function per row, below its caller by one blank.
 *
 *     Function Stack,Allocation Size:Self,Deallocation Size:Self,Allocations:Self,Module
 *     Total,,,,
 *      main,1024,512,3,app
 */
#include "collapse/csv.h"
#include "collapse/text.h"
#include "common/folded/folded_grammar.h"

struct vtune_mc_options {
	bool size;
};

struct vtune_mc {
	struct text text;
	struct csv csv;
	bool has_header;
	char between; /* values */
	size_t stack, value, module;
	size_t columns;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, .name = "size", OPT_AT(struct vtune_mc_options, size),
	 .help = "Count the bytes allocated, not the allocations"},
};

/* Rows are not searched for another one. */
static bool vtune_mc_is_header(struct slice line, bool in_table, char *between)
{
	return csv_begins(line, SLICE("Function Stack"), between) ||
	       (!in_table && csv_has(line, SLICE("Function Stack"), between));
}

static void vtune_mc_header(struct ingest_run *run, struct slice line)
{
	const struct vtune_mc_options *options = run->options;
	struct vtune_mc *mc = run->state;

	csv_split(&mc->csv, line, mc->between);
	mc->stack = csv_column(&mc->csv, SLICE("Function Stack"));
	mc->value = csv_column(&mc->csv, options->size ? SLICE("Allocation Size:Self")
						       : SLICE("Allocations:Self"));
	mc->module = csv_column(&mc->csv, SLICE("Module"));
	mc->columns = mc->csv.count;
	mc->has_header = mc->stack != SLICE_NONE && mc->value != SLICE_NONE;
	text_cut(run, 0);
	if (!mc->has_header)
		text_note(run, TEXT_NO_COLUMN, line);
	else if (mc->module == SLICE_NONE)
		text_note(run, TEXT_UNUSED, SLICE("no column 'Module': functions without modules"));
}

/* "function(module)" */
static struct slice vtune_mc_name_of(struct vtune_mc *mc)
{
	struct buf *name = &mc->text.name;

	buf_set(name, csv_text(&mc->csv, mc->stack));
	buf_add_char(name, '(');
	buf_add(name, slice_trim(csv_rest(&mc->csv, mc->module, mc->columns)));
	buf_add_char(name, ')');
	return buf_slice(name);
}

static void vtune_mc_row(struct ingest_run *run, struct slice line)
{
	struct vtune_mc *mc = run->state;
	bool good = csv_split(&mc->csv, line, mc->between), rounded = false;
	struct weight weight = {0};
	struct slice number;

	if (!good || mc->csv.count <= mc->value || mc->csv.count <= mc->stack) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	text_row(run, mc->csv.fields[mc->stack].indent, vtune_mc_name_of(mc));
	number = slice_trim(csv_text(&mc->csv, mc->value));
	if (number.len == 0)
		return;
	if (!folded_count(number, &weight.count[1], &weight.scale, &rounded)) {
		text_note(run, TEXT_SKIPPED, line);
		return;
	}
	weight.count[0] = weight.count[1];
	text_weigh(run, TEXT_ROOT_FIRST, &weight);
}

static void vtune_mc_line(struct ingest_run *run, struct slice line)
{
	struct vtune_mc *mc = run->state;

	if (vtune_mc_is_header(line, mc->has_header, &mc->between))
		vtune_mc_header(run, line);
	else if (mc->has_header && slice_trim(line).len > 0 && !slice_starts(line, SLICE("war:")))
		vtune_mc_row(run, line);
}

static void vtune_mc_end(struct ingest_run *run)
{
	struct vtune_mc *mc = run->state;

	mc->has_header = false;
	text_cut(run, 0);
}

static bool vtune_mc_is_mine(struct slice line)
{
	char between;

	return vtune_mc_is_header(line, false, &between) &&
	       slice_contains(line, SLICE("Allocation"));
}

static const struct text_format format = {
	.line = vtune_mc_line,
	.end = vtune_mc_end,
	.state_size = sizeof(struct vtune_mc),
	.owns = {TEXT_OWNS(ARRAY, struct vtune_mc, csv.fields),
		 TEXT_OWNS(BUF, struct vtune_mc, csv.text)},
};

static bool vtune_mc_prepare(struct collapse_setup *setup)
{
	const struct vtune_mc_options *options = setup->options;

	setup->counts = options->size ? "bytes" : "allocations";
	return true;
}

const struct collapser collapse_vtune_mc = {
	.name = "vtune-mc",
	.summary = "folded stacks from the memory consumption analysis of Intel VTune Profiler",
	.rows = COLLAPSE_OPTIONS(rows, struct vtune_mc_options),
	.text = &format,
	.prepare = vtune_mc_prepare,
	.signs = {vtune_mc_is_mine},
};
