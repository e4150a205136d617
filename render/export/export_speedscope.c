/* SPDX-License-Identifier: MIT */
/*
 * export-speedscope - folded stacks to the JSON that speedscope reads: every file a profile of
 * samples, one for each of its distinct stacks, in the order of folded text. The frames of all of
 * them come first, each once. The schema is https://www.speedscope.app/file-format-schema.json.
 */
#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/base/exact.h"
#include "common/cli/program.h"
#include "common/profile/amount.h"
#include "common/profile/label_rows.h"
#include "render/export/exports.h"

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
	 .help = "Name of the document, by default of the first file",
	 .detail = "A profile has the name of its file, without folders and extensions; a single "
		   "one has that of the document."},
	{OPT_CHOICE, .name = "unit", .value = "UNIT", OPT_AT(struct options, unit),
	 .choices = units, .choice_helps = unit_helps,
	 .help = "Unit of the counts; by default from the header of the input, or none"},
};

/* A file that was read. */
struct part {
	struct slice name;
	struct profile profile;
	struct label_threads threads; /* with times: a profile each; else there is one thread */
	uint32_t *numbers;            /* of frames in the document, by frame id */
};

struct document {
	struct slice name;
	const char *unit; /* of all parts; NULL: from their headers */
	struct part *parts;
	size_t count;
	struct intern frames; /* of all parts: their ids are their numbers */
	uint64_t left_out;    /* stacks that count nothing */
};

static bool is_counted(const struct label_row *row)
{
	return row->count[0] > 0 || row->count[1] > 0;
}

/* True if the profile has times, and threads to which they belong. */
static bool is_by_time(const struct profile *profile)
{
	const struct labels *labels = profile->labels;
	struct slice value;
	size_t i;

	if (!labels_have_times(labels))
		return false;
	for (i = 0; i < labels->sets.count; i++) {
		if (labels_find(labels, (uint32_t)i, SLICE("tid"), &value) ||
		    labels_find(labels, (uint32_t)i, SLICE("thread"), &value))
			return true;
	}
	return false;
}

