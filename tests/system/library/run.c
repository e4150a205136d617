/* SPDX-License-Identifier: MIT */
/*
 * libflambeau-run TOOL [ARGUMENT...] - a program of flambeau by libflambeau: its bytes, its
 * messages and its exit code. By a link of another name it is the program of that name.
 */
#include <flambeau.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void note(void *context, int level, const char *text)
{
	if (level == FLAMBEAU_NOTE_LINES)
		fputs(text, stderr);
	else
		fprintf(stderr, "%s: %s\n", (const char *)context, text);
}

int main(int argc, char **argv)
{
	const char **words = calloc((size_t)argc + 1, sizeof(*words));
	const char *name = base_name(argv[0]);
	int first = strcmp(name, "libflambeau-run") == 0 ? 1 : 0, i, code;
	flambeau_error error;

	if (!words || argc <= first)
		return 2;
	name = base_name(argv[first]);
	words[0] = name;
	for (i = first + 1; i < argc; i++)
		words[i - first] = argv[i];
	code = flambeau_run(words, (size_t)(argc - first), flambeau_from_fd(STDIN_FILENO),
			    flambeau_to_fd(STDOUT_FILENO), note, (void *)(uintptr_t)name, &error);
	free(words);
	return code;
}
