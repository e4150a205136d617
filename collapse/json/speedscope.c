/* SPDX-License-Identifier: MIT */
/*
 * The speedscope format: the JSON that speedscope reads and many profilers write. Frames are
 * numbers, in a list that may follow the profiles; a profile is samples with weights, or events
 * that open and close frames.
 *
 *     {"shared":{"frames":[{"name":"main"},{"name":"read"}]},
 *      "profiles":[{"type":"sampled","name":"t1","unit":"seconds","samples":[[0],[0,1]],"weights":[1,2]},
 *                  {"type":"evented","name":"t2","unit":"seconds","startValue":0,"endValue":3,
 *                   "events":[{"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":3}]}]}
 */
#include "collapse/json/document.h"
#include "collapse/json/id_stacks.h"
#include "collapse/json/number.h"

#include "common/base/checked.h"
#include "common/base/escape.h"
#include "common/table/hash.h"

enum speedscope_place {
	SPEED_ROOT = DOCUMENT_TOP + 1,
	SPEED_SHARED,
	SPEED_FRAMES,
	SPEED_FRAME,
	SPEED_PROFILES,
	SPEED_PROFILE,
	SPEED_SAMPLES,
	SPEED_SAMPLE,
	SPEED_WEIGHTS,
	SPEED_EVENTS,
	SPEED_EVENT,
};

enum speedscope_field {
	SPEED_EXPORTER = 1,
	SPEED_NAME, /* of a frame */
	SPEED_FILE,
	SPEED_LINE,
	SPEED_TITLE, /* of a profile */
	SPEED_UNIT,
	SPEED_END,
	SPEED_INDEX, /* of a frame, in a sample */
	SPEED_WEIGHT,
	SPEED_TYPE, /* of an event */
	SPEED_AT,
	SPEED_OF,
};

enum speedscope_note {
	SPEED_NOTE_OTHER_UNIT = STREAM_NOTES, /* a profile whose counts cannot be added */
	SPEED_NOTE_NO_FRAME,
	SPEED_NOTE_WEIGHTS, /* the numbers of samples and weights differ */
};

/* Kinds of units; units of one kind can be added up. */
enum speedscope_kind { KIND_UNKNOWN, KIND_COUNT, KIND_BYTES, KIND_TIME };

struct speedscope_options {
	bool thread_names, locations, nanoseconds;
};

/* A sample's; times are in nanoseconds. */
struct speedscope_weight {
	uint64_t count; /* in units of 10^-scale */
	unsigned scale;
};

/* A weight that is counted separately because of its labels. */
struct speedscope_labelled {
	uint32_t stack;
	struct speedscope_weight weight;
	uint64_t time;  /* nanoseconds since the profile began; LABEL_NO_TIME: not known */
	frame_id title; /* of the profile; HASH_NONE: none */
};

/* A value that was read before the unit of its profile: where its text is. */
struct speedscope_early {
	enum speedscope_value { EARLY_WEIGHT, EARLY_END, EARLY_EVENT } kind;
	char type; /* of an event, from here on */
	bool has_frame, has_at;
	uint64_t frame;
	size_t at, length;
};

struct speedscope_open {
	uint64_t frame;
	uint32_t stack; /* with it */
};

struct speedscope {
	struct document document;
	enum speedscope_kind kind; /* of the first profile of all files */

	bool is_own;              /* the document was written by export-speedscope */
	struct location location; /* of the frame being read */
	frame_id *frames;
	size_t frame_count, frame_cap;
	frame_id *titles; /* of profiles */
	size_t title_count, title_cap;
	struct id_stacks stacks;

	/* the profile being read */
	enum speedscope_kind own_kind;
	unsigned digits;   /* of its unit that are counted in events */
	uint32_t root;     /* its title, or ID_STACKS_NONE */
	uint32_t *samples; /* their stacks; from `samples_taken` on they have no weight yet */
	size_t sample_count, sample_cap, samples_taken;
	struct speedscope_weight *weights; /* from `weights_taken` on they have no sample yet */
	size_t weight_count, weight_cap, weights_taken;
	bool has_weights;

