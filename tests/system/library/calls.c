/* SPDX-License-Identifier: MIT */
/*
 * calls PERF - each function of flambeau.h, the input that it refuses, and that calls leave no
 * descriptor open and no handler of a signal.
 *
 * ctest: library.calls LEAKS short unit sanitize NEEDS library RUN @fixtures@/perf/cxx-fp.F-comm-tid-time.txt
 */
#include <flambeau.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static int failures;

static void check_at(int line, bool good, const char *what)
{
	if (!good) {
		printf("line %d: %s\n", line, what);
		failures++;
	}
}

#define CHECK(condition) check_at(__LINE__, condition, #condition)

static flambeau_error error;

static bool has(const char *text, const char *part)
{
	return text && strstr(text, part) != NULL;
}

static bool add(flambeau_profile *profile, const char *root, const char *leaf, uint64_t count)
{
	const flambeau_slice frames[] = {flambeau_text(root), flambeau_text(leaf)};

	return flambeau_add(profile, frames, 2, count, &error);
}

static bool fold(flambeau_profile *profile, const char *text)
{
	return flambeau_collapse(profile, "folded", flambeau_from_memory(text, strlen(text)), NULL,
				 &error);
}

/* The text that flambeau_write() writes, to be freed; NULL if it fails. */
static char *written(const flambeau_profile *profile, const char *format,
		     const flambeau_options *options)
{
	char *text;
	size_t len;

	return flambeau_write(profile, format, options, flambeau_to_memory(&text, &len), &error)
		       ? text
		       : NULL;
}

static bool writes(const flambeau_profile *profile, const char *want)
{
	char *text = written(profile, "folded", NULL);
	bool good = text && strcmp(text, want) == 0;

	if (!good)
		printf("written: %s\nwanted: %s\n", text ? text : error.message, want);
	flambeau_free(text);
	return good;
}

static void stacks_are_counted(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	const flambeau_slice labels[][2] = {{flambeau_text("thread"), flambeau_text("a b")},
					    {flambeau_text("x=y"), flambeau_text("1")}};
	const flambeau_slice frame = flambeau_text("odd;name");

	CHECK(add(profile, "main", "work", 2) && add(profile, "main", "work", 3));
	CHECK(writes(profile, "main;work 5\n"));
	CHECK(flambeau_add_labeled(profile, &frame, 1, labels, 2, 1, &error));
	CHECK(add(profile, "@a=b", "c", 1));
	CHECK(writes(profile, "@thread=a b;@x_y=1;odd:name 1\n_@a=b;c 1\nmain;work 5\n"));
	CHECK(fold(profile, "main;work 1\nother 2\n"));
	CHECK(writes(profile, "@thread=a b;@x_y=1;odd:name 1\n_@a=b;c 1\nmain;work 6\nother 2\n"));
	CHECK(!flambeau_add(profile, NULL, 0, 1, &error) && error.code == FLAMBEAU_USAGE);
	flambeau_profile_free(profile);
}

static void headers_are_known(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	char *svg;

	CHECK(add(profile, "a", "b", 5));
	CHECK(flambeau_header(profile, "unit", "bytes", &error));
	CHECK(!flambeau_header(profile, "nothing", "x", &error) && error.code == FLAMBEAU_USAGE);
	CHECK(writes(profile, "# flambeau: unit=bytes\na;b 5\n"));
	svg = written(profile, "svg", NULL);
	CHECK(has(svg, "(5 B, 100%)"));
	flambeau_free(svg);
	flambeau_profile_free(profile);
}

static void formats_are_written(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	flambeau_options *options = flambeau_options_new("flamegraph");
	char *text;
	size_t i;

	CHECK(add(profile, "a", "b", 5));
	for (i = 0; flambeau_format_out(i); i++) {
		text = written(profile, flambeau_format_out(i), NULL);
		check_at(__LINE__, text != NULL, flambeau_format_out(i));
		flambeau_free(text);
	}
	CHECK(i == 9 && strcmp(flambeau_format_in(0), "folded") == 0);
	for (i = 0; flambeau_format_in(i); i++)
		;
	CHECK(i > 30);
	CHECK(flambeau_options_set(options, "title", "A title", &error));
	CHECK(!flambeau_options_set(options, "titel", "A title", &error));
	CHECK(error.code == FLAMBEAU_USAGE && has(error.message, "did you mean --title"));
	CHECK(!flambeau_options_set(options, "width", "much", &error));
	CHECK(!flambeau_options_set(options, "help", NULL, &error));
	CHECK(error.code == FLAMBEAU_USAGE);
	text = written(profile, "svg", options);
	CHECK(has(text, ">A title<"));
	flambeau_free(text);
	CHECK(!written(profile, "pprof", options) && error.code == FLAMBEAU_USAGE);
	CHECK(!written(profile, "bmp", NULL) && error.code == FLAMBEAU_USAGE);
	CHECK(!flambeau_options_new("flamegraph-view") && !flambeau_options_new("rm"));
	flambeau_options_free(options);
	flambeau_profile_free(profile);
}

