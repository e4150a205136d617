/* SPDX-License-Identifier: MIT */
/*
 * personality.h - the behaviour of a tool, chosen by the name it is called by. Chosen once in
 * main() and passed down; each field is named after what it changes. No other file asks for the
 * family: what only some programs do otherwise is a record of theirs for each family, see
 * compat_pick().
 */
#ifndef FLAMBEAU_PERSONALITY_H
#define FLAMBEAU_PERSONALITY_H

#include "common/base/slice.h"

enum family {
	FAMILY_OWN = 1 << 0,  /* collapse-perf, flamegraph, ... */
	FAMILY_PERL = 1 << 1, /* *.pl, *.awk, stackcollapse-*: FlameGraph's scripts */
	FAMILY_RUST = 1 << 2, /* inferno-*: inferno's programs */
	FAMILY_ALL = FAMILY_OWN | FAMILY_PERL | FAMILY_RUST,
};

/* How to parse an argument that begins with one dash. */
enum one_dash {
	DASH_LETTERS, /* -qv: options of one letter */
	DASH_EITHER,  /* -width: an option's name if it is one, else letters */
	DASH_NAME,    /* -width: always an option's name */
};

/* How a command line is written. */
struct opt_syntax {
	enum one_dash one_dash;
	bool names_are_cut;      /* --wid is --width, where no other option begins so */
	bool names_have_case;    /* --Width is not --width */
	bool options_repeat;     /* the last one counts */
	bool dashes_are_values;  /* a value may begin with a dash */
	bool has_variables;      /* NAME=VALUE, as awk has it */
	bool mistakes_get_usage; /* instead of a hint at --help, which there is not */
	bool has_manual;         /* --help names the manual page */
};

extern const struct opt_syntax opt_syntax_own, opt_syntax_perl, opt_syntax_rust;

struct personality {
	enum family family;
	const struct opt_syntax *syntax;
	int usage_exit;             /* exit code of a wrong command line */
	const char *open_complaint; /* in front of the name of a file that cannot be opened */
	bool files_are_joined;      /* several files are one stream: a record may span two */
	bool missing_is_warning;    /* a file that cannot be opened is skipped */
	bool dash_is_stdin;         /* a file named "-" is standard input (collapsers) */
	bool one_file;              /* at most one file (collapsers) */
	bool empty_is_fine;         /* nothing recognised: no output and exit 0 (collapsers) */
	bool half_to_even;          /* rounding of counts (collapsers) */
	bool has_headers;           /* facts besides the stacks are written (collapsers) */
	bool has_labels;            /* in folded text; else they are frames */
	bool keeps_comment_roots;   /* no folded_escape_roots() */
	bool wrong_input_is_named;  /* an input of another format is an error that names it */
	bool terminal_is_noticed;   /* as input it is announced, as output of a picture refused */
	bool mistakes_are_guessed;  /* an unknown option or value: the nearest one is named */
	bool bears_interrupt;       /* Ctrl-C before the input has begun waits for it: process.h */
	bool quiet_is_silent;       /* -q leaves not even errors */
};

/* Choose by the base name of argv[0]. */
const struct personality *personality_of(const char *argv0);

/* True if its family is in the mask `families`. For a habit that only one program has. */
bool personality_in(const struct personality *compat, unsigned families);

/* A record of each family, of one type, for what only one program or format does otherwise. */
struct personality_records {
	const void *own, *perl, *rust;
};

/* The one of the personality's family. */
const void *compat_pick(const struct personality *compat,
			const struct personality_records *records);

/*
 * Keep the name, drop the original's faults: for a tool that takes the original's arguments but
 * fails where something is wrong, reads any number of files, and ends with the usual exit codes.
 */
const struct personality *personality_corrected(const struct personality *compat);

/* The base name itself, for messages. */
const char *personality_tool(const char *argv0);

#endif
