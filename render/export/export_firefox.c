/* SPDX-License-Identifier: MIT */
/*
 * export-firefox - folded stacks to the processed profile format of the Firefox Profiler, version
 * 47: docs-developer/CHANGELOG-formats.md of github.com/firefox-devtools/profiler. A thread is one
 * by the labels pid, tid and thread; its samples are ordered by time, in milliseconds.
 *
 *     {"meta":{...},"libs":[],"threads":[{"name":"worker","pid":"1","tid":7,
 *      "samples":{"stack":[0],"time":[3.24],"weight":[1],...},"stackTable":{...},
 *      "frameTable":{...},"funcTable":{...},...,"stringArray":["main"]}]}
 */
#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/cli/program.h"
#include "common/profile/amount.h"
#include "common/profile/label_rows.h"
#include "common/profile/profile.h"
#include "common/table/hash.h"
#include "render/export/exports.h"

/*
 * The tables of a thread of the Firefox Profiler: functions, the tree of their
 * calls, and the place of each sample in it. Owns its memory.
 */

struct firefox_thread {
	struct ids paths;    /* the path above + 1 in the upper half, the function */
	uint32_t *functions; /* by frame id: number + 1, 0: none */
	frame_id *names;     /* of functions, by number */
	size_t function_count, function_cap;
};

/* Frame ids are below `names`. */
static void firefox_thread_init(struct firefox_thread *thread, size_t names)
{
	*thread = (struct firefox_thread){
		.functions = memory_clear(names + 1, sizeof(*thread->functions))};
}

/* Empty the tables for the next thread. */
static void firefox_thread_reset(struct firefox_thread *thread)
{
	size_t i;

	ids_release(&thread->paths);
	for (i = 0; i < thread->function_count; i++)
		thread->functions[thread->names[i]] = 0;
	thread->function_count = 0;
}

static void firefox_thread_release(struct firefox_thread *thread)
{
	firefox_thread_reset(thread);
	free(thread->functions);
	free(thread->names);
	*thread = (struct firefox_thread){0};
}

static uint32_t function_of(struct firefox_thread *thread, frame_id frame)
{
	if (thread->functions[frame] == 0) {
		MEMORY_ROOM(thread->names, thread->function_count, thread->function_cap);
		thread->names[thread->function_count++] = frame;
		thread->functions[frame] = (uint32_t)thread->function_count;
	}
	return thread->functions[frame] - 1;
}

/* The path of a function below another path + 1; its own number + 1. */
static uint32_t path_of(struct firefox_thread *thread, uint32_t above, uint32_t function)
{
	const uint64_t key = (uint64_t)above << 32 | function;
	const uint32_t path = ids_find(&thread->paths, key);

	return (path != IDS_NONE ? path : ids_add(&thread->paths, key)) + 1;
}

/* The path of a stack + 1; 0: of no frames. */
static uint32_t firefox_path(struct firefox_thread *thread, const struct stack *stack)
{
	uint32_t path = 0, level;

	for (level = 0; level < stack->depth; level++)
		path = path_of(thread, path, function_of(thread, stack->frames[level]));
	return path;
}

enum { FORMAT_VERSION = 47, GECKO_VERSION = 28 };

struct options {
	struct slice name;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Document"},
	{OPT_TEXT, .name = "name", .value = "NAME", OPT_AT(struct options, name),
	 .help = "Name of the process, by default of the file"},
};

/* Kinds of code, by the marks of functions. The profiler requires a category named Other. */
enum category { CATEGORY_OTHER, CATEGORY_KERNEL, CATEGORY_JIT, CATEGORY_INLINED };

static const struct {
	const char *name, *color;
	struct slice mark;
} categories[] = {
	[CATEGORY_OTHER] = {"Other", "grey", SLICE_INIT("")},
	[CATEGORY_KERNEL] = {"Kernel", "orange", SLICE_INIT("_[k]")},
	[CATEGORY_JIT] = {"JIT", "green", SLICE_INIT("_[j]")},
	[CATEGORY_INLINED] = {"Inlined", "lightblue", SLICE_INIT("_[i]")},
};

struct document {
	const struct profile *profile;
	struct label_threads threads;
	struct slice name;
	struct output *output;
	struct buf *text;        /* the output's */
	const struct unit *unit; /* of the counts; NULL: they are numbers */
};

static enum category category_of(struct slice name)
{
	size_t i;

