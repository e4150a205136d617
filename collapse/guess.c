/* SPDX-License-Identifier: MIT */
/*
 * The table of formats; and collapse-guess: probe the beginning of the input with every format, and
 * read the whole with the one that recognises it.
 */
#include <stdio.h>

#include "collapse/driver.h"
#include "collapse/labels_option.h"
#include "collapse/text.h"
#include "common/base/arena.h"
#include "common/base/diag.h"
#include "common/cli/wrong_input.h"
#include "common/io/output.h"

/* ---- The table of formats ---- */

/* The names of the originals, of which there may be none, are not for the compiler. */
#define COLLAPSE_FORMAT(...) FORMAT_OF(__VA_ARGS__, "")

#define FORMAT_OF(name, ...) extern const struct collapser collapse_##name;
#include "collapse/formats.def"
#undef FORMAT_OF

#define FORMAT_OF(name, ...) &collapse_##name,
const struct collapser *const collapse_formats[] = {
#include "collapse/formats.def"
};
#undef FORMAT_OF

const size_t collapse_format_count = ARRAY_LEN(collapse_formats);

#define FORMAT_OF(name, ...) {__VA_ARGS__},
static const char *const registry_originals[][4] = {
#include "collapse/formats.def"
};
#undef FORMAT_OF

static bool registry_is_called(struct slice tool, size_t index)
{
	const char *const *original = registry_originals[index];
	struct slice name = tool;

	if (slice_drop(&name, slice_from(collapse_formats[index]->name)) &&
	    slice_ends(name, SLICE("collapse-")))
		return true;
	while (**original != '\0' && !slice_ends(tool, slice_from(*original)))
		original++;
	return **original != '\0';
}

COLD const struct collapser *collapse_format_called(const char *tool)
{
	extern const struct collapser collapse_pkgsplit;
	const struct slice name = slice_from(tool);
	size_t i;

	for (i = 0; i < collapse_format_count; i++) {
		if (registry_is_called(name, i))
			return collapse_formats[i];
	}
	if (slice_ends(name, SLICE("pkgsplit-perf")) || slice_ends(name, SLICE("pkgsplit-perf.pl")))
		return &collapse_pkgsplit;
	return NULL;
}

/* ---- collapse-guess ---- */

struct guess_options {
	bool list, identify;
	bool is_partial; /* the input is only the beginning of a longer one */
};

struct guess_job {
	struct guess_options options;
	struct collapse_job job;
};

static const char *const not_with_identify[] = {"list", NULL};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Guessing"},
	{OPT_FLAG, .families = FAMILY_OWN, .name = "list", OPT_AT(struct guess_options, list),
	 .help = "List the formats that are recognised, and exit"},
	{OPT_FLAG, .families = FAMILY_OWN, .name = "identify",
	 OPT_AT(struct guess_options, identify), .conflicts = not_with_identify,
	 .help = "Print the format of the input, as --list does, instead of reading it"},
	{OPT_FLAG, .families = FAMILY_OWN, .name = "partial",
	 OPT_AT(struct guess_options, is_partial), .hidden = true,
	 .help = "The input is the beginning of a longer one"},
};

/* Folded text, which may come along with the other formats: it is sorted and summed up. */
static bool guess_is_folded(struct slice line)
{
	struct folded_line folded;

	return line.len > 0 && !char_is_blank(line.ptr[0]) && folded_own.split(line, &folded);
}

static COLD enum probe probe_folded(struct slice head, bool whole)
{
	struct slice line;
	bool seen = false;

	while (probe_line(&head, whole, &line)) {
		if (folded_is_comment(line))
			continue;
		if (!guess_is_folded(line))
			return PROBE_NO;
		seen = true;
	}
	return seen ? PROBE_YES : PROBE_UNSURE;
}

static COLD bool prepare_folded(struct collapse_setup *setup)
{
	struct folded_options *options = setup->options;

	options->labels = setup->compat->has_labels ? LABELS_KEPT : LABELS_FRAMES;
	return true;
}

static const struct collapser folded = {
	.name = "folded",
	.summary = "folded stacks, sorted and summed up",
	.reads_folded = true,
	.options_size = sizeof(struct folded_options),
	.probe = probe_folded,
	.reader = &folded_format,
	.prepare = prepare_folded,
};

/* All formats, the folded one first. */
static const struct collapser *format_at(size_t index)
{
	return index == 0                       ? &folded
	       : index <= collapse_format_count ? collapse_formats[index - 1]
						: NULL;
}

static void add_format(struct buf *buf, const struct collapser *format)
{
	buf_printf(buf, "%-16s %s\n", format->name, format->summary);
}

static int list_formats(struct slice path)
{
	const struct collapser *format;
	struct output output;
	size_t i;

	if (!output_open(&output, path))
		return EXIT_DATA;
	for (i = 0; (format = format_at(i)) != NULL; i++) {
		if (collapse_can_probe(format))
			add_format(&output.buf, format);
	}
	return output_commit(&output) ? EXIT_DONE : EXIT_DATA;
}

/* A format with nothing but its defaults. */
static bool guess_start(const struct collapser *format, struct collapse_setup *setup)
{
	setup->options = memory_get(format->options_size);
	if (format->options_size > 0)
		memset(setup->options, 0, format->options_size);
	return collapse_prepare(format, setup);
}

static void guess_stop(const struct collapser *format, struct collapse_setup *setup)
{
	if (format->release)
		format->release(setup);
	free(setup->options);
	*setup = (struct collapse_setup){
		.compat = setup->compat, .given = setup->given, .labels = setup->labels};
}

