/* SPDX-License-Identifier: MIT */
#include "common/cli/opt.h"

#include "common/base/arena.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/nearest.h"
#include "common/io/output.h"

/* True if the option's name begins with `typed`. Perl's programs ignore case. */
static bool begins(const char *name, struct slice typed, bool any_case)
{
	size_t i;

	for (i = 0; i < typed.len; i++) {
		char a = name[i], b = typed.ptr[i];

		if (a == '\0' || (any_case ? char_lower(a) != char_lower(b) : a != b))
			return false;
	}
	return typed.len > 0;
}

static bool is_whole(const char *name, struct slice typed, bool any_case)
{
	return strlen(name) == typed.len && begins(name, typed, any_case);
}

/* True if `typed`, which is no whole name, may be short for the option. */
static bool is_candidate(const struct opt_program *program, const struct opt *row,
			 const struct personality *compat, struct slice typed)
{
	const bool any_case = !compat->syntax->names_have_case;

	return opt_is_for(row, compat->family) && !(row->added & compat->family) &&
	       (begins(row->name, typed, any_case) ||
		(row->alias && begins(row->alias, typed, any_case))) &&
	       !opt_is_hidden_by(program, row, compat->family);
}

/*
 * The row of that long name. With `prefix`, a name's beginning will do if there is only one such
 * name.
 */
static struct opt_match opt_find_long(const struct opt_program *program,
				      const struct personality *compat, struct slice typed,
				      bool prefix)
{
	const bool any_case = !compat->syntax->names_have_case;
	const enum family family = compat->family;
	struct opt_match match = {0};
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (!opt_is_for(row, family))
			continue;
		if (is_whole(row->name, typed, any_case) ||
		    (row->alias && is_whole(row->alias, typed, any_case)))
			return (struct opt_match){row, place.target, 1};
		if (prefix && is_candidate(program, row, compat, typed))
			match = (struct opt_match){row, place.target, match.count + 1};
	}
	return match;
}

/* Append ": --colors, --color-text": the options of --help that `typed` may be short for. */
static void opt_add_candidates(struct buf *buf, const struct opt_program *program,
			       const struct personality *compat, struct slice typed)
{
	struct opt_place place = {0};
	const struct opt *row;
	const char *before = ": ";

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (row->hidden || !is_candidate(program, row, compat, typed))
			continue;
		buf_printf(buf, "%s--%s", before, row->name);
		before = ", ";
	}
}

static struct opt_match opt_find_letter(const struct opt_program *program, enum family family,
					char letter)
{
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (row->letter == letter && opt_is_for(row, family))
			return (struct opt_match){row, place.target, 1};
	}
	return (struct opt_match){0};
}

/* The variable of an awk script; with an empty name, any. */
static struct opt_match opt_find_variable(const struct opt_program *program, struct slice name)
{
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (row->type == OPT_VARIABLE &&
		    (name.len == 0 || slice_equal(name, slice_from(row->name))))
			return (struct opt_match){row, place.target, 1};
	}
	return (struct opt_match){0};
}

/* The index of the value in the row's choices; -1 if it is none of them. */
static int opt_find_choice(const struct opt *row, struct slice value)
{
	int i;

	for (i = 0; row->choices[i]; i++) {
		if (slice_equal(value, slice_from(row->choices[i])))
			return i;
	}
	return -1;
}

/* Append " (did you mean --title?)" if a name that is shown in --help is near; else nothing. */
static void opt_add_nearest(struct buf *buf, const struct opt_program *program, enum family family,
			    struct slice typed)
{
	struct nearest nearest = nearest_to(typed);
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (!opt_is_for(row, family) || row->hidden)
			continue;
		nearest_offer(&nearest, slice_from(row->name));
		if (row->alias)
			nearest_offer(&nearest, slice_from(row->alias));
	}
	nearest_add(buf, &nearest, "--");
}

/* Append " (did you mean java?)" likewise. */
static void opt_add_nearest_choice(struct buf *buf, const struct opt *row, struct slice value)
{
	struct nearest nearest = nearest_to(value);
	size_t i;

	for (i = 0; row->choices[i]; i++)
		nearest_offer(&nearest, slice_from(row->choices[i]));
	nearest_add(buf, &nearest, "");
}

/* Options shared by tools that read much. */

