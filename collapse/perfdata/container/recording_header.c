/* SPDX-License-Identifier: MIT */
/*
 * The header of a file: byte order, the table of attributes, where the records are, the features.
 */
#include <inttypes.h>

#include "collapse/perfdata/container/recording_state.h"
#include "common/base/diag.h"

#define MAGIC UINT64_C(0x32454c4946524550)     /* "PERFILE2" in little-endian order */
#define MAGIC_OLD UINT64_C(0x454c494646524550) /* "PERFFILE": perf until 3.3 */

enum {
	MAGIC_SIZE = 8,
	HEAD_SIZE = 16,
	HEADER_SIZE = 104,
	HEADER_OLDEST = 72, /* of perf 2.6.31: there are no features */
	TYPES_AT = 56,      /* of events; obsolete */
	FEATURES_AT = 72,
	FEATURE_WORDS = 4,
	FEATURE_HOST = 3,
	ATTRIBUTE_LEAST = 64,
	SECTION_SIZE = 16, /* offset, size */
};

struct section {
	uint64_t offset, size;
};

static uint64_t magic_of(struct slice head)
{
	uint64_t magic;

	memcpy(&magic, head.ptr, sizeof(magic));
	return magic;
}

static bool is_magic(uint64_t magic, uint64_t wanted)
{
	return magic == wanted || magic == __builtin_bswap64(wanted);
}

bool perfdata_is_recording(struct slice head)
{
	return head.len >= MAGIC_SIZE &&
	       (is_magic(magic_of(head), MAGIC) || is_magic(magic_of(head), MAGIC_OLD));
}

/*
 * The magic is a number in the byte order of the machine that recorded. The old one is a text, the
 * same bytes on every machine: there the size after it tells the order.
 */
static bool is_swapped_head(struct slice head)
{
	const uint64_t size = perfdata_u64(true, head.ptr + MAGIC_SIZE);

	if (is_magic(magic_of(head), MAGIC))
		return magic_of(head) != MAGIC;
	return size == HEAD_SIZE || size == HEADER_SIZE || size == HEADER_OLDEST;
}

bool perfdata_begins_stream(struct slice head)
{
	return head.len >= HEAD_SIZE && perfdata_is_recording(head) &&
	       perfdata_u64(is_swapped_head(head), head.ptr + MAGIC_SIZE) == HEAD_SIZE;
}

bool recording_read_magic(struct perfdata *recording, struct slice head, uint64_t *size)
{
	if (head.len < HEAD_SIZE || !perfdata_is_recording(head)) {
		diag_error(perfdata_is_recording(head) ? "%s: ends within the header of perf.data"
						       : "%s: is not a perf.data file",
			   recording->name);
		return false;
	}
	recording->is_swapped = is_swapped_head(head);
	*size = perfdata_u64(recording->is_swapped, head.ptr + MAGIC_SIZE);
	if (*size == HEAD_SIZE || *size == HEADER_SIZE ||
	    (*size == HEADER_OLDEST && is_magic(magic_of(head), MAGIC_OLD)))
		return true;
	diag_error("%s: not a header of perf.data: its size is %" PRIu64 " instead of %d or %d",
		   recording->name, *size, HEAD_SIZE, HEADER_SIZE);
	return false;
}

static struct section section_at(const struct perfdata *recording, const char *at)
{
	return (struct section){perfdata_u64(recording->is_swapped, at),
				perfdata_u64(recording->is_swapped, at + 8)};
}

/* The recording goes on up to here. */
static void recording_see_end(struct perfdata *recording, struct slice file, struct slice part)
{
	const size_t end = part.len > 0 ? (size_t)(part.ptr + part.len - file.ptr) : 0;

	if (end > recording->end)
		recording->end = end;
}

/* The part of a section that is in the file; false: not all of it is. */
static bool section_of(struct perfdata *recording, struct slice file, struct section section,
		       struct slice *part)
{
	uint64_t room;

	*part = slice_of(NULL, 0);
	if (section.offset > file.len)
		return section.size == 0;
	room = file.len - section.offset;
	*part = slice_of(file.ptr + section.offset,
			 (size_t)(section.size < room ? section.size : room));
	recording_see_end(recording, file, *part);
	return section.size <= room;
}