static void count_option(void *context, const char *name, const char *value, const char *help)
{
	if (strcmp(name, "title") == 0 && strcmp(value, "TEXT") == 0 && help[0] != '\0')
		++*(int *)context;
}

static void options_are_listed(void)
{
	int count = 0;

	CHECK(flambeau_options_each("flamegraph.pl", count_option, &count, &error) && count == 1);
	CHECK(!flambeau_options_each("ls", count_option, &count, &error));
}

struct reading {
	const char *text;
	size_t at;
};

static long read_a_byte(void *context, char *to, size_t size)
{
	struct reading *reading = context;

	if (size == 0 || reading->text[reading->at] == '\0')
		return 0;
	if (reading->text[reading->at] == '!') {
		errno = EIO;
		return -1;
	}
	*to = reading->text[reading->at++];
	return 1;
}

static bool write_nothing(void *context, const char *from, size_t len)
{
	(void)context;
	(void)from;
	(void)len;
	errno = ENOSPC;
	return false;
}

static long read_too_much(void *context, char *to, size_t size)
{
	(void)context;
	memset(to, 'a', size);
	return (long)size + 4096;
}

static long read_without_a_reason(void *context, char *to, size_t size)
{
	(void)context;
	(void)to;
	(void)size;
	return -2;
}

static bool write_without_a_reason(void *context, const char *from, size_t len)
{
	(void)context;
	(void)from;
	(void)len;
	return false;
}

/* errno is that of something else before, and then no reason. */
static void callbacks_that_do_wrong_are_errors(void)
{
	flambeau_profile *profile = flambeau_profile_new();

	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_callback(read_too_much, NULL),
				 NULL, &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EOVERFLOW)));
	errno = EPERM;
	CHECK(!flambeau_collapse(profile, "folded",
				 flambeau_from_callback(read_without_a_reason, NULL), NULL,
				 &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EIO)));
	CHECK(add(profile, "a", "b", 1));
	errno = EPERM;
	CHECK(!flambeau_write(profile, "svg", NULL,
			      flambeau_to_callback(write_without_a_reason, NULL), &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EIO)));
	flambeau_profile_free(profile);
}

/* SIGXFSZ would end the host. */
static void a_limit_of_file_sizes_is_an_error(void)
{
	const struct rlimit small = {.rlim_cur = 100, .rlim_max = RLIM_INFINITY};
	flambeau_profile *profile = flambeau_profile_new();
	struct rlimit before;
	FILE *file = tmpfile();
	sigset_t pending;

	CHECK(file && getrlimit(RLIMIT_FSIZE, &before) == 0 && add(profile, "a", "b", 1));
	CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
	CHECK(!flambeau_write(profile, "svg", NULL, flambeau_to_fd(fileno(file)), &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EFBIG)));
	CHECK(sigpending(&pending) == 0 && !sigismember(&pending, SIGXFSZ));
	CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
	fclose(file);
	flambeau_profile_free(profile);
}

static void sources_and_sinks_fail(void)
{
	struct reading whole = {"a;b 1\n", 0}, cut = {"a;b 1\n!", 0};
	flambeau_profile *profile = flambeau_profile_new();
	int ends[2];

	CHECK(flambeau_collapse(profile, "folded", flambeau_from_callback(read_a_byte, &whole),
				NULL, &error));
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_callback(read_a_byte, &cut), NULL,
				 &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EIO)));
	CHECK(writes(profile, "a;b 1\n"));
	CHECK(!flambeau_write(profile, "svg", NULL, flambeau_to_callback(write_nothing, NULL),
			      &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(ENOSPC)));
	CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
	CHECK(!flambeau_write(profile, "svg", NULL, flambeau_to_fd(ends[1]), &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EPIPE)));
	close(ends[1]);
	CHECK(!flambeau_write(profile, "svg", NULL, flambeau_to_fd(ends[1]), &error));
	CHECK(error.code == FLAMBEAU_IO);
	CHECK(!flambeau_write(profile, "svg", NULL, flambeau_to_fd(-1), &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EBADF)));
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_fd(-1), NULL, &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(EBADF)));
	CHECK(!flambeau_write(profile, "svg", NULL, NULL, &error) && error.code == FLAMBEAU_USAGE);
	CHECK(!flambeau_collapse(profile, "folded", NULL, NULL, &error));
	flambeau_profile_free(profile);
}

