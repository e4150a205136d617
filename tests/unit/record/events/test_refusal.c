/* SPDX-License-Identifier: MIT */
#include "record/events/counters.h"

#include <errno.h>

#include "tests/unit/check.h"

/* True if the explanation has these words. */
static bool says(struct refusal refusal, const char *words)
{
	struct buf line = {0};
	bool good;

	refusal_explain(&line, &refusal);
	good = slice_contains(buf_slice(&line), slice_from(words)) &&
	       slice_find(buf_slice(&line), '\n') == SLICE_NONE;
	if (!good)
		fprintf(stderr, "%.*s\n", SLICE_ARG(buf_slice(&line)));
	buf_release(&line);
	return good;
}

static struct refusal user(int error, int paranoid)
{
	return (struct refusal){.error = error, .event = SLICE("cycles"), .paranoid = paranoid};
}

CASE(levels_are_answered_by_the_one_that_suffices)
{
	struct refusal refusal = user(EACCES, 2);

	refusal.needs_kernel = true;
	CHECK(says(refusal, "sysctl kernel.perf_event_paranoid=1"));
	refusal = user(EACCES, 3);
	CHECK(says(refusal, "is 3: users may not record; as root: sysctl "
			    "kernel.perf_event_paranoid=2"));
	refusal = user(EACCES, 4);
	refusal.needs_kernel = true;
	CHECK(says(refusal, "kernel.perf_event_paranoid=1"));
	refusal = user(EACCES, 1);
	refusal.scope = REFUSAL_MACHINE;
	CHECK(says(refusal, "may not record all that runs; as root: sysctl "
			    "kernel.perf_event_paranoid=0"));
	refusal = user(EACCES, 1);
	refusal.is_tracepoint = true;
	CHECK(says(refusal, "kernel.perf_event_paranoid=-1"));
}

CASE(filters_and_owners_are_told_apart)
{
	struct refusal refusal = user(EPERM, 1);

	refusal.is_filtered = true;
	CHECK(says(refusal, "--cap-add=PERFMON"));
	refusal.error = EACCES;
	CHECK(says(refusal, "CAP_PERFMON"));
	refusal = user(EACCES, 1);
	refusal.scope = REFUSAL_PROCESS;
	CHECK(says(refusal, "belongs to another user"));
}

CASE(each_error_has_its_sentence)
{
	struct refusal refusal = user(EMFILE, 2);

	refusal.descriptors = 20000;
	refusal.most_descriptors = 1024;
	CHECK(says(refusal, "20000 in all, and the limit is 1024: ulimit -n 20064"));
	CHECK(says(user(ENOSYS, 2), "--profiler=sampler"));
	CHECK(says(user(ENOENT, 2), "event 'cycles' does not exist"));
	CHECK(says(user(EOPNOTSUPP, 2), "-e cpu-clock"));
	CHECK(says(user(ESRCH, 2), "has ended"));
	CHECK(says(user(EBUSY, 2), "in use"));
	CHECK(says(user(ENFILE, 2), "fs.file-max"));
	CHECK(says(user(EINVAL, 2), "Invalid argument"));
}

CASE(buffers_that_cannot_be_locked_name_both_limits)
{
	struct refusal refusal = {.error = EPERM, .locked_memory = 65536, .ring_memory = 528384};
	struct buf line = {0};

	refusal_explain_ring(&line, &refusal);
	CHECK(slice_contains(buf_slice(&line), SLICE("516 KiB a CPU")));
	CHECK(slice_contains(buf_slice(&line), SLICE("64 KiB more (ulimit -l)")));
	buf_release(&line);
}

TEST_CASES(refusal)
