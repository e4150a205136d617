/* SPDX-License-Identifier: MIT */
/*
 * Start and end of a program that has this library preloaded and FLAMESAMPLE_OUT in its
 * environment. If the program ends by itself, it writes the report; if it is killed, or calls exec,
 * a process that watches it does so.
 */
#define _GNU_SOURCE /* pipe2 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "common/base/base.h"
#include "common/base/buf.h"
#include "common/base/diag.h"
#include "common/base/slice.h"
#include "record/sampler/flamesample.h"
#include "record/sampler/sample_report.h"

/*
 * The names of the files that the processes of one run write: FLAMESAMPLE_OUT.
 *
 * "out.%p.svg" is out.4711.svg in process 4711. "out.svg" is out.svg in the first process of the
 * run; its children write out.4711.svg. A process that executes another program writes
 * out.4711.2.svg and so on where it has written already. The variable FLAMESAMPLE_RUN passes the
 * first process to its children.
 */

struct preload_path {
	char out[4096];        /* absolute, for programs change their folder */
	size_t folder;         /* bytes of it that were not given, "/home/me/" */
	long first;            /* the process that the run began with */
	struct timespec since; /* when that was: older files are of other runs */
};

enum { NUMBERS = 10000 }; /* of files of one process */

static const char run_variable[] = "FLAMESAMPLE_RUN"; /* "PROCESS SECONDS NANOSECONDS OUT" */

/* True if a process before this one began the run. */
static bool join_run(struct preload_path *path, const char *out)
{
	const char *run = getenv(run_variable);
	long long seconds;
	int length = 0;

	if (!run || sscanf(run, "%ld %lld %ld %n", &path->first, &seconds, &path->since.tv_nsec,
			   &length) != 3)
		return false;
	path->since.tv_sec = (time_t)seconds;
	return length > 0 && strcmp(run + length, out) == 0;
}

/*
 * Look at the environment, and mark it for the children. Before other threads run. False if `out`
 * is too long or has no suffix of a report.
 */
static bool preload_path_init(struct preload_path *path, const char *out)
{
	char folder[sizeof(path->out)] = "";
	int length;

	if (*out != '/' && !getcwd(folder, sizeof(folder)))
		return false;
	length = snprintf(path->out, sizeof(path->out), "%s%s%s", folder,
			  *folder != '\0' ? "/" : "", out);
	path->folder = *folder != '\0' ? strlen(folder) + 1 : 0;
	if (length < 0 || (size_t)length >= sizeof(path->out) || !report_suffix(out))
		return false;
	if (!join_run(path, out)) {
		char run[sizeof(path->out) + 80];

		path->first = (long)getpid();
		clock_gettime(CLOCK_REALTIME, &path->since);
		snprintf(run, sizeof(run), "%ld %lld %ld %s", path->first,
			 (long long)path->since.tv_sec, path->since.tv_nsec, out);
		/* without it children take themselves for the first */
		setenv(run_variable, run, 1);
	}
	return true;
}

static bool has_process(const struct preload_path *path)
{
	return strstr(path->out + path->folder, "%p") != NULL;
}

/* A name in the making. */
struct naming {
	char *name;
	size_t size, used;
	bool fits;
};

static void preload_path_add(struct naming *naming, const char *format, ...) PRINTF_LIKE(2, 3);

static void preload_path_add(struct naming *naming, const char *format, ...)
{
	size_t room = naming->size - naming->used;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(naming->name + naming->used, room, format, arguments);
	va_end(arguments);
	naming->fits &= length >= 0 && (size_t)length < room;
	if (naming->fits)
		naming->used += (size_t)length;
}

/* The Nth name of a process; false if it is too long. */
static bool make_name(char *name, size_t size, const struct preload_path *path, long process,
		      unsigned number)
{
	const char *suffix = report_suffix(path->out);
	struct naming naming = {name, size, 0, true};
	struct slice rest = slice_between(path->out + path->folder, suffix);
	size_t at;

	preload_path_add(&naming, "%.*s", (int)path->folder, path->out);
	while ((at = slice_search(rest, SLICE("%p"))) != SLICE_NONE) {
		preload_path_add(&naming, "%.*s%ld", SLICE_ARG(slice_head(rest, at)), process);
		rest = slice_tail(rest, at + 2);
	}
	preload_path_add(&naming, "%.*s", SLICE_ARG(rest));
	if (!has_process(path) && (process != path->first || number > 1))
		preload_path_add(&naming, ".%ld", process);
	if (number > 1)
		preload_path_add(&naming, ".%u", number);
	preload_path_add(&naming, "%s", suffix);
	return naming.fits;
}

