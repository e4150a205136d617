/* SPDX-License-Identifier: MIT */
/*
 * Programs to sample; each case runs in a process of its own: sampler_cases CASE.
 *
 * ctest: sampler.@TOOL@ short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ EACH busy,shares,threads,fork,fork-stopped,signals,signals-frame-pointers,eviction,recursion,closed-files,file-limit,frame-pointers RUN @TOOL@
 * ctest: sampler.@TOOL@-quiet long sampler SERIAL NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ QUIET=1 EACH busy,shares,threads,fork,fork-stopped,signals,signals-frame-pointers,eviction RUN @TOOL@
 * ctest: sampler.dlopen short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN dlopen @all_plugins@
 * ctest: sampler.dlopen-quiet long sampler SERIAL NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ QUIET=1 RUN dlopen @all_plugins@
 * ctest: sampler.growth-long long sampler TIMEOUT 3600 NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ SECONDS=40 RUN growth
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/system/sampler/sampler_test.h"

static const char *plugin[2];

static void busy(void)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 200;
	must_start(&options);
	burn_a(1.0);
	folded = stop_and_fold(&stats);
	CHECK(folded_with(buf_slice(&folded), ";main;") >=
	      folded_total(buf_slice(&folded)) * 99 / 100);
	CHECK(folded_with(buf_slice(&folded), ";burn_a") >=
	      folded_total(buf_slice(&folded)) * 80 / 100);
	CHECK((double)stats.samples + lost(&stats) > 150);
	CHECK_QUIET(stats.samples > 150);
	buf_release(&folded);
}

/* Two functions that take turns have the shares that they have. */
static void shares(void)
{
	struct flamesample_options options;
	struct buf folded;
	int i;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	must_start(&options);
	for (i = 0; i < 6; i++) {
		burn_a(0.45);
		burn_b(0.15);
	}
	folded = stop_and_fold(NULL);
	CHECK_QUIET(share_is("burn_a", folded_with(buf_slice(&folded), ";burn_a"),
			     folded_total(buf_slice(&folded)), 75, 3));
	CHECK_QUIET(share_is("burn_b", folded_with(buf_slice(&folded), ";burn_b"),
			     folded_total(buf_slice(&folded)), 25, 3));
	buf_release(&folded);
}

/* How long each of eight threads burns: shares need more samples than sums. */
static double turn_seconds(void)
{
	return is_quiet() ? 2.0 : 0.5;
}

static void *thread(void *number)
{
	char name[16];

	snprintf(name, sizeof(name), "pool-%d", *(int *)number);
	pthread_setname_np(pthread_self(), name);
	if (*(int *)number % 2 == 0)
		burn_a(turn_seconds());
	else
		burn_b(turn_seconds());
	return NULL;
}

/*
 * Each has an eighth of the samples that were due: nearly to the sample, with a timer of its own. One
 * timer of the process meets whatever runs when a tick finds it expired, and of two threads that run
 * at once, one may lack nearly all that is missed (seen: 600 and 790 samples of 800 each).
 */
static void eight_threads_with(int timer)
{
	const double points = timer == FLAMESAMPLE_TIMER_ITIMER ? 4.5 : 1;
	struct flamesample_options options;
	struct flamesample_stats stats;
	pthread_t threads[8];
	int numbers[8], i;
	struct buf folded;
	double due, missed;
	char name[16];

	flamesample_options_init(&options, sizeof(options));
	options.hz = 200;
	options.timer = timer;
	must_start(&options);
	for (i = 0; i < 8; i++) {
		numbers[i] = i;
		CHECK(pthread_create(&threads[i], NULL, thread, &numbers[i]) == 0);
	}
	for (i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
	folded = stop_and_fold(&stats);
	missed = lost(&stats);
	due = (double)stats.samples + missed;
	for (i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), "pool-%d;", i);
		CHECK_QUIET(is_within(name, (double)folded_with(buf_slice(&folded), name),
				      due * (12.5 - points) / 100 - missed,
				      due * (12.5 + points) / 100));
	}
	CHECK_QUIET(is_within("burn_a", (double)folded_with(buf_slice(&folded), ";burn_a"),
			      due * (48.5 - points) / 100 - missed, due * (51.5 + points) / 100));
	CHECK_QUIET(stats.samples > 1200);
	CHECK(timer == FLAMESAMPLE_TIMER_ITIMER || due > turn_seconds() * 8 * 200 * 0.75);
	CHECK_QUIET(stats.lost_busy * 10 <= stats.samples);
	CHECK(stats.truncated == 0 || is_without("libunwind"));
	buf_release(&folded);
}

