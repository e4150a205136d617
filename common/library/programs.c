/* SPDX-License-Identifier: MIT */
#include "common/library/programs.h"

extern int collapse_main(const struct collapser *collapser, int argc, char **argv);

#define PROGRAM(entry, ...) extern int entry(int argc, char **argv);
#define COLLAPSER(name, ...) extern const struct collapser name;
#include <flambeau_programs.def>
#undef PROGRAM
#undef COLLAPSER

#define PROGRAM(entry, ...) {{__VA_ARGS__}, entry, NULL},
#define COLLAPSER(name, ...) {{__VA_ARGS__}, NULL, &name},
static const struct program_row rows[] = {
#include <flambeau_programs.def>
};

const struct program_row *program_row_find(const char *name)
{
	size_t i, k;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		for (k = 0; k < PROGRAM_NAMES && rows[i].names[k]; k++) {
			if (strcmp(rows[i].names[k], name) == 0)
				return &rows[i];
		}
	}
	return NULL;
}

const struct program_row *program_row_at(size_t number)
{
	return number < ARRAY_LEN(rows) ? &rows[number] : NULL;
}

int program_run_words(const struct program_words *words)
{
	if (words->row->collapser)
		return collapse_main(words->row->collapser, words->count, words->at);
	return words->row->entry(words->count, words->at);
}