#define MEMORY_ROW                                                                                 \
	{                                                                                          \
		OPT_CALL, FAMILY_OWN, 0, "max-memory", .value = "SIZE", MEMORY_HELP,               \
						       OPT_AT(struct opt_reading, max_memory),     \
						       .parse = opt_parse_size                     \
	}

#define MEMORY_HELP                                                                                \
	.help = "Fail, without output, rather than take more than SIZE of memory",                 \
	.detail = "In bytes, or with the suffix K, M, G or T. Without it there is no limit but "   \
		  "the system's. It is the limit of the system on a process's data, so libraries " \
		  "are within it, and a program that is started (addr2line) has the same again."

#define RECORD_ROW                                                                                 \
	{                                                                                          \
		OPT_CALL, FAMILY_OWN, 0, "max-record", .value = "SIZE", RECORD_HELP,               \
						       OPT_AT(struct opt_reading, max_record),     \
						       .parse = opt_parse_size                     \
	}

#define RECORD_HELP                                                                                \
	.help = "Leave out records longer than SIZE, 64M by default",                              \
	.detail = "In bytes, or with the suffix K, M, G or T. A record is what the format counts " \
		  "as one: a line of folded stacks, a sample with its stack. Each one that is "    \
		  "left out is counted and shown with its line, and fails --strict. Formats that " \
		  "are one document (JSON, XML, pprof) have no records."

const struct opt opt_reading_rows[] = {
	{OPT_HEADING, FAMILY_OWN, .help = "Reading"},
	{OPT_NUMBER, FAMILY_OWN, 'j', "threads", .value = "N", OPT_AT(struct opt_reading, threads),
	 .max = LIMIT_THREADS,
	 .help = "Read on N threads instead of one for each CPU; never changes the output"},
	{OPT_FLAG, FAMILY_OWN, 0, "stats", OPT_AT(struct opt_reading, stats),
	 .help = "Print to standard error how much was read, and how fast",
	 .detail = "In one line: bytes after decompression, lines, samples, distinct frames and "
		   "stacks, seconds of the whole run, bytes a second, the largest size in memory, "
		   "threads."},
	MEMORY_ROW,
	RECORD_ROW,
};

const size_t opt_reading_count = ARRAY_LEN(opt_reading_rows);

const struct opt opt_memory_rows[] = {
	{OPT_HEADING, FAMILY_OWN, .help = "Reading"},
	MEMORY_ROW,
};

const size_t opt_memory_count = ARRAY_LEN(opt_memory_rows);

const struct opt opt_line_rows[] = {
	{OPT_HEADING, FAMILY_OWN, .help = "Reading"},
	MEMORY_ROW,
	RECORD_ROW,
};

const size_t opt_line_count = ARRAY_LEN(opt_line_rows);

COLD bool opt_parse_size(struct slice text, void *field, struct buf *problem)
{
	static const char units[] = "KMGTkmgt";
	unsigned shift = 0;
	uint64_t value;
	const char *unit;

	unit = text.len > 0 ? memchr(units, text.ptr[text.len - 1], sizeof(units) - 1) : NULL;
	if (unit) {
		shift = 10 * (1 + (unsigned)(unit - units) % 4);
		text = slice_head(text, text.len - 1);
	}
	if (!slice_to_u64(text, &value) || value == 0) {
		buf_add_text(problem,
			     "a size is a whole number above 0, optionally followed by K, M, G or "
			     "T");
		return false;
	}
	if (value > UINT64_MAX >> shift) {
		buf_add_text(problem, "that is more than 2^64-1 bytes");
		return false;
	}
	*(uint64_t *)field = value << shift;
	return true;
}

COLD bool opt_reading_begin(const struct opt_reading *reading)
{
	if (reading->max_memory == 0 ||
	    memory_limit(reading->max_memory, (unsigned)reading->threads))
		return true;
	diag_error("--max-memory: this system has no limit on memory");
	return false;
}

COLD bool opt_parse_seconds(struct slice text, void *field, struct buf *problem)
{
	struct slice fraction = SLICE(""), whole = text;
	double *duration = field, unit = 1;
	uint64_t value;

	*duration = 0;
	if (slice_cut(&text, '.', &whole))
		fraction = text;
	if (slice_to_u64(whole, &value) && value < 1000000000 &&
	    slice_all(fraction, char_is_digit)) {
		*duration = (double)value;
		for (; fraction.len > 0; fraction = slice_tail(fraction, 1))
			*duration += (fraction.ptr[0] - '0') * (unit /= 10);
	}
	if (*duration <= 0)
		buf_add_text(problem, "seconds are a number above 0, like 30 or 0.5");
	return problem->len == 0;
}

