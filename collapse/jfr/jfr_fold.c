/* SPDX-License-Identifier: MIT */
/* Turn a chunk's counts by stack, thread and class into stacks of frames. */
#include "collapse/jfr/jfr_state.h"

#include "common/base/frame_name.h"

/* Names of methods, threads and classes of a chunk are made once per chunk and profile. */

/* A method that is not shown. */
#define JFR_HIDDEN_FRAME ((frame_id)UINT32_MAX)

struct jfr_namer {
	struct jfr *jfr;
	struct profile *profile;
	const struct jfr_options *options;
	const struct label_request *labels; /* that the profile has; NULL: none */
};

/* what is added to the namer's profile next has the labels of this row. */
void jfr_label(const struct jfr_namer *namer, const struct jfr_row_key *key);

#define UNMADE ((frame_id)(UINT32_MAX - 1))

static void jfr_frames_release(struct jfr_names *names)
{
	free(names->methods);
	free(names->threads);
	free(names->classes);
	free(names->frame_types);
	label_sets_release(&names->labels);
	buf_release(&names->text);
	buf_release(&names->clean);
	*names = (struct jfr_names){.methods = NULL};
}

static frame_id *unmade(frame_id *old, size_t count)
{
	frame_id *frames = memory_resize(old, count + 1, sizeof(*frames));
	size_t i;

	for (i = 0; i < count; i++)
		frames[i] = UNMADE;
	return frames;
}

/*
 * Frames of native code are async-profiler's; a JDK calls Java methods "Native" that are declared
 * so.
 */
static bool is_native_type(struct slice text)
{
	return slice_equal(text, SLICE("Native")) || slice_equal(text, SLICE("C++")) ||
	       slice_equal(text, SLICE("Kernel"));
}

static void look_at_frame_types(struct jfr *jfr)
{
	const struct jfr_pools *pools = &jfr->reader.pools;
	const struct ids *ids = &pools->of[JFR_FRAME_TYPES].ids;
	struct jfr_names *names = &jfr->names;
	size_t i;

	names->frame_types = memory_resize(names->frame_types, ids->count + 1, 1);
	for (i = 0; i < ids->count; i++) {
		buf_reset(&names->text);
		names->frame_types[i] = jfr_pool_text(pools, JFR_FRAME_TYPES, ids->ids[i],
						      &names->text) &&
					is_native_type(buf_slice(&names->text));
	}
}

/* For stacks of the chunk that go to another profile. */
static void jfr_frames_reset(struct jfr *jfr)
{
	const struct jfr_entries *of = jfr->reader.pools.of;
	struct jfr_names *names = &jfr->names;

	names->methods = unmade(names->methods, 2 * of[JFR_METHODS].ids.count);
	names->threads = unmade(names->threads, of[JFR_THREADS].ids.count);
	names->classes = unmade(names->classes, of[JFR_CLASSES].ids.count);
	names->unnamed = 0;
	label_sets_release(&names->labels);
	look_at_frame_types(jfr);
}

static frame_id unnamed_frame(const struct jfr_namer *namer)
{
	namer->jfr->names.unnamed++;
	return profile_frame(namer->profile, SLICE("[unknown]"));
}

/* True if names may still be put together: before a long one is. */
static bool jfr_frames_may_name(const struct jfr_namer *namer)
{
	return stack_budget_allows(&namer->jfr->names.budget, 1);
}

static frame_id frame_of_text(const struct jfr_namer *namer)
{
	struct jfr_names *names = &namer->jfr->names;
	const size_t known = namer->profile->names.count;
	frame_id frame;

	names->budget.spent += names->text.len / STACK_BUDGET_TEXT;
	if (!jfr_frames_may_name(namer))
		return unnamed_frame(namer);
	frame = profile_frame(namer->profile,
			      frame_name_clean(buf_slice(&names->text), &names->clean));
	if (namer->profile->names.count > known)
		names->budget.spent += names->text.len * (uint64_t)STACK_BUDGET_NAME;
	return frame;
}

/* ---- Classes ---- */

/*
 * Replace the text of a class symbol from `from` on, "[[Ljava/lang/String;", by
 * "java/lang/String[][]".
 */
