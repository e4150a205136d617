/* SPDX-License-Identifier: MIT */
#include "common/base/arena.h"
#include "common/cli/opt.h"

/* Rows of chained tables, and what was given. */

COLD bool opt_is_for(const struct opt *row, enum family family)
{
	return row->type != OPT_HEADING && row->type != OPT_VARIABLE &&
	       (row->families == 0 || row->families & family);
}

COLD const struct opt *opt_next_row(const struct opt_program *program, struct opt_place *place)
{
	for (; place->table < program->table_count; place->table++, place->row = 0) {
		const struct opt_table *table = &program->tables[place->table];

		place->target = table->target;
		if (place->row < table->count)
			return &table->rows[place->row++];
	}
	return NULL;
}

COLD bool opt_is_hidden_by(const struct opt_program *program, const struct opt *row,
			   enum family family)
{
	struct opt_place place = {0};
	const struct opt *other;

	while ((other = opt_next_row(program, &place)) != NULL && other != row) {
		if (opt_is_for(other, family) && row->name && strcmp(other->name, row->name) == 0)
			return true;
	}
	return false;
}

COLD void opt_each_row(const struct opt_program *program, enum family family, struct buf *out,
		       opt_row_fn *add)
{
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (opt_is_for(row, family) && !row->hidden &&
		    !opt_is_hidden_by(program, row, family))
			add(out, program, row);
	}
}

COLD void opt_list_add(struct opt_list *list, struct slice value)
{
	MEMORY_ROOM(list->at, list->count, list->cap);
	list->at[list->count++] = value;
}

COLD bool opt_given(const struct opt_result *result, const char *name)
{
	size_t i;

	for (i = 0; i < result->given.count; i++) {
		if (slice_equal(result->given.at[i], slice_from(name)))
			return true;
	}
	return false;
}

COLD void opt_result_release(struct opt_result *result)
{
	free(result->files.at);
	free(result->given.at);
	*result = (struct opt_result){0};
}

/* Completions for bash, zsh and fish, from the option tables. */

static void complete_words(struct buf *out, const char *const *words)
{
	size_t i;

	for (i = 0; words[i]; i++)
		buf_printf(out, "%s%s", i > 0 ? " " : "", words[i]);
}

/* The program's name as part of a shell function's: collapse-perf -> collapse_perf */
static void add_function_name(struct buf *out, const struct opt_program *program)
{
	const char *c;

	buf_add_char(out, '_');
	for (c = program->name; *c; c++)
		buf_add_char(out, char_is_word(*c) ? *c : '_');
}

static COLD void add_bash_word(struct buf *out, const struct opt_program *program,
			       const struct opt *row)
{
	(void)program;
	if (row->letter)
		buf_printf(out, "-%c ", row->letter);
	buf_printf(out, "--%s ", row->name);
}

/* Complete the value of an option. */
static COLD void add_bash_case(struct buf *out, const struct opt_program *program,
			       const struct opt *row)
{
	(void)program;
	if (!row->value || row->type == OPT_OPTIONAL || (!row->choices && row->is_file))
		return;
	buf_add_text(out, "\t");
	if (row->letter)
		buf_printf(out, "-%c|", row->letter);
	buf_printf(out, "--%s) COMPREPLY=(", row->name);
	if (row->choices) {
		buf_add_text(out, "$(compgen -W '");
		complete_words(out, row->choices);
		buf_add_text(out, "' -- \"$word\")");
	}
	buf_add_text(out, "); return ;;\n");
}

COLD void opt_complete_bash(const struct opt_program *program, enum family family, struct buf *out)
{
	buf_printf(out, "# bash completion for %s, made from its option table\n", program->name);
	add_function_name(out, program);
	buf_add_text(out, "()\n{\n");
	if (program->programs)
		buf_add_text(out, "\tif [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} != -* ]]; then\n"
				  "\t\t_command_offset 1\n\t\treturn\n\tfi\n");
	buf_add_text(out, "\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
			  "\tlocal before=${COMP_WORDS[COMP_CWORD-1]}\n\tcase $before in\n");
	opt_each_row(program, family, out, add_bash_case);
	buf_add_text(out, "\tesac\n\tif [[ $word == -* ]]; then\n"
			  "\t\tCOMPREPLY=($(compgen -W '");
	opt_each_row(program, family, out, add_bash_word);
	buf_add_text(out, "' -- \"$word\"))\n\telse\n\t\tCOMPREPLY=($(compgen -");
	if (program->programs) {
		buf_add_text(out, "W '");
		complete_words(out, program->programs);
		buf_add_char(out, '\'');
	} else {
		buf_add_char(out, 'f');
	}
	buf_add_text(out, " -- \"$word\"))\n\tfi\n}\ncomplete -o filenames -F ");
	add_function_name(out, program);
	buf_printf(out, " %s\n", program->name);
}

