/* SPDX-License-Identifier: MIT */
/*
 * unit-FOLDER [--list | NAME...] - the unit tests of a folder, or those named, in this order. A
 * single one runs in this process, for debuggers; several have a process each, so that none sees
 * what another leaves in memory, environment or descriptors. Exit code: 0; 1 if one fails; 77 if
 * all are skipped. UNITS, defined by the build, is a row UNIT(NAME) for each test_NAME.c.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNIT(name) int test_##name(void);
UNITS
#undef UNIT

enum { SKIPPED = 77 };

static const struct unit {
	const char *name;
	int (*run)(void); /* returns the exit code */
} units[] = {
#define UNIT(name) {#name, test_##name},
	UNITS
#undef UNIT
};

static const size_t unit_count = sizeof(units) / sizeof(units[0]);

static const struct unit *unit_find(const char *name)
{
	size_t i;

	for (i = 0; i < unit_count; i++) {
		if (strcmp(units[i].name, name) == 0)
			return &units[i];
	}
	fprintf(stderr, "no test is named %s; --list names them\n", name);
	exit(2);
}

static int unit_run_apart(const struct unit *unit)
{
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child < 0) {
		perror("fork");
		exit(2);
	}
	if (child == 0)
		exit(unit->run());
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		fprintf(stderr, "%s: signal %d\n", unit->name, WTERMSIG(status));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	const size_t count = argc > 1 ? (size_t)argc - 1 : unit_count;
	size_t i, failed = 0, skipped = 0;

	if (argc == 2 && strcmp(argv[1], "--list") == 0) {
		for (i = 0; i < unit_count; i++)
			puts(units[i].name);
		return 0;
	}
	if (argc == 2)
		return unit_find(argv[1])->run();
	for (i = 0; i < count; i++) {
		const struct unit *unit = argc > 1 ? unit_find(argv[i + 1]) : &units[i];
		const int code = unit_run_apart(unit);

		failed += code != 0 && code != SKIPPED;
		skipped += code == SKIPPED;
		printf("%-24s %s\n", unit->name,
		       code == 0         ? "ok"
		       : code == SKIPPED ? "skipped"
					 : "FAILED");
	}
	printf("%zu tests, %zu failed, %zu skipped\n", count, failed, skipped);
	return failed > 0 ? 1 : skipped == count ? SKIPPED : 0;
}
