/* SPDX-License-Identifier: MIT */
/*
 * A profile of the library: folded text, which is what its programs hand to each other, and the
 * stacks that were added one by one. Formats: for each, the program that converts it to or from
 * folded text.
 */
#include "common/base/frame_name.h"
#include "common/base/memory.h"
#include "common/folded/folded.h"
#include "common/io/output.h"
#include "common/library/call.h"
#include "common/profile/profile.h"

struct flambeau_profile {
	char *text; /* folded, of one or several calls */
	size_t len;
	unsigned pieces; /* texts in it, each sorted */

	struct profile added;
	frame_id *frames; /* of the stack that is being added */
	size_t frame_cap;

	flambeau_note_fn *note;
	void *note_context;
	uint64_t limit; /* bytes; 0: any */
	double seconds; /* 0: any */
};

flambeau_profile *flambeau_profile_new(void)
{
	return call_get(sizeof(struct flambeau_profile));
}

void flambeau_profile_free(flambeau_profile *profile)
{
	if (!profile)
		return;
	profile_release(&profile->added);
	free(profile->frames);
	free(profile->text);
	free(profile);
}

void flambeau_profile_notes(flambeau_profile *profile, flambeau_note_fn *note, void *context)
{
	profile->note = note;
	profile->note_context = context;
}

void flambeau_profile_limit(flambeau_profile *profile, uint64_t bytes)
{
	profile->limit = bytes;
}

void flambeau_profile_time(flambeau_profile *profile, double seconds)
{
	profile->seconds = seconds;
}

/* The ends of a call with the profile's notes and limits, without sources and sink. */
static struct call_ends profile_ends(const struct flambeau_profile *profile)
{
	return (struct call_ends){
		.note = profile->note,
		.note_context = profile->note_context,
		.limit = profile->limit,
		.held = profile->len + profile->added.arena.size + profile->added.names.arena.size,
		.seconds = profile->seconds,
	};
}

/* ---- Adding ---- */

struct addition {
	struct flambeau_profile *profile;
	const flambeau_slice *frames;
	size_t count;
	const flambeau_slice (*labels)[2];
	size_t label_count;
	uint64_t samples;
	struct buf room, name;
};

static struct slice slice_in(flambeau_slice text)
{
	return slice_of(text.ptr, text.len);
}

/* "@thread=main", as folded(5) has it */
static frame_id label_frame(struct addition *addition, const flambeau_slice label[2])
{
	struct buf *name = &addition->name;
	size_t i;

	buf_reset(name);
	buf_add_char(name, '@');
	buf_add(name, slice_in(label[0]));
	for (i = 1; i < name->len; i++) {
		if (name->ptr[i] == '=' || char_is_blank(name->ptr[i]))
			name->ptr[i] = '_';
	}
	buf_add_char(name, '=');
	buf_add(name, slice_in(label[1]));
	buf_reset(&addition->room);
	return profile_frame(&addition->profile->added,
			     frame_name_clean(buf_slice(name), &addition->room));
}

static frame_id stack_frame(struct addition *addition, size_t number)
{
	struct profile *added = &addition->profile->added;
	struct slice name;

	buf_reset(&addition->room);
	name = frame_name_clean(slice_in(addition->frames[number]), &addition->room);
	buf_reset(&addition->name);
	if (number == 0 &&
	    folded_escape_root(name, (uint32_t)addition->count, true, &addition->name))
		name = buf_slice(&addition->name);
	return profile_frame(added, name);
}

static void formats_add_stack(struct addition *addition)
{
	struct flambeau_profile *profile = addition->profile;
	uint32_t depth = 0;
	size_t i;

	MEMORY_NEED(profile->frames, addition->label_count + addition->count, profile->frame_cap);
	for (i = 0; i < addition->label_count; i++)
		profile->frames[depth++] = label_frame(addition, addition->labels[i]);
	for (i = 0; i < addition->count; i++)
		profile->frames[depth++] = stack_frame(addition, i);
	profile_add_count(&profile->added, profile->frames, depth, addition->samples);
	buf_release(&addition->room);
	buf_release(&addition->name);
}

