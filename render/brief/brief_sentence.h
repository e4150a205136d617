/* SPDX-License-Identifier: MIT */
/*
 * brief_sentence.h - what a brief is made from, and a sentence of it.
 */
#ifndef FLAMBEAU_BRIEF_SENTENCE_H
#define FLAMBEAU_BRIEF_SENTENCE_H

#include "common/base/buf.h"
#include "common/profile/profile.h"

enum {
	BRIEF_MOST = 6,        /* sentences */
	BRIEF_NAMES = 3,       /* in one sentence */
	BRIEF_JSON_MOST = 4096 /* bytes of brief_add_json() */
};

/* What it is made from; must outlive the brief, whose names are the profile's. */
struct brief_source {
	const struct intern *names;
	const struct stack *const *stacks;
	size_t count;
	const struct labels *labels; /* of the stacks, or NULL */
	const struct header *header;
	uint64_t total[2]; /* in units of 10^-scale; of one column the second; not 0 */
	unsigned scale;
	bool differential;
	bool is_scaled;    /* the first column was multiplied: it does not count samples */
	struct slice file; /* of the profile, for the commands; empty: not one, or not known */
};

struct brief_sentence {
	const char *rule;                /* its name in JSON */
	bool is_finding;                 /* else it says where things are */
	struct buf text;                 /* BRIEF_NAME stands for the next of the names */
	struct slice names[BRIEF_NAMES]; /* as they are in the profile: any bytes */
	size_t name_count;
	double percent;     /* of all counts, that the sentence is about */
	struct buf command; /* for a shell; printable ASCII */
	struct buf view;    /* what differs in the state of the page, a JSON object; empty: none */
};

#define BRIEF_NAME '\1'

#endif