static void threads(void)
{
	eight_threads_with(FLAMESAMPLE_TIMER_AUTO);
	eight_threads_with(FLAMESAMPLE_TIMER_ITIMER);
}

__attribute__((noinline)) static void descend(int depth)
{
	if (depth > 0)
		descend(depth - 1);
	else
		burn_a(0.5);
	burner_sink++;
}

static void recursion(void)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;
	char deep[2048] = "";
	int i;

	for (i = 0; i < 100; i++)
		snprintf(deep + strlen(deep), sizeof(deep) - strlen(deep), ";descend");
	must_start(NULL);
	descend(99);
	folded = stop_and_fold(&stats);
	snprintf(deep + strlen(deep), sizeof(deep) - strlen(deep), ";burn_a");
	CHECK(folded_with(buf_slice(&folded), deep) >= stats.samples * 80 / 100);
	CHECK(stats.truncated == 0 || is_without("libunwind"));
	buf_release(&folded);

	flamesample_options_init(&options, sizeof(options));
	options.depth = 20;
	must_start(&options);
	descend(99);
	folded = stop_and_fold(&stats);
	CHECK(stats.truncated > 0 && stats.truncated >= stats.samples * 80 / 100);
	CHECK(folded_with(buf_slice(&folded), ";[truncated];descend") == stats.truncated);
	buf_release(&folded);
}

static void run_plugin(const char *path, double seconds)
{
	void *handle = dlopen(path, RTLD_NOW);
	void (*function)(double) = NULL;
	void *found;

	if (!handle) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	found = dlsym(handle, "plugin_burn");
	memcpy(&function, &found, sizeof(found));
	function(seconds);
	dlclose(handle);
}

/* Two that come and go, most likely at the same place. */
static void dlopen_case(void)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;
	int i;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	must_start(&options);
	for (i = 0; i < 6; i++)
		run_plugin(plugin[i % 2], 0.2);
	folded = stop_and_fold(&stats);
	CHECK_QUIET(share_is("plugin_one", folded_with(buf_slice(&folded), ";plugin_burn;burn_one"),
			     stats.samples, 50, 5));
	CHECK_QUIET(share_is("plugin_two", folded_with(buf_slice(&folded), ";plugin_burn;burn_two"),
			     stats.samples, 50, 5));
	CHECK(folded_with(buf_slice(&folded), ";main;") >= stats.samples * 95 / 100);
	buf_release(&folded);
}

/* The child's samples are its own; sampling goes on in both. */
static void fork_case(void)
{
	struct flamesample_stats stats;
	struct buf folded;
	int status;
	pid_t child;

	must_start(NULL);
	burn_a(0.5);
	child = fork();
	if (child == 0) {
		burn_b(0.5);
		folded = stop_and_fold(&stats);
		CHECK((double)stats.samples + lost(&stats) > 30);
		CHECK_QUIET(stats.samples > 30);
		CHECK(folded_with(buf_slice(&folded), ";burn_b") >= stats.samples * 80 / 100);
		CHECK(folded_with(buf_slice(&folded), ";burn_a") == 0);
		CHECK(stats.cpu_seconds < 0.9);
		exit(check_done());
	}
	burn_a(0.2);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	folded = stop_and_fold(&stats);
	CHECK(folded_with(buf_slice(&folded), ";burn_a") >= stats.samples * 80 / 100);
	CHECK(folded_with(buf_slice(&folded), ";burn_b") == 0);
	buf_release(&folded);
}

