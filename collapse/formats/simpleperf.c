/* SPDX-License-Identifier: MIT */
/*
 * The simpleperf format: what `simpleperf report-sample --protobuf` writes. "SIMPLEPERF", a version
 * of two bytes, then records, each behind its length of four bytes, until a length of 0. The schema
 * is that of cmd_report_sample.proto. Files and threads may come after the samples.
 */
#include "collapse/text.h"

#include "common/io/protobuf.h"

enum simpleperf_note {
	SIMPLEPERF_BROKEN = TEXT_NOTES,
	SIMPLEPERF_RECORD,      /* damaged */
	SIMPLEPERF_CUT,         /* no end */
	SIMPLEPERF_PASSED_OVER, /* the text is the message */
	SIMPLEPERF_NO_FILE,     /* entry of a call chain that refers to none */
	SIMPLEPERF_LOST,
};

struct simpleperf_options {
	struct slice event; /* empty: that of the first sample */
	bool list_events, count, thread_names, jit, kernel;
};

struct simpleperf_file {
	struct slice path;
	frame_id *symbols;
	size_t symbol_count;
	bool is_kernel;
};

struct simpleperf_thread {
	uint64_t pid;
	struct slice name;
};

/* One per run. The tables are of one file. */
struct simpleperf {
	struct text text;
	struct id_things files, threads; /* struct simpleperf_file; struct simpleperf_thread */
	const char **damaged;            /* records that are skipped, in their order */
	size_t damaged_count, damaged_cap;
	struct slice *events; /* names, by number */
	uint64_t *samples;    /* of each event */
	size_t event_count, event_cap;
	uint64_t event; /* that is counted; UINT64_MAX: not known yet */
	struct text_clock clock;
	struct buf name;
};

enum { RECORD_SAMPLE = 1, RECORD_LOST, RECORD_FILE, RECORD_THREAD, RECORD_META, RECORD_SWITCH };

enum { EXECUTION_JIT = 2 };

/* ---- The schema: only what is read ---- */

#define NUMBER .kind = PROTOBUF_NUMBER
#define BYTES .kind = PROTOBUF_BYTES
#define MESSAGE(type) .kind = PROTOBUF_MESSAGE, .message = &type##_message

/* clang-format off */
PROTOBUF_SCHEMA(entry, "call chain",
       [1] = {NUMBER}, [2] = {NUMBER}, [3] = {NUMBER}, [4] = {NUMBER});
PROTOBUF_SCHEMA(sample, "sample",
       [1] = {NUMBER}, [2] = {NUMBER}, [3] = {MESSAGE(entry), .repeated = true}, [4] = {NUMBER},
       [5] = {NUMBER}, [6] = {BYTES});
PROTOBUF_SCHEMA(lost, "lost samples", [1] = {NUMBER}, [2] = {NUMBER});
PROTOBUF_SCHEMA(file, "file",
       [1] = {NUMBER}, [2] = {BYTES}, [3] = {BYTES, .repeated = true},
       [4] = {BYTES, .repeated = true});
PROTOBUF_SCHEMA(thread, "thread", [1] = {NUMBER}, [2] = {NUMBER}, [3] = {BYTES});
PROTOBUF_SCHEMA(meta, "meta information",
       [1] = {BYTES, .repeated = true}, [2] = {BYTES}, [3] = {BYTES}, [4] = {BYTES}, [5] = {BYTES},
       [6] = {NUMBER});
PROTOBUF_SCHEMA(record, "record",
       [RECORD_SAMPLE] = {MESSAGE(sample)}, [RECORD_LOST] = {MESSAGE(lost)},
       [RECORD_FILE] = {MESSAGE(file)}, [RECORD_THREAD] = {MESSAGE(thread)},
       [RECORD_META] = {MESSAGE(meta)}, [RECORD_SWITCH] = {BYTES});
/* clang-format on */

/* ---- Tables ---- */

