/* SPDX-License-Identifier: MIT */
/*
 * What Austin, a sampler of Python, writes. Text in the mode `full`: each line is a stack with three
 * numbers: microseconds, whether the thread was idle, and bytes that were allocated or freed. In its
 * other modes a line has one number: that is folded text already.
 *
 *     # mode: full
 *     P1234;T5678;/app/main.py:<module>:12;/app/main.py:run:30 10012,0,128
 *
 * And MOJO, its binary format: "MOJ", the version, then events, each a byte and what belongs to it:
 * integers (6 bits and a sign, then 7 bits in each byte) and texts that end with a NUL. Strings and
 * frames are defined with keys, which belong to a process.
 */
#include "collapse/stream.h"

#include "common/table/hash.h"

enum austin_value { AUSTIN_WALL, AUSTIN_CPU, AUSTIN_MEMORY, AUSTIN_FREED };

static const char *const value_names[] = {"wall", "cpu", "memory", "freed", NULL};
static const char *const value_helps[] = {
	"microseconds that passed",
	"microseconds in which the thread was not idle",
	"bytes that were allocated",
	"bytes that were freed",
	NULL,
};

struct austin_options {
	int value; /* enum austin_value */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_CHOICE, .name = "value", .value = "KIND", OPT_AT(struct austin_options, value),
	 .choices = value_names, .choice_helps = value_helps,
	 .help = "What is counted; the default is wall"},
};

enum { AUSTIN_VERSION = 4 }; /* of MOJO, the newest that is known */

/* Events of MOJO. */
enum austin_event {
	AUSTIN_METADATA = 1,
	AUSTIN_STACK,
	AUSTIN_FRAME,
	AUSTIN_INVALID,
	AUSTIN_FRAME_REF,
	AUSTIN_KERNEL,
	AUSTIN_GC,
	AUSTIN_IDLE,
	AUSTIN_TIME,
	AUSTIN_BYTES,
	AUSTIN_STRING,
	AUSTIN_STRING_REF,
	AUSTIN_REPEAT,
	AUSTIN_TASK, /* of asyncio, as is the next one */
	AUSTIN_TASK_NAME,
};

/* A string or a frame of a process. */
struct austin_entry {
	struct slice text; /* of a string */
	frame_id frame;    /* of a frame */
};

/* The stack that a thread had last. */
struct austin_thread {
	frame_id *frames;
	size_t count, cap;
};

enum austin_form { AUSTIN_UNKNOWN, AUSTIN_TEXT, AUSTIN_MOJO };

struct austin_reader {
	struct piece_reader base;
	struct austin *austin;
};

struct austin {
	struct stream stream;
	struct austin_reader reader;
	enum austin_form form;
	struct buf rest;     /* an incomplete line or event */
	size_t held, total;  /* bytes that were left of earlier pieces; with the latest one */
	size_t bytes;        /* of the latest piece, that were read */
	const char *problem; /* why the rest cannot be read */

	/* MOJO, from here on */
	uint64_t version, pid;
	bool in_sample, is_idle, is_collecting;
	bool counts_bytes; /* the file's mode */
	bool has_bytes;    /* bytes were counted */
	int64_t time, memory;
	size_t kernel;                /* frames of the kernel at the leaf */
	struct austin_thread *thread; /* of the sample; NULL: none */
	struct intern entry_keys, thread_keys;
	struct austin_entry *entries;  /* by number of their keys */
	struct austin_thread *threads; /* likewise */
	size_t entry_count, entry_cap, thread_count, thread_cap;
	struct arena arena;
};

enum austin_note { AUSTIN_LOST = STREAM_NOTES, AUSTIN_LATE };

