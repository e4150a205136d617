/* SPDX-License-Identifier: MIT */
/*
 * The binary format of Python's sampling profiler (3.15, `python -m profiling.sampling --binary`):
 * a header, samples that may be compressed, tables of strings and of frames, and a footer. A thread's
 * stacks are differences to its stack before.
 *
 *     magic u32, version u32, Python major, minor, micro, 0, start u64, interval u64 (microseconds),
 *     samples, threads, places of the strings and frames, compression, mode
 *
 * The number of samples has 4 bytes in the first layout, and 8 in the second one, which adds the
 * mode. Other numbers are LEB128, signed ones in zigzag.
 *
 * Format: as CPython 3.15 documents it for its binary writer.
 */
#include "collapse/names/tidy.h"
#include "collapse/text.h"

#include "common/io/decompress.h"
#include "common/io/protobuf.h"
#include "common/table/hash.h"

enum {
	TACHYON_HEADER = 64,
	TACHYON_FOOTER = 32,
	TACHYON_PIECE = 1 << 16,
	TACHYON_RECORD = 1 << 26, /* bytes of the longest record that is read */
};

enum tachyon_note {
	TACHYON_REFUSED = TEXT_NOTES,
	TACHYON_DAMAGED,
	TACHYON_NUMBER, /* of samples is another than the header's */
	TACHYON_NOT_SELECTED,
};

/* Bits of a sample's status. */
static const char *const state_names[] = {"gil", "cpu", "", "waiting", "exception", "main", NULL};

struct tachyon_options {
	unsigned states; /* bits; 0 or all of them: all samples */
	bool lines, paths;
};

struct tachyon_frame {
	uint64_t file, function; /* numbers of strings */
	int64_t line;            /* -1: not known */
	frame_id frame;          /* HASH_NONE: not asked for yet */
};

struct tachyon_thread {
	uint64_t number;
	uint32_t *frames; /* of its last stack, the root first */
	size_t count, cap;
	uint64_t time;    /* microseconds since the start */
	uint64_t waiting; /* samples of that stack that are not counted yet */
};

/* The state of a run: what is read of one file. */
struct tachyon {
	struct text text;
	bool is_big;
	uint64_t start, interval, samples, mode; /* of the header */
	uint64_t strings_at, frames_at, compression;
	struct slice *strings;
	size_t string_count, string_cap;
	struct tachyon_frame *frames;
	size_t frame_count, frame_cap;
	struct intern thread_keys;      /* number and interpreter */
	struct tachyon_thread *threads; /* by number of the key */
	size_t thread_count, thread_cap;
	uint32_t *pushed; /* frames of a record, the leaf first */
	size_t pushed_count, pushed_cap;
	uint64_t counted;
	struct text_clock clock;
};

enum tachyon_verdict { TACHYON_DONE, TACHYON_SHORT, TACHYON_BAD };

/* ---- Numbers ---- */

static uint64_t tachyon_fixed(const struct tachyon *tachyon, struct slice bytes, size_t at,
			      size_t size)
{
	return slice_load_bytes(bytes.ptr + at, size, tachyon->is_big);
}

static bool tachyon_take(struct slice *bytes, uint64_t *value)
{
	return wire_take_varint(bytes, value) == VARINT_GOOD;
}

static bool tachyon_take_signed(struct slice *bytes, int64_t *value)
{
	uint64_t zigzag;

	if (!tachyon_take(bytes, &zigzag))
		return false;
	*value = (int64_t)(zigzag >> 1) ^ -(int64_t)(zigzag & 1);
	return true;
}

/* ---- Header and tables ---- */

/* True if the places of the tables of one layout can be right. */
static bool tachyon_read_layout(struct tachyon *tachyon, struct slice file, size_t wider)
{
	tachyon->samples = tachyon_fixed(tachyon, file, 28, 4 + wider);
	tachyon->strings_at = tachyon_fixed(tachyon, file, 36 + wider, 8);
	tachyon->frames_at = tachyon_fixed(tachyon, file, 44 + wider, 8);
	tachyon->compression = tachyon_fixed(tachyon, file, 52 + wider, 4);
	tachyon->mode = wider > 0 ? tachyon_fixed(tachyon, file, 60, 4) : 0;
	return tachyon->strings_at >= TACHYON_HEADER && tachyon->strings_at <= tachyon->frames_at &&
	       tachyon->frames_at <= file.len - TACHYON_FOOTER && tachyon->compression <= 1;
}

