/* SPDX-License-Identifier: MIT */
/* The first pass over a recording: records in the order of their times. */
#include "collapse/perfdata/perfdata_scan.h"

#include "collapse/perfdata/process_table.h"
#include "collapse/perfdata/scan_related.h"
#include "common/base/checked.h"
#include "common/base/memory.h"
#include "common/base/search.h"

/* A record that waits for its time. */
struct scan_item {
	struct perfdata_moment moment;
	const char *record; /* from its header on */
};

/* A heap: the earliest is items[0]. Zeroed it is empty. */
struct scan_queue {
	struct scan_item *items;
	size_t count, cap;
};

/* Times of samples of one round, at most SCAN_TIMES_MOST. Zeroed it is empty. */
struct scan_times {
	uint64_t *times;
	size_t count, cap;
	size_t at; /* position of scan_times_between() */
	bool is_sorted;
	bool is_full; /* there were more times, which are lost */
};

enum { SCAN_TIMES_MOST = 1 << 22 };

static inline void scan_times_add(struct scan_times *times, uint64_t time)
{
	if (times->count == SCAN_TIMES_MOST) {
		times->is_full = true;
		return;
	}
	if (times->count == times->cap)
		MEMORY_ROOM(times->times, times->count, times->cap);
	times->times[times->count++] = time;
}

static void scan_queue_push(struct scan_queue *queue, const struct scan_item *item)
{
	size_t at = queue->count, up;

	if (queue->count == queue->cap)
		MEMORY_ROOM(queue->items, queue->count, queue->cap);
	queue->count++;
	for (; at > 0; at = up) {
		up = (at - 1) / 2;
		if (!perfdata_is_before(item->moment, queue->items[up].moment))
			break;
		queue->items[at] = queue->items[up];
	}
	queue->items[at] = *item;
}

static struct scan_item scan_queue_pop(struct scan_queue *queue)
{
	struct scan_item *items = queue->items, first = items[0], moved;
	size_t at = 0, down, count;

	assert(queue->count > 0);
	count = --queue->count;
	moved = items[count];
	while ((down = 2 * at + 1) < count) {
		if (down + 1 < count &&
		    perfdata_is_before(items[down + 1].moment, items[down].moment))
			down++;
		if (!perfdata_is_before(items[down].moment, moved.moment))
			break;
		items[at] = items[down];
		at = down;
	}
	items[at] = moved;
	return first;
}

static void scan_times_sort(struct scan_times *times)
{
	if (!times->is_sorted)
		SORT(times->times, times->count, u64_compare);
	times->is_sorted = true;
	times->at = 0;
}

/*
 * True if there is, or may be, a time from `from` to `to`. `from` must not decrease from call to
 * call.
 */
static bool scan_times_between(struct scan_times *times, uint64_t from, uint64_t to)
{
	if (!times->is_sorted || times->is_full)
		return true;
	while (times->at < times->count && times->times[times->at] < from)
		times->at++;
	return times->at < times->count && times->times[times->at] <= to;
}

static void scan_times_reset(struct scan_times *times)
{
	times->count = times->at = 0;
	times->is_sorted = times->is_full = false;
}

enum {
	SCAN_WAVE = 8 << 20,  /* bytes of memory that are given out together */
	SCAN_KEPT = 64 << 20, /* bytes of a map that stay in memory from this pass to the next */
	SCAN_STORM = 1024,    /* records: from here on it pays to look for samples between them */
	SCAN_STEP = 1 << 15,  /* records: so many act at the end before parts are given out */
};

/* A piece that waits for records that come before its samples. */
struct waiting {
	struct perfdata_part part;
	uint64_t latest;   /* of its times */
	uint64_t earliest; /* of its samples' */
};

