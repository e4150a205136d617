/* SPDX-License-Identifier: MIT */
/*
 * session.h - one recording and its graph: what is known on the way from the command to the SVG.
 * Profilers read and fill it; session_steps.h calls them.
 */
#ifndef FLAMBEAU_SESSION_H
#define FLAMBEAU_SESSION_H

#include <time.h>

#include "record/child/pipeline.h"
#include "record/options/request.h"
#include "record/session/runtime.h"
#include "record/session/survey.h"

/* A file in the session's folder: the processes that make code, from collapse-perf. */
#define SESSION_PROCESSES "processes"

struct profiler;

struct session {
	const struct request *request;
	const char *const *command; /* argv; one of the request's */
	size_t command_count;
	const char *title; /* in front of the command in the title; or NULL */
	struct buf svg;    /* its path, NUL-terminated */
	struct buf folded; /* path of the folded stacks, NUL-terminated; from session_collapse() */
	struct buf work;   /* folder of what is recorded */
	int work_lock;     /* target_make_work() */
	/* the profiler that recorded, or will; NULL: not yet chosen */
	const struct profiler *profiler;
	bool uses_cpu_clock; /* instead of the events asked for */

	struct buf obstacle;        /* to sampling the command at all: a sentence, or empty */
	struct buf said;            /* by profilers that cannot record */
	struct arguments recorded;  /* the files, in the folder; of dtrace and perf one */
	bool is_piped;              /* the recording went through a pipe to its stages */
	enum pipeline_result piped; /* what came of them then */
	struct buf stacks;          /* likewise: folded text */
	bool is_copy_broken;        /* the recording could not be kept */
	struct child_end end;       /* of the command, if has_end */
	bool has_end;
	bool is_usable;   /* the recording has samples, as far as is known */
	bool was_stopped; /* by --duration or a signal */
	time_t started;
	double seconds; /* duration of the recording */
	struct survey survey;
	struct runtime runtime; /* of the command; used where stacks are made by collapse-perf */
};

/*
 * Look for what would make recording or drawing fail, before anything runs. False after a message.
 */
bool session_check(const struct session *session);

/* Look for the command, its folder or the processes. False after a message. */
bool session_target_exists(const struct session *session);

/* The path of the program that the command runs, NUL-terminated. False if it is not known. */
bool session_program(const struct session *session, struct buf *path);

/* Report how the command ended, if it failed. */
void session_report_command(const struct session *session);

/* True if the command ended with a code other than 0, or by a signal that was not ours. */
bool session_command_failed(const struct session *session);

/* Remove what the compilers of the recorded processes left in /tmp: SESSION_PROCESSES. */
void session_remove_compiler_files(const struct session *session);

#endif