static void write_array(struct buf *text, size_t from)
{
	static const struct {
		char letter;
		struct slice name;
	} primitives[] = {
		{'B', SLICE_INIT("byte")},   {'C', SLICE_INIT("char")},
		{'D', SLICE_INIT("double")}, {'F', SLICE_INIT("float")},
		{'I', SLICE_INIT("int")},    {'J', SLICE_INIT("long")},
		{'S', SLICE_INIT("short")},  {'Z', SLICE_INIT("boolean")},
	};
	const struct slice symbol = slice_tail(buf_slice(text), from);
	struct buf name = {0};
	size_t depth = 0, i;

	while (depth < symbol.len && symbol.ptr[depth] == '[')
		depth++;
	if (depth == 0)
		return;
	buf_add(&name, slice_tail(symbol, depth));
	for (i = 0; name.len == 1 && i < ARRAY_LEN(primitives); i++) {
		if (primitives[i].letter == name.ptr[0]) {
			buf_reset(&name);
			buf_add(&name, primitives[i].name);
		}
	}
	text->len = from;
	if (name.len > 1 && name.ptr[0] == 'L' && name.ptr[name.len - 1] == ';')
		buf_add(text, slice_of(name.ptr + 1, name.len - 2));
	else
		buf_add(text, buf_slice(&name));
	for (i = 0; i < depth; i++)
		buf_add(text, SLICE("[]"));
	buf_release(&name);
}

/*
 * Bytes of the packages in front of a class, with the slash after them: none of a hidden class's
 * suffix.
 */
static size_t jfr_frames_packages_length(struct slice class)
{
	size_t suffix = slice_search(class, SLICE("+0x")), slash;

	if (suffix == SLICE_NONE)
		suffix = slice_search(class, SLICE("/0x"));
	if (suffix != SLICE_NONE)
		class = slice_head(class, suffix);
	slash = slice_rfind(class, '/');
	return slash == SLICE_NONE ? 0 : slash + 1;
}

/* Make a class out of the symbol that the text has from `from` on. */
static void write_class(struct buf *text, size_t from, enum java_packages packages)
{
	struct buf name = {0};
	size_t length, i;

	write_array(text, from);
	length = jfr_frames_packages_length(slice_tail(buf_slice(text), from));
	for (i = from; i < text->len; i++) {
		if (text->ptr[i] == '/')
			text->ptr[i] = '.';
	}
	if (packages == JAVA_WHOLE || length == 0)
		return;
	java_shorten_by(&name, slice_tail(buf_slice(text), from), length, packages);
	text->len = from;
	buf_add(text, buf_slice(&name));
	buf_release(&name);
}

/* Append the symbol of a class with this id; false if it has none. */
static bool add_class(const struct jfr_namer *namer, uint64_t id)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	const uint32_t class = jfr_pool_find(pools, JFR_CLASSES, id);
	union jfr_value values[JFR_POOL_SLOTS];
	struct buf *text = &namer->jfr->names.text;
	const size_t before = text->len;

	if (class == IDS_NONE)
		return false;
	jfr_pool_entry(pools, JFR_CLASSES, class, values);
	return jfr_pool_text(pools, JFR_SYMBOLS, values[JFR_CLASS_NAME].number, text) &&
	       text->len > before;
}

static frame_id jfr_frame_of_class(const struct jfr_namer *namer, uint32_t class)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct jfr_names *names = &namer->jfr->names;

	if (names->classes[class] == UNMADE && !jfr_frames_may_name(namer))
		names->classes[class] = unnamed_frame(namer);
	if (names->classes[class] == UNMADE) {
		buf_reset(&names->text);
		if (add_class(namer, pools->of[JFR_CLASSES].ids.ids[class]))
			write_class(&names->text, 0, namer->options->packages);
		names->classes[class] = frame_of_text(namer);
	}
	return names->classes[class];
}

/* ---- Methods ---- */

/* Native code: only the function, or else its library in place of the class. */
static void write_native(const struct jfr_namer *namer, const union jfr_value *method)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct buf *text = &namer->jfr->names.text;

	if (!jfr_pool_text(pools, JFR_SYMBOLS, method[JFR_METHOD_NAME].number, text) ||
	    text->len == 0)
		add_class(namer, method[JFR_METHOD_CLASS].number);
}