static bool tachyon_read_strings(struct tachyon *tachyon, struct slice bytes, uint64_t count)
{
	uint64_t length;

	for (; count > 0; count--) {
		if (!tachyon_take(&bytes, &length) || length > bytes.len)
			return false;
		MEMORY_ROOM(tachyon->strings, tachyon->string_count, tachyon->string_cap);
		tachyon->strings[tachyon->string_count++] = slice_head(bytes, (size_t)length);
		bytes = slice_tail(bytes, (size_t)length);
	}
	return true;
}

static bool tachyon_read_frames(struct tachyon *tachyon, struct slice bytes, uint64_t count)
{
	struct tachyon_frame frame = {.frame = HASH_NONE};
	int64_t other;

	for (; count > 0; count--) {
		if (!tachyon_take(&bytes, &frame.file) || !tachyon_take(&bytes, &frame.function) ||
		    !tachyon_take_signed(&bytes, &frame.line) ||
		    !tachyon_take_signed(&bytes, &other) || !tachyon_take_signed(&bytes, &other) ||
		    !tachyon_take_signed(&bytes, &other) || bytes.len == 0)
			return false;
		bytes = slice_tail(bytes, 1); /* the opcode */
		MEMORY_ROOM(tachyon->frames, tachyon->frame_count, tachyon->frame_cap);
		tachyon->frames[tachyon->frame_count++] = frame;
	}
	return true;
}

/* False, with the problem, if the file cannot be read: it needs its end. */
static bool tachyon_read_tables(struct tachyon *tachyon, struct slice file, struct buf *problem)
{
	struct slice footer, tables;

	if (file.len < TACHYON_HEADER + TACHYON_FOOTER) {
		buf_add_text(problem, "the file is cut off");
		return false;
	}
	tachyon->is_big = file.ptr[0] == 'T';
	tachyon->start = tachyon_fixed(tachyon, file, 12, 8);
	tachyon->interval = tachyon_fixed(tachyon, file, 20, 8);
	footer = slice_tail(file, file.len - TACHYON_FOOTER);
	if ((tachyon_read_layout(tachyon, file, 4) || tachyon_read_layout(tachyon, file, 0)) &&
	    tachyon_fixed(tachyon, footer, 8, 8) == file.len) {
		tables = slice_head(file, file.len - TACHYON_FOOTER);
		if (tachyon_read_strings(tachyon, slice_tail(tables, (size_t)tachyon->strings_at),
					 tachyon_fixed(tachyon, footer, 0, 4)) &&
		    tachyon_read_frames(tachyon, slice_tail(tables, (size_t)tachyon->frames_at),
					tachyon_fixed(tachyon, footer, 4, 4)))
			return true;
	}
	buf_printf(
		problem,
		"the file is cut off, damaged, or of a newer layout: version %u, of Python %u.%u.%u",
		(unsigned)tachyon_fixed(tachyon, file, 4, 4), (unsigned char)file.ptr[8],
		(unsigned char)file.ptr[9], (unsigned char)file.ptr[10]);
	return false;
}

/* ---- Samples ---- */

static struct slice tachyon_string(const struct tachyon *tachyon, uint64_t number)
{
	return number < tachyon->string_count ? tachyon->strings[number] : SLICE("");
}

/* "main (main.py)", "<GC>" */
static frame_id tachyon_frame_of(struct ingest_run *run, uint32_t index)
{
	const struct tachyon_options *options = run->options;
	struct tachyon *tachyon = run->state;
	struct tachyon_frame *frame = &tachyon->frames[index];
	const struct slice function = tachyon_string(tachyon, frame->function),
			   file = tachyon_string(tachyon, frame->file);
	struct buf *name = &text_of(run)->name;

	if (frame->frame != HASH_NONE)
		return frame->frame;
	buf_reset(name);
	if (text_affords_name(run, function.len + file.len)) {
		buf_add(name, function);
		if (file.len > 0 && !slice_equal(file, SLICE("~")))
			text_add_place_at(name, options->paths ? file : tidy_python_file(file),
					  options->lines ? frame->line : -1);
	}
	frame->frame = text_frame(run, buf_slice(name));
	return frame->frame;
}

