/* SPDX-License-Identifier: MIT */
/*
 * flamegraph - folded stacks to an interactive SVG, a page, or text. The stages in order: read,
 * change the stacks, call tree, layout, paint, write.
 */
#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/cli/wrong_input.h"
#include "common/folded/folded.h"
#include "render/flamegraph_draw.h"

enum {
	BYTES_AND_ALL = 7,     /* of memory for a byte of input, the picture included */
	SMALL_INPUT = 1 << 20, /* bytes; of more there is less of a tree */
};

static bool read_input(const struct draw_job *job, struct ingest_run *run)
{
	const struct ingest_format *format = job->by_lines ? &lines_format : &folded_format;
	const struct input_options in = {
		.paths = job->given->files.at,
		.count = job->given->files.count,
		.compat = job->compat,
		.dash_is_stdin = true,
		.last_snapshot = job->compat->has_headers,
		.records = {.next = input_next_line},
		.max_record = job->reading->max_record,
	};
	const struct wrong_input_reader readers[] = {{"folded", diag_tool(), "out.svg"},
						     {"folded", "flamegraph --text", NULL},
						     {"folded", "flamegraph --html", "out.html"}};
	const struct wrong_input_reader *reader =
		&readers[job->options->text ? 1 : 2 * (int)job->options->html];
	struct ingest_stats read;
	struct input *input = input_open(&in);
	bool good;

	if (!input)
		return false;
	if (input_size(input) <= SMALL_INPUT)
		memory_expect(BYTES_AND_ALL * (size_t)input_size(input));
	run->options = job->by_lines ? (const void *)&job->lines : &job->folded;
	good = ingest(input, format, (unsigned)job->reading->threads, run, &read);
	stats_add(job->stats, &read);
	good = good && !wrong_input_explain_folded(job->compat, input, run, reader);
	if (good && job->by_lines)
		lines_finish(run, input);
	else if (good)
		notes_print(&run->notes, format->kinds, format->kind_count, input);
	if (good)
		header_check(&run->profile.header);
	input_close(input);
	return good;
}

static COLD bool flamegraph_check(struct program_run *run)
{
	static const struct program_product svg = {"an SVG", "out.svg", ", or --text"};
	static const struct program_product html = {"an HTML page", "out.html", ""};
	struct draw_job *job = run->options;

	run->product = job->options->text ? NULL : job->options->html ? &html : &svg;
	flamegraph_options_resolve(job->options, run->common.output);
	job->lines = flamegraph_lines(job->options, job->personality);
	job->by_lines = flamegraph_reads_lines(job->options, job->personality);
	if (job->options->label_frames.count > 0 || job->options->html ||
	    flamegraph_by_states(job->options, job->personality))
		job->folded.labels = LABELS_KEPT;
	return flamegraph_options_check(job->options, job->personality, job->given);
}

static COLD int run_job(struct program_run *called)
{
	const struct draw_job *job = called->options;
	struct ingest_run run = {.may_concatenate = true};
	struct output output;
	int code = EXIT_DATA;

	if (read_input(job, &run) && output_open(&output, called->common.output)) {
		code = flamegraph_draw(job, &run, &output.buf);
		if (output.buf.len == 0)
			output_abandon(&output);
		else if (!output_commit(&output))
			code = EXIT_DATA;
	}
	ingest_release(&run);
	return code;
}

COLD int flamegraph_main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv, personality_of(argv[0]));
	const struct render_personality *personality = render_personality_of(run.compat);
	struct flamegraph_options options;
	struct draw_job job = {&options,     personality, run.compat,       &run.given,
			       &run.reading, &run.stats,  .by_lines = false};
	const struct opt_table tables[] = {
		OPT_OWN(flamegraph_rows, flamegraph_row_count, &options),
		OPT_READING(&run.reading),
		OPT_COMMON(&run.common),
		PROGRAM_FORCE(&run),
	};
	const struct program program = {
		.summary = "folded stacks to an interactive flame graph",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = flamegraph_check,
		.run = run_job,
	};
	int code;

	flamegraph_options_init(&options, personality);
	run.options = &job;
	code = program_main(&program, &run);
	flamegraph_options_release(&options);
	return code;
}