struct perfdata_scan {
	struct perfdata *recording;
	struct perfdata_world *world;
	struct waiting
		*waiting; /* from `given` to `count`, of which those up to `ready` are ready */
	size_t given, ready, count, cap;
	size_t ready_bytes;         /* of memory of ready parts */
	uint64_t delivered;         /* all records up to this time have been acted on */
	uint64_t previous, latest;  /* the largest time, at the last round and now */
	uint64_t earliest;          /* the least but 0; 0: none, as 0 - 1 is the largest number */
	uint64_t order;             /* after the last piece */
	struct scan_queue queue;    /* records later than `delivered` */
	struct scan_times times[2]; /* of samples since the last round, and of the round before */
	unsigned round;             /* which of them is the current one */
	bool has_samples;           /* as old as `delivered`, since the last record of that age */
	bool in_file_order;         /* `delivered` is the end of time: nothing waits */
	bool is_read;               /* there are no more pieces */
	bool has_ended;             /* and all records have acted */
	bool hurries;               /* parts are given out as soon as they are ready */
	bool holds_all;             /* deferred chains may come at any time */
	const struct perfdata_event *first_event;
	struct perfdata_moment first_moment;
	uint64_t first_time;
	struct scan_groups groups;
	struct scan_deferred deferred;
	bool measures_waits, measures_wall;
	struct wall_options wall_options;
	struct wall_clock *wall; /* NULL: time is not charged */
	struct scan_waits waits;
	struct perfdata_scan_counts counts;
};

struct perfdata_scan *perfdata_scan_new(struct perfdata *recording, struct perfdata_world *world)
{
	struct perfdata_scan *scan = memory_clear(1, sizeof(*scan));

	scan->recording = recording;
	scan->world = world;
	scan->in_file_order = !perfdata_has_times(recording);
	if (scan->in_file_order)
		scan->delivered = UINT64_MAX;
	return scan;
}

void perfdata_scan_free(struct perfdata_scan *scan)
{
	if (!scan)
		return;
	for (; scan->given < scan->count; scan->given++)
		perfdata_piece_release(&scan->waiting[scan->given].part.piece);
	free(scan->waiting);
	free(scan->queue.items);
	free(scan->times[0].times);
	free(scan->times[1].times);
	scan_groups_release(&scan->groups);
	scan_deferred_release(&scan->deferred);
	free(scan->waits.at);
	wall_clock_free(scan->wall);
	free(scan);
}

/* ---- records act ---- */

static void act(struct perfdata_scan *scan, const struct perfdata_record *record,
		struct perfdata_moment moment)
{
	if (record->type == PERFDATA_CALLCHAIN_DEFERRED) {
		scan_deferred_add_chain(&scan->deferred, scan->recording, record);
	} else if (record->type != PERFDATA_SAMPLE) {
		if (!perfdata_world_add(scan->world, scan->recording, record, moment))
			scan->counts.bad_maps++;
	} else {
		/* neither of them takes a sample that is not its own */
		const struct perfdata_event *event;
		struct perfdata_sample sample;

		if (perfdata_sample_glance(scan->recording, record, &event, &sample) !=
		    PERFDATA_GOOD)
			return;
		if (scan_groups_has(event))
			scan_groups_add(&scan->groups, scan->recording, record);
		if (scan_deferred_has(event))
			scan_deferred_add_sample(&scan->deferred, scan->recording, record);
	}
}

/* The record of an item, whose bytes are in a piece that waits. */
static struct perfdata_record scan_record_of(const struct perfdata_scan *scan,
					     const struct scan_item *item)
{
	const bool swapped = perfdata_facts(scan->recording)->is_swapped;

	return (struct perfdata_record){
		.type = perfdata_u32(swapped, item->record),
		.misc = perfdata_u16(swapped, item->record + 4),
		.body = {item->record + 8, (size_t)perfdata_u16(swapped, item->record + 6) - 8},
		.order = item->moment.order,
	};
}

/*
 * Act on all records up to a time, in their order; on no more than `most` if the next one has
 * another time. Acting makes versions of what is mapped, which can be forgotten when their samples
 * have been looked at.
 */
static void deliver(struct perfdata_scan *scan, uint64_t time, size_t most)
{
	const bool is_storm = scan->queue.count >= SCAN_STORM;
	struct scan_times *times = scan->times;
	uint64_t before = scan->delivered;
	size_t count = 0;

	perfdata_world_keep(
		scan->world); /* samples of the time `delivered` come before the queue */
	if (is_storm) {
		scan_times_sort(&times[0]);
		scan_times_sort(&times[1]);
	}
	for (; scan->queue.count > 0 && scan->queue.items[0].moment.time <= time; count++) {
		struct scan_item item;
		struct perfdata_record record;

		if (count >= most && scan->queue.items[0].moment.time > before) {
			time = before;
			break;
		}
		item = scan_queue_pop(&scan->queue);
		record = scan_record_of(scan, &item);

		if (!is_storm || scan_times_between(&times[0], before, item.moment.time) ||
		    scan_times_between(&times[1], before, item.moment.time))
			perfdata_world_keep(scan->world);
		act(scan, &record, item.moment);
		before = item.moment.time;
	}
	perfdata_world_keep(scan->world);
	scan->has_samples = false;
	scan->delivered = time;
	if (UNLIKELY(scan->wall != NULL))
		wall_clock_deliver(scan->wall, time);
}

