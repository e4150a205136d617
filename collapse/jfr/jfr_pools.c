/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_reader.h"

/* The fields wanted of entries, by pool. */
static const struct {
	struct slice type;
	struct jfr_want wants[JFR_POOL_SLOTS];
} rows[JFR_POOLS] = {
	[JFR_STACKS] = {SLICE_INIT("jdk.types.StackTrace"),
			{{SLICE_INIT("truncated"), JFR_TAKE_NUMBER, SLICE_INIT(""),
			  JFR_STACK_TRUNCATED},
			 {SLICE_INIT("frames"), JFR_TAKE_PLACE, SLICE_INIT(""), JFR_STACK_FRAMES}}},
	[JFR_METHODS] = {SLICE_INIT("jdk.types.Method"),
			 {{SLICE_INIT("type"), JFR_TAKE_REFERENCE, SLICE_INIT("java.lang.Class"),
			   JFR_METHOD_CLASS},
			  {SLICE_INIT("name"), JFR_TAKE_REFERENCE, SLICE_INIT("jdk.types.Symbol"),
			   JFR_METHOD_NAME},
			  {SLICE_INIT("hidden"), JFR_TAKE_NUMBER, SLICE_INIT(""),
			   JFR_METHOD_HIDDEN}}},
	[JFR_CLASSES] = {SLICE_INIT("java.lang.Class"),
			 {{SLICE_INIT("name"), JFR_TAKE_REFERENCE, SLICE_INIT("jdk.types.Symbol"),
			   JFR_CLASS_NAME}}},
	[JFR_SYMBOLS] = {SLICE_INIT("jdk.types.Symbol"),
			 {{SLICE_INIT("string"), JFR_TAKE_PLACE, SLICE_INIT(""), JFR_TEXT}}},
	[JFR_FRAME_TYPES] = {SLICE_INIT("jdk.types.FrameType"),
			     {{SLICE_INIT("description"), JFR_TAKE_PLACE, SLICE_INIT(""),
			       JFR_TEXT}}},
	[JFR_THREADS] =
		{SLICE_INIT("java.lang.Thread"),
		 {{SLICE_INIT("osName"), JFR_TAKE_PLACE, SLICE_INIT(""), JFR_THREAD_OS_NAME},
		  {SLICE_INIT("javaName"), JFR_TAKE_PLACE, SLICE_INIT(""), JFR_THREAD_JAVA_NAME},
		  {SLICE_INIT("osThreadId"), JFR_TAKE_NUMBER, SLICE_INIT(""), JFR_THREAD_OS_ID}}},
	[JFR_STATES] = {SLICE_INIT("jdk.types.ThreadState"),
			{{SLICE_INIT("name"), JFR_TAKE_PLACE, SLICE_INIT(""), JFR_TEXT}}},
	[JFR_OBJECTS] = {SLICE_INIT("jdk.types.OldObject"),
			 {{SLICE_INIT("type"), JFR_TAKE_REFERENCE, SLICE_INIT("java.lang.Class"),
			   JFR_OBJECT_CLASS}}},
	[JFR_STRINGS] = {.type = SLICE_INIT("java.lang.String")},
};

static const struct jfr_want frame_wants[] = {
	{SLICE_INIT("method"), JFR_TAKE_REFERENCE, SLICE_INIT("jdk.types.Method"),
	 JFR_FRAME_METHOD},
	{SLICE_INIT("lineNumber"), JFR_TAKE_NUMBER, SLICE_INIT(""), JFR_FRAME_LINE},
	{SLICE_INIT("type"), JFR_TAKE_REFERENCE, SLICE_INIT("jdk.types.FrameType"), JFR_FRAME_TYPE},
};

enum state { NOT_LAID_OUT, LAID_OUT, NO_LAYOUT };

struct slice jfr_pool_type_name(enum jfr_pool pool)
{
	return rows[pool].type;
}

static void drop_layouts(struct jfr_pools *pools)
{
	size_t i;

	for (i = 0; i < JFR_POOLS; i++)
		pools->of[i].layout = (struct jfr_layout){.count = 0};
	pools->frame = (struct jfr_layout){.count = 0};
	free(pools->types);
	pools->types = NULL;
	arena_release(&pools->arena);
}

/* The type of this name that counts, IDS_NONE without. */
static uint32_t find_type(const struct jfr_metadata *metadata, struct slice name)
{
	uint32_t i = (uint32_t)jfr_type_count(metadata);

	while (i-- > 0) {
		if (!metadata->types[i].is_superseded &&
		    slice_equal(jfr_type_name(metadata, i), name))
			return i;
	}
	return IDS_NONE;
}

