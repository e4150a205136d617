/* SPDX-License-Identifier: MIT */
#include "record/options/passing.h"

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "record/child/capture.h"

static const char *const names[PASSING_TOOLS] = {"collapse-perf", "flamegraph"};

static const char *copy(struct passing *passing, struct slice text)
{
	char *all = arena_alloc(&passing->texts, text.len + 1);

	if (text.len > 0)
		memcpy(all, text.ptr, text.len);
	all[text.len] = '\0';
	return all;
}

/* copy(), but NULL for an empty text. */
static const char *copy_some(struct passing *passing, struct slice text)
{
	return text.len > 0 ? copy(passing, text) : NULL;
}

/* "hot mem io" -> words, NULL at the end; NULL without one. */
static const char *const *copy_choices(struct passing *passing, struct slice text)
{
	size_t count = 0;
	struct slice rest = text, word;
	const char **words;

	while (slice_word(&rest, &word))
		count++;
	if (count == 0)
		return NULL;
	words = arena_alloc(&passing->texts, (count + 1) * sizeof(*words));
	words[count] = NULL;
	for (count = 0; slice_word(&text, &word); count++)
		words[count] = copy(passing, word);
	return words;
}

static void add_row(struct passing *passing, struct opt row, unsigned tools)
{
	passing->rows = memory_grow(passing->rows, &passing->cap, passing->count + 1,
				    sizeof(*passing->rows));
	passing->tools = memory_grow(passing->tools, &passing->tools_cap, passing->count + 1,
				     sizeof(*passing->tools));
	passing->tools[passing->count] = tools;
	passing->rows[passing->count++] = row;
}

/* The row of a name, or the end of the rows. */
static size_t forwarded_find_row(const struct passing *passing, struct slice name)
{
	size_t i;

	for (i = 0; i < passing->count; i++) {
		if (passing->rows[i].type == OPT_PASS &&
		    slice_equal(slice_from(passing->rows[i].name), name))
			break;
	}
	return i;
}

enum field { NAME, ALIAS, LETTER, VALUE, IS_FILE, CHOICES, HELP, FIELDS };

/* Parse a line of opt_text_rows(); other lines are ignored. */
static void read_row(struct passing *passing, struct slice line, unsigned tool)
{
	struct slice fields[FIELDS];
	size_t i;

	for (i = 0; i < HELP; i++) {
		if (!slice_cut(&line, '\t', &fields[i]))
			return;
	}
	fields[HELP] = line;
	/* one is about terminals, and graphs are files; the other is always given */
	if (slice_equal(fields[NAME], SLICE("force")) || slice_equal(fields[NAME], SLICE("header")))
		return;
	i = forwarded_find_row(passing, fields[NAME]);
	if (i < passing->count) {
		passing->tools[i] |= tool;
		return;
	}
	add_row(passing,
		(struct opt){OPT_PASS, FAMILY_OWN,
			     .letter = fields[LETTER].len > 0 ? fields[LETTER].ptr[0] : '\0',
			     .name = copy(passing, fields[NAME]),
			     .alias = copy_some(passing, fields[ALIAS]),
			     .value = copy_some(passing, fields[VALUE]),
			     .is_file = fields[IS_FILE].len > 0,
			     .choices = copy_choices(passing, fields[CHOICES]),
			     .help = copy(passing, fields[HELP])},
		tool);
}

void passing_init(struct passing *passing, const char *argv0)
{
	static const struct child_place here = {0};
	size_t tool;

	*passing = (struct passing){.count = 0};
	add_row(passing,
		(struct opt){OPT_HEADING, .help = "Passed on",
			     .detail = "All other options of collapse-perf(1) and flamegraph(1); "
				       "one that both have goes to both."},
		0);
	for (tool = 0; tool < PASSING_TOOLS; tool++) {
		struct buf text = {0};
		struct slice rest, line;
		struct child_end end;

		locate_program(&passing->paths[tool], argv0, names[tool]);
		capture(&here,
			(const char *const[]){passing->paths[tool].ptr, "--generate=rows", NULL}, 1,
			&text, &end);
		for (rest = buf_slice(&text); slice_line(&rest, &line);)
			read_row(passing, line, 1U << tool);
		buf_release(&text);
	}
}

void passing_release(struct passing *passing)
{
	size_t tool;

	free(passing->rows);
	free(passing->tools);
	arena_release(&passing->texts);
	for (tool = 0; tool < PASSING_TOOLS; tool++)
		buf_release(&passing->paths[tool]);
}

static bool has(const struct passing *passing, const struct opt *row, enum passing_tool tool)
{
	return (passing->tools[row - passing->rows] & (1U << tool)) != 0;
}

void passing_add(struct arguments *arguments, const struct passing *passing, enum passing_tool tool,
		 const struct opt_passed_list *given)
{
	struct buf option = {0};
	size_t i;

	arguments_add_text(arguments, passing->paths[tool].ptr);
	for (i = 0; i < given->count; i++) {
		const struct opt_passed *one = &given->at[i];

		if (!has(passing, one->row, tool))
			continue;
		buf_reset(&option);
		buf_printf(&option, "--%s%s", one->row->name, one->row->value ? "=" : "");
		buf_add(&option, one->value);
		arguments_add(arguments, buf_slice(&option));
	}
	buf_release(&option);
}

static const char *find_without(const struct passing *passing, enum passing_tool tool,
				const struct opt_passed_list *given)
{
	size_t i;

	for (i = 0; i < given->count; i++) {
		if (!has(passing, given->at[i].row, tool))
			return given->at[i].row->name;
	}
	return NULL;
}

const char *passing_needs_collapse(const struct passing *passing,
				   const struct opt_passed_list *given)
{
	return find_without(passing, PASSING_RENDER, given);
}

const char *passing_needs_render(const struct passing *passing, const struct opt_passed_list *given)
{
	return find_without(passing, PASSING_COLLAPSE, given);
}

/*
 * Without input a program looks at its command line and ends; that code is for a wrong one alone.
 */
static bool forwarded_check(const struct passing *passing, enum passing_tool tool,
			    const struct opt_passed_list *given)
{
	static const struct child_place here = {0};
	struct arguments arguments = {0};
	struct child_end end = {0, 0};
	struct buf said = {0};
	struct slice reason;
	bool good;

	passing_add(&arguments, passing, tool, given);
	good = capture(&here, arguments.at, 2, &said, &end) != 0 || end.code != EXIT_USAGE;
	reason = capture_reason(buf_slice(&said));
	if (!good)
		diag_error("%.*s", SLICE_ARG(reason));
	buf_release(&said);
	arguments_release(&arguments);
	return good;
}

bool passing_check(const struct passing *passing, const struct opt_passed_list *given)
{
	size_t tool;

	for (tool = 0; tool < PASSING_TOOLS && given->count > 0; tool++) {
		if (!forwarded_check(passing, (enum passing_tool)tool, given))
			return false;
	}
	return true;
}
