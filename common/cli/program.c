/* SPDX-License-Identifier: MIT */
#include "common/cli/program.h"

#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/parallel.h"
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

struct program_run program_start(int argc, char **argv, const struct personality *as)
{
	struct program_run run = {
		.argc = argc, .argv = argv, .as = as, .reading.threads = parallel_cpus()};

	diag_init(personality_tool(argv[0]));
	output_bear_limit();
	stats_start(&run.stats);
	return run;
}

/* Append a command line that writes the product to a file. */
static void add_command(struct buf *buf, const struct program_run *run)
{
	const struct opt_list *files = &run->given.files;
	const bool is_piped = files->count == 0 && !isatty(STDIN_FILENO);

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

	if (!run->product || run->force || !run->as->terminal_is_noticed ||
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
	if ((program->check && !program->check(run)) || !check_terminal(run))
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
	const struct opt_program described = {diag_tool(),          program->summary,
					      program->operands,    program->tables,
					      program->table_count, program->programs};
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
