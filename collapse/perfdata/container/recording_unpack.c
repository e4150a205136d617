/* SPDX-License-Identifier: MIT */
/*
 * perf record -z: the contents of COMPRESSED records, one zstd stream for each file. Damage costs
 * the contents of its record and of those after it.
 */
#include "collapse/perfdata/container/recording_state.h"
#include "common/base/diag.h"
#include "common/io/decompress.h"

/* Windows of up to 128 MiB; perf's are of 2. */
enum { WINDOW_LOG = 27 };

/* More than that is not a recording but an attack: bytes out for one byte in. */
enum { MOST_RATIO = 4096, RATIO_FREE = 1 << 20 };

static ssize_t unpack_stop(struct perfdata *recording)
{
	recording->counts.is_damaged = true;
	recording->walk.is_unpacking_over = true;
	recording->walk.packed = slice_of(NULL, 0);
	return 0;
}

/* For walk.unpacked: what the decoder makes of walk.packed. */
static ssize_t read_unpacked(void *context, char *to, size_t size)
{
	struct perfdata *recording = context;
	struct recording_walk *walk = &recording->walk;
	size_t room = size, packed = walk->packed.len, before;

	if (walk->is_unpacking_over)
		return 0;
	do { /* a frame without content gives nothing, yet another may follow */
		before = walk->packed.len;
		if (!decoder_run(walk->decoder, &walk->packed, to, &room))
			unpack_stop(recording);
	} while (room == size && walk->packed.len > 0 && walk->packed.len < before);
	walk->packed_bytes += packed - walk->packed.len;
	walk->unpacked_bytes += size - room;
	if (walk->unpacked_bytes / MOST_RATIO > walk->packed_bytes + RATIO_FREE / MOST_RATIO)
		return unpack_stop(recording);
	return (ssize_t)(size - room);
}

void recording_unpack(struct perfdata *recording, struct slice packed)
{
	struct recording_walk *walk = &recording->walk;

	if (walk->is_unpacking_over)
		return;
	if (!walk->decoder) {
		walk->decoder = decoder_new(COMPRESSION_ZSTD);
		if (!walk->decoder) {
			diag_error("%s: compressed with zstd (perf record -z), whose library is "
				   "missing",
				   recording->name);
			recording->counts.has_failed = true;
			unpack_stop(recording);
			return;
		}
		decoder_limit_window(walk->decoder, WINDOW_LOG);
	}
	walk->packed = packed;
	walk->unpacked.read = read_unpacked;
	walk->unpacked.context = recording;
	walk->unpacked.has_ended = false;
}

void recording_unpack_release(struct recording_walk *walk)
{
	recording_source_release(&walk->unpacked);
	decoder_free(walk->decoder);
	walk->decoder = NULL;
}