/* A record acts now, or waits for its time. */
static void scan_take(struct perfdata_scan *scan, const struct perfdata_record *record,
		      uint64_t time)
{
	const struct scan_item item = {.moment = {time, record->order},
				       .record = record->body.ptr - 8};

	if (time > scan->delivered) {
		scan_queue_push(&scan->queue, &item);
		return;
	}
	if (scan->has_samples)
		perfdata_world_keep(scan->world);
	scan->has_samples = false;
	act(scan, record, (struct perfdata_moment){scan->delivered, record->order});
}

/* ---- pieces ---- */

/* The effective time of a record or sample. */
static inline uint64_t see_time(struct perfdata_scan *scan, const struct perfdata_sample *sample)
{
	if (!sample->has_time || sample->time == UINT64_MAX)
		return scan->delivered;
	if (sample->time > scan->latest && sample->time < PERFDATA_TIMELESS)
		scan->latest = sample->time;
	if (sample->time - 1 < scan->earliest - 1)
		scan->earliest = sample->time;
	if (sample->time >= scan->delivered)
		return sample->time;
	scan->counts.out_of_order += !scan->in_file_order;
	return scan->delivered;
}

static void see_first(struct perfdata_scan *scan, const struct perfdata_record *record,
		      const struct perfdata_sample *glance, struct perfdata_moment moment)
{
	const struct perfdata_event *event;
	struct perfdata_sample sample;

	if (glance->mode == PERFDATA_MODE_GUEST_KERNEL || glance->mode == PERFDATA_MODE_GUEST_USER)
		return;
	if (scan->first_event && !perfdata_is_before(moment, scan->first_moment))
		return;
	if (perfdata_sample_decode(scan->recording, record, &event, &sample) != PERFDATA_GOOD)
		return;
	scan->first_event = event;
	scan->first_moment = moment;
	scan->first_time = sample.has_time ? sample.time : 0;
}

/* Returns its effective time. */
static uint64_t see_sample(struct perfdata_scan *scan, const struct perfdata_record *record)
{
	const struct perfdata_event *event;
	struct perfdata_sample sample;
	const bool is_good = perfdata_sample_glance(scan->recording, record, &event, &sample) ==
			     PERFDATA_GOOD;
	const uint64_t time = is_good ? see_time(scan, &sample) : 0;

	if (UNLIKELY(scan->wall != NULL))
		wall_clock_add_sample(scan->wall, record, time);
	if (!is_good)
		return 0;
	if (time > scan->delivered)
		scan_times_add(&scan->times[scan->round & 1], time);
	else
		scan->has_samples = true;
	if (sample.mode == PERFDATA_MODE_KERNEL)
		perfdata_world_read_ahead(scan->world);
	see_first(scan, record, &sample, (struct perfdata_moment){time, record->order});
	if (UNLIKELY(scan->measures_waits))
		scan_waits_add(&scan->waits, scan->recording, record);
	if (UNLIKELY(scan_deferred_has(event)) && scan_deferred_waits(scan->recording, record)) {
		scan->holds_all = true;
		scan_take(scan, record, time);
	} else if (UNLIKELY(scan_groups_has(event))) {
		scan_take(scan, record, time);
	}
	return time;
}

static void count_lost(struct perfdata_scan *scan, struct slice body, size_t at)
{
	uint64_t lost;

	if (body.len < at + 8)
		return;
	lost = perfdata_u64(perfdata_facts(scan->recording)->is_swapped, body.ptr + at);
	if (!u64_add(&scan->counts.lost, lost))
		scan->counts.lost = UINT64_MAX;
}

