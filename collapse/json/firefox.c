/* SPDX-License-Identifier: MIT */
/*
 * The formats of the Firefox Profiler, as Firefox, samply, vernier, CPython and export-firefox write
 * them. Both have tables of strings, frames and stacks, each stack a frame below another stack, and
 * samples that refer to stacks. In processed profiles tables are lists of columns, in each thread or
 * shared by all; in gecko profiles they are rows with a schema.
 *
 *     {"meta":{"preprocessedProfileVersion":56,...},"threads":[{"name":"main",
 *      "samples":{"stack":[1,null],"weight":null},"stackTable":{"frame":[0,1],"prefix":[null,0]},
 *      "frameTable":{"func":[0,1]},"funcTable":{"name":[0,1]}}],"shared":{"stringArray":["a","b"]}}
 *     {"meta":{"version":30},"threads":[{"name":"main","stringTable":["a"],
 *      "samples":{"schema":{"stack":0,"time":1},"data":[[0,12.5]]},
 *      "stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0]]},
 *      "frameTable":{"schema":{"location":0},"data":[[0]]}}],"processes":[...]}
 *
 * Formats: docs-developer/CHANGELOG-formats.md of github.com/firefox-devtools/profiler.
 */
#include "collapse/json/firefox_state.h"
#include "collapse/json/number.h"

enum { KNOWN_VERSION = 70 };

static const char *const weight_helps[] = {
	"the weights of samples, 1 where they have none",
	"1 for each sample",
	"processor time of the thread since its sample before",
	"bytes that JavaScript allocated",
	"bytes that native code allocated",
	"bytes that native code freed, by the stack that freed them",
	"bytes that native code allocated and did not free later",
	NULL,
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_CHOICE, .name = "weight", .value = "WHAT", OPT_AT(struct firefox_options, weight),
	 .choices = firefox_weight_names, .choice_helps = weight_helps,
	 .help = "What is counted; the default is samples"},
	{OPT_FLAG, .name = "ns", OPT_AT(struct firefox_options, nanoseconds),
	 .help = "Write times in nanoseconds, not in microseconds"},
	{OPT_FLAG, .name = "diff", OPT_AT(struct firefox_options, diff),
	 .help = "Write two counts, before and after, for profiles with negative weights",
	 .detail =
		 "A comparison of two profiles has the weights of the first one negative. Without "
		 "this option it is an error."},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "thread-names", OPT_AT(struct firefox_options, thread_names),
	 .help = "Make the thread's name, or \"tid N\", the root of its stacks"},
	{OPT_FLAG, .name = "process-names", OPT_AT(struct firefox_options, process_names),
	 .help = "Make the process's name, or \"pid N\", the root of its stacks"},
	{OPT_FLAG, .name = "inline", OPT_AT(struct firefox_options, inlines),
	 .help = "Append _[i] to names of inlined functions"},
	{OPT_FLAG, .name = "locations", OPT_AT(struct firefox_options, locations),
	 .help = "Append file and line of a function to its name"},
};

static const struct column_kind stack_columns[] = {
	[STACK_FRAME] = {SLICE_INIT("frame"), 0},
	[STACK_PREFIX] = {SLICE_INIT("prefix"), 0},
	[STACK_OFFSET] = {SLICE_INIT("prefixOffset"), 0},
};

static const struct column_kind frame_columns[] = {
	[FRAME_FUNC] = {SLICE_INIT("func"), 0},
	[FRAME_INLINE_DEPTH] = {SLICE_INIT("inlineDepth"), 0},
	[FRAME_LIB] = {SLICE_INIT("lib"), 0},
	[FRAME_CATEGORY] = {SLICE_INIT("category"), 0},
	[FRAME_LOCATION] = {SLICE_INIT("location"), 0},
};

static const struct column_kind func_columns[] = {
	[FUNC_NAME] = {SLICE_INIT("name"), 0},       [FUNC_RESOURCE] = {SLICE_INIT("resource"), 0},
	[FUNC_FILE] = {SLICE_INIT("fileName"), 0},   [FUNC_SOURCE] = {SLICE_INIT("source"), 0},
	[FUNC_LINE] = {SLICE_INIT("lineNumber"), 0}, [FUNC_IS_JS] = {SLICE_INIT("isJS"), 0},
};

static const struct column_kind resource_columns[] = {[RESOURCE_LIB] = {SLICE_INIT("lib"), 0}};
static const struct column_kind source_columns[] = {[SOURCE_FILE] = {SLICE_INIT("filename"), 0}};

static const struct column_kind sample_columns[] = {
	[SAMPLE_STACK] = {SLICE_INIT("stack"), 0},
	[SAMPLE_WEIGHT] = {SLICE_INIT("weight"), LIMIT_SCALE},
	[SAMPLE_TIME] = {SLICE_INIT("time"), FIREFOX_TIME_DIGITS},
	[SAMPLE_DELTA] = {SLICE_INIT("timeDeltas"), FIREFOX_TIME_DIGITS},
	[SAMPLE_CPU] = {SLICE_INIT("threadCPUDelta"), LIMIT_SCALE},
	[SAMPLE_ADDRESS] = {SLICE_INIT("memoryAddress"), 0},
};

