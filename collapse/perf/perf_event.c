/* SPDX-License-Identifier: MIT */
/* Event lines, read from their right end because COMM is any text. */
#include "collapse/perf/perf_event.h"

#include "collapse/perf/perf_fields.h"
#include "common/base/regex.h"

/* True for the letters that perf prints after the last colon of an event: "u", "ppp". */
static bool is_modifier(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (slice_find(SLICE("ukhHGpPSDWebIR"), text.ptr[i]) == SLICE_NONE)
			return false;
	}
	return text.len > 0;
}

/*
 * Units of processors as Linux names them (drivers/perf, arch/x86/events): those of other devices,
 * uncore_imc_0 and the like, count different things by the same name.
 */
static bool is_processor(struct slice unit)
{
	static const struct slice units[] = {
		SLICE_INIT("cpu"),
		SLICE_INIT("cpu_*"),
		SLICE_INIT("armv[0-9]*"),
		SLICE_INIT("apple_*"),
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (shell_pattern_matches(units[i], unit))
			return true;
	}
	return false;
}

/* True for "event=0x3c", "r3c": numbers of one unit, which mean other events in others. */
static bool is_raw(struct slice terms)
{
	const size_t comma = slice_find(terms, ',');
	const struct slice first = comma == SLICE_NONE ? terms : slice_head(terms, comma);

	return slice_find(first, '=') != SLICE_NONE ||
	       (first.len > 1 && first.ptr[0] == 'r' && slice_is_hex(slice_tail(first, 1)));
}

/* "cycles:u" */
static void split_modifiers(struct slice event, struct perf_event_name *parts)
{
	const size_t colon = slice_rfind(event, ':');

	parts->name = event;
	if (colon == SLICE_NONE || colon == 0 || !is_modifier(slice_tail(event, colon + 1)))
		return;
	parts->name = slice_head(event, colon);
	parts->modifiers = slice_tail(event, colon + 1);
}

/* "cpu_core/cycles/u", of perf before 6.0 "cpu_core/cycles:u/" */
static bool split_unit(struct slice event, struct perf_event_name *parts)
{
	const size_t first = slice_find(event, '/'), last = slice_rfind(event, '/');
	struct slice after;

	if (first == SLICE_NONE || first == 0 || last <= first + 1)
		return false;
	parts->unit = slice_head(event, first);
	if (slice_find(parts->unit, ':') != SLICE_NONE)
		return false;
	split_modifiers(slice_between(event.ptr + first + 1, event.ptr + last), parts);
	after = slice_tail(event, last + 1);
	slice_skip(&after, SLICE(":"));
	if (after.len > 0 && (parts->modifiers.len > 0 || !is_modifier(after)))
		return false;
	if (after.len > 0)
		parts->modifiers = after;
	return true;
}

struct perf_event_name perf_event_name_of(struct slice event)
{
	struct perf_event_name parts = {0};

	if (split_unit(event, &parts)) {
		parts.is_shared = is_processor(parts.unit) && !is_raw(parts.name);
		return parts;
	}
	parts = (struct perf_event_name){0};
	split_modifiers(event, &parts);
	return parts;
}

void perf_event_name_write(const struct perf_event_name *parts, struct buf *out)
{
	buf_add(out, parts->name);
	if (parts->modifiers.len > 0)
		buf_add_char(out, ':');
	buf_add(out, parts->modifiers);
}

struct slice perf_event_name_base(struct slice event, const struct perf_event_name *parts)
{
	if (parts->unit.len == 0)
		return parts->name;
	return slice_head(event, slice_rfind(event, '/') + 1);
}

void perf_event_name_write_counted(const struct perf_event_name *parts, struct buf *out)
{
	size_t i, begin;

	buf_add(out, parts->name);
	begin = out->len;
	buf_add_char(out, ':');
	for (i = 0; i < parts->modifiers.len; i++) {
		if (parts->modifiers.ptr[i] != 'p' && parts->modifiers.ptr[i] != 'P')
			buf_add_char(out, parts->modifiers.ptr[i]);
	}
	if (out->len == begin + 1)
		out->len = begin;
}

