/* SPDX-License-Identifier: MIT */
#include "collapse/live.h"

#include <poll.h>

#include "collapse/labels_option.h"
#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/cli/thin_stacks.h"
#include "common/io/snapshots.h"

enum {
	SLOTS = 30,              /* of a window, at most */
	TRIM_SLOTS = 5,          /* freed memory is returned when so many have begun */
	LEAST_PERIOD = 10,       /* ms */
	READ_STEP = 64 << 10,    /* bytes of text at a time */
	LONGEST_WAIT = 60 * 1000 /* ms */
};

struct live {
	const struct collapser *collapser;
	struct collapse_setup *setup;
	struct input *input;
	struct output *output;
	struct ingest_run start; /* initial state of workers */
	struct ingest_pool *pool;
	unsigned slots;              /* workers 1 to `slots` with a window, else worker 0 alone */
	unsigned slot;               /* the current worker */
	uint64_t begun;              /* slots after the first */
	double begin, due, slot_end; /* seconds; when the next snapshot and the next slot are due */
	double period, slot_length;
	uint64_t number;    /* of the last snapshot */
	struct notes notes; /* counts of slots that have left the window */
	uint64_t samples;   /* of them */
	size_t stacks;      /* of the last snapshot that had any */
	bool failed;
};

bool live_parse_length(struct slice text, void *field, struct buf *problem)
{
	uint64_t *milliseconds = field;
	uint64_t unit = 1000;

	if (slice_drop(&text, SLICE("ms")))
		unit = 1;
	else
		slice_drop(&text, SLICE("s"));
	if (slice_to_u64(text, milliseconds) && *milliseconds <= UINT32_MAX) {
		*milliseconds *= unit;
		if (*milliseconds >= LEAST_PERIOD)
			return true;
	}
	buf_add(problem, SLICE("a length is given as 500ms, 30s or 30; 10ms is the least"));
	return false;
}

/* ---- Slots ---- */

/* A window is SLOTS slots, or fewer where a period is longer. */
static void plan_slots(struct live *live)
{
	const double window = (double)live->setup->live_window / 1000;
	double slots;

	live->period = (double)live->setup->live_period / 1000;
	live->slots = 0;
	if (window <= 0)
		return;
	live->slot_length = window / SLOTS > live->period ? window / SLOTS : live->period;
	slots = window / live->slot_length;
	live->slots = (unsigned)slots + ((double)(unsigned)slots < slots);
}

struct ingest_pool *live_start(struct live *live, const struct ingest_format *format,
			       const struct ingest_run *run)
{
	live->start = *run;
	live->pool = ingest_start(format, live->slots + 1, run);
	live->slot = live->slots > 0 ? 1 : 0;
	live->begin = clock_seconds();
	live->due = live->begin + live->period;
	live->slot_end = live->begin + live->slot_length;
	return live->pool;
}

unsigned live_workers(const struct live *live)
{
	return live->slots + 1;
}

uint64_t live_slots_begun(const struct live *live)
{
	return live->begun;
}

struct ingest_run *live_run(const struct live *live)
{
	return ingest_worker(live->pool, live->slot);
}

static void count_notes(struct notes *sum, const struct notes *notes)
{
	unsigned kind;

	for (kind = 0; kind < NOTES_KINDS; kind++)
		notes_count(sum, kind, notes->kinds[kind].count);
}

/* The oldest slot leaves the window and becomes the newest. */
static void next_slot(struct live *live)
{
	ingest_drop_caches(live->pool, live->slot);
	live->slot = live->slot < live->slots ? live->slot + 1 : 1;
	live->begun++;
	count_notes(&live->notes, &live_run(live)->notes);
	live->samples += live_run(live)->samples;
	ingest_restart(live->pool, live->slot, &live->start);
	if (live->begun % TRIM_SLOTS == 0)
		memory_trim();
}

/* ---- Snapshots ---- */

