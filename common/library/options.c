/* SPDX-License-Identifier: MIT */
#include "common/library/call.h"

/* ---- Programs ---- */

extern int collapse_main(const struct collapser *collapser, int argc, char **argv);

#define PROGRAM(entry, ...) extern int entry(int argc, char **argv);
#define COLLAPSER(name, ...) extern const struct collapser name;
#include <flambeau_programs.def>
#undef PROGRAM
#undef COLLAPSER

#define PROGRAM(entry, ...) {{__VA_ARGS__}, entry, NULL},
#define COLLAPSER(name, ...) {{__VA_ARGS__}, NULL, &name},
static const struct program_row rows[] = {
#include <flambeau_programs.def>
};

const struct program_row *program_row_find(const char *name)
{
	size_t i, k;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		for (k = 0; k < PROGRAM_NAMES && rows[i].names[k]; k++) {
			if (strcmp(rows[i].names[k], name) == 0)
				return &rows[i];
		}
	}
	return NULL;
}

const struct program_row *program_row_at(size_t number)
{
	return number < ARRAY_LEN(rows) ? &rows[number] : NULL;
}

int program_run_words(const struct program_words *words)
{
	if (words->row->collapser)
		return collapse_main(words->row->collapser, words->count, words->at);
	return words->row->entry(words->count, words->at);
}

int flambeau_run(const char *const *arguments, size_t count, flambeau_source *source,
		 flambeau_sink *sink, flambeau_note_fn *note, void *context, flambeau_error *error)
{
	const struct program_row *row = count > 0 ? program_row_find(arguments[0]) : NULL;
	const struct call_ends ends = {.sources = {source ? &source->as : NULL},
				       .source_count = 1,
				       .sink = sink,
				       .note = note,
				       .note_context = context};
	struct call call;
	char **copy;
	int code = EXIT_USAGE;

	if (source && source->path) {
		error_set(error, FLAMBEAU_USAGE, "the files of a program are words");
	} else if (row) {
		copy = call_get((count + 1) * sizeof(*copy));
		memcpy(copy, arguments, count * sizeof(*copy));
		call_begin(&call, &ends);
		code = program_run_words(&(struct program_words){row, copy, (int)count});
		if (!call_end(&call, code == EXIT_DONE, error) && code == EXIT_DONE)
			code = EXIT_DATA;
		free(copy);
	} else {
		error_set(error, FLAMBEAU_USAGE, "no program '%s'", count > 0 ? arguments[0] : "");
	}
	sink_end(sink, code == EXIT_DONE);
	source_end(source);
	return code;
}

/* ---- Options ---- */

/* Append a word, which is the options' then. */
static void add_word(struct flambeau_options *options, char *word)
{
	char **words = realloc(options->words, (options->count + 1) * sizeof(*words));

	if (!words)
		call_no_memory();
	options->words = words;
	words[options->count++] = word;
}

flambeau_options *flambeau_options_new(const char *program)
{
	const struct program_row *row = program_row_find(program);
	struct flambeau_options *options;
	const size_t size = strlen(program) + 1;

	if (!row)
		return NULL;
	options = call_get(sizeof(*options));
	options->row = row;
	add_word(options, memcpy(call_get(size), program, size));
	return options;
}

void flambeau_options_free(flambeau_options *options)
{
	size_t i;

	if (!options)
		return;
	for (i = 0; i < options->count; i++)
		free(options->words[i]);
	free(options->words);
	free(options);
}

/* "--name=value", "--name" */
static char *word_of(const char *name, const char *value)
{
	const size_t size = 2 + strlen(name) + 1 + (value ? strlen(value) : 0) + 1;
	char *word = call_get(size);

	snprintf(word, size, value ? "--%s=%s" : "--%s", name, value);
	return word;
}

/* True if the option tables accept the command line; else `error` is filled. */
static bool check(struct flambeau_options *options, flambeau_error *error)
{
	struct program_words words = {options->row, options->words, (int)options->count};
	const struct call_ends ends = {.sink = NULL};
	struct call call;
	bool ended;
	int code;

	call_begin(&call, &ends);
	call.context.only_options = true;
	code = program_run_words(&words);
	ended = call.context.only_options;
	if (!call_end(&call, code == EXIT_DONE, error))
		return false;
	return !ended || error_set(error, FLAMBEAU_USAGE, "option '%s' is not for a library",
				   options->words[options->count - 1]);
}

bool flambeau_options_set(flambeau_options *options, const char *name, const char *value,
			  flambeau_error *error)
{
	if (!options || !name || name[0] == '\0')
		return error_set(error, FLAMBEAU_USAGE, "no option");
	add_word(options, word_of(name, value));
	if (check(options, error))
		return true;
	free(options->words[--options->count]);
	return false;
}

/* ---- The rows of a program, as --generate=rows prints them ---- */

enum { NAME, ALIAS, LETTER, VALUE, IS_FILE, CHOICES, HELP, FIELDS };

/* The number of fields that a line has, of at most FIELDS; each is terminated by NUL. */
static size_t cut_line(char *line, char *fields[FIELDS])
{
	size_t count = 0;

	while (line && count < FIELDS) {
		fields[count++] = line;
		line = strchr(line, '\t');
		if (line)
			*line++ = '\0';
	}
	return count;
}

bool flambeau_options_each(const char *program, flambeau_option_fn *each, void *context,
			   flambeau_error *error)
{
	const struct program_row *row = program_row_find(program);
	const char *words[2] = {NULL, "--generate=rows"};
	char *fields[FIELDS], *text, *line, *end;
	size_t len;

	if (!row)
		return error_set(error, FLAMBEAU_USAGE, "no program '%s'", program);
	words[0] = row->names[0];
	if (flambeau_run(words, 2, NULL, flambeau_to_memory(&text, &len), NULL, NULL, error) != 0)
		return false;
	for (line = text; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		if (cut_line(line, fields) == FIELDS)
			each(context, fields[NAME], fields[VALUE], fields[HELP]);
	}
	flambeau_free(text);
	return true;
}

bool command_make(struct command *command, const char *program, const flambeau_options *options,
		  flambeau_error *error)
{
	const struct program_row *row = program_row_find(program);
	const size_t own = options ? options->count - 1 : 0;
	char **words;
	size_t i;

	if (options && options->row != row)
		return error_set(error, FLAMBEAU_USAGE, "the options are those of %s, not of %s",
				 options->words[0], program);
	words = call_get((2 + own + command->operand_count + 1) * sizeof(*words));
	command->words = (struct program_words){row, words, 0};
	words[command->words.count++] = options ? options->words[0] : (char *)(uintptr_t)program;
	if (command->first)
		words[command->words.count++] = (char *)(uintptr_t)command->first;
	for (i = 0; i < own; i++)
		words[command->words.count++] = options->words[1 + i];
	for (i = 0; i < command->operand_count; i++)
		words[command->words.count++] = (char *)(uintptr_t)command->operands[i];
	return true;
}
