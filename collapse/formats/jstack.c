/* SPDX-License-Identifier: MIT */
/*
 * The jstack format: thread dumps of HotSpot, by jstack, jcmd Thread.print or kill -3, any number
 * of them one after the other. A running thread counts once. Threads that wait for the network or
 * for events are RUNNABLE too; they are recognised by their top frames.
 *
 *     "http-exec-7" #27 daemon prio=5 os_prio=0 tid=0x.. nid=0x.. runnable [0x..]
 *        java.lang.Thread.State: RUNNABLE
 *             at com.acme.H.handle(H.java:10)
 *             - locked <0x..> (a java.lang.Object)
 *             at java.lang.Thread.run(Thread.java:744)
 *
 * And what jcmd Thread.dump_to_file writes, which has virtual threads that are not mounted, too:
 *
 *     #27 "http-exec-7" virtual RUNNABLE 2026-11-26T04:37:52.524712632Z
 *         at java.base/com.acme.H.handle(H.java:10)
 *
 * or, as JSON,
 *
 *     {"threadDump":{"threadContainers":[{"container":"<root>","threads":[
 *      {"tid":"27","name":"http-exec-7","virtual":true,"state":"RUNNABLE","stack":["java.base/..."]}]}]}}
 *
 * What programs print of java.lang.management.ThreadInfo, whose state is in the head:
 *
 *     "http-exec-7" daemon prio=5 Id=27 BLOCKED on java.lang.Object@1b owned by "main" Id=1
 *             at app//com.acme.H.handle(H.java:10)
 *             ...
 *
 * And what jhsdb jstack or jstack -F sees from outside; the head is as above, or
 *
 *     Thread 102: (state = IN_NATIVE)
 *      - com.acme.H.handle(int) @bci=1, line=10 (Compiled frame)
 */
#include "collapse/formats/java_names.h"
#include "collapse/json_lines.h"

/* States of threads; the first ones as in java.lang.Thread.State. */
enum jstack_state {
	JSTACK_UNKNOWN,
	JSTACK_NEW,
	JSTACK_RUNNABLE,
	JSTACK_BLOCKED,
	JSTACK_WAITING,
	JSTACK_TIMED_WAITING,
	JSTACK_TERMINATED,
	JSTACK_NETWORK,    /* RUNNABLE, but in a call that waits for the network */
	JSTACK_BACKGROUND, /* a thread of the virtual machine's */
};

static const struct slice state_names[] = {
	[JSTACK_NEW] = SLICE_INIT("NEW"),
	[JSTACK_RUNNABLE] = SLICE_INIT("RUNNABLE"),
	[JSTACK_BLOCKED] = SLICE_INIT("BLOCKED"),
	[JSTACK_WAITING] = SLICE_INIT("WAITING"),
	[JSTACK_TIMED_WAITING] = SLICE_INIT("TIMED_WAITING"),
	[JSTACK_TERMINATED] = SLICE_INIT("TERMINATED"),
	[JSTACK_NETWORK] = SLICE_INIT("NETWORK"),
	[JSTACK_BACKGROUND] = SLICE_INIT("BACKGROUND"),
};

struct jstack_options {
	int names, numbers, shorten; /* enum java_switch */
	unsigned states;             /* bits of enum jstack_state; 0: RUNNABLE */
};

struct jstack {
	struct text text;
	struct java_names methods;
	struct buf name, thread; /* without its number, unless that is wanted; whole */
	bool open;               /* in a thread */
	bool is_dumped;          /* by Thread.dump_to_file */
	bool is_info;            /* a ThreadInfo */
	struct buf id;           /* of a thread that is one of these */
	bool is_mounted;         /* which carries a virtual thread */
	size_t mounted;          /* frames in front of the virtual thread's */
	enum jstack_state state;
	struct json_lines json;
	struct buf container;
	uint64_t listed, threads; /* of it in JSON; as it says */
};

enum { JSTACK_NOT_SELECTED = TEXT_NOTES, JSTACK_BROKEN, JSTACK_MISSING };