	struct speedscope_labelled *labelled;
	size_t labelled_count, labelled_cap;
	frame_id title;  /* for labels; HASH_NONE: none */
	uint64_t passed; /* nanoseconds of the profile's samples up to now */

	struct speedscope_early *early;
	size_t early_count, early_cap;
	struct buf early_text;

	struct speedscope_open *open; /* frames of an evented profile */
	size_t open_count, open_cap;
	struct id_things open_of; /* frames that were opened: how often each is open, a size_t */
	int64_t at, end;
	bool has_at, has_end;
	uint64_t event_frame; /* the event being read */
	int64_t event_at;
	char event_type;
	bool event_has_at, event_has_frame;
	struct buf event_text; /* its time, if the unit is not known yet */
};

/* ---- What one profile adds to the stacks ---- */

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

static void speedscope_forget_open(struct speedscope *speed)
{
	id_things_release(&speed->open_of);
	speed->open_count = 0;
}

/* How often the frame is open. */
static size_t *speedscope_open_of(struct speedscope *speed, uint64_t frame)
{
	return id_things_of(&speed->open_of, frame, sizeof(size_t));
}

static void speedscope_event(struct ingest_run *run);

/* A profile begins: forget the one before. */
static void speedscope_begin(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	speed->own_kind = KIND_UNKNOWN;
	speed->root = ID_STACKS_NONE;
	speed->sample_count = speed->samples_taken = 0;
	speed->weight_count = speed->weights_taken = 0;
	speedscope_forget_open(speed);
	speed->has_weights = speed->has_at = speed->has_end = false;
	speed->early_count = 0;
	buf_reset(&speed->early_text);
	speed->title = HASH_NONE;
	speed->passed = 0;
}

/* The unit of the counts, in units of the sums. */
static uint64_t speedscope_unit_of(const struct ingest_run *run)
{
	const struct speedscope_options *options = run->options;
	const struct speedscope *speed = run->state;

	return speed->kind == KIND_TIME && !options->nanoseconds ? IN_A_MICROSECOND : 1;
}

