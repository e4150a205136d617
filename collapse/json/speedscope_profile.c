/* SPDX-License-Identifier: MIT */
/* The speedscope format: what one profile adds to the stacks. */
#include "collapse/json/number.h"
#include "collapse/json/speedscope.h"
#include "common/base/checked.h"
#include "common/table/hash.h"

enum { THOUSANDTHS = 3 }; /* digits of what is not a time that are counted in events */

enum { IN_A_MICROSECOND = 1000 }; /* nanoseconds */

static const struct {
	struct slice name;
	enum speedscope_kind kind;
	unsigned digits; /* of nanoseconds */
} units[] = {
	{SLICE_INIT("none"), KIND_COUNT, 0},        {SLICE_INIT("bytes"), KIND_BYTES, 0},
	{SLICE_INIT("nanoseconds"), KIND_TIME, 0},  {SLICE_INIT("microseconds"), KIND_TIME, 3},
	{SLICE_INIT("milliseconds"), KIND_TIME, 6}, {SLICE_INIT("seconds"), KIND_TIME, 9},
};

struct speedscope_named {
	uint64_t frame;
	size_t open;
	UT_hash_handle hh; /* key: frame */
};

void speedscope_forget_open(struct speedscope *speed)
{
	struct speedscope_named *named, *next;

	HASH_ITER(hh, speed->named, named, next)
	{
		HASH_DEL(speed->named, named);
		free(named);
	}
	speed->open_count = 0;
}

static struct speedscope_named *named_of(struct speedscope *speed, uint64_t frame)
{
	struct speedscope_named *named;

	HASH_FIND(hh, speed->named, &frame, sizeof(frame), named);
	if (named)
		return named;
	named = memory_clear(1, sizeof(*named));
	named->frame = frame;
	HASH_ADD(hh, speed->named, frame, sizeof(named->frame), named);
	return named;
}

void speedscope_begin(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	speed->own_kind = KIND_UNKNOWN;
	speed->root = speed->stack = NULL;
	speed->sample_count = speed->samples_taken = 0;
	speed->weight_count = speed->weights_taken = 0;
	speedscope_forget_open(speed);
	speed->has_weights = speed->has_at = speed->has_end = false;
	speed->title = HASH_NONE;
	speed->passed = 0;
}

uint64_t speedscope_unit_of(const struct ingest_run *run)
{
	const struct speedscope_options *options = run->options;
	const struct speedscope *speed = run->state;

	return speed->kind == KIND_TIME && !options->nanoseconds ? IN_A_MICROSECOND : 1;
}

void speedscope_unit(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;
	size_t i;

	if (speed->own_kind != KIND_UNKNOWN) { /* values were read before it */
		stream_note(run, TEXT_BAD_LINE, text);
		return;
	}
	speed->own_kind = KIND_COUNT;
	speed->digits = THOUSANDTHS;
	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (!slice_equal(text, units[i].name))
			continue;
		speed->own_kind = units[i].kind;
		if (units[i].kind == KIND_TIME)
			speed->digits = units[i].digits;
	}
	if (speed->kind == KIND_UNKNOWN)
		speed->kind = speed->own_kind;
	if (speed->kind != speed->own_kind)
		stream_note(run, SPEED_NOTE_OTHER_UNIT, text);
}

/* Values without a unit in front of them are plain numbers. */
static bool is_counted(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	if (speed->own_kind == KIND_UNKNOWN)
		speedscope_unit(run, SLICE("none"));
	return speed->own_kind == speed->kind;
}

bool speedscope_value(struct ingest_run *run, struct slice text, int64_t *value)
{
	struct speedscope *speed = run->state;

	if (!is_counted(run))
		return false;
	if (number_scaled(text, speed->digits, value))
		return true;
	stream_note(run, TEXT_SKIPPED, text);
	return false;
}

void speedscope_end_value(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;

	speed->has_end = is_counted(run) && number_scaled(text, speed->digits, &speed->end);
}

/* False, after a note, if it is not a weight. */
static bool speedscope_take_weight(struct ingest_run *run, struct slice text,
				   struct speedscope_weight *weight)
{
	struct speedscope *speed = run->state;

	if (!is_counted(run))
		return false;
	if (speed->own_kind == KIND_TIME
		    ? number_count(text, speed->digits, &weight->count)
		    : number_exact(text, LIMIT_SCALE, &weight->count, &weight->scale))
		return true;
	stream_note(run, TEXT_SKIPPED, text);
	return false;
}

/* In the units of the stacks; false if it does not fit. */
static bool rescale(struct keyed *stacks, struct speedscope_weight *weight)
{
	if (!keyed_rescale(stacks, weight->scale) ||
	    !u64_scale(&weight->count, stacks->scale - weight->scale))
		return false;
	weight->scale = stacks->scale;
	return true;
}

static void add_labelled(struct speedscope *speed, struct keyed_node *stack,
			 struct speedscope_weight weight, uint64_t time)
{
	speed->labelled = memory_grow(speed->labelled, &speed->labelled_cap,
				      speed->labelled_count + 1, sizeof(*speed->labelled));
	speed->labelled[speed->labelled_count++] = (struct speedscope_labelled){stack, weight, time,
										speed->title};
}

