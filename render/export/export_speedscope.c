/* SPDX-License-Identifier: MIT */
/*
 * export-speedscope - folded stacks to the JSON that speedscope reads: every file a profile of samples,
 * one for each of its distinct stacks, in the order of folded text. The frames of all of them stand in
 * front, each once. The schema is https://www.speedscope.app/file-format-schema.json.
 */
#include "common/base/diag.h"
#include "common/base/u128.h"
#include "common/cli/program.h"
#include "common/profile/units.h"
#include "common/text/escape.h"

static const char *const units[] = {"none",         "bytes",   "nanoseconds", "microseconds",
				    "milliseconds", "seconds", NULL};

static const char *const unit_helps[] = {
	"samples, cycles, anything", "of memory", "of time", "of time", "of time", "of time"};

struct options {
	struct slice name;
	int unit; /* place in units */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Document"},
	{OPT_TEXT, .name = "name", .value = "NAME", OPT_AT(struct options, name),
	 .help = "Name of the document, that of the first file by default",
	 .detail = "A profile has the name of its file, without folders and extensions; a single "
		   "one has that of the document."},
	{OPT_CHOICE, .name = "unit", .value = "UNIT", OPT_AT(struct options, unit),
	 .choices = units, .choice_helps = unit_helps,
	 .help = "What the counts are; by default what the header of the input says, or none"},
};

/* A file that was read. */
struct part {
	struct slice name;
	struct profile profile;
	const struct stack **stacks;
	uint32_t *numbers; /* of frames in the document, by frame id */
};

struct document {
	struct slice name;
	const char *unit; /* of all parts; NULL: what their headers say */
	struct part *parts;
	size_t count;
	struct intern frames; /* of all parts: their ids are their numbers */
	uint64_t left_out;    /* stacks that count nothing */
};

static bool is_counted(const struct stack *stack)
{
	return stack->count[0] > 0 || stack->count[1] > 0;
}

/* In the order in which the stacks have them, which is the same for any number of threads. */
static void number_frames(struct document *document, struct part *part)
{
	uint32_t level;
	size_t i;

	part->stacks = profile_sorted(&part->profile, PROFILE_BY_TEXT);
	part->numbers = memory_clear(part->profile.names.count + 1, sizeof(*part->numbers));
	for (i = 0; i < part->profile.count; i++) {
		const struct stack *stack = part->stacks[i];

		document->left_out += !is_counted(stack);
		for (level = 0; is_counted(stack) && level < stack->depth; level++)
			part->numbers[stack->frames[level]] = intern_add(
				&document->frames,
				intern_name(&part->profile.names, stack->frames[level]));
	}
}

static bool read_parts(struct document *document, struct program_run *run)
{
	bool is_counted_at_all = false;
	size_t i;

	for (i = 0; i < document->count; i++) {
		struct part *part = &document->parts[i];
		const struct slice file = program_file(run, i);

		part->name = slice_equal(file, SLICE("-")) ? SLICE("standard input")
							   : slice_base(file);
		if (!program_read(run, i, 1, &part->profile))
			return false;
		number_frames(document, part);
		is_counted_at_all |= document->frames.count > 0;
	}
	if (document->left_out > 0)
		diag_warn("stacks that count nothing, left out: %llu",
			  (unsigned long long)document->left_out);
	if (!is_counted_at_all)
		diag_error("no counts in the input");
	return is_counted_at_all;
}

static void add_sum(struct u128 *sum, uint64_t count)
{
	sum->low += count;
	sum->high += sum->low < count;
}

/* `sum` in units of 10^-scale, which 64 bits need not hold. */
static void add_wide(struct buf *buf, struct u128 sum, unsigned scale)
{
	char digits[48]; /* 2^128 has 39 */
	size_t at = sizeof(digits);
	unsigned behind = 0;

	do {
		if (behind == scale && scale > 0)
			digits[--at] = '.';
		digits[--at] = (char)('0' + u128_divide(&sum, 10));
		behind++;
	} while (sum.low > 0 || sum.high > 0 || behind <= scale);
	buf_add(buf, slice_of(digits + at, sizeof(digits) - at));
}

/* Between the elements of a list. */
static void add_separator(struct output *output, bool *is_first, const char *text)
{
	if (!*is_first)
		buf_add_text(&output->buf, text);
	*is_first = false;
	output_flush_some(output);
}

static void write_frames(struct output *output, const struct document *document)
{
	bool is_first = true;
	size_t i;

	buf_add_text(&output->buf, "\"shared\":{\"frames\":[\n");
	for (i = 0; i < document->frames.count; i++) {
		add_separator(output, &is_first, ",\n");
		buf_add_text(&output->buf, "{\"name\":");
		buf_add_json_exact(&output->buf, intern_name(&document->frames, (frame_id)i));
		buf_add_char(&output->buf, '}');
	}
	buf_add_text(&output->buf, "\n]}");
}

