/* SPDX-License-Identifier: MIT */
#include "collapse/driver.h"
#include "collapse/labels_option.h"
#include "collapse/live.h"
#include "collapse/text.h"

#include "common/base/arena.h"
#include "common/cli/thin_stacks.h"
#include "common/cli/wrong_input.h"
#include "common/io/output.h"
#include "common/profile/ingest.h"

enum {
	LEAST_HEAD = 16
}; /* bytes that distinguish a recording from text; more may take long to arrive */

static const char *const header_values[] = {"all", NULL};
static const char *const header_helps[] = {
	"Also facts that may be private: the host and the command. A file of this name is ./all"};

const struct opt collapse_rows[] = {
	{OPT_NUMBER, FAMILY_OWN | FAMILY_RUST, 'n', "nthreads", .value = "N",
	 OPT_AT(struct program_run, reading.threads), .max = LIMIT_THREADS,
	 .help = "The same as --threads"},
	{OPT_FLAG, FAMILY_OWN, 0, "strict", OPT_AT(struct program_run, strict),
	 .help = "Fail, without output, if a line was not understood"},
	{OPT_OPTIONAL, FAMILY_OWN, 0, "header", .value = "[all]",
	 OPT_AT(struct program_run, header), .choices = header_values, .choice_helps = header_helps,
	 .help = "Write facts about the profile before the stacks: event, unit, samples",
	 .detail =
		 "Readers of folded stacks take the lines for comments; flamegraph(1) and the "
		 "other programs of flambeau(7) then name the unit of the counts. See folded(5)."},
	{OPT_FLAG, FAMILY_OWN, 0, "no-header", OPT_AT(struct program_run, no_header),
	 .help = "Write no header, not even for recordings and for counts that are not samples, "
		 "which have one by default"},
	{OPT_NUMBER, FAMILY_OWN, 0, "chunk-size", .value = "BYTES",
	 OPT_AT(struct program_run, reading.chunk_size), .min = 1, .max = (uint64_t)1 << 30,
	 .hidden = true, .help = "Bytes that a thread reads at a time"},
};

const size_t collapse_row_count = ARRAY_LEN(collapse_rows);

/*
 * True if the input is of the format though nothing was counted: it begins so, or there are notes of
 * other kinds than those that any input gives.
 */
static bool collapse_is_known(const struct collapse_job *job, const struct ingest_run *run,
			      struct input *input)
{
	const struct notes_kind_state *kinds = run->notes.kinds;
	struct buf head = {0};
	bool is_known = run->notes.count > kinds[TEXT_BAD_LINE].count + kinds[TEXT_UNUSED].count +
						   kinds[NOTES_TOO_LONG].count;

	/* where records are left out, a pipe keeps less of its beginning than a file */
	if (!is_known && kinds[NOTES_TOO_LONG].count == 0 && input_head(input, 0, &head))
		is_known = collapse_probe(job->collapser, buf_slice(&head), false) == PROBE_YES;
	buf_release(&head);
	return is_known;
}

/* Why there are no stacks. */
static void say_why_empty(const struct collapse_job *job, const struct ingest_run *run,
			  struct input *input)
{
	const struct ingest_format *format = job->setup->format;
	const bool leaves_gap = notes_incomplete(&run->notes, format->kinds, format->kind_count);
	bool is_known;

	if (run->samples > 0) {
		diag_error("no stacks: none of %llu samples was selected",
			   (unsigned long long)run->samples);
		if (job->collapser->explain)
			job->collapser->explain(job->setup);
		return;
	}
	is_known = collapse_is_known(job, run, input);
	if (run->lines > 0 && !leaves_gap && !is_known && wrong_input_explain_json(input))
		return;
	if (job->setup->is_recording && job->collapser->recordings->say_empty) {
		job->collapser->recordings->say_empty(job->setup);
		return;
	}
	if (job->setup->is_recording) {
		diag_error(THIN_STACKS_NONE);
		return;
	}
	if (run->lines > 0)
		diag_error("%s in the input (%llu lines)",
			   is_known ? "no stacks" : "nothing recognised",
			   (unsigned long long)run->lines);
	else if (input_bytes(input) > 0)
		diag_error("no stacks in the input");
	else
		wrong_input_say_empty(input);
}

/* True if the profile can be written; else false after a message. */
static bool collapse_check(const struct collapse_job *job, const struct ingest_run *run,
			   struct input *input)
{
	const struct ingest_format *format = job->setup->format;

	if (folded_overflowed(&run->profile))
		return false;
	if (notes_fail(&run->notes, format->kinds, format->kind_count, job->run->strict)) {
		diag_error("no output: part of the input was not understood");
		return false;
	}
	if (run->profile.count > 0 || job->setup->compat->empty_is_fine || job->setup->lists_events)
		return true;
	say_why_empty(job, run, input);
	return false;
}