/* Samples taken and stopped before fork() belong to the parent, too. */
static void fork_stopped(void)
{
	struct flamesample_report *report;
	struct flamesample_stats stats;
	int status;
	pid_t child;

	must_start(NULL);
	burn_a(0.3);
	CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	child = fork();
	if (child == 0) {
		CHECK(flamesample_report_new(&report, NULL, NULL) == FLAMESAMPLE_NOT_STARTED);
		must_start(NULL);
		exit(check_done());
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CHECK(flamesample_report_new(&report, NULL, NULL) == FLAMESAMPLE_OK);
	flamesample_stats_init(&stats, sizeof(stats));
	flamesample_report_stats(report, &stats);
	CHECK((double)stats.samples + lost(&stats) > 5);
	CHECK_QUIET(stats.samples > 5);
	flamesample_report_free(report);
}

static volatile sig_atomic_t alarms;
static double alarm_seconds;
static timer_t alarm_timer;

__attribute__((noinline)) static void alarm_work(void)
{
	double begin = thread_seconds();

	burn_here(0.0002);
	alarm_seconds += thread_seconds() - begin;
	alarms++;
}

/*
 * A time of its own before each alarm: equal ones can fall in step with the tick that takes
 * samples.
 */
static void on_alarm(int number)
{
	static uint32_t random = 1;
	struct itimerspec soon = {{0, 0}, {0, 0}};

	(void)number;
	random = random * 1664525 + 1013904223;
	soon.it_value.tv_nsec = 100000 + (long)((random >> 8) % 266667);
	alarm_work();
	timer_settime(alarm_timer, 0, &soon, NULL); /* anew, so that there is time between two */
	burner_sink++;
}

/*
 * Stacks lead through the handlers of other signals to main, and no handler is seen more often than
 * it runs.
 */
static void signals_by(int unwinder)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	options.unwinder = unwinder;
	sigaction(SIGALRM, &action, NULL);
	CHECK(timer_create(CLOCK_MONOTONIC, &event, &alarm_timer) == 0);
	must_start(&options);
	raise(SIGALRM);
	burn_a(1.5);
	signal(SIGALRM, SIG_IGN);
	timer_delete(alarm_timer);
	folded = stop_and_fold(&stats);
	CHECK(alarms > 500);
	CHECK_QUIET(share_is("on_alarm", folded_with(buf_slice(&folded), ";on_alarm"),
			     stats.samples, 100 * alarm_seconds / stats.cpu_seconds, 12));
	CHECK(folded_with(buf_slice(&folded), "on_alarm;alarm_work") > 0);
	CHECK(folded_with(buf_slice(&folded), ";main;") >= stats.samples * 98 / 100);
	CHECK(stats.truncated * 100 <= stats.samples || unwinder == FLAMESAMPLE_UNWIND_FRAMES);
	buf_release(&folded);
}

static void signals(void)
{
	signals_by(FLAMESAMPLE_UNWIND_AUTO);
}

static void signals_frame_pointers(void)
{
	signals_by(FLAMESAMPLE_UNWIND_FRAMES);
}

/* Numbers of descents that are all different, so that no two stacks are. */
__attribute__((noinline)) static void wander(unsigned way, int depth)
{
	if (depth == 0) {
		burn_a(0.0002);
	} else if (way & 1) {
		wander(way >> 1, depth - 1); /* this call returns to one place, */
		burner_sink += 3;
	} else {
		wander(way >> 1, depth - 1); /* and this one to another */
	}
	burner_sink += way;
}

static struct flamesample_stats run_many_stacks(uint64_t spill_size)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;
	double end = thread_seconds() + 2.0;
	unsigned way = 0;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	options.buckets = 1;
	options.spill_size = spill_size;
	must_start(&options);
	for (; thread_seconds() < end; way++)
		wander(way * 2654435761u, 5 + (int)(way % 60));
	folded = stop_and_fold(&stats); /* checks that nothing is missing */
	CHECK(folded_with(buf_slice(&folded), ";wander") >= stats.samples * 80 / 100);
	buf_release(&folded);
	return stats;
}

static void eviction(void)
{
	struct flamesample_stats stats = run_many_stacks(1 << 24);

	CHECK((double)stats.samples + lost(&stats) > 300);
	CHECK(stats.evicted > 0 && stats.lost_full == 0);
	CHECK_QUIET(stats.samples > 300 && stats.evicted > 100);
	stats = run_many_stacks(2000);
	CHECK_QUIET(stats.lost_full > 100);
	CHECK(stats.samples > 0 && stats.samples + stats.lost_full + stats.lost_late > 300);
}

/* A program that closes all descriptors, and then has others with their numbers. */
static void closed_files(void)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;
	char path[] = "/tmp/flamesample-test-XXXXXX";
	int fd, copy;
	unsigned way = 0;
	double end;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	options.buckets = 1;
	must_start(&options);
	fd = mkstemp(path);
	unlink(path);
	for (copy = 3; copy < 400; copy++) {
		if (copy != fd)
			close(copy);
	}
	for (copy = 3; copy < 400; copy++) {
		if (copy != fd)
			dup2(fd, copy);
	}
	for (end = thread_seconds() + 1.0; thread_seconds() < end; way++)
		wander(way * 2654435761u, 5 + (int)(way % 60));
	CHECK(lseek(fd, 0, SEEK_END) == 0);
	folded = stop_and_fold(&stats);
	CHECK(stats.lost_full > 0 && stats.samples > 0);
	CHECK(lseek(fd, 0, SEEK_END) == 0);
	buf_release(&folded);
}