void jfr_pools_prepare(struct jfr_pools *pools, const struct jfr_metadata *metadata)
{
	const uint32_t frame = find_type(metadata, SLICE("jdk.types.StackFrame"));
	unsigned i;

	drop_layouts(pools);
	pools->metadata = metadata;
	pools->types = memory_clear(jfr_type_count(metadata), sizeof(*pools->types));
	for (i = 0; i < jfr_type_count(metadata); i++)
		pools->types[i].pool = JFR_POOLS;
	for (i = 0; i < JFR_POOLS; i++) {
		const uint32_t type = find_type(metadata, rows[i].type);

		if (type != IDS_NONE && (pools->kept >> i & 1) != 0)
			pools->types[type].pool = (uint8_t)i;
	}
	if (frame != IDS_NONE &&
	    !jfr_layout_make(metadata, frame, frame_wants, ARRAY_LEN(frame_wants), &pools->arena,
			     &pools->frame))
		pools->frame = (struct jfr_layout){.count = 0};
}

void jfr_pools_reset(struct jfr_pools *pools)
{
	size_t i;

	for (i = 0; i < JFR_POOLS; i++) {
		struct jfr_entries *entries = &pools->of[i];

		ids_release(&entries->ids);
		free(entries->places);
		entries->places = NULL;
		entries->cap = 0;
	}
	free(pools->stacks);
	pools->stacks = NULL;
	pools->stack_ids = 0;
}

void jfr_pools_release(struct jfr_pools *pools)
{
	jfr_pools_reset(pools);
	drop_layouts(pools);
}

/* The layout of a type whose pool is met; NULL if it has none. */
static struct jfr_pool_type *jfr_pools_lay_out(struct jfr_pools *pools, uint32_t index)
{
	struct jfr_pool_type *type = &pools->types[index];
	bool good;

	if (type->state == NOT_LAID_OUT) {
		const struct jfr_want *wants = type->pool < JFR_POOLS ? rows[type->pool].wants
								      : NULL;

		good = jfr_layout_make(pools->metadata, index, wants, wants ? JFR_POOL_SLOTS : 0,
				       &pools->arena, &type->layout);
		type->state = good ? LAID_OUT : NO_LAYOUT;
	}
	if (type->state == LAID_OUT && type->pool < JFR_POOLS)
		pools->of[type->pool].layout = type->layout;
	return type->state == LAID_OUT ? type : NULL;
}

/* An entry may be there already: each flush repeats some. */
static void add_entry(struct jfr_entries *entries, uint64_t id, const unsigned char *place)
{
	if (ids_find(&entries->ids, id) != IDS_NONE)
		return;
	entries->places = memory_grow((void *)entries->places, &entries->cap,
				      entries->ids.count + 1, sizeof(*entries->places));
	entries->places[ids_add(&entries->ids, id)] = place;
}

static bool read_pool(struct jfr_pools *pools, struct jfr_cursor *rest)
{
	union jfr_value ignored[JFR_POOL_SLOTS];
	struct jfr_pool_type *type;
	uint64_t id, count;
	uint32_t index;

	if (!jfr_take_number(rest, &id) || !jfr_take_number(rest, &count) || count > jfr_left(rest))
		return false;
	index = jfr_type_of(pools->metadata, id);
	type = index == IDS_NONE ? NULL : jfr_pools_lay_out(pools, index);
	if (!type)
		return false;
	for (; count > 0; count--) {
		const unsigned char *place;

		if (!jfr_take_number(rest, &id))
			return false;
		place = rest->at;
		if (!jfr_layout_read(&type->layout, rest, ignored))
			return false;
		if (type->pool < JFR_POOLS)
			add_entry(&pools->of[type->pool], id, place);
	}
	return true;
}

/*
 * Read a checkpoint. `delta` is the position of the one before it, relative to this one; false if
 * the bytes for that are missing.
 */
static bool read_checkpoint(struct jfr_pools *pools, const struct jfr_chunk *chunk,
			    const struct jfr_event *event, uint64_t *delta,
			    struct jfr_damages *damages)
{
	struct jfr_cursor rest = event->body;
	uint64_t count;

	*delta = 0;
	if (!jfr_skip_numbers(&rest, 2) || !jfr_take_number(&rest, delta) || !jfr_skip(&rest, 1) ||
	    !jfr_take_number(&rest, &count)) {
		jfr_damage_add(damages, JFR_BAD_POOL, chunk, event->begin);
		return false;
	}
	for (; count > 0; count--) {
		const unsigned char *place = rest.at;

		if (!read_pool(pools, &rest)) {
			jfr_damage_add(damages, JFR_BAD_POOL, chunk, place);
			break;
		}
	}
	return true;
}