/* Frames that reveal the state of their thread, whatever it is called. */
static const struct jstack_sign {
	struct slice part; /* a part of the name */
	struct slice end;
	enum jstack_state state;
	bool of_leaf; /* says nothing of callers, and only of threads that are RUNNABLE */
} signs[] = {
	{SLICE_INIT("epollWait"), SLICE_INIT(""), JSTACK_WAITING, false},
	{SLICE_INIT("EPoll.wait"), SLICE_INIT(""), JSTACK_WAITING, false},
	{SLICE_INIT("sun.nio.ch.KQueue.poll"), SLICE_INIT(""), JSTACK_WAITING, false},
	{SLICE_INIT("sun.nio.ch.KQueueArrayWrapper.kevent0"), SLICE_INIT(""), JSTACK_WAITING,
	 false},
	{SLICE_INIT("sun.nio.ch.Net.poll"), SLICE_INIT(""), JSTACK_WAITING, false},
	{SLICE_INIT("sun.nio.ch.WEPoll.wait"), SLICE_INIT(""), JSTACK_WAITING, false},
	{SLICE_INIT("java.lang.ref.Reference.waitForReferencePendingList"), SLICE_INIT(""),
	 JSTACK_WAITING, false},
	{SLICE_INIT("java.lang.VirtualThread.takeVirtualThreadListToUnblock"), SLICE_INIT(""),
	 JSTACK_WAITING, false},
	{SLICE_INIT("misc.Unsafe.park"), SLICE_INIT(""), JSTACK_WAITING, false},
	{SLICE_INIT(""), SLICE_INIT("socketAccept"), JSTACK_NETWORK, false},
	{SLICE_INIT("Socket"), SLICE_INIT("accept0"), JSTACK_NETWORK, false},
	{SLICE_INIT(""), SLICE_INIT("socketRead0"), JSTACK_NETWORK, false},
	{SLICE_INIT("sun.nio.ch.Net.accept"), SLICE_INIT(""), JSTACK_NETWORK, false},
	{SLICE_INIT("SocketDispatcher.read"), SLICE_INIT("read0"), JSTACK_NETWORK, false},
	{SLICE_INIT("jdk.internal.vm.Continuation.yield"), SLICE_INIT(""), JSTACK_WAITING, true},
	{SLICE_INIT("java.lang.VirtualThread.park"), SLICE_INIT(""), JSTACK_WAITING, true},
	{SLICE_INIT("java.lang.VirtualThread.yieldContinuation"), SLICE_INIT(""), JSTACK_WAITING,
	 true},
	{SLICE_INIT("java.lang.Object.wait0"), SLICE_INIT(""), JSTACK_WAITING, true},
	{SLICE_INIT("java.lang.Thread.sleep0"), SLICE_INIT(""), JSTACK_WAITING, true},
	{SLICE_INIT("java.lang.Thread.sleepNanos0"), SLICE_INIT(""), JSTACK_WAITING, true},
};

/* The sign that a frame is, counted from 1; 0 for most. */
static unsigned jstack_sign_of(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(signs); i++) {
		if (slice_contains(name, signs[i].part) && slice_ends(name, signs[i].end))
			return (unsigned)i + 1;
	}
	return 0;
}

/* "C2 CompilerThread0" and others that are RUNNABLE and never run Java code. */
static bool is_background(struct slice name)
{
	static const struct slice threads[] = {
		SLICE_INIT("Signal Dispatcher"),        SLICE_INIT("Service Thread"),
		SLICE_INIT("Attach Listener"),          SLICE_INIT("Notification Thread"),
		SLICE_INIT("Monitor Deflation Thread"), SLICE_INIT("Sweeper thread"),
	};
	const size_t compiler = slice_search(name, SLICE(" CompilerThread"));

	return (compiler != SLICE_NONE && compiler >= 2 && name.ptr[compiler - 2] == 'C') ||
	       SLICE_ANY(name, threads, slice_contains);
}

