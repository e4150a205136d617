/* SPDX-License-Identifier: MIT */
/* The samples of a profile of the Firefox Profiler: their stacks, what they count, their labels. */
#include "collapse/json/firefox_state.h"

#include "common/base/checked.h"
#include "common/table/hash.h"

enum { IN_A_MICROSECOND = 1000 }; /* nanoseconds */

const char *const firefox_weight_names[] = {"samples",
					    "count",
					    "cpu",
					    "js-allocations",
					    "native-allocations",
					    "native-deallocations",
					    "native-retained",
					    NULL};

/* A thread while it is counted. */
struct firefox_counting {
	struct firefox_view view;
	const struct firefox_thread *thread;
	const struct firefox_profile *profile;
	const struct columns *samples; /* that are counted */
	enum firefox_type type;
	frame_id above[2]; /* thread and process, if they are frames */
	unsigned above_count;
	frame_id root; /* "(root)" */
};

uint64_t firefox_unit(const struct ingest_run *run)
{
	const struct firefox_options *options = run->options;
	const struct firefox *firefox = run->state;

	return firefox->type == TYPE_TIME && !options->nanoseconds ? IN_A_MICROSECOND : 1;
}

/* ---- The view of a thread ---- */

/* The stack below which a stack is, by its prefix or its offset; -1: it is a root, -2: damage. */
static int64_t firefox_parent(int64_t above, size_t stack, bool is_offset)
{
	if (above == (is_offset ? 0 : COLUMN_NULL))
		return -1;
	if (is_offset)
		above = above < 0 ? -1 : (int64_t)stack - above;
	return above < 0 || (uint64_t)above >= stack ? -2 : above;
}

/* Entries that all of these columns have; the others are noted. */
static size_t firefox_common_rows(struct ingest_run *run, size_t one, size_t other)
{
	const size_t least = one < other ? one : other, most = one < other ? other : one;

	if (most > least) {
		stream_note(run, FIREFOX_NOTE_LENGTH, SLICE(""));
		notes_count(&run->notes, FIREFOX_NOTE_LENGTH, most - least - 1);
	}
	return least;
}

/* The frames that a frame of a stack stands for: 1, or more with inlined functions. */
static uint32_t firefox_height(const struct firefox_view *view, int64_t frame)
{
	if (!view->symbols || frame < 0 || (uint64_t)frame >= view->frame_count ||
	    !view->symbols[frame] || view->symbols[frame]->function_count == 0)
		return 1;
	return (uint32_t)view->symbols[frame]->function_count;
}

static void firefox_measure(struct ingest_run *run, struct firefox_view *view)
{
	const struct columns *stacks = view->at[FIREFOX_STACKS];
	const bool is_offset = columns_have(stacks, STACK_OFFSET);
	const unsigned above = is_offset ? STACK_OFFSET : STACK_PREFIX;
	const struct column *frames = columns_of(stacks, STACK_FRAME);
	uint64_t height;
	size_t i;

	view->stack_count = firefox_common_rows(run, columns_rows(stacks, STACK_FRAME),
						columns_rows(stacks, above));
	if (view->stack_count >= FIREFOX_NO_STACK) /* never: a document of 8 GB and more */
		view->stack_count = FIREFOX_NO_STACK - 1;
	view->depths = memory_resize(NULL, view->stack_count + 1, sizeof(*view->depths));
	view->parents = memory_resize(NULL, view->stack_count + 1, sizeof(*view->parents));
	view->leaves = memory_resize(NULL, view->stack_count + 1, sizeof(*view->leaves));
	for (i = 0; i < view->stack_count; i++) {
		const int64_t parent = firefox_parent(columns_of(stacks, above)->values[i], i,
						      is_offset);

		if (parent == -2)
			stream_note(run, FIREFOX_NOTE_PARENT, SLICE(""));
		view->parents[i] = parent < 0 ? FIREFOX_NO_STACK : (uint32_t)parent;
		height = (parent < 0 ? 0 : view->depths[parent]) +
			 (uint64_t)firefox_height(view, frames->values[i]);
		view->depths[i] = height > UINT32_MAX ? UINT32_MAX : (uint32_t)height;
		view->leaves[i] = HASH_NONE;
	}
}

