/* SPDX-License-Identifier: MIT */
/*
 * The ibmjava format: javacore files of IBM J9 and OpenJ9, any number of them one after the other.
 * Each line has a tag for its kind.
 *
 *     3XMTHREADINFO      "Dispatcher : 12" J9VMThread:0x4E, ..., state:R, prio=6
 *     3XMTHREADINFO1            (native thread ID:0x2C4A, native priority:0x6, ...)
 *     3XMTHREADINFO3           Java callstack:
 *     4XESTACKTRACE                at acme/Queue.take(Queue.java:204(Compiled Code))
 *     3XMTHREADINFO3           Native callstack:
 *     NULL
 *
 * "1XMCURTHDINFO  Current thread" is in front of the thread that failed, which is listed again below
 * "1XMTHDINFO     All Thread Details".
 */
#include "collapse/formats/java_names.h"
#include "collapse/text.h"
#include "common/debuginfo/symbol_text.h"

struct ibmjava_options {
	int names, numbers, shorten; /* enum java_switch */
	bool running;
};

struct ibmjava {
	struct text text;
	struct java_names methods;
	struct buf name, number;
	bool waits;      /* its state is not R */
	bool is_current; /* it may be listed again */
};

enum { IBMJAVA_NOT_SELECTED = TEXT_NOTES };

static void ibmjava_push_name(struct ingest_run *run)
{
	const struct ibmjava_options *options = run->options;
	struct ibmjava *ibmjava = run->state;

	if (!java_is_on(options->names, true) || ibmjava->name.len == 0)
		return;
	if (java_is_on(options->numbers, false) && ibmjava->number.len > 0) {
		buf_add_char(&ibmjava->name, '-');
		buf_add(&ibmjava->name, buf_slice(&ibmjava->number));
	}
	text_push(run, buf_slice(&ibmjava->name));
}

static void ibmjava_forget(struct ingest_run *run)
{
	struct ibmjava *ibmjava = run->state;

	text_cut(run, 0);
	label_clear(run);
	buf_reset(&ibmjava->name);
	buf_reset(&ibmjava->number);
	ibmjava->waits = false;
}

/* The thread ends; one without Java frames counts by its name alone. */
static void ibmjava_end(struct ingest_run *run)
{
	const struct ibmjava_options *options = run->options;
	struct ibmjava *ibmjava = run->state;

	ibmjava_push_name(run);
	if (ibmjava->text.count > 0 && options->running && ibmjava->waits) {
		run->samples++;
		text_note(run, IBMJAVA_NOT_SELECTED, SLICE(""));
		text_cut(run, 0);
	}
	text_finish(run, TEXT_LEAF_FIRST, 1);
	ibmjava_forget(run);
}

/* A file ends. */
static void ibmjava_end_file(struct ingest_run *run)
{
	struct ibmjava *ibmjava = run->state;

	ibmjava_end(run);
	ibmjava->is_current = false;
}

/* "1XMCURTHDINFO", or "1XMTHDINFO" where all threads follow. */
static void ibmjava_begin_list(struct ingest_run *run, bool is_current)
{
	struct ibmjava *ibmjava = run->state;

	if (ibmjava->is_current && !is_current)
		ibmjava_forget(run);
	else
		ibmjava_end(run);
	ibmjava->is_current = is_current;
}

/* "CW" of "..., state:CW, prio=5"; empty without. */
static struct slice ibmjava_state_of(struct slice header)
{
	const size_t at = slice_rsearch(header, SLICE("state:"));
	size_t length = 0;

	if (at == SLICE_NONE)
		return SLICE("");
	header = slice_tail(header, at + SLICE("state:").len);
	while (length < header.len && char_is_word(header.ptr[length]))
		length++;
	return slice_head(header, length);
}

/* "name" J9VMThread:0x31, ..., state:R, prio=5 */
static void ibmjava_begin(struct ingest_run *run, struct slice line, struct slice header)
{
	struct ibmjava *ibmjava = run->state;
	struct slice name = header;
	size_t quote;

	ibmjava_end(run);
	if (slice_skip(&name, SLICE("\"")) && (quote = slice_rfind(name, '"')) != SLICE_NONE)
		buf_add(&ibmjava->name, slice_head(name, quote));
	else if (slice_starts(header, SLICE("Anonymous native thread")))
		buf_add(&ibmjava->name, SLICE("Anonymous native thread"));
	else
		text_note(run, TEXT_BAD_LINE, line);
	label_set(run, LABEL_THREAD, buf_slice(&ibmjava->name));
	label_set(run, LABEL_STATE, ibmjava_state_of(header));
	ibmjava->waits = !slice_equal(ibmjava_state_of(header), SLICE("R"));
}

