/* SPDX-License-Identifier: MIT */
#include "common/cli/program.h"

#include "common/base/diag.h"
#include "common/base/parallel.h"

static const struct opt strict_rows[] = {
	{OPT_FLAG, .name = "strict", OPT_AT(struct program_run, strict),
	 .help = "Fail, without output, if a line was not understood"},
};

size_t program_file_count(const struct program_run *run)
{
	return run->given->files.count > 0 ? run->given->files.count : 1;
}

struct slice program_file(const struct program_run *run, size_t index)
{
	return run->given->files.count > 0 ? run->given->files.at[index] : SLICE("-");
}

/* Is what was read good to be used? Says why not. */
static bool check_input(const struct program_run *run, const struct ingest_run *ingested)
{
	const struct profile *profile = &ingested->profile;

	if (folded_overflowed(profile))
		return false;
	if (notes_fail(&ingested->notes, folded_format.kinds, folded_format.kind_count,
		       run->strict)) {
		diag_error("no output: not everything was understood");
		return false;
	}
	if (profile->count == 0)
		diag_error("no stacks in the input");
	return profile->count > 0;
}

bool program_read(struct program_run *run, size_t first, size_t count, struct profile *profile)
{
	const struct slice standard_input = SLICE("-");
	const struct slice *files = run->given->files.at;
	const struct input_options in = {
		.paths = files ? files + first : &standard_input,
		.count = count,
		.as = personality_of(""),
		.dash_is_stdin = true,
		.next_record = folded_format.next_record,
		.max_record = run->reading.max_record,
	};
	struct ingest_run ingested = {0};
	struct ingest_stats read;
	struct input *input = input_open(&in);
	bool good;

	*profile = (struct profile){0};
	if (!input)
		return false;
	good = ingest(input, &folded_format, (unsigned)run->reading.threads, &ingested, &read);
	stats_add(&run->stats, &read);
	if (good) {
		notes_print(&ingested.notes, folded_format.kinds, folded_format.kind_count, input);
		good = check_input(run, &ingested);
	}
	run->stats.frames += ingested.profile.names.count;
	run->stats.stacks += ingested.profile.count;
	*profile = ingested.profile;
	ingested.profile = (struct profile){0};
	ingest_release(&ingested);
	input_close(input);
	return good;
}

bool program_open(const struct program_run *run, struct output *output)
{
	return output_open(output, run->common.output);
}

static int go_on(const struct program *program, struct program_run *run)
{
	bool good;

	if (program->check && !program->check(run))
		return EXIT_USAGE;
	if (!opt_reading_begin(&run->reading))
		return EXIT_DATA;
	good = program->run(run);
	if (run->reading.stats)
		stats_print(&run->stats);
	return good ? EXIT_DONE : EXIT_DATA;
}

int program_main(const struct program *program, int argc, char **argv)
{
	struct opt_result given;
	struct program_run run = {
		.options = program->options,
		.given = &given,
		.reading.threads = parallel_cpus(),
	};
	const struct opt_table tables[] = {
		{program->rows, program->row_count, program->options},
		{opt_reading_rows, opt_reading_count, &run.reading},
		{strict_rows, ARRAY_LEN(strict_rows), &run},
		{opt_common_rows, opt_common_count, &run.common},
	};
	const struct opt_program described = {personality_tool(argv[0]), program->summary,
					      "[FILE...]", tables, ARRAY_LEN(tables)};
	int code;

	diag_init(described.name);
	stats_start(&run.stats);
	if (opt_begin(&described, personality_of(""), &run.common, argc, argv, &given, &code))
		code = go_on(program, &run);
	opt_result_release(&given);
	return code;
}