/* Returns its effective time. */
static uint64_t scan_see_record(struct perfdata_scan *scan, const struct perfdata_record *record)
{
	struct perfdata_sample trailer;
	struct slice body;
	uint64_t time;

	if (record->type == PERFDATA_SAMPLE)
		return see_sample(scan, record);
	if (record->type >= PERFDATA_USER_TYPES)
		return 0;
	perfdata_trailer(scan->recording, record, &trailer, &body);
	time = see_time(scan, &trailer);
	if (UNLIKELY(scan->wall != NULL))
		wall_clock_add(scan->wall, record, &trailer, body, time);
	switch (record->type) {
	case PERFDATA_LOST: count_lost(scan, body, 8); break;
	case PERFDATA_LOST_SAMPLES: count_lost(scan, body, 0); break;
	case PERFDATA_THROTTLE: scan->counts.throttled++; break;
	case PERFDATA_EXIT:
	case PERFDATA_COMM:
	case PERFDATA_FORK:
	case PERFDATA_MMAP:
	case PERFDATA_MMAP2:
	case PERFDATA_KSYMBOL:
	case PERFDATA_CGROUP:
	case PERFDATA_CALLCHAIN_DEFERRED: scan_take(scan, record, time); break;
	default: break;
	}
	return time;
}

/* Parts whose records have all been acted on are ready. */
static void mark_ready(struct perfdata_scan *scan)
{
	for (; scan->ready < scan->count; scan->ready++) {
		const struct waiting *next = &scan->waiting[scan->ready];

		if (next->latest > scan->delivered)
			break;
		if (next->part.piece.memory || scan->wall)
			scan->ready_bytes += next->part.piece.records.len;
	}
}

/* Everything up to the largest time at the round before has arrived. */
static void end_round(struct perfdata_scan *scan)
{
	if (!scan->in_file_order)
		deliver(scan, scan->previous, SIZE_MAX);
	scan->previous = scan->latest;
	scan->round++;
	scan_times_reset(&scan->times[scan->round & 1]);
	mark_ready(scan);
}

static void see_piece(struct perfdata_scan *scan, const struct perfdata_piece *piece)
{
	const bool swapped = perfdata_facts(scan->recording)->is_swapped;
	struct waiting waiting = {.part = {*piece, scan->delivered, 0}, .earliest = UINT64_MAX};
	struct perfdata_record record;
	size_t at = 0;
	uint64_t time;

	if (UNLIKELY(scan->measures_wall)) { /* the events are known */
		scan->measures_wall = false;
		if (wall_clock_has(scan->recording) ||
		    (scan->wall_options.latency && wall_clock_has_periods(scan->recording)))
			scan->wall = wall_clock_new(scan->recording, &scan->wall_options);
	}
	if (UNLIKELY(scan->wall != NULL))
		waiting.part.first_sample = wall_clock_count(scan->wall);
	while (perfdata_next_record(swapped, piece, &at, &record)) {
		time = scan_see_record(scan, &record);
		if (time > waiting.latest)
			waiting.latest = time;
		if (record.type == PERFDATA_SAMPLE && time < waiting.earliest)
			waiting.earliest = time;
	}
	if (scan->order >= SCAN_KEPT)
		perfdata_piece_forget(piece);
	perfdata_world_hear(scan->world, scan->earliest, scan->latest, false);
	scan->order = piece->order + piece->records.len;
	MEMORY_ROOM(scan->waiting, scan->count, scan->cap);
	scan->waiting[scan->count++] = waiting;
	if (piece->ends_round && !perfdata_facts(scan->recording)->is_directory)
		end_round(scan);
}

/*
 * No more records will come: those that wait act, step by step, so that parts can be given out
 * between.
 */
static void end_recording(struct perfdata_scan *scan)
{
	deliver(scan, UINT64_MAX, scan->holds_all ? SIZE_MAX : SCAN_STEP);
	if (scan->queue.count == 0) {
		scan->delivered = UINT64_MAX;
		scan->has_ended = true;
		scan->holds_all = false;
		scan_waits_close(&scan->waits);
		if (scan->wall)
			wall_clock_close(scan->wall, scan->latest);
	}
	mark_ready(scan);
}

/* ---- parts ---- */

