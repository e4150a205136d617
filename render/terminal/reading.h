/* SPDX-License-Identifier: MIT */
/*
 * reading.h - the viewer's input: folded text, or any format that collapse-guess recognises.
 */
#ifndef FLAMBEAU_READING_H
#define FLAMBEAU_READING_H

#include "common/cli/program.h"

/* Standard input, to be closed; NULL after a message. */
struct input *reading_standard_input(const struct program_run *run);

/* All that comes of an input, into an empty profile. False after a message; release it anyway. */
bool reading_stream(struct program_run *run, struct input *input, struct profile *profile);

/* One file of the command line, into an empty profile. False after a message; release it anyway. */
bool reading_file(struct program_run *run, size_t file, struct profile *profile);

#endif