static void simpleperf_see_file(struct ingest_run *run, struct slice message)
{
	const struct simpleperf_options *options = run->options;
	struct simpleperf *simpleperf = run->state;
	const uint64_t id = wire_number(message, 1);
	struct simpleperf_file file = {.path = wire_bytes(message, 2)};
	struct wire_field field;
	size_t cap = 0;

	if (ids_find(&simpleperf->files.ids, id) != IDS_NONE) {
		notes_count(&run->notes, SIMPLEPERF_RECORD, 1);
		return;
	}
	file.is_kernel = slice_equal(file.path, SLICE("[kernel.kallsyms]")) ||
			 slice_ends(file.path, SLICE(".ko"));
	while (wire_take_field(&message, &field)) {
		if (field.number != 3)
			continue;
		MEMORY_ROOM(file.symbols, file.symbol_count, cap);
		buf_set(&simpleperf->name, field.bytes);
		if (options->kernel && file.is_kernel)
			buf_add(&simpleperf->name, SLICE("_[k]"));
		file.symbols[file.symbol_count++] = text_frame(run, buf_slice(&simpleperf->name));
	}
	*(struct simpleperf_file *)id_things_of(&simpleperf->files, id, sizeof(file)) = file;
}

static void simpleperf_see_thread(struct simpleperf *simpleperf, struct slice message)
{
	struct simpleperf_thread *thread = id_things_of(&simpleperf->threads,
							wire_number(message, 1), sizeof(*thread));

	thread->pid = wire_number(message, 2);
	thread->name = wire_bytes(message, 3);
}

static void simpleperf_see_meta(struct simpleperf *simpleperf, struct slice message)
{
	struct wire_field field;

	while (wire_take_field(&message, &field)) {
		if (field.number != 1)
			continue;
		MEMORY_ROOM(simpleperf->events, simpleperf->event_count, simpleperf->event_cap);
		simpleperf->events[simpleperf->event_count++] = field.bytes;
	}
}

static const struct simpleperf_thread *simpleperf_thread_of(const struct simpleperf *simpleperf,
							    uint64_t tid)
{
	return id_things_find(&simpleperf->threads, tid, sizeof(struct simpleperf_thread));
}

static struct slice simpleperf_event_name(const struct simpleperf *simpleperf, uint64_t event)
{
	return event < simpleperf->event_count ? simpleperf->events[event] : SLICE("[unknown]");
}

/* ---- Samples ---- */

static void simpleperf_push(struct ingest_run *run, struct slice entry)
{
	const struct simpleperf_options *options = run->options;
	struct simpleperf *simpleperf = run->state;
	uint64_t numbers[5]; /* by field: address, file, symbol, execution */
	const struct simpleperf_file *file;
	const char *marks;
	frame_id frame;
	struct slice name;
	bool is_jit;

	wire_take_numbers(entry, numbers, ARRAY_LEN(numbers));
	file = id_things_find(&simpleperf->files, numbers[2], sizeof(*file));
	is_jit = options->jit && numbers[4] == EXECUTION_JIT;
	if (!file) {
		notes_count(&run->notes, SIMPLEPERF_NO_FILE, 1);
		text_push(run, SLICE(""));
		return;
	}
	if (numbers[3] >= file->symbol_count) { /* -1: none */
		marks = options->kernel && file->is_kernel ? "_[k]" : is_jit ? "_[j]" : "";
		text_push_frame(run, text_unnamed_at(run, file->path, numbers[1], marks));
		return;
	}
	frame = file->symbols[numbers[3]];
	name = intern_name(&run->profile.names, frame);
	if (is_jit && text_affords_name(run, name.len)) {
		buf_set(&simpleperf->name, name);
		buf_add_text(&simpleperf->name, "_[j]");
		frame = text_frame(run, buf_slice(&simpleperf->name));
	}
	text_push_frame(run, frame);
}

/* Fields of a sample that are numbers. */
enum { SAMPLE_TIME = 1, SAMPLE_TID, SAMPLE_COUNT = 4, SAMPLE_EVENT, SAMPLE_FIELDS };

static void simpleperf_give_labels(struct ingest_run *run, const uint64_t *sample)
{
	struct simpleperf *simpleperf = run->state;
	const uint64_t tid = sample[SAMPLE_TID], time = sample[SAMPLE_TIME];
	const struct simpleperf_thread *thread = simpleperf_thread_of(simpleperf, tid), *leader;

	label_clear(run);
	if (label_wants(run, LABEL_TIME) && time <= INT64_MAX)
		text_clock_give(run, &simpleperf->clock, (int64_t)time, SLICE(""));
	label_set_number(run, LABEL_TID, tid);
	label_set(run, LABEL_EVENT, simpleperf_event_name(simpleperf, sample[SAMPLE_EVENT]));
	if (!thread)
		return;
	leader = simpleperf_thread_of(simpleperf, thread->pid);
	label_set_number(run, LABEL_PID, thread->pid);
	label_set(run, LABEL_THREAD, thread->name);
	if (leader)
		label_set(run, LABEL_COMM, leader->name);
}