static void programs_run(void)
{
	const char *const help[] = {"flamegraph", "--help"}, *const wrong[] = {"flamegraph",
									       "--no"};
	char *text;
	size_t len;

	CHECK(flambeau_run(help, 2, NULL, flambeau_to_memory(&text, &len), NULL, NULL, &error) ==
	      0);
	CHECK(has(text, "--title"));
	flambeau_free(text);
	CHECK(flambeau_run(help, 2, NULL, flambeau_to_callback(write_nothing, NULL), NULL, NULL,
			   &error) == 1);
	CHECK(error.code == FLAMBEAU_IO && has(error.message, strerror(ENOSPC)));
	CHECK(flambeau_run(wrong, 2, NULL, NULL, NULL, NULL, &error) == 2);
	CHECK(error.code == FLAMBEAU_USAGE && has(error.message, "--no"));
	CHECK(flambeau_run(NULL, 0, NULL, NULL, NULL, NULL, &error) != 0);
	CHECK(error.code == FLAMBEAU_USAGE);
}

static void count_note(void *context, int level, const char *text)
{
	if (level == FLAMBEAU_NOTE_WARNING && has(text, "standard input:2: "))
		++*(int *)context;
}

static void notes_come(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	flambeau_options *strict = flambeau_options_new("collapse-filter");
	const char *text = "a;b 1\nnothing\n";
	int count = 0;

	flambeau_profile_notes(profile, count_note, &count);
	CHECK(fold(profile, text) && count == 1);
	CHECK(flambeau_options_set(strict, "strict", NULL, &error));
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_memory(text, strlen(text)),
				 strict, &error));
	CHECK(error.code == FLAMBEAU_DATA);
	CHECK(!flambeau_collapse(profile, "perf", flambeau_from_memory("", 0), NULL, &error));
	CHECK(error.code == FLAMBEAU_DATA);
	CHECK(!flambeau_collapse(profile, "cobol", flambeau_from_memory("", 0), NULL, &error));
	CHECK(error.code == FLAMBEAU_USAGE);
	CHECK(!flambeau_collapse(profile, "perf", flambeau_from_memory("", 0), NULL, NULL));
	flambeau_options_free(strict);
	flambeau_profile_free(profile);
}

static void errors_have_a_place(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	flambeau_options *sorted = flambeau_options_new("collapse-filter");
	const char *text = "b 1\na 1\n", *zip = "PK\003\004", *cut = "PERFILE2 cut";

	CHECK(!flambeau_collapse(profile, "perf", flambeau_from_memory(zip, strlen(zip)), NULL,
				 &error));
	CHECK(error.line == 0 && strcmp(error.input, "standard input") == 0);
	CHECK(!flambeau_write(profile, "svg", NULL, flambeau_to_fd(-1), &error));
	CHECK(error.line == 0 && error.input[0] == '\0');
	CHECK(flambeau_options_set(sorted, "merge", NULL, &error) &&
	      flambeau_options_set(sorted, "sorted", NULL, &error));
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_memory(text, strlen(text)),
				 sorted, &error));
	CHECK(error.code == FLAMBEAU_DATA && error.line == 2);
	CHECK(strcmp(error.input, "standard input") == 0);
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_file("no:7: file"), NULL,
				 &error));
	CHECK(error.line == 0 && strcmp(error.input, "no:7: file") == 0);
	CHECK(!flambeau_collapse(profile, "perf", flambeau_from_memory(cut, strlen(cut)), NULL,
				 &error));
	CHECK(error.code == FLAMBEAU_DATA && strcmp(error.input, "standard input") == 0);
	flambeau_options_free(sorted);
	flambeau_profile_free(profile);
}

static void limits_hold(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	char name[32], *text;
	int i;

	CHECK(add(profile, "a", "b", 1));
	flambeau_profile_limit(profile, 1 << 16);
	CHECK(!written(profile, "svg", NULL) && error.code == FLAMBEAU_LIMIT);
	flambeau_profile_limit(profile, 0);
	CHECK(writes(profile, "a;b 1\n"));
	flambeau_profile_limit(profile, 1 << 20);
	for (i = 0; i < 100000; i++) {
		snprintf(name, sizeof(name), "function_%d", i);
		if (!add(profile, "a", name, 1))
			break;
	}
	CHECK(i < 100000 && error.code == FLAMBEAU_LIMIT);
	CHECK(!written(profile, "folded", NULL) && error.code == FLAMBEAU_LIMIT);
	flambeau_profile_limit(profile, 0);
	text = written(profile, "folded", NULL);
	CHECK(has(text, "a;b 1\n") && has(text, "a;function_0 1\n"));
	flambeau_free(text);
	CHECK(flambeau_filter(profile, NULL, &error)); /* text, which fits once, and not twice */
	flambeau_profile_limit(profile, 600 << 10);
	CHECK(!written(profile, "folded", NULL) && error.code == FLAMBEAU_LIMIT);
	flambeau_profile_free(profile);
}

