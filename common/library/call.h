/* SPDX-License-Identifier: MIT */
/*
 * call.h - one call of the library: the context in which the programs' functions work, what
 * becomes of their messages, and the command line that is run in it. Functions return, and give
 * back what they took; nothing ends the process but a lack of memory (call_no_memory()).
 */
#ifndef FLAMBEAU_CALL_H
#define FLAMBEAU_CALL_H

#include "common/base/context.h"
#include "common/library/flambeau.h"

enum { CALL_SOURCES = 3 }; /* at most */

struct flambeau_source {
	char *path; /* of a file; NULL: `as` */
	struct context_source as;
	flambeau_read_fn *read; /* behind as.read() */
	void *context;
};

struct flambeau_sink {
	struct context_sink as;
	flambeau_write_fn *write; /* behind as.write() */
	void *context;
	char **ptr; /* memory */
	size_t *len;
	size_t cap;
};

/* What a call reads and writes; all of it may be NULL or 0. */
struct call_ends {
	const struct context_source *sources[CALL_SOURCES];
	size_t source_count;
	const struct flambeau_sink *sink;
	flambeau_note_fn *note;
	void *note_context;
	uint64_t limit, held; /* bytes; held: in use before the call */
	double seconds;       /* 0: any */
};

struct call {
	struct context context; /* the first member: context() is cast to the call */
	struct context *before; /* of this thread: a callback has called the library */
	const struct call_ends *ends;
	char message[sizeof(((flambeau_error *)0)->message)]; /* the last error */
};

/* Enter the call's context. `ends` stay the caller's, and must outlive the call. */
void call_begin(struct call *call, const struct call_ends *ends);

/* Leave it. True if all is good, and no limit was met; else `error` (may be NULL) is filled. */
bool call_end(struct call *call, bool good, flambeau_error *error);

/* malloc(), cleared, or the host's hook and abort(). */
void *call_get(size_t size);
_Noreturn void call_no_memory(void);

/* A sink that fills memory, as flambeau_to_memory() makes. Once in use it must not move. */
void sink_memory(struct flambeau_sink *sink, char **ptr, size_t *len);

/* Release a source, a sink (may be NULL); the memory of a failed call, too. */
void source_end(flambeau_source *source);
void sink_end(flambeau_sink *sink, bool good);

/* Fill `error`, which may be NULL. Returns false. */
bool error_set(flambeau_error *error, int code, const char *format, ...) PRINTF_LIKE(3, 4);

/* ---- options.c ---- */

/*
 * The programs that the library has, by their names and those of the originals (the rows are made of
 * the flambeau_tool() calls of CMakeLists.txt); options as words of their command lines.
 */

enum { PROGRAM_NAMES = 4 };

struct collapser;

struct program_row {
	const char *names[PROGRAM_NAMES]; /* its own first; NULL after the last one */
	int (*entry)(int argc, char **argv);
	const struct collapser *collapser; /* of collapse_main(), instead of `entry` */
};

/* The row of any of its names; NULL if none exists. */
const struct program_row *program_row_find(const char *name);

/* The number-th row, in the order of their own names; NULL after the last one. */
const struct program_row *program_row_at(size_t number);

/* A command line; the words stay the caller's. */
struct program_words {
	const struct program_row *row;
	char **at;
	int count;
};

/* Run the program in the context of this thread. Its exit code. */
int program_run_words(const struct program_words *words);

struct flambeau_options {
	const struct program_row *row;
	char **words; /* the name, then the options */
	size_t count;
};

/*
 * The command line that a call runs: options (NULL: none) and more words. The caller frees
 * words.at.
 */
struct command {
	struct program_words words;
	const char *first;           /* an option before the others, or NULL */
	const char *const *operands; /* after them */
	size_t operand_count;
};

/* False, with `error` filled, if the options are another program's. */
bool command_make(struct command *command, const char *program, const flambeau_options *options,
		  flambeau_error *error);

#endif