/* The event that is counted: that of the first sample, or the one that was asked for. */
static bool simpleperf_is_wanted(struct simpleperf *simpleperf,
				 const struct simpleperf_options *options, uint64_t event)
{
	const struct slice name = simpleperf_event_name(simpleperf, event);

	if (options->event.len > 0)
		return slice_equal(name, options->event);
	if (simpleperf->event == UINT64_MAX)
		simpleperf->event = event;
	return simpleperf->event == event;
}

static void simpleperf_fold(struct ingest_run *run, struct slice message)
{
	const struct simpleperf_options *options = run->options;
	struct simpleperf *simpleperf = run->state;
	const struct simpleperf_thread *thread;
	uint64_t sample[SAMPLE_FIELDS], place;
	struct wire_field field;

	wire_take_numbers(message, sample, SAMPLE_FIELDS);
	place = sample[SAMPLE_EVENT] < simpleperf->event_count ? sample[SAMPLE_EVENT]
							       : simpleperf->event_count;
	simpleperf->samples[place]++;
	if (label_wants_zero(run) && !simpleperf->clock.has_first) /* kept or not */
		simpleperf_give_labels(run, sample);
	if (!simpleperf_is_wanted(simpleperf, options, place) || options->list_events)
		return;
	if (run->labels)
		simpleperf_give_labels(run, sample);
	while (wire_take_field(&message, &field)) {
		if (field.number == 3)
			simpleperf_push(run, field.bytes);
	}
	text_fill(run);
	thread = simpleperf_thread_of(simpleperf, sample[SAMPLE_TID]);
	if (options->thread_names)
		text_push_thread(run, thread ? thread->name : SLICE(""), "tid ",
				 sample[SAMPLE_TID]);
	text_finish(run, TEXT_LEAF_FIRST, options->count ? 1 : sample[SAMPLE_COUNT]);
}

/* ---- Files ---- */

/* Take a record off the front; false at the end. */
static bool simpleperf_take_record(struct slice *rest, struct slice *record, bool *is_whole)
{
	uint64_t size;

	*is_whole = rest->len >= 4;
	size = *is_whole ? slice_load_bytes(rest->ptr, 4, false) : 0;
	if (size == 0)
		return false;
	*is_whole = size <= rest->len - 4;
	if (!*is_whole)
		return false;
	*record = slice_of(rest->ptr + 4, (size_t)size);
	*rest = slice_tail(*rest, 4 + (size_t)size);
	return true;
}

/*
 * All records in order; the tables in the first pass, the samples in the second. Returns what follows
 * their end.
 */
static struct slice simpleperf_read(struct ingest_run *run, struct slice records, bool samples)
{
	struct simpleperf *simpleperf = run->state;
	struct unused unused = {.kind_count = 0};
	struct protobuf_reader reader = {.begin = records.ptr, .unused = &unused};
	struct slice record, rest;
	struct wire_field field;
	uint64_t lost = 0;
	size_t next = 0;
	bool is_whole;

	while (simpleperf_take_record(&records, &record, &is_whole)) {
		if (samples && next < simpleperf->damaged_count &&
		    simpleperf->damaged[next] == record.ptr) {
			next++;
			continue;
		}
		if (!samples && !protobuf_read(&reader, &record_message, record, NULL)) {
			MEMORY_ROOM(simpleperf->damaged, simpleperf->damaged_count,
				    simpleperf->damaged_cap);
			simpleperf->damaged[simpleperf->damaged_count++] = record.ptr;
			continue;
		}
		for (rest = record; wire_take_field(&rest, &field);) {
			if (samples && field.number == RECORD_SAMPLE)
				simpleperf_fold(run, field.bytes);
			else if (samples)
				continue;
			else if (field.number == RECORD_LOST)
				lost += wire_number(field.bytes, 2);
			else if (field.number == RECORD_FILE)
				simpleperf_see_file(run, field.bytes);
			else if (field.number == RECORD_THREAD)
				simpleperf_see_thread(simpleperf, field.bytes);
			else if (field.number == RECORD_META)
				simpleperf_see_meta(simpleperf, field.bytes);
		}
	}
	if (samples)
		return is_whole ? slice_tail(records, 4) : SLICE("");
	notes_count(&run->notes, SIMPLEPERF_RECORD, simpleperf->damaged_count);
	text_tell_unused(run, &unused);
	if (lost > 0) {
		header_add_number(&run->profile.header, HEADER_LOST, lost);
		notes_count(&run->notes, SIMPLEPERF_LOST, lost);
	}
	if (!is_whole)
		notes_count(&run->notes, SIMPLEPERF_CUT, 1);
	return records;
}

