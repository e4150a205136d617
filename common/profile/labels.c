/* SPDX-License-Identifier: MIT */
#include "common/profile/labels.h"

#include "common/base/checked.h"
#include "common/base/diag.h"

struct labels *labels_new(void)
{
	struct labels *labels = memory_get(sizeof(*labels));

	*labels = (struct labels){.time = LABEL_NO_TIME};
	intern_add(&labels->sets, SLICE("")); /* LABEL_NO_SET */
	return labels;
}

void labels_free(struct labels *labels)
{
	if (!labels)
		return;
	intern_release(&labels->pairs);
	intern_release(&labels->sets);
	free(labels->rows);
	hash_ids_release(&labels->index);
	buf_release(&labels->text);
	free(labels);
}

void labels_pair(const struct labels *labels, frame_id pair, struct slice *name,
		 struct slice *value)
{
	*value = intern_name(&labels->pairs, pair);
	slice_cut(value, '=', name);
}

static struct slice labels_name_of(const struct labels *labels, frame_id pair)
{
	struct slice name, value;

	labels_pair(labels, pair, &name, &value);
	return name;
}

/* The place among the pending labels where the name is, or belongs. */
static unsigned labels_place_of(const struct labels *labels, struct slice name, bool *is_there)
{
	unsigned at = 0;
	int order = 1;

	while (at < labels->pending_count &&
	       (order = slice_compare(labels_name_of(labels, labels->pending[at]), name)) < 0)
		at++;
	*is_there = at < labels->pending_count && order == 0;
	return at;
}

static char name_char(char c)
{
	if (c == ';')
		return ':';
	return c == '=' || c == '\n' || char_is_blank(c) ? '_' : c;
}

/* The pair's text, escaped for folded text. */
static void make_pair(struct buf *out, struct slice name, struct slice value)
{
	uint64_t number;
	size_t i;

	buf_reset(out);
	for (i = 0; i < name.len; i++)
		buf_add_char(out, name_char(name.ptr[i]));
	if (name.len == 0)
		buf_add_char(out, '_');
	if (slice_equal(buf_slice(out), SLICE("cpu")) && slice_to_u64(value, &number)) {
		buf_add_char(out, '=');
		buf_add_u64(out, number);
		return;
	}
	buf_add_char(out, '=');
	for (i = 0; i < value.len; i++) {
		char c = value.ptr[i];

		buf_add_char(out, c == ';' ? ':' : (unsigned char)c < ' ' || c == 0x7f ? ' ' : c);
	}
}

bool labels_put(struct labels *labels, struct slice name, struct slice value)
{
	unsigned at;
	frame_id pair;
	bool is_there;

	make_pair(&labels->text, name, value);
	pair = intern_add(&labels->pairs, buf_slice(&labels->text));
	at = labels_place_of(labels, labels_name_of(labels, pair), &is_there);
	if (is_there && labels->pending[at] == pair)
		return true;
	if (!is_there) {
		if (labels->pending_count == ARRAY_LEN(labels->pending))
			return false;
		memmove(labels->pending + at + 1, labels->pending + at,
			(labels->pending_count - at) * sizeof(*labels->pending));
		labels->pending_count++;
	}
	labels->pending[at] = pair;
	labels->is_stale = true;
	return true;
}

bool labels_put_number(struct labels *labels, struct slice name, uint64_t value)
{
	char room[24];
	int size = snprintf(room, sizeof(room), "%llu", (unsigned long long)value);

	return labels_put(labels, name, slice_of(room, (size_t)size));
}

void labels_take(struct labels *labels, struct slice name)
{
	bool is_there;
	unsigned at = labels_place_of(labels, name, &is_there);

	if (!is_there)
		return;
	labels->pending_count--;
	memmove(labels->pending + at, labels->pending + at + 1,
		(labels->pending_count - at) * sizeof(*labels->pending));
	labels->is_stale = true;
}

void labels_clear(struct labels *labels)
{
	labels->pending_count = 0;
	labels->set = LABEL_NO_SET;
	labels->is_stale = false;
	labels->time = LABEL_NO_TIME;
}