/* Drop data that only delivered parts needed. */
static void scan_forget(struct perfdata_scan *scan)
{
	struct perfdata_moment floor = {scan->delivered, scan->order};
	size_t i;

	if (scan->given == 0)
		return;
	memmove(scan->waiting, scan->waiting + scan->given,
		(scan->count - scan->given) * sizeof(*scan->waiting));
	scan->count -= scan->given;
	scan->ready -= scan->given;
	scan->given = 0;
	if (scan->count > 0)
		floor.order = scan->waiting[0].part.piece.order;
	for (i = 0; i < scan->count; i++) {
		if (scan->waiting[i].earliest < floor.time)
			floor.time = scan->waiting[i].earliest;
	}
	if (scan->wall)
		wall_clock_forget(scan->wall, scan->count > 0 ? scan->waiting[0].part.first_sample
							      : wall_clock_count(scan->wall));
	if (!scan->has_ended)
		perfdata_world_forget(scan->world, floor);
	scan_groups_forget(&scan->groups, floor.order);
}

/* True if enough parts are ready: they are handed out before more memory is taken. */
static bool has_enough(const struct perfdata_scan *scan)
{
	if (scan->holds_all || scan->ready == 0)
		return false;
	return scan->hurries || scan->ready_bytes >= SCAN_WAVE ||
	       perfdata_world_is_large(scan->world);
}

void perfdata_scan_measure_waits(struct perfdata_scan *scan)
{
	scan->measures_waits = true;
	scan->holds_all = true;
}

void perfdata_scan_measure_wall(struct perfdata_scan *scan, const struct wall_options *options)
{
	scan->wall_options = *options;
	scan->measures_wall = true;
}

struct wall_clock *perfdata_scan_wall(const struct perfdata_scan *scan)
{
	return scan->wall;
}

void perfdata_scan_hurry(struct perfdata_scan *scan)
{
	scan->hurries = true;
	perfdata_world_forget_ended(scan->world);
}

bool perfdata_scan_next(struct perfdata_scan *scan, struct perfdata_part **parts, size_t *count)
{
	struct perfdata_piece piece;
	size_t i;

	scan_forget(scan);
	while (!scan->has_ended && !has_enough(scan)) {
		if (!scan->is_read && perfdata_next_piece(scan->recording, &piece)) {
			see_piece(scan, &piece);
			continue;
		}
		if (!scan->is_read)
			perfdata_world_hear(scan->world, scan->earliest, scan->latest, true);
		scan->is_read = true;
		end_recording(scan);
	}
	if (scan->ready == 0)
		return false;
	scan_groups_sort(&scan->groups);
	scan_deferred_sort(&scan->deferred);
	*count = scan->ready;
	*parts = memory_get(scan->ready * sizeof(**parts));
	for (i = 0; i < scan->ready; i++)
		(*parts)[i] = scan->waiting[i].part;
	scan->given = scan->ready;
	scan->ready_bytes = 0;
	if (scan->wall)
		wall_clock_give(scan->wall, scan->given < scan->count
						    ? scan->waiting[scan->given].part.first_sample
						    : wall_clock_count(scan->wall));
	return true;
}

/* ---- answers ---- */

const struct perfdata_event *perfdata_scan_first_event(const struct perfdata_scan *scan,
						       uint64_t *time)
{
	*time = scan->first_time;
	return scan->first_event;
}

bool perfdata_scan_members(const struct perfdata_scan *scan, uint64_t order,
			   const struct perfdata_member **members, size_t *count)
{
	const struct scan_group *group = scan_groups_find(&scan->groups, order);

	if (!group)
		return false;
	*members = group->count > 0 ? scan->groups.members + group->first : NULL;
	*count = group->count;
	return true;
}

bool perfdata_scan_deferred(const struct perfdata_scan *scan, uint64_t order, const char **chain,
			    uint64_t *count)
{
	const struct scan_chain *found = scan_deferred_find(&scan->deferred, order);

	if (!found)
		return false;
	*chain = found->chain;
	*count = found->count;
	return true;
}

uint64_t perfdata_scan_wait(const struct perfdata_scan *scan, uint64_t order)
{
	return scan_waits_find(&scan->waits, order);
}

const struct perfdata_scan_counts *perfdata_scan_counts(const struct perfdata_scan *scan)
{
	return &scan->counts;
}
