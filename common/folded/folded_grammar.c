/* SPDX-License-Identifier: MIT */
#include "common/folded/folded_grammar.h"

#include "common/base/checked.h"

/* Digits after the point as an integer of at most LIMIT_SCALE digits, rounded half to even. */
static bool parse_fraction(struct slice digits, uint64_t *value, unsigned *scale, bool *carry)
{
	bool above = false, half;
	char next;

	while (digits.len > 0 && digits.ptr[digits.len - 1] == '0')
		digits.len--;
	*scale = digits.len < LIMIT_SCALE ? (unsigned)digits.len : LIMIT_SCALE;
	*value = 0;
	*carry = false;
	if (*scale > 0 && !slice_to_u64(slice_head(digits, *scale), value))
		return false;
	digits = slice_tail(digits, *scale);
	if (!slice_all(digits, char_is_digit))
		return false;
	if (digits.len == 0)
		return true;
	next = digits.ptr[0];
	above = next > '5' || (next == '5' && digits.len > 1); /* no zeros at the end */
	half = next == '5' && digits.len == 1;
	if (above || (half && *value % 2 == 1))
		++*value;
	*carry = true;
	return true;
}

bool folded_count(struct slice text, uint64_t *value, unsigned *scale, bool *rounded)
{
	struct slice whole = text, fraction = {text.ptr, 0};
	uint64_t below, unit = 1;
	size_t point = slice_find(text, '.');
	bool carry;
	unsigned i;

	if (point != SLICE_NONE) {
		whole = slice_head(text, point);
		fraction = slice_tail(text, point + 1);
	}
	if (!slice_to_u64(whole, value) || !parse_fraction(fraction, &below, scale, &carry))
		return false;
	for (i = 0; i < *scale; i++)
		unit *= 10;
	if (*value > (UINT64_MAX - below) / unit)
		return false;
	*value = *value * unit + below;
	*rounded |= carry;
	return true;
}

bool folded_take_digits(struct slice *line, struct slice *digits)
{
	size_t at = line->len;

	while (at > 0 && (char_is_digit(line->ptr[at - 1]) || line->ptr[at - 1] == '.'))
		at--;
	if (at == 0 || !char_is_blank(line->ptr[at - 1]))
		return false;
	*digits = slice_tail(*line, at);
	*line = slice_head(*line, at - 1);
	return true;
}

bool folded_take_count(struct slice *line, struct folded_number *number)
{
	struct slice rest = *line, digits;

	*number = (struct folded_number){0};
	if (!folded_take_digits(&rest, &digits) ||
	    !folded_count(digits, &number->value, &number->scale, &number->rounded))
		return false;
	*line = rest;
	return true;
}

/* A decimal after the last space, without its decimals: "a  5.7" leaves "a", and 5. */
static bool folded_take_whole(struct slice *line, struct folded_number *number)
{
	size_t space = slice_rfind(*line, ' ');
	struct slice whole, decimals;

	*number = (struct folded_number){0};
	if (space == SLICE_NONE)
		return false;
	decimals = slice_tail(*line, space + 1);
	if (!slice_cut(&decimals, '.', &whole)) {
		whole = decimals;
		decimals.len = 0;
	}
	if (!slice_to_u64(whole, &number->value) || !slice_all(decimals, char_is_digit))
		return false;
	while (decimals.len > 0 && decimals.ptr[decimals.len - 1] == '0')
		decimals.len--;
	number->rounded = decimals.len > 0;
	*line = slice_trim_right(slice_head(*line, space));
	return true;
}

void folded_labels_skip(struct slice *stack)
{
	struct slice name, value;
	unsigned count = 0;

	while (count < LABELS_MAX && label_cut(stack, &name, &value))
		count++;
}

static void take_time(struct ingest_run *run, struct slice value)
{
	struct labels *labels;
	uint64_t time;
	unsigned digits;

	if (!labels_parse_time(value, &time, &digits)) {
		ingest_note(run, FOLDED_TIME, value);
		return;
	}
	profile_label(&run->profile);
	labels = run->profile.labels;
	labels_rescale(labels, digits);
	labels->time = labels_time(labels, time, digits);
}