static enum jstack_state find_state(struct slice name)
{
	size_t i;

	for (i = JSTACK_NEW; i < ARRAY_LEN(state_names); i++) {
		if (slice_equal_any_case(name, state_names[i]))
			return (enum jstack_state)i;
	}
	return JSTACK_UNKNOWN;
}

/* A virtual thread runs, on top of the carrier's frames, which come first. */
static void jstack_mount(struct jstack *jstack)
{
	frame_id *frames = jstack->text.frames;

	if (jstack->state == JSTACK_UNKNOWN)
		jstack->state = JSTACK_RUNNABLE;
	text_reverse(frames, jstack->mounted);
	text_reverse(frames + jstack->mounted, jstack->text.count - jstack->mounted);
	text_reverse(frames, jstack->text.count);
}

/* The thread ends. */
static void jstack_end(struct ingest_run *run)
{
	const struct jstack_options *options = run->options;
	struct jstack *jstack = run->state;
	unsigned states = options->states ? options->states : 1u << JSTACK_RUNNABLE;

	if (!jstack->open)
		return;
	if (jstack->is_mounted && jstack->text.count > jstack->mounted)
		jstack_mount(jstack);
	jstack->is_mounted = false;
	if (jstack->is_dumped && jstack->state == JSTACK_UNKNOWN) /* of JDK 21 to 24 */
		jstack->state = JSTACK_RUNNABLE;
	if (jstack->text.count > 0 && (states & 1u << jstack->state) != 0) {
		if (java_is_on(options->names, true) && (jstack->name.len > 0 || jstack->is_dumped))
			text_push(run, buf_slice(&jstack->name));
		label_set(run, LABEL_THREAD, buf_slice(&jstack->thread));
		label_set(run, LABEL_TID, buf_slice(&jstack->id));
		label_set(run, LABEL_STATE, state_names[jstack->state]);
		text_count(run, TEXT_LEAF_FIRST, 1);
	} else if (jstack->text.count > 0) {
		run->samples++;
		text_note(run, JSTACK_NOT_SELECTED, SLICE(""));
	}
	text_cut(run, 0);
	buf_reset(&jstack->name);
	buf_reset(&jstack->thread);
	buf_reset(&jstack->id);
	jstack->open = jstack->is_dumped = jstack->is_info = false;
	jstack->state = JSTACK_UNKNOWN;
}

/* #12 "name" virtual RUNNABLE 2026-11-26T...: what is in front of the name; false: another line. */
static bool jstack_take_number(struct slice *line, struct slice *number)
{
	struct slice rest = *line;

	if (!slice_skip(&rest, SLICE("#")) || !slice_word(&rest, number) ||
	    !slice_is_number(*number))
		return false;
	*line = slice_trim_left(rest);
	return line->len > 0 && line->ptr[0] == '"';
}

static void jstack_take_name(struct ingest_run *run, struct slice name)
{
	const struct jstack_options *options = run->options;
	struct jstack *jstack = run->state;

	if (is_background(name))
		jstack->state = JSTACK_BACKGROUND;
	buf_add(&jstack->thread, name);
	if (!java_is_on(options->numbers, false))
		name = java_drop_number(name);
	buf_add(&jstack->name, name);
}

/* The number and the state in ' daemon prio=5 Id=27 BLOCKED on ...', which is behind a name. */
static bool jstack_take_info(struct slice rest, struct slice *id, struct slice *state)
{
	struct slice word;

	while (slice_word(&rest, &word)) {
		if (slice_skip(&word, SLICE("Id="))) {
			*id = word;
			return slice_is_number(*id) && slice_word(&rest, state);
		}
		if (!slice_equal(word, SLICE("daemon")) &&
		    !(slice_skip(&word, SLICE("prio=")) && slice_is_number(word)))
			return false;
	}
	return false;
}

/* "name" daemon Id=27 RUNNABLE: names may have quotes, and so may what it waits for. */
static bool jstack_find_info(struct slice line, struct slice *name, struct slice *id,
			     struct slice *state)
{
	size_t at;

