/* SPDX-License-Identifier: MIT */
#include "common/library/options.h"

static char *options_copy_text(const char *text)
{
	const size_t size = strlen(text) + 1;
	char *copy = malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}

/* Append a word, which is the options' then, and NULL where memory was out. */
static bool add_word(struct flambeau_options *options, char *word)
{
	char **words = word ? realloc(options->words, (options->count + 1) * sizeof(*words)) : NULL;

	if (!words) {
		free(word);
		return false;
	}
	options->words = words;
	words[options->count++] = word;
	return true;
}

flambeau_options *flambeau_options_new(const char *program)
{
	const struct program_row *row = program_row_find(program);
	struct flambeau_options *options = row ? calloc(1, sizeof(*options)) : NULL;

	if (!options)
		return NULL;
	options->row = row;
	if (add_word(options, options_copy_text(program)))
		return options;
	free(options);
	return NULL;
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
	char *word = malloc(size);

	if (word)
		snprintf(word, size, value ? "--%s=%s" : "--%s", name, value);
	return word;
}

/* True if the option tables accept the command line; else `error` is filled. */
static bool check(struct flambeau_options *options, flambeau_error *error)
{
	struct program_words words = {options->row, options->words, (int)options->count};
	struct call call;
	bool ended;
	int code;

	call_begin(&call);
	call.context.only_options = true;
	code = call_run(&call, program_run_words, &words);
	ended = call.context.only_options;
	if (!call_end(&call, code, error))
		return false;
	return !ended || error_set(error, FLAMBEAU_USAGE, "option '%s' is not for a library",
				   options->words[options->count - 1]);
}

bool flambeau_options_set(flambeau_options *options, const char *name, const char *value,
			  flambeau_error *error)
{
	if (!options || !name || name[0] == '\0')
		return error_set(error, FLAMBEAU_USAGE, "no option");
	if (!add_word(options, word_of(name, value)))
		return error_set(error, FLAMBEAU_MEMORY, "out of memory");
	if (check(options, error))
		return true;
	free(options->words[--options->count]);
	return false;
}

/* ---- The rows of a program, as --generate=rows prints them ---- */

enum { NAME, ALIAS, LETTER, VALUE, IS_FILE, CHOICES, HELP, FIELDS };

/* Split the line into its fields, each terminated by NUL; false if there are too few. */
static bool cut_line(char *line, char *fields[FIELDS])
{
	size_t i;

	for (i = 0; i < FIELDS; i++) {
		fields[i] = line;
		line = strchr(line, '\t');
		if (line)
			*line++ = '\0';
		else if (i + 1 < FIELDS)
			return false;
		else
			break;
	}
	return true;
}

static void give_rows(char *text, flambeau_option_fn *each, void *context)
{
	char *fields[FIELDS], *end;

	for (; (end = strchr(text, '\n')) != NULL; text = end + 1) {
		*end = '\0';
		if (cut_line(text, fields))
			each(context, fields[NAME], fields[VALUE], fields[HELP]);
	}
}

bool flambeau_options_each(const char *program, flambeau_option_fn *each, void *context,
			   flambeau_error *error)
{
	const struct program_row *row = program_row_find(program);
	const char *words[2] = {NULL, "--generate=rows"};
	flambeau_sink *sink;
	size_t len;
	char *text;

	if (!row)
		return error_set(error, FLAMBEAU_USAGE, "no program '%s'", program);
	words[0] = row->names[0];
	sink = flambeau_to_memory(&text, &len);
	if (!sink)
		return error_set(error, FLAMBEAU_MEMORY, "out of memory");
	if (flambeau_run(words, 2, NULL, sink, NULL, NULL, error) != 0)
		return false;
	give_rows(text, each, context);
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
	words = calloc(2 + own + command->operand_count + 1, sizeof(*words));
	if (!words)
		return error_set(error, FLAMBEAU_MEMORY, "out of memory");
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