static void firefox_view_init(struct ingest_run *run, struct firefox_view *view,
			      const struct firefox_thread *thread)
{
	struct firefox *firefox = run->state;
	struct firefox_tables *shared = &firefox->profiles[thread->profile].tables;
	const bool has_strings = thread->tables.string_count > 0;
	size_t i;

	*view = (struct firefox_view){
		.strings = has_strings ? thread->tables.strings : shared->strings,
		.string_count = has_strings ? thread->tables.string_count : shared->string_count,
		.libs = thread->tables.lib_count > 0
				? &firefox->threads[thread - firefox->threads].tables
				: shared,
	};
	for (i = 0; i < FIREFOX_TABLES; i++)
		view->at[i] = thread->tables.at[i] ? thread->tables.at[i] : shared->at[i];
	view->is_gecko = columns_have(view->at[FIREFOX_FRAMES], FRAME_LOCATION) &&
			 !columns_have(view->at[FIREFOX_FRAMES], FRAME_FUNC);
	view->is_own = firefox->profiles[thread->profile].is_own;
	view->frame_count = columns_rows(view->at[FIREFOX_FRAMES],
					 view->is_gecko ? FRAME_LOCATION : FRAME_FUNC);
	view->names = memory_resize(NULL, view->frame_count + 1, sizeof(*view->names));
	for (i = 0; i < view->frame_count; i++)
		view->names[i] = HASH_NONE;
	if (firefox->symbols.lib_count > 0) {
		view->symbols = memory_resize(NULL, view->frame_count + 1, sizeof(*view->symbols));
		for (i = 0; i < view->frame_count; i++)
			view->symbols[i] = firefox_symbol_of(firefox, view, i);
	}
	firefox_measure(run, view);
}

static void firefox_view_release(struct firefox_view *view)
{
	free(view->depths);
	free(view->parents);
	free(view->leaves);
	free(view->names);
	free(view->symbols);
	*view = (struct firefox_view){0};
}

/* True if the thread has none of the tables that a view is made of: it is that of its profile. */
static bool firefox_is_shared(const struct firefox_thread *thread)
{
	size_t i;

	for (i = 0; i < FIREFOX_SAMPLES; i++) {
		if (thread->tables.at[i])
			return false;
	}
	return thread->tables.string_count == 0 && thread->tables.lib_count == 0;
}

/* Rows of the profile's tables that a view of the thread has to go through. */
static uint64_t firefox_borrowed(const struct firefox *firefox, const struct firefox_thread *thread)
{
	struct columns *const *shared = firefox->profiles[thread->profile].tables.at;
	uint64_t rows = 0;

	if (!thread->tables.at[FIREFOX_STACKS])
		rows += columns_rows(shared[FIREFOX_STACKS], STACK_FRAME);
	if (!thread->tables.at[FIREFOX_FRAMES])
		rows += columns_rows(shared[FIREFOX_FRAMES], FRAME_FUNC) +
			columns_rows(shared[FIREFOX_FRAMES], FRAME_LOCATION);
	return rows;
}

/* ---- Stacks ---- */

static frame_id firefox_leaf(struct ingest_run *run, struct firefox_view *view, size_t stack)
{
	const int64_t frame = columns_get(view->at[FIREFOX_STACKS], STACK_FRAME, stack);

	if (frame >= 0 && (uint64_t)frame < view->frame_count)
		return firefox_name(run, view, (size_t)frame);
	stream_note(run, FIREFOX_NOTE_FRAME, SLICE(""));
	return text_frame(run, SLICE(""));
}

static void firefox_push_string(struct ingest_run *run, uint64_t number, bool is_inlined)
{
	struct firefox_symbols *symbols = &((struct firefox *)run->state)->symbols;
	const struct firefox_options *options = run->options;
	const bool is_marked = is_inlined && options->inlines,
		   is_known = number < symbols->string_count;
	struct buf *name = &text_of(run)->name;
	size_t i;

	if (!symbols->frames) {
		symbols->frames = memory_resize(NULL, 2 * symbols->string_count + 1,
						sizeof(*symbols->frames));
		for (i = 0; i < 2 * symbols->string_count; i++)
			symbols->frames[i] = HASH_NONE;
	}
	if (is_known && symbols->frames[2 * number + is_marked] != HASH_NONE) {
		text_push_frame(run, symbols->frames[2 * number + is_marked]);
		return;
	}
	buf_reset(name);
	if (is_known)
		buf_add(name, symbols->strings[number]);
	if (is_marked)
		buf_add_text(name, "_[i]");
	text_push(run, buf_slice(name));
	if (is_known)
		symbols->frames[2 * number + is_marked] =
			text_of(run)->frames[text_of(run)->count - 1];
}