/* True if it existed before the run began. */
static bool is_old(const struct preload_path *path, const char *name)
{
	struct stat status;

	return stat(name, &status) == 0 && S_ISREG(status.st_mode) &&
	       (status.st_mtim.tv_sec < path->since.tv_sec ||
		(status.st_mtim.tv_sec == path->since.tv_sec &&
		 status.st_mtim.tv_nsec < path->since.tv_nsec));
}

/*
 * Save the report of a process; `name` gets the path. A file of an earlier run is replaced where
 * the name is the one that was given, no other file ever is. False if nothing was written:
 * flamesample_problem().
 */
static bool preload_path_save(const struct preload_path *path, long process,
			      const struct flamesample_report *report, char *name, size_t size)
{
	bool is_given = process == path->first && !has_process(path), exists = true;
	unsigned number;

	for (number = 1; number <= NUMBERS && exists; number++) {
		bool replace;

		if (!make_name(name, size, path, process, number))
			return false;
		replace = number == 1 && is_given && is_old(path, name);
		if ((replace || access(name, F_OK) != 0) &&
		    report_save(report, name, replace, &exists) == FLAMESAMPLE_OK)
			return true;
	}
	return false;
}

/* Settings from FLAMESAMPLE_*. */
struct preload_settings {
	struct flamesample_options options;
	const char *out;   /* NULL: nothing is asked for */
	const char *rules; /* NULL: none */
	bool quiet;
};

enum kind { TEXT, UNSIGNED, BYTES, WORD };

/* A variable of the environment, and where its value goes. */
struct variable {
	const char *name;
	enum kind kind;
	size_t offset;            /* in struct preload_settings */
	const char *const *words; /* of a WORD, by value, with NULL after the last */
};

#define AT(field) offsetof(struct preload_settings, field)

static const char *const timers[] = {"auto", "posix", "itimer", "thread", NULL};
static const char *const unwinders[] = {"auto", "frames", "libunwind", NULL};
static const char *const answers[] = {"0", "1", NULL};

static const struct variable variables[] = {
	{"FLAMESAMPLE_OUT", TEXT, AT(out), NULL},
	{"FLAMESAMPLE_HZ", UNSIGNED, AT(options.hz), NULL},
	{"FLAMESAMPLE_RULES", TEXT, AT(rules), NULL},
	{"FLAMESAMPLE_DEPTH", UNSIGNED, AT(options.depth), NULL},
	{"FLAMESAMPLE_BUCKETS", UNSIGNED, AT(options.buckets), NULL},
	{"FLAMESAMPLE_SPILL_DIR", TEXT, AT(options.spill_dir), NULL},
	{"FLAMESAMPLE_SPILL_SIZE", BYTES, AT(options.spill_size), NULL},
	{"FLAMESAMPLE_TIMER", WORD, AT(options.timer), timers},
	{"FLAMESAMPLE_UNWIND", WORD, AT(options.unwinder), unwinders},
	{"FLAMESAMPLE_QUIET", WORD, AT(quiet), answers},
};

static bool take_number(const char *text, uint64_t limit, uint64_t *value)
{
	return slice_to_u64(slice_from(text), value) && *value <= limit;
}

static bool take_word(const char *text, const char *const *words, int *value)
{
	for (*value = 0; words[*value]; ++*value) {
		if (strcmp(text, words[*value]) == 0)
			return true;
	}
	return false;
}

static bool preload_settings_take(const struct variable *variable, const char *text, void *field)
{
	unsigned small;
	uint64_t value;
	int word;

	switch (variable->kind) {
	case TEXT: memcpy(field, &text, sizeof(text)); return true;
	case UNSIGNED:
		if (!take_number(text, UINT32_MAX, &value))
			return false;
		small = (unsigned)value;
		memcpy(field, &small, sizeof(small));
		return true;
	case BYTES:
		if (!take_number(text, INT64_MAX, &value))
			return false;
		memcpy(field, &value, sizeof(value));
		return true;
	case WORD: break;
	}
	if (!take_word(text, variable->words, &word))
		return false;
	if (variable->words == answers)
		*(bool *)field = word == 1;
	else
		memcpy(field, &word, sizeof(word));
	return true;
}

