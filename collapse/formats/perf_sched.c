/* SPDX-License-Identifier: MIT */
/*
 * The perf-sched format: perf script of the scheduler's tracepoints with stacks. A stack is where a
 * thread left the processor; its count is how long, in microseconds. sched_stat_sleep and
 * sched_stat_blocked have that time when the thread is woken; without them it is the time until
 * sched_switch brings the thread back.
 */
#include "collapse/names/tidy.h"
#include "collapse/text.h"

#include "common/table/hash.h"

enum sched_kind {
	SCHED_NONE,   /* no event line, or one of another event */
	SCHED_SWITCH, /* a thread leaves the processor, another one gets it */
	SCHED_WAKE,   /* a thread is woken; how long it slept */
};

struct sched_thread {
	struct slice comm;
	uint64_t tid;
};

/* The line of an event. */
struct sched_event {
	enum sched_kind kind;
	bool has_time;
	uint64_t time;               /* ns */
	struct slice cpu, pid;       /* of the running thread; empty if the line has none */
	struct slice state;          /* SCHED_SWITCH: of the thread that stops running */
	struct sched_thread actor;   /* the running thread: for a wakeup the waker */
	struct sched_thread out;     /* SCHED_SWITCH: the thread that stops running */
	struct sched_thread in;      /* SCHED_SWITCH: the thread that starts running */
	struct sched_thread sleeper; /* SCHED_WAKE */
	uint64_t delay;              /* SCHED_WAKE: ns */
};

/* ---- Lines of events ---- */

/*
 * Find the text between `before` and the last `after` that follows it; false if they are missing.
 */
static bool find_between(struct slice text, struct slice before, struct slice after,
			 struct slice *found)
{
	size_t start = slice_search(text, before), end;

	if (start == SLICE_NONE)
		return false;
	text = slice_tail(text, start + before.len);
	end = slice_rsearch(text, after);
	if (end == SLICE_NONE)
		return false;
	*found = slice_head(text, end);
	return true;
}

/* The number at the beginning of `text`. */
static bool read_number(struct slice text, uint64_t *number)
{
	size_t digits = 0;

	while (digits < text.len && char_is_digit(text.ptr[digits]))
		digits++;
	return slice_to_u64(slice_head(text, digits), number);
}

/* The number after the last `name`. */
static bool find_number(struct slice text, struct slice name, uint64_t *number)
{
	size_t at = slice_rsearch(text, name);

	return at != SLICE_NONE && read_number(slice_tail(text, at + name.len), number);
}

/* "swapper/6:0 [120] S" */
static bool read_short(struct slice text, struct sched_thread *thread)
{
	size_t prio = slice_rsearch(text, SLICE(" [")), colon;

	if (prio == SLICE_NONE)
		return false;
	text = slice_trim(slice_head(text, prio));
	colon = slice_rfind(text, ':');
	if (colon == SLICE_NONE)
		return false;
	thread->comm = slice_head(text, colon);
	return slice_to_u64(slice_tail(text, colon + 1), &thread->tid);
}

/* The last word of "prev_comm=a prev_pid=1 prev_prio=120 prev_state=S" or of "a:1 [120] S" */
static struct slice last_state(struct slice out)
{
	struct slice state;

	if (!slice_last_word(&out, &state))
		return SLICE("");
	slice_skip(&state, SLICE("prev_state="));
	return state;
}

/* "prev_comm=a prev_pid=1 ... ==> next_comm=b next_pid=2 ...", or "a:1 [120] S ==> b:2 [120]" */
static bool read_switch(struct slice text, struct sched_event *event)
{
	size_t arrow = slice_rsearch(text, SLICE(" ==> "));
	struct slice out, in;

	if (arrow == SLICE_NONE)
		return false;
	out = slice_head(text, arrow);
	event->state = last_state(out);
	in = slice_tail(text, arrow + 5);
	if (find_between(out, SLICE("prev_comm="), SLICE(" prev_pid="), &event->out.comm))
		return find_number(out, SLICE(" prev_pid="), &event->out.tid) &&
		       find_between(in, SLICE("next_comm="), SLICE(" next_pid="),
				    &event->in.comm) &&
		       find_number(in, SLICE(" next_pid="), &event->in.tid);
	return read_short(out, &event->out) && read_short(in, &event->in);
}