enum firefox_place {
	FIREFOX_ROOT = FIREFOX_SIDE + 1,
	FIREFOX_META,
	FIREFOX_UNITS,
	FIREFOX_CATEGORIES,
	FIREFOX_CATEGORY,
	FIREFOX_LIBS,
	FIREFOX_LIB,
	FIREFOX_THREADS,
	FIREFOX_THREAD,
	FIREFOX_SHARED,
	FIREFOX_STRINGS,
	FIREFOX_PROCESSES,
	FIREFOX_NAMES, /* a file with names */
	FIREFOX_NAMES_STRINGS,
	FIREFOX_NAMES_LIBS,
	FIREFOX_NAMES_LIB,
	FIREFOX_SYMBOLS,
	FIREFOX_SYMBOL,
	FIREFOX_FUNCTIONS,
	FIREFOX_FUNCTION,
	FIREFOX_KNOWN,
	FIREFOX_PAIR,
	FIREFOX_INSIDE, /* of a string: a profile or a list of libraries */
	FIREFOX_COLUMN,
	FIREFOX_ROW,
	FIREFOX_TABLE, /* + enum firefox_table */
};

enum firefox_field {
	FIREFOX_FORMAT = 1, /* of the oldest profiles */
	FIREFOX_VERSION,    /* of meta from here on */
	FIREFOX_START,
	FIREFOX_TIME_UNIT,
	FIREFOX_CPU_UNIT,
	FIREFOX_IMPORTED_FROM,
	FIREFOX_CATEGORY_NAME,
	FIREFOX_LIB_NAME,
	FIREFOX_LIB_ID,
	FIREFOX_LIB_START,
	FIREFOX_LIB_END,
	FIREFOX_LIB_OFFSET,
	FIREFOX_NAME, /* of a thread */
	FIREFOX_PROCESS,
	FIREFOX_PID,
	FIREFOX_TID,
	FIREFOX_STRING,
	FIREFOX_CELL, /* of a column or a row */
	FIREFOX_OF_TABLE,
	FIREFOX_TEXT,         /* JSON in a string */
	FIREFOX_NAMES_STRING, /* of a file with names from here on */
	FIREFOX_NAMES_ID,
	FIREFOX_SYMBOL_ADDRESS,
	FIREFOX_SYMBOL_SIZE,
	FIREFOX_SYMBOL_NAME,
	FIREFOX_FUNCTION_NAME,
	FIREFOX_KNOWN_NUMBER,
};

#define TABLE_ROWS(place, name, table)                                                             \
	{                                                                                          \
		place, SLICE_INIT(name), .object = FIREFOX_TABLE + (table)                         \
	}
