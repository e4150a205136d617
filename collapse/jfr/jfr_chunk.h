/* SPDX-License-Identifier: MIT */
/*
 * jfr_chunk.h - the chunks of a recording: each has a header, then events, and refers to nothing
 * outside of itself.
 */
#ifndef FLAMBEAU_JFR_CHUNK_H
#define FLAMBEAU_JFR_CHUNK_H

#include "collapse/jfr/jfr_cursor.h"

#include "common/base/exact.h"

/* Ticks of a chunk and nanoseconds, exact: products have 128 bits. */

enum { JFR_SECOND = 1000000000 }; /* nanoseconds */

/* value * factor / by, rounded down; at most INT64_MAX. `by` is not 0. */
uint64_t jfr_scale(uint64_t value, uint64_t factor, uint64_t by);

/*
 * The first tick, counted from the moment that `ns` counts from, that is not before `ns`;
 * saturated.
 */
int64_t jfr_first_tick(int64_t ns, uint64_t ticks_per_second);

enum { JFR_HEADER = 68 }; /* bytes of a chunk's header */

/* Numbers of event types that are the same in every chunk. */
enum { JFR_METADATA_EVENT, JFR_CHECKPOINT_EVENT };

struct jfr_chunk {
	struct slice bytes; /* the header included */
	uint64_t at;        /* position of the chunk in its input */
	size_t file;        /* the input's number, the caller's */
	unsigned major, minor;
	uint64_t checkpoint, metadata; /* offsets in the chunk, as the header has them, unchecked */
	uint64_t start;                /* ns since 1970 */
	uint64_t duration;             /* ns; 0: not known yet */
	uint64_t start_ticks;
	uint64_t ticks;     /* per second; may be 0 */
	bool is_readable;   /* a version that is known */
	bool is_unfinished; /* no offset of the header is to be trusted: the events are scanned */
	bool has_times;     /* the header was not being rewritten */
	bool is_mapped;     /* in a guarded_map.h, whose memory can be given back */
};

/* True if these bytes begin a recording. Four are enough. */
bool jfr_begins(struct slice head);

/*
 * Bytes that a reader should have of a stream before it calls jfr_chunk_next(): the size of the
 * chunk that `header`, JFR_HEADER bytes, begins; UINT64_MAX: all up to the end of the stream.
 */
uint64_t jfr_chunk_wants(struct slice header);

enum jfr_found {
	JFR_CHUNK,    /* here it is */
	JFR_NOTHING,  /* the bytes are at their end */
	JFR_NO_CHUNK, /* the following bytes are not a chunk */
};

/*
 * The chunk that begins at byte *at of `bytes`, the rest of an input. Moves *at to its end. An
 * unfinished chunk ends at the next header in the place of an event, or at the end. The caller has
 * set chunk->is_mapped; the file is 0.
 */
enum jfr_found jfr_chunk_next(struct slice bytes, size_t *at, struct jfr_chunk *chunk);

/* One event, as far as all events are alike. */
struct jfr_event {
	const unsigned char *begin; /* its size included */
	struct jfr_cursor body;     /* after its type */
	uint64_t type;
};

enum jfr_step_on {
	JFR_EVENT,
	JFR_END,     /* there is no more */
	JFR_BAD_END, /* an event without a size, or one that is longer than the chunk */
};

/* Take the event at the front of the rest of a chunk. */
static inline enum jfr_step_on jfr_next_event(struct jfr_cursor *rest, struct jfr_event *event)
{
	const unsigned char *begin = rest->at;
	uint64_t size;

	if (rest->at == rest->end)
		return JFR_END;
	event->begin = begin;
	event->body = *rest;
	if (!jfr_take_small(&event->body, &size) || size < 2 ||
	    size > (uint64_t)(rest->end - begin))
		return JFR_BAD_END;
	event->body.end = begin + size;
	if (event->body.at >= event->body.end || !jfr_take_small(&event->body, &event->type))
		return JFR_BAD_END;
	rest->at = begin + size;
	return JFR_EVENT;
}

/*
 * A way through all events of a chunk, which gives back the memory of mapped ones that it has
 * passed.
 */
struct jfr_walk {
	struct jfr_cursor rest;
	const unsigned char *mark; /* to be passed before memory is given back */
};

struct jfr_walk jfr_walk_from(struct slice events, bool is_mapped);
void jfr_walk_forget(struct jfr_walk *walk);

static inline struct jfr_walk jfr_events_of(const struct jfr_chunk *chunk)
{
	return jfr_walk_from(slice_tail(chunk->bytes, JFR_HEADER), chunk->is_mapped);
}

static inline enum jfr_step_on jfr_walk_next(struct jfr_walk *walk, struct jfr_event *event)
{
	if (UNLIKELY(walk->rest.at > walk->mark))
		jfr_walk_forget(walk);
	return jfr_next_event(&walk->rest, event);
}

/*
 * Kinds of damage in recordings: the count of each, and its first position.
 */

enum jfr_damage {
	JFR_NO_CHUNKS,     /* bytes after the last chunk that are not a chunk */
	JFR_OTHER_VERSION, /* a chunk whose version is not known */
	JFR_UNFINISHED,    /* a chunk that was being written, or is cut off */
	JFR_BAD_METADATA,  /* not where the header has it, or damaged */
	JFR_NO_METADATA,   /* none that is whole: the chunk is left out */
	JFR_BAD_CHAIN,     /* of checkpoints */
	JFR_BAD_POOL,      /* the rest of a checkpoint */
	JFR_BAD_SIZE,      /* of an event: the chunk's events end there */
	JFR_BAD_EVENT,     /* one whose fields are longer than it is */
	JFR_BAD_TYPE,      /* an event of a type that cannot be laid out */
	JFR_NO_CLOCK,      /* a chunk of 0 ticks a second, where durations are wanted */
	JFR_UNKNOWN_TYPE,  /* an event of a type that the metadata lack: no damage, but skipped */
	JFR_DAMAGES,
};

struct jfr_damages {
	struct jfr_damage_seen {
		uint64_t count;
		uint64_t at; /* of the first: offset in its file */
		size_t file;
	} seen[JFR_DAMAGES];
};

/* `place` is in the chunk, or NULL: the chunk as a whole. */
static inline void jfr_damage_add(struct jfr_damages *damages, enum jfr_damage damage,
				  const struct jfr_chunk *chunk, const unsigned char *place)
{
	struct jfr_damage_seen *seen = &damages->seen[damage];
	const char *byte = (const char *)place;
	const uint64_t at = chunk->at + (place ? (uint64_t)(byte - chunk->bytes.ptr) : 0);

	if (seen->count == 0 || chunk->file < seen->file ||
	    (chunk->file == seen->file && at < seen->at)) {
		seen->file = chunk->file;
		seen->at = at;
	}
	seen->count++;
}

/* Add all of `from`, which is empty then. */
static inline void jfr_damages_move(struct jfr_damages *into, struct jfr_damages *from)
{
	size_t i;

	for (i = 0; i < JFR_DAMAGES; i++) {
		struct jfr_damage_seen *to = &into->seen[i], *more = &from->seen[i];
		const bool is_first = more->file < to->file ||
				      (more->file == to->file && more->at < to->at);

		if (more->count > 0 && (to->count == 0 || is_first)) {
			to->file = more->file;
			to->at = more->at;
		}
		to->count += more->count;
	}
	*from = (struct jfr_damages){.seen = {{0}}};
}

#endif
