/* SPDX-License-Identifier: MIT */
/*
 * wrong_input.h - names the format of an input that a program cannot read, and the command that
 * reads it.
 */
#ifndef FLAMBEAU_WRONG_INPUT_H
#define FLAMBEAU_WRONG_INPUT_H

#include "common/io/input.h"
#include "common/profile/ingest.h"

/* The program that got the input: how the command goes on that makes folded stacks of it. */
struct wrong_input_reader {
	const char *format; /* the program's own format, as collapse-guess calls it: "folded" */
	const char *tool;   /* the program to pipe the stacks into; NULL: none */
	/* the output file of the command, % is the input's name; NULL: no file */
	const char *output;
};

/*
 * Print one error that names the format of that file of `input` and the command for it. The format
 * is recognised by the first bytes, or by collapse-guess, which is started. False, without a
 * message, if it is not recognised, or if the program reads it. Call after ingest().
 */
bool wrong_input_explain(struct input *input, size_t file, const struct wrong_input_reader *reader);

/*
 * wrong_input_explain() after folded stacks were read, before notes are printed, if the input is
 * doubtful: without stacks, or most lines are none, or some are none and no stack has two frames.
 */
bool wrong_input_explain_folded(const struct personality *compat, struct input *input,
				const struct ingest_run *run,
				const struct wrong_input_reader *reader);

/* An error if the first file begins as JSON does; else false. Call after ingest(). */
bool wrong_input_explain_json(struct input *input);

/* Print the error of an input without a byte. */
void wrong_input_say_empty(const struct input *input);

/*
 * wrong_input_explain() for the beginning of the file `name`, by its first bytes alone: nothing is
 * started. For a reader that makes folded stacks itself the advice ends with a graph.
 */
bool wrong_input_explain_bytes(struct slice head, struct slice name,
			       const struct wrong_input_reader *reader);

/*
 * Likewise for files that no program here reads and that are told by words which a profile may have,
 * too: call where no format recognises it.
 */
bool wrong_input_explain_unread(struct slice head, struct slice name,
				const struct wrong_input_reader *reader);

/* ---- The words of advice ---- */

/* Append "collapse-perf FILE", or "... | collapse-perf" for standard input. */
void wrong_input_add_command(struct buf *buf, const char *program, struct slice name);

#endif