/* What Austin says of itself: "errors" "4/3400", "saturation" "12/3400", of all samples. */
static void austin_metadata(struct ingest_run *run, struct slice key, struct slice value)
{
	struct austin *austin = run->state;
	struct slice count;

	if (slice_equal(key, SLICE("mode")))
		austin->counts_bytes = slice_equal(value, SLICE("memory"));
	else if (slice_cut(&value, '/', &count) && slice_equal(key, SLICE("errors")))
		notes_count_lost(&run->notes, AUSTIN_LOST, count);
	else if (slice_equal(key, SLICE("saturation")))
		notes_count_lost(&run->notes, AUSTIN_LATE, count);
}

/* ---- Text ---- */

/* Take "10012,0,-64" off the end. */
static bool austin_take_numbers(struct slice *line, struct slice *time, bool *is_idle,
				struct slice *memory)
{
	const size_t blank = slice_rfind(*line, ' ');
	struct slice idle;

	if (blank == SLICE_NONE || blank == 0)
		return false;
	*memory = slice_tail(*line, blank + 1);
	if (!slice_cut(memory, ',', time) || !slice_cut(memory, ',', &idle) ||
	    !slice_is_number(*time))
		return false;
	*is_idle = slice_equal(idle, SLICE("1"));
	line->len = blank;
	return (*is_idle || slice_equal(idle, SLICE("0"))) &&
	       slice_is_number(memory->len > 0 && memory->ptr[0] == '-' ? slice_tail(*memory, 1)
									: *memory);
}

static void austin_line(struct ingest_run *run, struct slice line)
{
	const struct austin_options *options = run->options;
	const struct slice whole = line;
	struct slice time, memory, frame;
	uint64_t count = 0;
	bool is_idle, is_freed;

	slice_skip(&line, SLICE("\xEF\xBB\xBF"));
	slice_drop(&line, SLICE("\r"));
	if (slice_skip(&line, SLICE("#"))) {
		if (slice_cut(&line, ':', &frame))
			austin_metadata(run, slice_trim(frame), slice_trim(line));
		return;
	}
	if (line.len == 0)
		return;
	if (!austin_take_numbers(&line, &time, &is_idle, &memory)) {
		stream_note(run, TEXT_BAD_LINE, whole);
		return;
	}
	is_freed = slice_skip(&memory, SLICE("-"));
	if (options->value == AUSTIN_WALL || (options->value == AUSTIN_CPU && !is_idle))
		text_take_count(run, &time, &count);
	else if (options->value >= AUSTIN_MEMORY && is_freed == (options->value == AUSTIN_FREED))
		text_take_count(run, &memory, &count);
	while (slice_cut(&line, ';', &frame))
		text_push(run, frame);
	text_push(run, line);
	text_finish(run, TEXT_ROOT_FIRST, count);
}

/* All but the last `left` bytes have been read. */
static void austin_read_to(struct ingest_run *run, size_t left)
{
	struct austin *austin = run->state;

	austin->bytes = austin->total - left - austin->held;
	stream_update_line(run);
}

/* ---- MOJO ---- */

/* Take an integer; false if the bytes end in it. */
static bool austin_take_integer(struct slice *bytes, int64_t *value)
{
	uint64_t size = 0;
	unsigned shift = 0;
	bool negative = false;
	size_t i;

	for (i = 0; i < bytes->len; i++) {
		const unsigned char byte = (unsigned char)bytes->ptr[i];
		const uint64_t bits = byte & (i == 0 ? 0x3f : 0x7f);

		if (i == 0)
			negative = (byte & 0x40) != 0;
		if (shift < 62)
			size |= bits << shift;
		shift += i == 0 ? 6 : 7;
		if (byte & 0x80)
			continue;
		size &= INT64_MAX;
		*value = negative ? -(int64_t)size : (int64_t)size;
		*bytes = slice_tail(*bytes, i + 1);
		return true;
	}
	return false;
}

static bool austin_take_text(struct slice *bytes, struct slice *text)
{
	return slice_cut(bytes, '\0', text);
}

struct austin_key {
	uint64_t pid, key, is_frame;
};