enum {
	THREAD_WIDTH = 5,  /* "%5d", perf 7: 7 */
	PERIOD_WIDTH = 10, /* "%10llu" */
	TIME_WIDTH = 13,   /* "%12s:" */
	MISC_WIDTH = 6,
	TIME_DECIMALS = 6,
	COMM_LONGEST = 15, /* bytes that the kernel keeps of a name */
};

/* "-1", "14240", "14240/14243", "-1/0" */
static bool perf_event_parse_ids(struct slice word, struct slice *pid, struct slice *tid)
{
	struct slice rest = word, first, digits;

	*pid = SLICE("");
	if (slice_cut(&rest, '/', &first)) {
		*pid = first;
		slice_skip(&first, SLICE("-"));
		if (!slice_is_number(first))
			return false;
	}
	*tid = digits = rest;
	slice_skip(&digits, SLICE("-"));
	return slice_is_number(digits);
}

/* The end of the text without the blanks there, and without the digits. */
static inline const char *event_before_blanks(const char *begin, const char *end)
{
	while (end > begin && char_is_blank(end[-1]))
		end--;
	return end;
}

static inline const char *event_before_digits(const char *begin, const char *end)
{
	while (end > begin && char_is_digit(end[-1]))
		end--;
	return end;
}

/* True at the beginning of the text and after a blank. */
static inline bool event_begins_word(const char *begin, const char *at)
{
	return at == begin || char_is_blank(at[-1]);
}

/* The first word like "1318.139729:" from `from` on. */
static bool find_time(struct slice line, size_t from, struct slice *word)
{
	const char *const begin = line.ptr, *const end = begin + line.len;
	size_t colon;

	while ((colon = slice_find(slice_tail(line, from), ':')) != SLICE_NONE) {
		const char *const at = begin + from + colon, *point, *start;

		from += colon + 1;
		if (at + 1 < end && !char_is_blank(at[1]))
			continue;
		point = event_before_digits(begin, at);
		if (point == at || point == begin || *--point != '.')
			continue;
		start = event_before_digits(begin, point);
		if (start == point || !event_begins_word(begin, start))
			continue;
		*word = slice_between(start, at + 1);
		return true;
	}
	return false;
}

/* Take a last word like "[000]" off. */
static inline bool take_cpu(struct slice *left, struct slice *cpu)
{
	const char *const begin = left->ptr, *digits;
	const char *const end = event_before_blanks(begin, begin + left->len);

	if (end == begin || end[-1] != ']')
		return false;
	digits = event_before_digits(begin, end - 1);
	if (digits == end - 1 || digits == begin || digits[-1] != '[' ||
	    !event_begins_word(begin, digits - 1))
		return false;
	*cpu = slice_between(digits, end - 1);
	*left = slice_between(begin, digits - 1);
	return true;
}

/* COMM and the numbers, from the right; `left` ends before the fields that few lists have. */
static bool parse_thread(struct slice left, struct perf_event *event)
{
	const char *digits, *end;
	struct slice word;

	if (!take_cpu(&left, &event->cpu))
		event->cpu = SLICE("");
	end = event_before_blanks(left.ptr, left.ptr + left.len);
	digits = event_before_digits(left.ptr, end); /* most often the whole word */
	event->tid = slice_between(digits, end);
	event->pid = SLICE("");
	if (event->tid.len > 0 && event_begins_word(left.ptr, digits))
		left = slice_between(left.ptr, digits);
	else if (!slice_last_word(&left, &word) ||
		 !perf_event_parse_ids(word, &event->pid, &event->tid))
		return false;
	event->comm = slice_trim(left);
	return true;
}

/*
 * Take -F +tod and +misc off the end: "U     2026-01-26 03:56:58.132978", or "disabled" where the
 * recording has no clock. `aligned` if misc needs
 * perf's blanks after it, because a comm may be before it.
 */