	for (i = CATEGORY_KERNEL; i < ARRAY_LEN(categories); i++) {
		if (slice_ends(name, categories[i].mark))
			return (enum category)i;
	}
	return CATEGORY_OTHER;
}

static struct slice firefox_without_mark(struct slice name)
{
	slice_drop(&name, categories[category_of(name)].mark);
	return name;
}

/* ---- JSON ---- */

static void firefox_add_text(const struct document *document, const char *text)
{
	buf_add_text(document->text, text);
	output_flush_some(document->output);
}

/* "\"key\":[x,x,x]": one value `count` times. */
static void add_constant(const struct document *document, const char *key, const char *value,
			 size_t count)
{
	size_t i;

	buf_printf(document->text, ",\"%s\":[", key);
	for (i = 0; i < count && output_goes_on(document->output); i++) {
		buf_add_text(document->text, i > 0 ? "," : "");
		firefox_add_text(document, value);
	}
	buf_add_char(document->text, ']');
}

static void begin_list(const struct document *document, const char *key)
{
	buf_printf(document->text, ",\"%s\":[", key);
}

static void next_number(const struct document *document, size_t i, uint64_t number)
{
	if (i > 0)
		buf_add_char(document->text, ',');
	buf_add_u64(document->text, number);
	output_flush_some(document->output);
}

/* Milliseconds. */
static void add_time(const struct document *document, uint64_t time)
{
	const unsigned digits = document->profile->labels ? document->profile->labels->time_digits
							  : 0;
	unsigned i;

	if (time == LABEL_NO_TIME)
		time = 0;
	for (i = digits; i < 3; i++)
		time *= 10;
	buf_add_decimal(document->text, time, digits > 3 ? digits - 3 : 0);
}

/* A count as a weight: nanoseconds become milliseconds, the profiler's unit. */
static void add_weight(const struct document *document, uint64_t count)
{
	const struct unit *unit = document->unit;
	unsigned digits = document->profile->scale;

	if (unit && slice_equal(unit->word, SLICE("nanoseconds")))
		digits += 6;
	else if (unit && slice_equal(unit->word, SLICE("microseconds")))
		digits += 3;
	buf_add_decimal(document->text, count, digits);
}

static const char *weight_type(const struct document *document)
{
	const struct unit *unit = document->unit;

	if (unit && slice_equal(unit->word, SLICE("bytes")))
		return "bytes";
	return unit && slice_ends(unit->word, SLICE("seconds")) &&
			       !slice_equal(unit->word, SLICE("seconds"))
		       ? "tracing-ms"
		       : "samples";
}

/* Their paths become those of the thread. */
static void firefox_write_samples(const struct document *document, struct firefox_thread *thread,
				  const struct label_row *samples, size_t count)
{
	size_t i;

	buf_printf(document->text, "\"samples\":{\"length\":%zu,\"weightType\":\"%s\"", count,
		   weight_type(document));
	begin_list(document, "stack");
	for (i = 0; i < count && output_goes_on(document->output); i++) {
		const uint32_t path = firefox_path(thread, samples[i].stack);

		if (path > 0)
			next_number(document, i, path - 1);
		else
			firefox_add_text(document, i > 0 ? ",null" : "null");
	}
	buf_add_char(document->text, ']');
	begin_list(document, "time");
	for (i = 0; i < count && output_goes_on(document->output); i++) {
		firefox_add_text(document, i > 0 ? "," : "");
		add_time(document, samples[i].time);
	}
	buf_add_char(document->text, ']');
	begin_list(document, "weight");
	for (i = 0; i < count && output_goes_on(document->output); i++) {
		firefox_add_text(document, i > 0 ? "," : "");
		add_weight(document, samples[i].count[1]);
	}
	buf_add_text(document->text, "]},\n");
}

static void write_stacks(const struct document *document, const struct firefox_thread *thread)
{
	const size_t count = thread->paths.count;
	size_t i;

	buf_printf(document->text, "\"stackTable\":{\"length\":%zu", count);
	begin_list(document, "frame");
	for (i = 0; i < count && output_goes_on(document->output); i++)
		next_number(document, i, (uint32_t)thread->paths.ids[i]);
	buf_add_char(document->text, ']');
	begin_list(document, "prefix");
	for (i = 0; i < count && output_goes_on(document->output); i++) {
		const uint64_t above = thread->paths.ids[i] >> 32;

		if (above > 0)
			next_number(document, i, above - 1);
		else
			firefox_add_text(document, i > 0 ? ",null" : "null");
	}
	buf_add_char(document->text, ']');
	begin_list(document, "category");
	for (i = 0; i < count && output_goes_on(document->output); i++)
		next_number(
			document, i,
			category_of(intern_name(&document->profile->names,
						thread->names[(uint32_t)thread->paths.ids[i]])));
	buf_add_char(document->text, ']');
	add_constant(document, "subcategory", "0", count);
	buf_add_text(document->text, "},\n");
}

