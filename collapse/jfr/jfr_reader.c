/* SPDX-License-Identifier: MIT */
/* Metadata, pools, then the events: events of wanted types are counted, others are skipped. */
#include "collapse/jfr/jfr_reader.h"

#include "common/base/checked.h"
#include "common/base/diag.h"

/* ---- The weight that an event adds to its stack ---- */

static uint32_t jfr_rows_hash_of(const struct jfr_row_key *key)
{
	const uint64_t a = (uint64_t)key->stack << 32 | key->thread;
	const uint64_t b = (uint64_t)key->class << 32 | key->part;
	const uint64_t c = (uint64_t)key->state << 32 | key->type;
	const uint64_t stacks = hash_mix(a ^ hash_key.low, b ^ hash_key.high);

	return (uint32_t)(hash_mix(stacks ^ c, key->time ^ hash_key.high) >> 32);
}

static uint32_t jfr_rows_hash_again(const void *things, uint32_t number)
{
	return jfr_rows_hash_of(&((const struct jfr_rows *)things)->rows[number].key);
}

static void jfr_rows_release(struct jfr_rows *rows)
{
	hash_ids_release(&rows->index);
	free(rows->rows);
	free(rows->first);
	*rows = (struct jfr_rows){.is_saturated = rows->is_saturated};
}

/* Empty them, for a chunk with so many stacks. */
static void jfr_rows_reset(struct jfr_rows *rows, size_t stacks)
{
	jfr_rows_release(rows);
	rows->stacks = stacks;
	rows->first = memory_resize(NULL, stacks + 1, sizeof(*rows->first));
	memset(rows->first, 0xFF, (stacks + 1) * sizeof(*rows->first));
}

static struct jfr_row *jfr_rows_insert(struct jfr_rows *rows, const struct jfr_row_key *key,
				       uint32_t hash)
{
	uint32_t *first = &rows->first[key->stack == IDS_NONE ? rows->stacks : key->stack];
	struct jfr_row *row;

	if (rows->count >= IDS_NONE)
		diag_die("more than %u different stacks", IDS_NONE);
	MEMORY_ROOM(rows->rows, rows->count, rows->cap);
	hash_ids_add(&rows->index, hash, (uint32_t)rows->count, jfr_rows_hash_again, rows);
	row = &rows->rows[rows->count];
	*row = (struct jfr_row){.key = *key, .next = *first};
	*first = (uint32_t)rows->count++;
	return row;
}

struct jfr_row *jfr_rows_find(struct jfr_rows *rows, const struct jfr_row_key *key)
{
	const uint32_t hash = jfr_rows_hash_of(key);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_ids_next(&rows->index, hash, &at)) != HASH_NONE) {
		if (jfr_row_key_equal(&rows->rows[number].key, key))
			return &rows->rows[number];
	}
	return jfr_rows_insert(rows, key, hash);
}

/* Nanoseconds of one; 0: no unit of time, or ticks. */
static const uint64_t nanoseconds[] = {
	[JFR_NANOSECONDS] = 1,      [JFR_MICROSECONDS] = 1000, [JFR_MILLISECONDS] = 1000000,
	[JFR_SECONDS] = JFR_SECOND, [JFR_BYTES] = 0,
};

static bool jfr_weigh_is_time(unsigned measure)
{
	return measure == JFR_TICKS || nanoseconds[measure] > 0;
}

/* The unit of what events of a kind add; `has_field`: they have the field that weighs. */
static enum jfr_unit jfr_weigh_unit(const struct jfr_kind *kind, unsigned measure, bool has_field)
{
	if (kind->field.len == 0 || (!has_field && !kind->must_have))
		return JFR_IN_COUNTS;
	if (kind->unit != JFR_IN_OTHERS)
		return (enum jfr_unit)kind->unit;
	return jfr_weigh_is_time(measure) ? JFR_IN_NANOSECONDS
	       : measure == JFR_BYTES     ? JFR_IN_BYTES
					  : JFR_IN_OTHERS;
}

/* To the nearest. */
static uint64_t round_real(double value)
{
	if (!(value > 0)) /* or not a number */
		return 0;
	return value >= 9.2233720368547e18 ? INT64_MAX : (uint64_t)(value + 0.5);
}

