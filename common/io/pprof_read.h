/* SPDX-License-Identifier: MIT */
/*
 * pprof_read.h - a profile of pprof in memory, with its strings and ids looked up.
 */
#ifndef FLAMBEAU_PPROF_READ_H
#define FLAMBEAU_PPROF_READ_H

#include "common/base/arena.h"
#include "common/io/pprof.h"
#include "common/io/unused.h"

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
	uint32_t *places; /* indexes, the leaf first */
	size_t depth;
	int64_t *values; /* one for each type */
	size_t value_count;
	struct pprof_label *labels;
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
	struct unused unused;                  /* fields that are not known */
	struct arena arena;                    /* holds all of it but the texts */
};

/*
 * The profile is zeroed before. False if the bytes are not a profile: `problem` describes the
 * error, with the byte. The texts of the profile are parts of `bytes`.
 */
bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem);
void pprof_profile_release(struct pprof_profile *profile);

/* Could a profile begin like this? `whole`: there is no more of it. */
bool pprof_begins(struct slice head, bool whole);

#endif