/* Each function is one frame. */
static void firefox_write_frames(const struct document *document,
				 const struct firefox_thread *thread)
{
	const size_t count = thread->function_count;
	size_t i;

	buf_printf(document->text, "\"frameTable\":{\"length\":%zu", count);
	begin_list(document, "func");
	for (i = 0; i < count && output_goes_on(document->output); i++)
		next_number(document, i, i);
	buf_add_char(document->text, ']');
	begin_list(document, "category");
	for (i = 0; i < count && output_goes_on(document->output); i++)
		next_number(document, i,
			    category_of(intern_name(&document->profile->names, thread->names[i])));
	buf_add_char(document->text, ']');
	add_constant(document, "address", "-1", count);
	add_constant(document, "inlineDepth", "0", count);
	add_constant(document, "subcategory", "0", count);
	add_constant(document, "nativeSymbol", "null", count);
	add_constant(document, "innerWindowID", "0", count);
	add_constant(document, "implementation", "null", count);
	add_constant(document, "line", "null", count);
	add_constant(document, "column", "null", count);
	buf_add_text(document->text, "},\n");
}

static void write_functions(const struct document *document, const struct firefox_thread *thread)
{
	const size_t count = thread->function_count;
	size_t i;

	buf_printf(document->text, "\"funcTable\":{\"length\":%zu", count);
	begin_list(document, "name");
	for (i = 0; i < count && output_goes_on(document->output); i++)
		next_number(document, i, i);
	buf_add_char(document->text, ']');
	add_constant(document, "isJS", "false", count);
	add_constant(document, "relevantForJS", "false", count);
	add_constant(document, "resource", "-1", count);
	add_constant(document, "fileName", "null", count);
	add_constant(document, "lineNumber", "null", count);
	add_constant(document, "columnNumber", "null", count);
	buf_add_text(
		document->text,
		"},\n\"resourceTable\":{\"length\":0,\"lib\":[],\"name\":[],\"host\":[],"
		"\"type\":[]},\n\"nativeSymbols\":{\"length\":0,\"libIndex\":[],\"address\":[],"
		"\"name\":[],\"functionSize\":[]},\n\"markers\":{\"length\":0,\"data\":[],"
		"\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[]},\n"
		"\"stringArray\":[");
	for (i = 0; i < count && output_goes_on(document->output); i++) {
		firefox_add_text(document, i > 0 ? ",\n" : "\n");
		buf_add_json(document->text, firefox_without_mark(intern_name(
						     &document->profile->names, thread->names[i])));
	}
	buf_add_text(document->text, "\n]}");
}

/* The thread's own name, or its process's name, or a name made of its number. */
static void write_names(const struct document *document, size_t number_of_thread)
{
	const struct label_threads *threads = &document->threads;
	const struct label_row *row =
		&threads->rows[label_threads_begin(threads, number_of_thread)];
	struct buf pid = {0}, tid = {0}, name = {0};
	uint64_t number;

	label_threads_add(threads, row, SLICE("pid"), &pid);
	label_threads_add(threads, row, SLICE("tid"), &tid);
	if (!label_threads_name(threads, number_of_thread, &name))
		buf_add(&name, document->name);
	firefox_add_text(document, "{\"processType\":\"default\",\"processName\":");
	buf_add_json(document->text, document->name);
	firefox_add_text(document, ",\"name\":");
	buf_add_json(document->text, buf_slice(&name));
	firefox_add_text(document, ",\"pid\":");
	buf_add_json(document->text, pid.len > 0 ? buf_slice(&pid) : SLICE("0"));
	firefox_add_text(document, ",\"tid\":");
	if (slice_to_u64(buf_slice(&tid), &number))
		buf_add_u64(document->text, number);
	else
		buf_add_json(document->text, tid.len > 0 ? buf_slice(&tid) : buf_slice(&name));
	buf_printf(document->text,
		   ",\"isMainThread\":%s,\"processStartupTime\":0,\"processShutdownTime\":null,"
		   "\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],\n",
		   pid.len > 0 && slice_equal(buf_slice(&pid), buf_slice(&tid)) ? "true" : "false");
	buf_release(&pid);
	buf_release(&tid);
	buf_release(&name);
}