/* "cpu-clock (812), sched:sched_switch (64)", but not the event that is counted */
static void simpleperf_add_events(const struct simpleperf *simpleperf, struct buf *out,
				  uint64_t but)
{
	size_t i;

	for (i = 0; i <= simpleperf->event_count; i++) {
		if (simpleperf->samples[i] > 0 && i != but)
			buf_printf(out, "%s%.*s (%llu)", out->len > 0 ? ", " : "",
				   SLICE_ARG(simpleperf_event_name(simpleperf, i)),
				   (unsigned long long)simpleperf->samples[i]);
	}
}

static uint64_t simpleperf_shown(const struct simpleperf *simpleperf,
				 const struct simpleperf_options *options)
{
	size_t i;

	for (i = 0; options->event.len > 0 && i < simpleperf->event_count; i++) {
		if (slice_equal(simpleperf->events[i], options->event))
			return i;
	}
	return options->event.len > 0 ? UINT64_MAX : simpleperf->event;
}

static void simpleperf_describe(struct ingest_run *run, struct slice event)
{
	const struct simpleperf_options *options = run->options;
	static const struct slice times[] = {SLICE_INIT("cpu-clock"), SLICE_INIT("task-clock"),
					     SLICE_INIT("sched:sched_switch")};
	struct header *header = &run->profile.header;

	header_add(header, HEADER_EVENT, event);
	header_add(header, HEADER_UNIT,
		   options->count                         ? SLICE("samples")
		   : SLICE_ANY(event, times, slice_equal) ? SLICE("ns")
							  : event);
}

static void simpleperf_end(struct ingest_run *run)
{
	const struct simpleperf_options *options = run->options;
	struct simpleperf *simpleperf = run->state;
	const uint64_t shown = simpleperf_shown(simpleperf, options);
	struct buf text = {0}, list = {0};
	size_t i;

	for (i = 0; options->list_events && i <= simpleperf->event_count; i++) {
		if (simpleperf->samples[i] > 0)
			text_list(run, simpleperf_event_name(simpleperf, i),
				  simpleperf->samples[i]);
	}
	if (!options->list_events) {
		if (shown != UINT64_MAX)
			simpleperf_describe(run, simpleperf_event_name(simpleperf, shown));
		simpleperf_add_events(simpleperf, &list, shown);
		if (shown == UINT64_MAX && options->event.len > 0) {
			buf_printf(&text, "no event %.*s; samples of events: %.*s",
				   SLICE_ARG(options->event), SLICE_ARG(buf_slice(&list)));
			ingest_note(run, SIMPLEPERF_BROKEN, buf_slice(&text));
		} else if (list.len > 0) {
			buf_printf(&text,
				   "left out samples of other events: %.*s; --event-filter "
				   "selects",
				   SLICE_ARG(buf_slice(&list)));
			ingest_note(run, SIMPLEPERF_PASSED_OVER, buf_slice(&text));
		}
	}
	buf_release(&text);
	buf_release(&list);
}

static void simpleperf_forget(struct simpleperf *simpleperf)
{
	struct simpleperf_file *files = (void *)simpleperf->files.things;
	size_t i;

	for (i = 0; i < simpleperf->files.ids.count; i++)
		free(files[i].symbols);
	id_things_release(&simpleperf->files);
	id_things_release(&simpleperf->threads);
	free(simpleperf->samples);
	simpleperf->samples = NULL;
	simpleperf->event_count = simpleperf->damaged_count = 0;
	simpleperf->event = UINT64_MAX;
}

