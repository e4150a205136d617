/* SPDX-License-Identifier: MIT */
/*
 * difffolded - two profiles of folded stacks as one with two columns: read, join, normalise,
 * write.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/folded/folded.h"
#include "common/folded/folded_grammar.h"
#include "common/io/decompress.h"
#include "common/io/output.h"
#include "common/table/intern.h"
#include "diff/diff.h"
#include "diff/diff_options.h"

/*
 * The joined profile as difffolded.pl makes it: stacks are plain text, counts with
 * decimals floating point numbers of 15 digits. Counts without are exact, up to 2^64-1.
 */

/* `real` once there were decimals or more than 64 bits, `whole` before. */
struct perl_counts_number {
	uint64_t whole;
	double real;
	bool is_real;
};

struct perl_counts_columns {
	struct perl_counts_number side[DIFF_SIDES];
};

/* A zeroed struct is empty. */
struct perl_counts {
	struct intern stacks;
	struct perl_counts_columns *counts; /* by id of the stack */
	size_t count, cap;
	struct perl_counts_columns total;
};

/*
 * The parser's result, in the order of lines, for sums of floating point numbers depend on it. This
 * is not a row of folded_grammar.h: a line without a count counts for the empty stack, counts are
 * doubles, and a stack is one name; only the end of the line is read alike.
 */
struct reading {
	struct perl_counts *perl;
	enum diff_side side;
	bool strips_hex;
	struct buf *text;
};

static void perl_counts_release(struct perl_counts *perl)
{
	intern_release(&perl->stacks);
	free(perl->counts);
	*perl = (struct perl_counts){0};
}

static double real_of(struct perl_counts_number number)
{
	return number.is_real ? number.real : (double)number.whole;
}

static bool is_beyond(struct perl_counts_number number)
{
	return number.is_real && number.real >= 18446744073709551616.0; /* 2^64 */
}

/* As whole as it can be: "2.0" counts like "2". */
static struct perl_counts_number plain(struct perl_counts_number number)
{
	const double exact = 9007199254740992.0; /* 2^53 */

	if (number.is_real && number.real < exact && number.real == (double)(uint64_t)number.real)
		number = (struct perl_counts_number){.whole = (uint64_t)number.real};
	return number;
}

static void perl_add(struct perl_counts_number *sum, struct perl_counts_number more)
{
	struct perl_counts_number old = plain(*sum);

	more = plain(more);
	if (old.is_real || more.is_real || more.whole > UINT64_MAX - old.whole)
		*sum = (struct perl_counts_number){.real = real_of(old) + real_of(more),
						   .is_real = true};
	else
		*sum = (struct perl_counts_number){.whole = old.whole + more.whole};
}

/* "12", "12." or "12.5" */
static bool parse_number(struct slice text, struct perl_counts_number *number)
{
	struct slice decimals = text, whole = text;
	struct buf copy = {0};

	*number = (struct perl_counts_number){0};
	if (!slice_cut(&decimals, '.', &whole))
		decimals.len = 0;
	if (!slice_is_number(whole) || !slice_all(decimals, char_is_digit))
		return false;
	if (decimals.len == 0 && slice_to_u64(whole, &number->whole))
		return true;
	buf_add(&copy, text);
	number->real = strtod(buf_cstring(&copy), NULL);
	number->is_real = true;
	buf_release(&copy);
	return true;
}

static void add_count(const struct reading *reading, struct slice stack,
		      struct perl_counts_number number)
{
	struct perl_counts *perl = reading->perl;
	frame_id id;

	if (reading->strips_hex)
		stack = strip_hex(stack, reading->text);
	id = intern_add(&perl->stacks, stack);
	if (id == perl->count) {
		perl->counts = memory_grow(perl->counts, &perl->cap, perl->count + 1,
					   sizeof(*perl->counts));
		perl->counts[perl->count++] = (struct perl_counts_columns){0};
	}
	perl_add(&perl->counts[id].side[reading->side], number);
	perl_add(&perl->total.side[reading->side], number);
}