static bool take_rare_fields(struct slice *left, bool aligned)
{
	struct slice rest = *left, word, before;
	const size_t len = left->len;

	before = rest;
	if (slice_last_word(&rest, &word) &&
	    ((perf_fields_is_clock(word) && slice_last_word(&rest, &word) &&
	      perf_fields_is_date(word)) ||
	     (slice_equal(word, SLICE("disabled")) && !slice_is_blank(rest))))
		*left = before = rest;
	rest = before;
	if (slice_last_word(&rest, &word) && perf_fields_is_misc(word) &&
	    (!aligned || before.len - rest.len >= MISC_WIDTH))
		*left = rest;
	return left->len < len;
}

/* "VM:13376 VCPU:003            uname": -F +machine_pid,+vcpu */
static struct slice skip_machine(struct slice comm)
{
	static const struct {
		struct slice name;
		size_t width;
	} fields[] = {{SLICE_INIT("VM:"), 5}, {SLICE_INIT("VCPU:"), 3}};
	size_t i;

	for (i = 0; i < ARRAY_LEN(fields); i++) {
		struct slice rest = comm, word;

		if (slice_skip(&rest, fields[i].name) && slice_word(&rest, &word) &&
		    slice_is_number(word) &&
		    (size_t)(rest.ptr - comm.ptr) >= fields[i].name.len + fields[i].width)
			comm = slice_trim_left(rest);
	}
	return comm;
}

/* True if the number of a thread, with the blanks before it, is shorter than perf prints it. */
static bool is_narrow(const struct perf_event *event)
{
	return event->pid.len == 0 && event->comm.len > 0 &&
	       event->tid.ptr + event->tid.len <= event->comm.ptr + event->comm.len + THREAD_WIDTH;
}

/* COMM, thread and CPU; false without a number of a thread. */
static bool perf_event_parse_head(struct slice left, struct perf_event *event)
{
	if (!parse_thread(left, event) &&
	    !(take_rare_fields(&left, false) && parse_thread(left, event)))
		return false;
	if (UNLIKELY(event->comm.len > 0 && event->comm.ptr[0] == 'V'))
		event->comm = skip_machine(event->comm);
	return true;
}

/* COMM and CPU, for lists without threads. */
static void parse_nameless_head(struct slice left, struct perf_event *event)
{
	take_rare_fields(&left, true);
	if (!take_cpu(&left, &event->cpu))
		event->cpu = SLICE("");
	event->pid = event->tid = SLICE("");
	event->comm = skip_machine(slice_trim(left));
}

/*
 * perf aligns the number of a thread to THREAD_WIDTH and a blank. A shorter one is the end of the
 * comm ("worker 1", -F comm,cpu,time), or the CPU of perf script -L.
 */
static void correct_thread(struct perf_event *event)
{
	const struct slice number = event->tid;
	struct perf_event longer = {0};

	if (event->cpu.len == 0 && parse_thread(event->comm, &longer) && longer.cpu.len == 0 &&
	    longer.comm.len > 0 && !is_narrow(&longer)) {
		event->comm = longer.comm;
		event->pid = longer.pid;
		event->tid = longer.tid;
		event->cpu = number;
		return;
	}
	event->comm = slice_between(event->comm.ptr, number.ptr + number.len);
	event->tid = SLICE("");
}

/* PERF_RECORD_COMM and the like: --show-task-events and its kin; the line of -F +metric. */
static bool is_other_record(struct slice word)
{
	return slice_starts(word, SLICE("PERF_RECORD_")) || slice_starts(word, SLICE("LOST")) ||
	       slice_equal(word, SLICE("metric:"));
}

/* "PERF_RECORD_LOST lost 7", "LOST 7 events on cpu 0": how many; 0 of any other record. */
static uint64_t event_lost(struct slice text)
{
	uint64_t count = 0;
	struct slice word;

	text = slice_trim_left(text);
	if (!slice_starts(text, SLICE("PERF_RECORD_LOST")) && !slice_starts(text, SLICE("LOST")))
		return 0;
	while (slice_word(&text, &word) && !slice_to_u64(word, &count))
		continue;
	return count;
}