#define TABLE_MEMBERS(table)                                                                       \
	{                                                                                          \
		FIREFOX_TABLE + (table), .any = true, .array = FIREFOX_COLUMN,                     \
					 .object = FIREFOX_TABLE + (table),                        \
					 .field = FIREFOX_OF_TABLE                                 \
	}

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = FIREFOX_ROOT},
	{FIREFOX_ROOT, SLICE_INIT("meta"), .object = FIREFOX_META},
	{FIREFOX_ROOT, SLICE_INIT("format"), .field = FIREFOX_FORMAT},
	{FIREFOX_ROOT, SLICE_INIT("libs"), .array = FIREFOX_LIBS, .field = FIREFOX_TEXT},
	{FIREFOX_ROOT, SLICE_INIT("threads"), .array = FIREFOX_THREADS},
	{FIREFOX_ROOT, SLICE_INIT("shared"), .object = FIREFOX_SHARED},
	{FIREFOX_ROOT, SLICE_INIT("processes"), .array = FIREFOX_PROCESSES},
	{FIREFOX_ROOT, SLICE_INIT("profile"), .object = FIREFOX_ROOT},
	{FIREFOX_ROOT,
	 .known = SLICE_INIT("pages counters profilerOverhead profilingLog profileGatheringLog "
			     "pausedRanges sources fileType fileVersion tasktracer shutdownTime "
			     "symbolicationTable additionalInformation")},
	{FIREFOX_META, SLICE_INIT("preprocessedProfileVersion"), .field = FIREFOX_VERSION},
	{FIREFOX_META, SLICE_INIT("startTime"), .field = FIREFOX_START},
	{FIREFOX_META, SLICE_INIT("importedFrom"), .field = FIREFOX_IMPORTED_FROM},
	{FIREFOX_META, SLICE_INIT("sampleUnits"), .object = FIREFOX_UNITS},
	{FIREFOX_META, SLICE_INIT("categories"), .array = FIREFOX_CATEGORIES},
	{FIREFOX_UNITS, SLICE_INIT("time"), .field = FIREFOX_TIME_UNIT},
	{FIREFOX_UNITS, SLICE_INIT("threadCPUDelta"), .field = FIREFOX_CPU_UNIT},
	{FIREFOX_UNITS, .known = SLICE_INIT("eventDelay")},
	{FIREFOX_CATEGORIES, .object = FIREFOX_CATEGORY},
	{FIREFOX_CATEGORY, SLICE_INIT("name"), .field = FIREFOX_CATEGORY_NAME},
	{FIREFOX_LIBS, .object = FIREFOX_LIB},
	{FIREFOX_LIB, SLICE_INIT("name"), .field = FIREFOX_LIB_NAME},
	{FIREFOX_LIB, SLICE_INIT("breakpadId"), .field = FIREFOX_LIB_ID},
	{FIREFOX_LIB, SLICE_INIT("start"), .field = FIREFOX_LIB_START},
	{FIREFOX_LIB, SLICE_INIT("end"), .field = FIREFOX_LIB_END},
	{FIREFOX_LIB, SLICE_INIT("offset"), .field = FIREFOX_LIB_OFFSET},
	{FIREFOX_LIB,
	 .known = SLICE_INIT("path debugName debugPath codeId arch pdbName pdbAge pdbSignature")},
	{FIREFOX_THREADS, .object = FIREFOX_THREAD, .field = FIREFOX_TEXT},
	{FIREFOX_THREAD, SLICE_INIT("name"), .field = FIREFOX_NAME},
	{FIREFOX_THREAD, SLICE_INIT("processName"), .field = FIREFOX_PROCESS},
	{FIREFOX_THREAD, SLICE_INIT("pid"), .field = FIREFOX_PID},
	{FIREFOX_THREAD, SLICE_INIT("tid"), .field = FIREFOX_TID},
	{FIREFOX_THREAD, SLICE_INIT("libs"), .array = FIREFOX_LIBS},
	{FIREFOX_THREAD, SLICE_INIT("stringArray"), .array = FIREFOX_STRINGS},
	{FIREFOX_THREAD, SLICE_INIT("stringTable"), .array = FIREFOX_STRINGS},
	TABLE_ROWS(FIREFOX_THREAD, "stackTable", FIREFOX_STACKS),
	TABLE_ROWS(FIREFOX_THREAD, "frameTable", FIREFOX_FRAMES),
	TABLE_ROWS(FIREFOX_THREAD, "funcTable", FIREFOX_FUNCS),
	TABLE_ROWS(FIREFOX_THREAD, "resourceTable", FIREFOX_RESOURCES),
	TABLE_ROWS(FIREFOX_THREAD, "samples", FIREFOX_SAMPLES),
	TABLE_ROWS(FIREFOX_THREAD, "jsAllocations", FIREFOX_JS_ALLOCATIONS),
	TABLE_ROWS(FIREFOX_THREAD, "nativeAllocations", FIREFOX_NATIVE_ALLOCATIONS),
	{FIREFOX_THREAD,
	 .known = SLICE_INIT("processType processStartupTime processShutdownTime registerTime "
			     "unregisterTime pausedRanges showMarkersInTimeline isMainThread "
			     "eTLD+1 isJsTracer markers nativeSymbols jsTracer jsTracerEvents "
			     "jsTracerDictionary isPrivateBrowsing userContextId tracedValues "
			     "tracedObjectShapes")},
	{FIREFOX_SHARED, SLICE_INIT("stringArray"), .array = FIREFOX_STRINGS},
	TABLE_ROWS(FIREFOX_SHARED, "stackTable", FIREFOX_STACKS),
	TABLE_ROWS(FIREFOX_SHARED, "frameTable", FIREFOX_FRAMES),
	TABLE_ROWS(FIREFOX_SHARED, "funcTable", FIREFOX_FUNCS),
	TABLE_ROWS(FIREFOX_SHARED, "resourceTable", FIREFOX_RESOURCES),
	TABLE_ROWS(FIREFOX_SHARED, "sources", FIREFOX_SOURCES),
	{FIREFOX_SHARED, .known = SLICE_INIT("nativeSymbols sourceLocationTable")},
	{FIREFOX_STRINGS, .field = FIREFOX_STRING},
	{FIREFOX_PROCESSES, .object = FIREFOX_ROOT},
	{FIREFOX_INSIDE, .object = FIREFOX_ROOT, .array = FIREFOX_LIBS},
	{FIREFOX_SIDE, .object = FIREFOX_NAMES},
	{FIREFOX_NAMES, SLICE_INIT("string_table"), .array = FIREFOX_NAMES_STRINGS},
	{FIREFOX_NAMES, SLICE_INIT("data"), .array = FIREFOX_NAMES_LIBS},
	{FIREFOX_NAMES_STRINGS, .field = FIREFOX_NAMES_STRING},
	{FIREFOX_NAMES_LIBS, .object = FIREFOX_NAMES_LIB},
	{FIREFOX_NAMES_LIB, SLICE_INIT("debug_id"), .field = FIREFOX_NAMES_ID},
	{FIREFOX_NAMES_LIB, SLICE_INIT("symbol_table"), .array = FIREFOX_SYMBOLS},
	{FIREFOX_NAMES_LIB, SLICE_INIT("known_addresses"), .array = FIREFOX_KNOWN},
	{FIREFOX_SYMBOLS, .object = FIREFOX_SYMBOL},
	{FIREFOX_SYMBOL, SLICE_INIT("rva"), .field = FIREFOX_SYMBOL_ADDRESS},
	{FIREFOX_SYMBOL, SLICE_INIT("size"), .field = FIREFOX_SYMBOL_SIZE},
	{FIREFOX_SYMBOL, SLICE_INIT("symbol"), .field = FIREFOX_SYMBOL_NAME},
	{FIREFOX_SYMBOL, SLICE_INIT("frames"), .array = FIREFOX_FUNCTIONS},
	{FIREFOX_FUNCTIONS, .object = FIREFOX_FUNCTION},
	{FIREFOX_FUNCTION, SLICE_INIT("function"), .field = FIREFOX_FUNCTION_NAME},
	{FIREFOX_KNOWN, .array = FIREFOX_PAIR},
	{FIREFOX_PAIR, .field = FIREFOX_KNOWN_NUMBER},
	{FIREFOX_COLUMN, .array = FIREFOX_ROW, .field = FIREFOX_CELL},
	{FIREFOX_ROW, .field = FIREFOX_CELL},
	TABLE_MEMBERS(FIREFOX_STACKS),
	{FIREFOX_TABLE + FIREFOX_STACKS,
	 .known = SLICE_INIT("length schema data frame prefix prefixOffset category subcategory")},
	TABLE_MEMBERS(FIREFOX_FRAMES),
	{FIREFOX_TABLE + FIREFOX_FRAMES,
	 .known = SLICE_INIT("length schema data func inlineDepth lib category location address "
			     "subcategory innerWindowID nativeSymbol line column implementation "
			     "optimizations relevantForJS originalLocation")},
	TABLE_MEMBERS(FIREFOX_FUNCS),
	{FIREFOX_TABLE + FIREFOX_FUNCS,
	 .known = SLICE_INIT("length schema data name resource fileName source lineNumber isJS "
			     "columnNumber relevantForJS address originalLocation")},
	TABLE_MEMBERS(FIREFOX_RESOURCES),
	{FIREFOX_TABLE + FIREFOX_RESOURCES,
	 .known = SLICE_INIT("length schema data lib name host type icon addonId")},
	TABLE_MEMBERS(FIREFOX_SOURCES),
	{FIREFOX_TABLE + FIREFOX_SOURCES,
	 .known = SLICE_INIT("length schema data filename id uuid startLine startColumn "
			     "sourceMapURL")},
	TABLE_MEMBERS(FIREFOX_SAMPLES),
	{FIREFOX_TABLE + FIREFOX_SAMPLES,
	 .known = SLICE_INIT("length schema data stack weight weightType time timeDeltas "
			     "threadCPUDelta responsiveness eventDelay threadId argumentValues "
			     "frameNumber power rss uss")},
	TABLE_MEMBERS(FIREFOX_JS_ALLOCATIONS),
	{FIREFOX_TABLE + FIREFOX_JS_ALLOCATIONS,
	 .known = SLICE_INIT("length schema data stack weight weightType time className typeName "
			     "coarseType inNursery")},
	TABLE_MEMBERS(FIREFOX_NATIVE_ALLOCATIONS),
	{FIREFOX_TABLE + FIREFOX_NATIVE_ALLOCATIONS,
	 .known = SLICE_INIT("length schema data stack weight weightType time memoryAddress "
			     "threadId")},
};

