/* SPDX-License-Identifier: MIT */
/*
 * export-pprof - folded stacks to a profile that pprof, and whatever reads its format, can open.
 */
#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/io/pprof.h"
#include "common/profile/amount.h"
#include "render/export/exports.h"
#include "render/tree/decimal.h"

enum { COLUMNS = 2 };

struct export_options {
	struct opt_list types; /* as they are given */
	struct slice period_type;
	uint64_t period;
	uint64_t time, duration; /* nanoseconds */
	struct slice annotation_key;
	bool annotate;
	bool no_gzip;
};

#define AT(field) OPT_AT(struct export_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "What is counted"},
	{OPT_LIST, .name = "sample-type", .value = "TYPE/UNIT", AT(types),
	 .help = "Type and unit of the counts; by default from the header of the input, or "
		 "samples/count",
	 .detail = "cpu/nanoseconds, inuse_space/bytes. Without a UNIT it is count. Where stacks "
		   "have two counts it is given twice; before/count and after/count are the "
		   "default then. Programs show the last one by default."},
	{OPT_TEXT, .name = "period-type", .value = "TYPE/UNIT", AT(period_type),
	 .help = "Type and unit of the sampling period, those of the counts by default"},
	{OPT_NUMBER, .name = "period", .value = "N", AT(period), .min = 0, .max = INT64_MAX,
	 .help = "Length of the sampling period in this unit, 1 by default"},
	{OPT_HEADING, .help = "Labels"},
	{OPT_FLAG, .name = "annotate", AT(annotate),
	 .help = "Turn the root frame of each stack into a label of the sample",
	 .detail =
		 "Threads, processes or files that are root frames become labels by which pprof can "
		 "choose. collapse-pprof --tag makes them root frames again."},
	{OPT_TEXT, .name = "annotation-key", .value = "KEY", AT(annotation_key),
	 .help = "Key of that label, annotation by default"},
	{OPT_HEADING, .help = "The file"},
	{OPT_NUMBER, .name = "time", .value = "NANOSECONDS", AT(time), .max = INT64_MAX,
	 .help = "Time of the recording, in nanoseconds since 1970",
	 .detail =
		 "By default the seconds in the environment variable SOURCE_DATE_EPOCH, or 0: the same "
		 "input gives the same bytes."},
	{OPT_NUMBER, .name = "duration", .value = "NANOSECONDS", AT(duration), .max = INT64_MAX,
	 .help = "Duration of the recording; by default from the header of the input"},
	{OPT_FLAG, .name = "no-gzip", AT(no_gzip), .help = "Do not compress"},
};

/* "cpu/nanoseconds"; false if there is no type. */
static bool parse_type(struct slice text, struct pprof_type *type)
{
	if (!slice_cut(&text, '/', &type->type)) {
		type->type = text;
		text = SLICE("count");
	}
	type->unit = text;
	return type->type.len > 0 && type->unit.len > 0 &&
	       slice_find(type->unit, '/') == SLICE_NONE;
}

static bool take_type(const char *option, struct slice text, struct pprof_type *type)
{
	if (parse_type(text, type))
		return true;
	diag_error("--%s: '%.*s' is not TYPE/UNIT", option, SLICE_ARG(text));
	return false;
}

/*
 * The time of the recording, in nanoseconds. False, after a message, if SOURCE_DATE_EPOCH is not a
 * time.
 */
static bool find_time(const struct program_run *run, uint64_t *time)
{
	const struct export_options *options = run->options;
	const char *text = getenv("SOURCE_DATE_EPOCH");

	*time = options->time;
	if (opt_given(&run->given, "time") || !text || *text == '\0')
		return true;
	if (!slice_to_u64(slice_from(text), time) || *time > INT64_MAX / 1000000000) {
		diag_error("SOURCE_DATE_EPOCH: '%s' is not a number of seconds", text);
		return false;
	}
	*time *= 1000000000;
	return true;
}

/* Check the options before anything is read. */
static bool export_pprof_check(struct program_run *run)
{
	const struct export_options *options = run->options;
	struct pprof_type type;
	uint64_t time;
	size_t i;

	if (options->types.count > COLUMNS) {
		diag_error("--sample-type: a stack has at most %d counts", COLUMNS);
		return false;
	}
	for (i = 0; i < options->types.count; i++) {
		if (!take_type("sample-type", options->types.at[i], &type))
			return false;
	}
	if (options->period_type.ptr && !take_type("period-type", options->period_type, &type))
		return false;
	if (options->annotation_key.ptr && !options->annotate) {
		diag_error("--annotation-key: only with --annotate");
		return false;
	}
	return find_time(run, &time);
}

/* ---- Stacks ---- */

struct export_job {
	const struct export_options *options;
	const struct profile *profile;
	struct pprof_writer *writer;
	uint64_t time;              /* nanoseconds */
	struct pprof_frame *frames; /* of a stack, the leaf first */
	struct pprof_line *lines;   /* a line of each */
	size_t frame_cap, line_cap;
	struct pprof_stack_label labels[LABELS_MAX + 1];
	int64_t unit; /* of a count of 1 */
	size_t columns;
};

