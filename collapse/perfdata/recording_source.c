/* SPDX-License-Identifier: MIT */
/* A sequential source of bytes: what has been read of a stream and is not yet used. */
#include "collapse/perfdata/recording_state.h"
#include "common/base/memory.h"

void recording_source_release(struct recording_source *source)
{
	free(source->buffer);
	source->buffer = NULL;
	source->left = slice_of(NULL, 0);
}

/* Read once, into the room after `left`. */
static bool read_once(struct recording_source *source)
{
	char *end = source->buffer + (source->left.ptr - source->buffer) + source->left.len;
	ssize_t n = source->read(source->context, end,
				 source->capacity - (size_t)(end - source->buffer));

	source->has_ended = n <= 0;
	source->has_failed = n < 0;
	if (n <= 0)
		return false;
	source->left.len += (size_t)n;
	source->bytes += (uint64_t)n;
	return true;
}

bool recording_source_more(struct recording_source *source, size_t size)
{
	assert(size <= RECORDING_SOURCE_MOST);
	if (!source->buffer) {
		source->buffer = memory_get(RECORDING_SOURCE_MOST);
		source->capacity = RECORDING_SOURCE_MOST;
		source->left = slice_of(source->buffer, 0);
	}
	while (source->left.len < size && !source->has_ended) {
		const size_t begin = (size_t)(source->left.ptr - source->buffer);

		/* what is left of a record moves to the front before more is read */
		if (source->left.len == 0 || begin + size > source->capacity) {
			memmove(source->buffer, source->left.ptr, source->left.len);
			source->left.ptr = source->buffer;
		}
		read_once(source);
	}
	return source->left.len >= size;
}

bool recording_source_skip(struct recording_source *source, uint64_t size)
{
	while (size > source->left.len) {
		size -= source->left.len;
		source->left = slice_tail(source->left, source->left.len);
		if (!recording_source_has(source, 1))
			return false;
	}
	source->left = slice_tail(source->left, (size_t)size);
	return true;
}

bool recording_source_spool(struct recording_source *source)
{
	while (!source->has_ended) {
		const size_t used = (size_t)(source->left.ptr - source->buffer) + source->left.len;

		if (used == source->capacity) {
			const size_t begin = (size_t)(source->left.ptr - source->buffer);

			source->buffer = memory_grow(source->buffer, &source->capacity,
						     source->capacity + 1, 1);
			source->left.ptr = source->buffer + begin;
		}
		read_once(source);
	}
	source->read = NULL;
	return !source->has_failed;
}
