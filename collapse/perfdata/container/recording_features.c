/* SPDX-License-Identifier: MIT */
/* The features that matter for stacks, from the end of a file or from records of a pipe. */
#include "collapse/perfdata/container/recording_state.h"
#include "common/memory/memory.h"
#include "common/text/buf.h"

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
	*value = perfdata_u32(recording->is_swapped, data->ptr);
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
		recording->texts[which] = arena_copy(&recording->memory, text);
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
	recording->texts[PERFDATA_COMMAND] = arena_copy(&recording->memory, buf_slice(&command));
	buf_release(&command);
}

void recording_take_build_id(struct perfdata *recording, uint16_t misc, struct slice body)
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
	recording->build_ids = memory_grow(recording->build_ids, &recording->build_id_capacity,
					   recording->build_id_count + 1,
					   sizeof(*recording->build_ids));
	added = &recording->build_ids[recording->build_id_count++];
	*added = (struct perfdata_build_id){
		.pid = (int32_t)perfdata_u32(recording->is_swapped, body.ptr),
		.misc = misc,
		.id = arena_copy(&recording->memory, slice_of(body.ptr + ID_AT, size)),
		.name = arena_copy(&recording->memory,
				   until_nul(slice_tail(body, ID_AT + ID_ROOM))),
	};
}

/* Records of their own, one a file. */
static void keep_build_ids(struct perfdata *recording, struct slice data)
{
	while (data.len >= 8) {
		uint16_t misc = perfdata_u16(recording->is_swapped, data.ptr + 4);
		uint16_t size = perfdata_u16(recording->is_swapped, data.ptr + 6);

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
		uint64_t id = perfdata_u64(recording->is_swapped, ids.ptr);
		struct perfdata_event *event = recording_event_of(recording, id);

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
		.wall = perfdata_u64(recording->is_swapped, data.ptr),
		.own = perfdata_u64(recording->is_swapped, data.ptr + 8),
	};
}

void recording_take_feature(struct perfdata *recording, unsigned bit, struct slice data)
{
	switch (bit) {
	case FEATURE_TRACING_DATA:
		if (!recording->is_pipe) /* a record of its own there */
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
		if (!recording->is_pipe)
			recording_take_simpleperf(recording, bit, data);
	}
}