static bool folded_labels_is_time(struct slice name)
{
	return slice_equal(name, SLICE("time"));
}

/*
 * Labels after a time that was read or not. False if they are more than a set: there is a time
 * among them, or a name comes twice.
 */
static bool read_set(struct ingest_run *run, struct slice text, bool has_time)
{
	struct labels *labels = run->profile.labels;
	struct slice name, value, old;
	bool is_set = true;

	while (label_cut(&text, &name, &value)) {
		const bool twice = folded_labels_is_time(name) ? has_time
							       : labels_pending(labels, name, &old);

		is_set &= !twice && !folded_labels_is_time(name);
		if (twice)
			ingest_note(run, FOLDED_TWICE, name);
		else if (folded_labels_is_time(name))
			take_time(run, value);
		else
			labels_put(labels, name, value);
		has_time |= folded_labels_is_time(name);
	}
	return is_set;
}

/* The set of a text of labels: most came before. */
static void take_set(struct label_sets *known, struct ingest_run *run, struct slice text,
		     bool has_time)
{
	struct labels *into = run->profile.labels;
	const uint64_t time = into->time;
	uint32_t set;

	if (label_sets_find(known, text, &set)) {
		labels_use(into, set);
		into->time = time;
	} else if (read_set(run, text, has_time)) {
		label_sets_add(known, text, labels_current(into));
	}
}

/* "@cpu=05;@tid=7;x": as far as the `x`, which has to be there. */
static struct slice labels_part(struct slice stack)
{
	struct slice rest = stack;

	folded_labels_skip(&rest);
	return slice_between(stack.ptr, rest.ptr);
}

void folded_labels_take(struct label_sets *known, struct ingest_run *run, struct slice *stack)
{
	struct slice part = SLICE(""), rest, name, value;
	bool has_time;

	if (stack->len > 0 && stack->ptr[0] == '@')
		part = labels_part(*stack);
	if (part.len == 0 && !run->profile.labels)
		return;
	profile_label(&run->profile);
	labels_clear(run->profile.labels);
	if (part.len == 0)
		return;
	*stack = slice_tail(*stack, part.len);
	rest = part;
	has_time = label_cut(&rest, &name, &value) && folded_labels_is_time(name);
	if (has_time) {
		take_time(run, value);
		part = rest;
	}
	take_set(known, run, part, has_time);
}

void folded_labels_take_time(struct ingest_run *run, struct slice *stack)
{
	struct slice name, value;
	bool has_time = false, has_state = false;
	unsigned count;

	if (run->profile.labels)
		labels_clear(run->profile.labels);
	for (count = 0; count < LABELS_MAX && label_cut(stack, &name, &value); count++) {
		if (!has_state && slice_equal(name, SLICE("state"))) {
			profile_label(&run->profile);
			labels_put(run->profile.labels, name, value);
			has_state = true;
		}
		if (!folded_labels_is_time(name))
			continue;
		if (has_time)
			ingest_note(run, FOLDED_TWICE, name);
		else
			take_time(run, value);
		has_time = true;
	}
}

bool folded_is_comment(struct slice line)
{
	line = slice_trim(line);
	return line.len == 0 ||
	       (line.ptr[0] == '#' && (line.len == 1 || char_is_blank(line.ptr[1])));
}

static bool looks_like_count(struct slice text)
{
	struct slice whole;

	if (!slice_cut(&text, '.', &whole))
		return slice_is_number(text);
	return slice_is_number(whole) && slice_all(text, char_is_digit);
}

/* Both columns get the larger of their scales. False if a count is too large for it. */
static bool set_column(struct weight *weight, int column, const struct folded_number *number)
{
	const unsigned older = weight->scale;

	weight->count[column] = number->value;
	weight->scale = number->scale > older ? number->scale : older;
	return u64_scale(&weight->count[column], weight->scale - number->scale) &&
	       (column == 1 || u64_scale(&weight->count[1], weight->scale - older));
}