/* ---- Reading ---- */

static struct firefox_profile *firefox_profile_now(struct firefox *firefox)
{
	return &firefox->profiles[firefox->open[firefox->open_count - 1]];
}

static struct firefox_tables *firefox_tables_now(struct firefox *firefox)
{
	return firefox->in_thread ? &firefox->threads[firefox->thread_count - 1].tables
				  : &firefox_profile_now(firefox)->tables;
}

static void firefox_tables_release(struct firefox_tables *tables)
{
	size_t i;

	for (i = 0; i < FIREFOX_TABLES; i++) {
		if (tables->at[i])
			columns_release(tables->at[i]);
		free(tables->at[i]);
	}
	free(tables->strings);
	free(tables->libs);
	*tables = (struct firefox_tables){0};
}

/* The columns of samples that the options make use of. */
static unsigned firefox_wanted(const struct ingest_run *run, enum firefox_table table)
{
	const struct firefox_options *options = run->options;
	unsigned wanted = 1u << SAMPLE_STACK;

	if (table < FIREFOX_SAMPLES)
		return ~0u;
	if (label_wants(run, LABEL_TIME))
		wanted |= 1u << SAMPLE_TIME | 1u << SAMPLE_DELTA;
	if (options->weight == WEIGHT_CPU)
		return wanted | 1u << SAMPLE_CPU;
	if (options->weight == WEIGHT_NATIVE_RETAINED)
		wanted |= 1u << SAMPLE_ADDRESS;
	return options->weight == WEIGHT_COUNT ? wanted : wanted | 1u << SAMPLE_WEIGHT;
}

