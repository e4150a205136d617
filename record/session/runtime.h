/* SPDX-License-Identifier: MIT */
/*
 * runtime.h - what the language runtime of a command needs so that its functions have names and
 * callers: variables of its environment, the size and the rate of copies of the stack, a recording
 * in a file. Its compiler writes perf maps and dumps in /tmp, which are removed afterwards.
 */
#ifndef FLAMBEAU_RUNTIME_H
#define FLAMBEAU_RUNTIME_H

#include "record/session/request.h"

/*
 * Which language runtime a command is: Python, Node.js, a JVM, .NET, or that it is a program of Go.
 * Links, the interpreter that a script names after `#!`, and env(1) are followed; other programs
 * that start one are not.
 */

enum runtime_kind {
	RUNTIME_NONE,
	RUNTIME_PYTHON,
	RUNTIME_NODE,
	RUNTIME_JAVA,
	RUNTIME_DOTNET,
	RUNTIME_GO
};

struct runtime_program {
	enum runtime_kind kind;
	unsigned major, minor;     /* of its version; major 0: not known */
	struct buf path;           /* as the command or the script names it, NUL-terminated */
	struct arguments words;    /* the runtime's command line, from its options on */
	struct arguments assigned; /* "NAME=VALUE" of env */
	bool is_cleared;           /* env leaves it no variable but these */
};

/*
 * Find the runtime of a command, whose relative path is one in the folder `cwd` (empty: this one).
 * A Python without a number in its name is asked for it (-V).
 */
void runtime_program_find(struct runtime_program *program, const char *const *command, size_t count,
			  struct slice cwd);

/* Find that of a running process, without its command line. */
void runtime_program_of_process(struct runtime_program *program, struct slice pid);

void runtime_program_release(struct runtime_program *program);

/* A zeroed struct is that of a command which needs nothing. */
struct runtime {
	const struct request *request; /* set by runtime_look() */
	struct runtime_program program;
	struct arguments variables; /* "NAME=VALUE" for the command */
	bool writes_dump;           /* of its code, which perf has to record by the same clock */
	bool needs_file;            /* names are known after the recording only: no pipe */
	bool is_attached;           /* a running JVM, which writes a map when jcmd asks for it */
	/* How much of each stack is copied, as --call-graph takes it; NULL: as without a runtime. */
	const struct runtime_copies {
		const char *beside_chains, *alone; /* "auto,16384", "dwarf,16384" */
	} * copies;
	bool by_frame_pointers;  /* instead of copies */
	uint64_t rate;           /* samples per second, without --freq; 0: as for any program */
	struct buf lack;         /* why functions have no names, a sentence; or empty */
	struct arguments before; /* files of compilers that existed before */
};

void runtime_release(struct runtime *runtime);

/*
 * Recognise the runtime of a command, or without one of the request's process, and choose, unless
 * --no-runtime is given. Nothing is changed or said yet.
 */
void runtime_look(struct runtime *runtime, const struct request *request,
		  const char *const *command, size_t count);

/* Just before the recording: say what was chosen, and see which files exist. */
void runtime_begin(struct runtime *runtime);

/* After it: ask a JVM that runs for its names. */
void runtime_end(struct runtime *runtime);

/* The rate to record it at; 0: as any program. */
uint64_t runtime_rate(const struct runtime *runtime);

/* The method to find callers, with --call-graph as the user gave it. */
const char *runtime_call_graph(const struct runtime *runtime, const struct request *request);

/* True if its compiler may leave files that are ours to remove. */
bool runtime_removes_files(const struct runtime *runtime);

/* After folding: remove the files of the processes that collapse-perf has listed. */
void runtime_remove_files(const struct runtime *runtime, const char *list_path);

/* False also for Go, whose compiler ends before its program begins. */
static inline bool runtime_makes_code(enum runtime_kind kind)
{
	return kind != RUNTIME_NONE && kind != RUNTIME_GO;
}

/* A sentence about how to get names, of RUNTIME_NONE for any just-in-time compiler. */
const char *runtime_advice(enum runtime_kind kind);

#endif