/* In the order in which the stacks have them, which is the same for any number of threads. */
static void number_frames(struct document *document, struct part *part)
{
	uint32_t level;
	size_t i;

	if (!is_by_time(&part->profile)) {
		labels_free(part->profile.labels);
		part->profile.labels = NULL;
	}
	label_threads_init(&part->threads, &part->profile);
	part->numbers = memory_clear(part->profile.names.count + 1, sizeof(*part->numbers));
	for (i = 0; i < profile_rows(&part->profile) && (i % LIMITS_EACH != 0 || !limits_met());
	     i++) {
		const struct label_row *row = &part->threads.rows[i];
		const struct stack *stack = row->stack;

		document->left_out += !is_counted(row);
		for (level = 0; is_counted(row) && level < stack->depth; level++)
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
		diag_warn("stacks with a count of 0, left out: %llu",
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

static void speedscope_write_frames(struct output *output, const struct document *document)
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

/* Rows of a part: one of its threads, in the order of time. */
struct series {
	const struct part *part;
	const struct label_row *rows;
	size_t count;
};

static void speedscope_write_samples(struct output *output, const struct series *series, int column)
{
	bool is_first = true;
	uint32_t level;
	size_t i;

	for (i = 0; i < series->count && output_goes_on(output); i++) {
		const struct stack *stack = series->rows[i].stack;

		if (series->rows[i].count[column] == 0)
			continue;
		add_separator(output, &is_first, ",\n");
		for (level = 0; level < stack->depth; level++) {
			buf_add_char(&output->buf, level == 0 ? '[' : ',');
			buf_add_u64(&output->buf, series->part->numbers[stack->frames[level]]);
		}
		buf_add_char(&output->buf, ']');
	}
}

static struct u128 sum_of(const struct series *series, int column)
{
	struct u128 sum = {0, 0};
	size_t i;

	for (i = 0; i < series->count; i++)
		add_sum(&sum, series->rows[i].count[column]);
	return sum;
}

static const char *speedscope_export_unit(const struct document *document, const struct part *part)
{
	const struct unit *unit = unit_find(header_value(&part->profile.header, HEADER_UNIT));

	if (document->unit)
		return document->unit;
	return unit ? unit->word.ptr : units[0];
}

/* The file's name, and the thread's. */
static void speedscope_add_name(struct buf *name, const struct document *document,
				const struct part *part, size_t thread)
{
	if (!part->profile.labels) {
		buf_add(name, document->count == 1 ? document->name : part->name);
		return;
	}
	if (document->count > 1) {
		buf_add(name, part->name);
		buf_add_text(name, ": ");
	}
	if (!label_threads_name(&part->threads, thread, name))
		buf_add_text(name, "no thread");
}

/* One column of a thread of a part. */
static void speedscope_write_profile(struct output *output, const struct document *document,
				     const struct part *part, size_t thread, int column)
{
	static const char *const sides[] = {" (before)", " (after)"};
	const size_t first = label_threads_begin(&part->threads, thread);
	const struct series series = {part, part->threads.rows + first,
				      part->threads.ends[thread] - first};
	struct buf name = {0};
	bool is_first = true;
	size_t i;

	speedscope_add_name(&name, document, part, thread);
	if (part->profile.differential)
		buf_add_text(&name, sides[column]);
	buf_add_text(&output->buf, "{\"type\":\"sampled\",\"name\":");
	buf_add_json(&output->buf, buf_slice(&name));
	buf_printf(&output->buf, ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":",
		   speedscope_export_unit(document, part));
	add_wide(&output->buf, sum_of(&series, column), part->profile.scale);
	buf_add_text(&output->buf, ",\n\"samples\":[\n");
	speedscope_write_samples(output, &series, column);
	buf_add_text(&output->buf, "\n],\n\"weights\":[");
	for (i = 0; i < series.count && output_goes_on(output); i++) {
		if (series.rows[i].count[column] == 0)
			continue;
		add_separator(output, &is_first, ",");
		buf_add_decimal(&output->buf, series.rows[i].count[column],
				series.part->profile.scale);
	}
	buf_add_text(&output->buf, "]}");
	buf_release(&name);
}

static void speedscope_write_document(struct output *output, const struct document *document)
{
	bool is_first = true;
	size_t i, thread;
	int column;

	buf_add_text(&output->buf,
		     "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
		     "\"exporter\":\"flambeau " FLAMBEAU_VERSION "\",\n\"name\":");
	buf_add_json(&output->buf, document->name);
	buf_add_text(&output->buf, ",\n\"activeProfileIndex\":0,\n");
	speedscope_write_frames(output, document);
	buf_add_text(&output->buf, ",\n\"profiles\":[\n");
	for (i = 0; i < document->count; i++) {
		const struct part *part = &document->parts[i];

		for (column = !part->profile.differential; column < 2; column++) {
			for (thread = 0; thread < part->threads.count; thread++) {
				add_separator(output, &is_first, ",\n");
				speedscope_write_profile(output, document, part, thread, column);
			}
		}
	}
	buf_add_text(&output->buf, "\n]}\n");
}

static int speedscope_run_export(struct program_run *run)
{
	const struct options *options = run->options;
	struct document document = {
		.unit = opt_given(&run->given, "unit") ? units[options->unit] : NULL,
		.count = program_file_count(run),
	};
	struct output output;
	bool good;
	size_t i;

	run->labels = LABELS_KEPT;
	document.parts = memory_clear(document.count, sizeof(*document.parts));
	good = read_parts(&document, run);
	document.name = opt_given(&run->given, "name") ? options->name : document.parts[0].name;
	good = good && program_open(run, &output);
	if (good) {
		speedscope_write_document(&output, &document);
		good = output_commit(&output);
	}
	for (i = 0; i < document.count; i++) {
		label_threads_release(&document.parts[i].threads);
		free(document.parts[i].numbers);
		profile_release(&document.parts[i].profile);
	}
	free(document.parts);
	intern_release(&document.frames);
	return good ? EXIT_DONE : EXIT_DATA;
}

static const struct program_product product = {"the JSON of speedscope", "out.json", ""};

int export_speedscope_main(int argc, char **argv)
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
		.run = speedscope_run_export,
	};

	run.product = &product;
	run.options = &options;
	return program_main(&program, &run);
}
