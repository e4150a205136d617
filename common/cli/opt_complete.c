/* SPDX-License-Identifier: MIT */
/* Completions for bash, zsh and fish, from the option tables. */
#include "common/cli/opt.h"

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

static void add_bash_word(struct buf *out, const struct opt_program *program, const struct opt *row)
{
	(void)program;
	if (row->letter)
		buf_printf(out, "-%c ", row->letter);
	buf_printf(out, "--%s ", row->name);
}

/* Complete the value of an option. */
static void add_bash_case(struct buf *out, const struct opt_program *program, const struct opt *row)
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

void opt_complete_bash(const struct opt_program *program, enum family family, struct buf *out)
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

static void add_zsh_row(struct buf *out, const struct opt_program *program, const struct opt *row)
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

void opt_complete_zsh(const struct opt_program *program, enum family family, struct buf *out)
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

static void add_fish_row(struct buf *out, const struct opt_program *program, const struct opt *row)
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

void opt_complete_fish(const struct opt_program *program, enum family family, struct buf *out)
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