/* In a '...' word of zsh, inside [...] of _arguments. */
static void add_zsh_text(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			buf_add_text(out, "'\\''");
		else if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
			buf_printf(out, "\\%c", *text);
		else
			buf_add_char(out, *text);
	}
}

static COLD void add_zsh_row(struct buf *out, const struct opt_program *program,
			     const struct opt *row)
{
	const bool is_optional = row->type == OPT_OPTIONAL;
	const char *equals = is_optional ? "=-" : row->value ? "=" : "";

	(void)program;
	buf_add_text(out, "\t");
	if (row->type == OPT_LIST || row->type == OPT_COUNT)
		buf_add_text(out, "'*'");
	if (row->letter)
		buf_printf(out, "{-%c,--%s%s}", row->letter, row->name, equals);
	else
		buf_printf(out, "--%s%s", row->name, equals);
	buf_add_text(out, "'[");
	add_zsh_text(out, row->help);
	buf_add_char(out, ']');
	if (row->value) {
		buf_add_text(out, is_optional ? "::" : ":");
		add_zsh_text(out, row->value);
		buf_add_char(out, ':');
		if (row->choices) {
			buf_add_char(out, '(');
			complete_words(out, row->choices);
			buf_add_char(out, ')');
		} else if (row->is_file) {
			buf_add_text(out, "_files");
		}
	}
	buf_add_text(out, "' \\\n");
}

COLD void opt_complete_zsh(const struct opt_program *program, enum family family, struct buf *out)
{
	buf_printf(out, "#compdef %s\n# made from its option table\n_arguments -s \\\n",
		   program->name);
	opt_each_row(program, family, out, add_zsh_row);
	if (!program->programs) {
		buf_add_text(out, "\t'*:file:_files'\n");
		return;
	}
	buf_add_text(out, "\t':program:(");
	complete_words(out, program->programs);
	buf_add_text(out, ")' \\\n\t'*::arguments:_normal'\n");
}

static COLD void add_fish_row(struct buf *out, const struct opt_program *program,
			      const struct opt *row)
{
	const char *c;

	buf_printf(out, "complete -c %s", program->name);
	if (row->letter)
		buf_printf(out, " -s %c", row->letter);
	buf_printf(out, " -l %s", row->name);
	if (row->value && row->type != OPT_OPTIONAL)
		buf_add_text(out, row->is_file ? " -r" : " -x");
	if (row->choices) {
		buf_add_text(out, " -a '");
		complete_words(out, row->choices);
		buf_add_char(out, '\'');
	}
	buf_add_text(out, " -d '");
	for (c = row->help; *c; c++) {
		if (*c == '\'' || *c == '\\')
			buf_add_char(out, '\\');
		buf_add_char(out, *c);
	}
	buf_add_text(out, "'\n");
}

COLD void opt_complete_fish(const struct opt_program *program, enum family family, struct buf *out)
{
	buf_printf(out, "# fish completion for %s, made from its option table\n", program->name);
	opt_each_row(program, family, out, add_fish_row);
	if (program->programs) {
		buf_printf(out, "complete -c %s -f -n __fish_use_subcommand -a '", program->name);
		complete_words(out, program->programs);
		buf_printf(out,
			   "'\ncomplete -c %s -x -n 'not __fish_use_subcommand' "
			   "-a '(__fish_complete_subcommand)'\n",
			   program->name);
	}
}

/* --help, and SYNOPSIS and OPTIONS of the man page, from the option tables. */

enum {
	HELP_WIDTH = 80,  /* columns of --help */
	HELP_INDENT = 28, /* column of its texts */
};