static void say_problem(const struct export_job *job, const struct stack *stack,
			const char *problem)
{
	struct buf text = {0};

	folded_add_stack(&text, job->profile, stack);
	diag_error("%s: '%.*s'", problem, SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
}

/* The counts as pprof has them; false, after a message, if it cannot. */
static bool take_counts(const struct export_job *job, const struct label_row *row, int64_t *values)
{
	const struct stack *stack = row->stack;
	size_t i;

	for (i = 0; i < job->columns; i++) {
		uint64_t count = row->count[job->columns == 1 ? 1 : i];

		if (count % (uint64_t)job->unit > 0) {
			say_problem(job, stack,
				    "a count with decimals, which pprof does not have (see "
				    "collapse-filter --scale)");
			return false;
		}
		count /= (uint64_t)job->unit;
		if (count > INT64_MAX) {
			say_problem(job, stack, "a count beyond 2^63-1, the most pprof has");
			return false;
		}
		values[i] = (int64_t)count;
	}
	return true;
}

/* "4096B", "-12ns", "7": a number of pprof's, with its unit. */
static bool take_number(struct slice text, int64_t *number, struct slice *unit)
{
	const bool is_negative = slice_skip(&text, SLICE("-"));
	uint64_t value;
	size_t end = 0;

	while (end < text.len && char_is_digit(text.ptr[end]))
		end++;
	*unit = slice_tail(text, end);
	if (!slice_all(*unit, char_is_alpha) || !slice_to_u64(slice_head(text, end), &value) ||
	    value > INT64_MAX)
		return false;
	*number = is_negative ? -(int64_t)value : (int64_t)value;
	if (slice_equal(*unit, SLICE("B")))
		*unit = SLICE("bytes");
	return true;
}

/* In milliseconds, as pprof has no time of a sample. */
static int64_t milliseconds(uint64_t time, unsigned digits)
{
	for (; digits < 3; digits++)
		time *= 10;
	for (; digits > 3; digits--)
		time /= 10;
	return (int64_t)time;
}

/* The row's labels; how many. */
static size_t pprof_take_labels(struct export_job *job, const struct label_row *row)
{
	const struct labels *labels = job->profile->labels;
	frame_id pairs[LABELS_MAX];
	size_t count = 0, i, size;

	if (!labels)
		return 0;
	if (row->time != LABEL_NO_TIME)
		job->labels[count++] = (struct pprof_stack_label){
			.key = SLICE("time_ms"),
			.unit = SLICE("ms"),
			.number = milliseconds(row->time, labels->time_digits)};
	size = labels_of_set(labels, row->set, pairs);
	for (i = 0; i < size; i++) {
		struct pprof_stack_label *label = &job->labels[count++];

		*label = (struct pprof_stack_label){.unit = SLICE("")};
		labels_pair(labels, pairs[i], &label->key, &label->text);
		if (take_number(label->text, &label->number, &label->unit))
			label->text = SLICE("");
		else
			label->unit = SLICE("");
	}
	return count;
}

static bool pprof_add_stack(struct export_job *job, const struct label_row *row)
{
	const struct intern *names = &job->profile->names;
	const struct stack *stack = row->stack;
	const bool annotate = job->options->annotate && stack->depth > 0;
	struct pprof_stack made = {.value_count = job->columns};
	int64_t values[COLUMNS];
	struct buf problem = {0};
	uint32_t i;
	bool good;

	if (!take_counts(job, row, values))
		return false;
	made.labels = job->labels;
	made.label_count = pprof_take_labels(job, row);
	MEMORY_NEED(job->frames, stack->depth, job->frame_cap);
	MEMORY_NEED(job->lines, stack->depth, job->line_cap);
	for (i = stack->depth; i-- > annotate; made.count++) {
		struct pprof_line *line = &job->lines[made.count];

		*line = (struct pprof_line){.function = intern_name(names, stack->frames[i])};
		job->frames[made.count] = (struct pprof_frame){.lines = line, .line_count = 1};
	}
	made.frames = job->frames;
	made.values = values;
	if (annotate)
		made.annotation = intern_name(names, stack->frames[0]);
	good = pprof_writer_add(job->writer, &made, &problem);
	if (!good)
		diag_error("%.*s", SLICE_ARG(buf_slice(&problem)));
	buf_release(&problem);
	return good;
}

static bool add_stacks(struct export_job *job)
{
	const struct profile *profile = job->profile;
	const struct stack **stacks = profile_sorted(profile, PROFILE_BY_TEXT);
	struct label_row *sorted = profile->labels ? profile_sorted_rows(profile, stacks) : NULL;
	bool good = true;
	size_t i;

	for (i = 0; good && i < profile_rows(profile); i++) {
		const struct stack *stack = sorted ? sorted[i].stack : stacks[i];
		const struct label_row row = {(struct stack *)stack,
					      LABEL_NO_TIME,
					      {stack->count[0], stack->count[1]},
					      LABEL_NO_SET};

		good = pprof_add_stack(job, sorted ? &sorted[i] : &row) &&
		       (i % LIMITS_EACH != 0 || !limits_met());
	}
	free(sorted);
	free(stacks);
	return good;
}

/* ---- The file ---- */

/* Take the type of the counts from the header: "cpu" and "nanoseconds", "faults" and "count". */
static void describe(const struct header *header, struct pprof_type *type)
{
	const struct slice name = header_value(header, HEADER_UNIT);
	const struct slice event = header_value(header, HEADER_EVENT);
	const struct unit *unit = unit_find(name);

	if (unit) {
		type->unit = unit->word;
		type->type = event.len > 0 ? event : type->type;
	} else if (name.len > 0) {
		type->type = name;
	}
}

/* "12.5s" in nanoseconds; 0 if it is not known. */
static int64_t duration_of(const struct header *header)
{
	const uint64_t second = 1000000000;
	struct slice text = header_value(header, HEADER_DURATION);
	struct decimal seconds;
	uint64_t duration;

	if (!slice_drop(&text, SLICE("s")) || !decimal_parse(text, &seconds) ||
	    !decimal_times(seconds, second, 0, &duration) || duration > INT64_MAX)
		return 0;
	return (int64_t)duration;
}

/* Set the types of the columns; false, after a message, if a column has none. */
static bool make_types(struct export_job *job, struct pprof_type types[COLUMNS])
{
	static const char *const sides[] = {"before", "after"};
	const struct opt_list *given = &job->options->types;
	size_t i;

	job->columns = job->profile->differential ? 2 : 1;
	for (i = 0; i < job->columns; i++) {
		types[i] = (struct pprof_type){SLICE("samples"), SLICE("count")};
		describe(&job->profile->header, &types[i]);
		if (job->columns > 1)
			types[i].type = slice_from(sides[i]);
	}
	if (given->count > 0 && given->count != job->columns) {
		diag_error("--sample-type given %zu times, where a stack has %zu", given->count,
			   job->columns);
		return false;
	}
	for (i = 0; i < given->count; i++)
		parse_type(given->at[i], &types[i]);
	return true;
}

static bool start(struct export_job *job)
{
	const struct export_options *options = job->options;
	struct pprof_type types[COLUMNS];
	struct buf problem = {0};
	struct pprof_head head = {
		.types = types,
		.period = (int64_t)options->period,
		.time_nanos = (int64_t)job->time,
		.duration_nanos = options->duration > 0 ? (int64_t)options->duration
							: duration_of(&job->profile->header),
		.annotation_key = options->annotation_key,
	};
	unsigned i;

	if (!make_types(job, types))
		return false;
	head.type_count = job->columns;
	head.period_type = types[job->columns - 1];
	if (options->period_type.ptr)
		parse_type(options->period_type, &head.period_type);
	for (job->unit = 1, i = 0; i < job->profile->scale; i++)
		job->unit *= 10;
	if (job->profile->total_overflow ||
	    job->profile->total[1] / (uint64_t)job->unit > INT64_MAX)
		diag_warn("the sum of the counts is beyond 2^63-1: programs that add them up will "
			  "show wrong totals");
	job->writer = pprof_writer_new(&head, &problem);
	if (!job->writer)
		diag_error("%.*s", SLICE_ARG(buf_slice(&problem)));
	buf_release(&problem);
	return job->writer != NULL;
}

/* Takes the profile: it is released before the file is put together. */
static bool pprof_write_profile(const struct program_run *run, struct profile *profile)
{
	const struct export_options *options = run->options;
	struct export_job job = {.options = options, .profile = profile};
	struct buf problem = {0};
	struct output output;
	bool good;

	profile_freeze(profile);
	good = find_time(run, &job.time) && start(&job) && add_stacks(&job);
	profile_release(profile);
	good = good && program_open(run, &output);
	if (good) {
		good = pprof_writer_finish(job.writer, !options->no_gzip, &output.buf, &problem);
		if (!good) {
			diag_error("%.*s", SLICE_ARG(buf_slice(&problem)));
			output_abandon(&output);
		} else {
			good = output_commit(&output);
		}
	}
	pprof_writer_free(job.writer);
	buf_release(&problem);
	free(job.lines);
	free(job.frames);
	return good;
}

static int pprof_run_export(struct program_run *run)
{
	struct profile profile;
	bool good;

	run->labels = LABELS_KEPT;
	good = program_read(run, 0, program_file_count(run), &profile) &&
	       pprof_write_profile(run, &profile);
	profile_release(&profile);
	return good ? EXIT_DONE : EXIT_DATA;
}

static const struct program_product product = {"a profile for pprof", "out.pb.gz", ""};

int export_pprof_main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv, personality_of(""));
	struct export_options options = {.period = 1};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_READING(&run.reading),
		PROGRAM_STRICT(&run),
		OPT_COMMON(&run.common),
		PROGRAM_FORCE(&run),
	};
	const struct program program = {
		.summary = "folded stacks to a profile for pprof",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = export_pprof_check,
		.run = pprof_run_export,
	};
	int code;

	run.product = &product;
	run.options = &options;
	code = program_main(&program, &run);
	free(options.types.at);
	return code;
}
