/* SPDX-License-Identifier: MIT */
/*
 * session.h - one recording and its graph: what is known on the way from the command to the SVG.
 * Profilers read and fill it; session_steps.h calls them.
 */
#ifndef FLAMBEAU_SESSION_H
#define FLAMBEAU_SESSION_H

#include <time.h>

#include "common/profile/header.h"
#include "record/child/pipeline.h"
#include "record/session/request.h"
#include "record/session/runtime.h"

/*
 * Observes stacks on the way to the graph: their amount, and signs of problems. A zeroed
 * struct is empty.
 */

enum { SURVEY_FILES = 32 }; /* without names: the first so many are counted */

/* Samples whose function has no name, by the file that has it. */
struct survey_file {
	char name[64]; /* "libfoo.so", NUL-terminated and cut; "perf-7.map" of made code */
	double count;
};

struct survey {
	uint64_t bytes;                         /* of perf script's output */
	uint64_t samples;                       /* in it; without it the sum of the counts */
	struct header header;                   /* of the folded stacks */
	double total;                           /* the sum of the counts */
	double shallow;                         /* of it: one function, or file that it is in */
	double unknown;                         /* of it: the function that ran has no name */
	struct survey_file files[SURVEY_FILES]; /* in the order of their first samples */
	size_t file_count;
	bool in_line;    /* perf script's output so far does not end a line */
	struct buf rest; /* a line of folded text that is not complete */
	double next;     /* when progress is shown again */
};

void survey_release(struct survey *survey);

/* pipeline_see_fn for the output of perf script, with progress; and for folded stacks. */
bool survey_see_script(void *survey, struct slice chunk);
bool survey_see_folded(void *survey, struct slice chunk);

/* No more will come: the last line may lack its LF. */
void survey_end(struct survey *survey);

/* The file with most of the functions without names, or NULL. */
const struct survey_file *survey_largest(const struct survey *survey);

/* The number of samples of the folded stacks; 0 if it is not known. */
uint64_t survey_shown(const struct survey *survey);

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
	int work_lock;     /* workdir_create() */
	/* the profiler that recorded, or will; NULL: not yet chosen */
	const struct profiler *profiler;
	bool uses_cpu_clock; /* instead of the events asked for */
	bool keeps_time;     /* the profiler knows --duration itself, and ends by SIGINT */

	struct buf obstacle;        /* to sampling the command at all: a sentence, or empty */
	struct buf stderr_text;     /* by profilers that cannot record */
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
