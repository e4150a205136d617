/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_state.h"

#include "common/base/frame_name.h"
#include "common/profile/tally.h"

COLD void jfr_event_counts_release(struct jfr_event_counts *event_counts)
{
	intern_release(&event_counts->names);
	free(event_counts->rows);
	*event_counts = (struct jfr_event_counts){.rows = NULL};
}

static struct jfr_event_counts_row *row_of(struct jfr_event_counts *event_counts, struct slice name)
{
	const size_t known = event_counts->names.count;
	const frame_id id = intern_add(&event_counts->names, name);

	if (id >= known) {
		MEMORY_ROOM(event_counts->rows, id, event_counts->cap);
		event_counts->rows[id] = (struct jfr_event_counts_row){0};
	}
	return &event_counts->rows[id];
}

COLD void jfr_event_counts_add(struct jfr_event_counts *event_counts,
			       const struct jfr_reader *reader)
{
	struct buf room = {0};
	uint32_t i;

	for (i = 0; i < jfr_type_count(&reader->metadata); i++) {
		const struct jfr_plan *plan = &reader->plans[i];
		struct jfr_event_counts_row *row;

		if (plan->events == 0)
			continue;
		row = row_of(event_counts,
			     frame_name_clean(jfr_type_name(&reader->metadata, i), &room));
		row->events += plan->events;
		row->with_stack += plan->with_stack;
		row->carries_stacks |= plan->carries_stacks;
	}
	buf_release(&room);
}

/* How many events of a type there are. */
static uint64_t jfr_event_counts_count(const struct jfr_event_counts *event_counts,
				       struct slice name)
{
	size_t i;

	for (i = 0; i < event_counts->names.count; i++) {
		if (slice_equal(intern_name(&event_counts->names, (frame_id)i), name))
			return event_counts->rows[i].events;
	}
	return 0;
}

static COLD int jfr_event_counts_compare(const void *a, const void *b)
{
	return slice_compare(*(const struct slice *)a, *(const struct slice *)b);
}

COLD bool jfr_event_counts_list(const struct jfr_event_counts *event_counts, struct buf *out)
{
	const size_t count = event_counts->names.count;
	struct slice *lines = memory_resize(NULL, count + 1, sizeof(*lines));
	struct arena arena = {0};
	struct buf line = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		const struct jfr_event_counts_row *row = &event_counts->rows[i];

		buf_reset(&line);
		buf_add(&line, intern_name(&event_counts->names, (frame_id)i));
		buf_printf(&line, "\t%llu\t%llu\n", (unsigned long long)row->events,
			   (unsigned long long)row->with_stack);
		lines[i] = arena_copy(&arena, buf_slice(&line));
	}
	SORT(lines, count, jfr_event_counts_compare);
	for (i = 0; i < count; i++)
		buf_add(out, lines[i]);
	buf_release(&line);
	arena_release(&arena);
	free(lines);
	return count > 0;
}

/*
 * Append the types that carry stacks, ten at most, the most frequent first: "jdk.ThreadPark (12),
 * ...".
 */
static void jfr_event_counts_name(const struct jfr_event_counts *event_counts, struct buf *out)
{
	struct tally tally = {.counts = NULL};
	size_t i;

	for (i = 0; i < event_counts->names.count; i++) {
		if (event_counts->rows[i].carries_stacks)
			tally_add(&tally, intern_name(&event_counts->names, (frame_id)i),
				  event_counts->rows[i].events);
	}
	tally_write(&tally, out);
	tally_release(&tally);
}

/* Messages: the problem and its consequence. */
static const char *const texts[JFR_DAMAGES] = {
	[JFR_NO_CHUNKS] = "what follows is no chunk of a recording, ignored",
	[JFR_OTHER_VERSION] = "chunk of another version, left out",
	[JFR_UNFINISHED] = "unfinished chunk, read up to its end: it was being written, or is cut",
	[JFR_BAD_METADATA] = "the metadata are not where the header has them, searched for",
	[JFR_NO_METADATA] = "chunk without metadata, left out",
	[JFR_BAD_CHAIN] = "the constant pools are not where the header has them, searched for",
	[JFR_BAD_POOL] = "damaged constant pool, read as far as it is good",
	[JFR_BAD_SIZE] = "event with an invalid size: the chunk is read up to there",
	[JFR_BAD_EVENT] = "event that is shorter than its fields, left out",
	[JFR_BAD_TYPE] = "event of an invalid type, left out",
	[JFR_NO_CLOCK] = "chunk of 0 ticks a second: its times are not known",
	[JFR_UNKNOWN_TYPE] = "event of a type that the metadata lack, skipped",
};

