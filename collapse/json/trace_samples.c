/* SPDX-License-Identifier: MIT */
#include "collapse/json/trace_state.h"

struct trace_profile_entry {
	struct trace_profile profile;
	UT_hash_handle hh; /* key: process and id */
};

struct trace_sample {
	int64_t time;
	uint64_t weight;
	uint32_t frame; /* number of ids */
	uint32_t index; /* in the order of the text */
};

/* The samples of a thread that are in the list. */
struct trace_list {
	struct trace_thread *thread;
	struct trace_sample *samples;
	size_t count, cap;
	struct trace_list *next;
};

/* ---- V8 ---- */

static struct trace_profile *trace_new_profile(struct trace_samples *samples, struct slice key,
					       struct slice process, struct slice thread)
{
	struct trace_profile_entry *entry = arena_alloc(&samples->arena, sizeof(*entry));
	struct slice kept;

	memset(entry, 0, sizeof(*entry));
	kept = arena_copy(&samples->arena, key);
	entry->profile.process = arena_copy(&samples->arena, process);
	entry->profile.thread = arena_copy(&samples->arena, thread);
	if (!samples->first)
		samples->last = &samples->first;
	*samples->last = &entry->profile;
	samples->last = &entry->profile.next;
	if (kept.len > 0)
		HASH_ADD_KEYPTR(hh, samples->table, kept.ptr, kept.len, entry);
	return &entry->profile;
}

static struct trace_profile *trace_profile_of(struct trace_samples *samples, struct slice process,
					      struct slice thread, struct slice id)
{
	struct buf *key = &samples->key;
	struct trace_profile_entry *entry;

	if (id.len == 0)
		return trace_new_profile(samples, id, process, thread);
	buf_set(key, process);
	buf_add_char(key, '\0');
	buf_add(key, id);
	HASH_FIND(hh, samples->table, key->ptr, key->len, entry);
	return entry ? &entry->profile
		     : trace_new_profile(samples, buf_slice(key), process, thread);
}

void trace_take_part(struct ingest_run *run, struct trace_samples *samples, struct slice process,
		     struct slice thread, struct slice id, bool begins)
{
	struct trace_profile *profile = trace_profile_of(samples, process, thread, id);

	if (begins && !slice_equal(profile->thread, thread))
		profile->thread = arena_copy(&samples->arena, thread);
	profile->is_internal |= samples->part_is_internal;
	v8_append(run, &profile->profile, &samples->part);
	samples->part_is_internal = false;
}

/* The earliest beginning of all, in microseconds. */
static int64_t trace_zero(const struct trace_samples *samples)
{
	const struct trace_profile *profile;
	int64_t zero = INT64_MAX;

	for (profile = samples->first; profile; profile = profile->next) {
		const struct v8_profile *v8 = &profile->profile;
		int64_t begin = v8->start;

		if (v8->delta_count > 0 && v8->deltas[0] > 0 && begin < INT64_MAX - v8->deltas[0])
			begin += v8->deltas[0];
		zero = begin < zero ? begin : zero;
	}
	return zero == INT64_MAX ? 0 : zero;
}

/* ---- The list ---- */

uint64_t trace_frame_id(struct trace_samples *samples, struct slice id)
{
	return (uint64_t)intern_add(&samples->ids, id) + 1;
}

void trace_list_sample(struct trace_samples *samples, struct trace_thread *thread, int64_t time,
		       uint64_t weight, struct slice frame)
{
	struct trace_list *list = thread->sampled;

	if (!list) {
		list = arena_alloc(&samples->arena, sizeof(*list));
		*list = (struct trace_list){.thread = thread, .next = samples->lists};
		samples->lists = thread->sampled = list;
	}
	MEMORY_ROOM(list->samples, list->count, list->cap);
	list->samples[list->count] = (struct trace_sample){
		time, weight, (uint32_t)trace_frame_id(samples, frame), (uint32_t)list->count};
	list->count++;
}

static int trace_compare_samples(const void *left, const void *right)
{
	const struct trace_sample *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static void trace_fold_list(struct ingest_run *run, struct trace_samples *samples,
			    struct trace_list *list, const struct v8_how *how, int64_t zero)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct trace_sample *sample = &list->samples[i];
		uint64_t count = sample->weight;

		if (how->time)
			count = i + 1 == list->count ? 0
						     : (uint64_t)list->samples[i + 1].time -
							       (uint64_t)sample->time;
		if (label_wants(run, LABEL_TIME))
			label_set_time(run, (uint64_t)sample->time -
						    (run->labels->absolute ? 0 : (uint64_t)zero));
		v8_count_id(run, &samples->frames, how, sample->frame, count);
	}
}

static void trace_fold_lists(struct ingest_run *run, struct trace_samples *samples,
			     struct trace_threads *threads, const struct trace_sampling *sampling)
{
	struct v8_how how = {.time = sampling->time, .names_unknown = true, .unit = 1};
	struct trace_list *list;
	int64_t zero = INT64_MAX;

	v8_connect(run, &samples->frames, &how);
	for (list = samples->lists; list; list = list->next) {
		SORT(list->samples, list->count, trace_compare_samples);
		zero = list->samples[0].time < zero ? list->samples[0].time : zero;
	}
	for (list = samples->lists; list; list = list->next) {
		how.root_count = trace_roots_of(run, threads, list->thread, &sampling->roots,
						how.roots);
		trace_label(run, list->thread);
		trace_fold_list(run, samples, list, &how, zero);
	}
}

/* ---- Both ---- */

bool trace_has_samples(const struct trace_samples *samples)
{
	return samples->first || samples->lists;
}

unsigned trace_fold_samples(struct ingest_run *run, struct trace_samples *samples,
			    struct trace_threads *threads, const struct trace_sampling *sampling)
{
	struct v8_how how = {.time = sampling->time,
			     .names_unknown = true,
			     .in_parts = true,
			     .unit = 1000,
			     .zero = trace_zero(samples)};
	struct trace_profile *profile;
	struct trace_thread *thread;
	unsigned passed = 0;

	for (profile = samples->first; profile; profile = profile->next) {
		thread = trace_thread_of(threads, profile->process, profile->thread);
		thread->has_internal |= profile->is_internal;
	}
	for (profile = samples->first; profile; profile = profile->next) {
		thread = trace_thread_of(threads, profile->process, profile->thread);
		if (thread->has_internal && !profile->is_internal) {
			passed++;
			continue;
		}
		how.root_count = trace_roots_of(run, threads, thread, &sampling->roots, how.roots);
		trace_label(run, thread);
		v8_fold(run, &profile->profile, &how);
	}
	trace_fold_lists(run, samples, threads, sampling);
	trace_samples_forget(samples);
	return passed;
}

void trace_samples_forget(struct trace_samples *samples)
{
	struct trace_profile *profile;
	struct trace_list *list;

	for (profile = samples->first; profile; profile = profile->next)
		v8_release(&profile->profile);
	for (list = samples->lists; list; list = list->next)
		free(list->samples);
	HASH_CLEAR(hh, samples->table);
	v8_forget(&samples->part);
	v8_forget(&samples->frames);
	intern_release(&samples->ids);
	arena_release(&samples->arena);
	samples->first = NULL;
	samples->lists = NULL; /* with the threads */
	samples->part_is_internal = false;
}

void trace_samples_release(struct trace_samples *samples)
{
	trace_samples_forget(samples);
	v8_release(&samples->part);
	v8_release(&samples->frames);
	buf_release(&samples->key);
}
