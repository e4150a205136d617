/* SPDX-License-Identifier: MIT */
/*
 * perf_by_line.h - export-lines: what the lines of the source cost, in a recording of perf.
 */
/* clang-format off */
/*
 *   perf_by_line          options; the program
 *   perf_by_line_sums     counts by function and line
 *   perf_by_line_source   files of the source, as debugging information names them
 *   perf_by_line_write    text, Markdown, JSON
 *   perf_by_line_page     a page that flamegraph draws
 *   perf_by_line_pprof    a profile for pprof, with addresses
 */
/* clang-format on */
#ifndef FLAMBEAU_PERF_BY_LINE_H
#define FLAMBEAU_PERF_BY_LINE_H

#include "collapse/perf/perf_sites.h"
#include "collapse/perf/perf_state.h"
#include "common/debuginfo/disassembler.h"
#include "common/io/output.h"

enum lines_sort { LINES_BY_SELF, LINES_BY_TOTAL };
enum lines_format { LINES_TEXT, LINES_MARKDOWN, LINES_JSON, LINES_HTML, LINES_PPROF };

/* The options of perf are the first member: a format's options are those of its reader. */
struct lines_options {
	struct perf_options perf;
	int sort, format;       /* enum lines_sort, enum lines_format */
	struct slice functions; /* a regular expression; empty: all */
	struct slice files;     /* a pattern; empty: all */
	struct slice source;    /* a folder; empty: none */
	struct opt_list maps;   /* "FROM=TO" */
	uint64_t most;          /* functions */
	bool with_code;         /* --asm */
	struct regex *regex;    /* of `functions`; NULL: none */
};

/* Whole programs; their exit codes. export-pgo is in perf_to_pgo.c, and shares nothing but sites. */
int export_lines_main(int argc, char **argv);
int export_pgo_main(int argc, char **argv);

/* ---- perf_by_line_sums.c ---- */

/* Code that was inlined at a line, by its innermost function. */
struct lines_inlined {
	uint32_t row;
	struct slice function, path;
	uint32_t line;
	uint64_t self;
};

/* A function that called that of a row, where the stacks lead through the row. */
struct lines_caller {
	uint32_t row;
	struct slice function;
	uint64_t total;
};

/* A line of a function that exists. */
struct lines_row {
	uint32_t function, number;           /* the number is the one that it was counted by */
	const struct perf_site_frame *place; /* that has the line; its line is 0 if none is known */
	uint64_t self, total;
	const struct lines_inlined *inlined; /* with counts, by these */
	size_t inlined_count;
	const struct lines_caller *callers; /* for JSON and the page, by count */
	size_t caller_count;
};

/* Samples at an instruction. */
struct lines_address {
	uint32_t function;
	uint64_t address, self;
};

struct lines_function {
	const struct perf_site *site; /* one of its own */
	uint64_t self, total;
	const struct lines_row *rows; /* by file and line */
	size_t row_count;
	const struct lines_address *addresses; /* by address, with --asm */
	size_t address_count;
	const struct perf_code *code; /* NULL: not known */
};

/* A zeroed struct is empty. Texts are those of the sites. */
struct lines_sums {
	struct lines_function *functions; /* in the order that is asked for */
	size_t count, cap;
	struct lines_row *rows;
	size_t row_count, row_cap;
	struct lines_inlined *inlined;
	size_t inlined_count, inlined_cap;
	struct lines_address *addresses;
	size_t address_count, address_cap;
	struct lines_caller *callers;
	size_t caller_count, caller_cap;
	struct intern keys[4]; /* of functions, rows, inlined code, callers */
	uint64_t total;        /* of all stacks */
};

/* Sums of the functions that options want, the most important ones first. */
void lines_sums_make(struct lines_sums *sums, const struct lines_options *options,
		     const struct profile *profile);
void lines_sums_release(struct lines_sums *sums);

/* ---- perf_by_line_source.c ---- */

struct lines_source {
	struct slice text;
	size_t *starts; /* of lines, in `text`; one more for the end */
	size_t count;   /* lines; 0: the source was not found */
};

struct lines_sources;

struct lines_sources *lines_sources_new(const struct lines_options *options);
void lines_sources_free(struct lines_sources *sources);

/* The file of a place in a module. Lives as long as `sources`. */
const struct lines_source *lines_source_find(struct lines_sources *sources,
					     const struct perf_site_frame *place,
					     struct slice module);

/* A line by its number, from 1; empty if the file does not have it. */
struct slice lines_source_line(const struct lines_source *source, uint32_t line);

/* For code of a machine, with --asm; NULL: there is none, which is reported. */
struct disassembler *lines_sources_disassembler(struct lines_sources *sources,
						struct slice machine);

/* Report which files are missing, newer than their programs, or outside of their folders. */
void lines_sources_say(const struct lines_sources *sources);

/* ---- perf_by_line_write.c ---- */

void lines_write_text(struct buf *out, const struct lines_options *options,
		      const struct lines_sums *sums, struct lines_sources *sources,
		      struct slice unit);
void lines_write_markdown(struct buf *out, const struct lines_options *options,
			  const struct lines_sums *sums, struct lines_sources *sources,
			  struct slice unit);
void lines_write_json(struct buf *out, const struct lines_options *options,
		      const struct lines_sums *sums, struct lines_sources *sources,
		      struct slice unit);

/* ---- perf_by_line_page.c ---- */

/* All stacks, and the lines that lines_write_json() has written. False after a message. */
bool lines_write_page(struct buf *out, const struct lines_options *options,
		      const struct profile *profile, struct slice json);

/* ---- perf_by_line_pprof.c ---- */

/* All stacks, compressed. False after a message. */
bool lines_write_pprof(struct buf *out, const struct lines_options *options,
		       const struct profile *profile);

#endif
