/* SPDX-License-Identifier: MIT */
/*
 * faults PERF RECORDING - each call of the system that a call of the library makes fails in turn:
 * the library returns, with an error or without what it could not get, and gives back what it took.
 * Where memory is out it calls the host's hook, then abort(). The linker leads the calls of the
 * library here (CMakeLists.txt).
 *
 * ctest: library.faults LEAKS short fault sanitize NEEDS library RUN @fixtures@/perf/cxx-fp.F-comm-tid-time.txt @fixtures@/jfr/tiny.jfr
 */
#include <flambeau.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind { MEMORY, OPEN, READ, WRITE, KINDS };

static const char *const kinds[KINDS] = {"memory", "open", "read", "write"};
static enum kind failing;
static atomic_long left; /* calls of the kind until one fails; 0: none does */
static atomic_bool failed;
static int failures;

static void complain(const char *what, long number, const char *why)
{
	printf("%s, %s %ld: %s\n", what, kinds[failing], number, why);
	failures++;
}

/* ---- What the library calls ---- */

static bool fails(enum kind kind, int why)
{
	long before = atomic_load(&left);

	if (kind != failing)
		return false;
	while (before > 0 && !atomic_compare_exchange_weak(&left, &before, before - 1))
		;
	if (before != 1)
		return false;
	failed = true;
	errno = why;
	return true;
}

/* The functions that stand for NAME() of the library, and NAME() itself. */
#define WRAPPED(result, name, arguments)                                                           \
	result __real_##name arguments;                                                            \
	result __wrap_##name arguments;                                                            \
	result __wrap_##name arguments

WRAPPED(void *, malloc, (size_t size))
{
	return fails(MEMORY, ENOMEM) ? NULL : __real_malloc(size);
}

WRAPPED(void *, calloc, (size_t count, size_t size))
{
	return fails(MEMORY, ENOMEM) ? NULL : __real_calloc(count, size);
}

WRAPPED(void *, realloc, (void *old, size_t size))
{
	return fails(MEMORY, ENOMEM) ? NULL : __real_realloc(old, size);
}

/* open() and the like; the mode is only there where a file may be made. */
#define OPENED(name)                                                                               \
	WRAPPED(int, name, (const char *path, int flags, ...))                                     \
	{                                                                                          \
		va_list arguments;                                                                 \
		mode_t mode;                                                                       \
                                                                                                   \
		va_start(arguments, flags);                                                        \
		mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;              \
		va_end(arguments);                                                                 \
		return fails(OPEN, EMFILE) ? -1 : __real_##name(path, flags, mode);                \
	}
OPENED(open)
OPENED(open64)

#define OPENED_AT(name)                                                                            \
	WRAPPED(int, name, (int folder, const char *path, int flags, ...))                         \
	{                                                                                          \
		va_list arguments;                                                                 \
		mode_t mode;                                                                       \
                                                                                                   \
		va_start(arguments, flags);                                                        \
		mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;              \
		va_end(arguments);                                                                 \
		return fails(OPEN, EMFILE) ? -1 : __real_##name(folder, path, flags, mode);        \
	}
OPENED_AT(openat)
OPENED_AT(openat64)

WRAPPED(DIR *, opendir, (const char *path))
{
	return fails(OPEN, EMFILE) ? NULL : __real_opendir(path);
}

WRAPPED(ssize_t, read, (int fd, void *to, size_t size))
{
	return fails(READ, EIO) ? -1 : __real_read(fd, to, size);
}

WRAPPED(ssize_t, pread, (int fd, void *to, size_t size, off_t at))
{
	return fails(READ, EIO) ? -1 : __real_pread(fd, to, size, at);
}

WRAPPED(ssize_t, pread64, (int fd, void *to, size_t size, off_t at))
{
	return fails(READ, EIO) ? -1 : __real_pread64(fd, to, size, at);
}

WRAPPED(ssize_t, write, (int fd, const void *from, size_t size))
{
	return fails(WRITE, ENOSPC) ? -1 : __real_write(fd, from, size);
}

#define MAPPED(name)                                                                               \
	WRAPPED(void *, name,                                                                      \
		(void *at, size_t size, int protection, int flags, int fd, off_t offset))          \
	{                                                                                          \
		return fails(MEMORY, ENOMEM)                                                       \
			       ? MAP_FAILED                                                        \
			       : __real_##name(at, size, protection, flags, fd, offset);           \
	}
MAPPED(mmap)
MAPPED(mmap64)

/* ---- The calls ---- */

struct subject {
	flambeau_profile *one, *other;
	const char *argument; /* a format, or a file */
};

static void add(flambeau_profile *profile, const char *leaf)
{
	const flambeau_slice labels[][2] = {{flambeau_text("thread"), flambeau_text("x")}};
	const flambeau_slice frames[] = {flambeau_text("@a=b"), flambeau_text(leaf)};

	flambeau_add_labeled(profile, frames, 2, labels, 1, 7, NULL);
}

