/* SPDX-License-Identifier: MIT */
/*
 * reading.h - the viewer's input: folded text, or any format that collapse-guess recognises.
 */
#ifndef FLAMBEAU_READING_H
#define FLAMBEAU_READING_H

#include "common/cli/program.h"

/* One file of the command line, into an empty profile. False after a message; release it anyway. */
bool reading_file(struct program_run *run, size_t file, struct profile *profile);

#endif