static void tachyon_label(struct ingest_run *run, const struct tachyon_thread *thread,
			  unsigned char status)
{
	struct tachyon *tachyon = run->state;
	struct buf *text = &text_of(run)->name;
	const uint64_t time = thread->time + (run->labels->absolute ? tachyon->start : 0);

	buf_reset(text);
	text_add_names(text, state_names, status, "+");
	label_set(run, LABEL_STATE, buf_slice(text));
	label_set_number(run, LABEL_TID, thread->number);
	buf_reset(text);
	buf_add_text(text, "tid ");
	buf_add_u64(text, thread->number);
	label_set(run, LABEL_THREAD, buf_slice(text));
	if (label_wants(run, LABEL_TIME))
		text_clock_give(run, &tachyon->clock,
				time > INT64_MAX / 1000 ? INT64_MAX : (int64_t)time * 1000,
				SLICE(""));
}

/* Count the samples of the thread's stack that wait. */
static void tachyon_count(struct ingest_run *run, struct tachyon_thread *thread)
{
	const uint64_t count = thread->waiting;
	size_t i;

	thread->waiting = 0;
	if (count == 0 || !text_affords(run, thread->count))
		return;
	for (i = 0; i < thread->count; i++)
		text_push_frame(run, tachyon_frame_of(run, thread->frames[i]));
	if (thread->count == 0)
		text_push(run, SLICE(""));
	text_finish(run, TEXT_ROOT_FIRST, count);
	run->samples += count - 1;
}

/* One sample: equal stacks of a thread are counted together, unless they have labels. */
static void tachyon_sample(struct ingest_run *run, struct tachyon_thread *thread, uint64_t delta,
			   unsigned char status)
{
	const struct tachyon_options *options = run->options;
	struct tachyon *tachyon = run->state;

	thread->time = delta > UINT64_MAX - thread->time ? UINT64_MAX : thread->time + delta;
	tachyon->counted++;
	if (run->labels)
		tachyon_label(run, thread, status);
	if (options->states != 0 && options->states != ~0u && !(status & options->states)) {
		run->samples++;
		text_note(run, TACHYON_NOT_SELECTED, SLICE(""));
		return;
	}
	thread->waiting++;
	if (run->labels)
		tachyon_count(run, thread);
}

static struct tachyon_thread *tachyon_thread(struct tachyon *tachyon, uint64_t number,
					     uint64_t interpreter)
{
	const uint64_t key[] = {number, interpreter};
	const frame_id at = intern_add(&tachyon->thread_keys,
				       slice_of((const char *)key, sizeof(key)));

	if (at == tachyon->thread_count) {
		MEMORY_ROOM(tachyon->threads, tachyon->thread_count, tachyon->thread_cap);
		tachyon->threads[tachyon->thread_count++] = (struct tachyon_thread){
			.number = number};
	}
	return &tachyon->threads[at];
}

/* n, then so many times and states, of the thread's last stack. */
static enum tachyon_verdict tachyon_repeat(struct ingest_run *run, struct tachyon_thread *thread,
					   struct slice *bytes)
{
	struct slice rest;
	uint64_t n, i, delta;

	if (!tachyon_take(bytes, &n))
		return TACHYON_SHORT;
	if (n > TACHYON_RECORD)
		return TACHYON_BAD;
	rest = *bytes;
	for (i = 0; i < n; i++) { /* all of them are there */
		if (!tachyon_take(&rest, &delta) || rest.len == 0)
			return TACHYON_SHORT;
		rest = slice_tail(rest, 1);
	}
	for (i = 0; i < n; i++) {
		tachyon_take(bytes, &delta);
		tachyon_sample(run, thread, delta, (unsigned char)bytes->ptr[0]);
		*bytes = slice_tail(*bytes, 1);
	}
	return TACHYON_DONE;
}