/* "; version 0.9 is of Oracle's JDK 7 or 8" */
static void add_version(const struct jfr_findings *findings, struct buf *out)
{
	buf_printf(out, "; version %u.%u", findings->major, findings->minor);
	if (findings->major == 0)
		buf_add(out, SLICE(" is of Oracle's JDK 7 or 8"));
}

COLD void jfr_say_damages(const struct jfr_findings *findings, const struct input *input)
{
	struct buf more = {0};
	size_t i;

	for (i = 0; i < JFR_DAMAGES; i++) {
		const struct jfr_damage_seen *seen = &findings->damages.seen[i];

		if (seen->count == 0)
			continue;
		buf_reset(&more);
		if (i == JFR_OTHER_VERSION)
			add_version(findings, &more);
		if (seen->count > 1)
			buf_printf(&more, "; the first of %llu", (unsigned long long)seen->count);
		(i == JFR_UNKNOWN_TYPE ? diag_note : diag_warn)(
			"%.*s: byte %llu: %s%.*s", SLICE_ARG(input_name(input, seen->file)),
			(unsigned long long)seen->at, texts[i], SLICE_ARG(buf_slice(&more)));
	}
	if (findings->is_saturated)
		diag_warn("sums beyond 2^63-1 are shown as that");
	buf_release(&more);
}

#define CPU_TIME_SAMPLE SLICE("jdk.CPUTimeSample")

COLD uint64_t jfr_lost_samples(const struct jfr_options *options)
{
	const struct jfr_findings *findings = options->findings;
	const struct jfr_request *request = &options->selection.request;
	size_t i;

	for (i = 0; i < request->kind_count; i++) {
		const struct jfr_kind *kind = &request->kinds[i];

		if (jfr_kind_is(kind, CPU_TIME_SAMPLE) && kind->part < JFR_PARTS &&
		    (findings->seen & findings->chosen) >> kind->part & 1)
			return findings->lost[JFR_LOST_SAMPLES];
	}
	return 0;
}

static void say_losses(const struct jfr_options *options)
{
	const uint64_t samples = jfr_lost_samples(options);
	const uint64_t bytes = options->findings->lost[JFR_LOST_BYTES];

	if (samples > 0)
		diag_warn("the JVM lost %llu sample%s", (unsigned long long)samples,
			  samples == 1 ? "" : "s");
	if (bytes > 0)
		diag_warn("the JVM lost events of %llu byte%s", (unsigned long long)bytes,
			  bytes == 1 ? "" : "s");
}

/* What was lost; samples of both kinds, of which the second is left out. */
COLD void jfr_say_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct jfr_options *options = setup->options;
	const struct jfr_findings *findings = options->findings;
	const struct slice other = CPU_TIME_SAMPLE;
	const uint64_t left_out = jfr_event_counts_count(&findings->event_counts, other);

	(void)run;
	say_losses(options);
	if (!setup->is_recording || !options->selection.is_default || left_out == 0 ||
	    jfr_event_counts_count(&findings->event_counts, SLICE("jdk.ExecutionSample")) == 0)
		return;
	diag_warn("left out %llu %.*s, which --event %.*s selects", (unsigned long long)left_out,
		  SLICE_ARG(other), SLICE_ARG(other));
}

COLD void jfr_say_empty(const struct collapse_setup *setup)
{
	const struct jfr_options *options = setup->options;
	const struct jfr_findings *findings = options->findings;
	const char *lack = options->selection.is_default ? "no samples of the processor"
							 : "no such events";
	struct buf types = {0};

	jfr_event_counts_name(&findings->event_counts, &types);
	if (options->list_events || findings->event_counts.names.count == 0)
		diag_error("no events in the recording");
	else if (types.len == 0)
		diag_error("%s: no event in the recording has a stack", lack);
	else
		diag_error("%s; it has %.*s: --event, --list-events", lack,
			   SLICE_ARG(buf_slice(&types)));
	buf_release(&types);
}
