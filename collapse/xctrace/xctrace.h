/* SPDX-License-Identifier: MIT */
/* xctrace.h - shared by the files of the xctrace format only. */
#ifndef FLAMBEAU_XCTRACE_H
#define FLAMBEAU_XCTRACE_H

#include "collapse/text.h"

/* The frames of a backtrace, leaf first. */
struct xctrace_stack {
	frame_id *frames;
	size_t count;
};

enum xctrace_kind { XCTRACE_NONE, XCTRACE_NAME, XCTRACE_STACK, XCTRACE_WEIGHT };

/* An element's value, for later references. */
struct xctrace_value {
	enum xctrace_kind kind;
	frame_id name; /* a frame, a thread, a process */
	uint64_t weight;
	const struct xctrace_stack *stack;
};

struct xctrace_id;

/* Values by their ids; zeroed it is empty. */
struct xctrace_ids {
	struct xctrace_id *table; /* uthash */
	struct arena arena;       /* and the stacks */
};

/* False if the id has a value already. */
bool xctrace_define(struct xctrace_ids *ids, uint64_t id, const struct xctrace_value *value);

/* NULL without, or if it is of another kind. */
const struct xctrace_value *xctrace_find(const struct xctrace_ids *ids, uint64_t id,
					 enum xctrace_kind kind);

void xctrace_forget(struct xctrace_ids *ids);

#endif