static void write_samples(struct output *output, const struct part *part, int column)
{
	bool is_first = true;
	uint32_t level;
	size_t i;

	for (i = 0; i < part->profile.count; i++) {
		const struct stack *stack = part->stacks[i];

		if (stack->count[column] == 0)
			continue;
		add_separator(output, &is_first, ",\n");
		for (level = 0; level < stack->depth; level++) {
			buf_add_char(&output->buf, level == 0 ? '[' : ',');
			buf_add_u64(&output->buf, part->numbers[stack->frames[level]]);
		}
		buf_add_char(&output->buf, ']');
	}
}

static void write_weights(struct output *output, const struct part *part, int column)
{
	bool is_first = true;
	size_t i;

	for (i = 0; i < part->profile.count; i++) {
		if (part->stacks[i]->count[column] == 0)
			continue;
		add_separator(output, &is_first, ",");
		buf_add_decimal(&output->buf, part->stacks[i]->count[column], part->profile.scale);
	}
}

static struct u128 sum_of(const struct part *part, int column)
{
	struct u128 sum = {0, 0};
	size_t i;

	for (i = 0; i < part->profile.count; i++)
		add_sum(&sum, part->stacks[i]->count[column]);
	return sum;
}

static const char *unit_of(const struct document *document, const struct part *part)
{
	const struct unit *unit = unit_find(header_value(&part->profile.header, HEADER_UNIT));

	if (document->unit)
		return document->unit;
	return unit ? unit->word.ptr : units[0];
}

/* One column of a part. */
static void write_profile(struct output *output, const struct document *document,
			  const struct part *part, int column)
{
	static const char *const sides[] = {" (before)", " (after)"};
	struct buf name = {0};

	buf_add(&name, document->count == 1 ? document->name : part->name);
	if (part->profile.differential)
		buf_add_text(&name, sides[column]);
	buf_add_text(&output->buf, "{\"type\":\"sampled\",\"name\":");
	buf_add_json(&output->buf, buf_slice(&name));
	buf_printf(&output->buf,
		   ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":", unit_of(document, part));
	add_wide(&output->buf, sum_of(part, column), part->profile.scale);
	buf_add_text(&output->buf, ",\n\"samples\":[\n");
	write_samples(output, part, column);
	buf_add_text(&output->buf, "\n],\n\"weights\":[");
	write_weights(output, part, column);
	buf_add_text(&output->buf, "]}");
	buf_release(&name);
}

static void write_document(struct output *output, const struct document *document)
{
	bool is_first = true;
	size_t i;
	int column;

	buf_add_text(&output->buf,
		     "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
		     "\"exporter\":\"flambeau " FLAMBEAU_VERSION "\",\n\"name\":");
	buf_add_json(&output->buf, document->name);
	buf_add_text(&output->buf, ",\n\"activeProfileIndex\":0,\n");
	write_frames(output, document);
	buf_add_text(&output->buf, ",\n\"profiles\":[\n");
	for (i = 0; i < document->count; i++) {
		const struct part *part = &document->parts[i];

		for (column = !part->profile.differential; column < 2; column++) {
			add_separator(output, &is_first, ",\n");
			write_profile(output, document, part, column);
		}
	}
	buf_add_text(&output->buf, "\n]}\n");
}

static void release(struct document *document)
{
	size_t i;

	for (i = 0; i < document->count; i++) {
		free(document->parts[i].stacks);
		free(document->parts[i].numbers);
		profile_release(&document->parts[i].profile);
	}
	free(document->parts);
	intern_release(&document->frames);
}

static int run_export(struct program_run *run)
{
	const struct options *options = run->options;
	struct document document = {
		.unit = opt_given(&run->given, "unit") ? units[options->unit] : NULL,
		.count = program_file_count(run),
	};
	struct output output;
	bool good;

	document.parts = memory_clear(document.count, sizeof(*document.parts));
	good = read_parts(&document, run);
	document.name = opt_given(&run->given, "name") ? options->name : document.parts[0].name;
	good = good && program_open(run, &output);
	if (good) {
		write_document(&output, &document);
		good = output_commit(&output);
	}
	release(&document);
	return good ? EXIT_DONE : EXIT_DATA;
}

static const struct program_product product = {"the JSON of speedscope", "out.json", ""};

int main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv, personality_of(""));
	struct options options = {.unit = 0};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_READING(&run.reading),
		PROGRAM_STRICT(&run),
		OPT_COMMON(&run.common),
		PROGRAM_FORCE(&run),
	};
	const struct program program = {
		.summary = "folded stacks to speedscope's JSON",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.run = run_export,
	};

	run.product = &product;
	run.options = &options;
	return program_main(&program, &run);
}