/* Take a word that is a number off the front. */
static inline bool take_period(struct slice *text, struct perf_event *event)
{
	const struct slice rest = slice_trim_left(*text);
	const char *const end = rest.ptr + rest.len, *at = rest.ptr;
	const ptrdiff_t sure = 19; /* digits that always fit */
	uint64_t sum = 0, digit;

	while (at < end && (digit = (uint64_t)(unsigned char)*at - '0') <= 9) {
		sum = sum * 10 + digit;
		at++;
	}
	if (at == rest.ptr || (at < end && !char_is_blank(*at)))
		return false;
	event->period = sum;
	if (UNLIKELY(at - rest.ptr > sure)) {
		event->huge = !slice_to_u64(slice_between(rest.ptr, at), &event->period);
		if (event->huge)
			event->period = 0;
	}
	*text = slice_between(at, end);
	return true;
}

/* "cycles:55befbbbf177 leaf (/x)": text that has lost the blanks behind the event. */
static bool take_joined_event(struct slice word, struct slice rest, struct perf_event *event,
			      struct slice *text)
{
	const size_t colon = slice_rfind(word, ':');
	struct slice after, address, key;

	if (colon == SLICE_NONE || colon == 0)
		return false;
	after = slice_between(word.ptr + colon + 1, rest.ptr + rest.len);
	if (!perf_fields_joined_ip(after, &address, &key) &&
	    (!perf_fields_ip(after, &address, &key) || address.ptr != after.ptr))
		return false;
	event->event = slice_head(word, colon);
	event->has_event = true;
	*text = after;
	return true;
}

/* Parse the text after the time: "  250000 cycles:u: ", and text after that. */
static void perf_event_parse_event(struct slice rest, struct perf_event *event, struct slice *text)
{
	struct slice word, next = rest, after;
	bool has_period;

	event->event = SLICE("");
	event->period = 0;
	event->has_event = event->other = event->huge = false;
	*text = rest;
	has_period = take_period(&next, event);
	after = next;
	if (slice_word(&next, &word)) {
		event->other = !has_period && is_other_record(word);
		if (event->other) {
			event->lost = event_lost(rest);
			return;
		}
		if (slice_drop(&word, SLICE(":"))) {
			event->event = word;
			event->has_event = true;
			*text = next;
			return;
		}
		if (take_joined_event(word, rest, event, text))
			return;
	}
	if (!has_period)
		return;
	if (perf_fields_are_numbers(rest)) { /* an address of decimal digits alone */
		event->huge = false;
		event->period = 0;
		return;
	}
	*text = after;
}

/* True if blanks align the time as perf does it: then no editor took blanks off the line. */
static bool is_aligned(struct slice line, struct slice time)
{
	size_t at = (size_t)(time.ptr - line.ptr), blanks = 0;

	while (blanks < at && char_is_blank(line.ptr[at - 1 - blanks]))
		blanks++;
	return blanks >= 2 && blanks + time.len >= 1 + TIME_WIDTH;
}

/* A number of a thread with fields after it that are not known; they end before the time. */
static bool parse_unknown_head(struct slice left, struct perf_event *event)
{
	struct slice rest = left, word;
	struct perf_event found = {0};

	while (slice_last_word(&rest, &word)) {
		const struct slice until = slice_between(left.ptr, word.ptr + word.len);

		if (!perf_event_parse_head(until, &found) ||
		    (found.cpu.len == 0 && found.pid.len == 0 &&
		     (found.comm.len == 0 || is_narrow(&found))))
			continue;
		*event = found;
		event->unknown = slice_trim(
			slice_between(word.ptr + word.len, left.ptr + left.len));
		return true;
	}
	return false;
}

/* True for a time of as many decimals as perf prints: "1318.139729:" */
static bool is_whole_time(struct slice word)
{
	return word.len - slice_find(word, '.') - 2 >= TIME_DECIMALS;
}

/* With a time, `word`, that has no number of a thread before it. */
static enum perf_event_line parse_timed_odd(struct slice line, struct slice word,
					    struct perf_event *event, struct slice *text)
{
	const struct slice left = slice_between(line.ptr, word.ptr);
	struct slice address, key;
	bool threaded;