/* At most INT64_MAX; 0 for nothing: 0 or negative. */
static uint64_t weigh_number(const struct jfr_layout *layout, union jfr_value value)
{
	if (layout->reals & UINT32_C(1) << JFR_WEIGHT_SLOT)
		return round_real(value.real);
	return (int64_t)value.number > 0 ? value.number : 0;
}

/* The same, and 0 for a weight that is missing. */
static uint64_t jfr_weigh(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
			  union jfr_value value)
{
	uint64_t weight;

	if (plan->kind->field.len == 0)
		return 1;
	if (!jfr_layout_has(&plan->layout, JFR_WEIGHT_SLOT))
		return plan->kind->must_have ? 0 : 1;
	weight = weigh_number(&plan->layout, value);
	if (weight > 0 && jfr_weigh_is_time(plan->measure)) {
		if (plan->measure == JFR_TICKS)
			return chunk->ticks > 0 ? jfr_scale(weight, JFR_SECOND, chunk->ticks) : 0;
		return jfr_scale(weight, nanoseconds[plan->measure], 1);
	}
	return weight;
}

/* Slots of an event. */
enum {
	EVENT_WEIGHT = JFR_WEIGHT_SLOT,
	EVENT_START,
	EVENT_STACK,
	EVENT_THREAD,
	EVENT_SAMPLED_THREAD,
	EVENT_STATE,
	EVENT_CLASS,
	EVENT_OBJECT = EVENT_CLASS + 4,
	EVENT_SLOTS,
};

#define CLASS_OF(field, slot)                                                                      \
	{                                                                                          \
		SLICE_INIT(field), JFR_TAKE_REFERENCE, SLICE_INIT("java.lang.Class"), slot         \
	}

static const struct jfr_want event_wants[] = {
	{SLICE_INIT("startTime"), JFR_TAKE_NUMBER, SLICE_INIT(""), EVENT_START},
	{SLICE_INIT("stackTrace"), JFR_TAKE_REFERENCE, SLICE_INIT("jdk.types.StackTrace"),
	 EVENT_STACK},
	{SLICE_INIT("eventThread"), JFR_TAKE_REFERENCE, SLICE_INIT("java.lang.Thread"),
	 EVENT_THREAD},
	{SLICE_INIT("sampledThread"), JFR_TAKE_REFERENCE, SLICE_INIT("java.lang.Thread"),
	 EVENT_SAMPLED_THREAD},
	{SLICE_INIT("state"), JFR_TAKE_REFERENCE, SLICE_INIT("jdk.types.ThreadState"), EVENT_STATE},
	CLASS_OF("objectClass", EVENT_CLASS),
	CLASS_OF("monitorClass", EVENT_CLASS + 1),
	CLASS_OF("parkedClass", EVENT_CLASS + 2),
	CLASS_OF("thrownClass", EVENT_CLASS + 3),
	{SLICE_INIT("object"), JFR_TAKE_REFERENCE, SLICE_INIT("jdk.types.OldObject"), EVENT_OBJECT},
};

static const struct {
	struct slice event, field;
} losses[JFR_LOSSES] = {
	[JFR_LOST_SAMPLES] = {SLICE_INIT("jdk.CPUTimeSamplesLost"), SLICE_INIT("lostSamples")},
	[JFR_LOST_BYTES] = {SLICE_INIT("jdk.DataLoss"), SLICE_INIT("amount")},
};

/* The plan for a type of events. */
enum plan_state { NOT_PLANNED, IGNORED, TAKEN, TELLS_LOSS, DAMAGED };

/* Flags of an entry in the pool of states. */
enum { STATE_IS_WANTED = 1, STATE_IS_DEFAULT = 2 };

void jfr_reader_release(struct jfr_reader *reader)
{
	jfr_metadata_release(&reader->metadata);
	jfr_pools_release(&reader->pools);
	jfr_rows_release(&reader->rows);
	free(reader->plans);
	free(reader->states);
	reader->plans = NULL;
	reader->states = NULL;
}

/* ---- Metadata ---- */