	if (!slice_skip(&line, SLICE("\"")))
		return false;
	for (at = 0; at + 1 < line.len; at++) {
		/* a blank behind it: so no word is looked at for each of many quotes */
		if (line.ptr[at] == '"' && line.ptr[at + 1] == ' ' &&
		    jstack_take_info(slice_tail(line, at + 1), id, state)) {
			*name = slice_head(line, at);
			return true;
		}
	}
	return false;
}

static bool jstack_begin_info(struct ingest_run *run, struct slice line)
{
	struct jstack *jstack = run->state;
	struct slice name, id, state;

	if (!jstack_find_info(line, &name, &id, &state))
		return false;
	jstack_end(run);
	jstack->open = jstack->is_info = true;
	buf_add(&jstack->id, id);
	jstack_take_name(run, name);
	if (jstack->state == JSTACK_UNKNOWN)
		jstack->state = find_state(state);
	return true;
}

/* "name" #12 prio=5 ...; or what comes after the number, `id`, of a thread that was dumped. */
static void jstack_begin(struct ingest_run *run, struct slice line, struct slice id)
{
	struct jstack *jstack = run->state;
	struct slice name = slice_tail(line, 1), rest = SLICE(""), word;
	size_t quote = slice_rfind(name, '"');

	jstack_end(run);
	if (slice_ends(line, SLICE("\":"))) /* a list of threads that wait for each other */
		return;
	if (quote != SLICE_NONE) {
		rest = slice_tail(name, quote + 1);
		name = slice_head(name, quote);
	}
	jstack->open = true;
	jstack->is_dumped = id.len > 0;
	buf_add(&jstack->id, id);
	while (jstack->is_dumped && jstack->state == JSTACK_UNKNOWN && slice_word(&rest, &word))
		jstack->state = find_state(word);
	jstack_take_name(run, name);
}

/* "Thread 102: (state = IN_NATIVE)": the number and the state. */
static bool jstack_take_outside(struct slice line, struct slice *id, struct slice *state)
{
	return slice_skip(&line, SLICE("Thread ")) && slice_cut(&line, ':', id) &&
	       slice_is_number(*id) && slice_skip(&line, SLICE(" (state = ")) &&
	       slice_cut(&line, ')', state);
}

/* What is not blocked runs, in Java, in the virtual machine or in native code. */
static void jstack_begin_outside(struct ingest_run *run, struct slice id, struct slice state)
{
	struct jstack *jstack = run->state;

	jstack_end(run);
	jstack->open = true;
	buf_add(&jstack->id, id);
	jstack->state = slice_starts(state, SLICE("BLOCKED")) ? JSTACK_BLOCKED
			: slice_starts(state, SLICE("IN_"))   ? JSTACK_RUNNABLE
							      : JSTACK_UNKNOWN;
}

/* "- com.acme.H.handle(int) @bci=1, line=10 (Compiled frame)": a frame seen from outside. */
static bool jstack_take_outside_call(struct slice *rest)
{
	return slice_contains(*rest, SLICE(" @bci=")) && slice_skip(rest, SLICE("- "));
}

/* Without loader and module in front; hidden classes have a / in their names. */
static struct slice jstack_drop_module(struct slice name)
{
	size_t at;

	while ((at = slice_find(name, '/')) != SLICE_NONE &&
	       slice_search(slice_head(name, at), SLICE("$$")) == SLICE_NONE &&
	       !slice_starts(slice_tail(name, at + 1), SLICE("0x")))
		name = slice_tail(name, at + 1);
	return name;
}

static void jstack_take_sign(struct jstack *jstack, const struct jstack_sign *sign)
{
	const bool may_run = jstack->state == JSTACK_UNKNOWN || jstack->state == JSTACK_RUNNABLE;

	if ((sign->of_leaf || jstack->is_dumped) && (!may_run || jstack->text.count > 1))
		return;
	/* a dump that says RUNNABLE of what waits means the virtual machine's own threads */
	jstack->state = jstack->is_dumped && jstack->state == JSTACK_RUNNABLE ? JSTACK_BACKGROUND
									      : sign->state;
}

