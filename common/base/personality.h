/* SPDX-License-Identifier: MIT */
/*
 * personality.h - whose behaviour a tool shows, from the name it is called by.
 * Chosen once in main() and passed down; each field is named after what it changes.
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

struct personality {
	enum family family;
	int usage_exit;             /* exit code of a wrong command line */
	const char *open_complaint; /* in front of the name of a file that cannot be opened */
	bool files_are_joined;      /* several files are one stream: a record may span two */
	bool missing_is_warning;    /* a file that cannot be opened is passed over */
	bool dash_is_stdin;         /* a file named "-" is standard input (collapsers) */
	bool one_file;              /* at most one file (collapsers) */
	bool empty_is_fine;         /* nothing recognised: no output and exit 0 (collapsers) */
	bool half_to_even;          /* where counts are rounded (collapsers) */
	bool roots_are_kept;        /* a stack may look like a comment: folded_fit_roots() */
	bool wrong_input_is_named;  /* an input of another format is an error that names it */
	bool terminal_is_noticed;   /* as input it is announced, as output of a picture refused */
	bool mistakes_are_guessed;  /* an unknown option or value: the nearest one is named */
	bool quiet_is_silent;       /* -q leaves not even errors */
};

/* By the base name of argv[0]. */
const struct personality *personality_of(const char *argv0);

/*
 * The same name for a tool that takes the original's arguments but does not repeat its faults: it
 * fails where something is wrong, reads any number of files, and ends with the usual codes.
 */
const struct personality *personality_corrected(const struct personality *as);

/* The base name itself, for messages. */
const char *personality_tool(const char *argv0);

#endif