/* "java.util.HashMap$Node.<init>"; the class or the method may be missing. */
static void write_java(const struct jfr_namer *namer, const union jfr_value *method)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct buf *text = &namer->jfr->names.text;
	size_t length;

	if (add_class(namer, method[JFR_METHOD_CLASS].number)) {
		write_class(text, 0, namer->options->packages);
		buf_add_char(text, '.');
	}
	length = text->len;
	jfr_pool_text(pools, JFR_SYMBOLS, method[JFR_METHOD_NAME].number, text);
	if (text->len == length && length > 0)
		text->len--;
}

/* Write the text of a method; false if it is not shown. */
static bool write_method(const struct jfr_namer *namer, uint32_t index, bool is_native)
{
	union jfr_value method[JFR_POOL_SLOTS];

	jfr_pool_entry(&namer->jfr->reader.pools, JFR_METHODS, index, method);
	if (method[JFR_METHOD_HIDDEN].number != 0)
		return false;
	buf_reset(&namer->jfr->names.text);
	if (is_native)
		write_native(namer, method);
	else
		write_java(namer, method);
	return true;
}

static frame_id frame_of_method(const struct jfr_namer *namer, uint32_t index, bool is_native)
{
	frame_id *frame = &namer->jfr->names.methods[2 * (size_t)index + is_native];

	if (*frame == UNMADE && !jfr_frames_may_name(namer))
		*frame = unnamed_frame(namer);
	if (*frame == UNMADE)
		*frame = write_method(namer, index, is_native) ? frame_of_text(namer)
							       : JFR_HIDDEN_FRAME;
	return *frame;
}

/* True if the frame is native code's, which only async-profiler records. */
static bool is_native(const struct jfr *jfr, uint64_t type)
{
	uint32_t index;

	if (!jfr->reader.is_async)
		return false;
	index = jfr_pool_find(&jfr->reader.pools, JFR_FRAME_TYPES, type);
	return index != IDS_NONE && jfr->names.frame_types[index];
}

/* The frame with these values. */
static frame_id jfr_frame_of(const struct jfr_namer *namer,
			     const union jfr_value values[JFR_FRAME_SLOTS])
{
	struct jfr *jfr = namer->jfr;
	const uint32_t method = jfr_pool_find(&jfr->reader.pools, JFR_METHODS,
					      values[JFR_FRAME_METHOD].number);
	const bool native = is_native(jfr, values[JFR_FRAME_TYPE].number);
	const int64_t line = (int64_t)values[JFR_FRAME_LINE].number;
	frame_id frame;

	if (method == IDS_NONE)
		return profile_frame(namer->profile, SLICE("[unknown]"));
	frame = frame_of_method(namer, method, native);
	if (!namer->options->lines || native || line <= 0 || frame == JFR_HIDDEN_FRAME)
		return frame;
	if (!jfr_frames_may_name(namer))
		return unnamed_frame(namer);
	buf_reset(&jfr->names.text);
	buf_add(&jfr->names.text, intern_name(&namer->profile->names, frame));
	buf_printf(&jfr->names.text, ":%lld", (long long)line);
	return frame_of_text(namer);
}

/* ---- Threads ---- */

/* Append the name of a thread by its index; nothing if it has none. */
static void jfr_add_thread_name(const struct jfr_pools *pools, uint32_t thread, struct buf *text)
{
	union jfr_value values[JFR_POOL_SLOTS];

	jfr_pool_entry(pools, JFR_THREADS, thread, values);
	if (!jfr_pool_string(pools, values[JFR_THREAD_JAVA_NAME].place, text))
		jfr_pool_string(pools, values[JFR_THREAD_OS_NAME].place, text);
}

/* The frame of an entry by its index in the pool, which may be IDS_NONE. */
static frame_id jfr_frame_of_thread(const struct jfr_namer *namer, uint32_t thread)
{
	struct jfr_names *names = &namer->jfr->names;

	if (thread == IDS_NONE)
		return profile_frame(namer->profile, SLICE("[unknown]"));
	if (names->threads[thread] == UNMADE && !jfr_frames_may_name(namer))
		names->threads[thread] = unnamed_frame(namer);
	if (names->threads[thread] == UNMADE) {
		buf_reset(&names->text);
		jfr_add_thread_name(&namer->jfr->reader.pools, thread, &names->text);
		names->threads[thread] = frame_of_text(namer);
	}
	return names->threads[thread];
}

