/* SPDX-License-Identifier: MIT */
/* The events of a recording: attributes, and the ids by which samples name them. */
#include "collapse/perfdata/container/recording_state.h"

#include "common/memory/memory.h"

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

static uint32_t recording_hash_id(uint64_t id)
{
	return hash_bytes(&id, sizeof(id));
}

static uint32_t find_id(const struct recording_events *events, uint64_t id)
{
	const uint32_t hash = recording_hash_id(id);
	size_t at = hash;
	uint32_t number;

	do {
		number = hash_index_next(&events->by_id, hash, &at);
	} while (number != HASH_NONE && events->ids[number].id != id);
	return number;
}

static void add_id(struct recording_events *events, uint64_t id, uint32_t event)
{
	if (events->id_count >= HASH_NONE - 1 || find_id(events, id) != HASH_NONE)
		return;
	events->ids = memory_grow(events->ids, &events->id_capacity, events->id_count + 1,
				  sizeof(*events->ids));
	events->ids[events->id_count] = (struct recording_id){id, event};
	hash_index_add(&events->by_id, recording_hash_id(id), (uint32_t)events->id_count);
	events->id_count++;
}

bool recording_add_event(struct perfdata *recording, struct slice attribute, struct slice ids)
{
	struct recording_events *events = &recording->events;
	struct perfdata_event event;
	size_t i;

	if (attribute.len < ATTRIBUTE_LEAST || events->count >= RECORDING_MOST_EVENTS)
		return false;
	event = read_attribute(recording->is_swapped, attribute);
	event.name = recording_make_name(&recording->memory, &event);
	events->events = memory_grow(events->events, &events->capacity, events->count + 1,
				     sizeof(*events->events));
	events->layouts = memory_grow(events->layouts, &events->layout_capacity, events->count + 1,
				      sizeof(*events->layouts));
	events->events[events->count] = event;
	sample_layouts_of(event.sample_type, &events->layouts[events->count]);
	for (i = 0; i + 8 <= ids.len; i += 8)
		add_id(events, perfdata_u64(recording->is_swapped, ids.ptr + i),
		       (uint32_t)events->count);
	events->count++;
	return true;
}

struct perfdata_event *recording_event_of(struct perfdata *recording, uint64_t id)
{
	uint32_t number = find_id(&recording->events, id);

	return number == HASH_NONE ? NULL
				   : &recording->events.events[recording->events.ids[number].event];
}

const struct perfdata_event *perfdata_event_of(const struct perfdata *recording, uint64_t id)
{
	const struct recording_events *events = &recording->events;
	uint32_t number = find_id(events, id);

	return number == HASH_NONE ? NULL : &events->events[events->ids[number].event];
}

void recording_take_attribute(struct perfdata *recording, struct slice body)
{
	uint32_t size;

	if (recording->events.are_sealed || body.len < ATTRIBUTE_LEAST) {
		recording->counts.is_damaged = true;
		return;
	}
	size = perfdata_u32(recording->is_swapped, body.ptr + 4);
	if (size == 0)
		size = ATTRIBUTE_LEAST;
	if (size > body.len ||
	    !recording_add_event(recording, slice_head(body, size), slice_tail(body, size)))
		recording->counts.is_damaged = true;
}

/* u64 count; for each: u64 number of the attribute, u64 id */
void recording_take_ids(struct perfdata *recording, struct slice body)
{
	const bool swapped = recording->is_swapped;
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

void recording_take_update(struct perfdata *recording, struct slice body)
{
	enum { UPDATE_NAME = 2 };
	struct perfdata_event *event;
	struct slice name;

	if (recording->events.are_sealed || body.len < 16 ||
	    perfdata_u64(recording->is_swapped, body.ptr) != UPDATE_NAME)
		return;
	event = recording_event_of(recording, perfdata_u64(recording->is_swapped, body.ptr + 8));
	name = slice_tail(body, 16);
	if (slice_find(name, '\0') != SLICE_NONE)
		name = slice_head(name, slice_find(name, '\0'));
	if (event && name.len > 0) {
		event->name = arena_copy(&recording->memory, name);
		event->is_named = true;
	}
}

void recording_events_release(struct recording_events *events)
{
	free(events->events);
	free(events->layouts);
	free(events->ids);
	free(events->known);
	hash_index_release(&events->by_id);
}
