/* SPDX-License-Identifier: MIT */
/*
 * folded_grammar.h - the grammars of a line of folded text, one row each.
 */
#ifndef FLAMBEAU_FOLDED_GRAMMAR_H
#define FLAMBEAU_FOLDED_GRAMMAR_H

#include "common/profile/profile.h"

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
