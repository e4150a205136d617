/* SPDX-License-Identifier: MIT */
#include "record/drawing.h"

#include "common/base/diag.h"
#include "common/io/output.h"
#include "record/owner.h"
#include "record/pipeline.h"
#include "record/target.h"

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
	if (output->has_part && !output->part.replaces)
		owner_give(output->fd);
	return true;
}

static bool finish(struct output *output, bool good)
{
	if (good)
		return output_commit(output);
	output_abandon(output);
	return false;
}

static void add_words(struct words *words, const struct drawing *drawing)
{
	const struct request *request = drawing->request;

	passing_add(words, request->passing, PASSING_RENDER, &request->passed);
	if (!request_has(request, "title"))
		words_add_joined(words, "--title=", drawing->title);
	if (!request_has(request, "subtitle"))
		words_add_joined(words, "--subtitle=", drawing->subtitle);
	if (drawing->width)
		words_add_joined(words, "--diff-width=", slice_from(drawing->width));
	words_add_text(words, drawing->folded->ptr);
}

/* flamegraph itself prints, since it knows terminals, and nothing before all is well. */
bool drawing_make(const struct drawing *drawing)
{
	bool prints = request_prints(drawing->request), good;
	struct words words = {0};
	struct pipeline pipeline = {.patience = drawing->request->patience};
	struct output output;

	if (!prints && !open_target(&output, drawing->target))
		return false;
	add_words(&words, drawing);
	*pipeline_add(&pipeline) = (struct pipeline_stage){.name = "flamegraph",
							   .arguments = words.at,
							   .see = see_picture,
							   .context = &output,
							   .prints = prints};
	if (diag_shows_status())
		diag_status("rendering");
	good = pipeline_run(&pipeline) == PIPELINE_DONE;
	if (!prints)
		good = finish(&output, good);
	words_release(&words);
	return good;
}

bool drawing_copy(const char *from, const struct buf *target)
{
	struct output output;

	return open_target(&output, target) &&
	       finish(&output, pipeline_read_file(from, see_picture, &output));
}
