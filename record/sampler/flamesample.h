/* SPDX-License-Identifier: MIT */
/*
 * flamesample.h - a sampling profiler inside the program that it profiles. See flamesample(3).
 *
 * Functions that can fail return an enum flamesample_result; flamesample_problem() has the details.
 * None ends the program. All may be called from any thread, but not from signal handlers. Structs
 * are filled by their _init functions, which are given their size, so that programs built with an
 * older header go on working.
 */
#ifndef FLAMESAMPLE_H
#define FLAMESAMPLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

enum flamesample_result {
	FLAMESAMPLE_OK = 0,
	FLAMESAMPLE_ALREADY_STARTED, /* start: sampling goes on already */
	FLAMESAMPLE_NOT_STARTED,     /* stop, report: there was no start */
	FLAMESAMPLE_BAD_OPTION,      /* an option is out of its range, a rule is wrong */
	FLAMESAMPLE_NO_MEMORY,
	FLAMESAMPLE_NO_SYSTEM,  /* the system refused a timer, a signal handler, a file */
	FLAMESAMPLE_NO_SUPPORT, /* not possible in this build or on this system */
	FLAMESAMPLE_NO_PROGRAM, /* the program flamegraph is missing, or failed */
};

/* A short text for a result, and the details of the last error in this thread. */
const char *flamesample_strerror(int result);
const char *flamesample_problem(void);

enum flamesample_timer {
	FLAMESAMPLE_TIMER_AUTO,   /* the first that is good on this kernel */
	FLAMESAMPLE_TIMER_POSIX,  /* timer_create() on the CPU clock of the process */
	FLAMESAMPLE_TIMER_ITIMER, /* setitimer(ITIMER_PROF) */
	FLAMESAMPLE_TIMER_THREAD, /* timer_create() on the CPU clock of each thread */
};

enum flamesample_unwinder {
	FLAMESAMPLE_UNWIND_AUTO,   /* libunwind where it can be loaded, else frame pointers */
	FLAMESAMPLE_UNWIND_FRAMES, /* frame pointers: for programs built with them throughout */
	FLAMESAMPLE_UNWIND_LIBUNWIND,
};

struct flamesample_options {
	size_t size;                  /* of this struct; set by flamesample_options_init() */
	unsigned hz;                  /* samples per second of CPU time, 1 to 10000; 99 */
	unsigned depth;               /* most frames of a stack, 2 to 65536; 512 */
	unsigned buckets;             /* of the table, 4 stacks each, 1 to 1048576; 1024 */
	int timer;                    /* enum flamesample_timer */
	int unwinder;                 /* enum flamesample_unwinder */
	uint64_t spill_size;          /* most bytes in the temporary file; 1 GiB */
	const char *spill_dir;        /* folder of that file; NULL: $TMPDIR, else /tmp */
	const char *const *blocklist; /* names or paths of shared objects whose frames end a walk,
					 with NULL after the last; NULL: none. Copied. */
};

void flamesample_options_init(struct flamesample_options *options, size_t size);

/*
 * Begin to sample this process, with all its threads; NULL: the options of
 * flamesample_options_init(). What was sampled before an earlier stop is forgotten.
 */
int flamesample_start(const struct flamesample_options *options);

/* End; the disposition of SIGPROF and the timer of before are there again. */
int flamesample_stop(void);

/* One frame. `name` and `object` are never NULL. */
struct flamesample_frame {
	const char *name;
	const char *object; /* path of the shared object or program; "" if none exists */
	uintptr_t address;  /* in the process; 0: none */
};

/* A stack that was sampled `count` times. */
struct flamesample_stack {
	struct flamesample_frame *frames; /* leaf first */
	size_t depth;
	const char *thread; /* its name when it was sampled */
	long thread_id;
	uint64_t count;
};

/*
 * May rewrite a stack before stacks that are equal become one: names, the thread, frames moved or
 * left out, a smaller `depth`. Strings that it puts in must live until the function that called it
 * has returned.
 */
typedef void flamesample_edit_fn(struct flamesample_stack *stack, void *context);

/*
 * Rules, one per line, "REGEX=REPLACEMENT": the first whose regular expression (PCRE2) matches the
 * name of a frame or of a thread has what matched replaced; $1 is the first group. Empty lines are
 * none. The last `=` separates. flamesample_rules_edit() is a flamesample_edit_fn, the rules its
 * context.
 */
struct flamesample_rules;

int flamesample_rules_new(struct flamesample_rules **rules, const char *text);
void flamesample_rules_edit(struct flamesample_stack *stack, void *rules);
void flamesample_rules_free(struct flamesample_rules *rules);

/*
 * All that was sampled since the start until now. Sampling may go on, and reports may be made
 * again and again. `edit` may be NULL. The report is the caller's to free.
 */
struct flamesample_report;

int flamesample_report_new(struct flamesample_report **report, flamesample_edit_fn *edit,
			   void *context);
void flamesample_report_free(struct flamesample_report *report);

enum flamesample_format {
	FLAMESAMPLE_FOLDED, /* folded(5), the thread as the root frame; .folded */
	FLAMESAMPLE_TEXT,   /* the input of collapse-pprof-rs(1); .txt */
	FLAMESAMPLE_SVG,    /* a flame graph, drawn by the program flamegraph(1); .svg */
	FLAMESAMPLE_PPROF,  /* a pprof profile, compressed, with addresses; .pb.gz */
};

/*
 * Write to a descriptor, or to a file that appears when it is complete; the end of `path` selects
 * the format.
 */
int flamesample_report_write(const struct flamesample_report *report, int format, int fd);
int flamesample_report_save(const struct flamesample_report *report, const char *path);

struct flamesample_stats {
	size_t size;        /* of this struct; set by flamesample_stats_init() */
	uint64_t samples;   /* recorded: the sum of the counts of all stacks */
	uint64_t lost_busy; /* given up: another thread was recording its own */
	uint64_t lost_full; /* given up: table and temporary file were full */
	/*
	 * given up: due by the CPU time that was used, but the signal came too late, merged with
	 * others, or not at all
	 */
	uint64_t lost_late;
	uint64_t truncated; /* recorded without their callers; they have a frame [truncated] */
	uint64_t evicted;   /* stacks that went through the temporary file */
	double cpu_seconds; /* used by the process since the start */
	double asked_hz, achieved_hz; /* achieved: recorded ones a second of CPU time */
};

void flamesample_stats_init(struct flamesample_stats *stats, size_t size);
void flamesample_report_stats(const struct flamesample_report *report,
			      struct flamesample_stats *stats);

/*
 * The statistics in one line of text, without its end, as snprintf() does it: returns its length.
 */
int flamesample_report_summary(const struct flamesample_report *report, char *text, size_t size);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