static void jstack_push_call(struct ingest_run *run, struct slice call)
{
	const struct jstack_options *options = run->options;
	struct jstack *jstack = run->state;
	struct slice name = java_name_of_call(call);
	struct java_method *method;

	if (jstack->is_dumped || jstack->is_info)
		name = jstack_drop_module(name);
	method = java_method(run, &jstack->methods, name,
			     java_packages_for(options->shorten, JAVA_UNSET));
	text_push_frame(run, method->frame);
	if (method->is_new) {
		method->is_new = false;
		method->kind = jstack_sign_of(name);
	}
	if (method->kind != 0)
		jstack_take_sign(jstack, &signs[method->kind - 1]);
	if (jstack->is_dumped && (slice_starts(name, SLICE("jdk.internal.vm.ThreadDumper.")) ||
				  (jstack->text.count == 1 &&
				   slice_equal(name, SLICE("jdk.internal.vm.Continuation.run")))))
		jstack->state =
			JSTACK_BACKGROUND; /* writes the dump; carries a thread of its own row */
}

/* Lines about a thread that are not frames. */
static bool jstack_is_remark(struct slice line)
{
	static const struct slice remarks[] = {
		SLICE_INIT("-"),
		SLICE_INIT("Locked ownable synchronizers:"),
		SLICE_INIT("JavaThread state:"),
		SLICE_INIT("Thread:"),
		SLICE_INIT("Compiling:"),
		SLICE_INIT("No compile task"),
		SLICE_INIT("Carrying virtual thread"),
	};

	return SLICE_ANY(line, remarks, slice_starts);
}

/* ---- JSON ---- */

#define JSTACK_CONTAINER "threadDump.threadContainers[]"
#define JSTACK_THREAD JSTACK_CONTAINER ".threads[]"

static void jstack_see_member(struct ingest_run *run, struct slice path, struct slice text)
{
	struct jstack *jstack = run->state;

	if (slice_equal(path, SLICE(JSTACK_THREAD ".stack[]"))) {
		jstack_push_call(run, text);
	} else if (slice_equal(path, SLICE(JSTACK_THREAD ".tid"))) {
		buf_set(&jstack->id, text);
	} else if (slice_equal(path, SLICE(JSTACK_THREAD ".name"))) {
		jstack_take_name(run, text);
	} else if (slice_equal(path, SLICE(JSTACK_THREAD ".state")) &&
		   jstack->state == JSTACK_UNKNOWN) {
		jstack->state = find_state(text);
		if (jstack->state == JSTACK_UNKNOWN)
			text_note(run, TEXT_BAD_LINE, text);
	} else if (slice_equal(path, SLICE(JSTACK_CONTAINER ".container"))) {
		buf_set(&jstack->container, text);
	} else if (slice_equal(path, SLICE(JSTACK_CONTAINER ".threadCount")) &&
		   !slice_to_u64(text, &jstack->threads)) {
		text_note(run, TEXT_BAD_LINE, text);
	}
}

/* A container ends: threads that it has and that are not in the dump are noted. */
static void jstack_end_container(struct ingest_run *run)
{
	struct jstack *jstack = run->state;
	struct buf *text = &jstack->text.name;

	buf_reset(text);
	if (jstack->threads > jstack->listed) {
		buf_printf(text, "%llu of %llu threads of %.*s are not in the dump",
			   (unsigned long long)(jstack->threads - jstack->listed),
			   (unsigned long long)jstack->threads,
			   SLICE_ARG(buf_slice(&jstack->container)));
		text_note(run, JSTACK_MISSING, buf_slice(text));
	}
	jstack->threads = jstack->listed = 0;
	buf_reset(&jstack->container);
}

static void jstack_see(struct ingest_run *run, enum json_event event, struct slice path,
		       struct slice text)
{
	struct jstack *jstack = run->state;