static bool read_file(const struct subject *subject, flambeau_error *error)
{
	int fd = __real_open(subject->argument, O_RDONLY | O_CLOEXEC);
	bool good = flambeau_collapse(subject->one, NULL, flambeau_from_fd(fd), NULL, error);

	close(fd);
	return good;
}

/* Threads share a table of lines. */
static bool read_on_threads(const struct subject *subject, flambeau_error *error)
{
	flambeau_options *options = flambeau_options_new("collapse-perf");
	int fd = __real_open(subject->argument, O_RDONLY | O_CLOEXEC);
	bool good = flambeau_options_set(options, "threads", "3", error) &&
		    flambeau_options_set(options, "chunk-size", "1000", error) &&
		    flambeau_collapse(subject->one, "perf", flambeau_from_fd(fd), options, error);

	close(fd);
	flambeau_options_free(options);
	return good;
}

static bool write_as(const struct subject *subject, flambeau_error *error)
{
	int fd = __real_open("/dev/null", O_WRONLY | O_CLOEXEC);
	bool good = flambeau_write(subject->one, subject->argument, NULL, flambeau_to_fd(fd),
				   error);

	close(fd);
	return good;
}

static bool write_file(const struct subject *subject, flambeau_error *error)
{
	flambeau_options *options = flambeau_options_new("flamegraph");
	char *text;
	size_t len;
	bool good;

	good = flambeau_options_set(options, "output", subject->argument, error) &&
	       flambeau_write(subject->one, "svg", options, flambeau_to_memory(&text, &len), error);
	if (good)
		flambeau_free(text);
	flambeau_options_free(options);
	return good;
}

static bool compare(const struct subject *subject, flambeau_error *error)
{
	flambeau_profile *both = flambeau_diff(subject->one, subject->other, NULL, error);
	char *text;
	size_t len;
	bool good = both && flambeau_report(subject->one, subject->other, NULL,
					    flambeau_to_memory(&text, &len), error);

	if (good)
		flambeau_free(text);
	flambeau_profile_free(both);
	return good;
}

struct
try {
	const char *name;
	bool (*call)(const struct subject *subject, flambeau_error *error);
	const char *argument;
};

/* ---- Each call of the system in turn ---- */

static int open_descriptors(void)
{
	DIR *folder = __real_opendir("/proc/self/fd");
	int count = 0;

	while (folder && readdir(folder))
		count++;
	if (folder)
		closedir(folder);
	return count;
}

/* True if the number-th call failed; else there were fewer. */
static bool fail_one(const struct try *try, long number)
{
	struct subject subject = {flambeau_profile_new(), flambeau_profile_new(), try->argument};
	const int before = open_descriptors();
	flambeau_error error = {0};
	bool good;

	add(subject.one, "one");
	add(subject.other, "other");
	failed = false;
	left = number;
	good = try->call(&subject, &error);
	left = 0;
	if (!good && (!failed || error.code != FLAMBEAU_IO))
		complain(try->name, number, error.message);
	if (open_descriptors() != before)
		complain(try->name, number, "a descriptor stays open");
	flambeau_profile_free(subject.one);
	flambeau_profile_free(subject.other);
	return failed;
}

enum { HOOK = 77 };

static void hook(void *context)
{
	if (context)
		_exit(HOOK);
}

/* In a process of its own: true if it ended for want of memory. */
static bool memory_ends(const struct try *try, long number)
{
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
		flambeau_on_no_memory(hook, number % 2 == 1 ? &failures : NULL);
		fail_one(try, number);
		_exit(failed ? 1 : 0);
	}
	waitpid(child, &status, 0);
	if (number % 2 == 1 ? WIFEXITED(status) && WEXITSTATUS(status) == HOOK
			    : WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
		return true;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		complain(try->name, number, "neither the hook nor abort()");
	return false;
}

static void fail_all(const struct try *try)
{
	const long most = 20000;
	long number;

	for (failing = MEMORY; failing < KINDS; failing++) {
		number = 1;
		while (number < most && (failing == MEMORY ? memory_ends : fail_one)(try, number))
			number++;
		printf("%s: %ld of %s fail\n", try->name, number - 1, kinds[failing]);
		if (number == most)
			complain(try->name, number, "no end");
	}
}

int main(int argc, char **argv)
{
	char path[] = "/tmp/flambeau-faults-XXXXXX";
	const int fd = mkstemp(path);
	const struct try tries[] = {
		{"text", read_file, argc > 1 ? argv[1] : ""},
		{"threads", read_on_threads, argc > 1 ? argv[1] : ""},
		{"recording", read_file, argc > 2 ? argv[2] : ""},
		{"svg", write_as, "svg"},
		{"html", write_as, "html"},
		{"pprof", write_as, "pprof"},
		{"top", write_as, "top"},
		{"file", write_file, path},
		{"compare", compare, NULL},
	};
	size_t i;

	close(fd);
	for (i = 0; i < sizeof(tries) / sizeof(tries[0]); i++)
		fail_all(&tries[i]);
	unlink(path);
	return failures > 0;
}