static const char *const generated[] = {"man", "bash", "zsh", "fish", "rows", "shared", NULL};

const struct opt opt_common_rows[] = {
	{OPT_HEADING, .help = "Common options"},
	{OPT_TEXT, FAMILY_OWN, 'o', "output", .value = "FILE", OPT_AT(struct opt_common, output),
	 .help = "Write to FILE instead of standard output", .is_file = true,
	 .detail = "A new file is written in the same directory and replaces FILE when it is "
		   "complete, with FILE's permissions. If FILE is a symbolic link, its target is "
		   "replaced. Devices and pipes are written into. See flambeau(7)."},
	{OPT_LESS, FAMILY_OWN | FAMILY_RUST, 'q', "quiet", OPT_AT(struct opt_common, level),
	 .help = "Print errors only",
	 .detail = "No progress either, which is shown on a terminal when reading takes more than "
		   "a second."},
	{OPT_COUNT, FAMILY_OWN | FAMILY_RUST, 'v', "verbose", OPT_AT(struct opt_common, level),
	 .help = "Print more messages; may be repeated"},
	{OPT_ACTION, FAMILY_OWN | FAMILY_RUST, 'h', "help", .help = "Print this help and exit"},
	{OPT_ACTION, FAMILY_OWN, 'V', "version", .help = "Print the version and exit"},
	{OPT_ACTION, FAMILY_OWN, 0, "generate", .value = "KIND", .choices = generated,
	 .hidden = true, .help = "Print what packages are made of"},
};

const size_t opt_common_count = ARRAY_LEN(opt_common_rows);

/* One option with its value, on the way to its field. */
struct setting {
	const struct opt *row;
	void *field;
	struct slice option; /* as typed */
	struct slice value;
};

struct parser {
	const struct opt_program *program;
	const struct personality *compat;
	char **argv;
	int argc, at;
	struct opt_result *result;
	enum opt_outcome outcome;
};

/* FlameGraph's scripts have no --help: it is answered with the options, like an error. */
static bool asks_for_help(struct slice option)
{
	return slice_equal(option, SLICE("--help")) || slice_equal(option, SLICE("-help")) ||
	       slice_equal(option, SLICE("-h"));
}

static void say_usage(const struct parser *parser, struct slice option, const char *what)
{
	const struct opt_program *program = parser->program;
	struct buf usage = {0};

	if (!asks_for_help(option)) {
		diag_error("option '%.*s' %s", SLICE_ARG(option), what);
		diag_error("usage: %s [OPTION...] %s", program->name, program->operands);
		return;
	}
	opt_text_help(program, parser->compat->family, &usage);
	diag_lines(buf_cstring(&usage));
	buf_release(&usage);
}

static bool wrong(struct parser *parser, struct slice option, const char *what)
{
	const struct opt_program *program = parser->program;

	parser->outcome = OPT_WRONG;
	if (parser->compat->syntax->mistakes_get_usage) {
		say_usage(parser, option, what);
		return false;
	}
	diag_error("option '%.*s' %s; try '%s --help'", SLICE_ARG(option), what, program->name);
	return false;
}

/* Complain as wrong() does, with a text made for this message, and release the text. */
static bool wrong_because(struct parser *parser, struct slice option, struct buf *what)
{
	buf_add_char(what, '\0');
	wrong(parser, option, what->ptr);
	buf_release(what);
	return false;
}

static bool needs_value(const struct opt *row)
{
	return row->value && row->type != OPT_OPTIONAL;
}

static bool set_number(struct parser *parser, const struct setting *setting)
{
	const struct opt *row = setting->row;
	uint64_t *field = setting->field;
	struct slice value = setting->value;
	struct buf what = {0};
	bool good;

	if (value.len > 1 && value.ptr[0] == '+')
		value = slice_tail(value, 1);
	good = slice_to_u64(value, field) && *field >= row->min &&
	       (row->max == 0 || *field <= row->max);
	if (!good) {
		buf_printf(&what, "needs a whole number from %llu", (unsigned long long)row->min);
		if (row->max > 0)
			buf_printf(&what, " to %llu", (unsigned long long)row->max);
		buf_printf(&what, ", not '%.*s'", SLICE_ARG(setting->value));
		wrong_because(parser, setting->option, &what);
	}
	return good;
}

