/* SPDX-License-Identifier: MIT */
/*
 * diffreport_options.h - the options of diffreport, and their table; the options that name the
 * files are in diff_options.h.
 */
#ifndef FLAMBEAU_DIFFREPORT_OPTIONS_H
#define FLAMBEAU_DIFFREPORT_OPTIONS_H

#include "common/cli/opt.h"
#include "diff/report/budget.h"
#include "diff/report/noise/noise.h"

struct diffreport_options {
	struct budgets budgets;
	struct noise_options noise;
	double alpha;
	int format;                     /* place in diffreport_formats */
	uint64_t top;                   /* 0: all */
	bool all;                       /* changes that are noise, too */
	bool normalize;                 /* compare shares, not totals */
	struct slice svg;               /* path, empty: none */
	struct slice names[DIFF_SIDES]; /* of the sides, empty: their files */
	struct slice by;                /* a label, empty: none */
};

extern const struct opt diffreport_rows[];
extern const size_t diffreport_row_count;

void diffreport_options_init(struct diffreport_options *options);
void diffreport_options_release(struct diffreport_options *options);

/* Check rules about more than one row. False after a message. */
bool diffreport_options_check(const struct diffreport_options *options,
			      const struct opt_common *common, const struct opt_result *given);

#endif
