/* SPDX-License-Identifier: MIT */
/*
 * request.h - the options of flamegraph-record, and their table.
 */
#ifndef FLAMBEAU_REQUEST_H
#define FLAMBEAU_REQUEST_H

#include "common/cli/opt.h"
#include "record/session/arguments.h"

/*
 * Options for collapse-perf and flamegraph. Their own tables are the only ones: the programs print
 * the rows (--generate=rows), and an option that flamegraph-record does not have itself goes to the
 * one that has it, or to both.
 */

enum forwarded_tool {
	FORWARDED_COLLAPSE,
	FORWARDED_RENDER,
	FORWARDED_TOOLS,
};

struct forwarded_options {
	struct opt *rows; /* OPT_HEADING, OPT_PASS...; names are unique */
	unsigned *tools;  /* of each row, bits 1 << enum passing_tool */
	size_t count, cap, tools_cap;
	struct arena texts;
	struct buf paths[FORWARDED_TOOLS]; /* of the programs, NUL-terminated */
};

/*
 * Find the programs. They are run for their rows only if an argument before "--" may be no option
 * of flamegraph-record itself: most recordings need none. A program that cannot be run has no
 * options.
 */
void forwarded_init(struct forwarded_options *forwarded, char *const *argv);
void forwarded_release(struct forwarded_options *forwarded);

/* Add the arguments that begin its command line: its path and what was given. */
void forwarded_add(struct arguments *arguments, const struct forwarded_options *forwarded,
		   enum forwarded_tool tool, const struct opt_passed_list *given);

/* The name of a program other than the renderer that has a given option, or NULL. */
const char *forwarded_needs_collapse(const struct forwarded_options *forwarded,
				     const struct opt_passed_list *given);

/*
 * Let the programs look at what was given, before anything is recorded. False, after a message, if
 * one does not take it.
 */
bool forwarded_check(const struct forwarded_options *forwarded,
		     const struct opt_passed_list *given);

enum request_profiler { /* the places in the list of --profiler */
			REQUEST_AUTO,
			REQUEST_EVENTS,
			REQUEST_PERF,
			REQUEST_DTRACE,
			REQUEST_XCTRACE,
			REQUEST_SAMPLE,
			REQUEST_SAMPLER,
			REQUEST_CARGO,
			REQUEST_JFR,
};

struct request {
	/* the target of the recording */
	const char *const *command; /* argv, NULL at the end; empty without one */
	size_t command_count;
	const char *const *second; /* of `compare`: the other one */
	size_t second_count;
	bool compares;
	struct slice process; /* a number, or several by commas */
	bool all_cpus;
	struct slice perfdata;
	double duration; /* seconds, 0: to the end */
	struct slice cwd;
	struct opt_list env;

	/* the method */
	int profiler;            /* enum request_profiler */
	uint64_t freq;           /* samples per second, if it was given; see profiler_rate() */
	struct slice call_graph; /* empty: the default; NUL-terminated, as a word of argv */
	int off_cpu;             /* 0: samples; 1 or more: as OPT_OPTIONAL has it */
	bool wall;               /* all states of threads */
	struct opt_list events;
	struct arguments perf_args;
	bool no_inline, no_runtime;
	bool sampler_path; /* print it, and record nothing */
	double patience;   /* seconds */

	/* a graph that moves */
	struct slice live; /* NULL: no; empty: the default; else the time between two pictures */
	struct slice window;
	uint64_t port; /* of the page; 0: any */

	/* what comes out */
	struct slice output;                     /* "-" also for --text without --output */
	struct slice report;                     /* of compare: a file for Markdown */
	struct slice fail_over, fail_over_total; /* likewise: limits for diffreport, or empty */
	struct slice output_dir, label;
	bool json, open, fail_on_exit, keep_root, reverse_diff, date;
	struct slice keep; /* NULL: no; empty: next to the graph; else the name */

	struct opt_passed_list passed;
	const struct forwarded_options *forwarded;
	const char *argv0;
	struct opt_result given;
	const char **words; /* of `command` and `second` */
};

extern const struct opt request_rows[];
extern const size_t request_row_count;

/* "auto", "auto,512", "dwarf", "dwarf,16384", "fp", "lbr"; "auto", "perf", ... */
const char *request_call_graph(const struct request *request);
const char *request_profiler_name(int profiler);

/* Append the option for the waits that were asked for: "--off-cpu=blocked". */
void request_add_off_cpu(const struct request *request, struct arguments *arguments);

void request_init(struct request *request, const struct forwarded_options *forwarded,
		  const char *argv0);
void request_release(struct request *request);

/* Take the command after "--", and check rules about more than one row. False after a message. */
bool request_finish(struct request *request);

/* True if the option of this long name was given. */
bool request_has(const struct request *request, const char *name);

/* True if pictures go to standard output; then the command's output goes to standard error. */
bool request_prints(const struct request *request);

#endif
