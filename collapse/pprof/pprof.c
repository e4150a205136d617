/* SPDX-License-Identifier: MIT */
/*
 * The pprof format: the protocol buffers, mostly compressed, that Go programs, pprof and many other
 * profilers write; and the older CPU profiles of gperftools.
 */
#include "collapse/pprof/pprof_fold.h"
#include "collapse/pprof/pprof_gperftools.h"
#include "common/pprof/pprof_check.h"

#define AT(field) OPT_AT(struct pprof_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Samples"},
	{OPT_TEXT, .name = "sample-type", .value = "NAME|INDEX", AT(sample_type),
	 .help = "The value of a sample to count",
	 .detail = "A NAME is cpu or cpu/nanoseconds; the first type has INDEX 0. By default it is "
		   "the type that the profile shows by default, or its last one."},
	{OPT_FLAG, .name = "sample-types", AT(list_types),
	 .help = "List the types instead, each with the sum of its values"},
	{OPT_FLAG, .name = "diff", AT(diff),
	 .help = "Write negative values as the first of two counts",
	 .detail =
		 "In a difference of two profiles the values of the first one are negative. Without this "
		 "option they are an error."},
	{OPT_HEADING, .help = "Frames"},
	{OPT_LIST, .name = "tag", .value = "KEY", AT(tags),
	 .help = "Make the value of this label the root frame; may be repeated",
	 .detail =
		 "The first KEY is the outermost frame. A sample without the label has no such frame."},
	{OPT_FLAG, .name = "lines", AT(lines), .help = "Append the line: main.work:42"},
	{OPT_FLAG, .name = "inline", AT(mark_inlined),
	 .help = "Append _[i] to functions that are inlined into their callers"},
	{OPT_CHOICE, .name = "symbols", .value = "WHEN", AT(symbols),
	 .choices = mapped_symbols_names, .choice_helps = mapped_symbols_helps,
	 .help = "Files whose symbols name the functions of a gperftools profile"},
};

static void pprof_init(struct ingest_run *run)
{
	const struct pprof_options *options = run->options;
	struct pprof_folder *folder = memory_clear(1, sizeof(*folder));

	folder->mapped.symbols = (enum mapped_symbols)options->symbols;
	run->state = folder;
}

static void pprof_release_run(struct ingest_run *run)
{
	if (run->state)
		pprof_folder_release(run->state);
	free(run->state);
	run->state = NULL;
}

static void pprof_parse(struct ingest_run *run, struct slice bytes)
{
	struct mapped *mapped = &((struct pprof_folder *)run->state)->mapped;
	struct pprof_profile profile = {0};
	struct buf problem = {0};
	bool good = false;

	run->budget.read += bytes.len;
	if (bytes.len == 0)
		buf_add_text(&problem, "the input is empty");
	else if (gperftools_begins(bytes))
		good = gperftools_read(bytes, mapped, &profile, &problem);
	else
		good = pprof_read(bytes, &profile, &problem);
	if (good)
		pprof_fold(run, &profile);
	if (problem.len > 0)
		ingest_note(run, PPROF_BROKEN, buf_slice(&problem));
	pprof_profile_release(&profile);
	mapped_reset(mapped);
	buf_release(&problem);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[PPROF_BROKEN] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
	[PPROF_NO_REGEX] = {.message = "", .fails_strict = true},
	[PPROF_LABEL] = {.one = "label beyond 64 of a sample, or beyond 1024 bytes of one",
			 .many = "labels beyond 64 of a sample, or beyond 1024 bytes of one",
			 .fails_strict = true},
};

static const struct ingest_format format = {
	.parse = pprof_parse,
	.init = pprof_init,
	.release = pprof_release_run,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

static bool can_read(void)
{
	struct buf problem = {0};
	bool can = pprof_available(&problem);

	if (!can)
		diag_error("%.*s", SLICE_ARG(buf_slice(&problem)));
	buf_release(&problem);
	return can;
}

static bool pprof_prepare(struct collapse_setup *setup)
{
	setup->format = &format;
	return true;
}

static void pprof_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	(void)setup;
	mapped_say(&((const struct pprof_folder *)run->state)->mapped);
}

static void pprof_release(struct collapse_setup *setup)
{
	free(((struct pprof_options *)setup->options)->tags.at);
}

static enum probe pprof_probe(struct slice head, bool whole)
{
	return gperftools_begins(head) || pprof_begins(head, whole) ? PROBE_YES : PROBE_NO;
}

const struct collapser collapse_pprof = {
	.name = "pprof",
	.summary = "folded stacks from profiles of pprof and gperftools",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct pprof_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_OWN),
	.probe = pprof_probe,
	.can_read = can_read,
	.prepare = pprof_prepare,
	.report = pprof_report,
	.release = pprof_release,
};
