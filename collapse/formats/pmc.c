/* SPDX-License-Identifier: MIT */
/*
 * The pmc format: the call graph of FreeBSD's pmcstat -G, with the callers of a function below it,
 * each one blank more indented. Counts include those of the rows below.
 *
 *      04.11%  [17]       lockstat_note @ /boot/kernel/kernel
 *       70.59%  [12]        mtx_release
 *        16.67%  [2]          seltd_drop
 */
#include "collapse/text.h"

struct pmc {
	struct text text;
	struct inclusive tree;
};

/* "70.59%  ["; leaves what begins with the count. */
static bool take_percentage(struct slice *line)
{
	struct slice rest = *line, whole, percentage;

	if (!slice_cut(&rest, '%', &percentage) || !slice_cut(&percentage, '.', &whole) ||
	    !slice_is_number(whole) || !slice_is_number(percentage) ||
	    !slice_skip(&rest, SLICE("  [")))
		return false;
	*line = rest;
	return true;
}

static bool pmc_is_row(struct slice line)
{
	line = slice_trim_left(line);
	return take_percentage(&line);
}

static bool pmc_is_root(struct slice line)
{
	return take_percentage(&line);
}

static struct slice without_module(struct slice name)
{
	size_t at = slice_find(name, '@');

	if (at == SLICE_NONE || at == 0 || name.ptr[at - 1] != ' ')
		return slice_trim(name);
	return slice_trim(slice_head(name, at));
}

static void pmc_line(struct ingest_run *run, struct slice line)
{
	struct pmc *pmc = run->state;
	struct inclusive *tree = &pmc->tree;
	struct slice rest = slice_trim_left(line);
	uint64_t count;

	tree->order = TEXT_LEAF_FIRST;
	if (pmc_is_root(line)) /* even a damaged one: a chunk may begin here */
		inclusive_end(run, tree);
	if (rest.len == 0 || (rest.len == line.len && rest.ptr[0] == '@'))
		return;
	if (!take_percentage(&rest) || !text_take_count(run, &rest, &count) ||
	    !slice_skip(&rest, SLICE("]"))) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	inclusive_row(run, tree, line.len - slice_trim_left(line).len, without_module(rest), count);
}

static void pmc_end(struct ingest_run *run)
{
	struct pmc *pmc = run->state;

	inclusive_end(run, &pmc->tree);
}

static const struct text_format format = {
	.line = pmc_line,
	.end = pmc_end,
	.state_size = sizeof(struct pmc),
	.owns = {TEXT_OWNS(ARRAY, struct pmc, tree.left)},
	.starts_record = pmc_is_root,
};

const struct collapser collapse_pmc = {
	.name = "pmc",
	.summary = "folded stacks from the call graphs of FreeBSD's pmcstat",
	.counts = "samples",
	.text = &format,
	.signs = {pmc_is_row},
};