static void firefox_begin_table(struct ingest_run *run, enum firefox_table table)
{
	static const struct {
		const struct column_kind *columns;
		unsigned count;
	} kinds[] = {
		[FIREFOX_STACKS] = {stack_columns, ARRAY_LEN(stack_columns)},
		[FIREFOX_FRAMES] = {frame_columns, ARRAY_LEN(frame_columns)},
		[FIREFOX_FUNCS] = {func_columns, ARRAY_LEN(func_columns)},
		[FIREFOX_RESOURCES] = {resource_columns, ARRAY_LEN(resource_columns)},
		[FIREFOX_SOURCES] = {source_columns, ARRAY_LEN(source_columns)},
		[FIREFOX_SAMPLES] = {sample_columns, ARRAY_LEN(sample_columns)},
	};
	struct firefox *firefox = run->state;
	struct columns **columns = &firefox_tables_now(firefox)->at[table];
	size_t kind;

	if (*columns)
		columns_release(*columns); /* a member that occurs twice: the last one counts */
	else
		*columns = memory_get(sizeof(**columns));
	kind = table < FIREFOX_SAMPLES ? table : FIREFOX_SAMPLES;
	columns_init(*columns, kinds[kind].columns, kinds[kind].count, firefox_wanted(run, table));
	firefox->table = *columns;
}

static void firefox_begin_profile(struct firefox *firefox)
{
	MEMORY_ROOM(firefox->profiles, firefox->profile_count, firefox->profile_cap);
	firefox->profiles[firefox->profile_count] = (struct firefox_profile){.cpu_digits = 0};
	MEMORY_ROOM(firefox->open, firefox->open_count, firefox->open_cap);
	firefox->open[firefox->open_count++] = firefox->profile_count++;
}

static void firefox_begin_thread(struct firefox *firefox)
{
	MEMORY_ROOM(firefox->threads, firefox->thread_count, firefox->thread_cap);
	firefox->threads[firefox->thread_count++] = (struct firefox_thread){
		.profile = firefox->open[firefox->open_count - 1]};
	firefox->in_thread = true;
}

static void firefox_begin_lib(struct firefox *firefox)
{
	struct firefox_tables *tables = firefox_tables_now(firefox);

	MEMORY_ROOM(tables->libs, tables->lib_count, tables->lib_cap);
	tables->libs[tables->lib_count] = (struct firefox_lib){.number = tables->lib_count};
	tables->lib_count++;
}

static void firefox_begin_category(struct firefox *firefox)
{
	struct firefox_profile *profile = firefox_profile_now(firefox);

	MEMORY_ROOM(profile->categories, profile->category_count, profile->category_cap);
	profile->categories[profile->category_count++] = SLICE("");
}

static void firefox_enter(struct ingest_run *run, unsigned place)
{
	struct firefox *firefox = run->state;

	switch (place) {
	case FIREFOX_ROOT: firefox_begin_profile(firefox); break;
	case FIREFOX_THREAD: firefox_begin_thread(firefox); break;
	case FIREFOX_LIB: firefox_begin_lib(firefox); break;
	case FIREFOX_CATEGORY: firefox_begin_category(firefox); break;
	case FIREFOX_COLUMN: columns_begin(firefox->table, document_key(run)); break;
	case FIREFOX_ROW: columns_row(firefox->table); break;
	case FIREFOX_NAMES_LIB: firefox_symbols_enter(&firefox->symbols, true); break;
	case FIREFOX_SYMBOL: firefox_symbols_enter(&firefox->symbols, false); break;
	case FIREFOX_PAIR: firefox->symbols.has_half = false; break;
	default:
		if (place >= FIREFOX_TABLE && firefox->in_table++ == 0)
			firefox_begin_table(run, (enum firefox_table)(place - FIREFOX_TABLE));
	}
}

static void firefox_end_thread(struct ingest_run *run)
{
	struct firefox *firefox = run->state;
	const struct firefox_thread *thread = &firefox->threads[firefox->thread_count - 1];
	const struct columns *const *at = (const struct columns *const *)thread->tables.at;
	const struct columns *native = at[FIREFOX_NATIVE_ALLOCATIONS];

	firefox->in_thread = false;
	if (!at[FIREFOX_SAMPLES] && !at[FIREFOX_JS_ALLOCATIONS] && !native) {
		notes_count(&run->notes, FIREFOX_NOTE_NO_SAMPLES, 1);
		firefox_tables_release(&firefox->threads[--firefox->thread_count].tables);
		return;
	}
	if (columns_have(at[FIREFOX_SAMPLES], SAMPLE_STACK))
		firefox->seen |= 1u << WEIGHT_SAMPLES | 1u << WEIGHT_COUNT;
	if (columns_have(at[FIREFOX_SAMPLES], SAMPLE_CPU))
		firefox->seen |= 1u << WEIGHT_CPU;
	if (columns_have(at[FIREFOX_JS_ALLOCATIONS], SAMPLE_STACK))
		firefox->seen |= 1u << WEIGHT_JS_ALLOCATIONS;
	if (columns_have(native, SAMPLE_STACK))
		firefox->seen |= 1u << WEIGHT_NATIVE_ALLOCATIONS |
				 1u << WEIGHT_NATIVE_DEALLOCATIONS;
	if (columns_have(native, SAMPLE_STACK) && columns_have(native, SAMPLE_ADDRESS))
		firefox->seen |= 1u << WEIGHT_NATIVE_RETAINED;
}

