/* SPDX-License-Identifier: MIT */
#include "record/compare.h"

#include "common/io/locate.h"
#include "common/io/output.h"
#include "record/pipeline.h"
#include "record/target.h"

static bool see_svg(void *context, struct slice chunk)
{
	struct output *output = context;

	output_write(output, chunk);
	return !output->failed;
}

/* difffolded BEFORE AFTER | flamegraph; `width` is what widths show, or NULL. */
static bool draw(const struct compare *compare, const struct buf *path, const char *width)
{
	const struct request *request = compare->before.request;
	struct words join = {0}, render = {0};
	struct pipeline pipeline = {.count = 0};
	struct buf program = {0};
	struct output output;
	bool good;

	if (!output_open_durable(&output, slice_of(path->ptr, path->len - 1), TARGET_COMPLAINT))
		return false;
	locate_program(&program, request->argv0, "difffolded");
	words_add_text(&join, program.ptr);
	words_add_text(&join, compare->before.folded.ptr);
	words_add_text(&join, compare->after.folded.ptr);
	passing_add(&render, request->passing, PASSING_RENDER, &request->passed);
	if (!request_has(request, "title"))
		words_add_text(&render, "--title=Differential Flame Graph");
	if (width)
		words_add_joined(&render, "--diff-width=", slice_from(width));
	*pipeline_add(&pipeline) = (struct pipeline_stage){"difffolded", join.at, NULL, NULL};
	*pipeline_add(&pipeline) = (struct pipeline_stage){"flamegraph", render.at, see_svg,
							   &output};
	good = pipeline_run(&pipeline) == PIPELINE_DONE;
	if (good)
		good = output_commit(&output);
	else
		output_abandon(&output);
	words_release(&join);
	words_release(&render);
	buf_release(&program);
	return good;
}

/* The folded stacks lie in the folder of the recording, which does not exist before it. */
static bool record(struct session *session)
{
	bool good = session_record(session);

	if (good)
		target_in(&session->folded, &session->work, "stacks.folded");
	return good;
}

/* What the kernel calls a process of the command: the end of its path, cut. */
static struct slice process_name(const struct session *session)
{
	enum { LONGEST = 15 };
	const char *command = session->command[0], *slash = strrchr(command, '/');
	struct slice name = slice_from(slash ? slash + 1 : command);

	return slice_head(name, name.len < LONGEST ? name.len : LONGEST);
}

/* Stacks that differ in nothing but the name of the program, their root, are the same. */
static void join_names(struct compare *compare)
{
	struct session *before = &compare->before, *after = &compare->after;

	before->name = process_name(before);
	after->name = process_name(after);
	if (slice_equal(before->name, after->name))
		return;
	buf_printf(&compare->alias, "%.*s, %.*s", SLICE_ARG(before->name), SLICE_ARG(after->name));
	before->alias = after->alias = buf_slice(&compare->alias);
}

bool compare_run(struct compare *compare, const struct request *request)
{
	*compare = (struct compare){
		.before = {.request = request,
			   .command = request->command,
			   .command_count = request->command_count,
			   .title = "Before"},
		.after = {.request = request,
			  .command = request->second,
			  .command_count = request->second_count,
			  .title = "After"},
	};
	join_names(compare);
	target_path(&compare->before.svg, request, "before");
	target_path(&compare->after.svg, request, "after");
	target_path(&compare->diff, request, "diff");
	if (request->reverse_diff)
		target_path(&compare->reverse, request, "diff-reverse");
	if (!target_can_be_written(compare->after.svg.ptr) ||
	    !target_can_be_written(compare->diff.ptr) || !record(&compare->before))
		return false;
	compare->after.profiler = compare->before.profiler;
	compare->after.uses_cpu_clock = compare->before.uses_cpu_clock;
	session_report_command(&compare->before);
	if (!record(&compare->after))
		return false;
	session_report_command(&compare->after);
	return session_draw(&compare->before) && session_draw(&compare->after) &&
	       draw(compare, &compare->diff, NULL) &&
	       (compare->reverse.len == 0 || draw(compare, &compare->reverse, "before"));
}

void compare_release(struct compare *compare, bool done)
{
	session_release(&compare->before, done);
	session_release(&compare->after, done);
	buf_release(&compare->diff);
	buf_release(&compare->reverse);
	buf_release(&compare->alias);
}