/* "comm=searchd pid=31862 delay=204617935 [ns]" */
static bool read_wake(struct slice text, struct sched_event *event)
{
	return find_between(text, SLICE("comm="), SLICE(" pid="), &event->sleeper.comm) &&
	       find_number(text, SLICE(" pid="), &event->sleeper.tid) &&
	       find_number(text, SLICE(" delay="), &event->delay);
}

/* "31877", "31862/31877", "-1/0" */
static bool sched_is_thread(struct slice word)
{
	struct slice pid;

	slice_skip(&word, SLICE("-"));
	if (slice_cut(&word, '/', &pid) && !slice_is_number(pid))
		return false;
	return slice_is_number(word);
}

/* "searchd 31862/31877 [001] 512043.817260:", and a period after it */
static void read_head(struct ingest_run *run, struct slice head, struct sched_event *event)
{
	struct slice word, time, pid;

	while (slice_last_word(&head, &word)) {
		time = word;
		if (!slice_drop(&time, SLICE(":")) || slice_find(time, '.') == SLICE_NONE)
			continue;
		event->has_time = text_take_decimal(run, &time, 9, &event->time) && time.len == 0;
		break;
	}
	do { /* letters, a date: other fields before the time */
		if (!slice_last_word(&head, &word))
			return;
	} while (word.ptr[0] != '[' && !sched_is_thread(word));
	if (word.ptr[0] == '[') {
		slice_skip(&word, SLICE("["));
		slice_drop(&word, SLICE("]"));
		event->cpu = word;
		if (!slice_last_word(&head, &word))
			return;
	}
	if (slice_cut(&word, '/', &pid)) {
		if (slice_is_number(pid))
			event->pid = pid;
		if (word.len == 0)
			word = pid;
	}
	if (read_number(word, &event->actor.tid))
		event->actor.comm = slice_trim(head);
}

static const struct kind {
	struct slice name;
	enum sched_kind kind;
	bool (*read)(struct slice text, struct sched_event *event);
} lines[] = {
	{SLICE_INIT("sched:sched_switch:"), SCHED_SWITCH, read_switch},
	{SLICE_INIT("sched:sched_stat_sleep:"), SCHED_WAKE, read_wake},
	{SLICE_INIT("sched:sched_stat_blocked:"), SCHED_WAKE, read_wake},
};

/* Read a line; false if it is of one of the kinds and not understood. */
static bool sched_read_event(struct ingest_run *run, struct slice line, struct sched_event *event)
{
	size_t at = slice_search(line, SLICE("sched:sched_")), i;
	struct slice text;

	*event = (struct sched_event){.kind = SCHED_NONE};
	if (at == SLICE_NONE || line.ptr[0] == '#')
		return true;
	text = slice_tail(line, at);
	for (i = 0; i < ARRAY_LEN(lines); i++) {
		if (!slice_skip(&text, lines[i].name))
			continue;
		read_head(run, slice_head(line, at), event);
		event->kind = lines[i].kind;
		return lines[i].read(text, event);
	}
	return true;
}

/* True if the line has a time, as the lines of all events do. */
static bool sched_is_event(struct slice line)
{
	struct slice word, seconds;

	while (slice_word(&line, &word)) {
		if (slice_drop(&word, SLICE(":")) && slice_cut(&word, '.', &seconds) &&
		    slice_is_number(seconds) && slice_is_number(word))
			return true;
	}
	return false;
}

/* "\tffffffff81c04a1e __schedule ([kernel.kallsyms])": cut to the text after the address. */
static bool sched_take_frame(struct slice *line)
{
	struct slice rest = *line, address;

	if (rest.len == 0 || !char_is_blank(rest.ptr[0]) || !slice_word(&rest, &address) ||
	    !slice_is_hex(address))
		return false;
	if (line->ptr[0] != '\t' && address.len < 8 &&
	    (!slice_ends(rest, SLICE(")")) || sched_is_event(*line)))
		return false; /* but a name, padded: "   dd 1234 [001] 1.5: sched:sched_switch:" */
	*line = slice_trim(rest);
	return true;
}

/* The symbol of a frame's text, without the module; with its offset, if there is one. */
static struct slice sched_frame_name(struct slice text)
{
	const size_t at = slice_group(text);

	if (at == SLICE_NONE || (at > 0 && text.ptr[at - 1] != ' '))
		return text; /* no module, but arguments */
	return slice_trim(slice_head(text, at));
}