static bool use_metadata(struct jfr_reader *reader, const struct jfr_event *event)
{
	const bool had_some = reader->plans != NULL;
	bool is_same;
	size_t i;

	if (event->type != JFR_METADATA_EVENT ||
	    !jfr_metadata_read(&reader->metadata, event, &is_same)) {
		if (!reader->metadata.types) { /* plans refer to them */
			free(reader->plans);
			reader->plans = NULL;
		}
		return false;
	}
	if (!is_same || !had_some) {
		free(reader->plans);
		reader->plans = memory_clear(jfr_type_count(&reader->metadata),
					     sizeof(*reader->plans));
		jfr_pools_reset(&reader->pools);
		jfr_pools_prepare(&reader->pools, &reader->metadata);
	}
	for (i = 0; i < jfr_type_count(&reader->metadata); i++)
		reader->plans[i].events = reader->plans[i].with_stack = 0;
	return true;
}

/* The event at the header's offset, or else the first one that is whole. */
static bool read_metadata(struct jfr_reader *reader, const struct jfr_chunk *chunk)
{
	struct jfr_walk walk = jfr_events_of(chunk);
	struct jfr_cursor rest;
	struct jfr_event event;

	if (!chunk->is_unfinished) {
		if (chunk->metadata >= JFR_HEADER && chunk->metadata < chunk->bytes.len) {
			rest = jfr_cursor_of(slice_tail(chunk->bytes, (size_t)chunk->metadata));
			if (jfr_next_event(&rest, &event) == JFR_EVENT &&
			    use_metadata(reader, &event))
				return true;
		}
		jfr_damage_add(&reader->damages, JFR_BAD_METADATA, chunk, NULL);
	}
	while (jfr_walk_next(&walk, &event) == JFR_EVENT) {
		if (event.type == JFR_METADATA_EVENT && use_metadata(reader, &event))
			return true;
	}
	jfr_damage_add(&reader->damages, JFR_NO_METADATA, chunk, NULL);
	return false;
}

/* ---- What the chunk is like ---- */

/* True if rows differ by this label. */
static bool tells(const struct jfr_reader *reader, enum label_kind kind)
{
	return reader->labels && (reader->labels->kinds & LABEL_BIT(kind)) != 0;
}

static unsigned kept_pools(const struct jfr_reader *reader)
{
	const struct jfr_request *request = reader->request;
	unsigned kept = 1u << JFR_STACKS;

	if (request->lists)
		return kept;
	kept |= 1u << JFR_METHODS | 1u << JFR_CLASSES | 1u << JFR_SYMBOLS | 1u << JFR_FRAME_TYPES |
		1u << JFR_STATES | 1u << JFR_STRINGS;
	if (reader->request->wants_threads || tells(reader, LABEL_THREAD) ||
	    tells(reader, LABEL_TID))
		kept |= 1u << JFR_THREADS;
	if (request->wants_classes)
		kept |= 1u << JFR_OBJECTS;
	return kept;
}

static uint8_t look_at_state(const struct jfr_request *request, struct slice name)
{
	uint8_t is = 0;
	size_t i;

	slice_skip(&name, SLICE("STATE_"));
	if (slice_equal(name, SLICE("DEFAULT")))
		is |= STATE_IS_DEFAULT;
	for (i = 0; i < request->state_count; i++) {
		const struct slice state = request->states[i];

		if (state.len <= name.len &&
		    slice_equal_any_case(slice_head(name, state.len), state))
			is |= STATE_IS_WANTED;
	}
	return is;
}

static void look_at_states(struct jfr_reader *reader)
{
	const struct ids *ids = &reader->pools.of[JFR_STATES].ids;
	struct buf name = {0};
	size_t i;

	free(reader->states);
	reader->states = memory_get(ids->count + 1);
	for (i = 0; i < ids->count; i++) {
		buf_reset(&name);
		jfr_pool_text(&reader->pools, JFR_STATES, ids->ids[i], &name);
		reader->states[i] = look_at_state(reader->request, buf_slice(&name));
	}
	buf_release(&name);
}

