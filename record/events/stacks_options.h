/* SPDX-License-Identifier: MIT */
/*
 * stacks_options.h - the options of record-stacks, and their table.
 */
#ifndef FLAMBEAU_STACKS_OPTIONS_H
#define FLAMBEAU_STACKS_OPTIONS_H

#include "common/cli/opt.h"

struct stacks_options {
	/* the target of the recording */
	struct opt_list processes, threads; /* texts of numbers, several by commas */
	bool all_cpus;
	struct slice cpus; /* "0-3,8" */
	double duration;   /* seconds, 0: to the end */

	/* by what */
	struct opt_list events; /* names, several by commas */
	uint64_t frequency, period;
	int off_cpu; /* OPT_OPTIONAL: 0 not given, 1 without a value, 2 blocked, 3 preempted, 4 all */
	bool user, kernel;

	/* the method */
	bool frame_pointers;
	uint32_t dump; /* bytes of the stack; 0: frame pointers */
	uint64_t ring; /* bytes a CPU; 0: the default */
	bool compress;
	struct slice output;

	struct opt_result given;
};

extern const struct opt stacks_rows[];
extern const size_t stacks_row_count;

void stacks_options_init(struct stacks_options *options);
void stacks_options_release(struct stacks_options *options);

bool stacks_has(const struct stacks_options *options, const char *name);

/* Check rules about more than one row. False after a message. */
bool stacks_options_check(const struct stacks_options *options);

#endif