/*
 * Fill in the header that is written before the stacks. Without an option recordings have one, and
 * counts that are not samples: readers would take bytes or ns for samples.
 */
static void make_header(const struct collapse_job *job, struct ingest_run *run)
{
	const struct collapse_setup *setup = job->setup;
	const struct collapser *collapser = job->collapser;
	struct header *header = &run->profile.header;

	if (!setup->compat->has_headers || setup->no_header) {
		header_release(header);
		return;
	}
	if (setup->counts)
		header_add(header, HEADER_UNIT, slice_from(setup->counts));
	if (collapser->describe)
		collapser->describe(setup, run, header);
	if (collapser->reads_folded)
		return;
	if (setup->header == HEADER_NONE && !header_counts_other_than_samples(header))
		header_release(header);
	thin_stacks_add_lacks(&run->profile);
	if (setup->header != HEADER_ALL) {
		header_forget(header, HEADER_HOST);
		header_forget(header, HEADER_COMMAND);
	}
}

static bool write_list(const struct collapse_job *job, struct output *output)
{
	if (job->collapser->recordings->list(job->setup, &output->buf))
		return output_commit(output);
	output_abandon(output);
	return false;
}

/* Folded text, or what the format makes of its options. */
static bool write_result(const struct collapse_job *job, const struct ingest_run *run)
{
	const struct collapser *collapser = job->collapser;
	uint64_t unit = collapser->unit ? collapser->unit(run) : job->setup->unit;
	struct output output;
	size_t left_out = 0;

	if (!output_open(&output, job->run->common.output))
		return false;
	if (job->setup->lists_events)
		return write_list(job, &output);
	if (job->setup->labels.lists) {
		labels_list(&run->profile, &output);
	} else if (!collapser->write) {
		left_out = job->setup->compat->half_to_even
				   ? folded_write_even(&run->profile, unit, &output)
				   : folded_write(&run->profile, unit, &output);
	} else if (!collapser->write(job->setup, run, &output)) {
		output_abandon(&output);
		return false;
	}
	if (left_out > 0)
		diag_note("stacks whose count rounds to 0, left out: %zu", left_out);
	return output_commit(&output);
}

/* True if the output, which has been written, holds everything of the input. */
static bool is_whole(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct ingest_format *format = setup->format;

	if (!notes_incomplete(&run->notes, format->kinds, format->kind_count))
		return true;
	diag_error("the output is incomplete: the input is");
	return false;
}

static void collapse_report(const struct collapse_job *job, const struct ingest_run *run,
			    struct input *input)
{
	const struct collapse_setup *setup = job->setup;
	const struct ingest_format *format = setup->format;

	/* one line about a wrong file is enough, unless the problem is known */
	if (run->samples > 0 || setup->compat->empty_is_fine ||
	    run->notes.kinds[NOTES_TOO_LONG].count > 0 ||
	    notes_fail(&run->notes, format->kinds, format->kind_count, job->run->strict) ||
	    collapse_is_known(job, run, input))
		notes_print(&run->notes, format->kinds, format->kind_count, input);
	if (job->collapser->report)
		job->collapser->report(setup, run);
}

/* The file inside, where the path is a folder that the format reads; the path itself else. */
static struct slice collapse_file_of(struct arena *arena, bool (*is_folder)(const char *path),
				     struct slice path)
{
	struct buf file = {0};

	buf_add(&file, path);
	if (is_folder(buf_cstring(&file))) {
		buf_add(&file, SLICE("/data"));
		path = arena_copy(arena, buf_slice(&file));
	}
	buf_release(&file);
	return path;
}

COLD struct input *collapse_open(const struct collapse_job *job)
{
	const struct collapse_setup *setup = job->setup;
	const struct opt_list *files = &setup->given->files;
	const struct collapse_recordings *recordings = job->collapser ? job->collapser->recordings
								      : NULL;
	struct arena arena = {0};
	struct slice *paths = arena_alloc(&arena, (files->count + 1) * sizeof(*paths));
	const struct input_options in = {
		.paths = paths,
		.count = files->count,
		.compat = setup->compat,
		.dash_is_stdin = setup->compat->dash_is_stdin,
		.last_snapshot = setup->compat->has_headers &&
				 (!job->collapser || job->collapser->reads_folded),
		.may_double = setup->live_period == 0 &&
			      (!job->collapser ||
			       (!job->collapser->reads_folded &&
				(!job->collapser->imitates || setup->compat->has_headers))),
		.chunk_size = (size_t)job->run->reading.chunk_size,
		.records = setup->format ? setup->format->records : (struct input_records){0},
		.is_stream = recordings ? recordings->is_stream : job->is_stream,
		.max_record = job->run->reading.max_record,
	};
	bool (*is_folder)(const char *path) = job->is_folder;
	struct input *input;
	size_t i;

	if (recordings)
		is_folder = recordings->is_folder;
	for (i = 0; i < files->count; i++)
		paths[i] = is_folder ? collapse_file_of(&arena, is_folder, files->at[i])
				     : files->at[i];
	input = input_open(&in);
	arena_release(&arena);
	return input;
}

