/* SPDX-License-Identifier: MIT */
/*
 * flamegraph - folded stacks to an interactive SVG. The stages in order: read, reverse,
 * call tree, layout, paint, write.
 */
#include "common/diag.h"
#include "common/folded.h"
#include "render/flamegraph_options.h"
#include "render/stacks.h"
#include "render/tree.h"

enum { LOW_TOTAL = 100 }; /* below it a profile in samples is probably not what was meant */

struct job {
	const struct flamegraph_options *options;
	const struct manners *manners;
	const struct personality *as;
	const struct opt_result *given;
};

static bool overflowed(const struct profile *profile)
{
	struct buf stack = {0};

	if (profile->overflow) {
		folded_add_stack(&stack, profile, profile->overflow);
		diag_error("count beyond 2^64-1: '%.*s'", SLICE_ARG(buf_slice(&stack)));
		buf_release(&stack);
	} else if (profile->total_overflow) {
		diag_error("the sum of the counts is beyond 2^64-1");
	}
	return profile->overflow || profile->total_overflow;
}

static bool read_stacks(const struct job *job, struct ingest_run *run)
{
	const struct input_options in = {
		.paths = job->given->files.at,
		.count = job->given->files.count,
		.as = job->as,
		.dash_is_stdin = true,
		.next_record = folded_format.next_record,
	};
	struct ingest_stats stats;
	struct input *input = input_open(&in);
	bool good;

	if (!input)
		return false;
	good = ingest(input, &folded_format, (unsigned)job->options->threads, run, &stats);
	if (good)
		notes_print(&run->notes, folded_format.kinds, folded_format.kind_count, input);
	input_close(input);
	return good && !overflowed(&run->profile);
}

static void say_what_was_drawn(const struct job *job, const struct tree *tree,
			       const struct layout *layout)
{
	if (layout->total < LOW_TOTAL && slice_equal(job->options->count_name, SLICE("samples")))
		diag_note("the stack count is low (%u): did something go wrong?",
			  (unsigned)layout->total);
	diag_note("%zu of %zu frames drawn, %llu narrower than the minimum width", layout->count,
		  tree->count, (unsigned long long)layout->hidden);
}

static void draw(const struct job *job, const struct profile *profile, const struct tree *tree,
		 struct buf *buf)
{
	const struct layout_options layout_options = flamegraph_layout(job->options);
	const struct svg_style style = flamegraph_style(job->options, job->manners, job->given);
	struct paint_options paint_options = flamegraph_paint(job->options);
	struct layout layout;
	struct paint paint;

	layout_build(&layout, tree, &layout_options);
	say_what_was_drawn(job, tree, &layout);
	paint_options.differential = profile->differential;
	paint_options.max_delta = tree->max_delta;
	paint_layout(&paint, &layout, &profile->names, &paint_options);
	svg_write(buf, &(struct svg_picture){
			       .style = &style,
			       .layout = &layout,
			       .paint = &paint,
			       .names = &profile->names,
			       .caption = {.count_name = job->options->count_name,
					   .scale = profile->scale,
					   .total = {profile->total[0], profile->total[1]},
					   .differential = profile->differential},
		       });
	paint_release(&paint);
	layout_release(&layout);
}

/* The picture, or the one that says that there is none; then the result is not EXIT_DONE. */
static int render(const struct job *job, struct profile *profile, struct buf *buf)
{
	const struct stack **stacks;
	struct tree tree;
	frame_id root;
	int code = EXIT_DONE;

	if (job->options->reverse)
		stacks_reverse(profile);
	root = profile_frame(profile, SLICE(""));
	stacks = profile_sorted(profile, PROFILE_BY_FRAMES);
	tree_build(&tree, stacks, profile->count, root);
	if (tree.nodes[0].width > 0) {
		draw(job, profile, &tree, buf);
	} else {
		const struct svg_style style = flamegraph_style(job->options, job->manners,
								job->given);

		diag_error("no stacks in the input");
		svg_write_error(buf, &style);
		code = job->manners->empty_exit;
	}
	tree_release(&tree);
	free(stacks);
	return code;
}

static int run_job(const struct job *job, struct slice path)
{
	struct ingest_run run = {0};
	struct output output;
	int code = EXIT_DATA;

	if (read_stacks(job, &run) && output_open(&output, path)) {
		code = render(job, &run.profile, &output.buf);
		if (!output_commit(&output))
			code = EXIT_DATA;
	}
	ingest_release(&folded_format, &run);
	return code;
}

int main(int argc, char **argv)
{
	const struct personality *as = personality_of(argv[0]);
	const struct manners *manners = manners_of(as);
	struct flamegraph_options options;
	struct opt_common common = {0};
	const struct opt_table tables[] = {
		{flamegraph_rows, flamegraph_row_count, &options},
		{opt_common_rows, opt_common_count, &common},
	};
	const struct opt_program program = {personality_tool(argv[0]),
					    "folded stacks to an interactive flame graph",
					    "[FILE...]", tables, ARRAY_LEN(tables)};
	struct opt_result given;
	const struct job job = {&options, manners, as, &given};
	int code = EXIT_DONE;

	diag_init(program.name);
	flamegraph_options_init(&options, manners);
	switch (opt_parse(&program, as, argc, argv, &given)) {
	case OPT_ENDED: break;
	case OPT_FAILED: code = EXIT_DATA; break;
	case OPT_WRONG: code = as->usage_exit; break;
	case OPT_GO_ON:
		diag_set_level(as->quiet_is_silent && common.level < 0 ? DIAG_SILENT
								       : common.level);
		code = run_job(&job, common.output);
	}
	opt_result_release(&given);
	return code;
}
