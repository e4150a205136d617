/* SPDX-License-Identifier: MIT */
/*
 * collapse.h - the interface of input formats.
 *
 * To add one: collapse/formats/NAME.c with a `const struct collapser collapse_NAME`, a line in
 * formats.def, fixtures/NAME/, man/collapse-NAME.1 and tests/cli/collapse-NAME.t. The build makes
 * collapse-NAME and its links; threads, chunks, compressed input, messages and output are here.
 */
#ifndef FLAMBEAU_COLLAPSE_H
#define FLAMBEAU_COLLAPSE_H

#include "common/cli/program.h"
#include "common/folded/folded.h"
#include "common/profile/label_request.h"

/* One run of a format: made by the driver, completed by collapser.prepare. */
struct collapse_setup {
	const struct personality *compat;
	const struct opt_result *given; /* which options were on the command line */
	void *options; /* of the size the collapser asked for, zeroed, then parsed; of all workers */
	const struct ingest_format *format;
	struct label_request labels; /* --labels */
	enum header_detail header;   /* --header; else NONE, or PUBLIC for a recording */
	bool no_header;              /* --no-header */
	bool is_recording;           /* known when reading begins: collapser.recordings */
	bool lists_events;           /* recordings.list instead of folded stacks */
	bool one_thread;             /* of text: the options do not allow more */
	uint64_t unit;      /* counts are written in units of this many, rounded; 0 means 1 */
	const char *counts; /* the unit for the header: "ns"; NULL: not known yet */
	const struct program_product *product; /* of collapser.write; NULL: it writes text */
	struct ingest_format own_format;       /* of a format of lines or of JSON */
	uint64_t live_period, live_window;     /* --live, --window: ms; 0: not live, all samples */
	struct live *live;                     /* the input is live: live.h */
};

/*
 * Recordings of perf, read for how long threads waited: collapse-perf-sched. Its options --record-tid
 * and --wake-stacks count.
 */
struct collapse_recordings;
extern const struct collapse_recordings collapse_perf_waits;

/* A format's verdict on the beginning of an unknown input. */
enum probe {
	PROBE_NO,     /* not this format */
	PROBE_UNSURE, /* it may be: nothing speaks for it */
	PROBE_YES,
};

struct live;
struct text_format;
struct document_format;

/* Inputs of a format that are not text: read as files, or as a stream, without chunks. */
struct collapse_recordings {
	const char *what;           /* "a recording of perf" */
	const char *const *options; /* long names that mean nothing to text, NULL at the end */
	bool (*begins)(struct slice head);    /* true for the first bytes of a recording */
	bool (*is_stream)(struct slice head); /* ... of a recording that goes on; may be NULL */
	bool (*is_file)(const char *path);    /* true for a file of that kind */
	bool (*is_folder)(
		/* true for a folder that is a recording, in its file `data`; may be NULL */
		const char *path);

	/* Text may be among the files: `read` reads that, too, sets setup.is_recording if there was a
	 * recording, and needs no is_file. */
	bool reads_text;

	/*
	 * Read all files of the command line, or `input`, which nothing has been claimed from.
	 * False after a message.
	 */
	bool (*read)(struct collapse_setup *setup, struct input *input, unsigned threads,
		     struct ingest_run *run, struct ingest_stats *stats);

	/* Why there are no stacks, in one line; may be NULL. */
	void (*say_empty)(const struct collapse_setup *setup);

	/* Append the list for setup.lists_events; may be NULL. False: there is nothing to list. */
	bool (*list)(const struct collapse_setup *setup, struct buf *out);
};

struct collapser {
	const char *name;       /* "perf": the tool is collapse-perf */
	const char *summary;    /* for --help */
	const struct opt *rows; /* the format's own options */
	size_t row_count;

	/* After these, rows that another program has too, and more of its own; may be NULL. */
	const struct opt *shared_rows;
	const size_t *shared_count;
	const struct opt *last_rows;
	size_t last_count;

