/* SPDX-License-Identifier: MIT */
/*
 * The functions of libflamesample and what they promise.
 *
 * ctest: sampler.api short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN
 * ctest: sampler.api-quiet long sampler SERIAL NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ QUIET=1 RUN
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>

#include "tests/system/sampler/sampler_test.h"

static void starting_twice_is_an_error_that_says_so(void)
{
	must_start(NULL);
	CHECK(flamesample_start(NULL) == FLAMESAMPLE_ALREADY_STARTED);
	CHECK(strstr(flamesample_problem(), "started already") != NULL);
	CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	CHECK(flamesample_stop() == FLAMESAMPLE_NOT_STARTED);
}

static void nothing_is_reported_before_the_first_start(void)
{
	struct flamesample_report *report = (void *)1;

	CHECK(flamesample_report_new(&report, NULL, NULL) == FLAMESAMPLE_NOT_STARTED);
	CHECK(report == NULL);
	flamesample_report_free(report);
}

static bool refused(unsigned hz, unsigned depth, unsigned buckets)
{
	struct flamesample_options options;

	flamesample_options_init(&options, sizeof(options));
	options.hz = hz;
	options.depth = depth;
	options.buckets = buckets;
	return flamesample_start(&options) == FLAMESAMPLE_BAD_OPTION;
}

static void options_out_of_range_are_refused(void)
{
	struct flamesample_options options;

	CHECK(refused(0, 512, 1024) && refused(10001, 512, 1024));
	CHECK(refused(99, 1, 1024) && refused(99, 65537, 1024));
	CHECK(refused(99, 512, 0) && refused(99, 512, 1048577));
	flamesample_options_init(&options, sizeof(options));
	options.timer = 7;
	CHECK(flamesample_start(&options) == FLAMESAMPLE_BAD_OPTION);
	flamesample_options_init(&options, sizeof(options));
	options.unwinder = -1;
	CHECK(flamesample_start(&options) == FLAMESAMPLE_BAD_OPTION);
	flamesample_options_init(&options, sizeof(options));
	options.size = sizeof(options) + 8;
	CHECK(flamesample_start(&options) == FLAMESAMPLE_BAD_OPTION);
	flamesample_options_init(&options, sizeof(options));
	options.spill_dir = "/nowhere/at/all";
	CHECK(flamesample_start(&options) == FLAMESAMPLE_NO_SYSTEM);
	CHECK(strstr(flamesample_problem(), "No such file") != NULL);
}

static volatile sig_atomic_t own_signals;

static void own_handler(int number)
{
	(void)number;
	own_signals++;
}

static void the_old_disposition_is_restored_for(int timer)
{
	const struct itimerval far = {{500, 0}, {1000, 0}};
	struct sigaction own = {.sa_handler = own_handler}, now;
	struct flamesample_options options;
	struct itimerval left;

	sigaction(SIGPROF, &own, NULL);
	setitimer(ITIMER_PROF, &far, NULL);
	flamesample_options_init(&options, sizeof(options));
	options.timer = timer;
	options.hz = 1000;
	must_start(&options);
	burn_a(0.1);
	CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	CHECK(sigaction(SIGPROF, NULL, &now) == 0 && now.sa_handler == own_handler);
	CHECK(getitimer(ITIMER_PROF, &left) == 0);
	CHECK(left.it_interval.tv_sec == 500 && left.it_value.tv_sec > 900);
	setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
	CHECK(own_signals == 0);
	raise(SIGPROF);
	CHECK(own_signals == 1);
	own_signals = 0;
	signal(SIGPROF, SIG_DFL); /* which ends the process, were one on its way */
}

static void stopping_leaves_no_signal_behind(void)
{
	struct flamesample_options options;
	int i;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 10000;
	for (i = 0; i < 30; i++) {
		must_start(&options);
		burn_a(0.01);
		CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	}
	burn_a(0.05);
}