	if (event < JSON_KEY && jstack->open) {
		jstack_see_member(run, path, text);
	} else if (slice_equal(path, SLICE(JSTACK_THREAD)) && event == JSON_OBJECT) {
		jstack->open = jstack->is_dumped = true;
		jstack->listed++;
	} else if (slice_equal(path, SLICE(JSTACK_THREAD)) && event == JSON_OBJECT_END) {
		jstack_end(run);
	} else if (slice_equal(path, SLICE(JSTACK_CONTAINER)) && event == JSON_OBJECT_END) {
		jstack_end_container(run);
	} else if (event < JSON_KEY) {
		jstack_see_member(run, path, text);
	}
}

static const struct json_lines_place jstack_places[] = {
	{SLICE_INIT("threadDump"),
	 SLICE_INIT("processId time runtimeVersion formatVersion threadContainers")},
	{SLICE_INIT(JSTACK_CONTAINER), SLICE_INIT("container parent owner threads threadCount")},
	{SLICE_INIT(JSTACK_THREAD),
	 SLICE_INIT("tid time name state virtual carrier stack parkBlocker blockedOn waitingOn "
		    "monitorsOwned")},
};

/* What there is of a thread that is not complete is dropped. */
static void jstack_end_json(struct ingest_run *run)
{
	text_cut(run, 0);
	jstack_end(run);
}

static const struct json_lines_format jstack_json = {
	.opens = SLICE_INIT("{"),
	.see = jstack_see,
	.places = jstack_places,
	.place_count = ARRAY_LEN(jstack_places),
	.broken = JSTACK_BROKEN,
	.end = jstack_end_json,
};

/* The text ends, or a chunk of whole dumps. */
static void jstack_end_text(struct ingest_run *run)
{
	struct jstack *jstack = run->state;

	json_lines_finish(&jstack->json, run);
	jstack_end(run);
}

static void jstack_release(void *state)
{
	json_lines_release(&((struct jstack *)state)->json);
}

/* ---- Text ---- */

