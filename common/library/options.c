/* SPDX-License-Identifier: MIT */
#include "common/library/options.h"

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
	size_t len;
	char *text;

	if (!row)
		return error_set(error, FLAMBEAU_USAGE, "no program '%s'", program);
	words[0] = row->names[0];
	if (flambeau_run(words, 2, NULL, flambeau_to_memory(&text, &len), NULL, NULL, error) != 0)
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
