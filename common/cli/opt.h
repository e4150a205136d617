/* SPDX-License-Identifier: MIT */
/*
 * opt.h - one row per option: the row gives parsing in the syntax of each family, --help,
 * SYNOPSIS and OPTIONS of the man page, and the completions of bash, zsh and fish.
 *
 * Values land by offset in a struct of the tool's, so tables are static const and nothing
 * is global. A tool chains several tables (its own, those it shares with others).
 */
#ifndef FLAMBEAU_OPT_H
#define FLAMBEAU_OPT_H

#include "common/base/buf.h"
#include "common/base/personality.h"

enum opt_type {
	/* no option: `help` is the heading of the rows below, `detail` a text below it */
	OPT_HEADING,
	OPT_FLAG,   /* bool: true */
	OPT_COUNT,  /* int: one more each time */
	OPT_LESS,   /* int: one less each time */
	OPT_NUMBER, /* uint64_t from min to max */
	OPT_TEXT,   /* struct slice into argv */
	OPT_LIST,   /* struct opt_list: every value given */
	OPT_CHOICE, /* int: index in choices */
	OPT_OPTIONAL, /* int: 1, or 2 + the index if one of the choices follows, "=" or a blank between;
			 without choices struct slice: empty, or what follows a "=" */
	OPT_CALL,     /* parse() does it */
	/*
	 * like OPT_CALL, for a variable of an awk script: NAME=VALUE among the files, or after -v;
	 * under the names of FAMILY_PERL
	 */
	OPT_VARIABLE,
	OPT_ACTION, /* prints something and ends: help, version, generate */
	/*
	 * struct opt_passed_list: passed on as given to another program, whose manual describes it,
	 * so help and man page leave it out
	 */
	OPT_PASS,
};

/* Values of a repeatable option, in the order given; `at` is the caller's to free. */
struct opt_list {
	struct slice *at;
	size_t count, cap;
};

/* Options for other programs, in the order given; `at` is the caller's to free. */
struct opt_passed {
	const struct opt *row;
	struct slice value; /* empty where the row takes none */
};

struct opt_passed_list {
	struct opt_passed *at;
	size_t count, cap;
};

/* Fills the field from the text; false if the text is invalid (`problem` may have the reason). */
typedef bool opt_parse_fn(struct slice text, void *field, struct buf *problem);

struct opt {
	enum opt_type type;
	unsigned families;               /* under whose names it exists; 0 means FAMILY_ALL */
	char letter;                     /* -j, or 0; the Perl scripts have none */
	const char *name;                /* "threads" */
	const char *alias;               /* another long name, or NULL */
	const char *value;               /* placeholder of the value: "N"; NULL for flags */
	size_t offset;                   /* of the field in the options struct */
	const char *help;                /* one sentence without a full stop */
	const char *detail;              /* more for the man page, in whole sentences, or NULL */
	uint64_t min, max;               /* OPT_NUMBER: range, max 0 means no limit */
	const char *const *choices;      /* OPT_CHOICE, OPT_TEXT: the words, NULL at the end */
	const char *const *choice_helps; /* a line each for the man page, or NULL */
	opt_parse_fn *parse;             /* OPT_CALL, OPT_VARIABLE */
	const char *const
		*conflicts; /* long names that may not be given with it, NULL at the end */
	unsigned
		added; /* families whose programs lack it: there no beginning of its name will do */
	unsigned once; /* OPT_LIST: families that refuse it twice, as inferno's do all else */
	bool is_file;  /* the value is a file name (for completions) */
	bool hidden;   /* not in help, man page and completions */
};

/* {OPT_FLAG, .name = "kernel", OPT_AT(struct perf_options, kernel), .help = "..."} */
#define OPT_AT(structure, field) .offset = offsetof(structure, field)

/*
 * Rows of options and the struct that they fill. If several rows have one name, the first counts.
 */
struct opt_table {
	const struct opt *rows;
	size_t count;
	void *target;   /* the options struct the offsets are in */
	bool is_shared; /* the man page has it once for all programs, in flambeau(7) */
};

/* A program's own table. */
#define OPT_OWN(rows, count, target)                                                               \
	{                                                                                          \
		rows, count, target, false                                                         \
	}

struct opt_program {
	const char *name;     /* "collapse-perf" */
	const char *summary;  /* "perf script output to folded stacks" */
	const char *operands; /* "[FILE...]" */
	const struct opt_table *tables;
	size_t table_count;

	/*
	 * For completions: the operands are one of these programs, NULL at the end, and its arguments.
	 * NULL: they are files.
	 */
	const char *const *programs;
};

/* The arguments that are not options, and the options seen. */
struct opt_result {
	struct opt_list files;
	struct opt_list given; /* long names of the options seen */
	size_t operands;       /* number of files before "--" */
};