/* async-profiler's frames may be of the kernel. */
static bool has_kernel_frames(const struct jfr_pools *pools)
{
	const struct ids *ids = &pools->of[JFR_FRAME_TYPES].ids;
	struct buf text = {0};
	bool has = false;
	size_t i;

	for (i = 0; !has && i < ids->count; i++) {
		buf_reset(&text);
		has = jfr_pool_text(pools, JFR_FRAME_TYPES, ids->ids[i], &text) &&
		      slice_equal(buf_slice(&text), SLICE("Kernel"));
	}
	buf_release(&text);
	return has;
}

/* The first chunk that is async-profiler's has other plans. */
static void look_for_async(struct jfr_reader *reader)
{
	size_t i;

	reader->is_async = has_kernel_frames(&reader->pools);
	if (!reader->is_async || reader->had_async)
		return;
	reader->had_async = true;
	for (i = 0; i < jfr_type_count(&reader->metadata); i++)
		reader->plans[i].state = NOT_PLANNED;
}

static void set_times(struct jfr_reader *reader, const struct jfr_chunk *chunk)
{
	const struct jfr_request *request = reader->request;
	const int64_t offset = (int64_t)(chunk->start - reader->base);

	reader->from_tick = INT64_MIN;
	reader->to_tick = INT64_MAX;
	reader->has_clock = chunk->ticks > 0 && chunk->has_times;
	if (!reader->has_clock && (request->has_times || tells(reader, LABEL_TIME)))
		jfr_damage_add(&reader->damages, JFR_NO_CLOCK, chunk, NULL);
	if (!request->has_times)
		return;
	if (!reader->has_clock) {
		reader->to_tick = INT64_MIN;
		return;
	}
	reader->from_tick = jfr_first_tick((int64_t)(request->from - (uint64_t)offset),
					   chunk->ticks);
	if (request->to < INT64_MAX)
		reader->to_tick = jfr_first_tick((int64_t)(request->to - (uint64_t)offset),
						 chunk->ticks);
}

/* ---- Events ---- */

static const struct jfr_kind *jfr_reader_kind_of(const struct jfr_request *request,
						 struct slice name)
{
	size_t i;

	for (i = 0; i < request->kind_count; i++) {
		if (jfr_kind_is(&request->kinds[i], name))
			return &request->kinds[i];
	}
	return NULL;
}

/* True if the state of a thread decides where an event of this kind counts. */
static bool is_split_by_state(const struct jfr_reader *reader, const struct jfr_kind *kind)
{
	return reader->had_async && kind && kind->part != kind->wall_part;
}

/* False for what nobody asks for: to pass over it is faster. */
static bool jfr_reader_wants(const struct jfr_reader *reader, const struct jfr_kind *kind,
			     unsigned slot)
{
	if (slot == EVENT_STATE)
		return reader->request->state_count > 0 || tells(reader, LABEL_STATE) ||
		       is_split_by_state(reader, kind);
	if (slot == EVENT_THREAD || slot == EVENT_SAMPLED_THREAD)
		return reader->pools.kept & 1u << JFR_THREADS;
	return slot < EVENT_CLASS || reader->request->wants_classes;
}

static bool jfr_reader_lay_out(struct jfr_reader *reader, uint32_t type, struct jfr_plan *plan)
{
	struct jfr_want wants[ARRAY_LEN(event_wants) + 1];
	size_t count = 0, i;

	for (i = 0; i < ARRAY_LEN(event_wants); i++) {
		if (!jfr_reader_wants(reader, plan->kind, event_wants[i].slot))
			continue;
		wants[count] = event_wants[i];
		if (wants[count].slot == EVENT_START && !reader->request->has_times &&
		    !tells(reader, LABEL_TIME))
			wants[count].taking = JFR_PASS_NUMBER;
		count++;
	}
	if (plan->kind && plan->kind->field.len > 0)
		wants[count++] = (struct jfr_want){
			plan->kind->field, JFR_TAKE_NUMBER, {NULL, 0}, EVENT_WEIGHT};
	return jfr_layout_make(&reader->metadata, type, wants, count, &reader->pools.arena,
			       &plan->layout) &&
	       jfr_layout_has(&plan->layout, EVENT_START);
}