static void jstack_line(struct ingest_run *run, struct slice line)
{
	struct jstack *jstack = run->state;
	struct slice rest = slice_trim(line), state, thread = line, id;

	if (json_lines_take(&jstack->json, &jstack_json, run, line))
		return;
	if (rest.len == 0) {
		jstack_end(run);
	} else if (line.ptr[0] == '"') {
		if (!jstack_begin_info(run, line))
			jstack_begin(run, line, SLICE(""));
	} else if (line.ptr[0] == '#' && jstack_take_number(&thread, &id)) {
		jstack_begin(run, thread, id);
	} else if (jstack_take_outside(line, &id, &state)) {
		jstack_begin_outside(run, id, state);
	} else if (!jstack->open) {
		return; /* heads of dumps, and what the program itself prints between them */
	} else if (slice_skip(&rest, SLICE("at ")) || jstack_take_outside_call(&rest)) {
		jstack_push_call(run, slice_trim_left(rest));
	} else if (jstack->is_info && slice_equal(rest, SLICE("..."))) {
		text_push(run, SLICE("[truncated]"));
	} else if (slice_skip(&rest, SLICE("java.lang.Thread.State: "))) {
		if (slice_word(&rest, &state) && jstack->state == JSTACK_UNKNOWN)
			jstack->state = find_state(state);
	} else if (slice_starts(rest, SLICE("Mounted virtual thread"))) {
		jstack->is_mounted = true;
		jstack->mounted = jstack->text.count;
	} else if (slice_starts(rest, SLICE("Carrying virtual thread")) && jstack->is_mounted) {
		jstack->mounted = 0;
	} else if (jstack->is_dumped && rest.ptr[0] != '-' && slice_find(rest, '(') != SLICE_NONE) {
		jstack_push_call(run, rest);
	} else if (!jstack_is_remark(rest)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static bool jstack_is_dumped(struct slice line)
{
	struct slice number;

	return jstack_take_number(&line, &number);
}

static bool jstack_find_bit(struct slice name, unsigned *bits)
{
	const enum jstack_state state = find_state(name);

	*bits |= 1u << state;
	return state != JSTACK_UNKNOWN;
}

/* "RUNNABLE,NETWORK" */
static bool parse_states(struct slice text, void *field, struct buf *problem)
{
	return text_parse_states(text, field, jstack_find_bit, problem);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Threads"},
	{OPT_CALL, FAMILY_OWN, .name = "states", .value = "STATE,...",
	 OPT_AT(struct jstack_options, states), .parse = parse_states,
	 .help = "Count threads in these states instead of RUNNABLE ones",
	 .detail = "The states of java.lang.Thread.State, and NETWORK: waits for the network; "
		   "BACKGROUND: belongs to the virtual machine. ALL is every thread with a stack."},
	{OPT_CALL, .name = "include-tname", OPT_AT(struct jstack_options, names),
	 .parse = java_switch_on, .help = "Thread names as root frames, the default"},
	{OPT_CALL, .name = "no-include-tname", OPT_AT(struct jstack_options, names),
	 .parse = java_switch_off, .help = "No thread names"},
	{OPT_CALL, .name = "include-tid", OPT_AT(struct jstack_options, numbers),
	 .parse = java_switch_on, .help = "Keep the number at the end of a thread name"},
	{OPT_CALL, .name = "no-include-tid", OPT_AT(struct jstack_options, numbers),
	 .parse = java_switch_off,
	 .help = "Threads that differ only in it are merged, the default"},

	{OPT_HEADING, .help = "Names"},
	{OPT_CALL, .name = "shorten-pkgs", OPT_AT(struct jstack_options, shorten),
	 .parse = java_switch_on, .help = "Packages as initials: j.l.Thread.run"},
	{OPT_CALL, .name = "no-shorten-pkgs", OPT_AT(struct jstack_options, shorten),
	 .parse = java_switch_off, .help = "Whole names, the default"},
};

static bool jstack_is_sign(struct slice line)
{
	struct slice name, id, state;

	return slice_starts(line, SLICE("Full thread dump")) || jstack_is_dumped(line) ||
	       jstack_find_info(line, &name, &id, &state) ||
	       jstack_take_outside(line, &id, &state) ||
	       slice_starts(slice_trim_left(line), SLICE("java.lang.Thread.State: "));
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[JSTACK_NOT_SELECTED] = {.one = "thread in another state",
				 .many = "threads in other states",
				 .level = DIAG_NOTES},
	[JSTACK_BROKEN] = {.message = "a dump cannot be read from here on",
			   .one = "remainder of a dump",
			   .many = "remainders of dumps",
			   .fails = NOTE_LEAVES_GAP},
	[JSTACK_MISSING] = {.message = ""},
};

/* JSON has "threadDump" in its first members. */
static enum probe jstack_probe(struct slice head, bool whole)
{
	if (slice_starts(slice_trim_left(head), SLICE("{")))
		return slice_contains(head, SLICE("\"threadDump\"")) ? PROBE_YES : PROBE_NO;
	return probe_any(head, whole, jstack_is_sign);
}

static const struct text_format format = {
	.line = jstack_line,
	.end = jstack_end_text,
	.state_size = sizeof(struct jstack),
	.owns = {TEXT_OWNS(LINES, struct jstack, methods.cache),
		 TEXT_OWNS(BUF, struct jstack, name), TEXT_OWNS(BUF, struct jstack, thread),
		 TEXT_OWNS(BUF, struct jstack, id), TEXT_OWNS(BUF, struct jstack, container)},
	.release = jstack_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_jstack = {
	.name = "jstack",
	.summary = "folded stacks from thread dumps of Java",
	.counts = "samples",
	.labels = LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_STATE),
	.rows = COLLAPSE_OPTIONS(rows, struct jstack_options),
	.text = &format,
	.probe = jstack_probe,
};