/*
 * ---- Labels ----
 *
 * Rows differ in time, but few combinations of thread, state and type occur, so each becomes a set
 * of labels once per chunk and profile.
 */

static bool jfr_label_wants(const struct jfr_namer *namer, enum label_kind kind)
{
	return (namer->labels->kinds & LABEL_BIT(kind)) != 0;
}

/* An empty value is not a label. */
static void put(const struct jfr_namer *namer, enum label_kind kind, struct slice value)
{
	if (value.len > 0)
		labels_put(namer->profile->labels, label_kind_name(kind), value);
}

static void put_thread(const struct jfr_namer *namer, uint32_t thread)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct stack_budget *budget = &namer->jfr->names.budget;
	struct buf *text = &namer->jfr->names.text;
	union jfr_value values[JFR_POOL_SLOTS];

	if (jfr_label_wants(namer, LABEL_THREAD) && stack_budget_allows(budget, 1)) {
		buf_reset(text);
		jfr_add_thread_name(pools, thread, text);
		budget->spent += text->len / STACK_BUDGET_TEXT; /* many may refer to one text */
		put(namer, LABEL_THREAD, buf_slice(text));
	}
	jfr_pool_entry(pools, JFR_THREADS, thread, values);
	if (jfr_label_wants(namer, LABEL_TID) && (int64_t)values[JFR_THREAD_OS_ID].number > 0)
		labels_put_number(namer->profile->labels, label_kind_name(LABEL_TID),
				  values[JFR_THREAD_OS_ID].number);
}

static void put_state(const struct jfr_namer *namer, uint32_t state)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct buf *text = &namer->jfr->names.text;

	buf_reset(text);
	jfr_pool_text(pools, JFR_STATES, pools->of[JFR_STATES].ids.ids[state], text);
	put(namer, LABEL_STATE, jfr_state_word(buf_slice(text)));
}

static uint32_t make_set(const struct jfr_namer *namer, const struct jfr_row_key *key)
{
	labels_clear(namer->profile->labels);
	if (key->thread != IDS_NONE)
		put_thread(namer, key->thread);
	if (key->state != IDS_NONE)
		put_state(namer, key->state);
	if (key->type != IDS_NONE)
		put(namer, LABEL_EVENT, jfr_type_name(&namer->jfr->reader.metadata, key->type));
	return labels_current(namer->profile->labels);
}

void jfr_label(const struct jfr_namer *namer, const struct jfr_row_key *key)
{
	struct labels *labels = namer->profile->labels;
	struct label_sets *sets = &namer->jfr->names.labels;
	const uint32_t of[] = {key->thread, key->state, key->type};
	const struct slice text = slice_of((const char *)of, sizeof(of));
	uint32_t set;

	if (label_sets_find(sets, text, &set)) {
		labels_use(labels, set);
	} else {
		set = make_set(namer, key);
		label_sets_add(sets, text, set);
	}
	if (key->time != JFR_NO_TIME)
		labels_set_time(labels, namer->labels, key->time);
}

/* After the root's slot, which the thread takes. */
enum { ROOT_SLOT, FIRST_SLOT };

void jfr_fold_release(struct jfr *jfr)
{
	size_t i;

	jfr_reader_release(&jfr->reader);
	jfr_frames_release(&jfr->names);
	for (i = 0; i < JFR_PARTS; i++) {
		if (jfr->pending[i])
			profile_release(jfr->pending[i]);
		free(jfr->pending[i]);
	}
}

struct profile *jfr_fold_profile(struct ingest_run *run, unsigned part)
{
	const struct jfr_options *options = run->options;
	struct jfr *jfr = jfr_of(run);

	if (options->selection.certain >> part & 1)
		return &run->profile;
	if (!jfr->pending[part]) {
		jfr->pending[part] = memory_clear(1, sizeof(*jfr->pending[part]));
		if (run->labels)
			profile_label(jfr->pending[part]);
	}
	return jfr->pending[part];
}

void jfr_fold_settle(struct ingest_run *run, uint64_t chosen)
{
	struct jfr *jfr = jfr_of(run);
	size_t i;

	for (i = 0; i < JFR_PARTS; i++) {
		if (jfr->pending[i] && (chosen >> i & 1) != 0)
			profile_merge(&run->profile, jfr->pending[i]);
	}
}