static COLD void parse(struct ingest_run *run, struct slice records)
{
	struct slice line, stack, digits;
	struct perl_counts_number number;

	for (; slice_line(&records, &line); run->line++) {
		stack = line;
		if (!folded_take_digits(&stack, &digits) || !parse_number(digits, &number)) {
			ingest_note(run, 0, line);
			stack = SLICE("");
			number = (struct perl_counts_number){0};
		}
		add_count(run->options, stack, number);
	}
}

static const struct note_kind kinds[] = {
	{"no count at the end of the line, taken for an empty stack", "line without a count",
	 "lines without a count", DIAG_WARNINGS, false, false},
};

static const struct ingest_format format = {
	.records = {.next = input_next_line},
	.parse = parse,
	.in_order = true,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

/* All files of both sides. False, after a message, if a file cannot be read. */
static bool perl_counts_read(struct perl_counts *perl, const struct diff_options *options)
{
	struct buf text = {0};
	struct reading reading = {
		.perl = perl, .strips_hex = options->edits.strip_hex, .text = &text};
	bool good = true;
	size_t side, i;

	for (side = 0; side < DIFF_SIDES && good; side++) {
		const struct diff_files *files = &options->sides[side];

		reading.side = (enum diff_side)side;
		for (i = 0; i < files->count && good; i++) {
			struct ingest_run run = {.format = &format, .options = &reading};

			good = diff_read_run(&run, &files->at[i], options);
			ingest_release(&run);
		}
	}
	buf_release(&text);
	return good;
}

/* True if a count is beyond 2^64-1; a message names its stack. */
static bool perl_counts_overflowed(const struct perl_counts *perl)
{
	size_t i;

	for (i = 0; i < perl->count; i++) {
		const struct perl_counts_number *count = perl->counts[i].side;

		if (!is_beyond(count[DIFF_BEFORE]) && !is_beyond(count[DIFF_AFTER]))
			continue;
		diag_error("count beyond 2^64-1: '%.*s'",
			   SLICE_ARG(intern_name(&perl->stacks, (frame_id)i)));
		return true;
	}
	return false;
}

/* Without decimals, where there is room for it. */
static struct perl_counts_number truncate_real(double real)
{
	struct perl_counts_number number = {.real = real, .is_real = true};

	if (!is_beyond(number))
		number = (struct perl_counts_number){.whole = (uint64_t)real};
	return number;
}

/*
 * Scale the first column to the sum of the second, rounding down. False, after a message, if it has
 * no counts.
 */
static bool perl_counts_normalize(struct perl_counts *perl)
{
	double before = real_of(perl->total.side[DIFF_BEFORE]);
	double after = real_of(perl->total.side[DIFF_AFTER]);
	size_t i;

	if (before == after)
		return true;
	if (before <= 0) {
		diag_error("the first profile has no counts: it cannot be normalized");
		return false;
	}
	for (i = 0; i < perl->count; i++) {
		struct perl_counts_number *count = &perl->counts[i].side[DIFF_BEFORE];

		*count = truncate_real(real_of(*count) * after / before);
	}
	return true;
}

static void add_number(struct buf *buf, struct perl_counts_number number)
{
	if (number.is_real)
		buf_printf(buf, "%.15g", number.real);
	else
		buf_add_u64(buf, number.whole);
}

struct named {
	struct slice stack;
	const struct perl_counts_columns *columns;
};

static COLD int perl_compare(const void *left, const void *right)
{
	const struct named *a = left, *b = right;

	return slice_compare(a->stack, b->stack);
}

/* Sorted by text. */
static void perl_counts_write(const struct perl_counts *perl, struct output *output)
{
	struct named *sorted = memory_resize(NULL, perl->count, sizeof(*sorted));
	size_t i;

	for (i = 0; i < perl->count; i++)
		sorted[i] = (struct named){intern_name(&perl->stacks, (frame_id)i),
					   &perl->counts[i]};
	if (perl->count > 0)
		qsort(sorted, perl->count, sizeof(*sorted), perl_compare);
	for (i = 0; i < perl->count; i++) {
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

struct difffolded_options {
	struct diff_options diff;
	bool normalize;
};

/* What changes counts or stacks would have to change those of every label, too. */
static const char *const not_labels[] = {"normalize", "strip-hex", "filter", "exclude", NULL};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Labels"},
	{OPT_FLAG, FAMILY_OWN, 0, "keep-labels",
	 OPT_AT(struct difffolded_options, diff.keeps_labels), .conflicts = not_labels,
	 .help = "Keep labels such as thread and time, for flamegraph --html",
	 .detail = "Without it they are taken off. Times are those of each file, so that both "
		   "sides are seen from their own start."},

	{OPT_HEADING, .help = "Counts"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 'n', "normalize",
	 OPT_AT(struct difffolded_options, normalize),
	 .help = "Multiply the first column so that its sum is that of the second",
	 .detail = "Then recordings of different length can be compared. Each count of the first "
		   "column is rounded down to a whole number."},
};

static bool write_joined(const struct profile *joined, struct slice path)
{
	struct output output;

	if (!output_open(&output, path))
		return false;
	folded_write(joined, 0, &output);
	return output_commit(&output);
}

static bool write_doubles(const struct perl_counts *perl)
{
	struct output output;

	if (!output_open(&output, SLICE("")))
		return false;
	perl_counts_write(perl, &output);
	return output_commit(&output);
}

static int run_doubles(struct program_run *run)
{
	const struct difffolded_options *options = run->options;
	const struct diff_personality *personality = options->diff.personality;
	struct perl_counts perl = {0};
	int code = EXIT_DATA;

	if (!perl_counts_read(&perl, &options->diff))
		code = personality->unreadable_exit;
	else if (options->normalize && !perl_counts_normalize(&perl))
		code = personality->no_total_exit;
	else if (!perl_counts_overflowed(&perl) && write_doubles(&perl))
		code = EXIT_DONE;
	perl_counts_release(&perl);
	return code;
}

static COLD int run_words(struct program_run *run)
{
	const struct difffolded_options *options = run->options;
	const struct diff_personality *personality = options->diff.personality;
	enum diff_sorted sorted = DIFF_SORTED_NOT;
	struct profile joined = {0};
	int code = EXIT_DATA;

	if (options->diff.bytes != UINT64_MAX)
		sorted = diff_sorted_write(&options->diff, options->normalize, run->common.output);
	if (sorted != DIFF_SORTED_NOT)
		return sorted == DIFF_SORTED_WRITTEN ? EXIT_DONE : EXIT_DATA;
	if (!diff_read(&joined, &options->diff)) {
		if (!joined.overflow)
			code = personality->unreadable_exit;
	} else if (joined.count == 0 && personality->is_careful) {
		diag_error(options->diff.edits.filter || options->diff.edits.exclude
				   ? "no stacks were selected"
				   : "no stacks");
	} else if ((!options->normalize || diff_normalize(&joined, personality)) &&
		   write_joined(&joined, run->common.output)) {
		code = EXIT_DONE;
	}
	stats_count(options->diff.stats, &joined);
	profile_release(&joined);
	return code;
}

/* "-n -s", "-ns" and two files, as the shell's getopts reads them; false if it is anything else. */
static bool take_letters(struct difffolded_options *options, int argc, char **argv)
{
	int at, i;

	for (at = 1; at < argc && argv[at][0] == '-' && argv[at][1] != '\0'; at++) {
		if (slice_equal(slice_from(argv[at]), SLICE("--"))) {
			at++;
			break;
		}
		for (i = 1; argv[at][i] != '\0'; i++) {
			if (argv[at][i] == 'n')
				options->normalize = true;
			else if (argv[at][i] == 's')
				options->diff.edits.strip_hex = true;
			else
				return false;
		}
	}
	if (argc - at < DIFF_SIDES)
		return false;
	diff_files_add(&options->diff.sides[DIFF_BEFORE], slice_from(argv[at]));
	diff_files_add(&options->diff.sides[DIFF_AFTER], slice_from(argv[at + 1]));
	return true;
}

static bool parse_letters(struct program_run *run)
{
	if (take_letters(run->options, run->argc, run->argv))
		return true;
	diag_error("usage: %s [-n] [-s] BEFORE AFTER", diag_tool());
	diag_error("-n multiplies the first column so that the sums are equal, "
		   "-s writes 0x1f as 0x...");
	return false;
}

/* Bytes of text, at most, whose stacks are kept as texts: more memory takes more time than names. */
enum { JOINED_MOST = 16 << 20 };

/* Bytes of text in a regular file; false if it is none, or compressed: then nobody knows. */
static bool text_size(const char *path, uint64_t *size)
{
	char head[COMPRESSION_HEAD];
	struct stat status;
	ssize_t got;
	int fd;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) /* opening may do something */
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	got = pread(fd, head, sizeof(head), 0);
	close(fd);
	*size = (uint64_t)status.st_size;
	return got >= 0 && compression_of(slice_of(head, (size_t)got)) == COMPRESSION_NONE;
}

/* Of all files; UINT64_MAX if nobody knows. */
static uint64_t size_of_files(const struct diff_options *options)
{
	struct buf path = {0};
	uint64_t size = 0, more;
	size_t side, i;

	for (side = 0; side < DIFF_SIDES; side++) {
		const struct diff_files *files = &options->sides[side];

		for (i = 0; i < files->count && size != UINT64_MAX; i++) {
			buf_set(&path, files->at[i].path);
			if (!text_size(buf_cstring(&path), &more) || !u64_add(&size, more))
				size = UINT64_MAX;
		}
	}
	buf_release(&path);
	return size;
}

static COLD bool difffolded_check(struct program_run *run)
{
	struct difffolded_options *options = run->options;
	size_t side, i;

	if (!diff_options_finish(&options->diff, &run->given.files))
		return false;
	/* --stats counts names */
	options->diff.bytes = run->reading.stats ? UINT64_MAX : size_of_files(&options->diff);
	options->diff.joins_frames = options->diff.bytes <= JOINED_MOST;
	for (side = 0; side < DIFF_SIDES && options->diff.keeps_labels; side++) {
		const struct diff_files *files = &options->diff.sides[side];

		for (i = 0; i < files->count; i++) {
			if (factor_is_one(&files->at[i].weight))
				continue;
			diag_error("--keep-labels takes files without weights; try '%s --help'",
				   diag_tool());
			return false;
		}
	}
	return true;
}

COLD int difffolded_main(int argc, char **argv)
{
	const struct diff_personality *personality = diff_personality_of(personality_of(argv[0]));
	struct program_run run = program_start(argc, argv, personality->reading);
	struct difffolded_options options = {.normalize = false};
	const struct opt_table tables[] = {
		OPT_OWN(diff_rows, diff_row_count, &options.diff),
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_READING(&run.reading),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "two profiles of folded stacks as one with two columns",
		.operands = "[BEFORE] [AFTER]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.parse = personality->letters_only ? parse_letters : NULL,
		.check = personality->letters_only ? NULL : difffolded_check,
		.run = personality->letters_only ? run_doubles : run_words,
	};
	int code;

	diff_options_init(&options.diff, personality, &run.reading);
	options.diff.stats = &run.stats;
	run.options = &options;
	code = program_main(&program, &run);
	diff_options_release(&options.diff);
	return code;
}