enum { CHAIN_DEPTH = 4096 }; /* frames of wakers of wakers that are kept */

enum perf_sched_note {
	SCHED_UNSEEN = TEXT_NOTES, /* woken, but that it slept was not recorded */
	SCHED_SHORT,               /* a sum below 1 us */
	SCHED_OTHER,               /* an event of another kind */
	SCHED_LOST,                /* by perf; perf script --show-lost-events */
};

struct perf_sched_options {
	bool record_tid, wake_stacks, chain;
	bool offsets; /* are kept */
};

struct frames {
	frame_id *at;
	size_t count, cap;
};

/* The state of a thread. */
struct sleeper {
	struct frames stack; /* the stack at which it sleeps, root first */
	uint64_t since;      /* ns */
	bool has_since;
	bool asleep;         /* until it is woken */
	bool away;           /* until it is back on a processor */
	struct frames waker; /* if woken: the stack it slept in, then its waker's stack */
	uint64_t woken_at;
	bool woken;
	uint32_t labels; /* where and when it fell asleep: its set of labels */
};

struct perf_sched {
	struct text text;
	struct sched_event event; /* its stack is being read; its names are not valid any more */
	uint32_t labels;          /* of the thread that leaves the processor */
	frame_id waker;
	frame_id root;             /* the thread that is woken */
	struct id_things sleepers; /* by their threads */
	struct frames whole;
	bool has_wakes;
	bool has_first; /* an event had a time */
	uint64_t first; /* ns: the first one */
};

static bool take_flag(struct slice value, void *field, struct buf *problem)
{
	(void)problem;
	*(bool *)field = value.len > 0 && !slice_equal(value, SLICE("0"));
	return true;
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Stacks"},
	{OPT_FLAG, FAMILY_OWN, .name = "record-tid", .alias = "tid",
	 OPT_AT(struct perf_sched_options, record_tid),
	 .help = "Append the thread id to the name of a thread: vi-1234"},
	{OPT_FLAG, FAMILY_OWN, .name = "wake-stacks",
	 OPT_AT(struct perf_sched_options, wake_stacks),
	 .help = "Append the waker's stack, reversed, to the blocked stack"},
	{OPT_FLAG, FAMILY_OWN, .name = "chain", OPT_AT(struct perf_sched_options, chain),
	 .help = "Also append the chain of wakers during the wait",
	 .detail = "A frame named - separates a waker from its own blocked stack."},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "offsets", OPT_AT(struct perf_sched_options, offsets),
	 .help = "Keep the offsets into functions"},
	{OPT_VARIABLE, .name = "record_tid", .parse = take_flag,
	 OPT_AT(struct perf_sched_options, record_tid)},
	{OPT_VARIABLE, .name = "record_wake_stack", .parse = take_flag,
	 OPT_AT(struct perf_sched_options, wake_stacks)},
	{OPT_VARIABLE, .name = "recurse", .parse = take_flag,
	 OPT_AT(struct perf_sched_options, chain)},
};

static void sched_add_frame(struct frames *frames, frame_id frame)
{
	MEMORY_ROOM(frames->at, frames->count, frames->cap);
	frames->at[frames->count++] = frame;
}

static void sched_add_frames(struct frames *into, const struct frames *from, size_t limit)
{
	size_t i;

	for (i = 0; i < from->count && i < limit; i++)
		sched_add_frame(into, from->at[i]);
}

static struct sleeper *find_sleeper(const struct perf_sched *sched, uint64_t tid)
{
	return id_things_find(&sched->sleepers, tid, sizeof(struct sleeper));
}

static void forget_sleepers(struct perf_sched *sched)
{
	struct sleeper *sleepers = (struct sleeper *)(void *)sched->sleepers.things;
	size_t i;

	for (i = 0; i < sched->sleepers.ids.count; i++) {
		free(sleepers[i].stack.at);
		free(sleepers[i].waker.at);
	}
	id_things_release(&sched->sleepers);
}

static frame_id name_thread(struct ingest_run *run, const struct sched_thread *thread)
{
	const struct perf_sched_options *options = run->options;
	struct buf *name = &text_of(run)->name;

	if (!options->record_tid)
		return text_frame(run, thread->comm);
	buf_set(name, thread->comm);
	buf_add_char(name, '-');
	buf_add_u64(name, thread->tid);
	return text_frame(run, buf_slice(name));
}