static bool set_choice(struct parser *parser, const struct setting *setting)
{
	const struct opt *row = setting->row;
	int *field = setting->field, choice = opt_find_choice(row, setting->value), i;
	struct buf what = {0};

	if (choice >= 0) {
		*field = choice;
		return true;
	}
	buf_printf(&what, "has no value '%.*s'", SLICE_ARG(setting->value));
	if (parser->compat->mistakes_are_guessed)
		opt_add_nearest_choice(&what, row, setting->value);
	buf_add_text(&what, ": it is one of");
	for (i = 0; row->choices[i]; i++)
		buf_printf(&what, "%s %s", i > 0 ? "," : "", row->choices[i]);
	return wrong_because(parser, setting->option, &what);
}

static bool set_optional(struct parser *parser, const struct setting *setting)
{
	int *field = setting->field;

	if (!setting->row->choices) {
		*(struct slice *)setting->field = setting->value.ptr ? setting->value : SLICE("");
		return true;
	}
	*field = 1;
	if (!setting->value.ptr)
		return true;
	if (!set_choice(parser, setting))
		return false;
	*field += 2;
	return true;
}

static bool set_by_call(struct parser *parser, const struct setting *setting)
{
	struct buf problem = {0}, what = {0};
	bool good = setting->row->parse(setting->value, setting->field, &problem);

	if (!good) {
		buf_printf(&what, "cannot take '%.*s'", SLICE_ARG(setting->value));
		if (problem.len > 0)
			buf_printf(&what, ": %.*s", SLICE_ARG(buf_slice(&problem)));
		wrong_because(parser, setting->option, &what);
	}
	buf_release(&problem);
	return good;
}

static void add_help(const struct parser *parser, struct buf *out)
{
	opt_text_help(parser->program, parser->compat->family, out);
	if (parser->compat->syntax->has_manual)
		buf_printf(out, "\nThe manual page is %s(1).\n", parser->program->name);
}

/* Help, version and generated texts end the run. */
static bool act(struct parser *parser, const struct setting *setting)
{
	static void (*const makers[])(const struct opt_program *, enum family, struct buf *) = {
		opt_text_man,      opt_complete_bash, opt_complete_zsh,
		opt_complete_fish, opt_text_rows,     opt_text_shared};
	const struct opt *row = setting->row;
	struct setting choice = *setting;
	struct output output;
	int kind = 0;

	choice.field = &kind;
	if (row->choices && !set_choice(parser, &choice))
		return false;
	output_open(&output, SLICE(""));
	if (row->choices)
		makers[kind](parser->program, parser->compat->family, &output.buf);
	else if (row->letter == 'h')
		add_help(parser, &output.buf);
	else
		buf_printf(&output.buf, "%s (flambeau) %s\n", parser->program->name,
			   FLAMBEAU_VERSION);
	parser->outcome = output_commit(&output) ? OPT_ENDED : OPT_FAILED;
	return false;
}

static bool may_repeat(const struct opt *row, const struct personality *compat)
{
	if (row->type == OPT_LIST)
		return (row->once & compat->family) == 0;
	return compat->syntax->options_repeat || row->type == OPT_COUNT;
}

static void pass(struct opt_passed_list *list, const struct opt *row, struct slice value)
{
	MEMORY_ROOM(list->at, list->count, list->cap);
	list->at[list->count++] = (struct opt_passed){row, value};
}

static bool opt_set(struct parser *parser, struct opt_match match, struct slice option,
		    struct slice value)
{
	const struct opt *row = match.row;
	void *field = (char *)match.target + row->offset;
	const struct setting setting = {row, field, option, value};

