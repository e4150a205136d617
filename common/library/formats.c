/* SPDX-License-Identifier: MIT */
/* Formats of profiles: for each, the program that converts it to or from folded text. */
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

/* Run the command from text, or a source, to a sink; both stay the caller's. */
struct joint {
	const struct flambeau_profile *profile; /* whose notes and limit */
	struct flambeau_source *sources[CALL_SOURCES];
	size_t source_count;
	struct flambeau_sink *sink;
};

static bool run_command(const struct joint *joint, const struct command *command,
			flambeau_error *error)
{
	struct program_words words = command->words;
	struct call call;
	size_t i;
	int code;

	profile_call_begin(joint->profile, &call);
	call.source_count = joint->source_count;
	for (i = 0; i < joint->source_count; i++)
		call.sources[i] = joint->sources[i];
	call.sink = joint->sink;
	code = call_run(&call, program_run_words, &words);
	return call_end(&call, code, error);
}

/* Append a text, which is the profile's then. */
static bool take_text(struct flambeau_profile *profile, char *text, size_t len,
		      flambeau_error *error)
{
	char *joined;

	if (profile->len == 0) {
		free(profile->text);
		profile->text = text;
	} else {
		joined = realloc(profile->text, profile->len + len + 1);
		if (!joined) {
			free(text);
			return error_set(error, FLAMBEAU_MEMORY, "out of memory");
		}
		memcpy(joined + profile->len, text, len);
		profile->text = joined;
		free(text);
	}
	profile->len += len;
	profile->pieces++;
	return true;
}

static bool collapse_into(struct flambeau_profile *profile, const char *program,
			  flambeau_source *source, const flambeau_options *options,
			  flambeau_error *error)
{
	char *text = NULL;
	size_t len = 0;
	struct flambeau_sink sink = {.fd = -1, .ptr = &text, .len = &len};
	const struct joint joint = {profile, {source}, 1, &sink};
	struct command command = {.first = NULL};
	bool good = command_make(&command, program, options, error) &&
		    run_command(&joint, &command, error);

	free(command.words.at);
	if (good && len > 0)
		return take_text(profile, text, len, error);
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
		error_set(error, FLAMBEAU_MEMORY, "out of memory");
	else if (!program)
		error_set(error, FLAMBEAU_USAGE, "no format '%s'", format);
	else
		good = collapse_into(profile, program, source, options, error);
	free(source);
	return good;
}

static int write_source(void *of)
{
	const struct flambeau_source *source = of;
	struct output output;

	if (!output_open(&output, SLICE("")))
		return EXIT_DATA;
	output_write(&output, slice_of(source->ptr, source->len));
	return output_commit(&output) ? EXIT_DONE : EXIT_DATA;
}

/* The text as it is: what a collapser has written is sorted and summed up. */
static bool formats_copy_text(const struct joint *joint, flambeau_error *error)
{
	struct call call;
	int code;

	profile_call_begin(joint->profile, &call);
	call.sink = joint->sink;
	code = call_run(&call, write_source, joint->sources[0]);
	return call_end(&call, code, error);
}

static bool write_text(const struct flambeau_profile *profile, size_t writer,
		       const flambeau_options *options, flambeau_sink *sink, flambeau_error *error)
{
	struct command command = {.first = writers[writer].option};
	struct flambeau_slice text = {NULL, 0};
	struct flambeau_source source = {.fd = -1};
	const struct joint joint = {profile, {&source}, 1, sink};
	unsigned pieces;
	bool good;

	if (!profile_text(profile, &text, &pieces, error))
		return false;
	source.ptr = text.ptr;
	source.len = text.len;
	if (pieces == 1 && !options && strcmp(writers[writer].format, "folded") == 0)
		good = formats_copy_text(&joint, error);
	else
		good = command_make(&command, writers[writer].program, options, error) &&
		       run_command(&joint, &command, error);
	free(command.words.at);
	profile_text_free(profile, text);
	return good;
}

bool flambeau_write(const flambeau_profile *profile, const char *format,
		    const flambeau_options *options, flambeau_sink *sink, flambeau_error *error)
{
	bool good = false;
	size_t i = 0;

	while (i < ARRAY_LEN(writers) && strcmp(writers[i].format, format) != 0)
		i++;
	if (!sink)
		error_set(error, FLAMBEAU_MEMORY, "out of memory");
	else if (i == ARRAY_LEN(writers))
		error_set(error, FLAMBEAU_USAGE, "no format '%s'", format);
	else
		good = write_text(profile, i, options, sink, error);
	if (!sink_end(sink, good) && good)
		return error_set(error, FLAMBEAU_MEMORY, "out of memory");
	return good;
}

/* ---- Two profiles ---- */

static bool run_on_both(const struct flambeau_profile *const profiles[2], const char *program,
			const flambeau_options *options, struct flambeau_sink *sink,
			flambeau_error *error)
{
	static const char *const names[] = {"<before>", "<after>"};
	struct flambeau_slice texts[2] = {{NULL, 0}, {NULL, 0}};
	struct flambeau_source sources[2];
	const struct joint joint = {profiles[0], {NULL, &sources[0], &sources[1]}, 3, sink};
	struct command command = {.operands = names, .operand_count = 2};
	bool good = profile_text(profiles[0], &texts[0], NULL, error) &&
		    profile_text(profiles[1], &texts[1], NULL, error);
	size_t i;

	for (i = 0; i < 2; i++)
		sources[i] = (struct flambeau_source){
			.name = names[i], .fd = -1, .ptr = texts[i].ptr, .len = texts[i].len};
	good = good && command_make(&command, program, options, error) &&
	       run_command(&joint, &command, error);
	free(command.words.at);
	profile_text_free(profiles[0], texts[0]);
	profile_text_free(profiles[1], texts[1]);
	return good;
}

flambeau_profile *flambeau_diff(const flambeau_profile *before, const flambeau_profile *after,
				const flambeau_options *options, flambeau_error *error)
{
	const struct flambeau_profile *const profiles[] = {before, after};
	struct flambeau_profile *made = flambeau_profile_new();
	struct flambeau_sink sink = {.fd = -1};

	if (!made) {
		error_set(error, FLAMBEAU_MEMORY, "out of memory");
		return NULL;
	}
	made->note = before->note;
	made->note_context = before->note_context;
	made->limit = before->limit;
	made->pieces = 1;
	sink.ptr = &made->text;
	sink.len = &made->len;
	if (run_on_both(profiles, "difffolded", options, &sink, error))
		return made;
	flambeau_profile_free(made);
	return NULL;
}

bool flambeau_report(const flambeau_profile *before, const flambeau_profile *after,
		     const flambeau_options *options, flambeau_sink *sink, flambeau_error *error)
{
	const struct flambeau_profile *const profiles[] = {before, after};
	bool good = false;

	if (!sink)
		error_set(error, FLAMBEAU_MEMORY, "out of memory");
	else
		good = run_on_both(profiles, "diffreport", options, sink, error);
	if (!sink_end(sink, good) && good)
		return error_set(error, FLAMBEAU_MEMORY, "out of memory");
	return good;
}
