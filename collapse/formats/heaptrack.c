/* SPDX-License-Identifier: MIT */
/*
 * The heaptrack format: what heaptrack_print prints, leaf first, several stacks to a leaf:
 *
 *     21.87M peak memory consumed over 4000 calls from
 *     leaf_big
 *       at /src/heap.c:9
 *       in /usr/bin/app
 *     10.92M consumed over 667 calls from:
 *         recurse
 *           at /src/heap.c:10
 *         main
 *           at /src/heap.c:15
 *       and 35B from 3 other places
 *
 * and its folded output (-F), whose lines have a `;` too many: "main;f; 667"; and what heaptrack
 * itself writes, below.
 */
#include "collapse/text.h"
#include "common/base/checked.h"
#include "common/folded/folded_grammar.h"

enum { HEAPTRACK_UNINTERPRETED = TEXT_NOTES };

enum heaptrack_value {
	HEAPTRACK_PEAK,
	HEAPTRACK_ALLOCATIONS,
	HEAPTRACK_LEAKED,
	HEAPTRACK_TEMPORARY,
	HEAPTRACK_ALLOCATED, /* only of heaptrack's own files */
};

static const char *const value_names[] = {"peak",      "allocations", "leaked",
					  "temporary", "allocated",   NULL};
static const char *const value_helps[] = {
	"bytes when most memory was in use",
	"calls of allocation functions",
	"bytes that were never freed",
	"allocations that were freed before the next one",
	"bytes that were allocated in the whole run, which only a recording has",
	NULL,
};

struct heaptrack_options {
	int value; /* enum heaptrack_value */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Heaptrack"},
	{OPT_CHOICE, .name = "value", .value = "KIND", OPT_AT(struct heaptrack_options, value),
	 .choices = value_names, .choice_helps = value_helps,
	 .help = "What is counted of a recording or its text; the default is peak"},
};

/* ---- Files of heaptrack: tables, and a line per allocation and free ---- */

/*
 *     v 10400 3            version of heaptrack, of the file
 *     s 4 main             the next string, from 1
 *     i 401136 1 2 3 c     the next instruction pointer: address, module, then function, file and
 *                          line of each function there, the innermost first; 0: no string
 *     t 1 0                the next trace: instruction pointer, trace of the caller; 0: none
 *     a 64 1               the next kind of allocation, from 0: bytes, trace
 *     + 0                  an allocation of the kind, and its free
 *     - 0
 *
 * All numbers are hexadecimal.
 */

struct raw_ip {
	uint32_t first, count; /* frames, the innermost first */
};

struct raw_trace {
	uint32_t ip, parent;
	uint32_t depth; /* frames up to the root */
};

struct raw_kind {
	uint64_t size; /* bytes of one */
	uint32_t trace;
	bool changed; /* since the latest peak: `at_peak` is to be set at the next one */
	uint64_t live, at_peak, all, temporary;
};

struct heaptrack_raw {
	frame_id *strings; /* from 1; the others likewise, but kinds from 0 */
	struct raw_ip *ips;
	frame_id *frames;
	struct raw_trace *traces;
	struct raw_kind *kinds;
	uint32_t *changed; /* kinds */
	size_t string_count, string_cap, ip_count, ip_cap, frame_count, frame_cap;
	size_t trace_count, trace_cap, kind_count, kind_cap, changed_count, changed_cap;
	uint64_t version; /* of the file */
	uint64_t bytes, peak;
	uint64_t latest; /* kind of the latest allocation, if nothing was freed after it */
	struct buf name;
};

#define RAW_NONE UINT64_MAX

/* Take a number and the blank before it off the front. */
static bool raw_number(struct slice *line, uint64_t *value)
{
	struct slice word;

	*value = 0;
	return slice_word(line, &word) && slice_hex_to_u64(word, value);
}

/* "v 10400 3": the first line. */
static bool heaptrack_raw_begins(struct slice line)
{
	uint64_t number;

	return slice_skip(&line, SLICE("v ")) && raw_number(&line, &number) && number >= 0x10000 &&
	       (line.len == 0 || (raw_number(&line, &number) && line.len == 0));
}

static struct heaptrack_raw *heaptrack_raw_new(void)
{
	struct heaptrack_raw *raw = memory_clear(1, sizeof(*raw));

	raw->latest = RAW_NONE;
	return raw;
}