static void a_handler_of_somebody_else_is_left_alone(void)
{
	struct sigaction own = {.sa_handler = own_handler}, now;

	must_start(NULL);
	sigaction(SIGPROF, &own, NULL);
	CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	CHECK(sigaction(SIGPROF, NULL, &now) == 0 && now.sa_handler == own_handler);
	signal(SIGPROF, SIG_DFL);
}

static void *burn_thread(void *context)
{
	(void)context;
	burn_a(2.0);
	return NULL;
}

static void reports_can_be_taken_again_and_again_while_sampling_goes_on(void)
{
	struct flamesample_options options;
	struct flamesample_report *report;
	struct flamesample_stats stats;
	uint64_t last = 0;
	pthread_t thread;
	struct buf text;
	int i;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	options.buckets = 2;
	must_start(&options);
	CHECK(pthread_create(&thread, NULL, burn_thread, NULL) == 0);
	for (i = 0; i < 20; i++) {
		usleep(20000);
		burn_b(0.02);
		CHECK(flamesample_report_new(&report, NULL, NULL) == FLAMESAMPLE_OK);
		flamesample_stats_init(&stats, sizeof(stats));
		flamesample_report_stats(report, &stats);
		text = report_text(report, FLAMESAMPLE_FOLDED);
		CHECK(folded_total(buf_slice(&text)) == stats.samples);
		CHECK(stats.samples >= last && stats.lost_full == 0);
		CHECK(stats.asked_hz == 250);
		last = stats.samples;
		buf_release(&text);
		flamesample_report_free(report);
	}
	pthread_join(thread, NULL);
	text = stop_and_fold(&stats);
	CHECK((double)stats.samples + lost(&stats) > 100 && stats.samples >= last);
	CHECK_QUIET(stats.samples > 100);
	CHECK_QUIET(folded_with(buf_slice(&text), ";burn_a") > stats.samples / 2);
	buf_release(&text);
}

static void achieved_is_what_was_recorded_a_second(void)
{
	struct flamesample_stats stats;
	struct buf text;

	must_start(NULL);
	burn_a(1.0);
	text = stop_and_fold(&stats);
	CHECK(stats.cpu_seconds > 0.9 && stats.cpu_seconds < 2);
	CHECK(stats.achieved_hz > 0 && stats.achieved_hz < 110);
	CHECK_QUIET(stats.achieved_hz > 80);
	CHECK(stats.achieved_hz * stats.cpu_seconds > (double)stats.samples - 0.5);
	buf_release(&text);
}

/* Renames burn_a, leaves out _start, calls the thread "worker". */
static void edit(struct flamesample_stack *stack, void *context)
{
	size_t kept = 0, i;

	++*(int *)context;
	stack->thread = "work;er\n";
	for (i = 0; i < stack->depth; i++) {
		struct flamesample_frame frame = stack->frames[i];

		CHECK(frame.object != NULL && (frame.address != 0 || *frame.object == '\0'));
		if (strcmp(frame.name, "burn_a") == 0)
			frame.name = "THREAD: a -> FRAME: b;c";
		if (strcmp(frame.name, "_start") != 0)
			stack->frames[kept++] = frame;
	}
	stack->depth = kept;
}

__attribute__((noinline)) static void callers_may_edit_stacks(void)
{
	struct flamesample_report *report;
	struct buf text;
	int calls = 0;

	must_start(NULL);
	do
		burn_a(0.5);
	while (is_unsampled(";burn_a"));
	CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	CHECK(flamesample_report_new(&report, edit, &calls) == FLAMESAMPLE_OK);
	CHECK(calls > 0);
	text = report_text(report, FLAMESAMPLE_FOLDED);
	CHECK(slice_contains(buf_slice(&text),
			     SLICE(";callers_may_edit_stacks;THREAD:a -> FRAME:b:c ")));
	CHECK(slice_starts(buf_slice(&text), SLICE("work:er;")));
	CHECK(!slice_contains(buf_slice(&text), SLICE(";_start;")));
	buf_release(&text);
	text = report_text(report, FLAMESAMPLE_TEXT);
	CHECK(slice_contains(
		buf_slice(&text),
		SLICE("FRAME: THREAD:a -> FRAME:b:c -> FRAME: callers_may_edit_stacks -> ")));
	CHECK(slice_contains(buf_slice(&text), SLICE(" -> THREAD: work:er ")));
	buf_release(&text);
	flamesample_report_free(report);
}

