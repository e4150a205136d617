/* SPDX-License-Identifier: MIT */
/*
 * pprof_read.h - a profile of pprof in memory, with its strings and ids looked up.
 */
#ifndef FLAMBEAU_PPROF_READ_H
#define FLAMBEAU_PPROF_READ_H

#include "common/base/arena.h"
#include "common/base/buf.h"
#include "common/io/pprof.h"
#include "common/table/ids.h"

/*
 * Checks every byte of a profile of pprof. protobuf-c ignores fields with a wrong
 * wire type, and does not check strings and ids, so these are checked before it reads.
 */

/* Kinds of messages that have ids. */
enum pprof_thing { PPROF_MAPPING, PPROF_LOCATION, PPROF_FUNCTION, PPROF_THINGS };

/*
 * The ids that there are, in the order of the messages: the first one has index 0. Zeroed, empty.
 */
struct pprof_ids {
	struct ids of[PPROF_THINGS];
};

/* False on an error: `problem` describes it, with the byte. */
bool pprof_check(struct slice bytes, struct pprof_ids *ids, struct buf *problem);

/* Could a profile begin like this? `whole`: there is no more of it. */
bool pprof_begins(struct slice head, bool whole);

struct pprof_place {
	uint64_t address;
	struct slice module;            /* path of what is mapped there; may be empty */
	const struct pprof_line *lines; /* inlined functions first */
	size_t line_count;
};

struct pprof_label {
	struct slice key;
	struct slice text; /* empty: it is a number */
	int64_t number;
	struct slice unit; /* of the number */
};

struct pprof_sample {
	const size_t *places; /* indexes, the leaf first */
	size_t depth;
	const int64_t *values; /* one for each type */
	const struct pprof_label *labels;
	size_t label_count;
};

struct pprof_profile {
	const struct pprof_type *types; /* at least one */
	size_t type_count;
	size_t shown; /* the type that is shown by default */
	const struct pprof_place *places;
	size_t place_count;
	const struct pprof_sample *samples;
	size_t sample_count;
	int64_t time_nanos;     /* when it was recorded, since 1970; 0: not known */
	int64_t duration_nanos; /* 0: not known */
	int64_t period_nanos;   /* of the clock that samples were taken by; 0: of something else */
	struct slice drop_frames, keep_frames; /* regular expressions, or empty */
	struct arena arena;                    /* holds all of it but */
	void *message;                         /* protobuf-c's message, which owns the texts */
};

/*
 * The profile is zeroed before. False if the bytes are not a profile: `problem` describes the
 * error, with the byte. They are not needed afterwards.
 */
bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem);
void pprof_profile_release(struct pprof_profile *profile);

#endif