static void heaptrack_raw_free(struct heaptrack_raw *raw)
{
	if (!raw)
		return;
	free(raw->strings);
	free(raw->ips);
	free(raw->frames);
	free(raw->traces);
	free(raw->kinds);
	free(raw->changed);
	buf_release(&raw->name);
	free(raw);
}

/* ---- Tables ---- */

/* "s 4 main"; before version 3 without the length */
static bool raw_see_string(struct ingest_run *run, struct heaptrack_raw *raw, struct slice line)
{
	uint64_t length;
	bool good = true;

	if (raw->version >= 3) {
		good = raw_number(&line, &length) && slice_skip(&line, SLICE(" ")) &&
		       line.len == length;
	}
	MEMORY_ROOM(raw->strings, raw->string_count, raw->string_cap);
	/* a damaged one keeps its number */
	raw->strings[raw->string_count++] = text_frame(run, good ? line : SLICE(""));
	return good;
}

static void raw_add_frame(struct heaptrack_raw *raw, frame_id frame)
{
	MEMORY_ROOM(raw->frames, raw->frame_count, raw->frame_cap);
	raw->frames[raw->frame_count++] = frame;
}

static bool raw_see_ip(struct ingest_run *run, struct heaptrack_raw *raw, struct slice line)
{
	struct raw_ip ip = {.first = (uint32_t)raw->frame_count};
	uint64_t address, module, function, file, number;
	bool good = raw_number(&line, &address) && raw_number(&line, &module);

	while (good && slice_trim(line).len > 0) {
		good = raw_number(&line, &function) && function <= raw->string_count;
		if (good && function > 0)
			raw_add_frame(raw, raw->strings[function - 1]);
		if (slice_trim(line).len > 0)
			good = good && raw_number(&line, &file) && raw_number(&line, &number);
	}
	if (good && raw->frame_count == ip.first) {
		buf_reset(&raw->name);
		buf_printf(&raw->name, "0x%llx", (unsigned long long)address);
		raw_add_frame(raw, text_frame(run, buf_slice(&raw->name)));
	}
	/* a damaged one keeps its number, and what it has */
	ip.count = (uint32_t)(raw->frame_count - ip.first);
	MEMORY_ROOM(raw->ips, raw->ip_count, raw->ip_cap);
	raw->ips[raw->ip_count++] = ip;
	return good;
}

static bool raw_see_trace(struct heaptrack_raw *raw, struct slice line)
{
	uint64_t ip = 0, parent = 0;
	bool good = raw_number(&line, &ip) && raw_number(&line, &parent) && ip > 0 &&
		    ip <= raw->ip_count && parent <= raw->trace_count;
	uint64_t depth;

	if (!good)
		ip = parent = 0;
	depth = (ip > 0 ? raw->ips[ip - 1].count : 0) +
		(parent > 0 ? (uint64_t)raw->traces[parent - 1].depth : 0);
	MEMORY_ROOM(raw->traces, raw->trace_count, raw->trace_cap);
	raw->traces[raw->trace_count++] = (struct raw_trace){
		.ip = (uint32_t)ip,
		.parent = (uint32_t)parent,
		.depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
	};
	return good;
}

static bool raw_see_kind(struct heaptrack_raw *raw, struct slice line)
{
	struct raw_kind kind = {.size = 0};
	uint64_t trace = 0;
	bool good = raw_number(&line, &kind.size) && raw_number(&line, &trace) &&
		    trace <= raw->trace_count;

	kind.trace = good ? (uint32_t)trace : 0;
	MEMORY_ROOM(raw->kinds, raw->kind_count, raw->kind_cap);
	raw->kinds[raw->kind_count++] = kind;
	return good;
}

/* ---- Allocations ---- */

static void raw_change(struct heaptrack_raw *raw, struct raw_kind *kind)
{
	if (kind->changed)
		return;
	kind->changed = true;
	MEMORY_ROOM(raw->changed, raw->changed_count, raw->changed_cap);
	raw->changed[raw->changed_count++] = (uint32_t)(kind - raw->kinds);
}

/* More bytes are live than ever: each kind that has changed is noted once, then. */
static void raw_see_peak(struct heaptrack_raw *raw)
{
	raw->peak = raw->bytes;
	while (raw->changed_count > 0) {
		struct raw_kind *kind = &raw->kinds[raw->changed[--raw->changed_count]];

		kind->at_peak = kind->live;
		kind->changed = false;
	}
}

