/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/world/history.h"

#include "common/base/memory.h"

/* How many of the older versions began at or before a moment. */
static uint32_t begun(const struct history *history, struct perfdata_moment moment)
{
	uint32_t low = 0, high = history->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (perfdata_is_before(moment, history->older[middle].moment))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

const union history_value *history_search(const struct history *history,
					  struct perfdata_moment moment)
{
	uint32_t count = begun(history, moment);

	return count > 0 ? &history->older[count - 1].value : NULL;
}

static void push_latest(struct history *history)
{
	if (history->count == history->cap) {
		if (history->cap > UINT32_MAX / 2 - 4)
			memory_die();
		history->cap = history->cap ? history->cap * 2 : 1;
		history->older = memory_resize(history->older, history->cap,
					       sizeof(*history->older));
	}
	history->older[history->count++] = history->latest;
}

bool history_change(struct history *history, struct perfdata_moment kept,
		    struct perfdata_moment moment, union history_value **value)
{
	bool stays = history->is_known && !perfdata_is_before(kept, history->latest.moment);

	if (stays)
		push_latest(history);
	history->latest.moment = moment;
	history->is_known = true;
	*value = &history->latest.value;
	return stays;
}

void history_forget(struct history *history, struct perfdata_moment floor,
		    void (*drop)(void *context, union history_value value), void *context)
{
	uint32_t begin = begun(history, floor), i;

	if (history->is_known && perfdata_is_before(floor, history->latest.moment))
		begin = begin > 0 ? begin - 1 : 0; /* the last of them still holds */
	if (begin == 0)
		return;
	for (i = 0; i < begin && drop; i++)
		drop(context, history->older[i].value);
	history->count -= begin;
	memmove(history->older, history->older + begin, history->count * sizeof(*history->older));
	if (history->count == 0) {
		free(history->older);
		history->older = NULL;
		history->cap = 0;
	}
}

void history_release(struct history *history,
		     void (*drop)(void *context, union history_value value), void *context)
{
	uint32_t i;

	for (i = 0; i < history->count && drop; i++)
		drop(context, history->older[i].value);
	if (history->is_known && drop)
		drop(context, history->latest.value);
	free(history->older);
	*history = (struct history){0};
}