/* "word word ..." in lines that begin at column `indent`, where the first one is begun. */
static void add_wrapped(struct buf *out, struct slice text, size_t indent)
{
	struct slice word;
	size_t column = indent;
	bool first = true;

	while (slice_word(&text, &word)) {
		if (!first && column + 1 + word.len > HELP_WIDTH) {
			buf_printf(out, "\n%*s", (int)indent, "");
			column = indent;
			first = true;
		}
		if (!first)
			buf_add_char(out, ' ');
		buf_add(out, word);
		column += word.len + (first ? 0 : 1);
		first = false;
	}
	buf_add_char(out, '\n');
}

/* "hot, mem, io" */
static void opt_text_add_words(struct buf *out, const char *const *words)
{
	size_t i;

	for (i = 0; words[i]; i++)
		buf_printf(out, "%s%s", i > 0 ? ", " : "", words[i]);
}

static COLD void add_help_row(struct buf *out, const struct opt *row)
{
	size_t start = out->len, width;
	struct buf help = {0};

	if (row->letter)
		buf_printf(out, "  -%c, ", row->letter);
	else
		buf_add_text(out, "      ");
	buf_printf(out, "--%s", row->name);
	if (row->value)
		buf_printf(out, " %s", row->value);
	width = out->len - start;
	if (width + 2 > HELP_INDENT) {
		buf_add_char(out, '\n');
		width = 0;
	}
	buf_printf(out, "%*s", (int)(HELP_INDENT - width), "");
	buf_add_text(&help, row->help);
	if (row->choices && row->type != OPT_OPTIONAL) {
		buf_add_text(&help, ": ");
		opt_text_add_words(&help, row->choices);
	}
	add_wrapped(out, buf_slice(&help), HELP_INDENT);
	buf_release(&help);
}

/* Which tables. */
enum tables { TABLES_ALL, TABLES_OWN, TABLES_SHARED };

static bool is_one_of(const struct opt_table *table, enum tables tables)
{
	return tables == TABLES_ALL || table->is_shared == (tables == TABLES_SHARED);
}

/* How to write each row; a heading without rows below it is left out. `heading` may be NULL. */
struct writer {
	void (*heading)(struct buf *out, const struct opt *row);
	void (*row)(struct buf *out, const struct opt *row);
};

/* For every row of the tables that is shown under these names. */
static void each_row(const struct opt_program *program, enum family family, enum tables tables,
		     const struct writer *writer, struct buf *out)
{
	size_t t, i;

	for (t = 0; t < program->table_count; t++) {
		const struct opt *heading = NULL;

		if (!is_one_of(&program->tables[t], tables))
			continue;
		for (i = 0; i < program->tables[t].count; i++) {
			const struct opt *row = &program->tables[t].rows[i];

			if (row->type == OPT_HEADING)
				heading = row;
			if (!opt_is_for(row, family) || row->hidden ||
			    opt_is_hidden_by(program, row, family))
				continue;
			if (heading && writer->heading)
				writer->heading(out, heading);
			heading = NULL;
			if (row->type != OPT_PASS)
				writer->row(out, row);
		}
	}
}

static COLD void add_help_heading(struct buf *out, const struct opt *row)
{
	buf_printf(out, "\n%s:\n", row->help);
	if (row->detail) {
		buf_add_text(out, "  ");
		add_wrapped(out, slice_from(row->detail), 2);
	}
}

COLD void opt_text_help(const struct opt_program *program, enum family family, struct buf *out)
{
	static const struct writer help = {add_help_heading, add_help_row};

	buf_printf(out, "%s - %s\n\nusage: %s [OPTION...] %s\n", program->name, program->summary,
		   program->name, program->operands);
	each_row(program, family, TABLES_ALL, &help, out);
}

/* roff takes a leading dot or quote for a request, and a plain hyphen for a typographic one. */
static void add_roff(struct buf *out, const char *text)
{
	if (*text == '.' && out->ptr[out->len - 1] == '\n')
		buf_add_text(out, "\\&");
	for (; *text; text++) {
		if (*text == '-')
			buf_add_text(out, "\\-");
		else if (*text == '\\')
			buf_add_text(out, "\\e");
		else if (*text == '\'')
			buf_add_text(out, "\\(aq");
		else
			buf_add_char(out, *text);
	}
}