bool flambeau_add_labeled(flambeau_profile *profile, const flambeau_slice *frames, size_t n,
			  const flambeau_slice (*labels)[2], size_t label_count, uint64_t count,
			  flambeau_error *error)
{
	struct addition addition = {.profile = profile,
				    .frames = frames,
				    .count = n,
				    .labels = labels,
				    .label_count = label_count,
				    .samples = count};
	const struct call_ends ends = profile_ends(profile);
	struct call call;
	size_t i;

	if (n == 0 || n > LIMIT_DEPTH || label_count > LABELS_MAX)
		return error_set(error, FLAMBEAU_USAGE,
				 "a stack has 1 to %d frames and at most %d labels", LIMIT_DEPTH,
				 LABELS_MAX);
	for (i = 0; i < label_count; i++) {
		if (labels[i][0].len == 0)
			return error_set(error, FLAMBEAU_USAGE, "a label without a name");
	}
	call_begin(&call, &ends);
	if (!limits_met())
		formats_add_stack(&addition);
	return call_end(&call, true, error);
}

bool flambeau_add(flambeau_profile *profile, const flambeau_slice *frames, size_t n, uint64_t count,
		  flambeau_error *error)
{
	return flambeau_add_labeled(profile, frames, n, NULL, 0, count, error);
}

bool flambeau_header(flambeau_profile *profile, const char *key, const char *value,
		     flambeau_error *error)
{
	const struct call_ends ends = profile_ends(profile);
	struct call call;
	bool good;

	call_begin(&call, &ends);
	good = header_add_pair(&profile->added.header, slice_from(key), slice_from(value));
	call_end(&call, true, NULL);
	return good || error_set(error, FLAMBEAU_USAGE, "no key '%s' of a header", key);
}

/* ---- As text ---- */

/* Append what was added to the text, a copy. */
static bool append_added(const struct flambeau_profile *profile, struct slice *text,
			 flambeau_error *error)
{
	struct call_ends ends = profile_ends(profile);
	struct flambeau_sink sink;
	struct output output;
	struct call call;
	size_t len = 0;
	char *ptr = NULL;
	bool good;

	sink_memory(&sink, &ptr, &len);
	sink.as.write(&sink, profile->text, profile->len);
	ends.sink = &sink;
	call_begin(&call, &ends);
	good = !folded_overflowed(&profile->added) && output_open(&output, SLICE(""));
	if (good) {
		folded_write(&profile->added, 0, &output);
		good = output_commit(&output);
	}
	*text = slice_of(ptr, len);
	if (call_end(&call, good, error))
		return true;
	free(ptr);
	*text = SLICE("");
	return false;
}

static bool has_added(const struct flambeau_profile *profile)
{
	return profile->added.count > 0 || !header_is_empty(&profile->added.header);
}

/* True if its text is all there is, as one program has written it. */
static bool profile_is_text(const struct flambeau_profile *profile)
{
	return profile->pieces == 1 && !has_added(profile);
}

/* All of its stacks as one text, to be freed by profile_text_free(). False with `error` filled. */
static bool profile_text(const struct flambeau_profile *profile, struct slice *text,
			 flambeau_error *error)
{
	*text = slice_of(profile->text, profile->len);
	return !has_added(profile) || append_added(profile, text, error);
}

static void profile_text_free(const struct flambeau_profile *profile, struct slice text)
{
	if (text.len > 0 && text.ptr != profile->text)
		free((void *)(uintptr_t)text.ptr);
}

/* ---- Formats ---- */

static const char collapse[] = "collapse-";

static const struct {
	const char *format, *program;
	const char *option; /* in front of the others, or NULL */
} writers[] = {
	{"svg", "flamegraph", NULL},
	{"html", "flamegraph", "--html"},
	{"text", "flamegraph", "--text"},
	{"folded", "collapse-filter", NULL},
	{"pprof", "export-pprof", NULL},
	{"speedscope", "export-speedscope", NULL},
	{"firefox", "export-firefox", NULL},
	{"top", "export-top", NULL},
	{"top-json", "export-top", "--format=json"},
};

const char *flambeau_format_out(size_t index)
{
	return index < ARRAY_LEN(writers) ? writers[index].format : NULL;
}