/* A stack: `count` frames follow, on top of the `kept` ones next to the root. */
static enum tachyon_verdict tachyon_stack(struct ingest_run *run, struct tachyon_thread *thread,
					  unsigned char code, struct slice *bytes)
{
	struct tachyon *tachyon = run->state;
	uint64_t delta, kept = 0, count, frame, i;
	unsigned char status;

	if (!tachyon_take(bytes, &delta) || bytes->len == 0)
		return TACHYON_SHORT;
	status = (unsigned char)bytes->ptr[0];
	*bytes = slice_tail(*bytes, 1);
	if ((code > 1 && !tachyon_take(bytes, &kept)) || !tachyon_take(bytes, &count))
		return TACHYON_SHORT;
	if (code == 3)
		kept = kept > thread->count ? 0 : thread->count - kept;
	if (kept > thread->count || count > TACHYON_RECORD)
		return TACHYON_BAD;
	tachyon->pushed_count = 0;
	for (i = 0; i < count; i++) {
		if (!tachyon_take(bytes, &frame))
			return TACHYON_SHORT;
		if (frame >= tachyon->frame_count)
			return TACHYON_BAD;
		MEMORY_ROOM(tachyon->pushed, tachyon->pushed_count, tachyon->pushed_cap);
		tachyon->pushed[tachyon->pushed_count++] = (uint32_t)frame;
	}
	tachyon_count(run, thread);
	thread->count = (size_t)kept;
	MEMORY_NEED(thread->frames, (size_t)(kept + count + 1), thread->cap);
	while (tachyon->pushed_count > 0)
		thread->frames[thread->count++] = tachyon->pushed[--tachyon->pushed_count];
	tachyon_sample(run, thread, delta, status);
	return TACHYON_DONE;
}

/* A record off the front; nothing is taken unless it is whole. */
static enum tachyon_verdict tachyon_record(struct ingest_run *run, struct slice *bytes)
{
	struct tachyon *tachyon = run->state;
	struct slice rest = *bytes;
	struct tachyon_thread *thread;
	enum tachyon_verdict verdict;
	unsigned char code;

	if (rest.len < 13)
		return TACHYON_SHORT;
	code = (unsigned char)rest.ptr[12];
	if (code > 3)
		return TACHYON_BAD;
	thread = tachyon_thread(tachyon, tachyon_fixed(tachyon, rest, 0, 8),
				tachyon_fixed(tachyon, rest, 8, 4));
	rest = slice_tail(rest, 13);
	verdict = code == 0 ? tachyon_repeat(run, thread, &rest)
			    : tachyon_stack(run, thread, code, &rest);
	if (verdict == TACHYON_DONE)
		*bytes = rest;
	return verdict;
}

/* Records up to an incomplete one, which stays; false after a note if they are damaged. */
static bool tachyon_records(struct ingest_run *run, struct slice *bytes, bool whole)
{
	enum tachyon_verdict verdict = TACHYON_DONE;

	while (bytes->len > 0 && verdict == TACHYON_DONE)
		verdict = tachyon_record(run, bytes);
	if (verdict == TACHYON_BAD || (verdict == TACHYON_SHORT && whole) ||
	    bytes->len > TACHYON_RECORD) {
		text_note(run, TACHYON_DAMAGED, SLICE(""));
		return false;
	}
	return true;
}

/* Compressed samples, piece by piece. False, with the problem, if they cannot be decompressed. */
static bool tachyon_unpack(struct ingest_run *run, struct slice packed, struct buf *problem)
{
	struct decoder *decoder = decoder_new(COMPRESSION_ZSTD);
	struct buf held = {0};
	struct slice bytes;
	size_t room, size;
	bool good = decoder != NULL, more = good;

	if (!decoder)
		buf_add_text(problem, "the samples are compressed, and zstd is missing");
	while (good && more) {
		size = held.len > TACHYON_PIECE ? held.len : TACHYON_PIECE;
		room = size;
		good = decoder_run(decoder, &packed, buf_reserve(&held, size), &room);
		more = room < size;
		held.len += size - room;
		run->budget.read += size - room;
		bytes = buf_slice(&held);
		if (!tachyon_records(run, &bytes, !more && packed.len == 0))
			break;
		memmove(held.ptr, bytes.ptr, bytes.len);
		held.len = bytes.len;
	}
	if (decoder && (!good || (!more && !decoder_is_whole(decoder)))) {
		buf_add_text(problem, "the compressed samples are damaged");
		good = false;
	}
	decoder_free(decoder);
	buf_release(&held);
	return good;
}

static void tachyon_reset(struct tachyon *tachyon)
{
	while (tachyon->thread_count > 0)
		free(tachyon->threads[--tachyon->thread_count].frames);
	intern_release(&tachyon->thread_keys);
	tachyon->string_count = tachyon->frame_count = 0;
	tachyon->counted = 0;
}

