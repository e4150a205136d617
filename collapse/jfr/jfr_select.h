/* SPDX-License-Identifier: MIT */
/*
 * jfr_select.h - the events that --event selects, and their weights.
 *
 * A word means alternatives: the first one with events in the input is taken. That is known only at
 * the end, so sums of the alternatives are kept separately until then (the parts of jfr_reader.h).
 */
#ifndef FLAMBEAU_JFR_SELECT_H
#define FLAMBEAU_JFR_SELECT_H

#include "collapse/jfr/jfr_reader.h"
#include "common/cli/opt.h"

enum { JFR_ALTERNATIVES = 3 };

/* One word: sets of parts, a bit for each; after the last alternative 0. */
struct jfr_choice {
	uint64_t alternatives[JFR_ALTERNATIVES];
};

struct jfr_selection {
	struct jfr_request request; /* its kinds and their parts */
	struct jfr_choice choices[JFR_PARTS];
	size_t choice_count;
	unsigned part_count;
	uint64_t certain; /* parts that are taken whatever else there is */
	bool is_default;  /* no events were named */
};

/* The options that select events. */
struct jfr_selecting {
	const struct opt_list *events;  /* words or names, joined by commas */
	const struct opt_list *filters; /* --event-filter: words or names that count 1 */
	struct slice weight;            /* --weight; empty without */
	bool counts;                    /* --count */
};

/* False, after a message, for weights that cannot be added. */
bool jfr_select(struct jfr_selection *selection, const struct jfr_selecting *by);

/* The parts that are taken, if `seen` are those with events. */
uint64_t jfr_select_chosen(const struct jfr_selection *selection, uint64_t seen);

/* True if the part can still be taken, when the parts `seen` have events. */
bool jfr_select_is_open(const struct jfr_selection *selection, uint64_t seen, unsigned part);

/* The kind of an event; NULL: it was not asked for. */
const struct jfr_kind *jfr_select_kind(const struct jfr_selection *selection, struct slice event);

/* True if a selected event weighs more than 1. */
bool jfr_select_weighs(const struct jfr_selection *selection);

/* "ns"; empty for a mask of several, whose sum means nothing. */
struct slice jfr_select_unit(const struct jfr_selection *selection, unsigned units, bool samples);

/* jdk.ExecutionSample and the like: an event is a sample of what a thread did. */
bool jfr_select_is_sample(struct slice event);

#endif
