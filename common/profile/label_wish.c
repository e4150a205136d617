/* SPDX-License-Identifier: MIT */
#include "common/profile/label_wish.h"

enum { SECOND = 1000000000 };

static const struct slice names[LABEL_KINDS] = {
	[LABEL_TIME] = SLICE_INIT("time"),   [LABEL_CPU] = SLICE_INIT("cpu"),
	[LABEL_PID] = SLICE_INIT("pid"),     [LABEL_TID] = SLICE_INIT("tid"),
	[LABEL_COMM] = SLICE_INIT("comm"),   [LABEL_EVENT] = SLICE_INIT("event"),
	[LABEL_HOST] = SLICE_INIT("host"),   [LABEL_CGROUP] = SLICE_INIT("cgroup"),
	[LABEL_STATE] = SLICE_INIT("state"), [LABEL_THREAD] = SLICE_INIT("thread"),
	[LABEL_OWN] = SLICE_INIT(""),
};

struct slice label_kind_name(enum label_kind kind)
{
	return names[kind];
}

unsigned label_wish_digits(uint64_t bin)
{
	unsigned digits = LABEL_TIME_DIGITS;

	while (digits > 0 && bin % 10 == 0) {
		bin /= 10;
		digits--;
	}
	return digits;
}

static bool is_own_wanted(const struct label_wish *wish, struct slice name)
{
	size_t i;

	for (i = 0; i < wish->name_count; i++) {
		if (slice_equal(wish->names[i], name))
			return true;
	}
	return wish->all;
}

void label_give(struct ingest_run *run, enum label_kind kind, struct slice value)
{
	if (!label_wants(run, kind))
		return;
	if (value.len > 0)
		labels_put(run->profile.labels, names[kind], value);
	else
		labels_take(run->profile.labels, names[kind]);
}

void label_give_number(struct ingest_run *run, enum label_kind kind, uint64_t value)
{
	if (label_wants(run, kind))
		labels_put_number(run->profile.labels, names[kind], value);
}

bool label_give_own(struct ingest_run *run, struct slice name, struct slice value)
{
	if (!label_wants(run, LABEL_OWN) || !is_own_wanted(run->labels, name))
		return true;
	return labels_put(run->profile.labels, name, value);
}

void label_set_time(struct labels *labels, const struct label_wish *wish, uint64_t nanoseconds)
{
	unsigned digits;

	if (nanoseconds / SECOND >= LABEL_TIME_LIMIT)
		nanoseconds = (LABEL_TIME_LIMIT - 1) * SECOND;
	labels_rescale(labels, wish->digits);
	nanoseconds -= nanoseconds % wish->bin;
	for (digits = LABEL_TIME_DIGITS; digits > labels->time_digits; digits--)
		nanoseconds /= 10;
	labels->time = nanoseconds;
}

void label_give_time(struct ingest_run *run, uint64_t nanoseconds)
{
	if (label_wants(run, LABEL_TIME))
		label_set_time(run->profile.labels, run->labels, nanoseconds);
}

void label_take_time(struct ingest_run *run)
{
	if (run->profile.labels)
		run->profile.labels->time = LABEL_NO_TIME;
}

void label_take_all(struct ingest_run *run)
{
	if (run->profile.labels)
		labels_clear(run->profile.labels);
}