/* Push the names that the file beside the profile has for the frame; false if it has none. */
static bool firefox_push_symbol(struct ingest_run *run, const struct firefox_view *view,
				uint32_t stack)
{
	const struct firefox *firefox = run->state;
	const int64_t frame = columns_get(view->at[FIREFOX_STACKS], STACK_FRAME, stack);
	const struct firefox_symbol *symbol;
	size_t i;

	if (frame < 0 || (uint64_t)frame >= view->frame_count || !view->symbols[frame])
		return false;
	symbol = view->symbols[frame];
	for (i = 0; i < symbol->function_count; i++)
		firefox_push_string(run, firefox->symbols.functions[symbol->first_function + i],
				    i + 1 < symbol->function_count);
	if (symbol->function_count == 0)
		firefox_push_string(run, symbol->name < 0 ? UINT64_MAX : (uint64_t)symbol->name,
				    false);
	return true;
}

/* The category of the leaf, or of the nearest frame above it that has one. */
static void firefox_label_category(struct ingest_run *run, const struct firefox_counting *counting,
				   uint32_t stack)
{
	const struct firefox_view *view = &counting->view;
	const struct firefox_profile *profile = counting->profile;

	for (; stack != FIREFOX_NO_STACK; stack = view->parents[stack]) {
		const int64_t frame = columns_get(view->at[FIREFOX_STACKS], STACK_FRAME, stack),
			      category = frame < 0 ? COLUMN_NULL
						   : columns_get(view->at[FIREFOX_FRAMES],
								 FRAME_CATEGORY, (size_t)frame);

		if (category >= 0 && (uint64_t)category < profile->category_count) {
			label_set_own(run, SLICE("category"), profile->categories[category]);
			return;
		}
	}
	labels_take(run->profile.labels, SLICE("category"));
}

static void firefox_count_stack(struct ingest_run *run, struct firefox_counting *counting,
				size_t stack, const struct weight *weight)
{
	struct firefox_view *view = &counting->view;
	struct text *text = text_of(run);
	uint32_t at = (uint32_t)stack;
	unsigned i;

	if (!text_affords(run, view->depths[stack]))
		return;
	if (label_wants(run, LABEL_OWN))
		firefox_label_category(run, counting, at);
	text_cut(run, 0);
	for (; at != FIREFOX_NO_STACK; at = view->parents[at]) {
		if (view->symbols && firefox_push_symbol(run, view, at))
			continue;
		if (view->leaves[at] == HASH_NONE)
			view->leaves[at] = firefox_leaf(run, view, at);
		text_push_frame(run, view->leaves[at]);
	}
	if (text->count > 1 && !view->is_own && text->frames[text->count - 1] == counting->root)
		text->count--;
	for (i = 0; i < counting->above_count; i++)
		text_push_frame(run, counting->above[i]);
	text_weigh(run, TEXT_LEAF_FIRST, weight);
	text_cut(run, 0);
}

/* ---- What counts ---- */

/* Entries whose memory is freed by a later one, for the caller to free(); NULL: not asked for. */
static bool *firefox_find_freed(const struct ingest_run *run, const struct columns *samples,
				size_t count)
{
	const struct firefox_options *options = run->options;
	struct ids later = {0}; /* addresses that are freed */
	bool *freed;

	if (options->weight != WEIGHT_NATIVE_RETAINED)
		return NULL;
	freed = memory_clear(count + 1, sizeof(*freed));
	while (count-- > 0) {
		const int64_t address = columns_get(samples, SAMPLE_ADDRESS, count);

		freed[count] = ids_find(&later, (uint64_t)address) != IDS_NONE;
		if (!freed[count] && address != COLUMN_NULL &&
		    columns_get(samples, SAMPLE_WEIGHT, count) < 0)
			ids_add(&later, (uint64_t)address);
	}
	ids_release(&later);
	return freed;
}

