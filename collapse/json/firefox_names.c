/* SPDX-License-Identifier: MIT */
/*
 * The names of frames. Processed profiles refer to a function, gecko profiles have a location:
 *
 *     0x7f00001f40                        an address of the process
 *     NAME (in LIB) + 12                  perf script gecko, profiles with symbols
 *     NAME (https://site/a.js:12:3)[4]    JavaScript
 *     NAME                                labels
 */
#include "collapse/json/firefox_state.h"

#include "common/base/search.h"
#include "common/table/hash.h"

/* "0x" and hexadecimal digits alone. */
static bool firefox_is_address(struct slice name)
{
	return slice_skip(&name, SLICE("0x")) && slice_is_hex(name);
}

static bool firefox_address(struct slice name, uint64_t *address)
{
	slice_skip(&name, SLICE("0x"));
	return slice_hex_to_u64(name, address);
}

static frame_id firefox_unnamed(struct ingest_run *run, const struct firefox_lib *lib,
				struct slice address)
{
	notes_count(&run->notes, FIREFOX_NOTE_UNNAMED, 1);
	return text_unnamed(run, lib ? lib->name : (struct slice){NULL, 0}, address, "");
}

/* ---- Gecko: locations ---- */

/* Leave out libraries that have no range, sort the others. */
static void firefox_sort_libs(struct ingest_run *run, struct firefox_tables *tables)
{
	size_t count = 0, i;

	for (i = 0; i < tables->lib_count; i++) {
		if (tables->libs[i].has_start && tables->libs[i].has_end)
			tables->libs[count++] = tables->libs[i];
		else
			stream_note(run, FIREFOX_NOTE_NO_RANGE, tables->libs[i].name);
	}
	tables->lib_count = count;
	SORT(tables->libs, count, u64_compare_pairs);
	tables->is_sorted = true;
}

/* The last library that starts at the address or below it, if it reaches that far. */
static const struct firefox_lib *firefox_find_lib(const struct firefox_tables *tables,
						  uint64_t address)
{
	const size_t after = SEARCH_UP_TO(tables->libs, tables->lib_count, start, address);

	return after > 0 && address < tables->libs[after - 1].end ? &tables->libs[after - 1] : NULL;
}

static frame_id firefox_mapped(struct ingest_run *run, struct firefox_view *view,
			       struct slice location)
{
	const struct firefox_lib *lib = NULL;
	struct buf text = {0};
	uint64_t address;
	frame_id frame;

	if (!view->libs->is_sorted)
		firefox_sort_libs(run, view->libs);
	if (firefox_address(location, &address))
		lib = firefox_find_lib(view->libs, address);
	if (!lib)
		return firefox_unnamed(run, NULL, location);
	buf_printf(&text, "0x%llx", (unsigned long long)(address - lib->start + lib->offset));
	frame = firefox_unnamed(run, lib, buf_slice(&text));
	buf_release(&text);
	return frame;
}

/* Take "[4]" off the end: the number of a source. */
static void firefox_drop_source(struct slice *location)
{
	const size_t open = slice_rfind(*location, '[');

	if (slice_ends(*location, SLICE("]")) && open != SLICE_NONE && open + 2 < location->len &&
	    slice_is_number(slice_of(location->ptr + open + 1, location->len - open - 2)))
		location->len = open;
}

/* Take ":12" off the end. */
static bool firefox_drop_number(struct slice *text)
{
	const size_t colon = slice_rfind(*text, ':');

	if (colon == SLICE_NONE || !slice_is_number(slice_tail(*text, colon + 1)))
		return false;
	text->len = colon;
	return true;
}

/* The name in a location, which is the whole of it without a place that is understood. */
static struct slice firefox_location_name(struct slice location, bool everything)
{
	struct slice whole = location, inside;
	size_t open = slice_rsearch(location, SLICE(" (in ")), plus;

	if (open != SLICE_NONE && open > 0) {
		inside = slice_tail(location, open);
		plus = slice_rsearch(inside, SLICE(") + "));
		if (slice_ends(inside, SLICE(")")) ||
		    (plus != SLICE_NONE && slice_is_number(slice_tail(inside, plus + 4))))
			return everything ? location : slice_head(location, open);
	}
	firefox_drop_source(&location);
	open = slice_rsearch(location, SLICE(" ("));
	if (open != SLICE_NONE && slice_ends(location, SLICE(")"))) {
		inside = slice_of(location.ptr + open + 2, location.len - open - 3);
		if (firefox_drop_number(&inside) && !everything && open > 0)
			return slice_head(location, open);
		if (inside.len < location.len - open - 3)
			return location;
	}
	return slice_contains(location, SLICE("://")) ? location : whole;
}

static frame_id firefox_location(struct ingest_run *run, struct firefox_view *view,
				 struct slice location)
{
	const struct firefox_options *options = run->options;

	if (firefox_is_address(location))
		return firefox_mapped(run, view, location);
	location = firefox_location_name(location, options->locations);
	return text_frame(run, text_affords_name(run, location.len) ? location : SLICE(""));
}

/* ---- Processed: functions ---- */

