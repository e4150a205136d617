/* SPDX-License-Identifier: MIT */
/* The fields of a sample and of other records' trailers, by the layout of their event. */
#include "collapse/perfdata/perfdata_sample.h"
#include "collapse/perfdata/recording_state.h"

/* PERF_FORMAT_* */
enum {
	READ_ENABLED = 1 << 0,
	READ_RUNNING = 1 << 1,
	READ_ID = 1 << 2,
	READ_GROUP = 1 << 3,
	READ_LOST = 1 << 4,
};

#define BRANCH_HW_INDEX (UINT64_C(1) << 17)
#define BRANCH_COUNTERS (UINT64_C(1) << 19)

enum { WORD = 8, MISC_MODE = 7 };

/*
 * Find the event of a sample; *index is the index of its layout. Attributes share the place of the
 * id. The first event, if there is only one, or no id.
 */
static inline enum perfdata_decoded find_event(const struct perfdata *recording, struct slice body,
					       const struct perfdata_event **event, size_t *index)
{
	const struct recording_events *events = &recording->events;
	const uint8_t id = events->layouts[0].sample.id;

	*event = &events->events[0];
	*index = 0;
	if (events->count > 1 && id != LAYOUT_NONE) {
		if (body.len < (size_t)id + WORD)
			return PERFDATA_DAMAGED;
		*event = perfdata_event_of(
			recording, perfdata_u64(recording->facts.is_swapped, body.ptr + id));
		if (!*event)
			return PERFDATA_NO_EVENT;
		*index = (size_t)(*event - events->events);
	}
	return body.len < events->layouts[*index].sample.size ? PERFDATA_DAMAGED : PERFDATA_GOOD;
}

static inline uint64_t decode_word_at(bool swapped, const char *fields, uint8_t at)
{
	return at == LAYOUT_NONE ? 0 : perfdata_u64(swapped, fields + at);
}

/* All fields of a layout. */
static void take_fields(bool swapped, const char *fields, const struct sample_layout *layout,
			struct perfdata_sample *sample)
{
	sample->id = decode_word_at(swapped, fields, layout->id);
	sample->ip = decode_word_at(swapped, fields, layout->ip);
	sample->time = decode_word_at(swapped, fields, layout->time);
	sample->period = decode_word_at(swapped, fields, layout->period);
	sample->has_ip = layout->ip != LAYOUT_NONE;
	sample->has_time = layout->time != LAYOUT_NONE;
	sample->has_period = layout->period != LAYOUT_NONE;
	sample->has_tid = layout->tid != LAYOUT_NONE;
	sample->has_cpu = layout->cpu != LAYOUT_NONE;
	if (sample->has_tid) {
		sample->pid = perfdata_u32(swapped, fields + layout->tid);
		sample->tid = perfdata_u32(swapped, fields + layout->tid + 4);
	}
	if (sample->has_cpu)
		sample->cpu = perfdata_u32(swapped, fields + layout->cpu);
}

/* To be copied: compilers clear a struct of this size by an instruction that is slow to start. */
static const struct perfdata_sample no_sample;

/* The rest of a record; the functions below return false if it is too short. */
struct cursor {
	bool swapped;
	struct slice left;
};

static bool take_word(struct cursor *cursor, uint64_t *value)
{
	if (cursor->left.len < WORD)
		return false;
	*value = perfdata_u64(cursor->swapped, cursor->left.ptr);
	cursor->left = slice_tail(cursor->left, WORD);
	return true;
}

static bool decode_skip(struct cursor *cursor, uint64_t size)
{
	if (size > cursor->left.len)
		return false;
	cursor->left = slice_tail(cursor->left, (size_t)size);
	return true;
}

/* `count` times `words` words. */
static bool pass_words(struct cursor *cursor, uint64_t count, uint64_t words)
{
	return count <= cursor->left.len / WORD && decode_skip(cursor, count * words * WORD);
}