/* ---- Stacks ---- */

static void jfr_fold_push(struct text *text, frame_id frame)
{
	MEMORY_NEED(text->frames, text->count + 2, text->cap);
	text->frames[text->count++] = frame;
}

/* Push the frames of a stack, the root first. True if the recorder cut it. */
static bool push_stack(const struct jfr_namer *namer, uint32_t stack)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct text *text = &namer->jfr->text;
	union jfr_value values[JFR_POOL_SLOTS], frame[JFR_FRAME_SLOTS] = {{0}};
	struct jfr_cursor cursor = pools->bytes;
	const size_t before = text->count;
	uint64_t count = 0;

	jfr_pool_entry(pools, JFR_STACKS, stack, values);
	cursor.at = values[JFR_STACK_FRAMES].place;
	if (cursor.at && pools->frame.count > 0 && !jfr_take_number(&cursor, &count))
		count = 0;
	for (; count > 0 && jfr_layout_read(&pools->frame, &cursor, frame); count--) {
		const frame_id id = jfr_frame_of(namer, frame);

		if (id != JFR_HIDDEN_FRAME)
			jfr_fold_push(text, id);
	}
	text_reverse(text->frames + before, text->count - before);
	return values[JFR_STACK_TRUNCATED].number != 0;
}

/* The frames between thread and class. True if the recorder cut the stack. */
static bool make_stack(const struct jfr_namer *namer, uint32_t stack)
{
	struct text *text = &namer->jfr->text;
	bool is_cut = false;

	text->count = ROOT_SLOT;
	jfr_fold_push(text, 0);
	jfr_fold_push(text, 0); /* for [truncated], if it is needed */
	if (stack != IDS_NONE)
		is_cut = push_stack(namer, stack);
	if (text->count == FIRST_SLOT + 1)
		jfr_fold_push(text, profile_frame(namer->profile, SLICE("[unknown]")));
	if (is_cut) {
		text->frames[FIRST_SLOT] = profile_frame(namer->profile, SLICE("[truncated]"));
	} else {
		text->count--;
		memmove(text->frames + FIRST_SLOT, text->frames + FIRST_SLOT + 1,
			(text->count - FIRST_SLOT) * sizeof(*text->frames));
	}
	return is_cut;
}

static void jfr_fold_add_row(const struct jfr_namer *namer, const struct jfr_row *row,
			     struct jfr_cuts *cuts)
{
	struct text *text = &namer->jfr->text;
	frame_id *frames = text->frames + FIRST_SLOT;
	size_t depth = text->count - FIRST_SLOT;

	if (row->key.class != IDS_NONE)
		frames[depth++] = jfr_frame_of_class(namer, row->key.class);
	if (namer->options->thread_names) {
		*--frames = jfr_frame_of_thread(namer, row->key.thread);
		depth++;
	}
	if (depth > LIMIT_DEPTH) {
		cuts->deep++;
		depth = LIMIT_DEPTH;
	}
	if (namer->labels)
		jfr_label(namer, &row->key);
	if (!stack_budget_add(&namer->jfr->names.budget, namer->profile, frames, (uint32_t)depth,
			      &(struct weight){.count = {row->sum, row->sum}}))
		cuts->left_out++;
}

/* Add the rows of a stack whose parts belong to the namer's profile: `parts` of them. */
static void jfr_fold_add_stack(const struct jfr_namer *namer, uint32_t stack, uint64_t parts,
			       struct jfr_cuts cuts[JFR_PARTS])
{
	const struct jfr_rows *rows = &namer->jfr->reader.rows;
	bool is_made = false, is_cut = false;
	uint32_t i;

	for (i = jfr_rows_first(rows, stack); i != IDS_NONE; i = rows->rows[i].next) {
		const struct jfr_row *row = &rows->rows[i];

		if (!(parts >> row->key.part & 1))
			continue;
		if (!is_made)
			is_cut = make_stack(namer, stack);
		is_made = true;
		cuts[row->key.part].recorded += is_cut;
		jfr_fold_add_row(namer, row, &cuts[row->key.part]);
	}
}

