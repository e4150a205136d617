/* SPDX-License-Identifier: MIT */
/*
 * wrong_input.h - what an input is that a program cannot read, and the command that reads it.
 */
#ifndef FLAMBEAU_WRONG_INPUT_H
#define FLAMBEAU_WRONG_INPUT_H

#include "common/io/input.h"

/* What the program reads. */
enum wrong_input_reader {
	READS_PROFILES,     /* a collapser */
	READS_FOLDED,       /* folded stacks, by a pipe: flamegraph */
	READS_FOLDED_FILES, /* several files of folded stacks: difffolded */
};

/*
 * Print one error that says what the first file of `input` is and what to type, if that is known:
 * by its first bytes, or because collapse-guess, which is started, knows the format. False, without
 * a message, if it is not, or if the format is `own`, which the program itself reads ("folded", or
 * that of a collapser). Call after ingest().
 */
bool wrong_input_explain(struct input *input, const char *own, enum wrong_input_reader reader);

/* Does the first file begin as JSON does? Call after ingest(). */
bool wrong_input_is_json(struct input *input);

/*
 * wrong_input_explain() for the beginning of the file `name`, by its first bytes alone: nothing is
 * started.
 */
bool wrong_input_explain_bytes(struct slice head, struct slice name);

#endif
