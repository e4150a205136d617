/* SPDX-License-Identifier: MIT */
/*
 * whole_program.h - a whole program on fuzzed bytes. CMake calls its function tool_main(). The
 * bytes:
 *
 *   the first       under which of the program's names it runs
 *   the second      on how many threads, the second time
 *   lines           options: the first byte chooses one of a table, what follows is its value
 *   an empty line
 *   parts           files, each up to a line "=="
 *
 * Options that name files are not in the tables.
 */
#ifndef FLAMBEAU_WHOLE_PROGRAM_H
#define FLAMBEAU_WHOLE_PROGRAM_H

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/fuzz/fuzz.h"

int tool_main(int argc, char **argv);

enum { PROGRAM_WORDS = 16, PROGRAM_WORD = 256, PROGRAM_NAMES = 3 };

struct program_words {
	char text[PROGRAM_WORDS][PROGRAM_WORD];
	int count;
};

/* The names of a program, its own first, and tables of its options. */
struct program_kind {
	const char *const *names, *const *options;
	size_t option_count;
};

static inline void program_add(struct program_words *words, const char *option, struct slice value)
{
	if (words->count == PROGRAM_WORDS)
		abort();
	snprintf(words->text[words->count++], PROGRAM_WORD, "%s%.*s", option,
		 (int)(value.len < 128 ? value.len : 128), value.ptr);
}

static inline bool program_has(const struct program_words *words, const char *word)
{
	int i;

	for (i = 0; i < words->count; i++) {
		if (strcmp(words->text[i], word) == 0)
			return true;
	}
	return false;
}

/* Options off the front, with room left for what the caller adds. */
static inline void program_options(struct program_words *words, struct slice *text,
				   const char *const *options, size_t option_count)
{
	struct slice line;

	while (slice_line(text, &line) && line.len > 0) {
		const char *option = options[(unsigned char)line.ptr[0] % option_count];
		bool takes_value = slice_ends(slice_from(option), SLICE("="));

		if (words->count < PROGRAM_WORDS - 6)
			program_add(words, option, takes_value ? slice_tail(line, 1) : SLICE(""));
	}
}

/* Up to a line "==". */
static inline struct slice program_part(struct slice *text)
{
	size_t end = slice_search(*text, SLICE("\n==\n"));
	struct slice part = *text;

	*text = SLICE("");
	if (end == SLICE_NONE)
		return part;
	*text = slice_tail(part, end + 4);
	return slice_head(part, end + 1);
}

static inline void program_leave_folder(void)
{
	static char folder[512];
	const struct dirent *entry;
	DIR *here = opendir(".");

	while (here && (entry = readdir(here)) != NULL)
		unlink(entry->d_name);
	if (here && closedir(here) == 0 && getcwd(folder, sizeof(folder)))
		rmdir(folder);
}

/* Change to a folder of its own, for input files and output. */
static inline void program_go_to_own_folder(void)
{
	static bool there;
	static char folder[64];

	if (there)
		return;
	snprintf(folder, sizeof(folder), "%s.dir", fuzz_path("work").ptr);
	if (mkdir(folder, 0700) != 0 || chdir(folder) != 0)
		abort();
	there = atexit(program_leave_folder) == 0;
}

static inline void program_file(const char *name, struct slice text)
{
	fuzz_write(slice_from(name), (const uint8_t *)text.ptr, text.len);
}

/*
 * Into its folder, and what the bytes begin with: a name, options. What is left are parts. False if
 * there are too few bytes.
 */
static inline bool program_begin(struct program_words *words, struct slice *parts,
				 const struct program_kind *kind, const uint8_t *data, size_t size)
{
	*words = (struct program_words){.count = 0};
	if (size < 2)
		return false;
	program_go_to_own_folder();
	*parts = slice_of((const char *)data + 2, size - 2);
	program_add(words, kind->names[data[0] % PROGRAM_NAMES], SLICE(""));
	program_options(words, parts, kind->options, kind->option_count);
	return true;
}

/*
 * The number of threads of a second run, which changes nothing; NULL where the name has no such
 * option.
 */
static inline const char *program_threads(const uint8_t *data)
{
	if (data[0] % PROGRAM_NAMES != 0)
		return NULL;
	return data[1] % 2 ? "-j2" : "-j3";
}

/* The program's exit code; its standard output goes to the file. */
static inline int program_run(const struct program_words *words, const char *out)
{
	struct program_words copy = *words;
	char *argv[PROGRAM_WORDS + 1] = {NULL};
	int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600), i;

	if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || (fd != STDOUT_FILENO && close(fd) != 0))
		abort();
	for (i = 0; i < copy.count; i++)
		argv[i] = copy.text[i];
	return tool_main(copy.count, argv);
}

#endif
