/* SPDX-License-Identifier: MIT */
/*
 * The header of a file: byte order, the table of attributes, where the records are, the features.
 */
#include <inttypes.h>

#include "collapse/perfdata/recording_state.h"
#include "common/base/buf.h"
#include "common/base/diag.h"
#include "common/base/memory.h"

/* Find fields of one word in the samples of an event, and in the trailers of its other records. */

enum { WORD = 8 };

/* The fields in the order in which a record has them; each is a word. */
struct field {
	uint32_t bit;
	size_t offset; /* of its place in struct sample_layout; FIELD_UNUSED */
};

#define FIELD_UNUSED SIZE_MAX

#define PLACE(name) offsetof(struct sample_layout, name)

static const struct field sample_fields[] = {
	{SAMPLE_IDENTIFIER, PLACE(id)},   {SAMPLE_IP, PLACE(ip)},
	{SAMPLE_TID, PLACE(tid)},         {SAMPLE_TIME, PLACE(time)},
	{SAMPLE_ADDR, FIELD_UNUSED},      {SAMPLE_ID, PLACE(id)},
	{SAMPLE_STREAM_ID, FIELD_UNUSED}, {SAMPLE_CPU, PLACE(cpu)},
	{SAMPLE_PERIOD, PLACE(period)},
};

static const struct field trailer_fields[] = {
	{SAMPLE_TID, PLACE(tid)}, {SAMPLE_TIME, PLACE(time)},
	{SAMPLE_ID, PLACE(id)},   {SAMPLE_STREAM_ID, FIELD_UNUSED},
	{SAMPLE_CPU, PLACE(cpu)}, {SAMPLE_IDENTIFIER, PLACE(id)},
};

static struct sample_layout recording_lay_out(uint64_t sample_type, const struct field *fields,
					      size_t count)
{
	struct sample_layout layout;
	uint8_t at = 0;
	size_t i;

	memset(&layout, LAYOUT_NONE, sizeof(layout));
	for (i = 0; i < count; i++) {
		if (!(sample_type & fields[i].bit))
			continue;
		/* the id of IDENTIFIER has the same place for all events */
		if (fields[i].offset != FIELD_UNUSED &&
		    !(fields[i].bit == SAMPLE_ID && sample_type & SAMPLE_IDENTIFIER))
			((uint8_t *)&layout)[fields[i].offset] = at;
		at = (uint8_t)(at + WORD);
	}
	layout.size = at;
	return layout;
}

static void sample_layouts_of(uint64_t sample_type, struct sample_layouts *layouts)
{
	layouts->sample = recording_lay_out(sample_type, sample_fields, ARRAY_LEN(sample_fields));
	layouts->trailer = recording_lay_out(sample_type, trailer_fields,
					     ARRAY_LEN(trailer_fields));
}

/* Names of events for which the recording has none, as perf script prints them. */

