/* SPDX-License-Identifier: MIT */
/* Labels as text: "@time=0003.24;@cpu=05;@tid=1240;" in front of a stack. */
#include "common/profile/labels.h"

#include "common/base/checked.h"

#define TIME_MARK SLICE("@time=")

static bool is_cpu(struct slice name)
{
	return slice_equal(name, SLICE("cpu"));
}

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
	if (is_cpu(name) && slice_to_u64(value, &number)) {
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

size_t label_texts_time_size(const struct label_texts *texts)
{
	const unsigned digits = texts->labels->time_digits;

	return TIME_MARK.len + texts->time_width + (digits > 0 ? 1 + digits : 0) + 1;
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