/* Add a worker's window: its stacks, with their own names and labels, and its notes. */
static void add_worker(struct ingest_run *sum, const struct ingest_run *run)
{
	const struct intern *names = &run->profile.names;
	const struct labels *labels = run->profile.labels;
	const size_t count = profile_rows(&run->profile);
	frame_id *ids = memory_resize(NULL, names->count + 1, sizeof(*ids)), *frames = NULL;
	uint32_t *sets = NULL;
	size_t cap = 0, i;
	uint32_t level;

	memset(ids, 0xff, names->count * sizeof(*ids));
	if (labels) {
		profile_label(&sum->profile);
		labels_rescale(sum->profile.labels, labels->time_digits);
		sets = labels_map(sum->profile.labels, labels);
	}
	for (i = 0; i < count; i++) {
		const struct label_row *row = labels ? &labels->rows[i] : NULL;
		const struct stack *stack = row ? row->stack : run->profile.stacks[i];
		const uint64_t *counts = row ? row->count : stack->count;
		const struct weight weight = {.count = {counts[0], counts[1]},
					      .scale = run->profile.scale};

		MEMORY_ROOM(frames, stack->depth, cap);
		for (level = 0; level < stack->depth; level++) {
			const frame_id id = stack->frames[level];

			if (ids[id] == UINT32_MAX)
				ids[id] = profile_frame(&sum->profile, intern_name(names, id));
			frames[level] = ids[id];
		}
		if (row) {
			labels_use(sum->profile.labels, sets[row->set]);
			sum->profile.labels->time = labels_time(sum->profile.labels, row->time,
								labels->time_digits);
		}
		profile_add(&sum->profile, frames, stack->depth, &weight);
	}
	sum->samples += run->samples;
	count_notes(&sum->notes, &run->notes);
	free(sets);
	free(frames);
	free(ids);
}

static void add_header(const struct live *live, struct ingest_run *sum)
{
	const double window = (double)live->setup->live_window / 1000;
	const double elapsed = clock_seconds() - live->begin;
	const double length = window > 0 && window < elapsed ? window : elapsed;
	struct header *header = &sum->profile.header;

	if (live->setup->header == HEADER_NONE)
		return;
	if (live->setup->counts)
		header_add(header, HEADER_UNIT, slice_from(live->setup->counts));
	if (live->collapser->describe)
		live->collapser->describe(live->setup, sum, header);
	header_forget(header, HEADER_DURATION);
	header_add_duration(header, (uint64_t)(length * 1e9));
	thin_stacks_add_lacks(&sum->profile);
}

static void write_snapshot(struct live *live)
{
	struct ingest_run sum = {.samples = 0};
	struct buf *buf = &live->output->buf;
	unsigned i;

	for (i = 0; i < live_workers(live); i++)
		add_worker(&sum, ingest_worker(live->pool, i));
	add_header(live, &sum);
	folded_escape_roots(&sum.profile, live->setup->compat->has_labels);
	live->failed |= folded_overflowed(&sum.profile);
	profile_close(&sum.profile, PROFILE_BY_TEXT);
	if (sum.profile.count > 0)
		live->stacks = sum.profile.count;
	snapshots_add_begin(buf, ++live->number);
	folded_write(&sum.profile, live->setup->unit, live->output);
	snapshots_add_end(buf, live->number);
	output_flush(live->output);
	live->failed |= live->output->failed;
	profile_release(&sum.profile);
	notes_release(&sum.notes);
}

/* Write the snapshot that is due, and go on with the next slot. */
static void tick(struct live *live)
{
	const double now = clock_seconds();

	if (now >= live->due) {
		write_snapshot(live);
		live->due += live->period;
		if (live->due < now)
			live->due = now + live->period;
	}
	while (live->slots > 0 && now >= live->slot_end) {
		next_slot(live);
		live->slot_end += live->slot_length;
	}
}