/*
 * Backwards, from the newest. False if the chain is damaged: also if checkpoints overlap, whose
 * entries would be read again and again.
 */
static bool read_chain(struct jfr_pools *pools, const struct jfr_chunk *chunk,
		       struct jfr_damages *damages)
{
	uint64_t at = chunk->checkpoint, end = chunk->bytes.len, delta;

	for (;;) {
		struct jfr_cursor rest;
		struct jfr_event event;

		if (at < JFR_HEADER || at >= end)
			return false;
		rest = jfr_cursor_of(slice_head(chunk->bytes, (size_t)end));
		rest.at += at;
		if (jfr_next_event(&rest, &event) != JFR_EVENT ||
		    event.type != JFR_CHECKPOINT_EVENT ||
		    !read_checkpoint(pools, chunk, &event, &delta, damages))
			return false;
		if (delta == 0)
			return true;
		end = at;
		if (at + delta >= at) /* not backwards: it could be endless */
			return false;
		at += delta;
	}
}

static void scan(struct jfr_pools *pools, const struct jfr_chunk *chunk,
		 struct jfr_damages *damages)
{
	struct jfr_walk walk = jfr_events_of(chunk);
	struct jfr_event event;
	uint64_t delta;

	while (jfr_walk_next(&walk, &event) == JFR_EVENT) {
		if (event.type == JFR_CHECKPOINT_EVENT)
			read_checkpoint(pools, chunk, &event, &delta, damages);
	}
}

static void jfr_pools_read_entries(struct jfr_pools *pools, const struct jfr_chunk *chunk,
				   struct jfr_damages *damages)
{
	struct jfr_damages in_chain = {.seen = {{0}}};

	pools->bytes = jfr_cursor_of(chunk->bytes);
	jfr_pools_reset(pools);
	if (!chunk->is_unfinished && read_chain(pools, chunk, &in_chain)) {
		jfr_damages_move(damages, &in_chain);
		return;
	}
	if (!chunk->is_unfinished)
		jfr_damage_add(damages, JFR_BAD_CHAIN, chunk, NULL);
	jfr_pools_reset(pools);
	scan(pools, chunk, damages);
}

/* Ids that are larger than a few times their number are looked up by their hash. */
static void number_stacks(struct jfr_pools *pools)
{
	const struct ids *ids = &pools->of[JFR_STACKS].ids;
	size_t i;

	pools->stack_ids = 4 * ids->count;
	pools->stacks = memory_get(pools->stack_ids * sizeof(*pools->stacks));
	for (i = 0; i < pools->stack_ids; i++)
		pools->stacks[i] = IDS_NONE;
	for (i = 0; i < ids->count; i++) {
		if (ids->ids[i] < pools->stack_ids)
			pools->stacks[ids->ids[i]] = (uint32_t)i;
	}
}

void jfr_pools_read(struct jfr_pools *pools, const struct jfr_chunk *chunk,
		    struct jfr_damages *damages)
{
	jfr_pools_read_entries(pools, chunk, damages);
	number_stacks(pools);
}

void jfr_pool_entry(const struct jfr_pools *pools, enum jfr_pool pool, uint32_t index,
		    union jfr_value values[JFR_POOL_SLOTS])
{
	const struct jfr_entries *entries = &pools->of[pool];
	struct jfr_cursor cursor = {entries->places[index], pools->bytes.end, pools->bytes.end};

	memset(values, 0, JFR_POOL_SLOTS * sizeof(*values));
	jfr_layout_read(&entries->layout, &cursor, values);
}

bool jfr_pool_string(const struct jfr_pools *pools, const unsigned char *place, struct buf *text)
{
	struct jfr_cursor cursor = {place, pools->bytes.end, pools->bytes.end};
	enum jfr_encoding encoding;
	uint64_t id;
	uint32_t index;

	if (!place || !jfr_take_string(&cursor, text, &encoding, &id) || encoding == JFR_NULL)
		return false;
	if (encoding != JFR_IN_POOL)
		return true;
	index = jfr_pool_find(pools, JFR_STRINGS, id);
	if (index == IDS_NONE)
		return false;
	cursor.at = pools->of[JFR_STRINGS].places[index];
	return jfr_take_string(&cursor, text, &encoding, &id) && encoding != JFR_NULL &&
	       encoding != JFR_IN_POOL;
}

bool jfr_pool_text(const struct jfr_pools *pools, enum jfr_pool pool, uint64_t id, struct buf *text)
{
	union jfr_value values[JFR_POOL_SLOTS];
	const uint32_t index = jfr_pool_find(pools, pool, id);

	if (index == IDS_NONE)
		return false;
	jfr_pool_entry(pools, pool, index, values);
	return jfr_pool_string(pools, values[JFR_TEXT].place, text);
}