static struct buf ruled(const char *text)
{
	struct flamesample_report *report;
	struct flamesample_rules *rules;
	struct buf folded = {0};

	CHECK(flamesample_rules_new(&rules, text) == FLAMESAMPLE_OK);
	if (!rules)
		return folded;
	CHECK(flamesample_report_new(&report, flamesample_rules_edit, rules) == FLAMESAMPLE_OK);
	flamesample_rules_free(rules);
	folded = report_text(report, FLAMESAMPLE_FOLDED);
	flamesample_report_free(report);
	return folded;
}

static void *named_thread(void *name)
{
	pthread_setname_np(pthread_self(), name);
	do
		burn_a(0.3);
	while (is_unsampled(name));
	return NULL;
}

static void rules_rename_frames_and_threads_by_the_first_that_matches(void)
{
	struct flamesample_rules *rules = (void *)1;
	char first[] = "grpc-server-1", second[] = "grpc-server-27";
	pthread_t one, two;
	struct buf folded;

	must_start(NULL);
	pthread_create(&one, NULL, named_thread, first);
	pthread_create(&two, NULL, named_thread, second);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	folded = ruled("^grpc-server-\\d*$=grpc-server\n\n^burn_(.)$=$1-burner\nburn=never\n"
		       "^named_thread$=\n");
	CHECK(folded_with(buf_slice(&folded), "grpc-server;") == folded_total(buf_slice(&folded)));
	CHECK(folded_with(buf_slice(&folded), ";a-burner") > 0);
	CHECK(folded_with(buf_slice(&folded), "never") == 0);
	CHECK(folded_with(buf_slice(&folded), "named_thread") == 0);
	buf_release(&folded);
	folded = ruled("");
	CHECK(folded_with(buf_slice(&folded), "grpc-server-27;") > 0);
	CHECK(folded_with(buf_slice(&folded), ";named_thread;burn_a") > 0);
	buf_release(&folded);
	CHECK(flamesample_rules_new(&rules, "good=1\nno rule") == FLAMESAMPLE_BAD_OPTION);
	CHECK(rules == NULL && strstr(flamesample_problem(), "REGEX=REPLACEMENT") != NULL);
	CHECK(flamesample_rules_new(&rules, "(=x") == FLAMESAMPLE_BAD_OPTION);
	CHECK(flamesample_rules_new(&rules, "a=$7") == FLAMESAMPLE_BAD_OPTION);
	flamesample_rules_free(NULL);
}

__attribute__((noinline)) static int compare_slowly(const void *a, const void *b)
{
	burn_here(0.01);
	burner_sink++;
	return (a > b) - (a < b);
}

/* qsort is the C library's: the walk ends there, and has no frame pointers to go on by. */
static void frames_of_blocked_objects_end_a_walk(void)
{
	static const char *const blocked[] = {"no-such.so", "libc.so.6", NULL};
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;
	char letters[] = "qwertyuiopas";

	flamesample_options_init(&options, sizeof(options));
	options.blocklist = blocked;
	must_start(&options);
	qsort(letters, sizeof(letters) - 1, 1, compare_slowly);
	folded = stop_and_fold(&stats);
	CHECK((double)stats.samples + lost(&stats) > 10);
	CHECK(stats.truncated >= stats.samples * 80 / 100);
	CHECK_QUIET(stats.samples > 10);
	CHECK(folded_with(buf_slice(&folded), ";main;") == 0);
	CHECK(folded_with(buf_slice(&folded), ";compare_slowly") >= stats.samples * 80 / 100);
	buf_release(&folded);

	if (is_without("libunwind"))
		return;
	must_start(NULL);
	qsort(letters, sizeof(letters) - 1, 1, compare_slowly);
	folded = stop_and_fold(&stats);
	CHECK(stats.truncated == 0);
	CHECK(folded_with(buf_slice(&folded), ";main;") >= stats.samples * 80 / 100);
	buf_release(&folded);
}