static bool recording_read_attributes(struct perfdata *recording, struct slice file)
{
	const uint64_t entry = perfdata_u64(recording->is_swapped, file.ptr + 16);
	const struct section section = section_at(recording, file.ptr + 24);
	uint64_t ids_left = file.len /
			    8; /* sections of ids may overlap: read no more than there can be */
	struct slice table, ids;

	if (!section_of(recording, file, section, &table)) {
		diag_error("%s: ends within the table of attributes", recording->name);
		return false;
	}
	if (entry < ATTRIBUTE_LEAST + SECTION_SIZE || table.len < entry) {
		diag_error(entry < ATTRIBUTE_LEAST + SECTION_SIZE
				   ? "%s: damaged: the attributes are too short"
				   : "%s: has no attributes of events",
			   recording->name);
		return false;
	}
	if (table.len / entry > RECORDING_MOST_EVENTS) {
		diag_error("%s: more than %d attributes of events", recording->name,
			   RECORDING_MOST_EVENTS);
		return false;
	}
	for (; table.len >= entry; table = slice_tail(table, (size_t)entry)) {
		const char *end = table.ptr + entry - SECTION_SIZE;

		if (!section_of(recording, file, section_at(recording, end), &ids))
			recording->counts.is_cut = true;
		if (ids.len / 8 > ids_left)
			ids.len = 0;
		ids_left -= ids.len / 8;
		recording_add_event(recording, slice_between(table.ptr, end), ids);
	}
	return true;
}

/*
 * The 256 bits, as numbers of 64 bits. A big-endian file may have been written as pairs of 32 bits,
 * on whatever machine it is read: then the bit of the host's name, which is always there, is not
 * where it should be. In a little-endian file both forms have the same bytes.
 */
static void read_feature_bits(const struct perfdata *recording, const char *at,
			      uint64_t bits[FEATURE_WORDS])
{
	const bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	size_t i;

	for (i = 0; i < FEATURE_WORDS; i++)
		bits[i] = perfdata_u64(recording->is_swapped, at + 8 * i);
	if (recording->is_swapped == host_is_big || bits[0] >> FEATURE_HOST & 1)
		return;
	for (i = 0; i < FEATURE_WORDS; i++)
		bits[i] = bits[i] << 32 | bits[i] >> 32;
	if (bits[0] >> FEATURE_HOST & 1)
		return;
	for (i = 0; i < FEATURE_WORDS; i++)
		bits[i] = bits[i] << 32 | bits[i] >> 32;
}

/* After the records: a section for each bit that is set. */
static void read_features(struct perfdata *recording, struct slice file, uint64_t table_at)
{
	uint64_t bits[FEATURE_WORDS];
	struct slice table, data;
	unsigned bit;

	read_feature_bits(recording, file.ptr + FEATURES_AT, bits);
	table = table_at < file.len ? slice_tail(file, (size_t)table_at) : slice_of(NULL, 0);
	for (bit = 0; bit < 64 * FEATURE_WORDS; bit++) {
		if (!(bits[bit / 64] >> bit % 64 & 1))
			continue;
		if (table.len < SECTION_SIZE) {
			recording->counts.is_cut = true;
			return;
		}
		if (!section_of(recording, file, section_at(recording, table.ptr), &data))
			recording->counts.is_cut = true;
		else
			recording_take_feature(recording, bit, data);
		recording_see_end(recording, file, slice_head(table, SECTION_SIZE));
		table = slice_tail(table, SECTION_SIZE);
	}
}

/* Bytes after all sections are another recording, if they begin as one. */
static void find_next(struct perfdata *recording, struct slice file)
{
	struct slice types;

	section_of(recording, file, section_at(recording, file.ptr + TYPES_AT), &types);
	file = slice_tail(file, recording->end);
	if (perfdata_is_recording(file))
		recording->next = file;
}

bool recording_read_header(struct perfdata *recording, struct slice file, struct slice *records)
{
	const uint64_t size = perfdata_u64(recording->is_swapped, file.ptr + MAGIC_SIZE);
	struct section data;

	if (file.len < size) {
		diag_error("%s: ends within the header of perf.data", recording->name);
		return false;
	}
	if (!recording_read_attributes(recording, file))
		return false;
	data = section_at(recording, file.ptr + 40);
	if (data.size == 0) { /* perf was killed: neither the size nor features were written */
		recording->counts.is_cut = true;
		data.size = UINT64_MAX;
		section_of(recording, file, data, records);
		return true;
	}
	if (!section_of(recording, file, data, records))
		recording->counts.is_cut = true;
	else if (size == HEADER_SIZE)
		read_features(recording, file, data.offset + data.size);
	find_next(recording, file);
	if (recording->initial.len > 0) {
		recording->data = *records;
		*records = recording->initial;
	}
	return true;
}