/* The value of a sample in units of 10^-*scale; COLUMN_NULL if it does not fit. */
static int64_t firefox_value_of(const struct ingest_run *run,
				const struct firefox_counting *counting, size_t sample,
				unsigned *scale)
{
	const struct firefox_options *options = run->options;
	const struct columns *samples = counting->samples;
	const unsigned kind = options->weight == WEIGHT_CPU ? SAMPLE_CPU : SAMPLE_WEIGHT;
	const struct column *column = columns_of(samples, kind);
	int64_t value = columns_get(samples, kind, sample);

	*scale = 0;
	if (options->weight == WEIGHT_COUNT)
		return 1;
	if (value == COLUMN_NULL && options->weight != WEIGHT_SAMPLES)
		return 0;
	if (options->weight == WEIGHT_CPU)
		return columns_scaled(samples, kind, sample, counting->profile->cpu_digits);
	if (counting->type == TYPE_TIME)
		return value == COLUMN_NULL
			       ? (int64_t)u64_power_of_ten(FIREFOX_TIME_DIGITS)
			       : columns_scaled(samples, kind, sample, FIREFOX_TIME_DIGITS);
	*scale = column ? column->scale : 0;
	if (value == COLUMN_NULL)
		return (int64_t)u64_power_of_ten(*scale);
	if (options->weight == WEIGHT_NATIVE_DEALLOCATIONS)
		return value < 0 ? -value : 0;
	return value < 0 && options->weight >= WEIGHT_NATIVE_ALLOCATIONS ? 0 : value;
}

/* Nanoseconds of the outermost profile's clock; with --absolute-time since 1970. */
static int64_t firefox_time_of(const struct ingest_run *run,
			       const struct firefox_counting *counting, size_t sample,
			       int64_t *passed)
{
	const struct firefox *firefox = run->state;
	const struct columns *samples = counting->samples;
	const int64_t start = counting->profile->start;
	int64_t time = columns_scaled(samples, SAMPLE_TIME, sample, FIREFOX_TIME_DIGITS);

	if (!columns_have(samples, SAMPLE_TIME)) {
		time = columns_scaled(samples, SAMPLE_DELTA, sample, FIREFOX_TIME_DIGITS);
		if (time != COLUMN_NULL && time < INT64_MAX / 4 && *passed < INT64_MAX / 4)
			*passed += time;
		time = *passed;
	}
	if (time == COLUMN_NULL || time > INT64_MAX / 4 || time < -(INT64_MAX / 4) ||
	    start > INT64_MAX / 4 || start < 0)
		return 0;
	if (run->labels->absolute)
		return time + start;
	return start > 0 && firefox->profiles[0].start > 0
		       ? time + start - firefox->profiles[0].start
		       : time;
}

static void firefox_count_sample(struct ingest_run *run, struct firefox_counting *counting,
				 size_t stack, int64_t value, unsigned scale)
{
	const struct firefox_options *options = run->options;
	const uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
	struct firefox *firefox = run->state;
	struct weight weight = {.scale = scale, .differential = options->diff};

	if (value < 0 && !options->diff) {
		stream_note(run, FIREFOX_NOTE_NEGATIVE, SLICE(""));
		return;
	}
	firefox->counted++;
	if (options->diff || label_wants(run, LABEL_TIME)) {
		weight.count[1] = value > 0 ? size : 0;
		weight.count[0] = !options->diff ? size : value < 0 ? size : 0;
		firefox_count_stack(run, counting, stack, &weight);
	} else if (!u64_add(&firefox->sums[stack], size)) {
		stream_note(run, TEXT_HUGE, SLICE(""));
	}
}

/* Count what has been added up by stack. */
static void firefox_count_sums(struct ingest_run *run, struct firefox_counting *counting,
			       size_t count, unsigned scale)
{
	struct firefox *firefox = run->state;
	size_t i;

	for (i = 0; i < count; i++) {
		const int64_t stack = columns_get(counting->samples, SAMPLE_STACK, i);
		uint64_t sum;

		if (stack < 0 || (uint64_t)stack >= counting->view.stack_count)
			continue;
		sum = firefox->sums[stack];
		firefox->sums[stack] = 0;
		if (sum > 0)
			firefox_count_stack(run, counting, (size_t)stack,
					    &(struct weight){.count = {sum, sum}, .scale = scale});
	}
}