static const char *const hardware_names[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software_names[] = {
	"cpu-clock",        "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",        "bpf-output",   "cgroup-switches",
};

static const char *const cache_names[] = {
	"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node",
};

/* Names by operation and result: an access, a miss. */
static const char *const cache_operations[][2] = {
	{"loads", "load-misses"},
	{"stores", "store-misses"},
	{"prefetches", "prefetch-misses"},
};

static bool add_known_name(struct buf *out, const struct perfdata_event *event)
{
	const uint32_t config = (uint32_t)event->config; /* above: the kind of processor */
	const unsigned cache = config & 0xFF, operation = config >> 8 & 0xFF,
		       result = config >> 16 & 0xFF;

	switch (event->type) {
	case PERFDATA_HARDWARE:
		if (config >= ARRAY_LEN(hardware_names))
			return false;
		buf_add_text(out, hardware_names[config]);
		return true;
	case PERFDATA_SOFTWARE:
		if (event->config >= ARRAY_LEN(software_names))
			return false;
		buf_add_text(out, software_names[config]);
		return true;
	case PERFDATA_TRACEPOINT: BUF_ADD(out, "unknown:unknown"); return true;
	case PERFDATA_HW_CACHE:
		if (cache >= ARRAY_LEN(cache_names) || operation >= ARRAY_LEN(cache_operations) ||
		    result > 1)
			return false;
		buf_printf(out, "%s-%s", cache_names[cache], cache_operations[operation][result]);
		return true;
	case PERFDATA_RAW: buf_printf(out, "raw 0x%" PRIx64, event->config); return true;
	default: return false;
	}
}

/*
 * Append ":kup": which of kernel, user and hypervisor are counted, if not all; precision; guests
 * alone. That guests are not counted is perf's default before 6.13, and says nothing. Tracepoints
 * have no modifiers.
 */
static void add_modifiers(struct buf *out, const struct perfdata_event *event)
{
	const uint64_t modes = FLAG_EXCLUDE_USER | FLAG_EXCLUDE_KERNEL | FLAG_EXCLUDE_HV;
	const uint64_t flags = event->flags;
	const size_t begin = out->len;
	uint64_t precision = flags >> FLAG_PRECISE_SHIFT & 3;

	if (event->type == PERFDATA_TRACEPOINT)
		return;
	buf_add_char(out, ':');
	if (flags & modes) {
		if (!(flags & FLAG_EXCLUDE_KERNEL))
			buf_add_char(out, 'k');
		if (!(flags & FLAG_EXCLUDE_USER))
			buf_add_char(out, 'u');
		if (!(flags & FLAG_EXCLUDE_HV))
			buf_add_char(out, 'h');
	}
	for (; precision > 0; precision--)
		buf_add_char(out, 'p');
	if (flags & FLAG_EXCLUDE_HOST)
		buf_add_char(out, 'G');
	if (out->len == begin + 1)
		out->len = begin;
}

/* A name for an event without one, "cpu-clock:u". */
static struct slice recording_make_name(struct arena *memory, const struct perfdata_event *event)
{
	struct buf name = {0};
	struct slice kept;

	if (!add_known_name(&name, event))
		buf_printf(&name, "type %" PRIu32 " config 0x%" PRIx64, event->type, event->config);
	add_modifiers(&name, event);
	kept = arena_copy(memory, buf_slice(&name));
	buf_release(&name);
	return kept;
}

/* The events of a recording: attributes, and the ids by which samples name them. */

/* Bytes of perf_event_attr, first form; the fields after are 0 where an attribute is shorter. */
enum { ATTRIBUTE_LEAST = 64, ATTRIBUTE_KNOWN = 112 };

/* The flags are bit fields: if the byte order differs, so does the order of bits in each byte. */
static uint64_t flags_of(bool swapped, const char *at)
{
	const bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	uint64_t flags = slice_load(at);

	if (swapped == host_is_big)
		return flags;
	flags = (flags >> 1 & UINT64_C(0x5555555555555555)) | (flags & UINT64_C(0x5555555555555555))
								      << 1;
	flags = (flags >> 2 & UINT64_C(0x3333333333333333)) | (flags & UINT64_C(0x3333333333333333))
								      << 2;
	return (flags >> 4 & UINT64_C(0x0F0F0F0F0F0F0F0F)) | (flags & UINT64_C(0x0F0F0F0F0F0F0F0F))
								     << 4;
}

static struct perfdata_event read_attribute(bool swapped, struct slice attribute)
{
	char all[ATTRIBUTE_KNOWN] = {0};
	uint32_t size = perfdata_u32(swapped, attribute.ptr + 4);
	uint64_t flags;

	if (size < ATTRIBUTE_LEAST || size > attribute.len)
		size = (uint32_t)(attribute.len < sizeof(all) ? attribute.len : sizeof(all));
	memcpy(all, attribute.ptr, size < sizeof(all) ? size : sizeof(all));
	flags = flags_of(swapped, all + 40);
	return (struct perfdata_event){
		.type = perfdata_u32(swapped, all),
		.config = perfdata_u64(swapped, all + 8),
		.period = perfdata_u64(swapped, all + 16),
		.sample_type = perfdata_u64(swapped, all + 24),
		.read_format = perfdata_u64(swapped, all + 32),
		.flags = flags,
		.branch_sample_type = perfdata_u64(swapped, all + 72),
		.regs_user = perfdata_u64(swapped, all + 80),
		.clock = flags & FLAG_USE_CLOCKID ? (int)perfdata_u32(swapped, all + 92) : -1,
		.regs_intr = perfdata_u64(swapped, all + 96),
		.max_stack = perfdata_u16(swapped, all + 108),
		.is_frequency = flags & FLAG_FREQ,
	};
}

/* The event with the id; NULL: none. */
static struct perfdata_event *event_of_id(const struct recording_events *events, uint64_t id)
{
	const uint32_t *event = id_things_find(&events->of_ids, id, sizeof(*event));

	return event ? &events->events[*event] : NULL;
}

/* The first event with an id has it. */
static void add_id(struct recording_events *events, uint64_t id, uint32_t event)
{
	if (events->of_ids.ids.count < IDS_NONE - 1 && !event_of_id(events, id))
		memcpy(id_things_of(&events->of_ids, id, sizeof(event)), &event, sizeof(event));
}

/*
 * Add the event of an attribute, with its ids (numbers of 8 bytes; what is less at the end is
 * ignored); it has a made name. False: the attribute is too short, or there are too many.
 */
static bool recording_add_event(struct perfdata *recording, struct slice attribute,
				struct slice ids)
{
	struct recording_events *events = &recording->events;
	struct perfdata_event event;
	size_t i;

	if (attribute.len < ATTRIBUTE_LEAST || events->count >= RECORDING_MOST_EVENTS)
		return false;
	event = read_attribute(recording->facts.is_swapped, attribute);
	event.name = recording_make_name(&recording->memory, &event);
	MEMORY_ROOM(events->events, events->count, events->capacity);
	MEMORY_ROOM(events->layouts, events->count, events->layout_capacity);
	events->events[events->count] = event;
	sample_layouts_of(event.sample_type, &events->layouts[events->count]);
	for (i = 0; i + 8 <= ids.len; i += 8)
		add_id(events, perfdata_u64(recording->facts.is_swapped, ids.ptr + i),
		       (uint32_t)events->count);
	events->count++;
	return true;
}

COLD const struct perfdata_event *perfdata_event_of(const struct perfdata *recording, uint64_t id)
{
	return event_of_id(&recording->events, id);
}

COLD void recording_take_attribute(struct perfdata *recording, struct slice body)
{
	uint32_t size;

	if (recording->events.are_sealed || body.len < ATTRIBUTE_LEAST) {
		recording->facts.counts.is_damaged = true;
		return;
	}
	size = perfdata_u32(recording->facts.is_swapped, body.ptr + 4);
	if (size == 0)
		size = ATTRIBUTE_LEAST;
	if (size > body.len ||
	    !recording_add_event(recording, slice_head(body, size), slice_tail(body, size)))
		recording->facts.counts.is_damaged = true;
}

/* u64 count; for each: u64 number of the attribute, u64 id */
COLD void recording_take_ids(struct perfdata *recording, struct slice body)
{
	const bool swapped = recording->facts.is_swapped;
	uint64_t count, event;

	if (body.len < 8)
		return;
	count = perfdata_u64(swapped, body.ptr);
	for (body = slice_tail(body, 8); count > 0 && body.len >= 16; count--) {
		event = perfdata_u64(swapped, body.ptr);
		if (event < recording->events.count)
			add_id(&recording->events, perfdata_u64(swapped, body.ptr + 8),
			       (uint32_t)event);
		body = slice_tail(body, 16);
	}
}

COLD void recording_take_update(struct perfdata *recording, struct slice body)
{
	enum { UPDATE_NAME = 2 };
	struct perfdata_event *event;
	struct slice name;

	if (recording->events.are_sealed || body.len < 16 ||
	    perfdata_u64(recording->facts.is_swapped, body.ptr) != UPDATE_NAME)
		return;
	event = event_of_id(&recording->events,
			    perfdata_u64(recording->facts.is_swapped, body.ptr + 8));
	name = slice_tail(body, 16);
	if (slice_find(name, '\0') != SLICE_NONE)
		name = slice_head(name, slice_find(name, '\0'));
	if (event && name.len > 0) {
		event->name = arena_copy(&recording->memory, name);
		event->is_named = true;
	}
}

COLD void recording_events_release(struct recording_events *events)
{
	free(events->events);
	free(events->layouts);
	free(events->known);
	id_things_release(&events->of_ids);
}

/* The features that matter for stacks, from the end of a file or from records of a pipe. */

/* Bits of the header, numbers of HEADER_FEATURE records. */
enum {
	FEATURE_TRACING_DATA = 1,
	FEATURE_BUILD_ID = 2,
	FEATURE_HOST = 3,
	FEATURE_RELEASE = 4,
	FEATURE_ARCH = 6,
	FEATURE_COMMAND = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_CLOCK_DATA = 29,
};

static bool features_take_u32(const struct perfdata *recording, struct slice *data, uint32_t *value)
{
	if (data->len < 4)
		return false;
	*value = perfdata_u32(recording->facts.is_swapped, data->ptr);
	*data = slice_tail(*data, 4);
	return true;
}

static struct slice until_nul(struct slice text)
{
	size_t end = slice_find(text, '\0');

	return end == SLICE_NONE ? text : slice_head(text, end);
}

/* A length, and a text padded with NULs to it. */
static bool features_take_text(const struct perfdata *recording, struct slice *data,
			       struct slice *text)
{
	uint32_t size;

	if (!features_take_u32(recording, data, &size) || size > data->len)
		return false;
	*text = until_nul(slice_head(*data, size));
	*data = slice_tail(*data, size);
	return true;
}

static void keep_text(struct perfdata *recording, enum perfdata_text which, struct slice data)
{
	struct slice text;

	if (features_take_text(recording, &data, &text))
		recording->facts.texts[which] = arena_copy(&recording->memory, text);
}

static void keep_command(struct perfdata *recording, struct slice data)
{
	struct buf command = {0};
	struct slice word;
	uint32_t count;

	if (!features_take_u32(recording, &data, &count))
		return;
	for (; count > 0 && features_take_text(recording, &data, &word); count--) {
		if (command.len > 0)
			buf_add_char(&command, ' ');
		buf_add(&command, word);
	}
	recording->facts.texts[PERFDATA_COMMAND] = arena_copy(&recording->memory,
							      buf_slice(&command));
	buf_release(&command);
}

COLD void recording_take_build_id(struct perfdata *recording, uint16_t misc, struct slice body)
{
	enum { ID_AT = 4, ID_ROOM = 24, ID_MOST = 20, MISC_HAS_SIZE = 1 << 15 };
	struct perfdata_build_id *added;
	size_t size = ID_MOST;

	if (body.len < ID_AT + ID_ROOM)
		return;
	if (misc & MISC_HAS_SIZE)
		size = (unsigned char)body.ptr[ID_AT + ID_MOST];
	if (size > ID_MOST)
		size = ID_MOST;
	MEMORY_ROOM(recording->build_ids, recording->build_id_count, recording->build_id_capacity);
	added = &recording->build_ids[recording->build_id_count++];
	*added = (struct perfdata_build_id){
		.pid = (int32_t)perfdata_u32(recording->facts.is_swapped, body.ptr),
		.misc = misc,
		.id = arena_copy(&recording->memory, slice_of(body.ptr + ID_AT, size)),
		.name = arena_copy(&recording->memory,
				   until_nul(slice_tail(body, ID_AT + ID_ROOM))),
	};
}

/* Records of their own, one per file. */
static void keep_build_ids(struct perfdata *recording, struct slice data)
{
	while (data.len >= 8) {
		uint16_t misc = perfdata_u16(recording->facts.is_swapped, data.ptr + 4);
		uint16_t size = perfdata_u16(recording->facts.is_swapped, data.ptr + 6);

		if (size < 8 || size > data.len)
			return;
		recording_take_build_id(recording, misc, slice_of(data.ptr + 8, size - 8u));
		data = slice_tail(data, size);
	}
}

/* The event that an entry of EVENT_DESC is about: by its first id, else by its number. */
static struct perfdata_event *described(struct perfdata *recording, struct slice ids, size_t number)
{
	struct recording_events *events = &recording->events;

	if (ids.len >= 8) {
		uint64_t id = perfdata_u64(recording->facts.is_swapped, ids.ptr);
		struct perfdata_event *event = event_of_id(&recording->events, id);

		if (event)
			return event;
	}
	return number < events->count ? &events->events[number] : NULL;
}

/* EVENT_DESC: how many, the size of an attribute; for each: attribute, number of ids, name, ids. */
static void keep_event_names(struct perfdata *recording, struct slice data)
{
	uint32_t count, attribute_size, ids, number;
	struct perfdata_event *event;
	struct slice name;

	if (recording->events.are_sealed || !features_take_u32(recording, &data, &count) ||
	    !features_take_u32(recording, &data, &attribute_size))
		return;
	for (number = 0; number < count && attribute_size <= data.len; number++) {
		data = slice_tail(data, attribute_size);
		if (!features_take_u32(recording, &data, &ids) ||
		    !features_take_text(recording, &data, &name) || ids > data.len / 8)
			return;
		event = described(recording, slice_head(data, (size_t)ids * 8), number);
		data = slice_tail(data, (size_t)ids * 8);
		if (event && name.len > 0) {
			event->name = arena_copy(&recording->memory, name);
			event->is_named = true;
		}
	}
}

/* u32 version, u32 clock; u64 time of day, u64 time of that clock, both in ns. */
static void keep_clock(struct perfdata *recording, struct slice data)
{
	uint32_t version, clock;

	if (!features_take_u32(recording, &data, &version) ||
	    !features_take_u32(recording, &data, &clock) || version != 1 || data.len < 16)
		return;
	recording->clock = (struct perfdata_clock){
		.has_both = true,
		.wall = perfdata_u64(recording->facts.is_swapped, data.ptr),
		.own = perfdata_u64(recording->facts.is_swapped, data.ptr + 8),
	};
}

COLD void recording_take_feature(struct perfdata *recording, unsigned bit, struct slice data)
{
	switch (bit) {
	case FEATURE_TRACING_DATA:
		if (!recording->facts.is_stream) /* a record of its own there */
			recording_take_tracing(recording, data);
		break;
	case FEATURE_BUILD_ID: keep_build_ids(recording, data); break;
	case FEATURE_HOST: keep_text(recording, PERFDATA_HOST, data); break;
	case FEATURE_RELEASE: keep_text(recording, PERFDATA_RELEASE, data); break;
	case FEATURE_ARCH: keep_text(recording, PERFDATA_ARCH, data); break;
	case FEATURE_COMMAND: keep_command(recording, data); break;
	case FEATURE_CLOCK_DATA: keep_clock(recording, data); break;
	case FEATURE_EVENT_DESC: keep_event_names(recording, data); break;
	default:
		if (!recording->facts.is_stream)
			recording_take_simpleperf(recording, bit, data);
	}
}

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

COLD bool perfdata_is_recording(struct slice head)
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

COLD bool perfdata_begins_stream(struct slice head)
{
	return head.len >= HEAD_SIZE && perfdata_is_recording(head) &&
	       perfdata_u64(is_swapped_head(head), head.ptr + MAGIC_SIZE) == HEAD_SIZE;
}

COLD bool recording_read_magic(struct perfdata *recording, struct slice head, uint64_t *size)
{
	if (head.len < HEAD_SIZE || !perfdata_is_recording(head)) {
		diag_error_at(CODE_DATA, slice_from(recording->name), 0, "%s",
			      perfdata_is_recording(head) ? "ends within the header of perf.data"
							  : "is not a perf.data file");
		return false;
	}
	recording->facts.is_swapped = is_swapped_head(head);
	*size = perfdata_u64(recording->facts.is_swapped, head.ptr + MAGIC_SIZE);
	if (*size == HEAD_SIZE || *size == HEADER_SIZE ||
	    (*size == HEADER_OLDEST && is_magic(magic_of(head), MAGIC_OLD)))
		return true;
	diag_error_at(CODE_DATA, slice_from(recording->name), 0,
		      "not a header of perf.data: its size is %" PRIu64 " instead of %d or %d",
		      *size, HEAD_SIZE, HEADER_SIZE);
	return false;
}

static struct section section_at(const struct perfdata *recording, const char *at)
{
	return (struct section){perfdata_u64(recording->facts.is_swapped, at),
				perfdata_u64(recording->facts.is_swapped, at + 8)};
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
	const uint64_t entry = perfdata_u64(recording->facts.is_swapped, file.ptr + 16);
	const struct section section = section_at(recording, file.ptr + 24);
	uint64_t ids_left = file.len /
			    8; /* sections of ids may overlap: read no more than there can be */
	struct slice table, ids;

	if (!section_of(recording, file, section, &table)) {
		diag_error_at(CODE_DATA, slice_from(recording->name), 0,
			      "ends within the table of attributes");
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
		diag_error_at(CODE_DATA, slice_from(recording->name), 0,
			      "more than %d attributes of events", RECORDING_MOST_EVENTS);
		return false;
	}
	for (; table.len >= entry; table = slice_tail(table, (size_t)entry)) {
		const char *end = table.ptr + entry - SECTION_SIZE;

		if (!section_of(recording, file, section_at(recording, end), &ids))
			recording->facts.counts.is_cut = true;
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
		bits[i] = perfdata_u64(recording->facts.is_swapped, at + 8 * i);
	if (recording->facts.is_swapped == host_is_big || bits[0] >> FEATURE_HOST & 1)
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
			recording->facts.counts.is_cut = true;
			return;
		}
		if (!section_of(recording, file, section_at(recording, table.ptr), &data))
			recording->facts.counts.is_cut = true;
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

COLD bool recording_read_header(struct perfdata *recording, struct slice file,
				struct slice *records)
{
	const uint64_t size = perfdata_u64(recording->facts.is_swapped, file.ptr + MAGIC_SIZE);
	struct section data;

	if (file.len < size) {
		diag_error_at(CODE_DATA, slice_from(recording->name), 0,
			      "ends within the header of perf.data");
		return false;
	}
	if (!recording_read_attributes(recording, file))
		return false;
	data = section_at(recording, file.ptr + 40);
	if (data.size == 0) { /* perf was killed: neither the size nor features were written */
		recording->facts.counts.is_cut = true;
		data.size = UINT64_MAX;
		section_of(recording, file, data, records);
		return true;
	}
	if (!section_of(recording, file, data, records))
		recording->facts.counts.is_cut = true;
	else if (size == HEADER_SIZE)
		read_features(recording, file, data.offset + data.size);
	find_next(recording, file);
	if (recording->initial.len > 0) {
		recording->data = *records;
		*records = recording->initial;
	}
	return true;
}
