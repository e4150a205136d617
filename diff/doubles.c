/* SPDX-License-Identifier: MIT */
#include "diff/doubles.h"

#include "common/base/diag.h"
#include "common/folded/folded_count.h"
#include "diff/diff.h"
#include "diff/strip_hex.h"

/*
 * The parser's result, in the order of lines, for sums of floating point numbers depend on it. This
 * is not a row of folded_grammar.h: a line without a count counts for the empty stack, counts are
 * doubles, and a stack is one name; only the end of the line is read alike.
 */
struct reading {
	struct doubles *doubles;
	enum diff_side side;
	bool strips_hex;
	struct buf *text;
};

void doubles_release(struct doubles *doubles)
{
	intern_release(&doubles->stacks);
	free(doubles->counts);
	*doubles = (struct doubles){0};
}

static double real_of(struct doubles_number number)
{
	return number.is_real ? number.real : (double)number.whole;
}

static bool is_beyond(struct doubles_number number)
{
	return number.is_real && number.real >= 18446744073709551616.0; /* 2^64 */
}

/* As whole as it can be: "2.0" counts like "2". */
static struct doubles_number plain(struct doubles_number number)
{
	const double exact = 9007199254740992.0; /* 2^53 */

	if (number.is_real && number.real < exact && number.real == (double)(uint64_t)number.real)
		number = (struct doubles_number){.whole = (uint64_t)number.real};
	return number;
}

static void perl_add(struct doubles_number *sum, struct doubles_number more)
{
	struct doubles_number old = plain(*sum);

	more = plain(more);
	if (old.is_real || more.is_real || more.whole > UINT64_MAX - old.whole)
		*sum = (struct doubles_number){.real = real_of(old) + real_of(more),
					       .is_real = true};
	else
		*sum = (struct doubles_number){.whole = old.whole + more.whole};
}

/* "12", "12." or "12.5" */
static bool parse_number(struct slice text, struct doubles_number *number)
{
	struct slice decimals = text, whole = text;
	struct buf copy = {0};

	*number = (struct doubles_number){0};
	if (!slice_cut(&decimals, '.', &whole))
		decimals.len = 0;
	if (!slice_is_number(whole) || !slice_all(decimals, char_is_digit))
		return false;
	if (decimals.len == 0 && slice_to_u64(whole, &number->whole))
		return true;
	buf_add(&copy, text);
	buf_add_char(&copy, '\0');
	number->real = strtod(copy.ptr, NULL);
	number->is_real = true;
	buf_release(&copy);
	return true;
}

static void add_count(const struct reading *reading, struct slice stack,
		      struct doubles_number number)
{
	struct doubles *doubles = reading->doubles;
	frame_id id;

	if (reading->strips_hex)
		stack = strip_hex(stack, reading->text);
	id = intern_add(&doubles->stacks, stack);
	if (id == doubles->count) {
		doubles->counts = memory_grow(doubles->counts, &doubles->cap, doubles->count + 1,
					      sizeof(*doubles->counts));
		doubles->counts[doubles->count++] = (struct doubles_columns){0};
	}
	perl_add(&doubles->counts[id].side[reading->side], number);
	perl_add(&doubles->total.side[reading->side], number);
}

static void parse(struct ingest_run *run, struct slice records)
{
	struct slice line, stack, digits;
	struct doubles_number number;

	for (; slice_line(&records, &line); run->line++) {
		stack = line;
		if (!folded_take_digits(&stack, &digits) || !parse_number(digits, &number)) {
			ingest_note(run, 0, line);
			stack = SLICE("");
			number = (struct doubles_number){0};
		}
		add_count(run->findings, stack, number);
	}
}

static const struct note_kind kinds[] = {
	{"no count at the end of the line, taken for an empty stack", "line without a count",
	 "lines without a count", DIAG_WARNINGS, false, false},
};

static const struct ingest_format format = {
	.next_record = input_next_line,
	.parse = parse,
	.in_order = true,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

bool doubles_read(struct doubles *doubles, const struct diff_options *options)
{
	struct buf text = {0};
	struct reading reading = {
		.doubles = doubles, .strips_hex = options->edits.strip_hex, .text = &text};
	bool good = true;
	size_t side, i;

	for (side = 0; side < DIFF_SIDES && good; side++) {
		const struct diff_files *files = &options->sides[side];

		reading.side = (enum diff_side)side;
		for (i = 0; i < files->count && good; i++) {
			struct ingest_run run = {.format = &format, .findings = &reading};

			good = diff_read_run(&run, &files->at[i], options);
			ingest_release(&run);
		}
	}
	buf_release(&text);
	return good;
}

bool doubles_overflowed(const struct doubles *doubles)
{
	size_t i;

	for (i = 0; i < doubles->count; i++) {
		const struct doubles_number *count = doubles->counts[i].side;

		if (!is_beyond(count[DIFF_BEFORE]) && !is_beyond(count[DIFF_AFTER]))
			continue;
		diag_error("count beyond 2^64-1: '%.*s'",
			   SLICE_ARG(intern_name(&doubles->stacks, (frame_id)i)));
		return true;
	}
	return false;
}

/* Without decimals, where there is room for it. */
static struct doubles_number truncate_real(double real)
{
	struct doubles_number number = {.real = real, .is_real = true};

	if (!is_beyond(number))
		number = (struct doubles_number){.whole = (uint64_t)real};
	return number;
}

bool doubles_normalize(struct doubles *doubles)
{
	double before = real_of(doubles->total.side[DIFF_BEFORE]);
	double after = real_of(doubles->total.side[DIFF_AFTER]);
	size_t i;

	if (before == after)
		return true;
	if (before <= 0) {
		diag_error("the first profile has no counts: it cannot be normalized");
		return false;
	}
	for (i = 0; i < doubles->count; i++) {
		struct doubles_number *count = &doubles->counts[i].side[DIFF_BEFORE];

		*count = truncate_real(real_of(*count) * after / before);
	}
	return true;
}

static void add_number(struct buf *buf, struct doubles_number number)
{
	if (number.is_real)
		buf_printf(buf, "%.15g", number.real);
	else
		buf_add_u64(buf, number.whole);
}

struct named {
	struct slice stack;
	const struct doubles_columns *columns;
};

static int perl_compare(const void *left, const void *right)
{
	const struct named *a = left, *b = right;

	return slice_compare(a->stack, b->stack);
}

void doubles_write(const struct doubles *doubles, struct output *output)
{
	struct named *sorted = memory_resize(NULL, doubles->count, sizeof(*sorted));
	size_t i;

	for (i = 0; i < doubles->count; i++)
		sorted[i] = (struct named){intern_name(&doubles->stacks, (frame_id)i),
					   &doubles->counts[i]};
	if (doubles->count > 0)
		qsort(sorted, doubles->count, sizeof(*sorted), perl_compare);
	for (i = 0; i < doubles->count; i++) {
		buf_add(&output->buf, sorted[i].stack);
		buf_add_char(&output->buf, ' ');
		add_number(&output->buf, sorted[i].columns->side[DIFF_BEFORE]);
		buf_add_char(&output->buf, ' ');
		add_number(&output->buf, sorted[i].columns->side[DIFF_AFTER]);
		buf_add_char(&output->buf, '\n');
		output_flush_some(output);
	}
	free(sorted);
}
