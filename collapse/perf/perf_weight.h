/* SPDX-License-Identifier: MIT */
/*
 * perf_weight.h - --weight FIELD: samples of tracepoints and probes count a field of theirs, such as
 * the bytes that kmem:kmalloc was asked for. A sample without the field, or with a negative number in
 * it, is left out and counted; 0 adds nothing.
 */
#ifndef FLAMBEAU_PERF_WEIGHT_H
#define FLAMBEAU_PERF_WEIGHT_H

#include "collapse/perf/perf_state.h"
#include "collapse/perfdata/tracepoint.h"

static inline bool perf_weighs(const struct perf_options *options)
{
	return UNLIKELY(options->weight.len > 0);
}

/*
 * Make the field in the text of an event line the sample's period; false if it does not count.
 * Understood are "bytes_req=64", "ret=0x10", "count: 0x00000400", and "0x10" as the `ret` of a system
 * call.
 */
bool perf_weigh_text(struct ingest_run *run, struct slice text, struct perf_event *event);

/*
 * The field in each event of a recording, by the number of the event, for the caller to free().
 * NULL, after a message that says which fields there are: no event that is kept has it as a number.
 */
struct perfdata_field *perf_weight_fields(struct perf_run *perf, const char *name,
					  const struct perfdata *recording);

/*
 * Make the value of the field in a sample of a recording its period; false if it does not count.
 * NULL: it has none.
 */
bool perf_weigh_value(struct ingest_run *run, const uint64_t *value, struct perf_event *event);

/* The unit of the values of an event's field: "bytes", "ns", or the field's name. */
struct slice perf_weight_unit(struct slice event, struct slice field);

/* Rows of tables of notes, for what is left out. */
/* clang-format off */
#define PERF_WEIGHT_KINDS                                                                          \
	[PERF_NO_WEIGHT] = {NULL, "sample without the field of --weight",                          \
			    "samples without the field of --weight", DIAG_WARNINGS, false, false}, \
	[PERF_NEGATIVE_WEIGHT] = {NULL, "sample with a negative number in the field of --weight",  \
				  "samples with negative numbers in the field of --weight",        \
				  DIAG_WARNINGS, false, false}
/* clang-format on */

#endif