static void sched_count_stack(struct ingest_run *run, const struct frames *frames, uint64_t count)
{
	size_t depth = frames->count;

	if (count == 0)
		return;
	if (depth > LIMIT_DEPTH) {
		text_note(run, TEXT_DEEP, SLICE(""));
		depth = LIMIT_DEPTH;
	}
	run->samples++;
	profile_add_count(&run->profile, frames->at, (uint32_t)depth, count);
}

/* Stacks of the sleeper that are counted now have the labels of the moment when it fell asleep. */
static void use_labels(struct ingest_run *run, const struct sleeper *sleeper)
{
	const struct perf_sched *sched = run->state;
	const uint64_t first = run->labels && !run->labels->absolute ? sched->first : 0;

	if (!run->labels)
		return;
	labels_use(run->profile.labels, sleeper->labels);
	if (!sleeper->has_since)
		return;
	if (sleeper->since < first)
		text_note(run, TEXT_EARLY, SLICE(""));
	label_set_time(run, sleeper->since < first ? 0 : sleeper->since - first);
}

/* The labels of a thread that leaves the processor. */
static void sched_give_labels(struct ingest_run *run, const struct sched_event *event)
{
	struct perf_sched *sched = run->state;

	if (!run->labels)
		return;
	label_clear(run);
	label_set(run, LABEL_CPU, event->cpu);
	label_set(run, LABEL_PID, event->pid);
	label_set_number(run, LABEL_TID, event->out.tid);
	label_set(run, LABEL_COMM, event->out.comm);
	label_set(run, LABEL_STATE, event->state);
	sched->labels = labels_current(run->profile.labels);
}

/* A thread is back on a processor: its time away goes under a first frame of no name, for it is not
 * known yet whether that is wanted. */
static void come_back(struct ingest_run *run, const struct sched_event *event)
{
	struct perf_sched *sched = run->state;
	struct sleeper *sleeper = find_sleeper(sched, event->in.tid);

	if (event->in.tid == 0 || !event->has_time || !sleeper || !sleeper->away)
		return;
	sleeper->away = false;
	if (event->time < sleeper->since) {
		text_note(run, TEXT_SKIPPED, SLICE("a negative time"));
		return;
	}
	sched->whole.count = 0;
	sched_add_frame(&sched->whole, profile_frame(&run->profile, SLICE("")));
	sched_add_frame(&sched->whole, name_thread(run, &event->in));
	sched_add_frames(&sched->whole, &sleeper->stack, SIZE_MAX);
	use_labels(run, sleeper);
	sched_count_stack(run, &sched->whole, event->time - sleeper->since);
}

/* The stack of a thread that leaves the processor has been read. */
static void fall_asleep(struct ingest_run *run)
{
	struct perf_sched *sched = run->state;
	struct sleeper *sleeper;
	size_t i = sched->text.count;

	if (sched->event.out.tid == 0)
		return;
	sleeper = id_things_of(&sched->sleepers, sched->event.out.tid, sizeof(*sleeper));
	sleeper->stack.count = 0;
	while (i > 0)
		sched_add_frame(&sleeper->stack, sched->text.frames[--i]);
	sleeper->since = sched->event.time;
	sleeper->has_since = sched->event.has_time;
	sleeper->labels = sched->labels;
	sleeper->asleep = true;
	sleeper->away = sched->event.has_time;
	sleeper->woken = false;
}

/* Append the waker's stack to the blocked one, and then the stack of the waker's waker. */
static void add_waker(struct ingest_run *run, struct frames *whole, const struct sleeper *sleeper)
{
	const struct perf_sched_options *options = run->options;
	struct perf_sched *sched = run->state;
	const struct frames stack = {sched->text.frames, sched->text.count, 0};
	const struct sleeper *waker = find_sleeper(sched, sched->event.actor.tid);

	sched_add_frames(whole, &stack, SIZE_MAX);
	sched_add_frame(whole, sched->waker);
	if (!options->chain || !waker || !waker->woken || waker->woken_at <= sleeper->since)
		return;
	sched_add_frame(whole, text_frame(run, SLICE("-")));
	if (waker->waker.count > CHAIN_DEPTH)
		text_note(run, TEXT_DEEP, SLICE(""));
	sched_add_frames(whole, &waker->waker, CHAIN_DEPTH);
}