	threaded = parse_unknown_head(left, event);
	if (!threaded && !is_whole_time(word))
		return PERF_NO_EVENT_LINE;
	if (!threaded)
		parse_nameless_head(left, event);
	event->time = slice_head(word, word.len - 1);
	perf_event_parse_event(slice_between(word.ptr + word.len, line.ptr + line.len), event,
			       text);
	/* "sched:sched_switch: TEXT"; trace-cmd prints "sched_switch: TEXT" */
	return threaded || event->other || perf_fields_ip(*text, &address, &key) ||
			       (event->has_event && ((text->len > 0 && slice_is_blank(*text)) ||
						     slice_find(event->event, ':') != SLICE_NONE))
		       ? PERF_EVENT_LINE
		       : PERF_EVENT_LINE_IF_STACK;
}

/* With a time: the first one that has a head before it. It sets all fields of the event. */
static enum perf_event_line parse_timed(struct slice line, struct perf_event *event,
					struct slice *text)
{
	struct slice word, first = {0};
	size_t behind = 0;

	event->unknown = SLICE("");
	event->comm_is_frame = false;
	while (find_time(line, behind, &word)) {
		behind = (size_t)(word.ptr + word.len - line.ptr);
		if (first.len == 0 || (!is_whole_time(first) && is_whole_time(word)))
			first = word;
		if (!perf_event_parse_head(slice_between(line.ptr, word.ptr), event))
			continue;
		event->time = slice_head(word, word.len - 1);
		perf_event_parse_event(slice_tail(line, behind), event, text);
		if (UNLIKELY(is_narrow(event)) && is_aligned(line, word))
			correct_thread(event);
		return PERF_EVENT_LINE;
	}
	return first.len > 0 ? parse_timed_odd(line, first, event, text) : PERF_NO_EVENT_LINE;
}

/*
 * Take a period off the end. perf aligns it to PERIOD_WIDTH, which distinguishes it from the number
 * of a thread where thread and CPU are not before it.
 */
static bool take_last_period(struct slice *left, struct perf_event *event)
{
	const struct slice text = slice_trim_right(*left);
	struct slice rest = text, number, before, cpu;
	struct perf_event thread;
	size_t width;

	if (!slice_last_word(&rest, &number) || !slice_is_number(number))
		return false;
	before = rest = slice_trim_right(rest);
	width = text.len - rest.len;
	if ((rest.len == 0 ? width < PERIOD_WIDTH : width <= PERIOD_WIDTH) &&
	    !(take_cpu(&before, &cpu) && parse_thread(before, &thread)))
		return false;
	event->huge = !slice_to_u64(number, &event->period);
	*left = rest;
	return true;
}

/* Parse the text before the event of a line without a time; false without any number. */
static bool parse_untimed_head(struct slice left, bool aligned, struct perf_event *event)
{
	const bool has_period = take_last_period(&left, event);

	if (!perf_event_parse_head(left, event))
		parse_nameless_head(left, event);
	else if (aligned && is_narrow(event))
		correct_thread(event);
	return event->tid.len > 0 || event->cpu.len > 0 || has_period;
}

/*
 * Without a time: the event is the first word with a colon that has a number before it and fields
 * after it. Without such a word `*last` is the last one with fields after it, or empty.
 */
static bool parse_untimed_event(struct slice line, struct perf_event *event, struct slice *text,
				struct slice *last)
{
	struct slice rest = line, word, address = {0}, key;
	bool first = true, found = false;

	*last = slice_tail(line, line.len);
	while (slice_word(&rest, &word)) {
		struct slice name = word;

		if (name.len < 2 || !slice_drop(&name, SLICE(":")))
			continue;
		if (first) /* once, or a line of colons takes the square of its length */
			found = perf_fields_ip(rest, &address, &key);
		first = false;
		if (!(found && address.ptr >= rest.ptr) && !slice_is_blank(rest) &&
		    !perf_fields_are_numbers(rest) && slice_find(name, ':') == SLICE_NONE)
			continue;
		*event = (struct perf_event){.event = name, .has_event = true};
		*text = rest;
		if (parse_untimed_head(slice_between(line.ptr, word.ptr), rest.len > 0, event))
			return true;
		*last = word;
	}
	return false;
}

