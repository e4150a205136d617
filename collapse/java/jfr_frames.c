/* SPDX-License-Identifier: MIT */
#include "collapse/java/jfr_frames.h"

#include "common/text/frame_name.h"

#define UNMADE ((frame_id)(UINT32_MAX - 1))

void jfr_frames_release(struct jfr_names *names)
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
	const struct jfr_ids *ids = &pools->of[JFR_FRAME_TYPES].ids;
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

void jfr_frames_reset(struct jfr *jfr)
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

	if (class == JFR_NONE)
		return false;
	jfr_pool_entry(pools, JFR_CLASSES, class, values);
	return jfr_pool_text(pools, JFR_SYMBOLS, values[JFR_CLASS_NAME].number, text) &&
	       text->len > before;
}

frame_id jfr_frame_of_class(const struct jfr_namer *namer, uint32_t class)
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
	return index != JFR_NONE && jfr->names.frame_types[index];
}

frame_id jfr_frame_of(const struct jfr_namer *namer, const union jfr_value values[JFR_FRAME_SLOTS])
{
	struct jfr *jfr = namer->jfr;
	const uint32_t method = jfr_pool_find(&jfr->reader.pools, JFR_METHODS,
					      values[JFR_FRAME_METHOD].number);
	const bool native = is_native(jfr, values[JFR_FRAME_TYPE].number);
	const int64_t line = (int64_t)values[JFR_FRAME_LINE].number;
	frame_id frame;

	if (method == JFR_NONE)
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

void jfr_add_thread_name(const struct jfr_pools *pools, uint32_t thread, struct buf *text)
{
	union jfr_value values[JFR_POOL_SLOTS];

	jfr_pool_entry(pools, JFR_THREADS, thread, values);
	if (!jfr_pool_string(pools, values[JFR_THREAD_JAVA_NAME].place, text))
		jfr_pool_string(pools, values[JFR_THREAD_OS_NAME].place, text);
}

frame_id jfr_frame_of_thread(const struct jfr_namer *namer, uint32_t thread)
{
	struct jfr_names *names = &namer->jfr->names;

	if (thread == JFR_NONE)
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
