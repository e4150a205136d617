/* SPDX-License-Identifier: MIT */
/*
 * The strace format: strace -k, a line for each system call and below it the stack, leaf first.
 *
 *      [pid 11765] <... clock_nanosleep resumed>NULL) = 0 <0.002069>
 *       > /usr/lib/x86_64-linux-gnu/libc.so.6(clock_nanosleep+0x65) [0xcf545]
 *       > /home/me/threads(run+0x125) [0x145d]
 */
#include "collapse/text.h"

struct strace_options {
	bool time, pid;
};

struct strace {
	struct text text;
	bool in_call;
	bool has_root;
	frame_id root;
	uint64_t count;
	struct text_clock clock;
};

/* A system call, from its line. */
struct call {
	struct slice pid, comm; /* empty if not printed */
	struct slice name;
	struct slice result; /* the text after the name */
	struct slice time;   /* as strace -t, -tt or -ttt prints it */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counts"},
	{OPT_FLAG, FAMILY_OWN, .name = "time", OPT_AT(struct strace_options, time),
	 .help = "Count the microseconds spent in system calls (strace -T) instead of the calls"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "pid", OPT_AT(struct strace_options, pid),
	 .help = "Begin every stack with the id of the thread"},
};

static bool strace_is_frame(struct slice line)
{
	return slice_starts(line, SLICE(" > "));
}

/* "/usr/lib/libc.so.6(read+0x4c)" or "/bin/x()"; the part between the brackets that end it. */
static bool strace_split_frame(struct slice text, struct slice *module, struct slice *function)
{
	const size_t at = slice_group(text);

	if (at == SLICE_NONE)
		return false;
	*module = slice_head(text, at);
	*function = slice_of(text.ptr + at + 1, text.len - at - 2);
	return true;
}

static struct slice strace_drop_offset(struct slice name)
{
	size_t plus = slice_rsearch(name, SLICE("+0x"));

	if (plus != SLICE_NONE && slice_is_hex(slice_tail(name, plus + 3)))
		return slice_head(name, plus);
	return name;
}

static void strace_push_frame(struct ingest_run *run, struct slice line)
{
	struct buf *name = &text_of(run)->name;
	struct slice module, function, text = slice_tail(line, 3);
	size_t address = slice_rsearch(text, SLICE(" [0x"));

	if (address != SLICE_NONE)
		text = slice_head(text, address);
	if (slice_equal(text, SLICE("unexpected_backtracing_error"))) {
		text_push(run, SLICE("")); /* strace found no more of the stack */
		return;
	}
	if (!strace_split_frame(text, &module, &function)) {
		text_push(run, text);
		return;
	}
	function = strace_drop_offset(function);
	if (function.len > 0) {
		text_push(run, function);
		return;
	}
	if (slice_starts(module, SLICE("["))) { /* [vdso] */
		text_push(run, module);
		return;
	}
	buf_reset(name);
	buf_printf(name, "[%.*s]", SLICE_ARG(slice_without_folders(module)));
	text_push(run, buf_slice(name));
}

/* "11765<threads>" */
static bool read_pid(struct slice word, struct call *call)
{
	struct slice pid;

	if (slice_cut(&word, '<', &pid) && slice_drop(&word, SLICE(">")))
		call->comm = word;
	else
		pid = word;
	call->pid = pid;
	return slice_is_number(pid);
}

static bool is_clock(char c)
{
	return char_is_digit(c) || c == ':' || c == '.';
}

/* "[pid 11765] ", or what -o and the options for times put there. */
static void take_prefix(struct slice *line, struct call *call)
{
	struct slice rest = slice_trim_left(*line), word;

	if (slice_skip(&rest, SLICE("[pid "))) {
		rest = slice_trim_left(rest);
		if (slice_cut(&rest, ']', &word) && read_pid(word, call))
			*line = slice_trim_left(rest);
	} else if (slice_word(&rest, &word) && read_pid(word, call)) {
		*line = slice_trim_left(rest);
	} else {
		call->pid.len = call->comm.len = 0;
	}
	for (rest = *line; slice_word(&rest, &word) && slice_all(word, is_clock); *line = rest) {
		rest = slice_trim_left(rest);
		if (call->time.len == 0)
			call->time = word;
	}
}

/* "read(3, ""..., 1024) = 21 <0.000043>", "<... read resumed>"..., 1024) = 21" */
static bool read_call(struct slice line, struct call *call)
{
	size_t length = 0;
	struct slice rest = line;

	if (slice_skip(&rest, SLICE("<... "))) {
		if (!slice_cut(&rest, ' ', &call->name) || !slice_skip(&rest, SLICE("resumed")))
			return false;
		call->result = rest;
	} else {
		while (length < rest.len && char_is_word(rest.ptr[length]))
			length++;
		call->name = slice_head(rest, length);
		call->result = slice_tail(rest, length);
		if (!slice_starts(call->result, SLICE("(")))
			return false;
	}
	return call->name.len > 0 && slice_all(call->name, char_is_word) &&
	       slice_contains(call->result, SLICE(" = "));
}

