/* SPDX-License-Identifier: MIT */
#include "common/folded/folded_grammar.h"

#include "common/base/checked.h"
#include "common/folded/folded_count.h"

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