static struct austin_entry *austin_find(struct austin *austin, int64_t key, bool is_frame)
{
	const struct austin_key wanted = {austin->pid, (uint64_t)key, is_frame};
	const frame_id at = intern_find(&austin->entry_keys,
					slice_of((const char *)&wanted, sizeof(wanted)));

	return at == HASH_NONE ? NULL : &austin->entries[at];
}

/* The entry of a definition; one of the same key before it is forgotten. */
static struct austin_entry *austin_define(struct austin *austin, int64_t key, bool is_frame)
{
	const struct austin_key wanted = {austin->pid, (uint64_t)key, is_frame};
	const frame_id at = intern_add(&austin->entry_keys,
				       slice_of((const char *)&wanted, sizeof(wanted)));

	if (at == austin->entry_count) {
		MEMORY_ROOM(austin->entries, austin->entry_count, austin->entry_cap);
		austin->entries[austin->entry_count++] = (struct austin_entry){
			.text = SLICE_INIT("")};
	}
	return &austin->entries[at];
}

static struct slice austin_string(struct ingest_run *run, int64_t key)
{
	struct austin *austin = run->state;
	const struct austin_entry *entry = austin_find(austin, key, false);

	if (key == 1)
		return SLICE("<unknown>");
	if (!entry)
		stream_note(run, TEXT_BAD_LINE, SLICE("a string that was not defined"));
	return entry ? entry->text : SLICE("");
}

static void austin_define_frame(struct ingest_run *run, int64_t key, const int64_t *parts)
{
	struct austin *austin = run->state;
	const struct slice file = austin_string(run, parts[0]),
			   scope = austin_string(run, parts[1]);
	struct buf *name = &text_of(run)->name;

	buf_reset(name);
	if (text_affords_name(run, file.len + scope.len)) {
		buf_add(name, file);
		buf_add_char(name, ':');
		buf_add(name, scope);
		buf_printf(name, ":%lld", (long long)parts[2]);
	}
	austin_define(austin, key, true)->frame = text_frame(run, buf_slice(name));
}

/* The sample ends: keep its stack for the thread's next one, and count it. */
static void austin_end_sample(struct ingest_run *run)
{
	const struct austin_options *options = run->options;
	struct austin *austin = run->state;
	struct text *text = text_of(run);
	const bool is_memory = options->value >= AUSTIN_MEMORY ||
			       (options->value == AUSTIN_WALL && austin->counts_bytes);
	int64_t value = is_memory ? austin->memory : austin->time;
	struct austin_thread *thread = austin->thread;

	if (!austin->in_sample)
		return;
	if (thread && text->count >= 2) {
		thread->count = text->count - 2 - austin->kernel;
		MEMORY_ROOM(thread->frames, thread->count, thread->cap);
		if (thread->count > 0)
			memcpy(thread->frames, text->frames + 2, thread->count * sizeof(frame_id));
	}
	if (austin->is_collecting)
		text_push(run, SLICE(":GC:"));
	if (options->value == AUSTIN_FREED)
		value = value > INT64_MIN ? -value : 0;
	if (options->value == AUSTIN_CPU && austin->is_idle)
		value = 0;
	austin->has_bytes |= is_memory;
	text_finish(run, TEXT_ROOT_FIRST, value > 0 ? (uint64_t)value : 0);
	austin->in_sample = austin->is_idle = austin->is_collecting = false;
	austin->time = austin->memory = 0;
}

static struct austin_thread *austin_thread_of(struct austin *austin, uint64_t number)
{
	const uint64_t key[] = {austin->pid, number};
	const frame_id at = intern_add(&austin->thread_keys,
				       slice_of((const char *)key, sizeof(key)));

	if (at == austin->thread_count) {
		MEMORY_ROOM(austin->threads, austin->thread_count, austin->thread_cap);
		austin->threads[austin->thread_count++] = (struct austin_thread){.count = 0};
	}
	return &austin->threads[at];
}