struct endless {
	char line[32];
	size_t at, len;
	unsigned long number;
};

/* Each stack is new, and the last one never comes. */
static long read_stacks(void *context, char *to, size_t size)
{
	struct endless *endless = context;
	size_t n;

	if (endless->at == endless->len) {
		endless->len = (size_t)snprintf(endless->line, sizeof(endless->line),
						"a;function_%lu 1\n", ++endless->number);
		endless->at = 0;
	}
	n = endless->len - endless->at < size ? endless->len - endless->at : size;
	memcpy(to, endless->line + endless->at, n);
	endless->at += n;
	return (long)n;
}

static void limits_end_endless_input(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	struct endless endless = {.number = 0};

	CHECK(fold(profile, "a;b 1\n"));
	flambeau_profile_limit(profile, 4 << 20);
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_callback(read_stacks, &endless),
				 NULL, &error));
	CHECK(error.code == FLAMBEAU_LIMIT && has(error.message, "4M bytes of memory"));
	endless = (struct endless){.number = 0}; /* it ended within a line */
	flambeau_profile_limit(profile, 16 << 20);
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_callback(read_stacks, &endless),
				 NULL, &error));
	CHECK(endless.number < 300000); /* tables count, too: 56 bytes per stack at least */
	flambeau_profile_limit(profile, 0);
	flambeau_profile_time(profile, 0.05);
	endless = (struct endless){.number = 0};
	CHECK(!flambeau_collapse(profile, NULL, flambeau_from_callback(read_stacks, &endless), NULL,
				 &error));
	CHECK(error.code == FLAMBEAU_LIMIT && has(error.message, "limit of time"));
	flambeau_profile_time(profile, 0);
	CHECK(writes(profile, "a;b 1\n"));
	flambeau_profile_free(profile);
}

static void profiles_are_merged_and_filtered(void)
{
	flambeau_profile *profile = flambeau_profile_new(), *other = flambeau_profile_new();
	flambeau_options *options = flambeau_options_new("collapse-filter");

	CHECK(flambeau_merge(profile, other, &error) &&
	      flambeau_filter(other, NULL, &error) == false);
	CHECK(error.code == FLAMBEAU_DATA);
	CHECK(add(profile, "a", "b", 1) && add(other, "a", "b", 2) && fold(other, "c;d 3\n"));
	CHECK(flambeau_merge(profile, other, &error));
	CHECK(writes(profile, "a;b 3\nc;d 3\n") && writes(other, "a;b 2\nc;d 3\n"));
	CHECK(flambeau_merge(other, other, &error) && writes(other, "a;b 4\nc;d 6\n"));
	CHECK(flambeau_options_set(options, "focus", "^c$", &error));
	CHECK(flambeau_filter(profile, options, &error));
	CHECK(writes(profile, "c;d 3\n") && add(profile, "a", "b", 1));
	CHECK(writes(profile, "a;b 1\nc;d 3\n"));
	flambeau_options_free(options);
	options = flambeau_options_new("flamegraph");
	CHECK(!flambeau_filter(profile, options, &error) && error.code == FLAMBEAU_USAGE);
	CHECK(writes(profile, "a;b 1\nc;d 3\n"));
	flambeau_options_free(options);
	flambeau_profile_free(profile);
	flambeau_profile_free(other);
}

static void standard_input_may_be_closed(const char *path)
{
	flambeau_profile *profile = flambeau_profile_new();
	const int kept = dup(STDIN_FILENO);

	close(STDIN_FILENO);
	CHECK(flambeau_collapse(profile, NULL, flambeau_from_file(path), NULL, &error));
	CHECK(fcntl(STDIN_FILENO, F_GETFD) < 0);
	if (kept >= 0) {
		CHECK(dup2(kept, STDIN_FILENO) == STDIN_FILENO);
		close(kept);
	}
	flambeau_profile_free(profile);
}

