/* SPDX-License-Identifier: MIT */
/*
 * report.h - the changes as text, Markdown or JSON. The formats share the tables below: a section
 * is a list of functions, a column is a property of each.
 */
#ifndef FLAMBEAU_REPORT_H
#define FLAMBEAU_REPORT_H

#include "common/base/buf.h"
#include "diff/diff_options.h"
#include "diff/report/budget.h"

/* Everything that a report shows. */
struct report {
	const struct diff_files *sides; /* DIFF_SIDES of them */
	const struct slice *names;      /* likewise: instead of the files, or empty */
	const struct totals *totals;
	const struct changes *changes;
	const struct noise *noise;
	const struct budgets *budgets;
	double alpha;
	uint64_t top;     /* rows of a section; 0: all */
	bool with_noise;  /* rows of changes that are noise, too */
	struct slice svg; /* the picture's file, empty: none */
	size_t columns;   /* of the terminal; 0: lines of any length */
};

typedef void report_format(struct buf *buf, const struct report *report);

report_format report_text, report_brief, report_markdown, report_json;

/* A list of functions, ordered by size of change, then by name. */
struct report_section {
	const char *key, *title;
	enum functions_measure measure; /* the measure that is sorted and tested by */
	bool (*has)(const struct change *change);
};

extern const struct report_section report_sections[];
extern const size_t report_section_count;

enum report_column_type {
	REPORT_NAME,
	REPORT_COUNT,       /* of one side */
	REPORT_PERCENT,     /* share of one side */
	REPORT_POINTS,      /* change of the share */
	REPORT_DIFFERENCE,  /* of the section's measure, as a time or what else is counted */
	REPORT_RATIO,       /* likewise */
	REPORT_PROBABILITY, /* of the section's measure */
	REPORT_IS_NOISE,    /* likewise */
	REPORT_IS_OVER,     /* the limit of functions */
};

/* JSON has all columns with a key. */
enum report_place {
	REPORT_IN_TEXT = 1 << 0,
	REPORT_IN_MARKDOWN = 1 << 1,
	REPORT_IN_TABLES = REPORT_IN_TEXT | REPORT_IN_MARKDOWN,
};

struct report_column {
	enum report_column_type type;
	enum functions_measure measure;
	enum diff_side side;
	unsigned hidden;  /* enum report_place: where it is left out */
	const char *key;  /* in JSON; NULL: not there, it follows from others */
	const char *head; /* in tables, below `group` */
	const char *group;
};

extern const struct report_column report_columns[];
extern const size_t report_column_count;

/* True if a table at that place has the column. */
bool report_has_column(const struct report *report, const struct report_column *column,
		       enum report_place place);

/*
 * True if changes are told as times, or what else is counted, too: totals are compared, and the
 * files say what they count.
 */
bool report_has_amounts(const struct report *report);

/* The rows of a section: `count` are to be shown, of `found`. */
struct report_rows {
	const struct change **at;
	size_t count, found;
};

struct report_rows report_rows(const struct report *report, const struct report_section *section);

void report_rows_release(struct report_rows *rows);

struct report_cell {
	const struct report *report;
	const struct report_section *section;
	const struct report_column *column;
	const struct change *change;
};

/*
 * True if the function is beyond its limit. Limits are for total shares: false in sections of self
 * shares.
 */
bool report_is_over(const struct report_cell *cell);

/* Append the text of a cell other than a name: "12.50%", "+2.50", "0.004". */
void report_add_cell(struct buf *buf, const struct report_cell *cell);

/*
 * Sentences, without a line end. A format writes names its own way.
 */
typedef void report_name(struct buf *buf, struct slice name);

/* The number of samples of one side, rounded. */
uint64_t report_samples(const struct noise *noise, enum diff_side side);

/*
 * The first line of every report: "all: 0.99 s -> 2.98 s (+200 %)", or why there is no such
 * comparison, and the result of the budgets.
 */
void report_add_total(struct buf *buf, const struct report *report, report_name *add_name);

/* "Totals compared: both sides count ns", "Shares compared, not totals: ..." */
void report_add_comparison(struct buf *buf, const struct report *report, report_name *add_name);

/* "Noise guard on: ..." */
void report_add_guard(struct buf *buf, const struct report *report, report_name *add_name);

/* "3 functions grew, 1 is new (25 within the noise)" */
void report_add_summary(struct buf *buf, const struct report *report);

/* "a.folded, b.folded (total 1,250 bytes)" */
void report_add_files(struct buf *buf, const struct report *report, enum diff_side side,
		      report_name *add_name, report_name *add_unit);

/*
 * "over budget", "within budget", of functions alone "functions within budget"; NULL without
 * budgets.
 */
const char *report_verdict(const struct report *report);

/* The results of the budgets, as lines that begin with `bullet`. */
void report_add_budgets(struct buf *buf, const struct report *report, const char *bullet,
			report_name *add_name);

/* How many functions grew, shrank, ... */
struct report_summary {
	size_t kinds[CHANGE_VANISHED + 1]; /* by enum change_kind: of total share, no noise */
	size_t self;                       /* changed only in their self share */
	size_t noise;                      /* functions whose changes are all noise */
};

struct report_summary report_summary(const struct report *report);

/* The program. */
int diffreport_main(int argc, char **argv);

#endif