static void tachyon_describe_run(struct ingest_run *run)
{
	static const struct slice modes[] = {
		SLICE_INIT(""),    SLICE_INIT("wall"), SLICE_INIT("cpu"),
		SLICE_INIT("gil"), SLICE_INIT("all"),  SLICE_INIT("exception"),
	};
	const struct tachyon *tachyon = run->state;
	struct header *header = &run->profile.header;
	const uint64_t second = 1000000;

	if (tachyon->mode < ARRAY_LEN(modes))
		header_add(header, HEADER_EVENT, modes[tachyon->mode]);
	header_add_number(header, HEADER_SAMPLES, tachyon->counted);
	if (tachyon->interval > 0 && tachyon->interval <= second)
		header_add_number(header, HEADER_FREQUENCY,
				  (second + tachyon->interval / 2) / tachyon->interval);
}

/* A file. */
static void tachyon_parse(struct ingest_run *run, struct slice file)
{
	struct tachyon *tachyon = run->state;
	struct buf problem = {0};
	struct slice samples;
	size_t i;

	run->budget.read += file.len;
	if (tachyon_read_tables(tachyon, file, &problem)) {
		samples = slice_of(file.ptr + TACHYON_HEADER,
				   (size_t)tachyon->strings_at - TACHYON_HEADER);
		if (tachyon->compression == 0)
			tachyon_records(run, &samples, true);
		else if (samples.len > 0)
			tachyon_unpack(run, samples, &problem);
		for (i = 0; i < tachyon->thread_count; i++)
			tachyon_count(run, &tachyon->threads[i]);
		if (problem.len == 0 && tachyon->counted != tachyon->samples)
			text_note(run, TACHYON_NUMBER, SLICE(""));
		tachyon_describe_run(run);
	}
	if (problem.len > 0)
		text_note(run, TACHYON_REFUSED, buf_slice(&problem));
	label_clear(run);
	tachyon_reset(tachyon);
	buf_release(&problem);
}

static void tachyon_release(struct ingest_run *run)
{
	struct tachyon *tachyon = run->state;

	tachyon_reset(tachyon);
	text_release(&tachyon->text);
	free(tachyon->threads);
	free(tachyon->strings);
	free(tachyon->frames);
	free(tachyon->pushed);
}

/* ---- The format ---- */

static bool tachyon_find_state(struct slice name, unsigned *bits)
{
	return text_find_name(state_names, name, bits);
}

/* "gil,cpu" */
static bool tachyon_parse_states(struct slice text, void *field, struct buf *problem)
{
	return text_parse_states(text, field, tachyon_find_state, problem);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Samples"},
	{OPT_CALL, .name = "states", .value = "STATE,...", OPT_AT(struct tachyon_options, states),
	 .parse = tachyon_parse_states,
	 .help = "Count only samples of threads in one of these states",
	 .detail = "gil: held the lock of the interpreter, waiting: waited for it, cpu: ran, "
		   "exception: handled an exception, main: the main thread."},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "lines", OPT_AT(struct tachyon_options, lines),
	 .help = "Append the line to the file of a function"},
	{OPT_FLAG, .name = "paths", OPT_AT(struct tachyon_options, paths),
	 .help = "Files with their folders"},
};

static enum probe tachyon_probe(struct slice head, bool whole)
{
	(void)whole;
	return slice_starts(head, SLICE("HCAT")) || slice_starts(head, SLICE("TACH")) ? PROBE_YES
										      : PROBE_NO;
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[TACHYON_REFUSED] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
	[TACHYON_DAMAGED] = {.message = "the samples are damaged from here on",
			     .one = "file with damaged samples",
			     .many = "files with damaged samples",
			     .fails_strict = true},
	[TACHYON_NUMBER] = {.message = "the number of samples differs from the header's",
			    .one = "file with more or fewer samples than it says",
			    .many = "files with more or fewer samples than they say",
			    .fails_strict = true,
			    .fails = NOTE_KEPT},
	[TACHYON_NOT_SELECTED] = {.one = "sample in another state",
				  .many = "samples in other states",
				  .level = DIAG_NOTES},
};

static const struct ingest_format format = {
	.parse = tachyon_parse,
	.state_size = sizeof(struct tachyon),
	.release = tachyon_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_tachyon = {
	.name = "tachyon",
	.summary = "folded stacks from Python's sampling profiler (3.15)",
	.counts = "samples",
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_STATE) |
		  LABEL_BIT(LABEL_THREAD),
	.rows = COLLAPSE_OPTIONS(rows, struct tachyon_options),
	.reader = &format,
	.probe = tachyon_probe,
};
