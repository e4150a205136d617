/* SPDX-License-Identifier: MIT */
/*
 * jfr_damage.h - kinds of damage in recordings: the count of each, and its first position.
 */
#ifndef FLAMBEAU_JFR_DAMAGE_H
#define FLAMBEAU_JFR_DAMAGE_H

#include "collapse/jfr/jfr_chunk.h"

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
