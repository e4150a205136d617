/* SPDX-License-Identifier: MIT */
/*
 * recording_source.h - a sequential source of bytes: a map, or a function that reads more.
 */
#ifndef FLAMBEAU_RECORDING_SOURCE_H
#define FLAMBEAU_RECORDING_SOURCE_H

#include "collapse/perfdata/container/recording.h"

struct recording_source {
	struct slice
		/*
		 * bytes read and not yet used; those of a stream move with the next
		 * recording_source_more()
		 */
		left;
	perfdata_read_fn *read; /* NULL: `left` is all there is, and does not move */
	void *context;
	bool has_ended; /* read() gave 0 */
	bool has_failed;
	uint64_t bytes; /* read so far */
	char *buffer;
	size_t capacity;
};

void recording_source_release(struct recording_source *source);

enum { RECORDING_SOURCE_MOST = 256 << 10 }; /* bytes */

/*
 * Read until `left` has `size` bytes, of a stream at most RECORDING_SOURCE_MOST; false: there are
 * fewer.
 */
bool recording_source_more(struct recording_source *source, size_t size);

static inline bool recording_source_has(struct recording_source *source, size_t size)
{
	return source->left.len >= size || (source->read && recording_source_more(source, size));
}

/* Pass over bytes; false: there are fewer, and all of them are skipped. */
bool recording_source_skip(struct recording_source *source, uint64_t size);

/* Read all of a stream into memory: from then on nothing moves. False after a failed read. */
bool recording_source_spool(struct recording_source *source);

#endif
