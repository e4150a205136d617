/* SPDX-License-Identifier: MIT */
/*
 * Command lines of all programs but diffreport (see fuzz_diff.c): the first byte chooses the
 * program, the second under whose names it runs, the rest are words with NUL or line ends between
 * them. Every line has one outcome, what is left of it are words of it, and options that were given
 * are options of the program.
 *
 * fuzzer: opt collapse,render,diff 0 0
 */
#include <fcntl.h>

#include "collapse/driver.h"
#include "collapse/filter/filter.h"
#include "common/base/diag.h"
#include "diff/diff_options.h"
#include "render/flamegraph_options.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_WORDS = 64, FORMAT_OPTIONS = 1 << 16 };

static const char *const names[] = {"flamegraph", "flamegraph.pl", "inferno-flamegraph"};

struct words {
	char *at[MOST_WORDS + 1];
	int count;
};

/* The structs that the program's rows fill in. */
struct target {
	struct flamegraph_options flamegraph;
	struct diff_options diff;
	struct filter_options filter;
	struct program_run run;
	struct opt_reading reading;
	struct opt_common common;
	_Alignas(max_align_t) char format[FORMAT_OPTIONS];
};

static void check_result(const struct opt_program *program, const struct words *words,
			 const struct opt_result *result)
{
	size_t i, t, row, known;
	int word;

	for (i = 0; i < result->files.count; i++) {
		for (word = 1; words->at[word] != result->files.at[i].ptr; word++) {
			if (word == words->count)
				abort();
		}
	}
	for (i = 0; i < result->given.count; i++) {
		known = 0;
		for (t = 0; t < program->table_count; t++) {
			for (row = 0; row < program->tables[t].count; row++)
				known += program->tables[t].rows[row].name &&
					 slice_equal(result->given.at[i],
						     slice_from(program->tables[t].rows[row].name));
		}
		if (known == 0)
			abort();
	}
}

static enum opt_outcome parse(const struct opt_table *tables, size_t count,
			      const struct personality *compat, struct words *words,
			      struct opt_result *result)
{
	const struct opt_program program = {words->at[0], "", "[FILE...]", tables, count, NULL};
	enum opt_outcome outcome;
	int null = open("/dev/null", O_WRONLY); /* --help closes standard output */

	if (null < 0 || dup2(null, STDOUT_FILENO) < 0 ||
	    (null != STDOUT_FILENO && close(null) != 0))
		abort();
	outcome = opt_parse(&program, compat, words->count, words->at, result);
	if (outcome > OPT_WRONG)
		abort();
	check_result(&program, words, result);
	return outcome;
}

static enum opt_outcome parse_flamegraph(const struct personality *compat, struct words *words,
					 struct opt_result *given)
{
	struct target target = {.reading.threads = 1};
	const struct opt_table tables[] = {
		OPT_OWN(flamegraph_rows, flamegraph_row_count, &target.flamegraph),
		OPT_READING(&target.reading),
		OPT_COMMON(&target.common),
	};
	enum opt_outcome outcome;

	flamegraph_options_init(&target.flamegraph, render_personality_of(compat));
	outcome = parse(tables, ARRAY_LEN(tables), compat, words, given);
	if (outcome == OPT_GO_ON)
		flamegraph_options_check(&target.flamegraph, render_personality_of(compat), given);
	flamegraph_options_release(&target.flamegraph);
	return outcome;
}

static enum opt_outcome parse_diff(const struct personality *compat, struct words *words,
				   struct opt_result *given)
{
	struct target target = {.reading.threads = 1};
	const struct opt_table tables[] = {
		OPT_OWN(diff_rows, diff_row_count, &target.diff),
		OPT_READING(&target.reading),
		OPT_COMMON(&target.common),
	};
	enum opt_outcome outcome;

	diff_options_init(&target.diff, diff_personality_of(compat), &target.reading);
	outcome = parse(tables, ARRAY_LEN(tables), compat, words, given);
	diff_options_release(&target.diff);
	return outcome;
}

static enum opt_outcome parse_filter(const struct personality *compat, struct words *words,
				     struct opt_result *given)
{
	struct target target = {.reading.threads = 1};
	const struct opt_table tables[] = {
		OPT_OWN(filter_rows, filter_row_count, &target.filter),
		OPT_READING(&target.reading),
		OPT_COMMON(&target.common),
	};
	enum opt_outcome outcome;

	target.filter.scale = (struct factor){1, 0};
	outcome = parse(tables, ARRAY_LEN(tables), compat, words, given);
	if (outcome == OPT_GO_ON)
		filter_finish(&target.filter);
	filter_release(&target.filter);
	return outcome;
}

static enum opt_outcome parse_collapser(const struct collapser *format,
					const struct personality *compat, struct words *words,
					struct opt_result *given)
{
	struct target target = {.reading.threads = 1};
	struct collapse_setup setup = {.compat = compat, .given = given, .options = target.format};
	const struct opt_table tables[] = {
		OPT_OWN(format->rows, format->row_count, target.format),
		OPT_READING(&target.run.reading),
		COLLAPSE_ROWS(&target.run),
		OPT_COMMON(&target.common),
	};
	enum opt_outcome outcome;

	if (format->options_size > sizeof(target.format))
		abort();
	outcome = parse(tables, ARRAY_LEN(tables), compat, words, given);
	if (outcome == OPT_GO_ON)
		collapse_prepare(format, &setup);
	if (format->release)
		format->release(&setup);
	return outcome;
}

static enum opt_outcome parse_any(unsigned program, const struct personality *compat,
				  struct words *words)
{
	struct opt_result given = {0};
	enum opt_outcome outcome;

	program %= 3 + (unsigned)collapse_format_count;
	switch (program) {
	case 0: outcome = parse_flamegraph(compat, words, &given); break;
	case 1: outcome = parse_diff(compat, words, &given); break;
	case 2: outcome = parse_filter(compat, words, &given); break;
	default: outcome = parse_collapser(collapse_formats[program - 3], compat, words, &given);
	}
	opt_result_release(&given);
	return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct words words = {.count = 1};
	const struct personality *compat;
	char *text;
	size_t i;

	if (size < 2)
		return 0;
	diag_init("fuzz-opt");
	diag_set_level(DIAG_SILENT);
	words.at[0] = (char *)names[data[1] % ARRAY_LEN(names)];
	compat = personality_of(words.at[0]);
	text = memory_get(size - 1); /* one byte more is found */
	memcpy(text, data + 2, size - 2);
	text[size - 2] = '\0';
	for (i = 0; i < size - 1 && words.count < MOST_WORDS; i++) {
		if (i == 0 || text[i - 1] == '\0')
			words.at[words.count++] = text + i;
		if (text[i] == '\n')
			text[i] = '\0';
	}
	words.at[words.count] = NULL;
	if (parse_any(data[0], compat, &words) != parse_any(data[0], compat, &words))
		abort();
	free(text);
	return 0;
}
