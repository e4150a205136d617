/* SPDX-License-Identifier: MIT */
/*
 * Event lines in perf's usual shape, of which only numbers are new:
 *
 *   COMM [PID/]TID [CPU] TIME: PERIOD EVENT:
 *
 * What stands before CPU, and what stands behind PERIOD, came before, in a line that the grammar
 * has split. The grammar looks at these two no further than their ends, so it would split them
 * here as it did there.
 */
#include "collapse/perf/perf_heads.h"

#include "common/table/hash.h"

enum { PERIOD_DIGITS = 19 }; /* always fit */

#define EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/* How many digits stand in front: eight are looked at at once. */
static inline size_t count_digits(struct slice text)
{
	size_t len = 0;

	for (; text.len - len >= 8; len += 8) {
		uint64_t value = slice_load(text.ptr + len) ^ EACH_BYTE('0');
		uint64_t other = ((value & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f - 9)) | value;

		if ((other & EACH_BYTE(0x80)) != 0)
			return len + (size_t)__builtin_ctzll(other & EACH_BYTE(0x80)) / 8;
	}
	while (len < text.len && char_is_digit(text.ptr[len]))
		len++;
	return len;
}

/* Take digits off the front; false if there are none. */
static inline bool skip_digits(struct slice *text, struct slice *digits)
{
	size_t len = count_digits(*text);

	*digits = slice_head(*text, len);
	*text = slice_tail(*text, len);
	return len > 0;
}

static inline bool skip_blanks(struct slice *text)
{
	size_t len = 0;

	while (len < text->len && text->ptr[len] == ' ')
		len++;
	*text = slice_tail(*text, len);
	return len > 0;
}

static inline bool skip_char(struct slice *text, char c)
{
	if (text->len == 0 || text->ptr[0] != c)
		return false;
	*text = slice_tail(*text, 1);
	return true;
}

static uint64_t value_of(struct slice digits)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < digits.len; i++)
		value = value * 10 + (uint64_t)(digits.ptr[i] - '0');
	return value;
}

/* "014]  1246.685876:    1001003 ", and what stands behind that. */
static bool read_numbers(struct slice text, struct perf_event *event, struct slice *tail)
{
	struct slice seconds, fraction, period;

	if (!skip_digits(&text, &event->cpu) || !skip_char(&text, ']') || !skip_blanks(&text) ||
	    !skip_digits(&text, &seconds) || !skip_char(&text, '.') ||
	    !skip_digits(&text, &fraction) || !skip_char(&text, ':') || !skip_blanks(&text) ||
	    !skip_digits(&text, &period) || period.len > PERIOD_DIGITS || !skip_blanks(&text))
		return false;
	event->time = slice_between(seconds.ptr, fraction.ptr + fraction.len);
	event->period = value_of(period);
	*tail = text;
	return true;
}

/* COMM and its numbers, with the blank behind them: what stands before the first bracket. */
static bool find_head(struct slice line, struct slice *head)
{
	size_t open = slice_find(line, '[');

	if (open == SLICE_NONE || open == 0 || open > PERF_HEAD || line.ptr[open - 1] != ' ')
		return false;
	*head = slice_head(line, open);
	return true;
}

static bool is_head(const struct perf_head *known, struct slice head)
{
	return known->len == head.len && memcmp(known->text, head.ptr, head.len) == 0;
}

/* One of two neighbours; NULL if it is new. */
static const struct perf_head *find(const struct perf_heads *heads, struct slice head)
{
	size_t at = hash_bytes(head.ptr, head.len) % PERF_HEADS;

	return is_head(&heads->at[at], head)       ? &heads->at[at]
	       : is_head(&heads->at[at ^ 1], head) ? &heads->at[at ^ 1]
						   : NULL;
}

/* Where a new one goes. What stood there was the newer of the two. */
static struct perf_head *make_room(struct perf_heads *heads, struct slice head)
{
	size_t at = hash_bytes(head.ptr, head.len) % PERF_HEADS;

	heads->at[at ^ 1] = heads->at[at];
	return &heads->at[at];
}

bool perf_heads_find(struct perf_heads *heads, struct slice line, struct perf_event *event,
		     struct slice *text)
{
	const struct perf_head *known;
	struct slice head, tail;

	*event = (struct perf_event){0};
	if (!find_head(line, &head))
		return false;
	known = find(heads, head);
	if (!known || !read_numbers(slice_tail(line, head.len + 1), event, &tail) ||
	    tail.len == 0 || !slice_equal(tail, slice_of(heads->tail, heads->tail_len)))
		return false;
	event->comm = slice_of(line.ptr + known->comm, known->comm_len);
	event->pid = slice_of(line.ptr + known->pid, known->pid_len);
	event->tid = slice_of(line.ptr + known->tid, known->tid_len);
	event->event = slice_head(tail, heads->event_len);
	event->has_event = true;
	*text = slice_tail(tail, heads->event_len + 1);
	return true;
}

static bool lies_in(struct slice part, struct slice head)
{
	return part.ptr >= head.ptr && part.ptr + part.len <= head.ptr + head.len;
}

void perf_heads_learn(struct perf_heads *heads, struct slice line, const struct perf_event *event)
{
	struct perf_event numbers = {0};
	struct slice head, tail, pid = event->pid;
	struct perf_head *known;

	if (!event->has_event || event->other || event->huge || !find_head(line, &head) ||
	    !read_numbers(slice_tail(line, head.len + 1), &numbers, &tail) ||
	    tail.len > PERF_HEAD || event->event.ptr != tail.ptr ||
	    event->cpu.ptr != numbers.cpu.ptr || event->time.ptr != numbers.time.ptr)
		return;
	if (pid.len == 0)
		pid = slice_head(head, 0);
	if (!lies_in(event->comm, head) || !lies_in(pid, head) || !lies_in(event->tid, head))
		return;
	known = make_room(heads, head);
	*known = (struct perf_head){
		.len = (uint8_t)head.len,
		.comm = (uint8_t)(event->comm.ptr - head.ptr),
		.comm_len = (uint8_t)event->comm.len,
		.pid = (uint8_t)(pid.ptr - head.ptr),
		.pid_len = (uint8_t)pid.len,
		.tid = (uint8_t)(event->tid.ptr - head.ptr),
		.tid_len = (uint8_t)event->tid.len,
	};
	memcpy(known->text, head.ptr, head.len);
	memcpy(heads->tail, tail.ptr, tail.len);
	heads->tail_len = tail.len;
	heads->event_len = event->event.len;
}
