/* SPDX-License-Identifier: MIT */
/*
 * perf_sample.h - the sample that is being read: it starts with an event line, stack lines are
 * pushed, its end makes a stack of it.
 */
#ifndef FLAMBEAU_PERF_SAMPLE_H
#define FLAMBEAU_PERF_SAMPLE_H

#include "collapse/perf/perf_state.h"

/* A sample whose period does not fit: the run fails. */
void perf_huge(struct ingest_run *run, struct slice line);

/* Start a sample (perf_wants_event() and the selection allow it). */
void perf_start(struct ingest_run *run, const struct perf_event *event);

/* The only frame + 1 of a line of which nothing else is to be known, 0 for others. */
static inline uint32_t perf_plain(const struct perf_line *line)
{
	bool plain = line->count == 1 && !line->java && !line->inlined && !line->ends;

	return plain && line->frames[0] < UINT32_MAX ? line->frames[0] + 1 : 0;
}

/* `ref->plain` as perf_plain() returns it; if not 0, the line itself is not read. */
static inline void perf_push_ref(struct perf_run *perf, const struct perf_ref *ref)
{
	if (UNLIKELY(perf->sample.ref_count == perf->sample.ref_cap))
		MEMORY_ROOM(perf->sample.refs, perf->sample.ref_count, perf->sample.ref_cap);
	perf->sample.refs[perf->sample.ref_count++] = *ref;
}

/* Add the frames of one stack line; ignored without a sample. */
static inline void perf_push(struct perf_run *perf, const struct perf_line *line, struct slice pc)
{
	if (!perf->sample.open || line->count == 0)
		return;
	if (UNLIKELY(perf->sample.ended)) {
		perf->sample.idle_after |= line->idle;
		return;
	}
	if (UNLIKELY(line->java) && perf->sample.java)
		line = line->java;
	perf_push_ref(perf, &(struct perf_ref){.line = line, .pc = pc});
	perf->sample.has_inlined |= line->inlined;
	perf->sample.ended = line->ends;
}

/*
 * True if a line has so many inlined functions, which the input does not name, that its `symbol`
 * must be set: see perf_finish().
 */
bool perf_has_many_inlined(const struct perf_line *line);

/* The row of PERF_LESS_INLINED. */
/* clang-format off */
#define PERF_INLINED_KIND                                                                          \
	[PERF_LESS_INLINED] = {NULL, "stack without its inlined functions, which are too many",    \
			       "stacks without their inlined functions, which are too many",       \
			       DIAG_WARNINGS, false, NOTE_KEPT}
/* clang-format on */

/* --srcline: add the text of a source line to frame `index` (0 the leaf) of the last line. */
void perf_append_source(struct ingest_run *run, struct slice source, size_t index);

/*
 * Keep the stack of the open sample in an entry of the stack cache; then samples like it are a
 * cache hit, of which nothing is counted but the stack. So a sample for which a note was counted
 * since `notes`, run->notes.count, is not kept.
 */
static inline void perf_cache_stack(struct perf_run *perf, struct stack_cache_entry *entry,
				    uint64_t notes)
{
	perf->sample.cached = entry;
	perf->sample.notes = notes;
}

/* Cache the sample's stack of `lines` lines, if text and process determine it. */
void perf_remember(struct ingest_run *run, const struct perf_stack_key *key, uint32_t lines);

/* If the process is the entry's, count a sample with the entry's lines, and forget it. */
bool perf_repeat(struct ingest_run *run, struct stack_cache_entry *entry);

/*
 * Count the sample and forget it. A few bytes of an address stand for many inlined functions, so
 * these may cost so much as the stack's lines allow (struct stack_budget); a stack with more has none.
 * That depends on the stack alone, whatever was read before.
 */
void perf_finish(struct ingest_run *run);
void perf_forget(struct ingest_run *run);

/* ---- Labels of samples ---- */

/* True if perf can give these labels. */
#define PERF_LABELS                                                                                \
	(LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_CPU) | LABEL_BIT(LABEL_PID) |                     \
	 LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_COMM) | LABEL_BIT(LABEL_EVENT) |                   \
	 LABEL_BIT(LABEL_HOST) | LABEL_BIT(LABEL_CGROUP) | LABEL_BIT(LABEL_STATE) |                \
	 LABEL_BIT(LABEL_THREAD))

/* The time of the next sample, in nanoseconds of the recording's clock. */
void perf_label_time(struct ingest_run *run, uint64_t time);

/* True if several events get root frames: labels do not distinguish them. */
bool perf_roots_are_events(const struct ingest_run *run);

#endif
