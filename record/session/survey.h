/* SPDX-License-Identifier: MIT */
/*
 * survey.h - observes stacks on the way to the graph: their amount, and signs of problems. A zeroed
 * struct is empty.
 */
#ifndef FLAMBEAU_SURVEY_H
#define FLAMBEAU_SURVEY_H

#include "common/header/header.h"

struct survey {
	uint64_t bytes;       /* of perf script's output */
	uint64_t samples;     /* in it; without it the sum of the counts */
	struct header header; /* of the folded stacks */
	double total;         /* the sum of the counts */
	double shallow;       /* of it: one known function, whatever is around it */
	double unknown;       /* of it: the function that ran has no name */
	bool in_line;         /* perf script's output so far does not end a line */
	struct buf rest;      /* a line of folded text that is not complete */
	double next;          /* when progress is shown again */
};

void survey_release(struct survey *survey);

/* pipeline_see_fn for the output of perf script, with progress; and for folded stacks. */
bool survey_see_script(void *survey, struct slice chunk);
bool survey_see_folded(void *survey, struct slice chunk);

/* No more will come: the last line may lack its LF. */
void survey_end(struct survey *survey);

/* The number of samples of the folded stacks; 0 if it is not known. */
uint64_t survey_shown(const struct survey *survey);

#endif