enum opt_outcome {
	OPT_GO_ON,
	OPT_ENDED,  /* help, version or a generated text was printed: exit 0 */
	OPT_FAILED, /* that could not be written, after a message: exit with EXIT_DATA */
	OPT_WRONG,  /* after a message on stderr: exit with the personality's usage code */
};

enum opt_outcome opt_parse(const struct opt_program *program, const struct personality *compat,
			   int argc, char **argv, struct opt_result *result);

/* True if the option of this long name was given. */
bool opt_given(const struct opt_result *result, const char *name);

void opt_result_release(struct opt_result *result);

/* The rows of options, including the type OPT_PASS; headings not. */
typedef void opt_row_fn(struct buf *out, const struct opt_program *program, const struct opt *row);
void opt_each_row(const struct opt_program *program, enum family family, struct buf *out,
		  opt_row_fn *add);

/* The texts made from the tables: opt_text.c. */
void opt_text_help(const struct opt_program *program, enum family family, struct buf *out);
void opt_text_man(const struct opt_program *program, enum family family, struct buf *out);
void opt_text_shared(const struct opt_program *program, enum family family, struct buf *out);
void opt_complete_bash(const struct opt_program *program, enum family family, struct buf *out);
void opt_complete_zsh(const struct opt_program *program, enum family family, struct buf *out);
void opt_complete_fish(const struct opt_program *program, enum family family, struct buf *out);

/*
 * The rows for programs that pass options on: a line each of the name, the other name, the letter,
 * the placeholder of the value, whether that is a file (1), the choices and the help, with tabs
 * between.
 */
void opt_text_rows(const struct opt_program *program, enum family family, struct buf *out);

/* A place among the rows of all tables. */
struct opt_place {
	size_t table, row; /* the next one */
	void *target;      /* the options struct of the last one's table */
};

/* The next row, headings too; NULL at the end. A zeroed place is the beginning. */
const struct opt *opt_next_row(const struct opt_program *program, struct opt_place *place);

/* True if the row's option exists under the names of this family. */
bool opt_is_for(const struct opt *row, enum family family);

/* True if an earlier row has the same name, for the family. */
bool opt_is_hidden_by(const struct opt_program *program, const struct opt *row, enum family family);

/* ---- Which row a word of the command line means ---- */

/* A row that was found; a zeroed struct is none. */
struct opt_match {
	const struct opt *row;
	void *target;   /* the options struct of its table */
	unsigned count; /* rows that match; only a count of 1 is good */
};

/* ---- What was given ---- */

void opt_list_add(struct opt_list *list, struct slice value);

/* Rows every tool has: --output, --quiet, --verbose, --help, --version, --generate. */
struct opt_common {
	int level;           /* enum diag_level */
	struct slice output; /* file, empty: stdout */
};

extern const struct opt opt_common_rows[];
extern const size_t opt_common_count;

#define OPT_COMMON(common)                                                                         \
	{                                                                                          \
		opt_common_rows, opt_common_count, common, true                                    \
	}

/*
 * opt_parse(), then sets the level of messages. True if the program goes on, else *code is its exit
 * code.
 */
bool opt_begin(const struct opt_program *program, const struct personality *compat,
	       const struct opt_common *common, int argc, char **argv, struct opt_result *result,
	       int *code);

/* Rows every tool has that reads much: --threads, --stats, --max-memory, --max-record. */
struct opt_reading {
	uint64_t threads; /* the tool sets what it is by default */
	bool stats;
	uint64_t max_memory; /* bytes, 0: any */
	uint64_t max_record; /* bytes, 0: INPUT_MAX_RECORD */
	uint64_t chunk_size; /* bytes that a thread takes at a time, 0: the default; for tests */
};

extern const struct opt opt_reading_rows[];
extern const size_t opt_reading_count;

#define OPT_READING(reading)                                                                       \
	{                                                                                          \
		opt_reading_rows, opt_reading_count, reading, true                                 \
	}

/*
 * Options of a tool that reads with one thread and makes no profile of lines: --max-memory, into
 * the same struct.
 */
extern const struct opt opt_memory_rows[];
extern const size_t opt_memory_count;

#define OPT_MEMORY(reading)                                                                        \
	{                                                                                          \
		opt_memory_rows, opt_memory_count, reading, true                                   \
	}

/* Options of a tool that reads lines with one thread: --max-memory, --max-record. */
extern const struct opt opt_line_rows[];
extern const size_t opt_line_count;

#define OPT_LINE(reading)                                                                          \
	{                                                                                          \
		opt_line_rows, opt_line_count, reading, true                                       \
	}

/* Apply the options, before anything is read. False, after a message, if that is not possible. */
bool opt_reading_begin(const struct opt_reading *reading);

/* "512M": bytes, or units of 1024 of them to the power of 1 to 4; at least one (opt_parse_fn). */
bool opt_parse_size(struct slice text, void *field, struct buf *problem);

/* "30", "0.5": seconds above 0, a double (opt_parse_fn). */
bool opt_parse_seconds(struct slice text, void *field, struct buf *problem);

#endif