static COLD void add_man_heading(struct buf *out, const struct opt *row)
{
	buf_add_text(out, ".SS ");
	add_roff(out, row->help);
	buf_add_char(out, '\n');
	if (row->detail) {
		add_roff(out, row->detail);
		buf_add_char(out, '\n');
	}
}

static void add_man_choices(struct buf *out, const struct opt *row)
{
	size_t i;

	if (!row->choices)
		return;
	if (!row->choice_helps) {
		buf_add_text(out, "One of ");
		opt_text_add_words(out, row->choices);
		buf_add_text(out, ".\n");
		return;
	}
	buf_add_text(out, ".RS\n");
	for (i = 0; row->choices[i]; i++) {
		buf_add_text(out, ".TP\n.B ");
		add_roff(out, row->choices[i]);
		buf_add_char(out, '\n');
		add_roff(out, row->choice_helps[i]);
		buf_add_text(out, ".\n");
	}
	buf_add_text(out, ".RE\n");
}

/* "-j, --threads N" */
static void add_man_name(struct buf *out, const struct opt *row)
{
	if (row->letter)
		buf_printf(out, "\\fB\\-%c\\fR, ", row->letter);
	buf_add_text(out, "\\fB\\-\\-");
	add_roff(out, row->name);
	buf_add_text(out, "\\fR");
	if (row->alias) {
		buf_add_text(out, ", \\fB\\-\\-");
		add_roff(out, row->alias);
		buf_add_text(out, "\\fR");
	}
	if (row->value) {
		buf_add_text(out, " \\fI");
		add_roff(out, row->value);
		buf_add_text(out, "\\fR");
	}
	buf_add_char(out, '\n');
}

static COLD void add_man_row(struct buf *out, const struct opt *row)
{
	buf_add_text(out, ".TP\n");
	add_man_name(out, row);
	add_roff(out, row->help);
	buf_add_text(out, ".\n");
	if (row->detail) {
		add_roff(out, row->detail);
		buf_add_char(out, '\n');
	}
	add_man_choices(out, row);
}

static COLD void add_man_mention(struct buf *out, const struct opt *row)
{
	add_man_name(out, row);
	buf_add_text(out, ".br\n");
}

static const struct writer man = {add_man_heading, add_man_row};

COLD void opt_text_man(const struct opt_program *program, enum family family, struct buf *out)
{
	static const struct writer mention = {NULL, add_man_mention};

	buf_add_text(out, ".\\\" BEGIN SYNOPSIS\n.SH SYNOPSIS\n.B ");
	add_roff(out, program->name);
	buf_add_text(out, "\n.RI [ OPTION ...]\n.I ");
	add_roff(out, program->operands);
	buf_add_text(out, "\n.\\\" END SYNOPSIS\n.\\\" BEGIN OPTIONS\n.SH OPTIONS\n");
	each_row(program, family, TABLES_OWN, &man, out);
	buf_add_text(out,
		     ".SS Options that other programs have too\nSee\n.BR flambeau (7).\n.PP\n");
	each_row(program, family, TABLES_SHARED, &mention, out);
	buf_add_text(out, ".\\\" END OPTIONS\n");
}

COLD void opt_text_shared(const struct opt_program *program, enum family family, struct buf *out)
{
	buf_add_text(out, ".\\\" BEGIN OPTIONS\n");
	each_row(program, family, TABLES_SHARED, &man, out);
	buf_add_text(out, ".\\\" END OPTIONS\n");
}

static COLD void add_row_line(struct buf *out, const struct opt_program *program,
			      const struct opt *row)
{
	size_t i;

	(void)program;
	if (row->type == OPT_ACTION)
		return;
	buf_printf(out, "%s\t%s\t", row->name, row->alias ? row->alias : "");
	if (row->letter)
		buf_add_char(out, row->letter);
	buf_printf(out, "\t%s\t%s\t", row->value ? row->value : "", row->is_file ? "1" : "");
	for (i = 0; row->choices && row->choices[i]; i++)
		buf_printf(out, "%s%s", i > 0 ? " " : "", row->choices[i]);
	buf_printf(out, "\t%s\n", row->help);
}

COLD void opt_text_rows(const struct opt_program *program, enum family family, struct buf *out)
{
	opt_each_row(program, family, out, add_row_line);
}