/* Split "a:b" into a list; the parts are in a copy after it in the same memory. */
static const char *const *split(const char *text)
{
	size_t count = slice_count(slice_from(text), ':') + 1, size = strlen(text) + 1, i;
	const char **list = malloc((count + 1) * sizeof(*list) + size);
	char *copy;

	if (!list)
		return NULL;
	copy = memcpy(&list[count + 1], text, size);
	for (i = 0; i < count; i++) {
		char *end = strchr(copy, ':');

		list[i] = copy;
		if (end) {
			*end = '\0';
			copy = end + 1;
		}
	}
	list[count] = NULL;
	return list;
}

/*
 * Read the settings from the environment; texts are the environment's, the blocklist is the
 * caller's to free(). False if a value is wrong: then `problem` (of `size` bytes) names it.
 */
static bool preload_settings_get(struct preload_settings *settings, char *problem, size_t size)
{
	const char *text;
	size_t i;

	*settings = (struct preload_settings){0};
	flamesample_options_init(&settings->options, sizeof(settings->options));
	for (i = 0; i < ARRAY_LEN(variables); i++) {
		const struct variable *variable = &variables[i];

		text = getenv(variable->name);
		if (text && *text != '\0' &&
		    !preload_settings_take(variable, text, (char *)settings + variable->offset)) {
			snprintf(problem, size, "%s cannot be '%.100s'", variable->name, text);
			return false;
		}
	}
	text = getenv("FLAMESAMPLE_BLOCKLIST");
	if (text && *text != '\0')
		settings->options.blocklist = split(text);
	return true;
}

enum { HIGH_FD = 200 }; /* out of the way of programs that count on low numbers */

static void close_others(int first, int second)
{
	const int last = 65536;
	int fd;

#ifdef SYS_close_range
	int low = first < second ? first : second, high = first < second ? second : first;

	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	if ((low <= 3 || syscall(SYS_close_range, 3U, (unsigned)low - 1, 0U) == 0) &&
	    (high <= low + 1 ||
	     syscall(SYS_close_range, (unsigned)low + 1, (unsigned)high - 1, 0U) == 0) &&
	    syscall(SYS_close_range, (unsigned)high + 1, ~0U, 0U) == 0)
		return;
#endif
	for (fd = 0; fd < last; fd++) {
		if (fd != STDERR_FILENO && fd != first && fd != second)
			close(fd);
	}
}

/* Shared by the two. The process has it mapped as long as it is the same program. */
struct preload_watch {
	bool is_stopped; /* atomic */
};

/* "7f0000000000-7f0000001000 rw-s ..." is a line of what a process has mapped. */
static bool has_mapped(pid_t process, const void *memory)
{
	char path[64], line[512], wanted[64];
	bool found = false;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%ld/maps", (long)process);
	snprintf(wanted, sizeof(wanted), "%lx-", (unsigned long)(uintptr_t)memory);
	maps = fopen(path, "r");
	if (!maps)
		return true;
	while (!found && fgets(line, sizeof(line), maps))
		found = strncmp(line, wanted, strlen(wanted)) == 0;
	fclose(maps);
	return found;
}

/*
 * The pipe ends with the program; but programs close descriptors that are not theirs, so its end
 * proves little.
 */
static void wait_for_end(int fd, pid_t process, const struct preload_watch *watch)
{
	struct timespec pause = {.tv_nsec = 1000000};
	const long longest = 100000000;
	ssize_t n;
	char byte;

	do {
		n = read(fd, &byte, 1);
	} while (n > 0 || (n < 0 && errno == EINTR));
	while (getppid() == process && has_mapped(process, watch)) {
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < longest)
			pause.tv_nsec *= 2;
	}
}