static bool take_read(struct cursor *cursor, uint64_t format, struct perfdata_sample *sample)
{
	const unsigned times = 0u + !!(format & READ_ENABLED) + !!(format & READ_RUNNING);
	const unsigned words = 1u + !!(format & READ_ID) + !!(format & READ_LOST);
	uint64_t members = 1;

	sample->read = cursor->left.ptr;
	if (format & READ_GROUP && !take_word(cursor, &members))
		return false;
	if (!pass_words(cursor, times, 1) || !pass_words(cursor, members, words))
		return false;
	sample->read_size = (size_t)(cursor->left.ptr - sample->read);
	return true;
}

static bool take_chain(struct cursor *cursor, struct perfdata_sample *sample)
{
	if (!take_word(cursor, &sample->chain_count))
		return false;
	sample->chain = cursor->left.ptr;
	sample->has_chain = true;
	return pass_words(cursor, sample->chain_count, 1);
}

/* A size of 32 bits and its bytes, filled up to words. */
static bool decode_take_raw(struct cursor *cursor, struct perfdata_sample *sample)
{
	uint64_t size;

	if (cursor->left.len < 4)
		return false;
	sample->raw_size = perfdata_u32(cursor->swapped, cursor->left.ptr);
	sample->raw = cursor->left.ptr + 4;
	size = 4 + (uint64_t)sample->raw_size;
	return decode_skip(cursor, (size + WORD - 1) / WORD * WORD);
}

static bool take_branches(struct cursor *cursor, uint64_t type, struct perfdata_sample *sample)
{
	if (!take_word(cursor, &sample->branch_count) ||
	    (type & BRANCH_HW_INDEX && !decode_skip(cursor, WORD)))
		return false;
	sample->branches = cursor->left.ptr;
	return pass_words(cursor, sample->branch_count, 3) &&
	       (!(type & BRANCH_COUNTERS) || pass_words(cursor, sample->branch_count, 1));
}

static bool take_registers(struct cursor *cursor, uint64_t mask, uint64_t *abi, const char **values)
{
	if (!take_word(cursor, abi))
		return false;
	if (*abi == 0)
		return true;
	*values = cursor->left.ptr;
	return pass_words(cursor, (uint64_t)__builtin_popcountll(mask), 1);
}

static bool decode_take_stack(struct cursor *cursor, struct perfdata_sample *sample)
{
	uint64_t size, valid;

	if (!take_word(cursor, &size))
		return false;
	if (size == 0)
		return true;
	sample->user_stack = cursor->left.ptr;
	if (!decode_skip(cursor, size) || !take_word(cursor, &valid))
		return false;
	sample->user_stack_room = size;
	sample->user_stack_size = valid < size ? valid : size;
	return true;
}

/* The fields after the user stack: only the cgroup is of use. */
static bool take_rest(struct cursor *cursor, const struct perfdata_event *event,
		      struct perfdata_sample *sample)
{
	const uint64_t type = event->sample_type;
	const uint64_t before = type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT) ? WORD
									      : 0; /* one of them */
	uint64_t abi, size;
	const char *registers;

	return decode_skip(cursor, before) &&
	       (!(type & SAMPLE_DATA_SRC) || decode_skip(cursor, WORD)) &&
	       (!(type & SAMPLE_TRANSACTION) || decode_skip(cursor, WORD)) &&
	       (!(type & SAMPLE_REGS_INTR) ||
		take_registers(cursor, event->regs_intr, &abi, &registers)) &&
	       (!(type & SAMPLE_PHYS_ADDR) || decode_skip(cursor, WORD)) &&
	       (!(type & SAMPLE_CGROUP) || take_word(cursor, &sample->cgroup)) &&
	       (!(type & SAMPLE_DATA_PAGE_SIZE) || decode_skip(cursor, WORD)) &&
	       (!(type & SAMPLE_CODE_PAGE_SIZE) || decode_skip(cursor, WORD)) &&
	       (!(type & SAMPLE_AUX) || (take_word(cursor, &size) && decode_skip(cursor, size)));
}

static bool take_variable(struct cursor *cursor, const struct perfdata_event *event,
			  struct perfdata_sample *sample)
{
	const uint64_t type = event->sample_type;