static void files_are_read_and_written(const char *path)
{
	flambeau_profile *profile = flambeau_profile_new();
	char *folded, *again;
	FILE *file;

	CHECK(flambeau_collapse(profile, NULL, flambeau_from_file(path), NULL, &error));
	folded = written(profile, "folded", NULL);
	CHECK(flambeau_write(profile, "folded", NULL, flambeau_to_file("-folded"), &error));
	CHECK(flambeau_write(profile, "svg", NULL, flambeau_to_file("svg"), &error));
	flambeau_profile_free(profile);
	profile = flambeau_profile_new();
	CHECK(flambeau_collapse(profile, "folded", flambeau_from_file("-folded"), NULL, &error));
	again = written(profile, "folded", NULL);
	CHECK(folded && again && strcmp(folded, again) == 0);
	file = fopen("svg", "r");
	CHECK(file && getc(file) == '<');
	if (file)
		fclose(file);
	CHECK(!flambeau_collapse(profile, "folded", flambeau_from_file("no/file"), NULL, &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, "no/file"));
	CHECK(!flambeau_write(profile, "svg", NULL, flambeau_to_file("no/file"), &error));
	CHECK(error.code == FLAMBEAU_IO && has(error.message, "no/file"));
	CHECK(remove("-folded") == 0 && remove("svg") == 0);
	flambeau_free(folded);
	flambeau_free(again);
	flambeau_profile_free(profile);
}

static void two_are_compared(void)
{
	flambeau_profile *before = flambeau_profile_new(), *after = flambeau_profile_new(), *both;
	flambeau_options *normalize = flambeau_options_new("difffolded");
	char *text;
	size_t len;

	CHECK(add(before, "a", "b", 10) && add(after, "a", "b", 30) && add(after, "a", "c", 10));
	both = flambeau_diff(before, after, NULL, &error);
	CHECK(both && writes(both, "a;b 10 30\na;c 0 10\n"));
	text = written(both, "svg", NULL);
	CHECK(has(text, "</svg>"));
	flambeau_free(text);
	flambeau_profile_free(both);
	CHECK(flambeau_options_set(normalize, "normalize", NULL, &error));
	both = flambeau_diff(before, after, normalize, &error);
	CHECK(both && writes(both, "a;b 40 30\na;c 0 10\n"));
	flambeau_profile_free(both);
	CHECK(flambeau_report(before, after, NULL, flambeau_to_memory(&text, &len), &error));
	CHECK(has(text, "b") && strlen(text) == len);
	flambeau_free(text);
	flambeau_options_free(normalize);
	flambeau_profile_free(before);
	flambeau_profile_free(after);
}

static void formats_are_guessed(const char *path)
{
	flambeau_profile *guessed = flambeau_profile_new(), *named = flambeau_profile_new();
	FILE *file = fopen(path, "r");
	char *text;

	CHECK(file &&
	      flambeau_collapse(guessed, NULL, flambeau_from_fd(fileno(file)), NULL, &error));
	rewind(file);
	CHECK(flambeau_collapse(named, "stackcollapse-perf.pl", flambeau_from_fd(fileno(file)),
				NULL, &error));
	fclose(file);
	text = written(named, "folded", NULL);
	CHECK(text && strlen(text) > 100);
	flambeau_free(text);
	flambeau_profile_free(guessed);
	flambeau_profile_free(named);
}

static int open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	while (folder && readdir(folder))
		count++;
	if (folder)
		closedir(folder);
	return count;
}

int main(int argc, char **argv)
{
	const int before = open_descriptors();
	struct sigaction pipe_before, pipe_after, bus_before, bus_after;

	sigaction(SIGPIPE, NULL, &pipe_before);
	sigaction(SIGBUS, NULL, &bus_before);
	stacks_are_counted();
	headers_are_known();
	formats_are_written();
	options_are_listed();
	sources_and_sinks_fail();
	callbacks_that_do_wrong_are_errors();
	a_limit_of_file_sizes_is_an_error();
	programs_run();
	notes_come();
	errors_have_a_place();
	limits_hold();
	limits_end_endless_input();
	two_are_compared();
	profiles_are_merged_and_filtered();
	if (argc > 1)
		formats_are_guessed(argv[1]);
	if (argc > 1)
		files_are_read_and_written(argv[1]);
	if (argc > 1)
		standard_input_may_be_closed(argv[1]);
	sigaction(SIGPIPE, NULL, &pipe_after);
	sigaction(SIGBUS, NULL, &bus_after);
	CHECK(pipe_before.sa_handler == pipe_after.sa_handler);
	CHECK(bus_before.sa_handler == bus_after.sa_handler);
	CHECK(open_descriptors() == before);
	CHECK(strcmp(flambeau_version(), "0.3.0") == 0);
	return failures > 0;
}
