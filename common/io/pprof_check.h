/* SPDX-License-Identifier: MIT */
/*
 * pprof_check.h - checks every byte of a profile of pprof. protobuf-c ignores fields with a wrong
 * wire type, and does not check strings and ids, so these are checked before it reads.
 */
#ifndef FLAMBEAU_PPROF_CHECK_H
#define FLAMBEAU_PPROF_CHECK_H

#include "common/base/buf.h"
#include "common/table/intern.h"

/* Kinds of messages that have ids. */
enum pprof_thing { PPROF_MAPPING, PPROF_LOCATION, PPROF_FUNCTION, PPROF_THINGS };

/*
 * The ids that there are, in the order of the messages: the first one has index 0. Zeroed, empty.
 */
struct pprof_ids {
	struct intern of[PPROF_THINGS];
};

void pprof_ids_release(struct pprof_ids *ids);

/* The place of the message with that id; SLICE_NONE if none has it. */
size_t pprof_ids_find(struct pprof_ids *ids, enum pprof_thing thing, uint64_t id);

/* False on an error: `problem` describes it, with the byte. */
bool pprof_check(struct slice bytes, struct pprof_ids *ids, struct buf *problem);

/* Could a profile begin like this? `whole`: there is no more of it. */
bool pprof_begins(struct slice head, bool whole);

#endif