	if (opt_given(parser->result, row->name) && !may_repeat(row, parser->compat))
		return wrong(parser, option, "may be given only once");
	opt_list_add(&parser->result->given, slice_from(row->name));
	switch (row->type) {
	case OPT_FLAG: *(bool *)field = true; return true;
	case OPT_COUNT: ++*(int *)field; return true;
	case OPT_LESS: --*(int *)field; return true;
	case OPT_TEXT: *(struct slice *)field = value; return true;
	case OPT_LIST: opt_list_add(field, value); return true;
	case OPT_NUMBER: return set_number(parser, &setting);
	case OPT_CHOICE: return set_choice(parser, &setting);
	case OPT_OPTIONAL: return set_optional(parser, &setting);
	case OPT_CALL:
	case OPT_VARIABLE: return set_by_call(parser, &setting);
	case OPT_ACTION: return act(parser, &setting);
	case OPT_PASS: pass(field, row, value); return true;
	case OPT_HEADING: break;
	}
	return false;
}

/* The next word of argv as a value. */
static bool opt_next_value(struct parser *parser, struct slice option, struct slice *value)
{
	if (parser->at >= parser->argc)
		return wrong(parser, option, "needs a value");
	*value = slice_from(parser->argv[parser->at]);
	if (!parser->compat->syntax->dashes_are_values && value->len > 1 && value->ptr[0] == '-')
		return wrong(parser, option, "needs a value");
	parser->at++;
	return true;
}

/* `word` is all that was typed: what begins with one dash may have been meant as a name. */
static bool unknown(struct parser *parser, struct slice option, struct slice word)
{
	struct buf what = {0};
	struct slice name;

	buf_add_text(&what, "is not known");
	while (slice_skip(&word, SLICE("-")))
		;
	if (!slice_cut(&word, '=', &name))
		name = word;
	if (parser->compat->mistakes_are_guessed)
		opt_add_nearest(&what, parser->program, parser->compat->family, name);
	return wrong_because(parser, option, &what);
}

/* `option` begins more than one name. */
static bool ambiguous(struct parser *parser, struct slice option)
{
	struct slice typed = option;
	struct buf what = {0};

	buf_add_text(&what, "is ambiguous");
	while (slice_skip(&typed, SLICE("-")))
		;
	if (parser->compat->mistakes_are_guessed)
		opt_add_candidates(&what, parser->program, parser->compat, typed);
	return wrong_because(parser, option, &what);
}

/* The next word if it is one of the row's values, or the empty slice: it may as well be a file. */
static struct slice optional_value(struct parser *parser, const struct opt *row)
{
	struct slice word = {0};

	if (parser->at < parser->argc)
		word = slice_from(parser->argv[parser->at]);
	if (word.len == 0 || !row->choices || opt_find_choice(row, word) < 0)
		return (struct slice){0};
	parser->at++;
	return word;
}

/* `value` has a NULL pointer where the word had no `=`. */
static bool parse_long(struct parser *parser, struct slice option, struct opt_match match,
		       struct slice value)
{
	if (match.count == 0)
		return unknown(parser, option, option);
	if (match.count > 1)
		return ambiguous(parser, option);
	if (!match.row->value && value.ptr)
		return wrong(parser, option, "takes no value");
	if (needs_value(match.row) && !value.ptr && !opt_next_value(parser, option, &value))
		return false;
	if (match.row->type == OPT_OPTIONAL && !value.ptr)
		value = optional_value(parser, match.row);
	return opt_set(parser, match, option, value);
}

/* -abc, -j4, -j 4, -j=4 */
static bool parse_cluster(struct parser *parser, struct slice letters)
{
	const struct slice word = letters;

	for (letters = slice_tail(letters, 1); letters.len > 0;) {
		char name[3] = {'-', letters.ptr[0], '\0'};
		struct slice option = slice_from(name), value = {0};
		struct opt_match match = opt_find_letter(parser->program, parser->compat->family,
							 letters.ptr[0]);

		letters = slice_tail(letters, 1);
		if (match.count == 0)
			return unknown(parser, option, word);
		if (needs_value(match.row)) {
			value = letters;
			slice_skip(&value, SLICE("="));
			if (letters.len == 0 && !opt_next_value(parser, option, &value))
				return false;
			letters = slice_tail(letters, letters.len);
		}
		if (!opt_set(parser, match, option, value))
			return false;
	}
	return true;
}

/* The variable that "NAME=VALUE" sets; with an empty NAME, whether there are any. */
static struct opt_match find_variable(const struct parser *parser, struct slice name)
{
	if (!parser->compat->syntax->has_variables)
		return (struct opt_match){0};
	return opt_find_variable(parser->program, name);
}