	size_t options_size;
	unsigned every_word_is_file; /* families under whose name there are no options at all */
	const char *counts;          /* setup.counts, where no option changes it; may be NULL */
	bool reads_folded;           /* folded stacks are its format: their header is kept */
	unsigned labels;             /* LABEL_BIT() of the labels that it may give; 0: none */
	bool imitates; /* under the originals' names it behaves as they do, faults and all */

	const struct collapse_recordings *recordings; /* besides text; may be NULL */

	/*
	 * How an unknown input is recognised, see collapse_probe(): one or two kinds of lines that
	 * only this format has together; or a function, where that does not do. `head` is the
	 * beginning of the input; `whole`: it is all of it.
	 */
	bool (*signs[2])(struct slice line);
	enum probe (*probe)(struct slice head, bool whole);

	/* The reader: of lines, of JSON, or another. If all are NULL, prepare() sets setup.format. */
	const struct text_format *text;
	const struct document_format *document;
	const struct ingest_format *reader;

	/*
	 * document_ingest_format(), document_probe(). Only JSON formats refer to them, so others do
	 * not need their library.
	 */
	struct ingest_format (*read_document)(const struct document_format *document);
	enum probe (*probe_document)(const struct document_format *document, struct slice head);

	/* False, after a message, if a library that the format needs is missing; may be NULL. */
	bool (*can_read)(void);

	/*
	 * Check the options, choose how to read. False, after a message, if they are wrong. May be
	 * NULL if there is a reader.
	 */
	bool (*prepare)(struct collapse_setup *setup);

	/* setup.unit, if it depends on the input; may be NULL. */
	uint64_t (*unit)(const struct ingest_run *run);

	/*
	 * Fill in the header of --header, besides the unit of setup.counts; may be NULL. Parsers
	 * may also add what they read to the header of run->profile.
	 */
	void (*describe)(const struct collapse_setup *setup, const struct ingest_run *run,
			 struct header *header);

	/* Report facts of a run that only the format knows; may be NULL. */
	void (*report)(const struct collapse_setup *setup, const struct ingest_run *run);

	/* Report what options could have selected, when no sample was selected; may be NULL. */
	void (*explain)(const struct collapse_setup *setup);

	/* Write something else than folded stacks, if the options want it. NULL if it never does: then it is
	 * folded_write(). False after a message. */
	bool (*write)(const struct collapse_setup *setup, const struct ingest_run *run,
		      struct output *output);

	/* Free what prepare and the parser made, what the options own; may be NULL. */
	void (*release)(struct collapse_setup *setup);
};

/* In a struct collapser `.rows =` this: rows of options, their number, the struct that they fill. */
#define COLLAPSE_OPTIONS(table, structure)                                                         \
	(table), .row_count = ARRAY_LEN(table), .options_size = sizeof(structure)

/* How the format reads with the options of `setup`; false, after a message, if they are wrong. */
bool collapse_prepare(const struct collapser *collapser, struct collapse_setup *setup);

/* The format's verdict: PROBE_NO if it has no signs and no function. */
enum probe collapse_probe(const struct collapser *collapser, struct slice head, bool whole);

/* True if it has some. */
static inline bool collapse_can_probe(const struct collapser *collapser)
{
	return collapser->signs[0] || collapser->probe || collapser->document;
}

/* The whole program; returns its exit code. */
int collapse_main(const struct collapser *collapser, int argc, char **argv);

/* All formats in the order of formats.def. */
extern const struct collapser *const collapse_formats[];
extern const size_t collapse_format_count;

/*
 * The format of a program by its base name, which may have a prefix: collapse-NAME, or a name of
 * formats.def. NULL if it is none.
 */
const struct collapser *collapse_format_called(const char *tool);

/* collapse-guess: the whole program, like collapse_main(). */
int guess_main(int argc, char **argv);

#endif