/*
 * A deep stack in many threads, or a long name of a class with many methods, takes few bytes of a
 * chunk. Chunks are read at the same time, in any order, so each has a budget of its own; what an
 * input of any size may spend is the first chunk's.
 */
static void add_parts(struct ingest_run *run, struct profile *profile, uint64_t parts,
		      const struct jfr_chunk *chunk, struct jfr_cuts cuts[JFR_PARTS])
{
	struct jfr *jfr = jfr_of(run);
	const struct jfr_namer namer = {jfr, profile, run->options, run->labels};
	unsigned first = 0;
	uint32_t i;

	jfr_frames_reset(jfr);
	jfr->names.budget = (struct stack_budget){
		.read = chunk->bytes.len,
		.spent = chunk->at > 0 ? STACK_BUDGET_LEAST : 0,
	};
	for (i = 0; i < jfr->reader.rows.stacks; i++)
		jfr_fold_add_stack(&namer, i, parts, cuts);
	jfr_fold_add_stack(&namer, IDS_NONE, parts, cuts);
	while (!(parts >> first & 1))
		first++;
	cuts[first].unnamed += jfr->names.unnamed;
	jfr->text.count = 0;
}

/* ---- Chunks ---- */

/* The parts that the chunk has, as far as they may still be taken. */
static uint64_t open_parts(const struct jfr_selection *selection, uint64_t all_seen, uint64_t seen)
{
	unsigned part;

	for (part = 0; part < JFR_PARTS; part++) {
		if ((seen >> part & 1) != 0 && !jfr_select_is_open(selection, all_seen, part))
			seen &= ~(UINT64_C(1) << part);
	}
	return seen;
}

/* Tell all workers what was found. Returns the parts that have been seen by any. */
static uint64_t publish(struct jfr_findings *findings, struct jfr_reader *reader, bool is_read)
{
	uint64_t seen;
	size_t i;

	lock_take(&findings->lock);
	if (is_read)
		jfr_event_counts_add(&findings->event_counts, reader);
	jfr_damages_move(&findings->damages, &reader->damages);
	seen = findings->seen |= reader->seen;
	for (i = 0; i < JFR_PARTS; i++) {
		findings->units[i] |= reader->units[i];
		findings->counted[i] += reader->counted[i];
		findings->early[i] += reader->early[i];
		reader->counted[i] = reader->early[i] = 0;
	}
	for (i = 0; i < JFR_LOSSES; i++) {
		jfr_loss_add(&findings->lost[i], reader->lost[i]);
		reader->lost[i] = 0;
	}
	findings->is_saturated |= reader->rows.is_saturated;
	lock_leave(&findings->lock);
	return seen;
}

void jfr_fold_chunk(struct ingest_run *run, const struct jfr_chunk *chunk)
{
	const struct jfr_options *options = run->options;
	const struct jfr_selection *selection = &options->selection;
	struct jfr_findings *findings = options->findings;
	struct jfr *jfr = jfr_of(run);
	struct jfr_cuts cuts[JFR_PARTS] = {{0}};
	uint64_t seen, parts, i;
	bool is_read;

	jfr->reader.request = &selection->request;
	jfr->reader.labels = run->labels;
	jfr->reader.seen = jfr->reader.samples = 0;
	is_read = jfr_reader_take(&jfr->reader, chunk);
	seen = publish(findings, &jfr->reader, is_read);
	if (!is_read)
		return;
	run->samples += jfr->reader.samples;
	parts = open_parts(selection, seen, jfr->reader.seen);
	if (parts & selection->certain)
		add_parts(run, &run->profile, parts & selection->certain, chunk, cuts);
	for (i = 0; i < JFR_PARTS; i++) {
		if ((parts & ~selection->certain) >> i & 1)
			add_parts(run, jfr_fold_profile(run, (unsigned)i), UINT64_C(1) << i, chunk,
				  cuts);
	}
	lock_take(&findings->lock);
	for (i = 0; i < JFR_PARTS; i++) {
		findings->cuts[i].recorded += cuts[i].recorded;
		findings->cuts[i].deep += cuts[i].deep;
		findings->cuts[i].left_out += cuts[i].left_out;
		findings->cuts[i].unnamed += cuts[i].unnamed;
	}
	lock_leave(&findings->lock);
}