/* The stack of a waker has been read. */
static void wake_up(struct ingest_run *run)
{
	const struct perf_sched_options *options = run->options;
	struct perf_sched *sched = run->state;
	struct sleeper *sleeper = find_sleeper(sched, sched->event.sleeper.tid);
	struct frames *whole = &sched->whole;

	if (!sleeper || !sleeper->asleep) {
		notes_count(&run->notes, SCHED_UNSEEN, 1);
		return;
	}
	whole->count = 0;
	sched_add_frame(whole, sched->root);
	sched_add_frames(whole, &sleeper->stack, SIZE_MAX);
	if (options->wake_stacks || options->chain)
		add_waker(run, whole, sleeper);
	if (options->chain) {
		const struct frames below = {whole->at + 1, whole->count - 1, 0};

		sleeper->waker.count = 0;
		sched_add_frames(&sleeper->waker, &below, CHAIN_DEPTH + 1);
		sleeper->woken_at = sched->event.time;
		sleeper->woken = true;
	}
	sleeper->asleep = false;
	use_labels(run, sleeper);
	sched_count_stack(run, whole, sched->event.delay);
}

static void sched_finish_stack(struct ingest_run *run)
{
	struct perf_sched *sched = run->state;

	if (sched->event.kind == SCHED_SWITCH)
		fall_asleep(run);
	else if (sched->event.kind == SCHED_WAKE)
		wake_up(run);
	sched->event.kind = SCHED_NONE;
	text_cut(run, 0);
}

static void start_stack(struct ingest_run *run, const struct sched_event *event)
{
	struct perf_sched *sched = run->state;

	sched->event = *event;
	if (!sched->has_first && event->has_time) {
		sched->has_first = true;
		sched->first = event->time;
	}
	if (event->kind == SCHED_SWITCH) {
		come_back(run, event);
		sched_give_labels(run, event);
		return;
	}
	sched->has_wakes = true;
	sched->waker = name_thread(run, &event->actor);
	sched->root = name_thread(run, &event->sleeper);
}

/* "PERF_RECORD_LOST lost 7", "PERF_RECORD_LOST_SAMPLES lost 7" behind a time; noted. */
static bool sched_takes_lost(struct ingest_run *run, struct slice line)
{
	const size_t at = slice_search(line, SLICE(" PERF_RECORD_LOST"));
	struct slice record, lost, count;

	if (at == SLICE_NONE)
		return false;
	line = slice_tail(line, at);
	return slice_word(&line, &record) && slice_word(&line, &lost) &&
	       slice_word(&line, &count) && slice_equal(lost, SLICE("lost")) &&
	       notes_count_lost(&run->notes, SCHED_LOST, count);
}

static void sched_line(struct ingest_run *run, struct slice line)
{
	const struct perf_sched_options *options = run->options;
	struct perf_sched *sched = run->state;
	struct sched_event event;
	struct slice frame = line, name;

	if (sched_take_frame(&frame)) {
		if (sched->event.kind == SCHED_NONE || text_push_known(run, frame))
			return;
		name = sched_frame_name(frame);
		text_push(run, options->offsets ? name : tidy_drop_offset(name));
		text_keep(run, frame);
		return;
	}
	if (line.len == 0) {
		sched_finish_stack(run);
	} else if (!sched_read_event(run, line, &event)) {
		sched_finish_stack(run);
		text_note(run, TEXT_BAD_LINE, line);
	} else if (event.kind != SCHED_NONE || sched_is_event(line)) {
		sched_finish_stack(run);
		if (event.kind != SCHED_NONE)
			start_stack(run, &event);
		else if (!sched_takes_lost(run, line))
			notes_count(&run->notes, SCHED_OTHER, 1);
	} /* else source lines and other fields, between frames or below them */
}

static void sched_end(struct ingest_run *run)
{
	struct perf_sched *sched = run->state;

	sched_finish_stack(run);
	forget_sleepers(sched);
}

static void sched_release(void *state)
{
	struct perf_sched *sched = state;

	forget_sleepers(sched);
	free(sched->whole.at);
}

/* True if the stack is of the wanted kind, and long enough to be shown. */
static bool sched_is_wanted(struct ingest_run *run, const struct stack *stack)
{
	const struct perf_sched *sched = run->state;
	const bool marked = intern_name(&run->profile.names, stack->frames[0]).len == 0;

	if (marked == sched->has_wakes)
		return false;
	if (stack->count[1] >= 1000)
		return true;
	notes_count(&run->notes, SCHED_SHORT, 1);
	return false;
}