static bool raw_see_allocation(struct heaptrack_raw *raw, struct slice line)
{
	struct raw_kind *kind;
	uint64_t number;

	if (!raw_number(&line, &number) || number >= raw->kind_count)
		return false;
	kind = &raw->kinds[number];
	if (kind->size > UINT64_MAX - raw->bytes)
		return false;
	kind->live++;
	kind->all++;
	raw->bytes += kind->size;
	raw->latest = number;
	raw_change(raw, kind);
	if (raw->bytes > raw->peak)
		raw_see_peak(raw);
	return true;
}

static bool raw_see_free(struct heaptrack_raw *raw, struct slice line)
{
	struct raw_kind *kind;
	uint64_t number;

	if (!raw_number(&line, &number) || number >= raw->kind_count)
		return false;
	kind = &raw->kinds[number];
	if (kind->live == 0)
		return false;
	kind->live--;
	kind->temporary += raw->latest == number;
	raw->latest = RAW_NONE;
	raw->bytes -= kind->size;
	raw_change(raw, kind);
	return true;
}

/*
 * Read a line; one that is damaged is noted. False: heaptrack_interpret has not seen the file, which
 * cannot be used.
 */
static bool heaptrack_raw_line(struct ingest_run *run, struct heaptrack_raw *raw, struct slice line)
{
	const char what = line.len > 0 ? line.ptr[0] : '#';
	struct slice rest = line;
	uint64_t number;
	bool good = true;

	if (line.len > 1 && line.ptr[1] != ' ' && what != '#') {
		text_note(run, TEXT_BAD_LINE, line);
		return true;
	}
	rest = slice_tail(line, line.len > 1 ? 2 : line.len);
	switch (what) {
	case 'v':
		good = raw_number(&rest, &number);
		raw->version = 1;
		raw_number(&rest, &raw->version);
		break;
	case 'X': header_add(&run->profile.header, HEADER_COMMAND, rest); break;
	case 's': good = raw_see_string(run, raw, rest); break;
	case 'i': good = raw_see_ip(run, raw, rest); break;
	case 't': good = raw_see_trace(raw, rest); break;
	case 'a': good = raw_see_kind(raw, rest); break;
	case '+': good = raw_see_allocation(raw, rest); break;
	case '-': good = raw_see_free(raw, rest); break;
	case 'x':
	case 'm': return false;
	case 'I': /* system, time, resident size, attached, suppressions, comments */
	case 'c':
	case 'R':
	case 'A':
	case 'S':
	case '#': break;
	default: good = false;
	}
	if (!good)
		text_note(run, TEXT_BAD_LINE, line);
	return true;
}

/* ---- Stacks ---- */

static bool raw_value(const struct raw_kind *kind, enum heaptrack_value value, uint64_t *count)
{
	switch (value) {
	case HEAPTRACK_ALLOCATIONS: *count = kind->all; return true;
	case HEAPTRACK_TEMPORARY: *count = kind->temporary; return true;
	case HEAPTRACK_PEAK: *count = kind->at_peak; break;
	case HEAPTRACK_LEAKED: *count = kind->live; break;
	case HEAPTRACK_ALLOCATED: *count = kind->all; break;
	}
	if (kind->size == 0)
		*count = 0;
	return kind->size == 0 || u64_multiply(count, kind->size);
}

/* The file ends: count the stacks. */
static void heaptrack_raw_end(struct ingest_run *run, struct heaptrack_raw *raw,
			      enum heaptrack_value value)
{
	const bool counts = value == HEAPTRACK_ALLOCATIONS || value == HEAPTRACK_TEMPORARY;
	size_t i, at;

	header_add(&run->profile.header, HEADER_UNIT,
		   counts ? SLICE("allocations") : SLICE("bytes"));
	for (i = 0; i < raw->kind_count; i++) {
		uint32_t trace = raw->kinds[i].trace;
		uint64_t count = 0;

		if (!raw_value(&raw->kinds[i], value, &count)) {
			text_note(run, TEXT_HUGE, SLICE(""));
			continue;
		}
		if (count == 0 || (trace > 0 && !text_affords(run, raw->traces[trace - 1].depth)))
			continue;
		for (; trace > 0; trace = raw->traces[trace - 1].parent) {
			const struct raw_trace *step = &raw->traces[trace - 1];
			const struct raw_ip *ip = step->ip > 0 ? &raw->ips[step->ip - 1] : NULL;

			for (at = 0; ip && at < ip->count; at++)
				text_push_frame(run, raw->frames[ip->first + at]);
		}
		text_fill(run);
		text_finish(run, TEXT_LEAF_FIRST, count);
	}
}