static void firefox_leave(struct ingest_run *run, unsigned place)
{
	struct firefox *firefox = run->state;

	if (place == FIREFOX_ROOT) {
		firefox->open_count--;
	} else if (place == FIREFOX_THREAD) {
		firefox_end_thread(run);
	} else if (place == FIREFOX_NAMES_LIB) {
		firefox_symbols_leave(&firefox->symbols);
	} else if (place >= FIREFOX_TABLE && --firefox->in_table == 0) {
		columns_end(firefox->table);
		firefox->table = NULL;
	}
}

static void firefox_add_string(struct firefox *firefox, struct slice text)
{
	struct firefox_tables *tables = firefox_tables_now(firefox);

	MEMORY_ROOM(tables->strings, tables->string_count, tables->string_cap);
	tables->strings[tables->string_count++] = arena_copy(&firefox->arena, text);
}

/* A member of a table that is not a list: only weightType is read. */
static void firefox_see_of_table(struct firefox *firefox, struct slice key, struct slice text)
{
	struct firefox_thread *thread;

	if (!firefox->in_thread || !slice_equal(key, SLICE("weightType")))
		return;
	thread = &firefox->threads[firefox->thread_count - 1];
	if (firefox->table != thread->tables.at[FIREFOX_SAMPLES])
		return;
	thread->type = slice_equal(text, SLICE("tracing-ms")) ? TYPE_TIME
		       : slice_equal(text, SLICE("bytes"))    ? TYPE_BYTES
							      : TYPE_SAMPLES;
	if (thread->type == TYPE_SAMPLES && text.len > 0 && !slice_equal(text, SLICE("samples")))
		unused_add(&firefox->document.unused, "weightType", text);
}

static void firefox_see_of_lib(struct ingest_run *run, unsigned field, struct slice text)
{
	struct firefox *firefox = run->state;
	struct firefox_tables *tables = firefox_tables_now(firefox);
	struct firefox_lib *lib = &tables->libs[tables->lib_count - 1];
	uint64_t *number = field == FIREFOX_LIB_START ? &lib->start
			   : field == FIREFOX_LIB_END ? &lib->end
						      : &lib->offset;

	if (field == FIREFOX_LIB_NAME)
		lib->name = arena_copy(&firefox->arena, text);
	else if (field == FIREFOX_LIB_ID)
		lib->id = arena_copy(&firefox->arena, text);
	else if (!slice_to_u64(text, number))
		stream_note(run, TEXT_BAD_LINE, text);
	lib->has_start |= field == FIREFOX_LIB_START;
	lib->has_end |= field == FIREFOX_LIB_END;
}

static void firefox_see_of_meta(struct ingest_run *run, unsigned field, struct slice text)
{
	struct firefox *firefox = run->state;
	struct firefox_profile *profile = firefox_profile_now(firefox);
	uint64_t number;

	switch (field) {
	case FIREFOX_VERSION:
		if (slice_to_u64(text, &number) && number > KNOWN_VERSION)
			stream_note(run, FIREFOX_NOTE_NEWER, text);
		break;
	case FIREFOX_START:
		if (!number_scaled(text, FIREFOX_TIME_DIGITS, &profile->start))
			stream_note(run, TEXT_BAD_LINE, text);
		break;
	case FIREFOX_TIME_UNIT: profile->has_no_time = slice_equal(text, SLICE("bytes")); break;
	case FIREFOX_CPU_UNIT:
		profile->counts_cycles = slice_contains(text, SLICE("cycles"));
		profile->cpu_digits = slice_equal(text, SLICE("ns")) || profile->counts_cycles ? 0
											       : 3;
		break;
	case FIREFOX_IMPORTED_FROM: profile->is_own = slice_starts(text, SLICE("flambeau ")); break;
	case FIREFOX_CATEGORY_NAME:
		profile->categories[profile->category_count - 1] = arena_copy(&firefox->arena,
									      text);
		break;
	}
}

static void firefox_see_of_thread(struct firefox *firefox, unsigned field, struct slice text)
{
	struct firefox_thread *thread = &firefox->threads[firefox->thread_count - 1];

	text = arena_copy(&firefox->arena, text);
	switch (field) {
	case FIREFOX_NAME: thread->name = text; break;
	case FIREFOX_PROCESS: thread->process = text; break;
	case FIREFOX_PID: thread->pid = text; break;
	case FIREFOX_TID: thread->tid = text; break;
	}
}