/* "COMM EVENT: ", `word` the event: no number is before it. */
static enum perf_event_line parse_named_event(struct slice line, struct slice word,
					      struct perf_event *event, struct slice *text)
{
	struct slice address, key;

	*text = slice_between(word.ptr + word.len, line.ptr + line.len);
	*event = (struct perf_event){.event = slice_head(word, word.len - 1), .has_event = true};
	parse_nameless_head(slice_between(line.ptr, word.ptr), event);
	if (perf_fields_ip(*text, &address, &key))
		return PERF_EVENT_LINE;
	return text->len > 0 && slice_is_blank(*text) && !char_is_blank(line.ptr[0])
		       ? PERF_EVENT_LINE_IF_STACK
		       : PERF_NO_EVENT_LINE;
}

/* Neither a time nor an event: "COMM TID ", "COMM ", "COMM   250000     55befbbbf177 leaf (/x)". */
static enum perf_event_line parse_bare(struct slice line, struct perf_event *event,
				       struct slice *text)
{
	/* a comm of 15 bytes has one blank before it, as the text of a tracepoint */
	const size_t indent = line.ptr[0] == ' ' && !char_is_blank(line.ptr[1]);
	struct slice address = slice_tail(line, line.len), key, left;
	const bool has_ip = perf_fields_ip(slice_tail(line, indent), &address, &key);
	bool numbered;

	*event = (struct perf_event){0};
	left = slice_between(line.ptr, address.ptr);
	*text = slice_tail(line, slice_trim_right(left).len);
	if (slice_is_blank(left) || (!has_ip && !char_is_blank(line.ptr[line.len - 1])))
		return PERF_NO_EVENT_LINE;
	numbered = parse_untimed_head(left, true, event);
	if (has_ip || event->tid.len > 0 || (numbered && event->comm.len > 0))
		return PERF_EVENT_LINE;
	return !numbered && (char_is_blank(line.ptr[0]) || event->comm.len > COMM_LONGEST)
		       ? PERF_NO_EVENT_LINE
		       : PERF_EVENT_LINE_IF_STACK;
}

/* True for one blank or two in front of a comm: perf puts fields below a stack there. */
static bool is_indented(struct slice line, const struct perf_event *event, struct slice text)
{
	struct slice address, key;

	return char_is_blank(line.ptr[0]) && event->comm.len > 0 && event->cpu.len == 0 &&
	       event->period == 0 && event->comm.ptr <= line.ptr + 2 &&
	       !perf_fields_ip(text, &address, &key);
}

static enum perf_event_line parse_untimed(struct slice line, struct perf_event *event,
					  struct slice *text)
{
	enum perf_event_line kind;
	struct slice last;

	if (parse_untimed_event(line, event, text, &last))
		return PERF_EVENT_LINE;
	kind = parse_bare(line, event, text);
	if (last.len == 0 || (kind == PERF_EVENT_LINE && event->tid.len > 0))
		return kind;
	kind = parse_named_event(line, last, event, text);
	return kind != PERF_NO_EVENT_LINE ? kind : parse_bare(line, event, text);
}

enum perf_event_line perf_event_parse(struct slice line, struct perf_event *event,
				      struct slice *text)
{
	enum perf_event_line kind;
	size_t record;

	kind = parse_timed(line, event, text);
	if (kind != PERF_NO_EVENT_LINE)
		return kind;
	record = slice_search(line, SLICE(" PERF_RECORD_"));
	*event = (struct perf_event){.other = record != SLICE_NONE};
	if (event->other) {
		*text = slice_tail(line, record);
		event->lost = event_lost(*text);
		return PERF_EVENT_LINE;
	}
	kind = parse_untimed(line, event, text);
	return kind != PERF_NO_EVENT_LINE && is_indented(line, event, *text) ? PERF_NO_EVENT_LINE
									     : kind;
}
