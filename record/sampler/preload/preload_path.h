/* SPDX-License-Identifier: MIT */
/*
 * preload_path.h - the names of the files that the processes of one run write: FLAMESAMPLE_OUT.
 *
 * "out.%p.svg" is out.4711.svg in process 4711. "out.svg" is out.svg in the first process of the
 * run; its children write out.4711.svg. A process that executes another program writes
 * out.4711.2.svg and so on where it has written already. The variable FLAMESAMPLE_RUN passes the
 * first process to its children.
 */
#ifndef FLAMBEAU_PRELOAD_PATH_H
#define FLAMBEAU_PRELOAD_PATH_H

#include <time.h>

#include "record/sampler/report/sample_report.h"

struct preload_path {
	char out[4096];        /* absolute, for programs change their folder */
	size_t folder;         /* bytes of it that were not given, "/home/me/" */
	long first;            /* the process that the run began with */
	struct timespec since; /* when that was: older files are of other runs */
};

/*
 * Look at the environment, and mark it for the children. Before other threads run. False if `out`
 * is too long or has no suffix of a report.
 */
bool preload_path_init(struct preload_path *path, const char *out);

/*
 * Save the report of a process; `name` gets the path. A file of an earlier run is replaced where
 * the name is the one that was given, no other file ever is. False if nothing was written:
 * flamesample_problem().
 */
bool preload_path_save(const struct preload_path *path, long process,
		       const struct flamesample_report *report, char *name, size_t size);

#endif