static void firefox_see_cell(struct ingest_run *run, enum json_event kind, struct slice text)
{
	struct firefox *firefox = run->state;
	const enum columns_verdict verdict = columns_add(firefox->table, kind, text);

	if (verdict != COLUMNS_GOOD)
		stream_note(run, verdict == COLUMNS_HUGE ? TEXT_HUGE : TEXT_BAD_LINE, text);
}

/* A value of a file with names. */
static void firefox_see_of_names(struct ingest_run *run, unsigned field, struct slice text)
{
	struct firefox *firefox = run->state;
	struct firefox_symbols *symbols = &firefox->symbols;
	struct firefox_symbol *symbol = symbols->count > 0 ? &symbols->at[symbols->count - 1]
							   : NULL;
	uint64_t number = UINT64_MAX;

	if (field == FIREFOX_NAMES_STRING) {
		MEMORY_ROOM(symbols->strings, symbols->string_count, symbols->string_cap);
		symbols->strings[symbols->string_count++] = arena_copy(&firefox->arena, text);
		return;
	}
	if (field == FIREFOX_NAMES_ID) {
		symbols->libs[symbols->lib_count - 1].id = arena_copy(&firefox->arena, text);
		return;
	}
	if (!slice_to_u64(text, &number))
		stream_note(run, TEXT_BAD_LINE, text);
	switch (field) {
	case FIREFOX_SYMBOL_ADDRESS: symbol->address = number; break;
	case FIREFOX_SYMBOL_SIZE: symbol->size = number; break;
	case FIREFOX_SYMBOL_NAME: symbol->name = number > INT64_MAX ? -1 : (int64_t)number; break;
	case FIREFOX_FUNCTION_NAME: firefox_symbols_add_function(symbols, number); break;
	case FIREFOX_KNOWN_NUMBER: firefox_symbols_add_known(symbols, number); break;
	}
}

static void firefox_value(struct ingest_run *run, unsigned field, enum json_event kind,
			  struct slice text)
{
	struct firefox *firefox = run->state;

	if (field == FIREFOX_CELL) {
		firefox_see_cell(run, kind, text);
	} else if (field == FIREFOX_STRING) {
		firefox_add_string(firefox, kind == JSON_STRING ? text : SLICE(""));
	} else if (kind == JSON_NULL) {
		return;
	} else if (field >= FIREFOX_NAMES_STRING) {
		firefox_see_of_names(run, field, text);
	} else if (field == FIREFOX_OF_TABLE && firefox->in_table > 1) { /* its schema */
		columns_place(firefox->table, document_key(run), text);
	} else if (field == FIREFOX_OF_TABLE) {
		firefox_see_of_table(firefox, document_key(run), text);
	} else if (field == FIREFOX_TEXT) {
		if (text.len > 0 && !document_read(run, text, FIREFOX_INSIDE))
			stream_note(run, TEXT_BAD_LINE, text);
	} else if (field == FIREFOX_FORMAT) {
		if (slice_starts(text, SLICE("profileJSON")))
			stream_note(run, FIREFOX_NOTE_OLD, SLICE(""));
	} else if (field >= FIREFOX_NAME) {
		firefox_see_of_thread(firefox, field, text);
	} else if (field >= FIREFOX_LIB_NAME) {
		firefox_see_of_lib(run, field, text);
	} else {
		firefox_see_of_meta(run, field, text);
	}
}

/* Forget the document. */
static void firefox_forget(struct firefox *firefox)
{
	size_t i;

	for (i = 0; i < firefox->thread_count; i++)
		firefox_tables_release(&firefox->threads[i].tables);
	for (i = 0; i < firefox->profile_count; i++) {
		firefox_tables_release(&firefox->profiles[i].tables);
		free(firefox->profiles[i].categories);
	}
	firefox->thread_count = firefox->profile_count = firefox->open_count = 0;
	firefox->in_thread = false;
	firefox->table = NULL;
	firefox->in_table = 0;
	firefox_symbols_release(&firefox->symbols);
	arena_release(&firefox->arena);
}

static void firefox_end(struct ingest_run *run)
{
	struct firefox *firefox = run->state;

	if (firefox->table) /* of a document that is cut off */
		columns_end(firefox->table);
	if (firefox->in_thread)
		firefox_end_thread(run);
	if (firefox->thread_count > 0)
		firefox_fold(run);
	firefox_forget(firefox);
}

static void firefox_release(void *state)
{
	struct firefox *firefox = state;

	firefox_forget(firefox);
	free(firefox->profiles);
	free(firefox->threads);
	free(firefox->open);
	free(firefox->sums);
}

