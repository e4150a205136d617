/* SPDX-License-Identifier: MIT */
/*
 * probe.h - helpers for formats to recognise their input by its beginning. Only complete lines are
 * considered.
 */
#ifndef FLAMBEAU_PROBE_H
#define FLAMBEAU_PROBE_H

#include "collapse/collapse.h"

enum { PROBE_SIZE = 64 << 10 }; /* bytes of the beginning that are looked at */

/* Take the next line off `head`, without its end (LF or CR LF) and without a byte order mark; the
 * last one, without an end, only where the input is `whole`. */
bool probe_line(struct slice *head, bool whole, struct slice *line);

/* PROBE_YES if some line is so, PROBE_UNSURE if none is. */
enum probe probe_any(struct slice head, bool whole, bool (*is)(struct slice line));

/* PROBE_YES if each of the two is there. */
enum probe probe_both(struct slice head, bool whole, bool (*is)(struct slice line),
		      bool (*is_other)(struct slice line));

/* PROBE_YES if the first line that is not empty is so, PROBE_NO if not. */
enum probe probe_first(struct slice head, bool whole, bool (*is)(struct slice line));

#endif
