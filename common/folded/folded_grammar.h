/* SPDX-License-Identifier: MIT */
/*
 * folded_grammar.h - a line of folded text: its grammars, one row each; its labels and its count.
 */
#ifndef FLAMBEAU_FOLDED_GRAMMAR_H
#define FLAMBEAU_FOLDED_GRAMMAR_H

#include "common/base/slice.h"
#include "common/profile/ingest.h"
#include "common/profile/profile.h"

/*
 * The number at the end of a folded line, parsed as flamegraph.pl and inferno
 * parse it. The number and its separator are cut off the line; the line is unchanged if there is no
 * number, or one that is too large.
 */

/*
 * "12", "12." or "12.50" as an integer in units of 10^-scale; false for anything else. More than
 * LIMIT_SCALE decimals are rounded half to even, then `rounded` is set.
 */
bool folded_count(struct slice text, uint64_t *value, unsigned *scale, bool *rounded);

struct folded_number {
	uint64_t value; /* in units of 10^-scale */
	unsigned scale;
	bool rounded; /* decimals were lost */
};

/*
 * The digits and points at the end, after one blank of any kind, which is cut off too; false if
 * there are none.
 */
bool folded_take_digits(struct slice *line, struct slice *digits);

/* A decimal after one blank of any kind: "a  5" leaves "a ". */
bool folded_take_count(struct slice *line, struct folded_number *number);

/*
 * The labels in front of a stack of folded text: "@time=0003.24;@cpu=05;main;f".
 */

/* Take the labels off the front of a stack that begins with `@`. */
void folded_labels_skip(struct slice *stack);

/*
 * Take the labels off the front of a stack's text. They are the labels of the profile's next
 * sample; without any it has none. `known` caches texts of labels.
 */
void folded_labels_take(struct label_sets *known, struct ingest_run *run, struct slice *stack);

/* Keep the time alone: other labels are taken off. A profile without times has no labels. */
void folded_labels_take_time(struct ingest_run *run, struct slice *stack);

enum folded_note {
	FOLDED_BAD_LINE, /* no count at its end */
	FOLDED_ROUNDED,  /* more decimals than are kept */
	FOLDED_DEEP,     /* more than LIMIT_DEPTH frames, cut at the leaf */
	FOLDED_HUGE,     /* a count beyond 2^64-1: the profile is not to be used */
	FOLDED_INVALID,  /* not UTF-8 */
	FOLDED_TIME,     /* a label `time` that is not a number */
	FOLDED_TWICE,    /* two labels of one name */
	FOLDED_KINDS,
};

/* The parts of a line. */
struct folded_line {
	struct slice stack; /* in the text of the line */
	struct weight weight;
	bool rounded; /* decimals were lost */
};

struct folded_grammar {
	struct slice (*trim)(struct slice line); /* the part that is read; NULL: all of it */
	bool (*is_comment)(struct slice line);   /* of a trimmed line; NULL: there are none */
	bool reads_header;                       /* from comments: header.h */
	bool only_utf8;                          /* a line that is not UTF-8 is left out */
	bool replaces_bytes;                     /* bytes that are not UTF-8 become U+FFFD */
	bool needs_frame;                        /* a line without a frame is left out */
	bool has_labels;                         /* "@cpu=5;a;b": labels.h */

	/*
	 * False if there is no count at the end, or no stack although the grammar requires one.
	 * weight.overflow: a count is too large.
	 */
	bool (*split)(struct slice line, struct folded_line *parts);
};

/* folded(5): "a;b 1.5 2"; the stack has no blanks around it and no empty frames at its leaf. */
extern const struct folded_grammar folded_own;
/* folded_own with one count: "a 1 2" is the stack "a 1". */
extern const struct folded_grammar folded_one_column;
/* flamegraph.pl: one blank of any kind before each count, the stack as it is, maybe empty. */
extern const struct folded_grammar folded_perl;
/* inferno-flamegraph: whole counts, each after the last space; decimals are dropped. */
extern const struct folded_grammar folded_rust;
/* inferno-diff-folded: one whole count, no comments; the stack may be empty. */
extern const struct folded_grammar folded_rust_diff;

/* True if the line is empty or a comment by folded(5). */
bool folded_is_comment(struct slice line);

#endif