/* (native thread ID:0x3158, ...) */
static void ibmjava_take_number(struct ingest_run *run, struct slice rest)
{
	struct ibmjava *ibmjava = run->state;
	struct buf *number = &ibmjava->number;
	struct slice text;
	uint64_t tid;

	if (!slice_skip(&rest, SLICE("(native thread ID:")))
		return;
	if (!slice_cut(&rest, ',', &text))
		text = rest;
	slice_drop(&text, SLICE(")"));
	buf_set(number, text);
	if (slice_skip(&text, SLICE("0x")) && symbol_text_hex(&text, &tid))
		label_set_number(run, LABEL_TID, tid);
}

static void ibmjava_push_call(struct ingest_run *run, struct slice line, struct slice rest)
{
	struct ibmjava *ibmjava = run->state;
	const struct ibmjava_options *options = run->options;
	const struct java_method *method;

	if (!slice_skip(&rest, SLICE("at "))) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	method = java_method(run, &ibmjava->methods, java_name_of_call(slice_trim_left(rest)),
			     java_packages_for(options->shorten, JAVA_UNSET));
	text_push_frame(run, method->frame);
}

static void ibmjava_line(struct ingest_run *run, struct slice line)
{
	const struct ibmjava *ibmjava = run->state;
	struct slice rest = line, tag;

	if (!slice_word(&rest, &tag))
		return;
	rest = slice_trim(rest);
	if (slice_equal(tag, SLICE("4XESTACKTRACE")))
		ibmjava_push_call(run, line, rest);
	else if (slice_equal(tag, SLICE("3XMTHREADINFO")))
		ibmjava_begin(run, line, rest);
	else if (slice_equal(tag, SLICE("3XMTHREADINFO1")))
		ibmjava_take_number(run, rest);
	else if (slice_equal(tag, SLICE("1XMCURTHDINFO")))
		ibmjava_begin_list(run, true);
	else if (slice_equal(tag, SLICE("1XMTHDINFO")))
		ibmjava_begin_list(run, false);
	else if (!ibmjava->is_current && (slice_equal(tag, SLICE("NULL")) ||
					  (slice_equal(tag, SLICE("3XMTHREADINFO3")) &&
					   slice_starts(rest, SLICE("Native callstack:")))))
		ibmjava_end(run);
}

static bool ibmjava_is_start(struct slice line)
{
	return slice_skip(&line, SLICE("3XMTHREADINFO")) &&
	       (line.len == 0 || char_is_blank(line.ptr[0]));
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Threads"},
	{OPT_FLAG, FAMILY_OWN, .name = "running", OPT_AT(struct ibmjava_options, running),
	 .help = "Count only running threads: state:R"},
	{OPT_CALL, .name = "include-tname", OPT_AT(struct ibmjava_options, names),
	 .parse = java_switch_on, .help = "Thread names as root frames, the default"},
	{OPT_CALL, .name = "no-include-tname", OPT_AT(struct ibmjava_options, names),
	 .parse = java_switch_off, .help = "No thread names"},
	{OPT_CALL, .name = "include-tid", OPT_AT(struct ibmjava_options, numbers),
	 .parse = java_switch_on, .help = "Add the number of the native thread to the name"},
	{OPT_CALL, .name = "no-include-tid", OPT_AT(struct ibmjava_options, numbers),
	 .parse = java_switch_off, .help = "Threads with the same name are merged, the default"},

	{OPT_HEADING, .help = "Names"},
	{OPT_CALL, .name = "shorten-pkgs", OPT_AT(struct ibmjava_options, shorten),
	 .parse = java_switch_on, .help = "Packages as initials: j/l/Thread.run"},
	{OPT_CALL, .name = "no-shorten-pkgs", OPT_AT(struct ibmjava_options, shorten),
	 .parse = java_switch_off, .help = "Whole names, the default"},
};

static bool ibmjava_is_sign(struct slice line)
{
	return ibmjava_is_start(line) || slice_starts(line, SLICE("0SECTION "));
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[IBMJAVA_NOT_SELECTED] = {.one = "thread that is not running",
				  .many = "threads that are not running",
				  .level = DIAG_NOTES},
};

static const struct text_format format = {
	.line = ibmjava_line,
	.end = ibmjava_end_file,
	.state_size = sizeof(struct ibmjava),
	.owns = {TEXT_OWNS(LINES, struct ibmjava, methods.cache),
		 TEXT_OWNS(BUF, struct ibmjava, name), TEXT_OWNS(BUF, struct ibmjava, number)},
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_ibmjava = {
	.name = "ibmjava",
	.summary = "folded stacks from javacore files of IBM J9 and OpenJ9",
	.counts = "samples",
	.rows = COLLAPSE_OPTIONS(rows, struct ibmjava_options),
	.labels = LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_STATE) | LABEL_BIT(LABEL_TID),
	.text = &format,
	.signs = {ibmjava_is_sign},
};
