/* SPDX-License-Identifier: MIT */
/*
 * diff_options.h - which files are compared and what becomes of their stacks: the options that the
 * tools in diff/ share. Filled by the rows and diff_options_finish(), then const.
 */
#ifndef FLAMBEAU_DIFF_OPTIONS_H
#define FLAMBEAU_DIFF_OPTIONS_H

#include "common/base/exact.h"
#include "common/base/regex.h"
#include "common/cli/opt.h"
#include "common/profile/ingest.h"

/*
 * The behaviour of difffolded under each of its names. Chosen once in main().
 */

struct diff_personality {
	/* Reading */
	const struct personality *reading;  /* rules for opening files */
	const struct ingest_format *format; /* reads them; NULL: the program does by itself */
	bool is_careful; /* refuses files without a stack, warns of suspicious ones */

	bool scales_in_doubles; /* in floating point, rounding included */

	/* Command line, exit codes */
	bool letters_only;   /* options are single letters before the files */
	int unreadable_exit; /* a file cannot be read */
	int no_total_exit;   /* a first column without counts is to be normalised */
};

const struct diff_personality *diff_personality_of(const struct personality *compat);

enum diff_side { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

struct diff_file {
	struct slice path; /* "-" is standard input; not copied */
	struct factor weight;
};

/* The files of one side; a zeroed struct has none. */
struct diff_files {
	struct diff_file *at;
	size_t count, cap;
};

/* Edits of stacks, made before equal ones are added up. */
struct diff_edits {
	bool ignore_root;      /* ROOTS_ALL of roots.h */
	bool keep_root;        /* ROOTS_NONE */
	bool strip_hex;        /* 0x1f and the like become 0x... */
	struct regex *filter;  /* drop stacks that do not match, NULL: none */
	struct regex *exclude; /* drop stacks that match, NULL: none */
};

struct diff_options {
	const struct diff_personality *personality;
	struct diff_files sides[DIFF_SIDES];
	struct diff_edits edits;
	const struct opt_reading *reading;
	bool keeps_labels; /* of what diff_read_file() reads */
	bool joins_frames; /* folded_options.joined: no names of frames are needed */
	uint64_t bytes;    /* of all files, if each is regular and not compressed; UINT64_MAX */
	/* of the run, for --stats: every file that is read is added; or NULL */
	struct stats *stats;
};

/* --before, --after, --strip-hex, --ignore-root, --keep-root, --filter, --exclude. */
extern const struct opt diff_rows[];
extern const size_t diff_row_count;

/* No files; `reading` must live as long. */
void diff_options_init(struct diff_options *options, const struct diff_personality *personality,
		       const struct opt_reading *reading);
void diff_options_release(struct diff_options *options);

/* A file whose weight is 1. */
void diff_files_add(struct diff_files *files, struct slice path);

/*
 * Give the operands to the sides that no option named, in their order. False, after a message, if
 * they are too few or too many, or if standard input is named twice.
 */
bool diff_options_finish(struct diff_options *options, const struct opt_list *operands);

#endif
