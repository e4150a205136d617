/* SPDX-License-Identifier: MIT */
/* The bpftrace format: maps of stacks, which bpf_map.h reads, on any number of threads. */
#include "collapse/formats/bpf_map.h"
#include "collapse/text.h"

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Stacks"},
	{OPT_TEXT, FAMILY_OWN, .name = "map", .value = "NAME", OPT_AT(struct bpf_map_options, map),
	 .help = "Read only the map @NAME; by default all maps with stacks are added up"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "offsets", OPT_AT(struct bpf_map_options, offsets),
	 .help = "Keep the offsets into functions",
	 .detail = "Then calls of a function from different places stay separate. Addresses and "
		   "modules of stacks in perf's form are kept too."},
	{OPT_FLAG, FAMILY_OWN, .name = "no-offsets", OPT_AT(struct bpf_map_options, no_offsets),
	 .hidden = true, .help = "Leave out the offsets into functions, the default"},
};

static bool bpftrace_prepare(struct collapse_setup *setup)
{
	struct bpf_map_options *options = setup->options;

	setup->own_format.merge = bpf_map_merge;
	options->offsets |= personality_in(setup->compat, FAMILY_PERL);
	return true;
}

static const struct note_kind kinds[] = {BPF_MAP_NOTE_ROWS};

static const struct text_format format = {
	.line = bpf_map_line,
	.end = bpf_map_end,
	.state_size = sizeof(struct bpf_map),
	.owns = {BPF_MAP_OWNS},
	.starts_record = bpf_map_starts,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_bpftrace = {
	.name = "bpftrace",
	.summary = "folded stacks from bpftrace maps",
	.rows = COLLAPSE_OPTIONS(rows, struct bpf_map_options),
	.labels = LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_COMM),
	.text = &format,
	.prepare = bpftrace_prepare,
	.report = bpf_map_report,
	.signs = {bpf_map_starts},
};