static int wait_for(const struct live *live)
{
	const double left = (live->due - clock_seconds()) * 1000;

	return left <= 0 ? 0 : left < LONGEST_WAIT ? (int)left + 1 : LONGEST_WAIT;
}

ssize_t live_read(void *context, char *to, size_t size)
{
	struct live *live = context;
	struct pollfd fd = {.fd = input_waits_for(live->input), .events = POLLIN};

	tick(live);
	while (!live->failed && fd.fd >= 0 && poll(&fd, 1, wait_for(live)) <= 0)
		tick(live);
	return live->failed ? -1 : input_read(live->input, to, size);
}

void live_end(struct live *live, struct ingest_run *run)
{
	unsigned i;

	write_snapshot(live);
	for (i = 0; i < live_workers(live); i++) {
		count_notes(&live->notes, &ingest_worker(live->pool, i)->notes);
		live->samples += ingest_worker(live->pool, i)->samples;
	}
	ingest_end(live->pool, run);
}

/* Report what was not used of the whole input, and why. False if there was no sample at all. */
static bool live_report(struct live *live, struct ingest_run *run)
{
	const struct ingest_format *format = live->setup->format;

	notes_print(&live->notes, format->kinds, format->kind_count, live->input);
	notes_release(&run->notes);
	run->notes = live->notes;
	run->samples = live->samples;
	live->notes = (struct notes){.chunks = 0};
	if (live->collapser->report)
		live->collapser->report(live->setup, run);
	if (live->stacks > 0)
		return true;
	if (live->samples > 0)
		diag_error("no stacks: none of %llu samples was selected",
			   (unsigned long long)live->samples);
	else
		diag_error("%.*s: no samples", SLICE_ARG(input_name(live->input, 0)));
	return false;
}

/* ---- Text ---- */

/* The last record start; 0 if the beginning is the only one. */
static size_t last_record(const struct ingest_format *format, struct slice text)
{
	size_t last = 0, next = 0;

	while (next < text.len && input_has_records(&format->records)) {
		next = input_next_record(&format->records, text, next + 1);
		if (next == SLICE_NONE)
			break;
		last = next;
	}
	return last;
}

static void live_parse(struct live *live, struct slice text, size_t index, bool last)
{
	struct ingest_run *run = live_run(live);

	run->chunk = (struct chunk){.text = text, .index = index, .last = last};
	run->line = 0;
	live->setup->format->parse(run, text);
}

static bool live_read_text(struct live *live, struct ingest_run *run)
{
	struct buf buf = {0};
	size_t index = 0, end;
	ssize_t n;

	live_start(live, live->setup->format, run);
	while ((n = live_read(live, buf_reserve(&buf, READ_STEP), READ_STEP)) > 0) {
		buf.len += (size_t)n;
		end = last_record(live->setup->format, buf_slice(&buf));
		if (end == 0 && buf.len > INPUT_MAX_RECORD)
			end = buf.len;
		if (end == 0)
			continue;
		live_parse(live, slice_head(buf_slice(&buf), end), index++, false);
		memmove(buf.ptr, buf.ptr + end, buf.len - end);
		buf.len -= end;
	}
	live_parse(live, buf_slice(&buf), index, true);
	live_end(live, run);
	buf_release(&buf);
	return n == 0;
}

bool live_collapse(const struct collapser *collapser, struct collapse_setup *setup,
		   struct input *input, struct output *output)
{
	struct live live = {
		.collapser = collapser, .setup = setup, .input = input, .output = output};
	struct ingest_run run = {.options = setup->options,
				 .labels = labels_resolve(collapser, setup)};
	struct ingest_stats stats = {0};
	bool good;

	plan_slots(&live);
	setup->live = &live;
	good = setup->is_recording ? collapser->recordings->read(setup, input, 1, &run, &stats)
				   : live_read_text(&live, &run);
	good = good && live_report(&live, &run);
	ingest_release(&run);
	notes_release(&live.notes);
	return good && !live.failed;
}