/* ---- Text of heaptrack_print ---- */

struct heaptrack {
	struct text text;
	struct buf leaf;
	bool leaf_due;  /* its name is the next line */
	bool in_stack;  /* callers follow */
	uint64_t count; /* of the stack */
	bool wanted;    /* the block is of the value asked for */
	bool in_file;   /* a line was seen */
	bool is_refused;
	struct heaptrack_raw *raw; /* NULL: the file is text */
};

/* "21.87M", "35B", "4000": heaptrack's K is 1000. */
static bool take_amount(struct ingest_run *run, struct slice *text, uint64_t *amount)
{
	static const struct {
		char letter;
		uint64_t unit;
	} units[] = {{'K', 1000}, {'M', 1000000}, {'G', 1000000000}, {'T', 1000000000000}};
	size_t i;

	if (!text_take_decimal(run, text, 2, amount))
		return false;
	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (text->len > 0 && text->ptr[0] == units[i].letter) {
			*text = slice_tail(*text, 1);
			if (!u64_multiply(amount, units[i].unit)) {
				text_note(run, TEXT_HUGE, *text);
				return false;
			}
			break;
		}
	}
	*amount /= 100;
	slice_skip(text, SLICE("B"));
	return text->len == 0 || char_is_blank(text->ptr[0]);
}

/* Parse the value of a header line, of a whole leaf ("... from") or of one stack ("... from:"). */
static bool parse_header(struct ingest_run *run, struct slice line, enum heaptrack_value *value,
			 uint64_t *amount, bool *is_stack)
{
	static const struct {
		struct slice text;
		enum heaptrack_value value;
	} kinds[] = {
		{SLICE_INIT(" calls to allocation functions with "), HEAPTRACK_ALLOCATIONS},
		{SLICE_INIT(" calls with "), HEAPTRACK_ALLOCATIONS},
		{SLICE_INIT(" peak memory consumed over "), HEAPTRACK_PEAK},
		{SLICE_INIT(" consumed over "), HEAPTRACK_PEAK},
		{SLICE_INIT(" leaked over "), HEAPTRACK_LEAKED},
		{SLICE_INIT(" temporary allocations of "), HEAPTRACK_TEMPORARY},
	};
	size_t i;

	*is_stack = slice_drop(&line, SLICE(":"));
	if (line.len == 0 || !char_is_digit(line.ptr[0]) || !slice_drop(&line, SLICE(" from")) ||
	    !take_amount(run, &line, amount))
		return false;
	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		if (slice_starts(line, kinds[i].text)) {
			*value = kinds[i].value;
			return true;
		}
	}
	return false;
}

static void heaptrack_finish_stack(struct ingest_run *run)
{
	struct heaptrack *heaptrack = run->state;

	if (heaptrack->in_stack && heaptrack->wanted)
		text_count(run, TEXT_LEAF_FIRST, heaptrack->count);
	text_cut(run, 0);
	heaptrack->in_stack = false;
}

/* "and 35B from 3 other places" */
static bool see_others(struct ingest_run *run, struct slice line)
{
	struct heaptrack *heaptrack = run->state;
	uint64_t amount;

	if (!slice_skip(&line, SLICE("and ")) || !slice_contains(line, SLICE(" other places")) ||
	    !take_amount(run, &line, &amount))
		return false;
	heaptrack_finish_stack(run);
	if (heaptrack->wanted) {
		text_push(run, buf_slice(&heaptrack->leaf));
		text_push(run, SLICE("[other places]"));
		text_finish(run, TEXT_LEAF_FIRST, amount);
	}
	return true;
}

static void heaptrack_folded(struct ingest_run *run, struct slice line)
{
	struct folded_line folded;
	struct slice frame;

	if (!folded_one_column.split(line, &folded) || folded.weight.overflow) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	while (slice_part(&folded.stack, ';', &frame))
		text_push(run, frame);
	text_finish(run, TEXT_ROOT_FIRST, folded.weight.count[1]);
}

static bool heaptrack_is_folded(struct slice line)
{
	struct slice word;

	return slice_last_word(&line, &word) && slice_is_number(word) &&
	       slice_ends(slice_trim_right(line), SLICE(";"));
}

