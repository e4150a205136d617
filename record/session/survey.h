/* SPDX-License-Identifier: MIT */
/*
 * survey.h - observes stacks on the way to the graph: their amount, and signs of problems. A zeroed
 * struct is empty.
 */
#ifndef FLAMBEAU_SURVEY_H
#define FLAMBEAU_SURVEY_H

#include "common/profile/header.h"

enum { SURVEY_FILES = 32 }; /* without names: the first so many are counted */

/* Samples whose function has no name, by the file that has it. */
struct survey_file {
	char name[64]; /* "libfoo.so", NUL-terminated and cut; "perf-7.map" of made code */
	double count;
};

struct survey {
	uint64_t bytes;                         /* of perf script's output */
	uint64_t samples;                       /* in it; without it the sum of the counts */
	struct header header;                   /* of the folded stacks */
	double total;                           /* the sum of the counts */
	double shallow;                         /* of it: one function, or file that it is in */
	double unknown;                         /* of it: the function that ran has no name */
	struct survey_file files[SURVEY_FILES]; /* in the order of their first samples */
	size_t file_count;
	bool in_line;    /* perf script's output so far does not end a line */
	struct buf rest; /* a line of folded text that is not complete */
	double next;     /* when progress is shown again */
};

void survey_release(struct survey *survey);

/* pipeline_see_fn for the output of perf script, with progress; and for folded stacks. */
bool survey_see_script(void *survey, struct slice chunk);
bool survey_see_folded(void *survey, struct slice chunk);

/* No more will come: the last line may lack its LF. */
void survey_end(struct survey *survey);

/* The file with most of the functions without names, or NULL. */
const struct survey_file *survey_largest(const struct survey *survey);

/* The number of samples of the folded stacks; 0 if it is not known. */
uint64_t survey_shown(const struct survey *survey);

#endif
