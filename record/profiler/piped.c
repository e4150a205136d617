/* SPDX-License-Identifier: MIT */
#include "record/profiler/piped.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/io/output/output.h"
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

/* The copy that --keep asks for. */
struct copy {
	struct output output;
	bool is_open;   /* it is asked for */
	uint64_t bytes; /* that came, copied or not */
};

bool piped_can(const struct session *session)
{
	const struct buf *path = &session->request->passing->paths[PASSING_COLLAPSE];

	return !session->runtime.needs_file && path->len > 0 && access(path->ptr, X_OK) == 0;
}

bool piped_make_fifo(const struct session *session, struct buf *path)
{
	target_in(path, &session->work, "pipe");
	unlink(path->ptr); /* that of another event */
	return mkfifo(path->ptr, 0600) == 0;
}

static bool piped_see_recording(void *context, struct slice chunk)
{
	struct copy *copy = context;

	copy->bytes += chunk.len;
	if (copy->is_open)
		output_write(&copy->output, chunk);
	return true; /* the graph does not need the copy */
}

static bool piped_see_stacks(void *context, struct slice chunk)
{
	buf_add(context, chunk);
	return true;
}

/* False after a message. */
static bool open_copy(struct copy *copy, struct session *session)
{
	struct buf path = {0};

	if (!session->request->keep.ptr)
		return true;
	target_in(&path, &session->work, "perf.data");
	copy->is_open = output_open_private(&copy->output, slice_from(path.ptr));
	if (copy->is_open) {
		copy->output.complaint = "the recording cannot be kept: ";
		session->is_copy_broken = !output_appear(&copy->output);
		arguments_add_text(&session->recorded, path.ptr);
	}
	buf_release(&path);
	return copy->is_open;
}

static int piped_run(struct session *session, const struct piped_recorder *recorder,
		     struct copy *copy, struct child_end *end)
{
	struct arguments arguments[PIPELINE_STAGES] = {{0}};
	struct pipeline pipeline = {.patience = session->request->patience};
	struct pipeline_stage *first = pipeline_add(&pipeline), *last;
	int output = -1, error;
	size_t i;

	*first = (struct pipeline_stage){.name = recorder->name,
					 .arguments = recorder->arguments->at,
					 .see = piped_see_recording,
					 .context = copy};
	if (recorder->fifo) /* opened before there is a writer: an end is seen when that has gone */
		output = open(recorder->fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (recorder->fifo && output < 0)
		return errno;
	session->is_piped = true;
	recorder->profiler->add_stages(session, arguments, &pipeline);
	last = &pipeline.stages[pipeline.count - 1];
	last->see = piped_see_stacks;
	last->context = &session->stacks;
	error = recorder_pipe(session, &pipeline, output, end);
	session->is_usable = copy->bytes > 0;
	for (i = 0; i < PIPELINE_STAGES; i++)
		arguments_release(&arguments[i]);
	return error;
}

int piped_record(struct session *session, const struct piped_recorder *recorder,
		 struct child_end *end)
{
	struct copy copy = {0};
	int error = EIO;

	if (open_copy(&copy, session)) {
		error = piped_run(session, recorder, &copy, end);
		if (copy.is_open && !output_commit(&copy.output))
			session->is_copy_broken = true;
	}
	if (recorder->fifo)
		unlink(recorder->fifo);
	return error;
}