uint32_t labels_current(struct labels *labels)
{
	const struct slice list = slice_of((const char *)labels->pending,
					   labels->pending_count * sizeof(*labels->pending));

	if (labels->is_stale)
		labels->set = intern_add(&labels->sets, list);
	labels->is_stale = false;
	return labels->set;
}

void labels_use(struct labels *labels, uint32_t set)
{
	const struct slice list = intern_name(&labels->sets, set);

	if (list.len > 0)
		memcpy(labels->pending, list.ptr, list.len);
	labels->pending_count = (unsigned)(list.len / sizeof(*labels->pending));
	labels->set = set;
	labels->is_stale = false;
	labels->time = LABEL_NO_TIME;
}

bool labels_pending(const struct labels *labels, struct slice name, struct slice *value)
{
	bool is_there;
	const unsigned at = labels_place_of(labels, name, &is_there);
	struct slice same;

	if (is_there)
		labels_pair(labels, labels->pending[at], &same, value);
	return is_there;
}

bool labels_find(const struct labels *labels, uint32_t set, struct slice name, struct slice *value)
{
	size_t count, i;
	const struct slice list = intern_name(&labels->sets, set);
	struct slice other;
	frame_id pair;

	count = list.len / sizeof(pair);
	for (i = 0; i < count; i++) {
		memcpy(&pair, list.ptr + i * sizeof(pair), sizeof(pair));
		labels_pair(labels, pair, &other, value);
		if (slice_equal(other, name))
			return true;
	}
	return false;
}

size_t labels_of_set(const struct labels *labels, uint32_t set, frame_id pairs[LABELS_MAX])
{
	const struct slice list = intern_name(&labels->sets, set);

	if (list.len > 0)
		memcpy(pairs, list.ptr, list.len);
	return list.len / sizeof(*pairs);
}

uint64_t labels_step(const struct labels *labels)
{
	uint64_t step = 0;
	size_t i;

	for (i = 0; i < labels->count && step != 1; i++) {
		if (labels->rows[i].time != LABEL_NO_TIME)
			step = u64_gcd(labels->rows[i].time, step);
	}
	return step > 0 ? step : 1;
}

bool labels_have_times(const struct labels *labels)
{
	size_t i;

	for (i = 0; labels && i < labels->count; i++) {
		if (labels->rows[i].time != LABEL_NO_TIME)
			return true;
	}
	return false;
}

uint64_t labels_time(const struct labels *labels, uint64_t time, unsigned digits)
{
	return time == LABEL_NO_TIME ? time : time * u64_power_of_ten(labels->time_digits - digits);
}

static uint32_t hash_row(const struct label_row *row)
{
	const uint64_t key[3] = {(uintptr_t)row->stack, row->time, row->set};

	return hash_bytes(key, sizeof(key));
}

static uint32_t labels_hash_again(const void *labels, uint32_t number)
{
	return hash_row(&((const struct labels *)labels)->rows[number]);
}

/* Times are part of what rows are found by. */
static void index_again(struct labels *labels)
{
	size_t i;

	hash_ids_release(&labels->index);
	for (i = 0; i < labels->count; i++)
		hash_ids_add(&labels->index, hash_row(&labels->rows[i]), (uint32_t)i,
			     labels_hash_again, labels);
}

void labels_rescale(struct labels *labels, unsigned digits)
{
	const unsigned old = labels->time_digits;
	size_t i;

	if (digits <= old)
		return;
	labels->time_digits = digits;
	for (i = 0; i < labels->count; i++)
		labels->rows[i].time = labels_time(labels, labels->rows[i].time, old);
	labels->time = labels_time(labels, labels->time, old);
	index_again(labels);
}

static void labels_add_up_to_max(uint64_t *sum, uint64_t more)
{
	if (!u64_add(sum, more))
		*sum = UINT64_MAX;
}

