/* SPDX-License-Identifier: MIT */
/*
 * Stacks between dashed lines, leaf first. Values are rounded and have units; they are counted
 * in nanoseconds, bytes, or as they are.
 *
 *     -----------+-------------------------------------------------------
 *         worker:  my worker 2
 *           10ms   strconv.readFloat (inline)
 *                  strconv.atof64
 */
#include "collapse/go/go.h"
#include "common/base/u128.h"

enum { VALUE_DIGITS = 3, VALUE_SCALE = 1000, NAME_COLUMN = 13 };

static const struct go_unit {
	struct slice name;
	uint64_t factor;
} units[] = {
	{SLICE_INIT(""), 1},
	{SLICE_INIT("ns"), 1},
	{SLICE_INIT("us"), 1000},
	{SLICE_INIT("\xC2\xB5s"), 1000},
	{SLICE_INIT("ms"), 1000000},
	{SLICE_INIT("s"), 1000000000},
	{SLICE_INIT("mins"), 60000000000},
	{SLICE_INIT("hrs"), 3600000000000},
	{SLICE_INIT("days"), 86400000000000},
	{SLICE_INIT("wks"), 604800000000000},
	{SLICE_INIT("yrs"), 31536000000000000},
	{SLICE_INIT("B"), 1},
	{SLICE_INIT("kB"), (uint64_t)1 << 10},
	{SLICE_INIT("MB"), (uint64_t)1 << 20},
	{SLICE_INIT("GB"), (uint64_t)1 << 30},
	{SLICE_INIT("TB"), (uint64_t)1 << 40},
	{SLICE_INIT("PB"), (uint64_t)1 << 50},
};

static const struct go_unit *go_traces_find_unit(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(units[i].name, name))
			return &units[i];
	}
	return NULL;
}

/* Thousandths of a unit as a whole number, rounded half up. */
static uint64_t scale(struct ingest_run *run, uint64_t thousandths, uint64_t factor,
		      struct slice line)
{
	struct u128 product = u128_multiply(thousandths, factor);
	uint64_t rest = u128_divide(&product, VALUE_SCALE);

	if (product.high > 0 || product.low == UINT64_MAX) {
		text_note(run, TEXT_HUGE, line);
		return 0;
	}
	return product.low + (rest >= VALUE_SCALE / 2);
}

/* "512.01kB   ", taken off the front of a line; `negative` ones as what they are without sign. */
static bool go_traces_take_value(struct ingest_run *run, struct slice *line, uint64_t *value,
				 bool *negative)
{
	struct slice rest = *line, word, unit;
	const struct go_unit *found;
	uint64_t thousandths;
	size_t digits = 0;

	if (!slice_word(&rest, &word) || rest.len == 0)
		return false;
	*negative = slice_skip(&word, SLICE("-"));
	while (digits < word.len && (char_is_digit(word.ptr[digits]) || word.ptr[digits] == '.'))
		digits++;
	unit = slice_tail(word, digits);
	found = go_traces_find_unit(unit);
	if (digits == 0 || !found || !text_take_decimal(run, &word, VALUE_DIGITS, &thousandths) ||
	    word.len != unit.len)
		return false;
	*value = scale(run, thousandths, found->factor, *line);
	*line = rest;
	return true;
}

static void go_traces_push_name(struct ingest_run *run, struct slice name)
{
	name = slice_trim(name);
	if (!slice_drop(&name, SLICE(" (inline)")))
		slice_drop(&name, SLICE(" (partial-inline)"));
	text_push(run, name);
}

void go_end_trace(struct ingest_run *run)
{
	struct go *go = go_of(run);

	if (go->in_trace)
		text_finish(run, TEXT_LEAF_FIRST, go->value);
	go->in_trace = false;
}

/* Labels, and facts about the next profile: "worker:  my worker 2", "File: app". */
static bool go_traces_is_remark(struct slice line)
{
	struct slice key;

	return slice_cut(&line, ':', &key) && line.len > 0 && line.ptr[0] == ' ';
}

static bool is_blank(char c)
{
	return c == ' ';
}

void go_see_trace(struct ingest_run *run, struct slice line)
{
	struct go *go = go_of(run);
	struct slice rest = line;
	uint64_t value;
	bool negative;

	if (line.len > NAME_COLUMN && slice_all(slice_head(line, NAME_COLUMN), is_blank)) {
		if (go->in_trace)
			go_traces_push_name(run, line);
		else
			text_note(run, TEXT_BAD_LINE, line);
	} else if (go_traces_take_value(run, &rest, &value, &negative)) {
		go_end_trace(run);
		go->in_trace = true;
		go->value = negative ? 0 : value;
		if (negative)
			text_note(run, TEXT_SKIPPED, line);
		go_traces_push_name(run, rest);
	} else if (!go_traces_is_remark(line)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}