/* Events of a type that nobody asks for may still say what was lost. */
static void plan_loss(struct jfr_reader *reader, uint32_t index)
{
	const struct jfr_metadata *metadata = &reader->metadata;
	struct jfr_plan *plan = &reader->plans[index];
	unsigned loss;

	for (loss = 0; loss < JFR_LOSSES; loss++) {
		const struct jfr_want want = {
			losses[loss].field, JFR_TAKE_NUMBER, {NULL, 0}, EVENT_WEIGHT};

		if (!slice_equal(jfr_type_name(metadata, index), losses[loss].event) ||
		    metadata->types[index].is_superseded ||
		    !jfr_layout_make(metadata, index, &want, 1, &reader->pools.arena,
				     &plan->layout) ||
		    !jfr_layout_has(&plan->layout, EVENT_WEIGHT))
			continue;
		plan->state = TELLS_LOSS;
		plan->loss = (uint8_t)loss;
	}
}

/* Decide how to read events of a type, at the first one. */
static void make_plan(struct jfr_reader *reader, uint32_t index)
{
	const struct jfr_request *request = reader->request;
	const struct jfr_metadata *metadata = &reader->metadata;
	struct jfr_plan *plan = &reader->plans[index];
	const struct jfr_field *stack = jfr_type_field(metadata, index, SLICE("stackTrace"));
	const struct jfr_field *weight;

	plan->carries_stacks = stack &&
			       jfr_field_refers_to(metadata, stack, jfr_pool_type_name(JFR_STACKS));
	plan->kind = jfr_reader_kind_of(request, jfr_type_name(metadata, index));
	plan->state = plan->kind || (request->lists && plan->carries_stacks) ? TAKEN : IGNORED;
	if (plan->state == IGNORED && !request->lists)
		plan_loss(reader, index);
	if (plan->state != TAKEN)
		return;
	if (metadata->types[index].is_superseded || !jfr_reader_lay_out(reader, index, plan))
		plan->state = DAMAGED;
	if (!plan->kind)
		return;
	weight = jfr_type_field(metadata, index, plan->kind->field);
	plan->measure = weight ? weight->measure : (uint8_t)JFR_PLAIN;
	plan->unit = (uint8_t)jfr_weigh_unit(plan->kind, plan->measure,
					     jfr_layout_has(&plan->layout, EVENT_WEIGHT));
}

static uint32_t thread_of(const struct jfr_reader *reader, const struct jfr_plan *plan,
			  const union jfr_value *values)
{
	uint32_t thread = IDS_NONE;

	if (!(reader->pools.kept & 1u << JFR_THREADS))
		return thread;
	if (jfr_layout_has(&plan->layout, EVENT_SAMPLED_THREAD))
		thread = jfr_pool_find(&reader->pools, JFR_THREADS,
				       values[EVENT_SAMPLED_THREAD].number);
	if (thread == IDS_NONE && jfr_layout_has(&plan->layout, EVENT_THREAD))
		thread = jfr_pool_find(&reader->pools, JFR_THREADS, values[EVENT_THREAD].number);
	return thread;
}

/* The class of the object that the event is about: the first class among its values. */
static uint32_t class_of(const struct jfr_reader *reader, const struct jfr_plan *plan,
			 const union jfr_value *values)
{
	union jfr_value object[JFR_POOL_SLOTS];
	uint32_t class = IDS_NONE, index;
	unsigned slot;

	if (!reader->request->wants_classes)
		return class;
	for (slot = EVENT_CLASS; class == IDS_NONE && slot < EVENT_OBJECT; slot++) {
		if (jfr_layout_has(&plan->layout, slot))
			class = jfr_pool_find(&reader->pools, JFR_CLASSES, values[slot].number);
	}
	if (class != IDS_NONE || !jfr_layout_has(&plan->layout, EVENT_OBJECT))
		return class;
	index = jfr_pool_find(&reader->pools, JFR_OBJECTS, values[EVENT_OBJECT].number);
	if (index == IDS_NONE)
		return class;
	jfr_pool_entry(&reader->pools, JFR_OBJECTS, index, object);
	return jfr_pool_find(&reader->pools, JFR_CLASSES, object[JFR_OBJECT_CLASS].number);
}

