/* SPDX-License-Identifier: MIT */
/*
 * sampler_test.h - helpers for tests of libflamesample: CPU time to burn, and shares of a report.
 */
#ifndef FLAMBEAU_SAMPLER_TEST_H
#define FLAMBEAU_SAMPLER_TEST_H

#include <flamesample.h>
#include <time.h>
#include <unistd.h>

#include "common/base/buf.h"
#include "tests/unit/check.h"

extern volatile unsigned long burner_sink;

static inline double thread_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Burns CPU time of this thread; inlined, so that the caller is the leaf. */
static inline __attribute__((always_inline)) void burn_here(double seconds)
{
	double end = thread_seconds() + seconds;
	unsigned long i;

	while (thread_seconds() < end) {
		for (i = 0; i < 50000; i++)
			burner_sink += i * i;
	}
}

/* A function of its own in the graph. */
__attribute__((noinline)) void burn_a(double seconds);
__attribute__((noinline)) void burn_b(double seconds);

/* True if this build lacks the library, by the list in the variable WITHOUT. */
bool is_without(const char *library);

/*
 * True if the machine is otherwise idle, by QUIET in the environment. On a busy one, timers expire
 * late, so shares and rates are no better than chance; conditions that must hold there too are
 * checked by CHECK().
 */
bool is_quiet(void);

#define CHECK_QUIET(expression) CHECK(!is_quiet() || (expression))

/*
 * True if there is no sample yet with `part` in its folded line. On a busy machine ticks may miss a
 * thread for a second of its CPU time. True ten times a thread at most.
 */
bool is_unsampled(const char *part);

/* A report as text; the caller's to release. */
struct buf report_text(const struct flamesample_report *report, int format);

/* All samples of folded text, and those whose line has `part` in it. */
uint64_t folded_total(struct slice folded);
uint64_t folded_with(struct slice folded, const char *part);

/* Start with these, or with the usual options; ends the test if that fails. */
void must_start(const struct flamesample_options *options);

/* Stop, and all samples as folded text. */
struct buf stop_and_fold(struct flamesample_stats *stats);

/* How many samples were given up, for whatever reason. */
double lost(const struct flamesample_stats *stats);

/* True if the share is within `points` of a hundred; prints it if not. */
bool share_is(const char *what, uint64_t part, uint64_t whole, double share, double points);

/* True if the value is from `least` to `most`; prints it if not. */
bool is_within(const char *what, double value, double least, double most);

#endif
