/* SPDX-License-Identifier: MIT */
/*
 * pipeline.h - programs joined by pipes. The data passes through this process, a few kilobytes at a
 * time, which learns how every stage ended: output made from half an input is recognised.
 */
#ifndef FLAMBEAU_PIPELINE_H
#define FLAMBEAU_PIPELINE_H

#include "common/base/child.h"
#include "common/text/buf.h"

enum { PIPELINE_STAGES = 2 };

/* Sees a chunk of what a stage prints; false, after a message, ends the pipeline. */
typedef bool pipeline_see_fn(void *context, struct slice chunk);

struct pipeline_stage {
	const char *name; /* for messages: "perf script" */
	const char *const *arguments;
	pipeline_see_fn *see; /* or NULL */
	void *context;
	bool prints;      /* to our standard output: nothing is seen; for the last stage */
	const char *hint; /* the end of the message when the stage runs long; or NULL */
};

struct pipeline {
	struct pipeline_stage stages[PIPELINE_STAGES];
	size_t count;
	double patience; /* seconds until a message names the running stage; 0: never */
};

/* The next stage, to be filled in. */
struct pipeline_stage *pipeline_add(struct pipeline *pipeline);

enum pipeline_result {
	PIPELINE_DONE,   /* every stage ended with 0 */
	PIPELINE_EMPTY,  /* the first stage ended with 0 and no output; without a message */
	PIPELINE_FAILED, /* after a message */
};

/*
 * Run it. The first stage has no input; the output of the last one is only observed. Lines of
 * stages on stderr are passed on, ten each.
 */
enum pipeline_result pipeline_run(const struct pipeline *pipeline);

/* Show a file to `see`, as if it had come through a pipe. False, after a message, if that fails. */
bool pipeline_read_file(const char *path, pipeline_see_fn *see, void *context);

#endif