static void firefox_label_time(struct ingest_run *run, const struct firefox_counting *counting,
			       size_t sample, int64_t *passed)
{
	struct firefox *firefox = run->state;

	if (!label_wants(run, LABEL_TIME) || counting->profile->has_no_time)
		return;
	text_clock_give(run, &firefox->clock, firefox_time_of(run, counting, sample, passed),
			SLICE(""));
}

static void firefox_count_samples(struct ingest_run *run, struct firefox_counting *counting)
{
	struct firefox *firefox = run->state;
	const struct columns *samples = counting->samples;
	const size_t count = columns_rows(samples, SAMPLE_STACK);
	bool *freed = firefox_find_freed(run, samples, count);
	int64_t passed = 0;
	unsigned scale = 0;
	size_t i;

	if (firefox->sum_count < counting->view.stack_count) {
		free(firefox->sums);
		firefox->sum_count = counting->view.stack_count;
		firefox->sums = memory_clear(firefox->sum_count, sizeof(*firefox->sums));
	}
	for (i = 0; i < count; i++) {
		const int64_t stack = columns_get(samples, SAMPLE_STACK, i);
		int64_t value = firefox_value_of(run, counting, i, &scale);

		firefox_label_time(run, counting, i, &passed);
		if (stack == COLUMN_NULL)
			notes_count(&run->notes, FIREFOX_NOTE_NULL, 1);
		else if (stack < 0 || (uint64_t)stack >= counting->view.stack_count)
			stream_note(run, FIREFOX_NOTE_STACK, SLICE(""));
		else if (value == COLUMN_NULL)
			stream_note(run, TEXT_HUGE, SLICE(""));
		else if (!freed || !freed[i])
			firefox_count_sample(run, counting, (size_t)stack, value, scale);
	}
	label_clear_time(run);
	firefox_count_sums(run, counting, count, scale);
	free(freed);
}

/* ---- Threads ---- */

static enum firefox_table firefox_source(const struct ingest_run *run)
{
	const struct firefox_options *options = run->options;

	if (options->weight < WEIGHT_JS_ALLOCATIONS)
		return FIREFOX_SAMPLES;
	return options->weight == WEIGHT_JS_ALLOCATIONS ? FIREFOX_JS_ALLOCATIONS
							: FIREFOX_NATIVE_ALLOCATIONS;
}

static enum firefox_type firefox_type_of(const struct ingest_run *run,
					 const struct firefox_counting *counting)
{
	const struct firefox_options *options = run->options;

	if (options->weight == WEIGHT_CPU)
		return counting->profile->counts_cycles ? TYPE_CYCLES : TYPE_TIME;
	if (options->weight == WEIGHT_SAMPLES && counting->thread->type != TYPE_UNKNOWN)
		return counting->thread->type;
	return options->weight <= WEIGHT_COUNT ? TYPE_SAMPLES : TYPE_BYTES;
}

/*
 * Labels that export-firefox was given: it puts the number of a thread behind the name, 0 in the place
 * of a process's number and the name in that of a thread's number, and the profile's name for the
 * process.
 */
static void firefox_label_own(struct ingest_run *run, const struct firefox_thread *thread)
{
	struct slice name = thread->name;

	if (slice_is_number(thread->tid)) {
		label_set(run, LABEL_TID, thread->tid);
		if (slice_drop(&name, thread->tid) && !slice_drop(&name, SLICE(" ")))
			name = thread->name;
	}
	label_set(run, LABEL_THREAD, name);
	if (!slice_equal(thread->pid, SLICE("0")))
		label_set(run, LABEL_PID, thread->pid);
}

static void firefox_name_thread(struct ingest_run *run, struct firefox_counting *counting)
{
	const struct firefox_options *options = run->options;
	const struct firefox *firefox = run->state;
	const struct firefox_thread *thread = counting->thread;

	counting->above_count = 0;
	if (options->thread_names)
		counting->above[counting->above_count++] = text_thread_frame(run, thread->name,
									     "tid ", thread->tid);
	if (options->process_names)
		counting->above[counting->above_count++] = text_thread_frame(run, thread->process,
									     "pid ", thread->pid);
	label_clear(run);
	if (firefox->profiles[thread->profile].is_own) {
		firefox_label_own(run, thread);
		return;
	}
	label_set(run, LABEL_PID, thread->pid);
	label_set(run, LABEL_TID, thread->tid);
	label_set(run, LABEL_THREAD, thread->name);
	if (thread->process.len > 0)
		label_set_own(run, SLICE("process"), thread->process);
}

