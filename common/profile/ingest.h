/* SPDX-License-Identifier: MIT */
/*
 * ingest.h - read an input into one profile on several threads. Knows neither formats nor options:
 * a format gives the cutter and the parser, the parser sees whole records and adds stacks.
 */
#ifndef FLAMBEAU_INGEST_H
#define FLAMBEAU_INGEST_H

#include "common/io/input.h"
#include "common/profile/notes.h"
#include "common/profile/profile.h"
#include "common/profile/stack_budget.h"

struct ingest_format;
struct label_wish;

/* One worker's view. */
struct ingest_run {
	struct profile profile;
	struct notes notes;
	struct stack_budget budget;         /* of formats that count by collapse/text.h */
	struct chunk chunk;                 /* being parsed */
	size_t line;                        /* in the chunk, 0 the first; the parser counts it up */
	const struct ingest_format *format; /* set by ingest() */
	void *state;                        /* the format's own, one a worker */
	const void *options;                /* the format's own, const for all */
	void *findings; /* the format's own, one for all: written only until settled */
	/* labels wanted of samples; NULL: none. See label_wish.h */
	const struct label_wish *labels;
	bool is_closed_next;     /* the caller adds nothing to the profile before profile_close() */
	unsigned threads;        /* number of parsing threads */
	uint64_t lines, samples; /* for --stats; the format counts samples */
};

struct ingest_format {
	input_next_record_fn *next_record; /* NULL: cannot be cut, one thread */
	void (*parse)(struct ingest_run *run, struct slice records);

	/* A record can change how the next ones are read: one thread, chunk after chunk. */
	bool in_order;

	/* Workers share one table of names, because shared state refers to ids of names. */
	bool shares_names;

	/* All below may be NULL. */
	void (*init)(struct ingest_run *run);                            /* makes run->state */
	void (*release)(struct ingest_run *run);                         /* frees it */
	void (*merge)(struct ingest_run *into, struct ingest_run *from); /* joins states */

	void (*finish)(struct ingest_run *run); /* all has been read and merged */

	/*
	 * Chunks are parsed one by one, in order, until this returns true and all workers may
	 * start: a format that takes a decision from the first records (which event is shown) keeps
	 * it in findings.
	 */
	bool (*settled)(const struct ingest_run *run);

	const struct note_kind *kinds;
	size_t kind_count;

	const void *grammar; /* the functions' table, if several formats share them */
};

/* Totals of what was read, besides the profile. */
struct ingest_stats {
	uint64_t bytes, lines, samples;
	unsigned threads;
};

/*
 * Read all of `input` into `run`, which the caller has zeroed but for options and findings, and
 * releases with ingest_release(). False, after a message, if a file could not be read.
 */
bool ingest(struct input *input, const struct ingest_format *format, unsigned threads,
	    struct ingest_run *run, struct ingest_stats *stats);

void ingest_release(struct ingest_run *run);

/*
 * ingest() in steps, for a format whose records do not come from an input. Workers parse on as many
 * threads as the format likes; worker 0 has a copy of `run`. At the end all are merged into `run`.
 */
struct ingest_crew;

struct ingest_crew *ingest_start(const struct ingest_format *format, unsigned threads,
				 const struct ingest_run *run);
struct ingest_run *ingest_worker(const struct ingest_crew *crew, unsigned index);
/* Parse all that can be claimed; input_stop_at() may let that end early. */
void ingest_claims(struct ingest_crew *crew, struct input *input);

void ingest_publish(const struct ingest_crew *crew, unsigned index); /* for messages: what it has */
/* A worker that parses nothing for a while gives its caches back; what it has counted stays. */
void ingest_rest(const struct ingest_crew *crew, unsigned index);

/* A worker is as if it had parsed nothing; `run` as ingest_start() got it. Not for worker 0. */
void ingest_restart(const struct ingest_crew *crew, unsigned index, const struct ingest_run *run);

void ingest_end(struct ingest_crew *crew, struct ingest_run *run);

/* Note the current line, or another one of the chunk. */
void ingest_note(struct ingest_run *run, unsigned kind, struct slice text);

#endif
