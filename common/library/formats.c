/* SPDX-License-Identifier: MIT */
/* Formats of profiles: for each, the program that converts it to or from folded text. */
#include "common/base/memory.h"
#include "common/io/output.h"
#include "common/library/options.h"
#include "common/library/profile_calls.h"

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
