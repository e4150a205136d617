/* SPDX-License-Identifier: MIT */
/*
 * survey.h - what passes on the way to the graph, looked at for how much it is and what is wrong with
 * it. A zeroed struct has seen nothing.
 */
#ifndef FLAMBEAU_SURVEY_H
#define FLAMBEAU_SURVEY_H

#include "common/text/buf.h"

struct survey {
	uint64_t bytes;   /* of perf script's output */
	uint64_t samples; /* in it; without it the sum of the counts */
	uint64_t shown;   /* those of the event; without perf script's output all */
	struct buf event; /* of the first sample, or set before: that collapse-perf shows */
	double total;     /* the sum of the counts */
	double shallow;   /* of it: one known function, whatever is around it */
	double unknown;   /* of it: the function that ran has no name */
	bool in_line;     /* the text seen so far does not end a line */
	bool in_head;     /* this line is the first one of a sample */
	struct buf head;  /* such a line that is not complete */
	struct buf rest;  /* a line of folded text that is not complete */
	double next;      /* when progress is shown again */
};

void survey_release(struct survey *survey);

/* pipeline_see_fn for the output of perf script, with progress; and for folded stacks. */
bool survey_see_script(void *survey, struct slice chunk);
bool survey_see_folded(void *survey, struct slice chunk);

/* No more will come: the last line may lack its LF. */
void survey_end(struct survey *survey);

#endif
