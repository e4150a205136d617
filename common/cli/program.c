/* SPDX-License-Identifier: MIT */
#include "common/cli/program.h"

#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/parallel.h"
#include "common/base/system.h"
#include "common/cli/wrong_input.h"
#include "common/io/output.h"

const struct opt program_strict_rows[] = {
	{OPT_FLAG, .name = "strict", OPT_AT(struct program_run, strict),
	 .help = "Fail, without output, if a line was not understood"},
};

const size_t program_strict_count = ARRAY_LEN(program_strict_rows);

const struct opt program_force_rows[] = {
	{OPT_FLAG, FAMILY_OWN, .name = "force", OPT_AT(struct program_run, force),
	 .help = "Write to a terminal, too",
	 .detail = "Otherwise output for other programs is not written to a terminal, and the exit "
		   "code is that of a wrong command line."},
};

const size_t program_force_count = ARRAY_LEN(program_force_rows);

COLD struct program_run program_start(int argc, char **argv, const struct personality *compat)
{
	struct program_run run = {
		.argc = argc, .argv = argv, .compat = compat, .reading.threads = parallel_cpus()};

	diag_init(personality_tool(argv[0]));
	output_bear_limit();
	stats_start(&run.stats);
	return run;
}

/* Append a command line that writes the product to a file. */
static void add_command(struct buf *buf, const struct program_run *run)
{
	const struct opt_list *files = &run->given.files;
	const bool is_piped = files->count == 0 && !terminal_shows(STDIN_FILENO);

	wrong_input_add_command(buf, diag_tool(),
				is_piped            ? SLICE("standard input")
				: files->count == 1 ? files->at[0]
						    : SLICE(""));
	buf_printf(buf, " > %s", run->product->file);
}

/*
 * Check that the output suits its destination: no binary file on a terminal. False after a message.
 */
static bool check_terminal(const struct program_run *run)
{
	struct buf command = {0};

	if (!run->product || run->force || !run->compat->terminal_is_noticed ||
	    !output_is_terminal(run->common.output))
		return true;
	add_command(&command, run);
	diag_error("this would write %s to the terminal; try: %.*s%s", run->product->what,
		   SLICE_ARG(buf_slice(&command)), run->product->instead);
	buf_release(&command);
	return false;
}

static int go_on(const struct program *program, struct program_run *run)
{
	int code;

	if (context()->only_options) {
		context()->only_options = false;
		return EXIT_DONE;
	}
	if ((program->check && !program->check(run)) || !check_terminal(run)) {
		context()->code = CODE_USAGE;
		return run->compat->usage_exit;
	}
	if (!opt_reading_begin(&run->reading))
		return EXIT_DATA;
	code = program->run(run);
	if (run->reading.stats)
		stats_print(&run->stats);
	return code;
}

COLD int program_main(const struct program *program, struct program_run *run)
{
	const struct opt_program described = {diag_tool(),          program->summary,
					      program->operands,    program->tables,
					      program->table_count, program->programs};
	int code = run->compat->usage_exit;

	if (program->parse ? program->parse(run)
			   : opt_begin(&described, run->compat, &run->common, run->argc, run->argv,
				       &run->given, &code))
		code = go_on(program, run);
	else if (code != EXIT_DONE && code != EXIT_DATA) /* else --help could not be written */
		context()->code = CODE_USAGE;
	opt_result_release(&run->given);
	return code;
}

/* How a program reads folded stacks and writes. */

COLD size_t program_file_count(const struct program_run *run)
{
	return run->given.files.count > 0 ? run->given.files.count : 1;
}

COLD struct slice program_file(const struct program_run *run, size_t index)
{
	return run->given.files.count > 0 ? run->given.files.at[index] : SLICE("-");
}

/* Check that the profile can be used. False after a message. */
static bool check_input(const struct program_run *run, const struct ingest_run *ingested)
{
	const struct profile *profile = &ingested->profile;

	if (folded_overflowed(profile))
		return false;
	if (notes_fail(&ingested->notes, folded_format.kinds, folded_format.kind_count,
		       run->strict)) {
		diag_error("no output: part of the input was not understood");
		return false;
	}
	if (profile->count == 0)
		diag_error("no stacks in the input");
	return profile->count > 0;
}

COLD bool program_read_input(struct program_run *run, struct input *input, struct profile *profile)
{
	const struct wrong_input_reader reader = {"folded", diag_tool(),
						  run->product ? run->product->file : NULL};
	const struct folded_options options = {.labels = run->labels};
	struct ingest_run ingested = {.options = &options};
	struct ingest_stats read;
	bool good;

	input_cut_at(input, &folded_format.records);
	good = ingest(input, &folded_format, (unsigned)run->reading.threads, &ingested, &read);
	stats_add(&run->stats, &read);
	good = good && !wrong_input_explain_folded(run->compat, input, &ingested, &reader);
	if (good) {
		notes_print(&ingested.notes, folded_format.kinds, folded_format.kind_count, input);
		header_check(&ingested.profile.header);
		good = check_input(run, &ingested);
	}
	run->stats.frames += ingested.profile.names.count;
	run->stats.stacks += ingested.profile.count;
	*profile = ingested.profile;
	ingested.profile = (struct profile){0};
	ingest_release(&ingested);
	return good;
}

COLD bool program_read(struct program_run *run, size_t first, size_t count, struct profile *profile)
{
	const struct slice standard_input = SLICE("-");
	const struct slice *files = run->given.files.at;
	const struct input_options in = {
		.paths = files ? files + first : &standard_input,
		.count = count,
		.compat = personality_of(""),
		.dash_is_stdin = true,
		.last_snapshot = true,
		.max_record = run->reading.max_record,
	};
	struct input *input = input_open(&in);
	bool good;

	*profile = (struct profile){0};
	if (!input)
		return false;
	good = program_read_input(run, input, profile);
	input_close(input);
	return good;
}

COLD bool program_open(const struct program_run *run, struct output *output)
{
	return output_open(output, run->common.output);
}
