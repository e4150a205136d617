/* SPDX-License-Identifier: MIT */
/*
 * pprof_fold.h - the samples of a profile of pprof to stacks.
 */
#ifndef FLAMBEAU_PPROF_FOLD_H
#define FLAMBEAU_PPROF_FOLD_H

#include "collapse/symbols/mapped.h"
#include "collapse/text.h"
#include "common/base/regex.h"
#include "common/io/pprof_read.h"

enum pprof_note {
	PPROF_BROKEN = TEXT_NOTES, /* cannot be read, or not as the options want */
	PPROF_NO_REGEX,            /* the frames it drops are kept */
	PPROF_LABEL,               /* one more than a stack can have, or too long */
};

struct pprof_options {
	struct slice sample_type; /* its name or index; empty: the default */
	bool list_types;          /* a stack is a type, its count the sum of the values */
	struct opt_list tags;     /* keys of labels that become root frames */
	bool lines;               /* "name:42" */
	bool mark_inlined;        /* "name_[i]" */
	int symbols;              /* enum mapped_symbols */
	bool diff;                /* negative values are the first of two counts */
};

/* Frames of a place, the leaf first: a part of an array. */
struct pprof_frames {
	size_t first, count;
};

/* One a run. */
struct pprof_folder {
	struct text text;            /* the stack being made, leaf first */
	struct pprof_frames *places; /* of the profile, by index */
	struct {
		frame_id frame;
		bool dropped; /* by the profile's drop_frames */
	} * frames;
	size_t count, cap;
	struct intern names; /* functions, by the address of their names */
	struct {
		frame_id frame;
		bool dropped;
	} * functions; /* by number in `names` */
	size_t function_cap;
	struct regex *drop, *keep;
	struct mapped mapped; /* of profiles that name no functions */
	struct buf name;
};

/*
 * Add the samples of a profile to the run's; its state is a struct pprof_folder, its options are
 * struct pprof_options. What is wrong is noted.
 */
void pprof_fold(struct ingest_run *run, const struct pprof_profile *profile);

void pprof_folder_release(struct pprof_folder *folder);

#endif
