/* SPDX-License-Identifier: MIT */
#include "common/cli/program.h"

#include "common/base/diag.h"
#include "common/base/parallel.h"

const struct opt program_strict_rows[] = {
	{OPT_FLAG, .name = "strict", OPT_AT(struct program_run, strict),
	 .help = "Fail, without output, if a line was not understood"},
};

const size_t program_strict_count = ARRAY_LEN(program_strict_rows);

struct program_run program_start(int argc, char **argv, const struct personality *as)
{
	struct program_run run = {
		.argc = argc, .argv = argv, .as = as, .reading.threads = parallel_cpus()};

	diag_init(personality_tool(argv[0]));
	stats_start(&run.stats);
	return run;
}

static int go_on(const struct program *program, struct program_run *run)
{
	int code;

	if (program->check && !program->check(run))
		return run->as->usage_exit;
	if (!opt_reading_begin(&run->reading))
		return EXIT_DATA;
	code = program->run(run);
	if (run->reading.stats)
		stats_print(&run->stats);
	return code;
}

int program_main(const struct program *program, struct program_run *run)
{
	const struct opt_program described = {diag_tool(), program->summary, program->operands,
					      program->tables, program->table_count};
	int code = run->as->usage_exit;

	if (program->parse) {
		if (program->parse(run))
			code = go_on(program, run);
	} else if (opt_begin(&described, run->as, &run->common, run->argc, run->argv, &run->given,
			     &code)) {
		code = go_on(program, run);
	}
	opt_result_release(&run->given);
	return code;
}
