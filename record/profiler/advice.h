/* SPDX-License-Identifier: MIT */
/*
 * advice.h - why a graph is empty or thin, why nothing could be recorded, and what to do about it:
 * facts in, sentences out.
 */
#ifndef FLAMBEAU_ADVICE_H
#define FLAMBEAU_ADVICE_H

#include "common/base/buf.h"

enum { ADVICE_NO_LEVEL = -100 }; /* kernel.perf_event_paranoid cannot be read */

/* Properties of the machine. */
struct advice_machine {
	int paranoid; /* kernel.perf_event_paranoid */
	bool has_perfmon, is_container;
	const char *install; /* the command that installs perf, never NULL */
};

/* The result of a recording. */
struct advice_result {
	uint64_t samples;
	double seconds;      /* of the recording, 0: not known */
	uint64_t freq;       /* samples per second that were asked for */
	double shallow;      /* share of the samples with one function, or file that it is in */
	double unknown;      /* share of those without a name at the leaf */
	const char *largest; /* the file with most functions without a name; or NULL */
	const char *package; /* that has debugging symbols for it; or NULL */
	const char *runtime; /* what gives names to code of a compiler: runtime_advice() */
	bool has_runtime;    /* the command makes code: it is not built again */
	struct slice lack;   /* why functions of the command's language have no names; empty */
	bool by_perf;
	bool has_waits;         /* waits were recorded: few are enough */
	bool is_of_others;      /* processes that were not started by us */
	bool by_frame_pointers; /* callers were found by these alone */
};

/* Look at this machine; the files are under `root`, "" for the true ones. */
void advice_look(struct advice_machine *machine, const char *root);

/* Append a line for each reason that applies; none for a graph that is fine. */
void advice_on_result(struct buf *lines, const struct advice_machine *machine,
		      const struct advice_result *result);

/* True if the advice names the package of `largest`, a file. */
bool advice_needs_package(const struct advice_result *result);

/*
 * The package with debugging symbols for a file of the system's packages, where dpkg knows it, or
 * NULL; `name` has its text.
 */
const char *advice_find_package(struct buf *name, const char *file);

/* True if perf refuses because of permissions, whatever the event is. */
bool advice_is_refusal(struct slice reason);

/* A recording that failed. */
struct advice_failure {
	struct slice reason; /* given by perf */
	bool all_cpus;       /* all processes, which takes more permission */
};

/* Append what to do if perf is missing or cannot record; nothing if the reason is clear enough. */
void advice_on_missing(struct buf *lines, const struct advice_machine *machine);
void advice_on_failure(struct buf *lines, const struct advice_machine *machine,
		       const struct advice_failure *failure);

#endif