/* Why it is none; empty: it is one. */
static const char *simpleperf_refusal(struct slice bytes)
{
	if (bytes.len == 0)
		return "the input is empty";
	if (!slice_starts(bytes, SLICE("SIMPLEPERF")) || bytes.len < 12)
		return "not written by simpleperf report-sample --protobuf";
	return bytes.ptr[10] == 1 && bytes.ptr[11] == 0
		       ? ""
		       : "of another version of simpleperf report-sample than 1";
}

static void simpleperf_parse(struct ingest_run *run, struct slice bytes)
{
	struct simpleperf *simpleperf = run->state;
	const char *refusal;

	run->budget.read += bytes.len;
	do { /* files may follow each other */
		refusal = simpleperf_refusal(bytes);
		if (refusal[0] != '\0') {
			ingest_note(run, SIMPLEPERF_BROKEN, slice_from(refusal));
			return;
		}
		bytes = slice_tail(bytes, 12);
		simpleperf_forget(simpleperf);
		simpleperf_read(run, bytes, false);
		simpleperf->samples = memory_clear(simpleperf->event_count + 1,
						   sizeof(*simpleperf->samples));
		bytes = simpleperf_read(run, bytes, true);
		simpleperf_end(run);
	} while (slice_starts(bytes, SLICE("SIMPLEPERF")));
	notes_count(&run->notes, SIMPLEPERF_RECORD, bytes.len > 0);
}

static void simpleperf_release_run(struct ingest_run *run)
{
	struct simpleperf *simpleperf = run->state;

	simpleperf_forget(simpleperf);
	text_release(&simpleperf->text);
	free(simpleperf->events);
	free(simpleperf->damaged);
	buf_release(&simpleperf->name);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[SIMPLEPERF_BROKEN] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
	[SIMPLEPERF_RECORD] = {.one = "damaged record",
			       .many = "damaged records",
			       .fails_strict = true},
	[SIMPLEPERF_CUT] = {.one = "end of a file that is cut off",
			    .many = "ends of files that are cut off",
			    .fails = NOTE_LEAVES_GAP},
	[SIMPLEPERF_PASSED_OVER] = {.message = ""},
	[SIMPLEPERF_NO_FILE] = {.one = "frame of a file that does not exist, shown as [unknown]",
				.many = "frames of files that do not exist, shown as [unknown]",
				.fails = NOTE_KEPT,
				.fails_strict = true},
	[SIMPLEPERF_LOST] = {.one = "sample that simpleperf lost",
			     .many = "samples that simpleperf lost"},
};

static const struct ingest_format format = {
	.parse = simpleperf_parse,
	.state_size = sizeof(struct simpleperf),
	.release = simpleperf_release_run,
	.kinds = TEXT_KINDS(kinds),
};

static enum probe simpleperf_probe(struct slice head, bool whole)
{
	(void)whole;
	return slice_starts(head, SLICE("SIMPLEPERF")) ? PROBE_YES : PROBE_NO;
}

#define AT(field) OPT_AT(struct simpleperf_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Samples"},
	{OPT_TEXT, .name = "event-filter", .value = "EVENT", AT(event),
	 .help = "The event whose samples to count; by default that of the first sample"},
	{OPT_FLAG, .name = "list-events", AT(list_events),
	 .help = "List the events instead, each with the number of its samples"},
	{OPT_FLAG, .name = "count", AT(count),
	 .help = "Count samples instead of what the event counts"},
	{OPT_HEADING, .help = "Frames"},
	{OPT_FLAG, .name = "thread-names", AT(thread_names),
	 .help = "Make the thread's name the root frame, or 'tid N' where it has none"},
	{OPT_FLAG, .name = "kernel", AT(kernel), .help = "Append _[k] to functions of the kernel"},
	{OPT_FLAG, .name = "jit", AT(jit),
	 .help = "Append _[j] to functions of just-in-time compilers"},
};

const struct collapser collapse_simpleperf = {
	.name = "simpleperf",
	.summary = "folded stacks from simpleperf report-sample --protobuf",
	.rows = COLLAPSE_OPTIONS(rows, struct simpleperf_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_PID) |
		  LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_COMM) | LABEL_BIT(LABEL_EVENT),
	.probe = simpleperf_probe,
	.reader = &format,
};