/* "P4242;T4242", with interpreters "P4242;T0:4242": the thread is written in hexadecimal digits. */
static void austin_begin_sample(struct ingest_run *run, int64_t pid, int64_t interpreter,
				struct slice text)
{
	struct austin *austin = run->state;
	struct buf *name = &text_of(run)->name;
	uint64_t number = 0;
	size_t i;

	austin_end_sample(run);
	if (text_of(run)->count > 0)
		stream_note(run, TEXT_UNFINISHED, SLICE("frames in front of all samples"));
	text_cut(run, 0);
	austin->kernel = 0;
	austin->in_sample = true;
	austin->pid = (uint64_t)pid;
	for (i = 0; i < text.len && char_is_hex(text.ptr[i]); i++)
		number = number << 4 | char_hex_value(text.ptr[i]);
	buf_reset(name);
	buf_printf(name, "P%lld", (long long)pid);
	text_push(run, buf_slice(name));
	buf_reset(name);
	buf_add_char(name, 'T');
	if (austin->version >= 3)
		buf_printf(name, "%lld:", (long long)interpreter);
	if (i == text.len)
		buf_add_u64(name, number);
	else
		buf_add(name, text);
	text_push(run, buf_slice(name));
	austin->thread = austin->version >= 4 ? austin_thread_of(austin, number) : NULL;
}

static void austin_push_native(struct ingest_run *run, struct slice text)
{
	struct buf *name = &text_of(run)->name;

	buf_reset(name);
	buf_add_text(name, "kernel:");
	buf_add(name, text);
	buf_add_text(name, ":0");
	text_push(run, buf_slice(name));
	((struct austin *)run->state)->kernel++;
}

static void austin_push_ref(struct ingest_run *run, int64_t key)
{
	struct austin *austin = run->state;
	const struct austin_entry *entry = austin_find(austin, key, true);

	if (!entry)
		stream_note(run, TEXT_BAD_LINE, SLICE("a frame that was not defined"));
	text_push_frame(run, entry ? entry->frame : text_frame(run, SLICE("")));
	austin->kernel = 0;
}

/* The frames of the thread's sample before come in front of those of this one. */
static void austin_repeat(struct ingest_run *run)
{
	const struct austin *austin = run->state;
	size_t i;

	if (!austin->thread)
		return;
	/* each frame is pushed, and kept for the next sample */
	if (!stack_budget_take(&run->budget, 3 * (uint64_t)austin->thread->count)) {
		stream_note(run, TEXT_LEFT_OUT, SLICE(""));
		return;
	}
	for (i = 0; i < austin->thread->count; i++)
		text_push_frame(run, austin->thread->frames[i]);
}

/* One event after its first byte; false if the bytes end in it. */
static bool austin_event(struct ingest_run *run, unsigned char event, struct slice *bytes)
{
	struct austin *austin = run->state;
	const size_t parts = austin->version >= 2 ? 7 : 4;
	int64_t numbers[7] = {0};
	struct slice text = SLICE(""), other = SLICE("");
	size_t i, count = 0;

	switch (event) {
	case AUSTIN_STACK: count = austin->version >= 3 ? 2 : 1; break;
	case AUSTIN_FRAME: count = parts; break;
	case AUSTIN_FRAME_REF:
	case AUSTIN_TIME:
	case AUSTIN_BYTES:
	case AUSTIN_STRING:
	case AUSTIN_STRING_REF: count = 1; break;
	case AUSTIN_TASK:
	case AUSTIN_TASK_NAME: count = 2; break;
	}
	for (i = 0; i < count; i++) {
		if (!austin_take_integer(bytes, &numbers[i]))
			return false;
	}
	if ((event == AUSTIN_METADATA || event == AUSTIN_STACK || event == AUSTIN_KERNEL ||
	     event == AUSTIN_STRING) &&
	    !austin_take_text(bytes, &text))
		return false;
	if (event == AUSTIN_METADATA && !austin_take_text(bytes, &other))
		return false;
	austin_read_to(run, bytes->len);
	switch (event) {
	case AUSTIN_METADATA: austin_metadata(run, text, other); break;
	case AUSTIN_STACK: austin_begin_sample(run, numbers[0], numbers[1], text); break;
	case AUSTIN_FRAME: austin_define_frame(run, numbers[0], numbers + 1); break;
	case AUSTIN_INVALID: text_push(run, SLICE(":INVALID:")); break;
	case AUSTIN_FRAME_REF: austin_push_ref(run, numbers[0]); break;
	case AUSTIN_KERNEL: austin_push_native(run, text); break;
	case AUSTIN_GC: austin->is_collecting = true; break;
	case AUSTIN_IDLE: austin->is_idle = true; break;
	case AUSTIN_TIME: austin->time = numbers[0]; break;
	case AUSTIN_BYTES: austin->memory = numbers[0]; break;
	case AUSTIN_STRING:
		austin_define(austin, numbers[0], false)->text = arena_copy(&austin->arena, text);
		break;
	case AUSTIN_REPEAT: austin_repeat(run); break;
	}
	return true;
}