/* The state of the event's thread. */
static uint32_t jfr_reader_state_of(const struct jfr_reader *reader, const struct jfr_plan *plan,
				    const union jfr_value *values)
{
	if (!jfr_layout_has(&plan->layout, EVENT_STATE))
		return IDS_NONE;
	return jfr_pool_find(&reader->pools, JFR_STATES, values[EVENT_STATE].number);
}

static bool jfr_reader_is_in_time(const struct jfr_reader *reader, const struct jfr_chunk *chunk,
				  const union jfr_value *values)
{
	const int64_t tick = (int64_t)(values[EVENT_START].number - chunk->start_ticks);

	return tick >= reader->from_tick && tick < reader->to_tick;
}

/* When the event began: the start of its bin in ns. One before `base` began there. */
static uint64_t jfr_reader_time_of(struct jfr_reader *reader, const struct jfr_chunk *chunk,
				   unsigned part, uint64_t start)
{
	const uint64_t zero = reader->labels->absolute ? 0 : reader->base;
	const int64_t tick = (int64_t)(start - chunk->start_ticks);
	int64_t time = (int64_t)(chunk->start - zero);
	uint64_t span;

	if (!reader->has_clock)
		return JFR_NO_TIME;
	span = jfr_scale(tick < 0 ? -(uint64_t)tick : (uint64_t)tick, JFR_SECOND, chunk->ticks);
	if (tick < 0)
		time -= time < INT64_MIN + (int64_t)span ? 0 : (int64_t)span;
	else
		time += time > INT64_MAX - (int64_t)span ? 0 : (int64_t)span;
	if (time < 0) {
		reader->early[part]++;
		return 0;
	}
	return (uint64_t)time - (uint64_t)time % reader->labels->bin;
}

/* Add the labels to the key of the event's row, besides stack and class. */
static void add_labels(struct jfr_reader *reader, const struct jfr_chunk *chunk,
		       const struct jfr_plan *plan, const union jfr_value *values,
		       struct jfr_row_key *key)
{
	if (tells(reader, LABEL_STATE))
		key->state = jfr_reader_state_of(reader, plan, values);
	if (tells(reader, LABEL_EVENT))
		key->type = (uint32_t)(plan - reader->plans);
	if (tells(reader, LABEL_TIME))
		key->time = jfr_reader_time_of(reader, chunk, key->part,
					       values[EVENT_START].number);
}

static void count_event(struct jfr_reader *reader, const struct jfr_chunk *chunk,
			const struct jfr_plan *plan, const union jfr_value *values)
{
	const struct jfr_request *request = reader->request;
	const struct jfr_kind *kind = plan->kind;
	struct jfr_row_key key = {.part = kind->part,
				  .stack = IDS_NONE,
				  .thread = IDS_NONE,
				  .class = IDS_NONE,
				  .state = IDS_NONE,
				  .type = IDS_NONE,
				  .time = JFR_NO_TIME};
	unsigned state = 0;
	uint64_t weight;

	if (request->state_count > 0 || (reader->is_async && kind->part != kind->wall_part)) {
		const uint32_t index = jfr_reader_state_of(reader, plan, values);

		state = index == IDS_NONE ? 0 : reader->states[index];
	}
	if (reader->is_async && !(state & STATE_IS_DEFAULT))
		key.part = kind->wall_part;
	if (key.part == JFR_NO_PART)
		return;
	reader->samples++;
	reader->seen |= UINT64_C(1) << key.part;
	if ((request->state_count > 0 && !(state & STATE_IS_WANTED)) ||
	    (request->has_times && !jfr_reader_is_in_time(reader, chunk, values)))
		return;
	weight = jfr_weigh(plan, chunk, values[EVENT_WEIGHT]);
	if (weight == 0)
		return;
	reader->units[key.part] |= plan->unit;
	reader->counted[key.part]++;
	if (jfr_layout_has(&plan->layout, EVENT_STACK))
		key.stack = jfr_stack_find(&reader->pools, values[EVENT_STACK].number);
	if (!reader->rows.by_stack) {
		key.thread = thread_of(reader, plan, values);
		key.class = class_of(reader, plan, values);
		if (reader->labels)
			add_labels(reader, chunk, plan, values, &key);
	}
	jfr_rows_add(&reader->rows, &key, weight);
}