static void firefox_count_thread(struct ingest_run *run, struct firefox_counting *counting)
{
	struct firefox *firefox = run->state;
	const size_t count = columns_rows(counting->samples, SAMPLE_STACK);
	size_t i, most = 0;

	for (i = 0; counting->samples && i < counting->samples->count; i++)
		most = counting->samples->columns[i].count > most
			       ? counting->samples->columns[i].count
			       : most;
	firefox_common_rows(run, count, most);
	if (count == 0) {
		if (counting->samples && !columns_have(counting->samples, SAMPLE_STACK))
			notes_count(&run->notes, FIREFOX_NOTE_NO_SAMPLES, 1);
		return;
	}
	counting->type = firefox_type_of(run, counting);
	if (firefox->type == TYPE_UNKNOWN)
		firefox->type = counting->type;
	if (firefox->type != counting->type) {
		notes_count(&run->notes, FIREFOX_NOTE_OTHER_TYPE, 1);
		return;
	}
	firefox_name_thread(run, counting);
	firefox_count_samples(run, counting);
}

/* Times of labels begin at the earliest sample of all threads. */
static void firefox_find_zero(struct ingest_run *run, struct firefox_counting *counting)
{
	struct firefox *firefox = run->state;
	size_t i, k;

	if (!label_wants_zero(run) || firefox->clock.has_first)
		return;
	for (i = 0; i < firefox->thread_count; i++) {
		int64_t passed = 0, time;

		counting->profile = &firefox->profiles[firefox->threads[i].profile];
		counting->samples = firefox->threads[i].tables.at[firefox_source(run)];
		for (k = 0; k < columns_rows(counting->samples, SAMPLE_STACK); k++) {
			time = firefox_time_of(run, counting, k, &passed);
			if (!firefox->clock.has_first || time < firefox->clock.first)
				firefox->clock.first = time;
			firefox->clock.has_first = true;
		}
	}
}

/* Report that no thread has what was asked for, and what they have. */
static bool firefox_has_wanted(struct ingest_run *run)
{
	const struct firefox_options *options = run->options;
	const struct firefox *firefox = run->state;
	struct buf message = {0};

	if (firefox->seen >> options->weight & 1)
		return true;
	buf_printf(&message, "the profile has nothing for --weight %s; it has ",
		   firefox_weight_names[options->weight]);
	text_add_names(&message, firefox_weight_names, firefox->seen, ", ");
	if (firefox->seen == 0)
		buf_add_text(&message, "no samples");
	stream_note(run, FIREFOX_NOTE_NOTHING, buf_slice(&message));
	buf_release(&message);
	return false;
}

void firefox_fold(struct ingest_run *run)
{
	struct firefox *firefox = run->state;
	struct firefox_counting counting = {.root = text_frame(run, SLICE("(root)"))};
	size_t shared = SIZE_MAX, i; /* the profile whose view counting.view is */

	if (!firefox_has_wanted(run))
		return;
	firefox_find_zero(run, &counting);
	firefox_read_symbols(run);
	for (i = 0; i < firefox->thread_count; i++) {
		const struct firefox_thread *thread = &firefox->threads[i];
		const bool is_shared = firefox_is_shared(thread);

		counting.thread = thread;
		counting.profile = &firefox->profiles[thread->profile];
		counting.samples = thread->tables.at[firefox_source(run)];
		if (!is_shared || thread->profile != shared) {
			firefox_view_release(&counting.view);
			shared = SIZE_MAX;
			if (!stack_budget_take(&run->budget, firefox_borrowed(firefox, thread))) {
				text_note(run, TEXT_LEFT_OUT, SLICE(""));
				continue;
			}
			firefox_view_init(run, &counting.view, thread);
			shared = is_shared ? thread->profile : SIZE_MAX;
		}
		firefox_count_thread(run, &counting);
	}
	firefox_view_release(&counting.view);
	label_clear(run);
	if (firefox->profiles[0].start > 0)
		header_add_start(&run->profile.header, firefox->profiles[0].start / 1000000000);
}