/* The number of samples that the format finds in the beginning. */
static uint64_t try(const struct collapser *format, struct collapse_setup *setup, struct slice head)
{
	struct ingest_run run = {0};
	uint64_t samples = 0;

	if (guess_start(format, setup)) {
		run.format = setup->format;
		run.options = setup->options;
		run.chunk.text = head;
		ingest_init(&run);
		setup->format->parse(&run, head);
		if (setup->format->finish)
			setup->format->finish(&run);
		samples = run.profile.count > 0 ? run.samples : 0;
		ingest_release(&run);
	}
	guess_stop(format, setup);
	return samples;
}

/* Nothing is certain: name the formats that see samples in it. */
static void say_candidates(struct collapse_setup *setup, struct slice head, bool whole)
{
	const struct collapser *format;
	struct buf names = {0};
	size_t i;

	for (i = 0; (format = format_at(i)) != NULL; i++) {
		if (collapse_probe(format, head, whole) == PROBE_NO ||
		    try(format, setup, head) == 0)
			continue;
		buf_add(&names, names.len > 0 ? SLICE(", ") : SLICE("; it might be "));
		buf_add_text(&names, format->name);
	}
	if (names.len == 0)
		buf_add_text(&names, "; collapse-guess --list names the formats");
	diag_error("no format recognised%.*s", SLICE_ARG(buf_slice(&names)));
	buf_release(&names);
}

/*
 * The only format that recognises the input; NULL, after a message, if there is none or more than
 * one.
 */
static const struct collapser *guess(struct collapse_setup *setup, struct slice name,
				     struct slice head, bool whole)
{
	const struct wrong_input_reader reader = {"", NULL, NULL};
	const struct collapser *found = NULL, *format;
	size_t i;

	for (i = 1; (format = format_at(i)) != NULL; i++) {
		if (collapse_probe(format, head, whole) != PROBE_YES)
			continue;
		if (found) {
			diag_error("ambiguous: matches %s and %s; run collapse-%s or collapse-%s",
				   found->name, format->name, found->name, format->name);
			return NULL;
		}
		found = format;
	}
	if (!found && folded.probe(head, whole) == PROBE_YES)
		found = &folded; /* any lines with numbers at their ends are */
	if (!found && !wrong_input_explain_unread(head, name, &reader))
		say_candidates(setup, head, whole);
	return found;
}

/* The format of the recording, by its first bytes. */
static const struct collapser *recorder(struct slice head)
{
	size_t i;

	for (i = 0; i < collapse_format_count; i++) {
		const struct collapse_recordings *recordings = collapse_formats[i]->recordings;

		if (recordings && recordings->begins(head))
			return collapse_formats[i];
	}
	return NULL;
}

static COLD bool is_folder(const char *path)
{
	size_t i;

	for (i = 0; i < collapse_format_count; i++) {
		const struct collapse_recordings *recordings = collapse_formats[i]->recordings;

		if (recordings && recordings->is_folder && recordings->is_folder(path))
			return true;
	}
	return false;
}

static COLD bool is_stream(struct slice head)
{
	const struct collapser *format = recorder(head);

	return format && format->recordings->is_stream && format->recordings->is_stream(head);
}

static int print_format(const struct collapser *format, struct slice path)
{
	struct output output;

	if (!output_open(&output, path))
		return EXIT_DATA;
	add_format(&output.buf, format);
	return output_commit(&output) ? EXIT_DONE : EXIT_DATA;
}

static int read_as(struct collapse_job *job, struct input *input)
{
	struct collapse_setup *setup = job->setup;
	int code = EXIT_DATA;

	setup->header = (enum header_detail)job->run->header;
	setup->no_header = job->run->no_header;
	if (guess_start(job->collapser, setup)) {
		diag_warn("%.*s looks like %s", SLICE_ARG(input_name(input, 0)),
			  job->collapser->name);
		input_cut_at(input, &setup->format->records);
		code = collapse_input(job, input);
	}
	guess_stop(job->collapser, setup);
	return code;
}

static int guess_collapse(struct program_run *run)
{
	struct guess_job *guessing = run->options;
	struct collapse_job *job = &guessing->job;
	struct input *input = collapse_open(job);
	const struct wrong_input_reader reader = {"", NULL, NULL};
	struct slice head;
	bool whole;
	int code = EXIT_DATA;

	if (!input)
		return EXIT_DATA;
	if (input_peek(input, PROBE_SIZE, &head, &whole)) {
		whole = whole && !guessing->options.is_partial;
		job->collapser = recorder(head);
		if (head.len == 0 && whole)
			wrong_input_say_empty(input);
		else if (!job->collapser &&
			 !wrong_input_explain_bytes(head, input_name(input, 0), &reader))
			job->collapser = guess(job->setup, input_name(input, 0), head, whole);
	}
	if (job->collapser)
		code = guessing->options.identify ? print_format(job->collapser, run->common.output)
						  : read_as(job, input);
	input_close(input);
	return code;
}

static COLD int run_guess(struct program_run *run)
{
	const struct guess_job *guessing = run->options;

	return guessing->options.list ? list_formats(run->common.output) : guess_collapse(run);
}

COLD int guess_main(int argc, char **argv)
{
	const struct personality *compat = personality_corrected(personality_of(argv[0]));
	struct program_run run = program_start(argc, argv, compat);
	struct collapse_setup setup = {.compat = compat, .given = &run.given};
	struct guess_job guessing = {.job = {NULL, &setup, &run, is_folder, is_stream}};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &guessing.options),
		OPT_READING(&run.reading),
		COLLAPSE_ROWS(&run),
		OPT_OWN(labels_rows, labels_row_count, &setup.labels),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "folded stacks from input whose format is recognised",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.run = run_guess,
	};

	run.options = &guessing;
	return program_main(&program, &run);
}