/*
 * The first file is a recording of the format, not its text. False after a message, if it cannot be
 * read.
 */
static bool see_recording(const struct collapse_job *job, struct input *input, bool *is_recording)
{
	const struct collapse_recordings *recordings = job->collapser->recordings;
	const size_t size = job->setup->live_period > 0 ? LEAST_HEAD : INPUT_HEAD;
	struct slice head;
	bool whole;

	*is_recording = false;
	if (!recordings || recordings->reads_text)
		return true;
	if (!input_peek(input, size, &head, &whole))
		return false;
	*is_recording = recordings->begins(head);
	return true;
}

COLD bool collapse_options_fit_text(const struct collapse_setup *setup,
				    const struct collapse_recordings *recordings, struct slice name)
{
	const char *const *option;

	for (option = recordings->options; *option; option++) {
		if (!opt_given(setup->given, *option))
			continue;
		diag_error("--%s is for %s, and %.*s is text", *option, recordings->what,
			   SLICE_ARG(name));
		return false;
	}
	return true;
}

/* True if all files are text, as the first one is; else false after a message. */
static bool is_all_text(const struct collapse_job *job, struct input *input)
{
	const struct collapse_recordings *recordings = job->collapser->recordings;
	const struct opt_result *given = job->setup->given;
	bool good = collapse_options_fit_text(job->setup, recordings, input_name(input, 0));
	size_t i;

	for (i = 1; good && i < given->files.count; i++) {
		const char *path = given->files.at[i].ptr;

		good = !recordings->is_file(path) && !recordings->is_folder(path);
		if (!good)
			diag_error("%s is %s, and %.*s is text: collapse each separately", path,
				   recordings->what, SLICE_ARG(input_name(input, 0)));
	}
	return good;
}

/*
 * How much of the header to write as far as it is known before the input is read: recordings have
 * one unless --no-header.
 */
static enum header_detail what_header(const struct collapse_setup *setup)
{
	if (!setup->compat->has_headers || setup->no_header)
		return HEADER_NONE;
	if (setup->header == HEADER_NONE && setup->is_recording)
		return HEADER_PUBLIC;
	return setup->header;
}

/* Snapshots, again and again. The exit code. */
static int collapse_live(const struct collapse_job *job, struct input *input)
{
	struct collapse_setup *setup = job->setup;
	struct output output;
	bool good;

	if (!see_recording(job, input, &setup->is_recording) ||
	    !output_open(&output, job->run->common.output))
		return EXIT_DATA;
	setup->header = setup->no_header              ? HEADER_NONE
			: setup->header == HEADER_ALL ? HEADER_ALL
						      : HEADER_PUBLIC;
	good = live_collapse(job->collapser, setup, input, &output);
	return output_commit(&output) && good ? EXIT_DONE : EXIT_DATA;
}

/*
 * True, after a message, if nothing was understood, not because of --max-record, and the reason is
 * known.
 */
static bool is_wrong(const struct collapse_job *job, const struct ingest_run *run,
		     struct input *input)
{
	const struct personality *compat = job->setup->compat;
	const struct collapser *collapser = job->collapser;
	const struct wrong_input_reader reader = {
		collapser->reads_folded ? "folded" : collapser->name,
		collapser->reads_folded ? diag_tool() : NULL, NULL};

	if (collapser->reads_folded)
		return wrong_input_explain_folded(compat, input, run, &reader);
	if (job->setup->is_recording)
		return false;
	return compat->wrong_input_is_named && input_bytes(input) > 0 && run->samples == 0 &&
	       run->notes.kinds[NOTES_TOO_LONG].count == 0 &&
	       wrong_input_explain(input, 0, &reader);
}