static void heaptrack_line(struct ingest_run *run, struct slice line)
{
	const struct heaptrack_options *options = run->options;
	struct heaptrack *heaptrack = run->state;
	struct slice text = slice_trim(line);
	enum heaptrack_value value;
	uint64_t amount;
	bool is_stack;

	if (!heaptrack->in_file && heaptrack_raw_begins(line))
		heaptrack->raw = heaptrack_raw_new();
	heaptrack->in_file = true;
	if (heaptrack->raw) {
		if (!heaptrack->is_refused && !heaptrack_raw_line(run, heaptrack->raw, line)) {
			text_note(run, HEAPTRACK_UNINTERPRETED, line);
			heaptrack->is_refused = true;
		}
		return;
	}
	if (parse_header(run, line, &value, &amount, &is_stack)) {
		heaptrack_finish_stack(run);
		heaptrack->wanted = (int)value == options->value;
		header_add(&run->profile.header, HEADER_UNIT,
			   options->value == HEAPTRACK_PEAK || options->value == HEAPTRACK_LEAKED
				   ? SLICE("bytes")
				   : SLICE("allocations"));
		heaptrack->leaf_due = !is_stack;
		heaptrack->in_stack = is_stack;
		heaptrack->count = amount;
		if (is_stack)
			text_push(run, buf_slice(&heaptrack->leaf));
	} else if (heaptrack->leaf_due) {
		heaptrack->leaf_due = false;
		buf_set(&heaptrack->leaf, text);
	} else if (see_others(run, text)) {
		return;
	} else if (heaptrack->in_stack && slice_starts(line, SLICE("    ")) && line.len > 4 &&
		   line.ptr[4] != ' ') {
		text_push(run, text);
	} else if (heaptrack_is_folded(line)) {
		heaptrack_folded(run, line);
	} else if (text.len == 0) {
		heaptrack_finish_stack(run);
	} else if (slice_starts(text, SLICE("and ")) || slice_ends(text, SLICE(" other places")) ||
		   (char_is_digit(line.ptr[0]) &&
		    slice_ends(slice_trim_right(line), SLICE("from")))) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void heaptrack_end(struct ingest_run *run)
{
	const struct heaptrack_options *options = run->options;
	struct heaptrack *heaptrack = run->state;

	if (heaptrack->raw && !heaptrack->is_refused)
		heaptrack_raw_end(run, heaptrack->raw, (enum heaptrack_value)options->value);
	heaptrack_raw_free(heaptrack->raw);
	heaptrack->raw = NULL;
	heaptrack->in_file = heaptrack->is_refused = false;
	heaptrack_finish_stack(run);
	heaptrack->leaf_due = heaptrack->wanted = false;
	buf_reset(&heaptrack->leaf);
}

static void heaptrack_release(void *state)
{
	heaptrack_raw_free(((struct heaptrack *)state)->raw);
}

static bool heaptrack_is_header(struct slice line)
{
	return slice_contains(line, SLICE(" calls to allocation functions with ")) ||
	       slice_contains(line, SLICE(" peak memory consumed over ")) ||
	       (slice_contains(line, SLICE(" leaked over ")) &&
		slice_ends(line, SLICE(" calls from"))) ||
	       (slice_contains(line, SLICE(" temporary allocations of ")) &&
		slice_contains(line, SLICE(" allocations in total (")));
}

static enum probe heaptrack_probe(struct slice head, bool whole)
{
	struct slice rest = head, line;
	bool seen = false, all_folded = true; /* any folded text may have one empty frame */

	if (probe_line(&rest, whole, &line) && heaptrack_raw_begins(line))
		return PROBE_YES;
	rest = head;
	while (probe_line(&rest, whole, &line)) {
		seen = true;
		all_folded &= heaptrack_is_folded(line);
	}
	if (seen && all_folded)
		return PROBE_YES;
	return probe_any(head, whole, heaptrack_is_header);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[HEAPTRACK_UNINTERPRETED] = {.message = "no names in it: run heaptrack --analyze, or "
						"heaptrack_interpret",
				     .one = "file without names",
				     .many = "files without names",
				     .fails = NOTE_FAILS},
};

static const struct text_format format = {
	.kinds = TEXT_KINDS(kinds),
	.line = heaptrack_line,
	.end = heaptrack_end,
	.state_size = sizeof(struct heaptrack),
	.owns = {TEXT_OWNS(BUF, struct heaptrack, leaf)},
	.release = heaptrack_release,
};

const struct collapser collapse_heaptrack = {
	.name = "heaptrack",
	.summary = "folded stacks from what heaptrack and heaptrack_print write",
	.rows = COLLAPSE_OPTIONS(rows, struct heaptrack_options),
	.text = &format,
	.probe = heaptrack_probe,
};