/* Lines that are not calls: signals, messages of strace, calls that continue later. */
static bool strace_is_other(struct slice line)
{
	return slice_starts(line, SLICE("--- ")) || slice_contains(line, SLICE("strace: ")) ||
	       slice_ends(line, SLICE("<unfinished ...>"));
}

/* "+++ exited with 0 +++": the stack of the exit comes after it. */
static bool is_exit(struct slice line)
{
	return slice_starts(line, SLICE("+++ "));
}

static bool starts_record(struct slice line)
{
	struct call call = {0};

	if (strace_is_frame(line))
		return false;
	take_prefix(&line, &call);
	return !is_exit(line);
}

/* "<0.000043>" at the end, in nanoseconds. */
static bool strace_take_time(struct ingest_run *run, struct slice result, uint64_t *count)
{
	size_t open = slice_rfind(result, '<');
	struct slice time;

	if (open == SLICE_NONE || !slice_ends(result, SLICE(">")))
		return false;
	time = slice_tail(result, open + 1);
	return text_take_decimal(run, &time, 9, count) && slice_equal(time, SLICE(">"));
}

/* "12:34:56.789", or seconds since 1970; the time since a call before (-r) is neither. */
static void give_time(struct ingest_run *run, struct slice text)
{
	struct strace *strace = run->state;
	struct text_clock *clock = &strace->clock;
	struct slice rest = text;
	uint64_t time;

	if (text_clock_read(run, text, &time))
		text_clock_give_day(run, clock, time, text);
	else if (slice_find(text, '.') >= 9 && text_take_decimal(run, &rest, 9, &time) &&
		 rest.len == 0)
		text_clock_give(run, clock, time > INT64_MAX ? INT64_MAX : (int64_t)time, text);
	else
		label_clear_time(run);
}

static void strace_give_labels(struct ingest_run *run, const struct call *call)
{
	if (!run->labels)
		return;
	label_set(run, LABEL_PID, call->pid);
	label_set(run, LABEL_COMM, call->comm);
	if (label_wants(run, LABEL_TIME))
		give_time(run, call->time);
}

static void start_call(struct ingest_run *run, const struct call *call)
{
	const struct strace_options *options = run->options;
	struct strace *strace = run->state;
	struct buf *name = &strace->text.name;

	buf_set(name, SLICE("syscall:"));
	buf_add(name, call->name);
	text_push(run, buf_slice(name));
	buf_set(name, call->comm);
	if (options->pid && call->pid.len > 0) {
		buf_add(name, call->comm.len > 0 ? SLICE("-") : SLICE("pid "));
		buf_add(name, call->pid);
	}
	strace->has_root = name->len > 0;
	if (strace->has_root)
		strace->root = text_frame(run, buf_slice(name));
	strace_give_labels(run, call);
	strace->in_call = true;
	strace->count = 1;
	if (!options->time || strace_take_time(run, call->result, &strace->count))
		return;
	if (!slice_ends(call->result, SLICE(" = ?"))) /* else it does not return */
		text_note(run, TEXT_SKIPPED, call->name);
	strace->count = 0;
}

static void finish_call(struct ingest_run *run)
{
	struct strace *strace = run->state;

	if (strace->in_call && strace->has_root)
		text_push_frame(run, strace->root);
	text_finish(run, TEXT_LEAF_FIRST, strace->in_call ? strace->count : 0);
	strace->in_call = false;
}

static void strace_line(struct ingest_run *run, struct slice line)
{
	struct strace *strace = run->state;
	struct call call = {0};
	struct slice rest = line;

	if (strace_is_frame(line)) {
		if (!strace->in_call) {
			text_note(run, TEXT_BAD_LINE, line);
		} else if (!text_push_known(run, line)) {
			strace_push_frame(run, line);
			text_keep(run, line);
		}
		return;
	}
	take_prefix(&rest, &call);
	if (is_exit(rest) && strace->in_call && strace->text.count == 1)
		return;
	finish_call(run);
	if (rest.len == 0)
		return;
	if (read_call(slice_trim_right(rest), &call)) {
		start_call(run, &call);
		return;
	}
	if (!is_exit(rest) && !strace_is_other(rest))
		text_note(run, TEXT_BAD_LINE, line);
	strace->in_call = true; /* of a stack that may follow nothing is counted */
	strace->has_root = false;
	strace->count = 0;
}

static bool strace_prepare(struct collapse_setup *setup)
{
	const struct strace_options *options = setup->options;

	setup->unit = options->time ? 1000 : 1;
	setup->counts = options->time ? "us" : "calls";
	setup->one_thread = label_asks_times(&setup->labels);
	return true;
}

/* " > /bin/threads(run+0x125) [0x145d]" */
static bool is_sure_frame(struct slice line)
{
	return strace_is_frame(line) && slice_contains(line, SLICE(") [0x"));
}

static const struct text_format format = {
	.line = strace_line,
	.end = finish_call,
	.state_size = sizeof(struct strace),
	.starts_record = starts_record,
};

const struct collapser collapse_strace = {
	.name = "strace",
	.summary = "folded stacks of system calls from strace -k",
	.rows = COLLAPSE_OPTIONS(rows, struct strace_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_COMM),
	.text = &format,
	.prepare = strace_prepare,
	.signs = {is_sure_frame},
};
