/* SPDX-License-Identifier: MIT */
/*
 * runtime_program.h - which language runtime a command is: Python, Node.js, a JVM, .NET, or
 * that it is a program of Go. Links, the
 * interpreter that a script names after `#!`, and env(1) are followed; other programs that start
 * one are not.
 */
#ifndef FLAMBEAU_RUNTIME_PROGRAM_H
#define FLAMBEAU_RUNTIME_PROGRAM_H

#include "record/session/arguments.h"

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

#endif