static void speedscope_add(struct ingest_run *run, struct keyed_node *stack,
			   struct speedscope_weight weight)
{
	struct speedscope *speed = run->state;

	const bool is_time = speed->own_kind == KIND_TIME;
	const uint64_t time = is_time ? speed->passed : LABEL_NO_TIME;

	if (is_time && !u64_add(&speed->passed, weight.count))
		speed->passed = UINT64_MAX;
	if (weight.count == 0)
		return;
	if (!stack)
		stream_note(run, TEXT_SKIPPED, SLICE(""));
	else if (run->labels)
		add_labelled(speed, stack, weight, time);
	else if (!rescale(&speed->stacks, &weight) || !keyed_add(stack, weight.count))
		stream_note(run, TEXT_HUGE, SLICE(""));
}

/* Count the time between two events. */
static void speedscope_add_time(struct ingest_run *run, struct keyed_node *stack, int64_t time)
{
	const struct speedscope *speed = run->state;
	const bool is_time = speed->own_kind == KIND_TIME;

	speedscope_add(run, stack,
		       (struct speedscope_weight){(uint64_t)time, is_time ? 0 : speed->digits});
}

void speedscope_sample(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	if (speed->weights_taken < speed->weight_count) {
		speedscope_add(run, speed->stack, speed->weights[speed->weights_taken++]);
		return;
	}
	speed->samples = memory_grow(speed->samples, &speed->sample_cap, speed->sample_count + 1,
				     sizeof(struct keyed_node *));
	speed->samples[speed->sample_count++] = speed->stack;
}

/* Weights that come before their samples wait for them. */
void speedscope_weight(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;
	struct speedscope_weight weight = {0};

	if (!speedscope_take_weight(run, text, &weight))
		weight = (struct speedscope_weight){0};
	if (speed->samples_taken < speed->sample_count) {
		speedscope_add(run, speed->samples[speed->samples_taken++], weight);
		return;
	}
	speed->weights = memory_grow(speed->weights, &speed->weight_cap, speed->weight_count + 1,
				     sizeof(*speed->weights));
	speed->weights[speed->weight_count++] = weight;
}

/* The time up to `at` belongs to the frames that are open. */
static void pass_time(struct ingest_run *run, int64_t at)
{
	struct speedscope *speed = run->state;

	speed->passed = speed->has_at && speed->at > 0 ? (uint64_t)speed->at : 0;
	if (speed->has_at && speed->open_count > 0) {
		if (at < speed->at || (speed->at < 0 && at > INT64_MAX + speed->at))
			stream_note(run, TEXT_SKIPPED, SLICE(""));
		else
			speedscope_add_time(run, speed->open[speed->open_count - 1].stack,
					    at - speed->at);
	}
	if (!speed->has_at || at > speed->at)
		speed->at = at;
	speed->has_at = true;
}

static void open_frame(struct speedscope *speed)
{
	struct keyed_node *above = speed->open_count > 0 ? speed->open[speed->open_count - 1].stack
							 : speed->root;

	speed->open = memory_grow(speed->open, &speed->open_cap, speed->open_count + 1,
				  sizeof(*speed->open));
	speed->open[speed->open_count++] = (struct speedscope_open){
		speed->event_frame,
		keyed_child(&speed->stacks, above, speed->event_frame),
	};
	named_of(speed, speed->event_frame)->open++;
}

/* Frames above it that are still open end with it. */
static void close_frame(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	const struct speedscope_named *named = named_of(speed, speed->event_frame);
	bool is_latest = true;
	uint64_t frame;

	if (named->open == 0) { /* no search: many such events would take quadratic time */
		if (speed->open_count > 0)
			stream_note(run, TEXT_UNFINISHED, SLICE(""));
		return;
	}
	do {
		frame = speed->open[--speed->open_count].frame;
		named_of(speed, frame)->open--;
		if (frame != named->frame && is_latest)
			stream_note(run, TEXT_UNFINISHED, SLICE(""));
		is_latest = false;
	} while (frame != named->frame);
}

void speedscope_event(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	if (!is_counted(run))
		return;
	if (!speed->event_has_at || !speed->event_has_frame ||
	    (speed->event_type != 'O' && speed->event_type != 'C')) {
		stream_note(run, TEXT_BAD_LINE, SLICE(""));
		return;
	}
	pass_time(run, speed->event_at);
	if (speed->event_type == 'O')
		open_frame(speed);
	else
		close_frame(run);
}

void speedscope_end(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	const struct speedscope_weight one = {speedscope_unit_of(run), 0};

	if (speed->open_count > 0) {
		stream_note(run, TEXT_UNFINISHED, SLICE(""));
		if (speed->has_end && speed->end > speed->at)
			pass_time(run, speed->end);
		speedscope_forget_open(speed);
	}
	if (!speed->has_weights && speed->sample_count > 0 && is_counted(run)) {
		while (speed->samples_taken < speed->sample_count)
			speedscope_add(run, speed->samples[speed->samples_taken++], one);
	}
	if (speed->samples_taken < speed->sample_count ||
	    speed->weights_taken < speed->weight_count)
		stream_note(run, SPEED_NOTE_WEIGHTS, SLICE(""));
	speedscope_begin(run);
}
