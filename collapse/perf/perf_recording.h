/* SPDX-License-Identifier: MIT */
/*
 * perf_recording.h - perf's own recordings (perf.data) instead of the text that perf script makes of them. What is
 * made of a sample is what the grammars would make of its text: symbols go through perf_personality.split as
 * perf script would have printed them.
 *
 *      perf_recording       files and streams; which parts of them workers fold
 *      perf_fold            one sample: is it wanted, was its chain there before?
 *      perf_fold_chain      a chain that is new: the frames of its addresses
 */
#ifndef FLAMBEAU_PERF_RECORDING_H
#define FLAMBEAU_PERF_RECORDING_H

#include "collapse/perf/perf_run.h"
#include "collapse/perfdata/perfdata_sample.h"
#include "collapse/perfdata/perfdata_scan.h"

/* What may be noted of a recording, in place of what its text may have. */
enum perf_recording_note {
	PERF_DAMAGED = PERF_UNRECOGNISED,
	PERF_NO_EVENT = PERF_WEIRD_EVENT,
	PERF_GUEST = PERF_NOT_SAMPLE,
	PERF_BAD_CHAIN = PERF_SOURCE_LINE,
	PERF_NO_LINE = PERF_PROCESS_NAME,
	PERF_CUT = PERF_UNFINISHED,
	PERF_COPIED_STACK = PERF_HUGE, /* --call-graph dwarf */
};

extern const struct collapse_recordings perf_recordings;
extern const struct note_kind perf_recording_kinds[]; /* PERF_NOTES of them */

/* A recording that is being read; const while workers fold its parts. */
struct perf_recording {
	const struct perfdata *data;
	const struct perfdata_scan *scan;
	const struct perfdata_world *world;
	bool swapped;
};

void perf_fold_release(struct perf_fold *fold);

/* Count the samples of a part. */
void perf_fold_part(struct ingest_run *run, const struct perf_recording *recording,
		    const struct perfdata_part *part);

/* In perf_fold_chain.c */

/* Where the addresses of a sample were mapped. */
struct perf_spaces {
	const struct perfdata_maps *user, *kernel;
};

/* Push the frames of a sample's chain, or of its address. */
void perf_fold_chain(struct ingest_run *run, const struct perfdata_event *event,
		     const struct perfdata_sample *sample, const struct perf_spaces *spaces,
		     uint64_t order);

/* The leaf is what a sample is counted for in messages about missing symbols. */
void perf_fold_hit(struct ingest_run *run, const struct perfdata_sample *sample,
		   const struct perf_spaces *spaces);

/* Forget the addresses: the lines or maps that they refer to go. */
void perf_fold_forget(struct perf_fold *fold);

#endif
