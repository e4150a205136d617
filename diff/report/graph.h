/* SPDX-License-Identifier: MIT */
/*
 * graph.h - the differential flame graph of a joined profile, drawn by the program flamegraph.
 */
#ifndef FLAMBEAU_GRAPH_H
#define FLAMBEAU_GRAPH_H

#include "diff/report/totals.h"

/*
 * Draw to the file `path` what the report compares: the means of recordings, or shares. The program is flamegraph in the folder of `argv0`, or else in PATH.
 * False, after a message, if it cannot be run or fails.
 */
bool report_graph_draw(const struct profile *joined, const struct totals *totals, struct slice path,
		       const char *argv0);

#endif