static bool is_reader(const struct program_row *row)
{
	return row->collapser && strncmp(row->names[0], collapse, sizeof(collapse) - 1) == 0;
}

const char *flambeau_format_in(size_t index)
{
	const struct program_row *row;
	size_t i;

	if (index == 0)
		return "folded";
	for (i = 0; (row = program_row_at(i)) != NULL; i++) {
		if (is_reader(row) && --index == 0)
			return row->names[0] + sizeof(collapse) - 1;
	}
	return NULL;
}

/* The name of the program that reads a format, as it is to be called; NULL if none exists. */
static const char *reader_of(const char *format, char *room, size_t size)
{
	const struct program_row *row;

	if (!format)
		return "collapse-guess";
	if (strcmp(format, "folded") == 0)
		return "collapse-filter";
	row = program_row_find(format);
	if (row && row->collapser)
		return format;
	snprintf(room, size, "%s%s", collapse, format);
	row = program_row_find(room);
	return row && is_reader(row) ? room : NULL;
}

/* Run the command; false with `error` filled. Its words are freed. */
static bool run_command(struct command *command, const struct call_ends *ends,
			flambeau_error *error)
{
	struct call call;
	int code;

	call_begin(&call, ends);
	code = program_run_words(&command->words);
	free(command->words.at);
	return call_end(&call, code == EXIT_DONE, error);
}

/* Append a text, which is the profile's then. */
static void take_text(struct flambeau_profile *profile, char *text, size_t len)
{
	if (profile->len == 0) {
		free(profile->text);
		profile->text = text;
	} else {
		profile->text = realloc(profile->text, profile->len + len + 1);
		if (!profile->text)
			call_no_memory();
		memcpy(profile->text + profile->len, text, len);
		free(text);
	}
	profile->len += len;
	profile->pieces++;
}

static bool collapse_into(struct flambeau_profile *profile, const char *program,
			  const flambeau_source *source, const flambeau_options *options,
			  flambeau_error *error)
{
	struct call_ends ends = profile_ends(profile);
	struct command command = {.first = NULL};
	struct flambeau_sink sink;
	char *text = NULL;
	size_t len = 0;
	bool good;

	sink_memory(&sink, &text, &len);
	ends.sink = &sink;
	if (source->path) {
		command.operands = (const char *const *)&source->path;
		command.operand_count = 1;
	} else {
		ends.sources[ends.source_count++] = &source->as;
	}
	good = command_make(&command, program, options, error) &&
	       run_command(&command, &ends, error);
	if (good && len > 0)
		take_text(profile, text, len);
	else
		free(text);
	return good;
}

bool flambeau_collapse(flambeau_profile *profile, const char *format, flambeau_source *source,
		       const flambeau_options *options, flambeau_error *error)
{
	char room[64];
	const char *program = reader_of(format, room, sizeof(room));
	bool good = false;

	if (!source)
		error_set(error, FLAMBEAU_USAGE, "no source");
	else if (!program)
		error_set(error, FLAMBEAU_USAGE, "no format '%s'", format);
	else
		good = collapse_into(profile, program, source, options, error);
	source_end(source);
	return good;
}

/* The text as it is: what a collapser has written is sorted and summed up. */
static bool formats_copy_text(const struct flambeau_profile *profile,
			      const struct flambeau_sink *sink, flambeau_error *error)
{
	struct call_ends ends = profile_ends(profile);
	struct output output;
	struct call call;
	bool good;

	ends.sink = sink;
	call_begin(&call, &ends);
	good = output_open(&output, SLICE(""));
	if (good) {
		output_write(&output, slice_of(profile->text, profile->len));
		good = output_commit(&output);
	}
	return call_end(&call, good, error);
}

/* A program that gets one profile as standard input, or two as operands. */
struct work {
	const struct flambeau_profile *profiles[2]; /* [1] may be NULL */
	const char *program, *first;
	const flambeau_options *options;
	const struct flambeau_sink *sink;
};

