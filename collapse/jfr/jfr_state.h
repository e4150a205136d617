/* SPDX-License-Identifier: MIT */
/*
 * jfr_state.h - what the files of the jfr format share: options, shared state, a worker's state.
 * The reader of recordings (jfr_reader.h) knows nothing of it.
 *
 *      jfr             options, header
 *      jfr_text        the text of jfr print
 *      jfr_select      which events are wanted, what they weigh
 *      jfr_recording   recordings: files, streams, chunks for workers
 *      jfr_fold        a chunk's counts become stacks: frames, labels
 *      jfr_messages    how many events each type has; messages about recordings
 */
#ifndef FLAMBEAU_JFR_STATE_H
#define FLAMBEAU_JFR_STATE_H

#include "collapse/formats/java_names.h"
#include "collapse/jfr/jfr_reader.h"
#include "collapse/text.h"

#include "common/base/parallel.h"
#include "common/cli/opt.h"
#include "common/profile/tally.h"
#include "common/table/intern.h"

/*
 * ---- jfr_select.c: the events that --event selects, and their weights ----
 *
 * A word means alternatives: the first one with events in the input is taken. That is known only at
 * the end, so sums of the alternatives are kept separately until then (the parts of jfr_reader.h).
 */

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

/* ---- Options, what is found, the state of a worker ---- */

/* Counts the events of each type, and those with stacks. A zeroed struct is empty. */
struct jfr_event_counts {
	struct intern names;
	struct jfr_event_counts_row {
		uint64_t events, with_stack;
		bool carries_stacks;
	} * rows; /* by id of the name */
	size_t cap;
};

/* Add the events of the chunk that was read. */
void jfr_event_counts_add(struct jfr_event_counts *event_counts, const struct jfr_reader *reader);

/* Append "NAME<TAB>events<TAB>events with stack" lines, sorted by name; false if there are none. */
bool jfr_event_counts_list(const struct jfr_event_counts *event_counts, struct buf *out);

void jfr_event_counts_release(struct jfr_event_counts *event_counts);

struct jfr_times {
	bool given;
	uint64_t from, to; /* ns */
};

/* Stacks that are not whole. */
struct jfr_cuts {
	uint64_t recorded; /* cut when they were recorded */
	uint64_t deep;     /* cut here */
	uint64_t left_out; /* beyond the budget of their chunk */
	uint64_t unnamed;  /* names, likewise */
};

/* State shared by all workers. */
struct jfr_findings {
	struct lock lock;      /* guards all below */
	struct tally rejected; /* events of text that were not selected */
	struct jfr_event_counts event_counts;
	struct jfr_damages damages;
	uint64_t seen;               /* parts with events */
	uint8_t units[JFR_PARTS];    /* of the parts: masks of what was added */
	uint64_t counted[JFR_PARTS]; /* of the parts: events that were added */
	uint64_t early[JFR_PARTS];   /* of the parts: events before the time 0 of labels */
	struct jfr_cuts cuts[JFR_PARTS];
	uint64_t lost[JFR_LOSSES];
	uint64_t chosen;       /* parts that were taken; known at the end */
	bool is_saturated;     /* a sum reached INT64_MAX */
	bool has_start;        /* of the first chunk */
	uint64_t start, end;   /* ns since 1970 */
	unsigned major, minor; /* of the first chunk with another version */
};

struct jfr_options {
	struct opt_list filters, events;
	struct slice weight, states;
	struct opt_list state_words; /* of `states` */
	struct jfr_times times;
	int shorten, bare; /* enum java_switch */
	bool thread_names, classes, lines, counts, list_events;
	enum java_packages packages;
	struct jfr_selection selection;
	struct jfr_findings *findings; /* of all workers; made by prepare() */
};

/* The part of a text event that a line belongs to. */
enum jfr_place { JFR_OUTSIDE, JFR_FIELDS, JFR_STACK };

/* Names of the frames of one chunk, by index in its pools. */
struct jfr_names {
	frame_id *methods; /* two each: as Java's, as native code's */
	frame_id *threads, *classes;
	uint8_t *frame_types;       /* by frame type: native or not */
	struct label_sets labels;   /* by thread, state and type of an event */
	struct stack_budget budget; /* of the chunk */
	uint64_t unnamed;           /* frames whose names are beyond it */
	struct buf text, clean;
};

/* A worker's state. */
struct jfr {
	struct text text;

	struct tally rejected; /* of the chunk of text */
	struct java_names methods;
	struct buf thread;
	struct text_clock clock;
	enum jfr_place place;
	unsigned part; /* of the event; JFR_NO_PART: it was not selected */

	struct jfr_reader reader;
	struct jfr_names names;
	struct profile
		*pending[JFR_PARTS]; /* of parts that may not be taken in the end; NULL: empty */
};

enum jfr_note {
	JFR_NOT_SELECTED = TEXT_NOTES,
	JFR_CUT,
	JFR_TRUNCATED,
	JFR_DAMAGED,
	JFR_TEXT_SAMPLES_LOST, /* of text, as the next one: recordings have messages for it */
	JFR_TEXT_EVENTS_LOST,
	JFR_NOTES,
};

/* "STATE_RUNNABLE" as a label has it: RUNNABLE. */
static inline struct slice jfr_state_word(struct slice state)
{
	slice_skip(&state, SLICE("STATE_"));
	return state;
}

static inline struct jfr *jfr_of(const struct ingest_run *run)
{
	return run->state;
}

extern const struct text_format jfr_text_format;
extern const struct note_kind jfr_note_kinds[]; /* JFR_NOTES of them */
enum probe jfr_text_probe(struct slice head, bool whole);

extern const struct collapse_recordings jfr_recordings;

/* The profile for the stacks of a part. */
struct profile *jfr_fold_profile(struct ingest_run *run, unsigned part);

/* Read a chunk and add its stacks. */
void jfr_fold_chunk(struct ingest_run *run, const struct jfr_chunk *chunk);

/* All has been read: what was pending goes to the run's profile, if its part was chosen. */
void jfr_fold_settle(struct ingest_run *run, uint64_t chosen);

void jfr_fold_release(struct jfr *jfr);

struct input;
void jfr_say_damages(const struct jfr_findings *findings, const struct input *input);
/* Samples that the JVM lost, of those that are counted. */
uint64_t jfr_lost_samples(const struct jfr_options *options);
void jfr_say_report(const struct collapse_setup *setup, const struct ingest_run *run);
void jfr_say_empty(const struct collapse_setup *setup);

#endif