static void austin_events(struct ingest_run *run, struct slice *bytes)
{
	struct austin *austin = run->state;
	struct slice rest;
	int64_t version;

	rest = *bytes;
	if (austin->version == 0 && rest.len > 3) {
		rest = slice_tail(rest, 3);
		if (!austin_take_integer(&rest, &version))
			return;
		if (version < 1 || version > AUSTIN_VERSION)
			austin->problem = "a version of MOJO that this program does not know";
		austin->version = (uint64_t)version;
		*bytes = rest;
	}
	while (!austin->problem && austin->version > 0 && bytes->len > 0) {
		const unsigned char event = (unsigned char)bytes->ptr[0];

		rest = slice_tail(*bytes, 1);
		if (event == 0 || event > AUSTIN_TASK_NAME)
			austin->problem = "an event that MOJO does not have";
		else if (!austin_event(run, event, &rest))
			return;
		else
			*bytes = rest;
	}
}

/* ---- Pieces ---- */

static void austin_lines(struct ingest_run *run, struct slice *bytes)
{
	size_t end;

	while ((end = slice_find(*bytes, '\n')) != SLICE_NONE) {
		austin_read_to(run, bytes->len - end);
		austin_line(run, slice_head(*bytes, end));
		*bytes = slice_tail(*bytes, end + 1);
	}
}

static struct austin *austin_of(const struct piece_reader *reader)
{
	return ((const struct austin_reader *)reader)->austin;
}

static bool austin_feed(struct piece_reader *reader, struct slice piece)
{
	struct austin *austin = austin_of(reader);
	struct ingest_run *run = austin->stream.run;
	struct slice bytes = piece;

	piece_reader_begin(reader, piece);
	austin->bytes = 0;
	if (reader->broken)
		return false;
	austin->held = austin->rest.len;
	if (austin->held > 0) {
		buf_add(&austin->rest, piece);
		bytes = buf_slice(&austin->rest);
	}
	austin->total = bytes.len;
	if (austin->form == AUSTIN_UNKNOWN && bytes.len >= 3)
		austin->form = slice_starts(bytes, SLICE("MOJ")) ? AUSTIN_MOJO : AUSTIN_TEXT;
	if (austin->form == AUSTIN_MOJO) {
		reader->counted = piece.len; /* it has no lines */
		austin_events(run, &bytes);
	} else if (austin->form == AUSTIN_TEXT) {
		austin_lines(run, &bytes);
	}
	austin->bytes = piece.len;
	if (austin->held > 0) {
		memmove(austin->rest.ptr, bytes.ptr, bytes.len);
		austin->rest.len = bytes.len;
	} else {
		buf_add(&austin->rest, bytes);
	}
	reader->broken = austin->problem;
	if (reader->broken)
		buf_add_text(&reader->problem, austin->problem);
	piece_reader_finish(reader);
	reader->unfinished = austin->rest.len;
	return !reader->broken;
}