/*
 * A program that lowers its limit of file sizes while it is sampled: SIGXFSZ, which would end it, is
 * not raised by the sampler's temporary file, nor by reports.
 */
static void file_limit(void)
{
	static const char *const names[] = {".folded", ".txt", ".svg", ".pb.gz"};
	struct flamesample_options options;
	struct flamesample_report *report = NULL;
	struct rlimit before, low;
	struct flamesample_stats stats;
	struct buf folded;
	char path[64];
	unsigned way = 0;
	double end;
	size_t i;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	options.buckets = 1;
	must_start(&options);
	CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
	low = (struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max};
	CHECK(setrlimit(RLIMIT_FSIZE, &low) == 0);
	for (end = thread_seconds() + 1.0; thread_seconds() < end; way++)
		wander(way * 2654435761u, 5 + (int)(way % 60));
	CHECK(flamesample_report_new(&report, NULL, NULL) == FLAMESAMPLE_OK);
	for (i = 0; i < ARRAY_LEN(names) && report; i++) {
		snprintf(path, sizeof(path), "/tmp/flamesample-test-%ld%s", (long)getpid(),
			 names[i]);
		CHECK(flamesample_report_save(report, path) != FLAMESAMPLE_OK);
		CHECK(access(path, F_OK) != 0);
	}
	flamesample_report_free(report);
	CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
	folded = stop_and_fold(&stats);
	CHECK(stats.lost_full > 0 && stats.samples > 0);
	buf_release(&folded);
}

static void frame_pointers(void)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;

	flamesample_options_init(&options, sizeof(options));
	options.unwinder = FLAMESAMPLE_UNWIND_FRAMES;
	must_start(&options);
	descend(30);
	folded = stop_and_fold(&stats);
	CHECK(folded_with(buf_slice(&folded), ";main;recursion_root;descend;descend") == 0);
	CHECK(folded_with(buf_slice(&folded), ";descend;descend;burn_a") >=
	      stats.samples * 80 / 100);
	CHECK(folded_with(buf_slice(&folded), ";main;") >= stats.samples * 80 / 100);
	buf_release(&folded);
}

static long resident_kilobytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/*
 * The size does not grow once the table is there, whatever the time; SECONDS from the environment.
 */
static void growth(void)
{
	const char *text = getenv("SECONDS");
	double seconds = text ? strtod(text, NULL) : 5;
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;
	long before;
	double end;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 1000;
	must_start(&options);
	descend(50);
	burn_b(1);
	before = resident_kilobytes();
	for (end = thread_seconds() + seconds; thread_seconds() < end;) {
		descend(50);
		burn_b(0.5);
	}
	printf("%ld KiB before, %ld after\n", before, resident_kilobytes());
	CHECK(resident_kilobytes() - before <= 256);
	folded = stop_and_fold(&stats);
	CHECK(stats.lost_full == 0);
	buf_release(&folded);
}

static const struct {
	const char *name;
	void (*run)(void);
	bool needs_libunwind; /* stacks through code without frame pointers */
} cases[] = {
	{"busy", busy, false},
	{"shares", shares, false},
	{"threads", threads, false},
	{"recursion", recursion, false},
	{"dlopen", dlopen_case, true},
	{"fork", fork_case, false},
	{"fork-stopped", fork_stopped, false},
	{"signals", signals, true},
	{"signals-frame-pointers", signals_frame_pointers, false},
	{"eviction", eviction, false},
	{"closed-files", closed_files, false},
	{"file-limit", file_limit, false},
	{"frame-pointers", frame_pointers, false},
	{"growth", growth, false},
};

int main(int argc, char **argv)
{
	size_t i;

	if (argc == 4) {
		plugin[0] = argv[2];
		plugin[1] = argv[3];
	}
	for (i = 0; i < ARRAY_LEN(cases) && argc > 1; i++) {
		if (strcmp(cases[i].name, argv[1]) != 0)
			continue;
		if (cases[i].needs_libunwind && is_without("libunwind"))
			return 77;
		cases[i].run();
		return check_done();
	}
	fprintf(stderr, "usage: sampler_cases CASE [PLUGIN PLUGIN]\n");
	return 2;
}
