/* SPDX-License-Identifier: MIT */
#include "collapse/java/jfr_census.h"

#include "common/profile/tally.h"
#include "common/text/frame_name.h"

void jfr_census_release(struct jfr_census *census)
{
	intern_release(&census->names);
	free(census->rows);
	*census = (struct jfr_census){.rows = NULL};
}

static struct jfr_census_row *row_of(struct jfr_census *census, struct slice name)
{
	const size_t known = census->names.count;
	const frame_id id = intern_add(&census->names, name);

	if (id >= known) {
		census->rows = memory_grow(census->rows, &census->cap, (size_t)id + 1,
					   sizeof(*census->rows));
		census->rows[id] = (struct jfr_census_row){0};
	}
	return &census->rows[id];
}

void jfr_census_add(struct jfr_census *census, const struct jfr_reader *reader)
{
	struct buf room = {0};
	uint32_t i;

	for (i = 0; i < jfr_type_count(&reader->metadata); i++) {
		const struct jfr_plan *plan = &reader->plans[i];
		struct jfr_census_row *row;

		if (plan->events == 0)
			continue;
		row = row_of(census, frame_name_clean(jfr_type_name(&reader->metadata, i), &room));
		row->events += plan->events;
		row->with_stack += plan->with_stack;
		row->carries_stacks |= plan->carries_stacks;
	}
	buf_release(&room);
}

uint64_t jfr_census_count(const struct jfr_census *census, struct slice name)
{
	size_t i;

	for (i = 0; i < census->names.count; i++) {
		if (slice_equal(intern_name(&census->names, (frame_id)i), name))
			return census->rows[i].events;
	}
	return 0;
}

static int jfr_census_compare(const void *a, const void *b)
{
	return slice_compare(*(const struct slice *)a, *(const struct slice *)b);
}

bool jfr_census_list(const struct jfr_census *census, struct buf *out)
{
	const size_t count = census->names.count;
	struct slice *lines = memory_resize(NULL, count + 1, sizeof(*lines));
	struct arena arena = {0};
	struct buf line = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		const struct jfr_census_row *row = &census->rows[i];

		buf_reset(&line);
		buf_add(&line, intern_name(&census->names, (frame_id)i));
		buf_printf(&line, "\t%llu\t%llu\n", (unsigned long long)row->events,
			   (unsigned long long)row->with_stack);
		lines[i] = arena_copy(&arena, buf_slice(&line));
	}
	qsort(lines, count, sizeof(*lines), jfr_census_compare);
	for (i = 0; i < count; i++)
		buf_add(out, lines[i]);
	buf_release(&line);
	arena_release(&arena);
	free(lines);
	return count > 0;
}

void jfr_census_name(const struct jfr_census *census, struct buf *out)
{
	struct tally tally = {.counts = NULL};
	size_t i;

	for (i = 0; i < census->names.count; i++) {
		if (census->rows[i].carries_stacks)
			tally_add(&tally, intern_name(&census->names, (frame_id)i),
				  census->rows[i].events);
	}
	tally_write(&tally, out);
	tally_release(&tally);
}