void labels_add(struct labels *labels, struct stack *stack, const uint64_t count[2])
{
	const struct label_row row = {
		stack, labels->time, {count[0], count[1]}, labels_current(labels)};
	const uint32_t hash = hash_row(&row);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_ids_next(&labels->index, hash, &at)) != HASH_NONE) {
		struct label_row *old = &labels->rows[number];

		if (old->stack != stack || old->time != row.time || old->set != row.set)
			continue;
		labels_add_up_to_max(&old->count[0], count[0]);
		labels_add_up_to_max(&old->count[1], count[1]);
		return;
	}
	if (labels->count >= HASH_NONE)
		diag_die("more than %u different labelled stacks", HASH_NONE);
	MEMORY_ROOM(labels->rows, labels->count, labels->cap);
	hash_ids_add(&labels->index, hash, (uint32_t)labels->count, labels_hash_again, labels);
	labels->rows[labels->count++] = row;
}

void labels_copy(struct labels *into, const struct labels *from)
{
	struct slice name, value;
	unsigned i;

	labels_clear(into);
	for (i = 0; i < from->pending_count; i++) {
		labels_pair(from, from->pending[i], &name, &value);
		labels_put(into, name, value);
	}
	labels_rescale(into, from->time_digits);
	into->time = labels_time(into, from->time, from->time_digits);
}

uint32_t *labels_map(struct labels *into, const struct labels *from)
{
	const size_t count = from->sets.count;
	uint32_t *sets = memory_resize(NULL, count, sizeof(*sets));
	const uint32_t kept = labels_current(into);
	const uint64_t time = into->time;
	frame_id pairs[LABELS_MAX];
	size_t set, i, size;

	for (set = 0; set < count; set++) {
		labels_clear(into);
		size = labels_of_set(from, (uint32_t)set, pairs);
		for (i = 0; i < size; i++) {
			struct slice name, value;

			labels_pair(from, pairs[i], &name, &value);
			labels_put(into, name, value);
		}
		sets[set] = labels_current(into);
	}
	labels_use(into, kept);
	into->time = time;
	return sets;
}

bool labels_parse_time(struct slice text, uint64_t *time, unsigned *digits)
{
	struct slice whole = text, decimals = SLICE("");
	size_t point = slice_find(text, '.'), i;

	if (point != SLICE_NONE) {
		whole = slice_head(text, point);
		decimals = slice_tail(text, point + 1);
		if (!slice_is_number(decimals))
			return false;
	}
	if (!slice_to_u64(whole, time) || *time >= LABEL_TIME_LIMIT)
		return false;
	for (i = 0; i < decimals.len && i < LABEL_TIME_DIGITS; i++)
		*time = *time * 10 + (uint64_t)(decimals.ptr[i] - '0');
	*digits = (unsigned)i;
	return true;
}

static bool label_sets_pay(const struct label_sets *sets)
{
	enum { ENOUGH = 4096, ONE_IN = 8 };

	return sets->sought < ENOUGH || sets->found >= sets->sought / ONE_IN;
}

bool label_sets_find(struct label_sets *sets, struct slice text, uint32_t *set)
{
	frame_id id;

	if (!label_sets_pay(sets))
		return false;
	sets->sought++;
	id = intern_find(&sets->texts, text);
	if (id == HASH_NONE)
		return false;
	sets->found++;
	*set = sets->sets[id];
	return true;
}

void label_sets_add(struct label_sets *sets, struct slice text, uint32_t set)
{
	frame_id id;

	if (!label_sets_pay(sets))
		return;
	id = intern_add(&sets->texts, text);
	MEMORY_ROOM(sets->sets, id, sets->cap);
	sets->sets[id] = set;
}

void label_sets_release(struct label_sets *sets)
{
	intern_release(&sets->texts);
	free(sets->sets);
	*sets = (struct label_sets){0};
}

/* Labels as text: "@time=0003.24;@cpu=05;@tid=1240;" in front of a stack. */

#define TIME_MARK SLICE("@time=")

static unsigned time_width(const struct labels *labels)
{
	uint64_t most = 0;
	size_t row;

	for (row = 0; row < labels->count; row++) {
		const uint64_t time = labels->rows[row].time;

		if (time != LABEL_NO_TIME && time > most)
			most = time;
	}
	return u64_digits(most / u64_power_of_ten(labels->time_digits));
}

/* Which sets occur, for the caller to free(). */
static bool *used_sets(const struct labels *labels)
{
	bool *used = memory_clear(labels->sets.count + 1, sizeof(*used));
	size_t row;

	for (row = 0; row < labels->count; row++)
		used[labels->rows[row].set] = true;
	return used;
}

