/* SPDX-License-Identifier: MIT */
#include "record/drawing.h"

#include "common/base/diag.h"
#include "common/io/output/output.h"
#include "record/child/owner.h"
#include "record/child/pipeline.h"
#include "record/session/target.h"

static bool see_picture(void *context, struct slice chunk)
{
	struct output *output = context;

	output_write(output, chunk);
	return !output->failed;
}

/* A file that replaces another one keeps the owner of that. */
static bool open_target(struct output *output, const struct buf *target)
{
	if (!output_open_durable(output, slice_of(target->ptr, target->len - 1), TARGET_COMPLAINT))
		return false;
	if (output->has_part && !output->part.target.exists)
		owner_give(output->fd);
	return true;
}

static bool drawing_finish(struct output *output, bool good)
{
	if (good)
		return output_commit(output);
	output_abandon(output);
	return false;
}

static void drawing_add_arguments(struct arguments *arguments, const struct drawing *drawing)
{
	const struct request *request = drawing->request;

	passing_add(arguments, request->passing, PASSING_RENDER, &request->passed);
	if (!request_has(request, "title"))
		arguments_add_joined(arguments, "--title=", drawing->title);
	if (!request_has(request, "subtitle"))
		arguments_add_joined(arguments, "--subtitle=", drawing->subtitle);
	if (request->off_cpu && !request_has(request, "colors"))
		arguments_add_text(arguments, "--colors=blue");
	if (drawing->width)
		arguments_add_joined(arguments, "--diff-width=", slice_from(drawing->width));
	arguments_add_text(arguments, drawing->folded->ptr);
}

/*
 * flamegraph itself prints, since it handles terminals; nothing is printed before all has
 * succeeded.
 */
bool drawing_make(const struct drawing *drawing)
{
	bool prints = request_prints(drawing->request), good;
	struct arguments arguments = {0};
	struct pipeline pipeline = {.patience = drawing->request->patience};
	struct output output;

	if (!prints && !open_target(&output, drawing->target))
		return false;
	drawing_add_arguments(&arguments, drawing);
	*pipeline_add(&pipeline) = (struct pipeline_stage){.name = "flamegraph",
							   .arguments = arguments.at,
							   .see = see_picture,
							   .context = &output,
							   .prints = prints};
	if (diag_shows_status())
		diag_status("rendering");
	good = pipeline_run(&pipeline) == PIPELINE_DONE;
	if (!prints)
		good = drawing_finish(&output, good);
	arguments_release(&arguments);
	return good;
}

bool drawing_copy(const char *from, const struct buf *target)
{
	struct output output;

	return open_target(&output, target) &&
	       drawing_finish(&output, pipeline_read_file(from, see_picture, &output));
}