void jfr_loss_add(uint64_t *sum, uint64_t more)
{
	if (!u64_add(sum, more))
		*sum = UINT64_MAX;
}

static void jfr_reader_take_event(struct jfr_reader *reader, const struct jfr_chunk *chunk,
				  struct jfr_plan *plan, struct jfr_event *event)
{
	union jfr_value values[EVENT_SLOTS];

	if (UNLIKELY(plan->state == DAMAGED)) {
		jfr_damage_add(&reader->damages, JFR_BAD_TYPE, chunk, event->begin);
		return;
	}
	if (!jfr_layout_read(&plan->layout, &event->body, values)) {
		jfr_damage_add(&reader->damages, JFR_BAD_EVENT, chunk, event->begin);
		return;
	}
	if (UNLIKELY(plan->state == TELLS_LOSS))
		jfr_loss_add(&reader->lost[plan->loss],
			     weigh_number(&plan->layout, values[EVENT_WEIGHT]));
	else if (reader->request->lists)
		plan->with_stack += jfr_layout_has(&plan->layout, EVENT_STACK) &&
				    jfr_stack_find(&reader->pools, values[EVENT_STACK].number) !=
					    IDS_NONE;
	else
		count_event(reader, chunk, plan, values);
}

static void read_events(struct jfr_reader *reader, const struct jfr_chunk *chunk)
{
	struct jfr_walk walk = jfr_events_of(chunk);
	enum jfr_step_on step;
	struct jfr_event event;

	while ((step = jfr_walk_next(&walk, &event)) == JFR_EVENT) {
		const uint32_t index = event.type <= JFR_CHECKPOINT_EVENT
					       ? IDS_NONE
					       : jfr_type_of(&reader->metadata, event.type);
		struct jfr_plan *plan;

		if (index == IDS_NONE) {
			if (event.type > JFR_CHECKPOINT_EVENT)
				jfr_damage_add(&reader->damages, JFR_UNKNOWN_TYPE, chunk,
					       event.begin);
			continue;
		}
		plan = &reader->plans[index];
		plan->events++;
		if (plan->state == NOT_PLANNED)
			make_plan(reader, index);
		if (plan->state != IGNORED)
			jfr_reader_take_event(reader, chunk, plan, &event);
	}
	if (step == JFR_BAD_END && !chunk->is_unfinished)
		jfr_damage_add(&reader->damages, JFR_BAD_SIZE, chunk, walk.rest.at);
}

/* Note a clock of 0 ticks a second, if ticks are weights. */
static void look_at_clock(struct jfr_reader *reader, const struct jfr_chunk *chunk)
{
	size_t i;

	if (chunk->ticks > 0 || reader->request->has_times || tells(reader, LABEL_TIME))
		return;
	for (i = 0; i < jfr_type_count(&reader->metadata); i++) {
		const struct jfr_plan *plan = &reader->plans[i];

		if (plan->kind && plan->events > 0 && plan->measure == JFR_TICKS) {
			jfr_damage_add(&reader->damages, JFR_NO_CLOCK, chunk, NULL);
			return;
		}
	}
}

bool jfr_reader_take(struct jfr_reader *reader, const struct jfr_chunk *chunk)
{
	if (chunk->is_unfinished)
		jfr_damage_add(&reader->damages, JFR_UNFINISHED, chunk, NULL);
	reader->pools.kept = kept_pools(reader);
	if (!read_metadata(reader, chunk))
		return false;
	jfr_pools_read(&reader->pools, chunk, &reader->damages);
	look_at_states(reader);
	look_for_async(reader);
	set_times(reader, chunk);
	jfr_rows_reset(&reader->rows, reader->pools.of[JFR_STACKS].ids.count);
	reader->rows.by_stack = !reader->labels && !reader->request->wants_classes &&
				!(reader->pools.kept & 1u << JFR_THREADS);
	read_events(reader, chunk);
	look_at_clock(reader, chunk);
	return true;
}