/* A stack without the mark, with `count` microseconds. */
static void sched_take_stack(struct ingest_run *run, struct profile *into,
			     const struct stack *stack, uint64_t count)
{
	struct perf_sched *sched = run->state;
	struct frames *whole = &sched->whole;
	const struct intern *names = &run->profile.names;
	uint32_t i = intern_name(names, stack->frames[0]).len == 0 ? 1 : 0;

	whole->count = 0;
	for (; i < stack->depth; i++)
		sched_add_frame(whole, profile_frame(into, intern_name(names, stack->frames[i])));
	profile_add_count(into, whole->at, (uint32_t)whole->count, count);
}

/* Carry the remainder of a divided row to the next row of its stack: sums equal the stacks'. */
static void take_rows(struct ingest_run *run, struct profile *into)
{
	const struct labels *from = run->profile.labels;
	uint32_t *sets;
	size_t i;

	profile_label(into);
	sets = labels_map(into->labels, from);
	labels_rescale(into->labels, from->time_digits);
	for (i = 0; i < run->profile.count; i++)
		run->profile.stacks[i]->count[0] = sched_is_wanted(run, run->profile.stacks[i])
							   ? 0
							   : UINT64_MAX;
	for (i = 0; i < from->count; i++) {
		const struct label_row *row = &from->rows[i];
		uint64_t *rest = &row->stack->count[0]; /* ns */

		if (*rest == UINT64_MAX)
			continue;
		*rest += row->count[1] % 1000;
		labels_use(into->labels, sets[row->set]);
		into->labels->time = row->time;
		if (row->count[1] / 1000 + *rest / 1000 > 0)
			sched_take_stack(run, into, row->stack,
					 row->count[1] / 1000 + *rest / 1000);
		*rest %= 1000;
	}
	free(sets);
}

static void take_stacks(struct ingest_run *run, struct profile *into)
{
	const struct stack **stacks = profile_sorted(&run->profile, PROFILE_BY_TEXT);
	size_t i;

	for (i = 0; i < run->profile.count; i++) {
		if (sched_is_wanted(run, stacks[i]))
			sched_take_stack(run, into, stacks[i], stacks[i]->count[1] / 1000);
	}
	free(stacks);
}

/* All has been read: which of the two times counts, is known only now. */
static void sched_finish(struct ingest_run *run)
{
	struct profile wanted = {0};

	sched_end(run);
	if (run->profile.overflow)
		return; /* another message is printed instead */
	if (run->profile.labels)
		take_rows(run, &wanted);
	else
		take_stacks(run, &wanted);
	profile_release(&run->profile);
	run->profile = wanted;
}

static bool sched_prepare(struct collapse_setup *setup)
{
	struct perf_sched_options *options = setup->options;

	setup->own_format.finish = sched_finish;
	options->offsets |= personality_in(setup->compat, FAMILY_PERL);
	return true;
}

static bool is_wake(struct slice line)
{
	return slice_contains(line, SLICE("sched:sched_stat_sleep:")) ||
	       slice_contains(line, SLICE("sched:sched_stat_blocked:"));
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[SCHED_UNSEEN] = {.one = "wakeup of a thread that was not seen to sleep",
			  .many = "wakeups of threads that were not seen to sleep",
			  .level = DIAG_NOTES},
	[SCHED_SHORT] = {.one = "stack of less than 1 us", .many = "stacks of less than 1 us"},
	[SCHED_OTHER] = {.one = "event of another kind", .many = "events of other kinds"},
	[SCHED_LOST] = {.one = "record that perf lost", .many = "records that perf lost"},
};

static const struct text_format format = {
	.line = sched_line,
	.end = sched_end,
	.state_size = sizeof(struct perf_sched),
	.release = sched_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_perf_sched = {
	.name = "perf-sched",
	.summary = "folded stacks of waiting from the scheduler's tracepoints",
	.rows = COLLAPSE_OPTIONS(rows, struct perf_sched_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_CPU) | LABEL_BIT(LABEL_PID) |
		  LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_COMM) | LABEL_BIT(LABEL_STATE),
	.counts = "us",
	.text = &format,
	.recordings = &collapse_perf_waits,
	.prepare = sched_prepare,
	.signs = {is_wake},
};