/* The library of a function's address: of its frame, or in older profiles of its resource. */
static const struct firefox_lib *firefox_lib_of(const struct firefox_view *view, size_t frame,
						size_t func)
{
	const struct columns *resources = view->at[FIREFOX_RESOURCES];
	int64_t lib = columns_get(view->at[FIREFOX_FRAMES], FRAME_LIB, frame);
	const int64_t resource = columns_get(view->at[FIREFOX_FUNCS], FUNC_RESOURCE, func);

	if (!columns_have(view->at[FIREFOX_FRAMES], FRAME_LIB) && resource >= 0)
		lib = columns_get(resources, RESOURCE_LIB, (size_t)resource);
	if (lib < 0 || (uint64_t)lib >= view->libs->lib_count)
		return NULL;
	return &view->libs->libs[lib];
}

/* Append " (file:line)", if the file is known. */
static void firefox_add_place(struct ingest_run *run, const struct firefox_view *view, size_t func)
{
	const struct columns *funcs = view->at[FIREFOX_FUNCS];
	const int64_t source = columns_get(funcs, FUNC_SOURCE, func);
	int64_t file = columns_get(funcs, FUNC_FILE, func);
	struct slice text;

	if (source >= 0)
		file = columns_get(view->at[FIREFOX_SOURCES], SOURCE_FILE, (size_t)source);
	if (firefox_string(view, file, &text) && text.len > 0 && text_affords_name(run, text.len))
		text_add_place_at(&text_of(run)->name, text, columns_get(funcs, FUNC_LINE, func));
}

/* A name that export-firefox wrote: the category of a frame stands for the mark that it had. */
static frame_id firefox_own(struct ingest_run *run, struct slice text, int64_t category)
{
	static const char *const marks[] = {"", "_[k]", "_[j]", "_[i]"}; /* by category */
	struct buf *name = &text_of(run)->name;

	buf_set(name, text);
	if (category > 0 && category < (int64_t)ARRAY_LEN(marks))
		buf_add_text(name, marks[category]);
	return text_folded_frame(run, buf_slice(name));
}

static frame_id firefox_function(struct ingest_run *run, struct firefox_view *view, size_t frame)
{
	const struct firefox_options *options = run->options;
	const struct columns *frames = view->at[FIREFOX_FRAMES], *funcs = view->at[FIREFOX_FUNCS];
	const int64_t func = columns_get(frames, FRAME_FUNC, frame);
	struct buf *name = &text_of(run)->name;
	struct slice text;

	if (func < 0 || !firefox_string(view, columns_get(funcs, FUNC_NAME, (size_t)func), &text)) {
		stream_note(run, FIREFOX_NOTE_FRAME, SLICE(""));
		return text_frame(run, SLICE(""));
	}
	if (!text_affords_name(run, text.len)) /* any number of frames may be of one function */
		return text_frame(run, SLICE(""));
	if (view->is_own)
		return firefox_own(run, text, columns_get(frames, FRAME_CATEGORY, frame));
	if (firefox_is_address(text))
		return firefox_unnamed(run, firefox_lib_of(view, frame, (size_t)func), text);
	/* the oldest profiles have locations of JavaScript as names */
	if (!columns_have(funcs, FUNC_FILE) && !columns_have(funcs, FUNC_SOURCE) &&
	    columns_get(funcs, FUNC_IS_JS, (size_t)func) == 1)
		text = firefox_location_name(text, options->locations);
	buf_set(name, text);
	if (options->locations)
		firefox_add_place(run, view, (size_t)func);
	if (options->inlines && columns_get(frames, FRAME_INLINE_DEPTH, frame) > 0)
		buf_add_text(name, "_[i]");
	return text_frame(run, buf_slice(name));
}

const struct firefox_symbol *firefox_symbol_of(const struct firefox *firefox,
					       const struct firefox_view *view, size_t frame)
{
	const int64_t func = columns_get(view->at[FIREFOX_FRAMES], FRAME_FUNC, frame);
	const struct firefox_lib *lib;
	struct slice text;
	uint64_t address;

	if (view->is_gecko || func < 0 ||
	    !firefox_string(view, columns_get(view->at[FIREFOX_FUNCS], FUNC_NAME, (size_t)func),
			    &text) ||
	    !firefox_is_address(text) || !firefox_address(text, &address))
		return NULL;
	lib = firefox_lib_of(view, frame, (size_t)func);
	return lib ? firefox_symbols_find(&firefox->symbols, lib->id, address) : NULL;
}

frame_id firefox_name(struct ingest_run *run, struct firefox_view *view, size_t frame)
{
	struct slice location;

	if (view->names[frame] != HASH_NONE)
		return view->names[frame];
	if (!view->is_gecko) {
		view->names[frame] = firefox_function(run, view, frame);
	} else if (firefox_string(view,
				  columns_get(view->at[FIREFOX_FRAMES], FRAME_LOCATION, frame),
				  &location)) {
		view->names[frame] = firefox_location(run, view, location);
	} else {
		stream_note(run, FIREFOX_NOTE_FRAME, SLICE(""));
		view->names[frame] = text_frame(run, SLICE(""));
	}
	return view->names[frame];
}
