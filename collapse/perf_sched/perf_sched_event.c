/* SPDX-License-Identifier: MIT */
/* The perf-sched format: lines of events, and of stacks. */
#include "collapse/perf_sched/perf_sched.h"

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
} kinds[] = {
	{SLICE_INIT("sched:sched_switch:"), SCHED_SWITCH, read_switch},
	{SLICE_INIT("sched:sched_stat_sleep:"), SCHED_WAKE, read_wake},
	{SLICE_INIT("sched:sched_stat_blocked:"), SCHED_WAKE, read_wake},
};

bool sched_read_event(struct ingest_run *run, struct slice line, struct sched_event *event)
{
	size_t at = slice_search(line, SLICE("sched:sched_")), i;
	struct slice text;

	*event = (struct sched_event){.kind = SCHED_NONE};
	if (at == SLICE_NONE || line.ptr[0] == '#')
		return true;
	text = slice_tail(line, at);
	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		if (!slice_skip(&text, kinds[i].name))
			continue;
		read_head(run, slice_head(line, at), event);
		event->kind = kinds[i].kind;
		return kinds[i].read(text, event);
	}
	return true;
}

bool sched_is_event(struct slice line)
{
	struct slice word, seconds;

	while (slice_word(&line, &word)) {
		if (slice_drop(&word, SLICE(":")) && slice_cut(&word, '.', &seconds) &&
		    slice_is_number(seconds) && slice_is_number(word))
			return true;
	}
	return false;
}

bool sched_take_frame(struct slice *line)
{
	struct slice rest = *line, address;

	if (rest.len == 0 || !char_is_blank(rest.ptr[0]) || !slice_word(&rest, &address) ||
	    !slice_is_hex(address))
		return false;
	if (line->ptr[0] != '\t' && address.len < 8)
		return false; /* but a name, padded: "   dd 1234 [001] 1.5: sched:sched_switch:" */
	*line = slice_trim(rest);
	return true;
}

struct slice sched_frame_name(struct slice text)
{
	size_t at = text.len, depth = 0;

	if (!slice_ends(text, SLICE(")")))
		return text;
	while (at > 0) {
		char c = text.ptr[--at];

		depth += c == ')';
		depth -= c == '(';
		if (depth == 0)
			break;
	}
	if (depth > 0 || (at > 0 && text.ptr[at - 1] != ' '))
		return text; /* no module, but arguments */
	return slice_trim(slice_head(text, at));
}