static void speedscope_unit(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;
	size_t i;

	if (speed->own_kind != KIND_UNKNOWN) { /* a second one */
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

/* True if values can be added to those of other profiles. The unit is known. */
static bool is_counted(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	return speed->own_kind == speed->kind;
}

/* Keep a value until the unit is known. */
static void speedscope_defer(struct speedscope *speed, enum speedscope_value kind,
			     struct slice text)
{
	MEMORY_ROOM(speed->early, speed->early_count, speed->early_cap);
	speed->early[speed->early_count++] = (struct speedscope_early){
		.kind = kind,
		.type = speed->event_type,
		.has_frame = speed->event_has_frame,
		.has_at = speed->event_has_at,
		.frame = speed->event_frame,
		.at = speed->early_text.len,
		.length = text.len,
	};
	buf_add(&speed->early_text, text);
}

/* The time of an event in the units of the counts; false after a note if it is not a time. */
static bool speedscope_value(struct ingest_run *run, struct slice text, int64_t *value)
{
	struct speedscope *speed = run->state;

	if (!is_counted(run))
		return false;
	if (number_scaled(text, speed->digits, value))
		return true;
	stream_note(run, TEXT_SKIPPED, text);
	return false;
}

/* ... which waits for the unit. */
static void speedscope_at(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;

	if (speed->own_kind != KIND_UNKNOWN) {
		speed->event_has_at = speedscope_value(run, text, &speed->event_at);
		return;
	}
	speed->event_has_at = true;
	buf_set(&speed->event_text, text);
}

/* The end of a profile of events; ignored if it is not a time. */
static void speedscope_end_value(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;

	if (speed->own_kind == KIND_UNKNOWN)
		speedscope_defer(speed, EARLY_END, text);
	else
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
static bool rescale(struct id_stacks *stacks, struct speedscope_weight *weight)
{
	if (!id_stacks_rescale(stacks, weight->scale) ||
	    !u64_scale(&weight->count, stacks->scale - weight->scale))
		return false;
	weight->scale = stacks->scale;
	return true;
}

static void add_labelled(struct speedscope *speed, uint32_t stack, struct speedscope_weight weight,
			 uint64_t time)
{
	MEMORY_ROOM(speed->labelled, speed->labelled_count, speed->labelled_cap);
	speed->labelled[speed->labelled_count++] = (struct speedscope_labelled){stack, weight, time,
										speed->title};
}

static void speedscope_add(struct ingest_run *run, uint32_t stack, struct speedscope_weight weight)
{
	struct speedscope *speed = run->state;

	const bool is_time = speed->own_kind == KIND_TIME;
	const uint64_t time = is_time ? speed->passed : LABEL_NO_TIME;

	if (is_time && !u64_add(&speed->passed, weight.count))
		speed->passed = UINT64_MAX;
	if (weight.count == 0)
		return;
	if (stack == ID_STACKS_NONE)
		stream_note(run, TEXT_SKIPPED, SLICE(""));
	else if (run->labels)
		add_labelled(speed, stack, weight, time);
	else if (!rescale(&speed->stacks, &weight) ||
		 !id_stacks_add(&speed->stacks, stack, weight.count))
		stream_note(run, TEXT_HUGE, SLICE(""));
}

/* Count the time between two events. */
static void speedscope_add_time(struct ingest_run *run, uint32_t stack, int64_t time)
{
	const struct speedscope *speed = run->state;
	const bool is_time = speed->own_kind == KIND_TIME;

	speedscope_add(run, stack,
		       (struct speedscope_weight){(uint64_t)time, is_time ? 0 : speed->digits});
}

/* A sample was read. */
static void speedscope_sample(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	const uint32_t stack = id_stacks_end(&speed->stacks);

	if (speed->weights_taken < speed->weight_count) {
		speedscope_add(run, stack, speed->weights[speed->weights_taken++]);
		return;
	}
	MEMORY_ROOM(speed->samples, speed->sample_count, speed->sample_cap);
	speed->samples[speed->sample_count++] = stack;
}

/* Weights that come before their samples wait for them. */
static void speedscope_weight(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;
	struct speedscope_weight weight = {0};

	if (speed->own_kind == KIND_UNKNOWN) {
		speedscope_defer(speed, EARLY_WEIGHT, text);
		return;
	}
	if (!speedscope_take_weight(run, text, &weight))
		weight = (struct speedscope_weight){0};
	if (speed->samples_taken < speed->sample_count) {
		speedscope_add(run, speed->samples[speed->samples_taken++], weight);
		return;
	}
	MEMORY_ROOM(speed->weights, speed->weight_count, speed->weight_cap);
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
	id_stacks_begin(&speed->stacks, speed->open_count > 0
						? speed->open[speed->open_count - 1].stack
						: speed->root);
	id_stacks_push(&speed->stacks, speed->event_frame);
	MEMORY_ROOM(speed->open, speed->open_count, speed->open_cap);
	speed->open[speed->open_count++] = (struct speedscope_open){
		speed->event_frame,
		id_stacks_end(&speed->stacks),
	};
	++*speedscope_open_of(speed, speed->event_frame);
}

/* Frames above it that are still open end with it. */
static void close_frame(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	const uint64_t closed = speed->event_frame;
	bool is_latest = true;
	uint64_t frame;

	/* no search: many such events would take quadratic time */
	if (*speedscope_open_of(speed, closed) == 0) {
		if (speed->open_count > 0)
			stream_note(run, TEXT_UNFINISHED, SLICE(""));
		return;
	}
	do {
		frame = speed->open[--speed->open_count].frame;
		--*speedscope_open_of(speed, frame);
		if (frame != closed && is_latest)
			stream_note(run, TEXT_UNFINISHED, SLICE(""));
		is_latest = false;
	} while (frame != closed);
}

/* The unit is known: what came before it. */
static void speedscope_replay(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	size_t i;

	for (i = 0; i < speed->early_count; i++) {
		const struct speedscope_early *early = &speed->early[i];
		const struct slice text = slice_head(
			slice_tail(buf_slice(&speed->early_text), early->at), early->length);

		switch (early->kind) {
		case EARLY_WEIGHT: speedscope_weight(run, text); break;
		case EARLY_END: speedscope_end_value(run, text); break;
		case EARLY_EVENT:
			speed->event_type = early->type;
			speed->event_has_frame = early->has_frame;
			speed->event_frame = early->frame;
			speed->event_has_at = early->has_at &&
					      speedscope_value(run, text, &speed->event_at);
			speedscope_event(run);
			break;
		}
	}
	speed->early_count = 0;
	buf_reset(&speed->early_text);
}

/* An event was read. */
static void speedscope_event(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	if (speed->own_kind == KIND_UNKNOWN) {
		speedscope_defer(speed, EARLY_EVENT, buf_slice(&speed->event_text));
		return;
	}
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

/* The profile ends. */
static void speedscope_end(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	struct speedscope_weight one = {0};

	if (speed->own_kind == KIND_UNKNOWN &&
	    (speed->early_count > 0 || speed->sample_count > 0)) {
		speedscope_unit(run, SLICE("none")); /* plain numbers */
		speedscope_replay(run);
	}
	one.count = speedscope_unit_of(run);
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

/* Keys of stacks from here on are titles of profiles. */
#define FIRST_TITLE ((uint64_t)1 << 63)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, FAMILY_OWN, .name = "ns", OPT_AT(struct speedscope_options, nanoseconds),
	 .help = "Write times in nanoseconds, not in microseconds"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "thread-names",
	 OPT_AT(struct speedscope_options, thread_names),
	 .help = "Make the name of a profile, usually a thread, the root of its stacks"},
	{OPT_FLAG, FAMILY_OWN, .name = "locations", OPT_AT(struct speedscope_options, locations),
	 .help = "Append file and line of a function to its name"},
};

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = SPEED_ROOT},
	{SPEED_ROOT, SLICE_INIT("exporter"), .field = SPEED_EXPORTER},
	{SPEED_ROOT, SLICE_INIT("shared"), .object = SPEED_SHARED},
	{SPEED_ROOT, SLICE_INIT("profiles"), .array = SPEED_PROFILES},
	{SPEED_ROOT, .known = SLICE_INIT("$schema activeProfileIndex name version metadata")},
	{SPEED_SHARED, SLICE_INIT("frames"), .array = SPEED_FRAMES},
	{SPEED_FRAMES, .object = SPEED_FRAME},
	{SPEED_FRAME, SLICE_INIT("name"), .field = SPEED_NAME},
	{SPEED_FRAME, SLICE_INIT("file"), .field = SPEED_FILE},
	{SPEED_FRAME, SLICE_INIT("line"), .field = SPEED_LINE},
	{SPEED_FRAME, .known = SLICE_INIT("col")},
	{SPEED_PROFILES, .object = SPEED_PROFILE},
	{SPEED_PROFILE, SLICE_INIT("name"), .field = SPEED_TITLE},
	{SPEED_PROFILE, SLICE_INIT("unit"), .field = SPEED_UNIT},
	{SPEED_PROFILE, SLICE_INIT("endValue"), .field = SPEED_END},
	{SPEED_PROFILE, SLICE_INIT("samples"), .array = SPEED_SAMPLES},
	{SPEED_PROFILE, SLICE_INIT("weights"), .array = SPEED_WEIGHTS},
	{SPEED_PROFILE, SLICE_INIT("events"), .array = SPEED_EVENTS},
	{SPEED_PROFILE, .known = SLICE_INIT("type startValue")},
	{SPEED_SAMPLES, .array = SPEED_SAMPLE},
	{SPEED_SAMPLE, .field = SPEED_INDEX},
	{SPEED_WEIGHTS, .field = SPEED_WEIGHT},
	{SPEED_EVENTS, .object = SPEED_EVENT},
	{SPEED_EVENT, SLICE_INIT("type"), .field = SPEED_TYPE},
	{SPEED_EVENT, SLICE_INIT("at"), .field = SPEED_AT},
	{SPEED_EVENT, SLICE_INIT("frame"), .field = SPEED_OF},
};

static void speedscope_enter(struct ingest_run *run, unsigned place)
{
	struct speedscope *speed = run->state;

	switch (place) {
	case SPEED_FRAME: location_reset(&speed->location); break;
	case SPEED_PROFILE: speedscope_begin(run); break;
	case SPEED_SAMPLE: id_stacks_begin(&speed->stacks, speed->root); break;
	case SPEED_WEIGHTS: speed->has_weights = true; break;
	case SPEED_EVENT:
		speed->event_type = '\0';
		speed->event_has_at = speed->event_has_frame = false;
		break;
	}
}

/* A name that was a frame of folded text becomes the same frame again. */
static frame_id own_frame(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	struct buf *name = &text_of(run)->name;

	buf_reset(name);
	buf_add_original(name, buf_slice(&speed->location.name));
	return text_folded_frame(run, buf_slice(name));
}

static void speedscope_end_frame(struct ingest_run *run)
{
	const struct speedscope_options *options = run->options;
	struct speedscope *speed = run->state;

	MEMORY_ROOM(speed->frames, speed->frame_count, speed->frame_cap);
	speed->frames[speed->frame_count++] = speed->is_own ? own_frame(run)
							    : location_frame(run, &speed->location,
									     options->locations);
}

static void speedscope_leave(struct ingest_run *run, unsigned place)
{
	switch (place) {
	case SPEED_FRAME: speedscope_end_frame(run); break;
	case SPEED_SAMPLE: speedscope_sample(run); break;
	case SPEED_EVENT: speedscope_event(run); break;
	case SPEED_PROFILE: speedscope_end(run); break;
	}
}

static bool speedscope_take_index(struct ingest_run *run, struct slice text, uint64_t *index)
{
	if (slice_to_u64(text, index) && *index < FIRST_TITLE)
		return true;
	stream_note(run, TEXT_BAD_LINE, text);
	return false;
}

static void see_index(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;
	uint64_t index;

	if (speedscope_take_index(run, text, &index))
		id_stacks_push(&speed->stacks, index);
}

static void speedscope_title(struct ingest_run *run, struct slice text);

static void speedscope_see_value(struct ingest_run *run, unsigned field, enum json_event kind,
				 struct slice text)
{
	struct speedscope *speed = run->state;

	(void)kind;
	switch (field) {
	case SPEED_EXPORTER: speed->is_own = slice_starts(text, SLICE("flambeau ")); break;
	case SPEED_NAME: location_name(&speed->location, text); break;
	case SPEED_FILE: location_file(&speed->location, text); break;
	case SPEED_LINE: location_line(&speed->location, text); break;
	case SPEED_TITLE: speedscope_title(run, text); break;
	case SPEED_UNIT:
		speedscope_unit(run, text);
		speedscope_replay(run);
		break;
	case SPEED_END: speedscope_end_value(run, text); break;
	case SPEED_INDEX: see_index(run, text); break;
	case SPEED_WEIGHT: speedscope_weight(run, text); break;
	case SPEED_TYPE: speed->event_type = text.len == 1 ? text.ptr[0] : '\0'; break;
	case SPEED_AT: speedscope_at(run, text); break;
	case SPEED_OF:
		speed->event_has_frame = speedscope_take_index(run, text, &speed->event_frame);
		break;
	}
}

static frame_id speedscope_name_of(struct ingest_run *run, uint64_t key)
{
	struct speedscope *speed = run->state;

	if (key >= FIRST_TITLE)
		return speed->titles[key - FIRST_TITLE];
	if (key < speed->frame_count)
		return speed->frames[key];
	stream_note(run, SPEED_NOTE_NO_FRAME, SLICE(""));
	return text_frame(run, SLICE(""));
}

static void speedscope_title(struct ingest_run *run, struct slice text)
{
	const struct speedscope_options *options = run->options;
	struct speedscope *speed = run->state;

	if (label_wants(run, LABEL_THREAD))
		speed->title = text_frame(run, text);
	if (!options->thread_names)
		return;
	MEMORY_ROOM(speed->titles, speed->title_count, speed->title_cap);
	speed->titles[speed->title_count] = text_frame(run, text);
	id_stacks_begin(&speed->stacks, ID_STACKS_NONE);
	id_stacks_push(&speed->stacks, FIRST_TITLE + speed->title_count++);
	speed->root = id_stacks_end(&speed->stacks);
}

static void count_labelled(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	size_t i;

	for (i = 0; i < speed->labelled_count; i++) {
		const struct speedscope_labelled *one = &speed->labelled[i];
		const struct weight weight = {.count = {one->weight.count, one->weight.count},
					      .scale = one->weight.scale};

		label_clear(run);
		if (one->title != HASH_NONE)
			label_set(run, LABEL_THREAD, intern_name(&run->profile.names, one->title));
		if (one->time != LABEL_NO_TIME)
			label_set_time(run, one->time);
		id_stacks_count(run, &speed->stacks, one->stack, &weight, speedscope_name_of);
	}
	speed->labelled_count = 0;
}

static void speedscope_finish(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	speedscope_end(run); /* in a document that is cut off */
	count_labelled(run);
	id_stacks_flush(run, &speed->stacks, speedscope_name_of);
	speed->frame_count = speed->title_count = 0;
	speed->is_own = false;
	speedscope_begin(run);
}

static void speedscope_release(void *state)
{
	struct speedscope *speed = state;

	speedscope_forget_open(speed);
	id_stacks_release(&speed->stacks);
	location_release(&speed->location);
	free(speed->frames);
	free(speed->titles);
	free(speed->samples);
	free(speed->weights);
	free(speed->labelled);
	free(speed->open);
	free(speed->early);
	buf_release(&speed->early_text);
	buf_release(&speed->event_text);
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[SPEED_NOTE_OTHER_UNIT] = {.message = "a profile of another unit than the first one",
				   .one = "profile of another unit",
				   .many = "profiles of other units",
				   .fails_strict = true},
	[SPEED_NOTE_NO_FRAME] = {.message = "a frame that is not in the list of frames",
				 .one = "frame without a name",
				 .many = "frames without names",
				 .fails_strict = true},
	[SPEED_NOTE_WEIGHTS] = {.message = "the numbers of samples and weights differ",
				.one = "profile with samples or weights that do not match",
				.many = "profiles with samples or weights that do not match",
				.fails_strict = true},
};

static const struct document_format format = {
	.rules = DOCUMENT_RULES(places),
	.signs =
		{
			{SLICE_INIT("speedscope.app/file-format-schema")},
			{SLICE_INIT("\"shared\""), SLICE_INIT("\"frames\"")},
			{SLICE_INIT("\"sampled\"")},
			{SLICE_INIT("\"evented\"")},
		},
	.enter = speedscope_enter,
	.leave = speedscope_leave,
	.value = speedscope_see_value,
	.end = speedscope_finish,
	.state_size = sizeof(struct speedscope),
	.release = speedscope_release,
	.kinds = TEXT_KINDS(kinds),
};

static void speedscope_describe(const struct collapse_setup *setup, const struct ingest_run *run,
				struct header *header)
{
	const struct speedscope *speed = run->state;

	(void)setup;
	if (speed->kind == KIND_BYTES)
		header_add(header, HEADER_UNIT, SLICE("bytes"));
	else if (speed->kind == KIND_TIME)
		header_add(header, HEADER_UNIT,
			   speedscope_unit_of(run) == 1 ? SLICE("ns") : SLICE("us"));
}

const struct collapser collapse_speedscope = {
	.name = "speedscope",
	.summary = "folded stacks from speedscope's JSON",
	.rows = COLLAPSE_OPTIONS(rows, struct speedscope_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_THREAD),
	.document = DOCUMENT_READER(format),
	.unit = speedscope_unit_of,
	.describe = speedscope_describe,
};
