/* SPDX-License-Identifier: MIT */
/*
 * pprof_read.h - a profile of pprof in memory, with its strings and ids looked up. Its samples are
 * read one by one.
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
	const struct pprof_sample *samples; /* those that are in memory already */
	size_t sample_count;
	int64_t time_nanos;     /* when it was recorded, since 1970; 0: not known */
	int64_t duration_nanos; /* 0: not known */
	int64_t period_nanos;   /* of the clock that samples were taken by; 0: of something else */
	struct slice drop_frames, keep_frames; /* regular expressions, or empty */
	struct unused unused;                  /* fields that are not known */
	struct arena arena;                    /* holds all of it but the texts */
	struct arena sample_arena;             /* holds the sample read last */
	size_t next_sample;                    /* of `samples` */
	bool no_labels;                /* those of samples are not wanted; set by the caller */
	struct slice rest;             /* bytes from the next sample on */
	struct pprof_reading *reading; /* what samples of `rest` refer to */
};

/*
 * The profile is zeroed before. False if the bytes are not a profile: `problem` describes the
 * error, with the byte. The texts of the profile are parts of `bytes`.
 */
bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem);

/*
 * The next sample, which is valid until the next call. False: there is none, or it is wrong, which
 * `problem` describes. `bytes` are those that the profile was read from.
 */
bool pprof_next_sample(struct slice bytes, struct pprof_profile *profile,
		       struct pprof_sample *sample, struct buf *problem);
void pprof_profile_release(struct pprof_profile *profile);

/* Could a profile begin like this? `whole`: there is no more of it. */
bool pprof_begins(struct slice head, bool whole);

#endif