	return (!(type & SAMPLE_READ) || take_read(cursor, event->read_format, sample)) &&
	       (!(type & SAMPLE_CALLCHAIN) || take_chain(cursor, sample)) &&
	       (!(type & SAMPLE_RAW) || decode_take_raw(cursor, sample)) &&
	       (!(type & SAMPLE_BRANCH_STACK) ||
		take_branches(cursor, event->branch_sample_type, sample)) &&
	       (!(type & SAMPLE_REGS_USER) ||
		take_registers(cursor, event->regs_user, &sample->user_abi, &sample->user_regs)) &&
	       (!(type & SAMPLE_STACK_USER) || decode_take_stack(cursor, sample)) &&
	       take_rest(cursor, event, sample);
}

enum perfdata_decoded perfdata_sample_decode(const struct perfdata *recording,
					     const struct perfdata_record *record,
					     const struct perfdata_event **event,
					     struct perfdata_sample *sample)
{
	const struct sample_layout *layout;
	struct cursor cursor = {recording->facts.is_swapped, record->body};
	enum perfdata_decoded found;
	size_t index;

	*sample = no_sample;
	sample->mode = (enum perfdata_mode)(record->misc & MISC_MODE);
	sample->has_calls = recording->facts.is_simpleperf;
	found = find_event(recording, record->body, event, &index);
	if (found != PERFDATA_GOOD)
		return found;
	layout = &recording->events.layouts[index].sample;
	take_fields(recording->facts.is_swapped, record->body.ptr, layout, sample);
	if (!sample->has_period)
		sample->period = (*event)->period;
	cursor.left = slice_tail(cursor.left, layout->size);
	return take_variable(&cursor, *event, sample) ? PERFDATA_GOOD : PERFDATA_DAMAGED;
}

enum perfdata_decoded perfdata_sample_glance(const struct perfdata *recording,
					     const struct perfdata_record *record,
					     const struct perfdata_event **event,
					     struct perfdata_sample *sample)
{
	enum perfdata_decoded found;
	size_t index;
	uint8_t time;

	found = find_event(recording, record->body, event, &index);
	if (found != PERFDATA_GOOD)
		return found;
	time = recording->events.layouts[index].sample.time;
	sample->mode = (enum perfdata_mode)(record->misc & MISC_MODE);
	sample->has_time = time != LAYOUT_NONE;
	sample->time = decode_word_at(recording->facts.is_swapped, record->body.ptr, time);
	return PERFDATA_GOOD;
}

bool perfdata_sample_thread(const struct perfdata *recording, const struct perfdata_record *record,
			    const struct perfdata_event **event, uint32_t *pid, uint32_t *tid)
{
	size_t index;
	uint8_t at;

	if (find_event(recording, record->body, event, &index) != PERFDATA_GOOD)
		return false;
	at = recording->events.layouts[index].sample.tid;
	if (at == LAYOUT_NONE)
		return false;
	*pid = perfdata_u32(recording->facts.is_swapped, record->body.ptr + at);
	*tid = perfdata_u32(recording->facts.is_swapped, record->body.ptr + at + 4);
	return true;
}

void perfdata_trailer(const struct perfdata *recording, const struct perfdata_record *record,
		      struct perfdata_sample *trailer, struct slice *rest)
{
	const struct recording_events *events = &recording->events;
	const struct sample_layout *layout = &events->layouts[0].trailer;
	struct slice body = record->body;
	const char *end = body.ptr + body.len;

	*trailer = no_sample;
	trailer->mode = (enum perfdata_mode)(record->misc & MISC_MODE);
	*rest = body;
	if (record->type >= PERFDATA_USER_TYPES || record->type == PERFDATA_SAMPLE ||
	    !(events->events[0].flags & FLAG_SAMPLE_ID_ALL) || body.len < layout->size)
		return;
	if (events->count > 1 && layout->id != LAYOUT_NONE) {
		uint64_t id = perfdata_u64(recording->facts.is_swapped,
					   end - layout->size + layout->id);
		const struct perfdata_event *event = perfdata_event_of(recording, id);

		if (event)
			layout = &events->layouts[event - events->events].trailer;
		if (body.len < layout->size)
			return;
	}
	take_fields(recording->facts.is_swapped, end - layout->size, layout, trailer);
	*rest = slice_head(body, body.len - layout->size);
}
