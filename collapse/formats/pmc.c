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

#include "common/base/diag.h"

struct pmc {
	struct text text;
	struct inclusive tree;
	struct buf event; /* the first one */
	bool many_events; /* it was not the only one */
};

static struct pmc *pmc_of(const struct ingest_run *run)
{
	return run->state;
}

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

static void pmc_compare_events(struct pmc *pmc, struct slice event)
{
	if (pmc->event.len == 0)
		buf_add(&pmc->event, event);
	else if (!slice_equal(buf_slice(&pmc->event), event))
		pmc->many_events = true;
}

/* "@ CPU_CLK_UNHALTED_CORE [35 samples]" */
static void pmc_event_line(struct ingest_run *run, struct slice line)
{
	struct slice event;

	slice_skip(&line, SLICE("@"));
	if (slice_word(&line, &event))
		pmc_compare_events(pmc_of(run), event);
}

static void pmc_merge(struct ingest_run *into, struct ingest_run *from)
{
	struct pmc *left = pmc_of(into), *right = pmc_of(from);

	left->many_events |= right->many_events;
	if (right->event.len > 0)
		pmc_compare_events(left, buf_slice(&right->event));
}

static void pmc_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	(void)setup;
	if (pmc_of(run)->many_events)
		diag_warn("samples of several events were added up");
}

static bool pmc_prepare(struct collapse_setup *setup)
{
	setup->own_format.merge = pmc_merge;
	return true;
}

static void pmc_line(struct ingest_run *run, struct slice line)
{
	struct pmc *pmc = pmc_of(run);
	struct inclusive *tree = &pmc->tree;
	struct slice rest = slice_trim_left(line);
	uint64_t count;

	tree->order = TEXT_LEAF_FIRST;
	if (pmc_is_root(line)) /* even a damaged one: a chunk may begin here */
		inclusive_end(run, tree);
	if (rest.len == 0)
		return;
	if (rest.len == line.len && rest.ptr[0] == '@') {
		pmc_event_line(run, line);
		return;
	}
	if (!take_percentage(&rest) || !text_take_count(run, &rest, &count) ||
	    !slice_skip(&rest, SLICE("]"))) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	inclusive_row(run, tree, line.len - slice_trim_left(line).len, without_module(rest), count);
}

static void pmc_end(struct ingest_run *run)
{
	struct pmc *pmc = pmc_of(run);

	inclusive_end(run, &pmc->tree);
}

static const struct text_format format = {
	.line = pmc_line,
	.end = pmc_end,
	.state_size = sizeof(struct pmc),
	.owns = {TEXT_OWNS(ARRAY, struct pmc, tree.left), TEXT_OWNS(BUF, struct pmc, event)},
	.starts_record = pmc_is_root,
};

const struct collapser collapse_pmc = {
	.name = "pmc",
	.summary = "folded stacks from the call graphs of FreeBSD's pmcstat",
	.counts = "samples",
	.text = &format,
	.prepare = pmc_prepare,
	.report = pmc_report,
	.signs = {pmc_is_row},
};