static void write_thread(const struct document *document, struct firefox_thread *thread,
			 size_t number)
{
	const struct label_threads *threads = &document->threads;
	const size_t first = label_threads_begin(threads, number);

	write_names(document, number);
	firefox_write_samples(document, thread, threads->rows + first,
			      threads->ends[number] - first);
	write_stacks(document, thread);
	firefox_write_frames(document, thread);
	write_functions(document, thread);
	firefox_thread_reset(thread);
}

static void write_meta(const struct document *document)
{
	int64_t start = 0;
	size_t i;

	if (!header_start(&document->profile->header, &start))
		start = 0;
	buf_printf(
		document->text,
		"{\"meta\":{\"interval\":1,\"startTime\":%lld,\"processType\":0,"
		"\"version\":%d,\"preprocessedProfileVersion\":%d,\"stackwalk\":1,\"debug\":false,"
		"\"gcpoison\":0,\"asyncstack\":1,\"product\":",
		(long long)(start / 1000000), GECKO_VERSION, FORMAT_VERSION);
	buf_add_json(document->text, document->name);
	firefox_add_text(document,
			 ",\"importedFrom\":\"flambeau " FLAMBEAU_VERSION
			 "\",\"symbolicated\":true,\"extensions\":{\"length\":0,\"id\":[],"
			 "\"name\":[],\"baseURL\":[]},\"markerSchema\":[],\"categories\":[");
	for (i = 0; i < ARRAY_LEN(categories); i++)
		buf_printf(document->text,
			   "%s{\"name\":\"%s\",\"color\":\"%s\",\"subcategories\":[\"Other\"]}",
			   i > 0 ? "," : "", categories[i].name, categories[i].color);
	firefox_add_text(document,
			 "]},\n\"libs\":[],\"pages\":[],\"counters\":[],\n\"threads\":[\n");
}

/* The title of the document. */
static struct slice name_of(const struct program_run *run)
{
	const struct options *options = run->options;
	const struct slice file = program_file(run, 0);

	if (opt_given(&run->given, "name"))
		return options->name;
	return slice_equal(file, SLICE("-")) ? SLICE("standard input") : slice_base(file);
}

static bool is_one_column(const struct profile *profile)
{
	if (profile->differential)
		diag_error("the Firefox Profiler has no differentials: export one side");
	return !profile->differential;
}

static bool firefox_write_profile(const struct program_run *run, const struct profile *profile)
{
	struct document document = {
		.profile = profile,
		.name = name_of(run),
		.unit = unit_find(header_value(&profile->header, HEADER_UNIT)),
	};
	struct output output;
	struct firefox_thread thread;
	size_t i;

	if (!labels_have_times(profile->labels))
		diag_note("stacks have no label time: all samples are at 0 ms");
	if (!program_open(run, &output))
		return false;
	document.output = &output;
	document.text = &output.buf;
	label_threads_init(&document.threads, profile);
	firefox_thread_init(&thread, document.profile->names.count);
	write_meta(&document);
	for (i = 0; i < document.threads.count && output_goes_on(&output); i++) {
		firefox_add_text(&document, i > 0 ? ",\n" : "");
		write_thread(&document, &thread, i);
	}
	firefox_add_text(&document, "\n]}\n");
	firefox_thread_release(&thread);
	label_threads_release(&document.threads);
	return output_commit(&output);
}

static int firefox_run_export(struct program_run *run)
{
	struct profile profile;
	bool good;

	run->labels = LABELS_KEPT;
	good = program_read(run, 0, program_file_count(run), &profile) && is_one_column(&profile);
	hash_ids_release(&profile.index); /* no stack is looked for from here on */
	good = good && firefox_write_profile(run, &profile);
	profile_release(&profile);
	return good ? EXIT_DONE : EXIT_DATA;
}

static const struct program_product product = {"the JSON of the Firefox Profiler", "out.json", ""};

int export_firefox_main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv, personality_of(""));
	struct options options = {0};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_READING(&run.reading),
		PROGRAM_STRICT(&run),
		OPT_COMMON(&run.common),
		PROGRAM_FORCE(&run),
	};
	const struct program program = {
		.summary = "folded stacks to the format of the Firefox Profiler",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.run = firefox_run_export,
	};

	run.product = &product;
	run.options = &options;
	return program_main(&program, &run);
}