COLD int collapse_input(const struct collapse_job *job, struct input *input)
{
	struct collapse_setup *setup = job->setup;
	struct ingest_run run = {
		.options = setup->options,
		.labels = labels_resolve(job->collapser, setup),
		.may_concatenate = true,
	};
	const struct collapse_recordings *recordings = job->collapser->recordings;
	const unsigned all = (unsigned)job->run->reading.threads,
		       threads = setup->one_thread ? 1 : all;
	struct ingest_stats read = {0};
	bool good;

	if (setup->live_period > 0)
		return collapse_live(job, input);
	good = see_recording(job, input, &setup->is_recording);
	setup->header = what_header(setup);
	if (good && recordings && (setup->is_recording || recordings->reads_text)) {
		good = recordings->read(setup, input, setup->is_recording ? all : threads, &run,
					&read);
		setup->header = what_header(setup);
	} else if (good && recordings && input_count(input) > 0) {
		good = is_all_text(job, input) &&
		       ingest(input, setup->format, threads, &run, &read);
	} else if (good) {
		good = ingest(input, setup->format, threads, &run, &read);
	}
	stats_add(&job->run->stats, &read);
	good = good && !is_wrong(job, &run, input);
	if (good) {
		collapse_report(job, &run, input);
		if (run.labels && run.samples > 0)
			labels_say_missing(run.labels, &run.profile);
		make_header(job, &run);
		if (!setup->compat->keeps_comment_roots)
			folded_escape_roots(&run.profile, setup->compat->has_labels);
		intern_freeze(&run.profile.names);
		profile_close(&run.profile, PROFILE_BY_TEXT);
		good = collapse_check(job, &run, input) && write_result(job, &run) &&
		       is_whole(setup, &run);
	}
	stats_count(&job->run->stats, &run.profile);
	ingest_release(&run);
	return good ? EXIT_DONE : EXIT_DATA;
}

/* Under the names of the originals some habits differ. */
static bool check_files(const struct collapse_setup *setup)
{
	if (!setup->compat->one_file || setup->given->files.count <= 1)
		return true;
	diag_error("takes one file; '%.*s' is one too many", SLICE_ARG(setup->given->files.at[1]));
	return false;
}

COLD bool collapse_prepare(const struct collapser *collapser, struct collapse_setup *setup)
{
	if (collapser->can_read && !collapser->can_read())
		return false;
	if (collapser->text)
		setup->own_format = text_ingest_format(collapser->text);
	else if (collapser->document)
		setup->own_format = collapser->read_document(collapser->document);
	setup->format = collapser->text || collapser->document ? &setup->own_format
							       : collapser->reader;
	setup->counts = collapser->counts;
	return !collapser->prepare || collapser->prepare(setup);
}

static COLD bool collapse_check_options(struct program_run *run)
{
	const struct collapse_job *job = run->options;

	job->setup->header = (enum header_detail)run->header;
	job->setup->no_header = run->no_header;
	if (!check_files(job->setup) || !collapse_prepare(job->collapser, job->setup))
		return false;
	run->product = job->setup->product;
	return true;
}

static COLD int collapse_run(struct program_run *run)
{
	const struct collapse_job *job = run->options;
	struct input *input = collapse_open(job);
	int code;

	if (!input)
		return EXIT_DATA;
	code = collapse_input(job, input);
	input_close(input);
	return code;
}

static bool collapse_take_files(struct program_run *run)
{
	int i;

	for (i = 1; i < run->argc; i++)
		opt_list_add(&run->given.files, slice_from(run->argv[i]));
	return true;
}

/* --help of corrected programs, for which it is not an error as in the originals. */
static const struct opt help_rows[] = {
	{OPT_HEADING, .help = "Common options"},
	{OPT_ACTION, FAMILY_PERL, 'h', "help", .help = "Print this help and exit"},
};

COLD int collapse_main(const struct collapser *collapser, int argc, char **argv)
{
	const struct personality *called = personality_of(argv[0]);
	const struct personality *compat = collapser->imitates ? called
							       : personality_corrected(called);
	struct program_run run = program_start(argc, argv, compat);
	void *own = memory_clear(1, collapser->options_size);
	struct collapse_setup setup = {.compat = compat, .given = &run.given, .options = own};
	struct collapse_job job = {.collapser = collapser, .setup = &setup, .run = &run};
	const struct opt_table tables[] = {
		OPT_OWN(collapser->rows, collapser->row_count, own),
		OPT_OWN(collapser->shared_rows,
			collapser->shared_rows ? *collapser->shared_count : 0, own),
		OPT_OWN(collapser->last_rows, collapser->last_count, own),
		OPT_READING(&run.reading),
		COLLAPSE_ROWS(&run),
		OPT_OWN(labels_rows, collapser->labels ? labels_row_count : 0, &setup.labels),
		OPT_COMMON(&run.common),
		{program_force_rows, collapser->write ? program_force_count : 0, &run, true},
		OPT_OWN(help_rows, collapser->imitates ? 0 : ARRAY_LEN(help_rows), own),
	};
	const struct program program = {
		.summary = collapser->summary,
		.operands = compat->one_file ? "[FILE]" : "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.parse = personality_in(compat, collapser->every_word_is_file) ? collapse_take_files
									       : NULL,
		.check = collapse_check_options,
		.run = collapse_run,
	};
	int code;

	run.options = &job;
	code = program_main(&program, &run);
	if (collapser->release)
		collapser->release(&setup);
	free(own);
	return code;
}
