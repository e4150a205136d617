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

/*
 * How many frames may be made of an input that refers to stacks. By a reference, a
 * tree of calls, or functions inlined at an address, a few bytes stand for a deep stack; so what is
 * made of such bytes is limited by their number. Stacks beyond the limit are left out.
 *
 * What is left out depends on the bytes up to the end of the stack in question alone: not on
 * threads, the size of chunks, or whether the input is a pipe. Zeroed, nothing has been read.
 */

#ifndef STACK_BUDGET_FREE /* that of fuzzers is less: their inputs are small */
#define STACK_BUDGET_FREE (8 << 20)
#endif

/* Units of work: one puts a frame into a stack. */
enum {
	STACK_BUDGET_LEAST = STACK_BUDGET_FREE, /* for an input of any size */
	STACK_BUDGET_BYTE = 16,                 /* for each byte that was read */
	STACK_BUDGET_NEW = 8,                   /* for each frame of a new stack, which is kept */
	STACK_BUDGET_TEXT = 8,                  /* bytes of the text of a new stack: another unit */
	STACK_BUDGET_NAME = 2,                  /* for each byte of a name put together of others */
};

struct stack_budget {
	uint64_t read;  /* bytes of the input, decompressed, up to what is being seen */
	uint64_t spent; /* units */
};

/* Units of a new stack, whose names and the marks between them have so many bytes. */
static inline uint64_t stack_budget_new(uint64_t depth, uint64_t text)
{
	return depth * STACK_BUDGET_NEW + text / STACK_BUDGET_TEXT;
}

/* True if so many units are left. */
static inline bool stack_budget_allows(const struct stack_budget *budget, uint64_t units)
{
	const uint64_t all = STACK_BUDGET_LEAST + STACK_BUDGET_BYTE * budget->read;

	return budget->spent < all && units <= all - budget->spent;
}

/* Spend units if they are left; false, and nothing is spent, if not. */
static inline bool stack_budget_take(struct stack_budget *budget, uint64_t units)
{
	if (!stack_budget_allows(budget, units))
		return false;
	budget->spent += units;
	return true;
}

/*
 * profile_add() if the budget has units for it, which are spent. False, and nothing is added, if
 * not.
 */
bool stack_budget_add(struct stack_budget *budget, struct profile *profile, const frame_id *frames,
		      uint32_t depth, const struct weight *weight);

/* profile_settle() likewise; there is one that waits. */
bool stack_budget_settle(struct stack_budget *budget, struct profile *profile,
			 struct waiting_stack *waiting);

struct ingest_format;
struct label_request;

/* One worker's view. */
struct ingest_run {
	struct profile profile;
	struct notes notes;
	struct stack_budget budget;         /* of formats that count by collapse/text.h */
	struct chunk chunk;                 /* being parsed */
	size_t line;                        /* in the chunk, 0 the first; the parser counts it up */
	const struct ingest_format *format; /* set by ingest() */
	void *state;                        /* the format's own, one per worker */
	/*
	 * The format's own, one for all workers: options, and a pointer to what the workers find
	 * out together.
	 */
	const void *options;
	/* labels wanted of samples; NULL: none. See label_request.h */
	const struct label_request *labels;
	bool may_concatenate;    /* the caller adds nothing to the profile before profile_close() */
	unsigned threads;        /* number of parsing threads */
	uint64_t lines, samples; /* for --stats; the format counts samples */
};

struct ingest_format {
	struct input_records records; /* zeroed: cannot be cut, one thread */
	void (*parse)(struct ingest_run *run, struct slice records);

	/* A record can change how the next ones are read: one thread, chunk after chunk. */
	bool in_order;

	/* Workers share one table of names, because shared state refers to ids of names. */
	bool shares_names;

	/* The size of run->state, which is zeroed, and freed after release(). 0: init() makes it. */
	size_t state_size;

	/* All below may be NULL. */
	void (*init)(struct ingest_run *run);                            /* fills run->state */
	void (*release)(struct ingest_run *run);                         /* frees what it holds */
	void (*merge)(struct ingest_run *into, struct ingest_run *from); /* joins states */

	void (*finish)(struct ingest_run *run); /* all has been read and merged */
	void (*locate)(struct ingest_run *run); /* sets run->line, before a note has it */

	/*
	 * Chunks are parsed one by one, in order, until this returns true and all workers may
	 * start: a format that takes a decision from the first records (which event is shown) keeps
	 * it beside its options.
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
 * Read all of `input` into `run`, which the caller has zeroed but for options, and
 * releases with ingest_release(). False, after a message, if a file could not be read.
 */
bool ingest(struct input *input, const struct ingest_format *format, unsigned threads,
	    struct ingest_run *run, struct ingest_stats *stats);

/* The state of a run whose format is set; ingest() does it itself. */
void ingest_init(struct ingest_run *run);
void ingest_release(struct ingest_run *run);

/*
 * ingest() in steps, for a format whose records do not come from an input. Workers parse on as many
 * threads as the format likes; worker 0 has a copy of `run`. At the end all are merged into `run`.
 */
struct ingest_pool;

struct ingest_pool *ingest_start(const struct ingest_format *format, unsigned threads,
				 const struct ingest_run *run);
struct ingest_run *ingest_worker(const struct ingest_pool *pool, unsigned index);
/* Parse all that can be claimed; input_stop_at() may let that end early. */
void ingest_claims(struct ingest_pool *pool, struct input *input);

void ingest_publish(const struct ingest_pool *pool, unsigned index); /* for messages: what it has */
/* A worker that parses nothing for a while gives its caches back; what it has counted stays. */
void ingest_drop_caches(const struct ingest_pool *pool, unsigned index);

/* Reset a worker; `run` as ingest_start() got it. Not for worker 0. */
void ingest_restart(const struct ingest_pool *pool, unsigned index, const struct ingest_run *run);

void ingest_end(struct ingest_pool *pool, struct ingest_run *run);

/* Note the current line, or another one of the chunk. */
void ingest_note(struct ingest_run *run, unsigned kind, struct slice text);

/*
 * The numbers of --stats: bytes and lines read, time, memory.
 */

/* Statistics of the whole run, over all inputs. */
struct stats {
	double start;             /* clock_seconds() */
	struct ingest_stats read; /* sums; of threads the most there were */
	size_t frames, stacks;    /* distinct ones; 0 frames with stacks: not counted */
};

void stats_start(struct stats *stats);

/* One input was read. */
void stats_add(struct stats *stats, const struct ingest_stats *read);

/* Take the numbers of distinct frames and stacks from the profile. */
void stats_count(struct stats *stats, const struct profile *profile);

/* One line on stderr, if anything was read. */
void stats_print(const struct stats *stats);

#endif