/* Count a word as a column; a count that is too large is still a count. */
static bool weigh(struct slice word, struct folded_line *parts, int column)
{
	struct folded_number number = {.rounded = false};
	const char last = word.ptr[word.len - 1];

	if (!char_is_digit(last) && last != '.')
		return false;
	if (!folded_count(word, &number.value, &number.scale, &number.rounded)) {
		if (!looks_like_count(word))
			return false;
		number = (struct folded_number){.value = 0};
		parts->weight.overflow = true;
	}
	parts->rounded |= number.rounded;
	parts->weight.overflow |= !set_column(&parts->weight, column, &number);
	return true;
}

/* Without blanks around it and empty frames at the leaf. */
static struct slice trim_stack(struct slice stack)
{
	stack = slice_trim(stack);
	while (slice_drop(&stack, SLICE(";")))
		stack = slice_trim_right(stack);
	return stack;
}

static bool split_columns(struct slice line, int columns, struct folded_line *parts)
{
	struct slice rest = line, word, inner;

	*parts = (struct folded_line){.rounded = false};
	if (!slice_last_word(&rest, &word) || !weigh(word, parts, 1))
		return false;
	parts->weight.count[0] = parts->weight.count[1];
	inner = rest;
	if (columns == 2 && slice_last_word(&inner, &word) && slice_trim(inner).len > 0 &&
	    weigh(word, parts, 0)) {
		parts->weight.differential = true;
		rest = inner;
	}
	parts->stack = trim_stack(rest);
	return slice_trim(rest).len > 0;
}

static bool split_own(struct slice line, struct folded_line *parts)
{
	return split_columns(line, 2, parts);
}

static bool split_one_column(struct slice line, struct folded_line *parts)
{
	return split_columns(line, 1, parts);
}

static bool split_perl(struct slice line, struct folded_line *parts)
{
	struct weight *weight = &parts->weight;
	struct folded_number number;

	*parts = (struct folded_line){.rounded = false};
	if (!folded_take_count(&line, &number) || !set_column(weight, 1, &number))
		return false;
	parts->rounded = number.rounded;
	weight->count[0] = weight->count[1];
	weight->differential = folded_take_count(&line, &number);
	if (weight->differential && !set_column(weight, 0, &number))
		return false;
	parts->rounded |= number.rounded;
	parts->stack = line;
	return true;
}

static bool split_rust_diff(struct slice line, struct folded_line *parts)
{
	struct folded_number number;

	*parts = (struct folded_line){.stack = line};
	if (!folded_take_whole(&parts->stack, &number))
		return false;
	parts->rounded = number.rounded;
	parts->weight.count[0] = parts->weight.count[1] = number.value;
	return true;
}

static bool split_rust(struct slice line, struct folded_line *parts)
{
	struct folded_number number;

	if (!split_rust_diff(line, parts) || parts->stack.len == 0)
		return false;
	line = parts->stack;
	if (folded_take_whole(&line, &number) && line.len > 0) {
		parts->stack = line;
		parts->rounded |= number.rounded;
		parts->weight.count[0] = number.value;
		parts->weight.differential = true;
	}
	return true;
}

static bool is_rust_comment(struct slice line)
{
	return line.len == 0 || slice_starts(line, SLICE("# "));
}

static struct slice drop_return(struct slice line)
{
	slice_drop(&line, SLICE("\r"));
	return line;
}

const struct folded_grammar folded_own = {
	.is_comment = folded_is_comment,
	.reads_header = true,
	.needs_frame = true,
	.has_labels = true,
	.split = split_own,
};

const struct folded_grammar folded_one_column = {
	.is_comment = folded_is_comment,
	.reads_header = true,
	.needs_frame = true,
	.has_labels = true,
	.split = split_one_column,
};

const struct folded_grammar folded_perl = {
	.only_utf8 = true,
	.split = split_perl,
};

const struct folded_grammar folded_rust = {
	.trim = slice_trim,
	.is_comment = is_rust_comment,
	.only_utf8 = true,
	.split = split_rust,
};

const struct folded_grammar folded_rust_diff = {
	.trim = drop_return,
	.replaces_bytes = true,
	.split = split_rust_diff,
};