static struct preload_watch *preload_watch_map(void)
{
	void *memory = mmap(NULL, sizeof(struct preload_watch), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/*
 * Start a second process, which calls end(context) when this one has ended, or turned into another
 * program by exec, without preload_watch_stop(). It is not waited for, and no signal but SIGKILL
 * reaches it. It keeps the descriptors 2 and `keep`. NULL, with errno set, if that fails.
 *
 * Forks by the system call: fork() would run handlers of other libraries, and its end would raise a
 * signal. The single thread that a program has at its start, and after fork(), holds no lock of the
 * library.
 */
static struct preload_watch *preload_watch_start(int keep, void (*end)(void *context),
						 void *context)
{
	struct preload_watch *watch = preload_watch_map();
	pid_t process = getpid();
	sigset_t all, before;
	int ends[2];
	long child;

	if (!watch || pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	child = syscall(SYS_clone, 0L, 0L, 0L, 0L, 0L);
	if (child == 0) {
		setsid();
		close_others(ends[0], keep);
		wait_for_end(ends[0], process, watch);
		if (!__atomic_load_n(&watch->is_stopped, __ATOMIC_SEQ_CST))
			end(context);
		_exit(0);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ends[0]);
	if (fcntl(ends[1], F_DUPFD_CLOEXEC, HIGH_FD) >= 0)
		close(ends[1]);
	if (child > 0)
		return watch;
	munmap(watch, sizeof(*watch));
	return NULL;
}

static void preload_watch_stop(struct preload_watch *watch)
{
	if (watch)
		__atomic_store_n(&watch->is_stopped, true, __ATOMIC_SEQ_CST);
}

static struct {
	struct preload_settings settings;
	struct flamesample_rules *rules;
	struct preload_path path;
	char program[64];
	long process;
	struct preload_watch *watch;
	bool is_on;
} preload;

static void complain(const char *what)
{
	diag_set_level(DIAG_WARNINGS);
	diag_error("%s", what);
	diag_set_level(DIAG_SILENT);
}

static void preload_report(void)
{
	struct flamesample_report *made = NULL;
	char path[sizeof(preload.path.out) + 64] = "";
	const struct flamesample_stats *stats;

	if (flamesample_report_new(&made, preload.rules ? flamesample_rules_edit : NULL,
				   preload.rules) != FLAMESAMPLE_OK) {
		complain(flamesample_problem());
		return;
	}
	stats = &made->stats;
	/* no message about a moment of CPU time */
	if (stats->samples > 0 || stats->cpu_seconds * stats->asked_hz >= 10) {
		if (!preload_path_save(&preload.path, preload.process, made, path, sizeof(path)))
			complain(flamesample_problem());
		else if (!preload.settings.quiet) {
			char summary[512];

			flamesample_report_summary(made, summary, sizeof(summary));
			diag_set_level(DIAG_NOTES);
			diag_note("%s: %s: %s", preload.program, summary, path);
			diag_set_level(DIAG_SILENT);
		}
	}
	flamesample_report_free(made);
}

static void end_for(void *context)
{
	(void)context;
	sampler_inherit();
	preload_report();
}

static void preload_start_watch(void)
{
	preload.process = (long)getpid();
	preload.watch = preload_watch_start(sampler_spill_fd(), end_for, NULL);
	if (!preload.watch)
		complain("no process watches the program: a report is written only if it ends by "
			 "itself");
}

static void preload_in_child(void)
{
	if (preload.is_on && sampler_spill_fd() < 0) {
		preload.is_on = false;
		complain("a forked process is not sampled: no memory or no file");
	}
	if (preload.is_on)
		preload_start_watch();
}

static void set_program(void)
{
	char path[1024];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	const char *slash;

	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	snprintf(preload.program, sizeof(preload.program), "%.63s", slash ? slash + 1 : path);
}

/* NULL, or what is wrong. */
static const char *preload_start(void)
{
	static char problem[256];
	struct preload_settings *settings = &preload.settings;

	if (!preload_settings_get(settings, problem, sizeof(problem)))
		return problem;
	if (!settings->out)
		return NULL;
	if (!preload_path_init(&preload.path, settings->out))
		return "FLAMESAMPLE_OUT must end in .folded, .txt, .svg or .pb.gz";
	if (settings->rules &&
	    flamesample_rules_new(&preload.rules, settings->rules) != FLAMESAMPLE_OK)
		return flamesample_problem();
	set_program();
	if (flamesample_start(&settings->options) != FLAMESAMPLE_OK)
		return flamesample_problem();
	preload.is_on = true;
	preload_start_watch();
	pthread_atfork(NULL, NULL, preload_in_child);
	return NULL;
}

__attribute__((constructor)) static void preload_begin(void)
{
	const char *problem;

	diag_init("flamesample");
	diag_set_level(DIAG_SILENT);
	if (!getenv("FLAMESAMPLE_OUT"))
		return;
	problem = preload_start();
	if (problem)
		complain(problem);
}

__attribute__((destructor)) static void preload_end(void)
{
	if (!preload.is_on || preload.process != (long)getpid())
		return;
	flamesample_stop();
	preload_report();
	preload_watch_stop(preload.watch);
}
