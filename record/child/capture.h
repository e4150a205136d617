/* SPDX-License-Identifier: MIT */
/*
 * capture.h - run another program and capture its output.
 */
#ifndef FLAMBEAU_CAPTURE_H
#define FLAMBEAU_CAPTURE_H

#include "common/base/buf.h"
#include "common/base/child.h"

/*
 * Run it until it ends. `out` gets its output to `stream` (1 or 2), up to 1 MB; the other stream is
 * discarded. 0, or the errno if it could not be started.
 */
int capture(const struct child_place *place, const char *const *arguments, int stream,
	    struct buf *out, struct child_end *end);

/* "exit status 3", "killed by signal 9 (Killed)". */
void capture_add_end(struct buf *out, struct child_end end);

/* The line of a program's error output that has the reason; empty if it printed nothing. */
struct slice capture_reason(struct slice said);

#endif