/* On a busy machine a tenth of a second may pass without a sample. */
static struct flamesample_report *report_with_samples(void)
{
	struct flamesample_report *report;
	struct flamesample_stats stats;

	for (;;) {
		must_start(NULL);
		burn_a(0.1);
		CHECK(flamesample_stop() == FLAMESAMPLE_OK);
		CHECK(flamesample_report_new(&report, NULL, NULL) == FLAMESAMPLE_OK);
		flamesample_stats_init(&stats, sizeof(stats));
		flamesample_report_stats(report, &stats);
		if (stats.samples > 0)
			return report;
		flamesample_report_free(report);
	}
}

/* In a directory like /tmp, by another user. */
static void planted_files_are_not_written(const struct flamesample_report *report)
{
	char dir[] = "/tmp/flamesample-test-XXXXXX", path[64];
	struct stat status;

	CHECK(mkdtemp(dir) != NULL && chmod(dir, 01777) == 0);
	snprintf(path, sizeof(path), "%s/a.folded", dir);
	CHECK(mknod(path, S_IFREG | 0666, 0) == 0);
	if (chown(path, 12345, 12345) != 0) {
		printf("skipped: only root can give files away\n");
	} else {
		CHECK(flamesample_report_save(report, path) == FLAMESAMPLE_NO_SYSTEM);
		CHECK(strstr(flamesample_problem(), "of another user") != NULL);
		CHECK(stat(path, &status) == 0 && status.st_size == 0);
		CHECK(unlink(path) == 0 && symlink("/dev/null", path) == 0);
		CHECK(lchown(path, 12345, 12345) == 0);
		CHECK(flamesample_report_save(report, path) == FLAMESAMPLE_NO_SYSTEM);
	}
	CHECK(unlink(path) == 0 && rmdir(dir) == 0);
}

static void files_are_whole_or_not_there(void)
{
	char dir[] = "/tmp/flamesample-test-XXXXXX", path[64], other[64];
	struct flamesample_report *report;

	CHECK(mkdtemp(dir) != NULL);
	report = report_with_samples();
	snprintf(path, sizeof(path), "%s/a.folded", dir);
	CHECK(flamesample_report_save(report, path) == FLAMESAMPLE_OK);
	CHECK(flamesample_report_save(report, path) == FLAMESAMPLE_OK);
	CHECK(access(path, R_OK) == 0);
	unlink(path);
	snprintf(other, sizeof(other), "%s/a.png", dir);
	CHECK(flamesample_report_save(report, other) == FLAMESAMPLE_BAD_OPTION);
	snprintf(other, sizeof(other), "%s/none/a.folded", dir);
	CHECK(flamesample_report_save(report, other) == FLAMESAMPLE_NO_SYSTEM);
	planted_files_are_not_written(report);
	CHECK(flamesample_report_write(report, 99, 1) == FLAMESAMPLE_BAD_OPTION);
	CHECK(flamesample_report_write(report, FLAMESAMPLE_FOLDED, -1) == FLAMESAMPLE_NO_SYSTEM);
	CHECK(rmdir(dir) == 0);
	flamesample_report_free(report);
}

int main(void)
{
	nothing_is_reported_before_the_first_start();
	options_out_of_range_are_refused();
	starting_twice_is_an_error_that_says_so();
	the_old_disposition_is_restored_for(FLAMESAMPLE_TIMER_POSIX);
	the_old_disposition_is_restored_for(FLAMESAMPLE_TIMER_ITIMER);
	the_old_disposition_is_restored_for(FLAMESAMPLE_TIMER_THREAD);
	stopping_leaves_no_signal_behind();
	a_handler_of_somebody_else_is_left_alone();
	reports_can_be_taken_again_and_again_while_sampling_goes_on();
	achieved_is_what_was_recorded_a_second();
	callers_may_edit_stacks();
	rules_rename_frames_and_threads_by_the_first_that_matches();
	frames_of_blocked_objects_end_a_walk();
	files_are_whole_or_not_there();
	return check_done();
}
