/* SPDX-License-Identifier: MIT */
/*
 * pipeline.h - programs joined by pipes, and what flows between them. It passes through this one, a
 * few kilobytes at a time, which sees it and knows of every stage how it ended: what a stage made
 * of half an input is known for what it is.
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
	const char *hint; /* what is said where it runs long, the end of a sentence; or NULL */
};

struct pipeline {
	struct pipeline_stage stages[PIPELINE_STAGES];
	size_t count;
	double patience; /* seconds until a message says which stage runs still; 0: never */
};

/* The next stage, to be filled in. */
struct pipeline_stage *pipeline_add(struct pipeline *pipeline);

enum pipeline_result {
	PIPELINE_DONE,   /* every stage ended with 0 */
	PIPELINE_EMPTY,  /* the first stage ended with 0, and no byte was seen; nothing was said */
	PIPELINE_FAILED, /* said */
};

/*
 * Run it. The first stage has no input; what the last one prints is only seen. What stages say on
 * stderr is passed on, ten lines each.
 */
enum pipeline_result pipeline_run(const struct pipeline *pipeline);

/* Show a file to `see`, as if it had come through a pipe. False, after a message, if that fails. */
bool pipeline_read_file(const char *path, pipeline_see_fn *see, void *context);

#endif