/* Forget what belongs to the file. */
static void austin_forget(struct austin *austin)
{
	while (austin->thread_count > 0)
		free(austin->threads[--austin->thread_count].frames);
	intern_release(&austin->thread_keys);
	intern_release(&austin->entry_keys);
	austin->entry_count = 0;
	arena_release(&austin->arena);
	buf_reset(&austin->rest);
	austin->form = AUSTIN_UNKNOWN;
	austin->thread = NULL;
	austin->problem = NULL;
	austin->version = 0;
	austin->counts_bytes = false;
}

static bool austin_end(struct piece_reader *reader)
{
	struct austin *austin = austin_of(reader);
	struct ingest_run *run = austin->stream.run;
	bool whole = piece_reader_end(reader);

	austin->bytes = 0;
	if (austin->form == AUSTIN_MOJO) {
		whole &= austin->rest.len == 0;
		austin_end_sample(run);
	} else {
		austin_line(run, buf_slice(&austin->rest));
	}
	austin_forget(austin);
	return whole;
}

static size_t austin_position(const struct piece_reader *reader)
{
	return austin_of(reader)->bytes;
}

static void austin_init(struct ingest_run *run)
{
	struct austin *austin = run->state;

	austin->reader = (struct austin_reader){
		{.feed = austin_feed, .end = austin_end, .position = austin_position}, austin};
	austin->stream.reader = &austin->reader.base;
}

static void austin_release(struct ingest_run *run)
{
	struct austin *austin = run->state;

	austin_forget(austin);
	free(austin->threads);
	free(austin->entries);
	buf_release(&austin->rest);
	buf_release(&austin->reader.base.problem);
	stream_release(&austin->stream);
}

/* ---- The format ---- */

static bool austin_is_sample(struct slice line)
{
	struct slice time, memory;
	bool is_idle;

	return slice_starts(line, SLICE("P")) && slice_contains(line, SLICE(";T")) &&
	       austin_take_numbers(&line, &time, &is_idle, &memory);
}

static enum probe austin_probe(struct slice head, bool whole)
{
	if (slice_starts(head, SLICE("MOJ")) && head.len > 4 && head.ptr[3] > 0 &&
	    head.ptr[3] <= AUSTIN_VERSION && head.ptr[4] == AUSTIN_METADATA)
		return PROBE_YES;
	return probe_any(head, whole, austin_is_sample);
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[AUSTIN_LOST] = {.one = "sample that Austin could not take",
			 .many = "samples that Austin could not take"},
	[AUSTIN_LATE] = {.one = "sample that took longer than the interval",
			 .many = "samples that took longer than the interval",
			 .fails = NOTE_KEPT},
};

static const struct ingest_format format = {
	.records = {.next = input_anywhere},
	.in_order = true,
	.parse = stream_parse,
	.state_size = sizeof(struct austin),
	.init = austin_init,
	.finish = stream_finish,
	.release = austin_release,
	.kinds = TEXT_KINDS(kinds),
};

static void austin_describe(const struct collapse_setup *setup, const struct ingest_run *run,
			    struct header *header)
{
	const struct austin_options *options = setup->options;
	const struct austin *austin = run->state;
	const bool is_memory = options->value >= AUSTIN_MEMORY || austin->has_bytes;

	header_add(header, HEADER_EVENT,
		   options->value == AUSTIN_WALL && is_memory
			   ? SLICE("memory")
			   : slice_from(value_names[options->value]));
	header_add(header, HEADER_UNIT, is_memory ? SLICE("bytes") : SLICE("us"));
}

const struct collapser collapse_austin = {
	.name = "austin",
	.summary = "folded stacks from Austin, its text with several metrics and MOJO",
	.rows = COLLAPSE_OPTIONS(rows, struct austin_options),
	.reader = &format,
	.describe = austin_describe,
	.probe = austin_probe,
};