/* Files may lie beside those of the command line. */
static bool firefox_prepare(struct collapse_setup *setup)
{
	struct firefox_options *options = setup->options;

	if (setup->given) {
		options->files = setup->given->files.at;
		options->file_count = setup->given->files.count;
	}
	return true;
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[FIREFOX_NOTE_STACK] = {.message = "a sample whose stack is not in the table of stacks",
				.one = "sample whose stack is missing",
				.many = "samples whose stacks are missing",
				.fails_strict = true},
	[FIREFOX_NOTE_PARENT] = {.message = "a stack whose parent is not in front of it",
				 .one = "stack without its parent",
				 .many = "stacks without their parents",
				 .fails_strict = true},
	[FIREFOX_NOTE_FRAME] = {.message = "a frame, function or name that is not in its table",
				.one = "frame that is missing",
				.many = "frames that are missing",
				.fails_strict = true},
	[FIREFOX_NOTE_LENGTH] = {.message = "a table with columns of different lengths",
				 .one = "entry of a table that lacks columns",
				 .many = "entries of tables that lack columns",
				 .fails_strict = true},
	[FIREFOX_NOTE_NULL] = {.one = "sample without a stack",
			       .many = "samples without a stack",
			       .level = DIAG_NOTES},
	[FIREFOX_NOTE_OTHER_TYPE] = {.one = "thread whose weights are of another type than those "
					    "of the first one",
				     .many = "threads whose weights are of another type than those "
					     "of the first one"},
	[FIREFOX_NOTE_NEGATIVE] = {.message = "a negative weight: it is a difference of two "
					      "profiles, see --diff",
				   .one = "negative weight",
				   .many = "negative weights",
				   .fails = NOTE_FAILS},
	[FIREFOX_NOTE_NOTHING] = {.message = "", .fails = NOTE_FAILS},
	[FIREFOX_NOTE_OLD] = {.message = "a profile of before 2016, of a format that is not read",
			      .one = "profile of before 2016",
			      .many = "profiles of before 2016",
			      .fails = NOTE_FAILS},
	[FIREFOX_NOTE_NEWER] = {.message = "the version of the profile is newer than this program",
				.level = DIAG_NOTES},
	[FIREFOX_NOTE_UNNAMED] =
		{.one = "address in place of a name: save the profile with symbols",
		 .many = "addresses in place of names: save the profile with symbols",
		 .fails = NOTE_KEPT},
	[FIREFOX_NOTE_NO_RANGE] = {.message = "a library without a range of addresses",
				   .one = "library without a range of addresses",
				   .many = "libraries without ranges of addresses",
				   .fails_strict = true},
	[FIREFOX_NOTE_SIDE] = {.message = "names beside the profile cannot be read to their end",
			       .one = "file of names that is damaged",
			       .many = "files of names that are damaged",
			       .fails_strict = true},
	[FIREFOX_NOTE_NO_SAMPLES] = {.one = "thread without samples to count",
				     .many = "threads without samples to count",
				     .level = DIAG_NOTES},
};

static const struct document_format format = {
	.rules = DOCUMENT_RULES(places),
	.signs =
		{
			{SLICE_INIT("\"preprocessedProfileVersion\"")},
			{SLICE_INIT("\"breakpadId\"")},
			{SLICE_INIT("\"stackwalk\""), SLICE_INIT("\"processType\"")},
			{SLICE_INIT("\"stackTable\""), SLICE_INIT("\"frameTable\"")},
			{SLICE_INIT("\"funcTable\""), SLICE_INIT("\"samples\"")},
			{SLICE_INIT("\"Recorded Performance Data\"")},
		},
	.enter = firefox_enter,
	.leave = firefox_leave,
	.value = firefox_value,
	.end = firefox_end,
	.state_size = sizeof(struct firefox),
	.release = firefox_release,
	.kinds = TEXT_KINDS(kinds),
};

static void firefox_describe(const struct collapse_setup *setup, const struct ingest_run *run,
			     struct header *header)
{
	static const struct slice units[] = {
		[TYPE_UNKNOWN] = SLICE_INIT(""),      [TYPE_SAMPLES] = SLICE_INIT("samples"),
		[TYPE_TIME] = SLICE_INIT("us"),       [TYPE_BYTES] = SLICE_INIT("bytes"),
		[TYPE_CYCLES] = SLICE_INIT("cycles"),
	};
	const struct firefox_options *options = run->options;
	const struct firefox *firefox = run->state;

	(void)setup;
	header_add(header, HEADER_EVENT, slice_from(firefox_weight_names[options->weight]));
	header_add(header, HEADER_UNIT,
		   firefox->type == TYPE_TIME && options->nanoseconds ? SLICE("ns")
								      : units[firefox->type]);
	header_add_number(header, HEADER_SAMPLES, firefox->counted);
}

const struct collapser collapse_firefox = {
	.name = "firefox",
	.summary = "folded stacks from profiles of the Firefox Profiler, samply and others",
	.rows = COLLAPSE_OPTIONS(rows, struct firefox_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) |
		  LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_OWN),
	.document = DOCUMENT_READER(format),
	.prepare = firefox_prepare,
	.unit = firefox_unit,
	.describe = firefox_describe,
};
