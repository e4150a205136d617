/* SPDX-License-Identifier: MIT */
#include "common/profile/tally.h"

enum {
	MOST_VALUES = 1 << 16,
	MOST_SHOWN = 10,
	LONGEST = 128, /* bytes */
};

void tally_add(struct tally *tally, struct slice value, uint64_t count)
{
	const size_t known = tally->values.count;
	frame_id id;

	if (value.len == 0 || known >= MOST_VALUES)
		return;
	id = intern_add(&tally->values,
			slice_head(value, value.len < LONGEST ? value.len : LONGEST));
	MEMORY_ROOM(tally->counts, id, tally->cap);
	if (tally->values.count > known)
		tally->counts[id] = 0;
	tally->counts[id] += count;
}

void tally_move(struct tally *into, struct tally *from)
{
	size_t i;

	for (i = 0; i < from->values.count; i++)
		tally_add(into, intern_name(&from->values, (frame_id)i), from->counts[i]);
	tally_release(from);
}

/* True if `a` is more frequent, or equally frequent and first by its bytes. */
static bool comes_before(const struct tally *tally, size_t a, size_t b)
{
	if (tally->counts[a] != tally->counts[b])
		return tally->counts[a] > tally->counts[b];
	return slice_compare(intern_name(&tally->values, (frame_id)a),
			     intern_name(&tally->values, (frame_id)b)) < 0;
}

/* The next value in order after `last`; the number of values if none exists. */
static size_t tally_next_value(const struct tally *tally, size_t last)
{
	const size_t count = tally->values.count;
	size_t best = count, i;

	for (i = 0; i < count; i++) {
		if (last < count && !comes_before(tally, last, i))
			continue;
		if (best == count || comes_before(tally, i, best))
			best = i;
	}
	return best;
}

static void write_values(const struct tally *tally, bool has_counts, struct buf *out)
{
	const size_t count = tally->values.count;
	size_t shown, at = count;

	for (shown = 0; shown < MOST_SHOWN && shown < count; shown++) {
		at = tally_next_value(tally, at);
		if (shown > 0)
			buf_add_text(out, ", ");
		buf_add(out, intern_name(&tally->values, (frame_id)at));
		if (!has_counts)
			continue;
		buf_add_text(out, " (");
		buf_add_grouped(out, tally->counts[at]);
		buf_add_char(out, ')');
	}
	if (count > shown)
		buf_printf(out, " and %zu more", count - shown);
}

void tally_write(const struct tally *tally, struct buf *out)
{
	write_values(tally, true, out);
}

void tally_write_values(const struct tally *tally, struct buf *out)
{
	write_values(tally, false, out);
}

void tally_release(struct tally *tally)
{
	intern_release(&tally->values);
	free(tally->counts);
	*tally = (struct tally){0};
}