static bool is_variable(const struct parser *parser, struct slice word)
{
	struct slice name;

	return slice_cut(&word, '=', &name) && name.len > 0 && find_variable(parser, name).row;
}

/* "record_tid=1" */
static bool parse_variable(struct parser *parser, struct slice word)
{
	struct slice name, value = word;

	if (!is_variable(parser, word))
		return wrong(parser, word, "is not a variable of this program");
	slice_cut(&value, '=', &name);
	return opt_set(parser, find_variable(parser, name), name, value);
}

/* -v record_tid=1, -vrecord_tid=1 */
static bool parse_assignment(struct parser *parser, struct slice word)
{
	slice_skip(&word, SLICE("-v"));
	if (word.len == 0 && !opt_next_value(parser, SLICE("-v"), &word))
		return false;
	return parse_variable(parser, word);
}

/* True if the text after one dash can only be letters. */
static bool is_cluster(enum one_dash one_dash, struct slice name)
{
	return one_dash == DASH_LETTERS || (one_dash == DASH_EITHER && name.len < 2);
}

static bool parse_option(struct parser *parser, struct slice word)
{
	const struct opt_syntax *syntax = parser->compat->syntax;
	bool two_dashes = slice_starts(word, SLICE("--"));
	struct slice name = slice_tail(word, two_dashes ? 2 : 1), value = {0};
	size_t equals = slice_find(name, '=');
	struct opt_match match;

	if (slice_starts(word, SLICE("-v")) && find_variable(parser, SLICE("")).row)
		return parse_assignment(parser, word);
	if (equals != SLICE_NONE) {
		value = slice_tail(name, equals + 1);
		name = slice_head(name, equals);
	}
	if (is_cluster(syntax->one_dash, name) && !two_dashes)
		return parse_cluster(parser, word);
	match = opt_find_long(parser->program, parser->compat, name,
			      syntax->names_are_cut &&
				      (two_dashes || syntax->one_dash == DASH_NAME));
	if (!two_dashes && match.count == 0 && syntax->one_dash == DASH_EITHER)
		return parse_cluster(parser, word);
	word = slice_head(word, (size_t)(name.ptr - word.ptr) + name.len);
	return parse_long(parser, word, match, value);
}

static bool check_conflicts(struct parser *parser)
{
	struct opt_place place = {0};
	const struct opt *row;
	size_t i;

	while ((row = opt_next_row(parser->program, &place)) != NULL) {
		if (!opt_is_for(row, parser->compat->family) || !row->conflicts ||
		    !opt_given(parser->result, row->name))
			continue;
		for (i = 0; row->conflicts[i]; i++) {
			if (!opt_given(parser->result, row->conflicts[i]))
				continue;
			diag_error("options '--%s' and '--%s' exclude each other", row->name,
				   row->conflicts[i]);
			parser->outcome = OPT_WRONG;
			return false;
		}
	}
	return true;
}

COLD enum opt_outcome opt_parse(const struct opt_program *program, const struct personality *compat,
				int argc, char **argv, struct opt_result *result)
{
	struct parser parser = {program, compat, argv, argc, 1, result, OPT_GO_ON};
	bool only_files = false, good = true;

	*result = (struct opt_result){0};
	while (good && parser.at < argc) {
		struct slice word = slice_from(argv[parser.at++]);

		if (is_variable(&parser, word))
			good = parse_variable(&parser, word);
		else if (only_files || word.len < 2 || word.ptr[0] != '-')
			opt_list_add(&result->files, word);
		else if (slice_equal(word, SLICE("--")))
			only_files = true;
		else
			good = parse_option(&parser, word);
		if (!only_files)
			result->operands = result->files.count;
	}
	if (good)
		check_conflicts(&parser);
	return parser.outcome;
}

COLD bool opt_begin(const struct opt_program *program, const struct personality *compat,
		    const struct opt_common *common, int argc, char **argv,
		    struct opt_result *result, int *code)
{
	switch (opt_parse(program, compat, argc, argv, result)) {
	case OPT_GO_ON:
		diag_set_level(compat->quiet_is_silent && common->level < 0 ? DIAG_SILENT
									    : common->level);
		return true;
	case OPT_ENDED: *code = EXIT_DONE; break;
	case OPT_FAILED: *code = EXIT_DATA; break;
	case OPT_WRONG: *code = compat->usage_exit; break;
	}
	return false;
}