static unsigned cpu_width(const struct labels *labels, const bool *used)
{
	unsigned width = 1;
	size_t set;

	for (set = 0; set < labels->sets.count; set++) {
		struct slice value;
		uint64_t number;

		if (used[set] && labels_find(labels, (uint32_t)set, SLICE("cpu"), &value) &&
		    slice_to_u64(value, &number) && u64_digits(number) > width)
			width = u64_digits(number);
	}
	return width;
}

void label_texts_add_value(const struct label_texts *texts, frame_id pair, struct buf *out)
{
	struct slice name, value;
	uint64_t number;
	size_t i;

	labels_pair(texts->labels, pair, &name, &value);
	if (slice_equal(name, SLICE("cpu")) && slice_to_u64(value, &number)) {
		for (i = value.len; i < texts->cpu_width; i++)
			buf_add_char(out, '0');
	}
	buf_add(out, value);
}

static struct slice make_set(struct label_texts *texts, uint32_t set, struct buf *room)
{
	frame_id pairs[LABELS_MAX];
	size_t count = labels_of_set(texts->labels, set, pairs), i;
	struct slice name, value;

	buf_reset(room);
	for (i = 0; i < count; i++) {
		labels_pair(texts->labels, pairs[i], &name, &value);
		buf_add_char(room, '@');
		buf_add(room, name);
		buf_add_char(room, '=');
		label_texts_add_value(texts, pairs[i], room);
		buf_add_char(room, ';');
	}
	return arena_copy(&texts->arena, buf_slice(room));
}

static void labels_text_init(struct label_texts *texts, const struct labels *labels, bool is_widest)
{
	bool *used = used_sets(labels);
	struct buf room = {0};
	size_t set;

	*texts = (struct label_texts){.labels = labels, .time_width = time_width(labels)};
	texts->cpu_width = is_widest ? LABEL_CPU_DIGITS : cpu_width(labels, used);
	texts->sets = memory_resize(NULL, labels->sets.count + 1, sizeof(*texts->sets));
	for (set = 0; set < labels->sets.count; set++)
		texts->sets[set] = used[set] ? make_set(texts, (uint32_t)set, &room) : SLICE("");
	buf_release(&room);
	free(used);
}

void label_texts_init(struct label_texts *texts, const struct labels *labels)
{
	labels_text_init(texts, labels, false);
}

void label_texts_init_widest(struct label_texts *texts, const struct labels *labels)
{
	labels_text_init(texts, labels, true);
}

void label_texts_release(struct label_texts *texts)
{
	free(texts->sets);
	arena_release(&texts->arena);
	*texts = (struct label_texts){0};
}

void label_texts_add_time(const struct label_texts *texts, uint64_t time, struct buf *out)
{
	const unsigned digits = texts->labels->time_digits;
	const size_t size = texts->time_width + (digits > 0 ? 1 + (size_t)digits : 0);
	char *to = buf_reserve(out, size);
	size_t at = size;

	while (at > 0) {
		if (digits > 0 && at == size - digits) {
			to[--at] = '.';
			continue;
		}
		to[--at] = (char)('0' + time % 10);
		time /= 10;
	}
	out->len += size;
}

/* "@name=value" */
static bool labels_text_split(struct slice label, struct slice *name, struct slice *value)
{
	size_t i;

	if (!slice_skip(&label, SLICE("@")) || !slice_cut(&label, '=', name) || name->len == 0)
		return false;
	for (i = 0; i < name->len; i++) {
		if (char_is_blank(name->ptr[i]))
			return false;
	}
	*value = label;
	return true;
}

bool label_is_like(struct slice frame)
{
	struct slice name, value;

	return labels_text_split(frame, &name, &value);
}

bool label_cut(struct slice *stack, struct slice *name, struct slice *value)
{
	struct slice rest = *stack, label;

	if (rest.len == 0 || rest.ptr[0] != '@' || !slice_cut(&rest, ';', &label) ||
	    !labels_text_split(label, name, value))
		return false;
	*stack = rest;
	return true;
}
