/* SPDX-License-Identifier: MIT */
/*
 * From bytes to pieces of whole records. Records of a map stay where they are: a piece is a part of
 * the map. Those of a stream, and all from the first COMPRESSED record on, are copied into memory
 * of the piece.
 */
#include "collapse/perfdata/recording_state.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/io/decompress.h"

/*
 * perf record -z: the contents of COMPRESSED records, one zstd stream for each file. Damage costs
 * the contents of its record and of those after it.
 */

/* Windows of up to 128 MiB; perf's are of 2. */
enum { WINDOW_LOG = 27 };

/* More than that is not a recording but an attack: bytes out for one byte in. */
enum { MOST_RATIO = 4096, RATIO_FREE = 1 << 20 };

static ssize_t unpack_stop(struct perfdata *recording)
{
	recording->facts.counts.is_damaged = true;
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

static void recording_unpack(struct perfdata *recording, struct slice packed)
{
	struct recording_walk *walk = &recording->walk;

	if (walk->is_unpacking_over)
		return;
	if (!walk->decoder) {
		walk->decoder = decoder_new(COMPRESSION_ZSTD);
		if (!walk->decoder) {
			diag_error_at(CODE_DATA, slice_from(recording->name), 0,
				      "compressed with zstd (perf record -z), whose library is "
				      "missing");
			recording->facts.counts.has_failed = true;
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

/* Begin to decode the bytes of a COMPRESSED record. */
static void recording_unpack_release(struct recording_walk *walk)
{
	recording_source_release(&walk->unpacked);
	decoder_free(walk->decoder);
	walk->decoder = NULL;
}

enum {
	HEAD_SIZE = 8,
	PIECE_SIZE = 256 << 10,
	COPY_SIZE = PIECE_SIZE + (64 << 10), /* and the record that makes it long */
	PREFETCH_AHEAD = 1024,
	JOINED_MOST = 64 << 20, /* bytes of a record that was split */
	TYPES_OF_KERNEL = 32,   /* counted one by one */
	LAST_OF_KERNEL = 22,
	LAST_OF_PERF = 87,
};

enum walk_step {
	STEP_DONE,
	STEP_NEW_PIECE, /* the piece has to end before this record */
	STEP_END,       /* there is no whole record any more */
};

struct header {
	uint32_t type, size;
};

static inline struct header header_at(const struct perfdata *recording, const char *at)
{
	const uint32_t type = perfdata_u32(recording->facts.is_swapped, at);

	return (struct header){type, perfdata_record_size(recording->facts.is_swapped, type, at)};
}

static bool is_sound(const struct header *header)
{
	return header->size >= HEAD_SIZE &&
	       (header->type >= PERFDATA_USER_TYPES || header->size % 8 == 0);
}

static bool is_of_simpleperf(uint32_t type)
{
	return type > PERFDATA_SIMPLEPERF_TYPES && type <= PERFDATA_SIMPLEPERF_LAST;
}

static bool is_split(uint32_t type)
{
	return type == PERFDATA_SPLIT || type == PERFDATA_SPLIT_END;
}

static bool is_packed(uint32_t type)
{
	return type == PERFDATA_COMPRESSED || type == PERFDATA_COMPRESSED2;
}

/* Records that no piece has: bytes that are no record may follow, or other records are in them. */
static bool is_of_container(uint32_t type)
{
	return type >= PERFDATA_USER_TYPES && (is_packed(type) || type == PERFDATA_AUXTRACE ||
					       type == PERFDATA_TRACING_DATA || is_split(type));
}

static inline void walk_count(struct perfdata *recording, uint32_t type)
{
	struct perfdata_counts *counts = &recording->facts.counts;

	if (LIKELY(type - 1 < LAST_OF_KERNEL)) {
		counts->records[type]++;
	} else if (is_of_simpleperf(type)) {
		counts->simpleperf++;
	} else if (type >= PERFDATA_USER_TYPES && type <= LAST_OF_PERF) {
		counts->records[0]++;
	} else {
		counts->unknown++;
		if (type < TYPES_OF_KERNEL && type > 0)
			counts->records[type]++;
	}
}

/* Learn from a record of perf's or simpleperf's own. */
static void apply_header_record(struct perfdata *recording, const struct header *header,
				struct slice record)
{
	const bool swapped = recording->facts.is_swapped;
	const struct slice body = slice_tail(record, HEAD_SIZE);
	uint64_t feature;

	switch (header->type) {
	case PERFDATA_HEADER_ATTR:
		if (recording->facts.is_stream)
			recording_take_attribute(recording, body);
		break;
	case PERFDATA_EVENT_UPDATE: recording_take_update(recording, body); break;
	case PERFDATA_HEADER_BUILD_ID:
		recording_take_build_id(recording, perfdata_u16(swapped, record.ptr + 4), body);
		break;
	case PERFDATA_HEADER_FEATURE:
		feature = body.len >= 8 ? perfdata_u64(swapped, body.ptr) : UINT64_MAX;
		if (feature <= UINT8_MAX && recording->facts.is_stream)
			recording_take_feature(recording, (unsigned)feature, slice_tail(body, 8));
		break;
	case PERFDATA_AUXTRACE_INFO:
		if (body.len >= 4 && recording->facts.counts.aux_type == 0)
			recording->facts.counts.aux_type = perfdata_u32(swapped, body.ptr);
		break;
	case PERFDATA_EVENT_ID: recording_take_ids(recording, body); break;
	case PERFDATA_KERNEL_SYMBOL: recording_take_kallsyms(recording, body); break;
	case PERFDATA_DEBUG_CHAIN: recording->facts.counts.debug_chains++; break;
	case PERFDATA_FINISHED_ROUND:
		recording->walk.ends_round = !recording->facts.is_directory;
		break;
	default: break;
	}
}

/* Add a sound record to the piece. `stays`: its bytes are part of the map. */
static ALWAYS_INLINE void walk_count_add(struct perfdata *recording, const struct header *header,
					 struct slice record, bool stays)
{
	struct recording_walk *walk = &recording->walk;

	walk_count(recording, header->type);
	if (header->type < PERFDATA_USER_TYPES)
		walk->has_kernel_records = true;
	else
		apply_header_record(recording, header, record);
	if (stays) {
		walk->span = walk->span.len > 0
				     ? slice_of(walk->span.ptr, walk->span.len + record.len)
				     : record;
		return;
	}
	if (header->type >= PERFDATA_SIMPLEPERF_TYPES)
		return; /* may be long, and its reader would ignore it */
	if (!walk->copy) {
		walk->copy = memory_get(COPY_SIZE);
		walk->copy_capacity = COPY_SIZE;
	}
	memcpy(walk->copy + walk->copied, record.ptr, record.len);
	walk->copied += record.len;
}

static bool walk_is_full(const struct recording_walk *walk)
{
	return walk->ends_round || walk->span.len >= PIECE_SIZE || walk->copied >= PIECE_SIZE;
}

/*
 * Pass over an unpacked record that is too long for a source; false: its rest is not there (yet). Only
 * simpleperf's own are that long.
 */
static bool pass_over(struct recording_walk *walk)
{
	struct recording_source *from = &walk->unpacked;

	while (walk->passing > 0 && recording_source_has(from, 1)) {
		const size_t part = walk->passing < from->left.len ? (size_t)walk->passing
								   : from->left.len;

		from->left = slice_tail(from->left, part);
		walk->passing -= part;
	}
	return walk->passing == 0;
}

/* TRACING_DATA of simpleperf, which is in the record. `stays`: its bytes are part of the map. */
static void take_tracing_within(struct perfdata *recording, struct slice body, bool stays)
{
	uint32_t size;

	if (body.len < 4)
		return;
	size = perfdata_u32(recording->facts.is_swapped, body.ptr);
	body = slice_tail(body, 4);
	if (size < body.len)
		body = slice_head(body, size);
	if (stays)
		recording_take_tracing(recording, body);
	else
		recording_copy_tracing(recording, body);
}

/* Only TRACING_DATA is of use. */
static void take_joined_container(struct perfdata *recording, const struct header *header,
				  struct slice record)
{
	walk_count(recording, header->type);
	if (header->type == PERFDATA_TRACING_DATA)
		take_tracing_within(recording, slice_tail(record, HEAD_SIZE), false);
}

/* The parts of a split record have become one. */
static void take_joined(struct perfdata *recording)
{
	const struct slice joined = buf_slice(&recording->walk.joined);
	struct header header = {0};

	if (joined.len >= HEAD_SIZE)
		header = header_at(recording, joined.ptr);
	if (!is_sound(&header) || header.size > joined.len)
		recording->facts.counts.is_damaged = true;
	else if (is_of_container(header.type))
		take_joined_container(recording, &header, slice_head(joined, header.size));
	else
		walk_count_add(recording, &header, slice_head(joined, header.size), false);
	buf_reset(&recording->walk.joined);
}

static void take_split(struct perfdata *recording, const struct header *header, struct slice body)
{
	struct buf *joined = &recording->walk.joined;

	walk_count(recording, header->type);
	if (header->type == PERFDATA_SPLIT_END)
		take_joined(recording);
	else if (body.len <= JOINED_MOST - joined->len)
		buf_add(joined, body);
}

/* A record that the decoder gave; false: there is no whole one (yet). */
static bool take_unpacked(struct perfdata *recording)
{
	struct recording_walk *walk = &recording->walk;
	struct recording_source *from = &walk->unpacked;
	struct header header;

	if (walk->is_unpacking_over && from->left.len == 0)
		return false;
	if (!pass_over(walk) || !recording_source_has(from, HEAD_SIZE))
		return false;
	header = header_at(recording, from->left.ptr);
	if (!is_sound(&header) || (is_of_container(header.type) && !is_split(header.type))) {
		recording->facts.counts.is_damaged = true;
		walk->is_unpacking_over = true;
		walk->packed = slice_of(NULL, 0);
		from->left = slice_tail(from->left, from->left.len);
		return false;
	}
	if (header.size > RECORDING_SOURCE_MOST) {
		walk_count(recording, header.type);
		walk->passing = header.size;
		return true;
	}
	if (!recording_source_has(from, header.size))
		return false;
	if (is_split(header.type))
		take_split(recording, &header,
			   slice_of(from->left.ptr + HEAD_SIZE, header.size - HEAD_SIZE));
	else
		walk_count_add(recording, &header, slice_head(from->left, header.size), false);
	from->left = slice_tail(from->left, header.size);
	return true;
}

/* The compressed bytes of a record, of which `record` may be the beginning. */
static struct slice packed_of(const struct perfdata *recording, const struct header *header,
			      struct slice record)
{
	struct slice packed = slice_tail(record, HEAD_SIZE);
	uint64_t size;

	if (header->type == PERFDATA_COMPRESSED)
		return packed;
	if (packed.len < 8)
		return slice_of(NULL, 0);
	size = perfdata_u64(recording->facts.is_swapped, packed.ptr);
	packed = slice_tail(packed, 8);
	return size < packed.len ? slice_head(packed, (size_t)size) : packed;
}

/* Take COMPRESSED, AUXTRACE, TRACING_DATA and what follows the record, or a part of one. */
static void take_container(struct perfdata *recording, const struct header *header,
			   struct slice record)
{
	struct recording_source *from = &recording->walk.source;
	struct slice body = slice_tail(record, HEAD_SIZE);
	uint64_t more = 0;

	if (is_split(header->type)) {
		from->left = slice_tail(from->left, record.len);
		take_split(recording, header, body);
		return;
	}
	walk_count(recording, header->type);
	if (is_packed(header->type)) {
		recording_unpack(recording, packed_of(recording, header, record));
	} else if (header->type == PERFDATA_AUXTRACE && body.len >= 8) {
		more = perfdata_u64(recording->facts.is_swapped, body.ptr);
		if (more > UINT64_MAX - recording->facts.counts.aux_bytes)
			more = UINT64_MAX - recording->facts.counts.aux_bytes;
		recording->facts.counts.aux_bytes += more;
	} else if (header->type == PERFDATA_TRACING_DATA && body.len >= 4) {
		more = ((uint64_t)perfdata_u32(recording->facts.is_swapped, body.ptr) + 7) &
		       ~UINT64_C(7);
		if (more <= body.len - 4) { /* simpleperf's is in the record */
			take_tracing_within(recording, body, !from->read);
			more = 0;
		}
	}
	/* packed bytes stay where they are until the source is asked for more */
	from->left = slice_tail(from->left, record.len);
	if (header->type == PERFDATA_TRACING_DATA && more > 0) {
		if (!recording_read_tracing(recording, more))
			recording->facts.counts.is_cut = true;
	} else if (more > 0 && !recording_source_skip(from, more)) {
		recording->facts.counts.is_cut = true;
	}
}

static enum walk_step end_within_record(struct perfdata *recording)
{
	recording->facts.counts.is_cut = true;
	return STEP_END;
}

static bool has_piece(const struct recording_walk *walk)
{
	return walk->span.len > 0 || walk->copied > 0;
}

/* The next record of the file, or of the stream. */
static enum walk_step walk_take_raw(struct perfdata *recording)
{
	struct recording_walk *walk = &recording->walk;
	struct recording_source *from = &walk->source;
	struct header header;
	bool is_whole, stays = !from->read && !walk->decoder;

	if (!recording_source_has(from, HEAD_SIZE))
		return from->left.len > 0 ? end_within_record(recording) : STEP_END;
	PREFETCH(from->left.ptr + PREFETCH_AHEAD);
	header = header_at(recording, from->left.ptr);
	if (UNLIKELY(header.type > UINT16_MAX) && perfdata_is_recording(from->left))
		return STEP_END; /* another recording follows */
	if (!is_sound(&header))
		return end_within_record(recording);
	if (UNLIKELY(header.size > RECORDING_SOURCE_MOST) && from->read) {
		walk_count(recording, header.type);
		return recording_source_skip(from, header.size) ? STEP_DONE
								: end_within_record(recording);
	}
	is_whole = recording_source_has(from, header.size);
	if (is_of_container(header.type) ? walk->span.len > 0 : UNLIKELY(walk->copied > 0) && stays)
		return STEP_NEW_PIECE;
	if (!is_whole) {
		if (!is_packed(header.type))
			return end_within_record(recording);
		recording->facts.counts.is_cut = true;
		header.size = (uint32_t)from->left.len;
	}
	if (is_of_container(header.type)) {
		take_container(recording, &header, slice_head(from->left, header.size));
		return STEP_DONE;
	}
	walk_count_add(recording, &header, slice_head(from->left, header.size), stays);
	from->left = slice_tail(from->left, header.size);
	return STEP_DONE;
}

static void reset_piece(struct recording_walk *walk)
{
	walk->span = slice_of(NULL, 0);
	walk->copied = 0;
	walk->ends_round = false;
	walk->has_kernel_records = false;
}

/*
 * Give the piece out. False: there is nothing in it that a reader needs: records of perf's own,
 * before any of the kernel.
 */
static bool give(struct perfdata *recording, struct perfdata_piece *piece)
{
	struct recording_walk *walk = &recording->walk;
	bool is_needed = walk->has_kernel_records ||
			 (walk->ends_round && recording->events.are_sealed);

	if (is_needed) {
		*piece = (struct perfdata_piece){
			.records = walk->span,
			.order = walk->order,
			.file = walk->file,
			.ends_round = walk->ends_round,
			.is_mapped = walk->copied == 0,
		};
		if (walk->copied > 0 && walk->copied < walk->copy_capacity / 2) {
			piece->memory = memory_get(walk->copied);
			memcpy(piece->memory, walk->copy, walk->copied);
			piece->records = slice_of(piece->memory, walk->copied);
		} else if (walk->copied > 0) {
			piece->memory = walk->copy;
			piece->records = slice_of(walk->copy, walk->copied);
			walk->copy = NULL;
		}
		walk->order += piece->records.len;
		if (!recording->events.are_sealed)
			recording_name_events(recording);
		recording->events.are_sealed = true;
	}
	reset_piece(walk);
	return is_needed;
}

struct slice recording_next(const struct perfdata *recording)
{
	const struct slice left = recording->walk.source.left;

	if (recording->facts.is_directory)
		return slice_of(NULL, 0);
	return perfdata_is_recording(left) ? left : recording->next;
}

/* The next file of a directory. */
static bool open_next(struct perfdata *recording)
{
	struct recording_walk *walk = &recording->walk;

	if (walk->source.has_failed)
		recording->facts.counts.has_failed = true;
	recording->facts.counts.bytes += walk->source.bytes - recording_next(recording).len;
	if (walk->decoder && walk->unpacked.left.len > 0 && !walk->is_unpacking_over)
		recording->facts.counts.is_cut = true;
	if (walk->joined.len > 0 || walk->passing > 0) {
		recording->facts.counts.is_cut = true;
		walk->passing = 0;
		buf_reset(&walk->joined);
	}
	if (walk->file + 1 >= recording->file_count)
		return false;
	recording_unpack_release(walk);
	recording_source_release(&walk->source);
	walk->file++;
	walk->source = (struct recording_source){.left = recording->files[walk->file].records};
	walk->unpacked = (struct recording_source){.read = NULL};
	walk->packed_bytes = walk->unpacked_bytes = 0;
	walk->is_unpacking_over = false;
	return true;
}

/* The data section, after the records that come before it. */
static bool open_data(struct perfdata *recording)
{
	if (!recording->data.ptr)
		return false;
	recording->walk.source.left = recording->data;
	recording->data = slice_of(NULL, 0);
	return true;
}

bool recording_walk_next(struct perfdata *recording, struct perfdata_piece *piece)
{
	struct recording_walk *walk = &recording->walk;

	while (!walk->is_at_end && !limits_met()) {
		enum walk_step taken;

		if (walk_is_full(walk)) {
			if (give(recording, piece))
				return true;
			continue;
		}
		if (walk->decoder && take_unpacked(recording))
			continue;
		taken = walk_take_raw(recording);
		if (taken == STEP_DONE)
			continue;
		if (has_piece(walk) && give(recording, piece))
			return true;
		if (taken == STEP_END)
			walk->is_at_end = !open_data(recording) && !open_next(recording);
	}
	return false;
}

void recording_walk_release(struct recording_walk *walk)
{
	recording_unpack_release(walk);
	recording_source_release(&walk->source);
	buf_release(&walk->joined);
	free(walk->copy);
}
