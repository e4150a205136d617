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
 * and its folded output (-F), whose lines have a `;` too many: "main;f; 667". What heaptrack itself
 * writes is read by heaptrack_raw.c.
 */
#include "collapse/formats/heaptrack_raw.h"
#include "collapse/text.h"
#include "common/base/checked.h"
#include "common/folded/folded_grammar.h"

enum { HEAPTRACK_UNINTERPRETED = TEXT_NOTES };

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
	bool more = true;

	if (!folded_one_column.split(line, &folded) || folded.weight.overflow) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	while (more) {
		more = slice_cut(&folded.stack, ';', &frame);
		if (more || folded.stack.len > 0)
			text_push(run, more ? frame : folded.stack);
	}
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
		buf_reset(&heaptrack->leaf);
		buf_add(&heaptrack->leaf, text);
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
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
	.line = heaptrack_line,
	.end = heaptrack_end,
	.state_size = sizeof(struct heaptrack),
	.owns = {TEXT_OWNS(BUF, struct heaptrack, leaf)},
	.release = heaptrack_release,
};

const struct collapser collapse_heaptrack = {
	.name = "heaptrack",
	.summary = "folded stacks from what heaptrack and heaptrack_print write",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct heaptrack_options),
	.text = &format,
	.probe = heaptrack_probe,
};