static bool do_work(const struct work *work, flambeau_error *error)
{
	static const char *const names[] = {"<before>", "<after>"};
	struct call_ends ends = profile_ends(work->profiles[0]);
	struct command command = {.first = work->first,
				  .operands = names,
				  .operand_count = work->profiles[1] ? 2 : 0};
	struct context_source sources[2];
	bool good = true;
	size_t i;

	for (i = 0; i < 2 && work->profiles[i]; i++) {
		sources[i] = (struct context_source){.name = work->profiles[1] ? names[i] : NULL,
						     .fd = -1};
		good = good && profile_text(work->profiles[i], &sources[i].bytes, error);
		ends.sources[ends.source_count++] = &sources[i];
	}
	ends.sink = work->sink;
	good = good && command_make(&command, work->program, work->options, error) &&
	       run_command(&command, &ends, error);
	while (i-- > 0)
		profile_text_free(work->profiles[i], sources[i].bytes);
	return good;
}

bool flambeau_write(const flambeau_profile *profile, const char *format,
		    const flambeau_options *options, flambeau_sink *sink, flambeau_error *error)
{
	struct work work = {.profiles = {profile}, .options = options, .sink = sink};
	bool good = false;
	size_t i = 0;

	while (i < ARRAY_LEN(writers) && strcmp(writers[i].format, format) != 0)
		i++;
	if (!sink) {
		error_set(error, FLAMBEAU_USAGE, "no sink");
	} else if (i == ARRAY_LEN(writers)) {
		error_set(error, FLAMBEAU_USAGE, "no format '%s'", format);
	} else if (strcmp(format, "folded") == 0 && !options && profile_is_text(profile)) {
		good = formats_copy_text(profile, sink, error);
	} else {
		work.program = writers[i].program;
		work.first = writers[i].option;
		good = do_work(&work, error);
	}
	sink_end(sink, good);
	return good;
}

/* ---- Profiles of profiles ---- */

/* A new profile of what the program writes; NULL if it fails. */
static flambeau_profile *make_profile(struct work *work, flambeau_error *error)
{
	const struct flambeau_profile *like = work->profiles[0];
	struct flambeau_profile *made = flambeau_profile_new();
	struct flambeau_sink sink;

	made->note = like->note;
	made->note_context = like->note_context;
	made->limit = like->limit;
	made->seconds = like->seconds;
	made->pieces = 1;
	sink_memory(&sink, &made->text, &made->len);
	work->sink = &sink;
	if (do_work(work, error))
		return made;
	flambeau_profile_free(made);
	return NULL;
}

bool flambeau_filter(flambeau_profile *profile, const flambeau_options *options,
		     flambeau_error *error)
{
	struct work work = {
		.profiles = {profile}, .program = "collapse-filter", .options = options};
	struct flambeau_profile *kept = make_profile(&work, error);
	const struct flambeau_profile before = *profile;

	if (!kept)
		return false;
	*profile = *kept;
	*kept = before;
	flambeau_profile_free(kept);
	return true;
}

flambeau_profile *flambeau_diff(const flambeau_profile *before, const flambeau_profile *after,
				const flambeau_options *options, flambeau_error *error)
{
	struct work work = {
		.profiles = {before, after}, .program = "difffolded", .options = options};

	return make_profile(&work, error);
}

bool flambeau_report(const flambeau_profile *before, const flambeau_profile *after,
		     const flambeau_options *options, flambeau_sink *sink, flambeau_error *error)
{
	const struct work work = {.profiles = {before, after},
				  .program = "diffreport",
				  .options = options,
				  .sink = sink};
	const bool good = sink ? do_work(&work, error)
			       : error_set(error, FLAMBEAU_USAGE, "no sink");

	sink_end(sink, good);
	return good;
}

bool flambeau_merge(flambeau_profile *profile, const flambeau_profile *other, flambeau_error *error)
{
	const struct call_ends ends = profile_ends(profile);
	struct slice text;
	struct call call;
	char *copy = NULL;
	size_t len;

	if (!profile_text(other, &text, error))
		return false;
	len = text.len;
	call_begin(&call, &ends);
	limits_use((long long)len);
	if (!limits_met())
		copy = call_get(len + 1);
	if (copy && len > 0)
		memcpy(copy, text.ptr, len);
	profile_text_free(other, text); /* `other` may be the profile */
	if (!call_end(&call, true, error))
		return false;
	take_text(profile, copy, len);
	profile->pieces++; /* it may be several texts: they are added up when they are written */
	return true;
}
