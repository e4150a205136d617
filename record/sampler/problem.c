/* SPDX-License-Identifier: MIT */
#include "record/sampler/problem.h"

#include <setjmp.h>
#include <stdarg.h>

#include "common/base/diag.h"

static _Thread_local char problem[512];

static jmp_buf way_out; /* of the work that is being done */

static const char *const results[] = {
	[FLAMESAMPLE_OK] = "done",
	[FLAMESAMPLE_ALREADY_STARTED] = "sampling was started already",
	[FLAMESAMPLE_NOT_STARTED] = "sampling was not started",
	[FLAMESAMPLE_BAD_OPTION] = "wrong option",
	[FLAMESAMPLE_NO_MEMORY] = "out of memory",
	[FLAMESAMPLE_NO_SYSTEM] = "refused by the system",
	[FLAMESAMPLE_NO_SUPPORT] = "not supported",
	[FLAMESAMPLE_NO_PROGRAM] = "the program flamegraph made no picture",
};

const char *flamesample_strerror(int result)
{
	return result >= 0 && (size_t)result < ARRAY_LEN(results) ? results[result]
								  : "unknown result";
}

const char *flamesample_problem(void)
{
	return problem;
}

int problem_set(enum flamesample_result result, const char *format, ...)
{
	int length = snprintf(problem, sizeof(problem), "%s: ", results[result]);
	va_list args;

	va_start(args, format);
	vsnprintf(problem + length, sizeof(problem) - (size_t)length, format, args);
	va_end(args);
	return (int)result;
}

static void leave(void)
{
	longjmp(way_out, 1);
}

int problem_contain(int (*work)(void *context), void *context)
{
	diag_set_level(DIAG_SILENT);
	diag_on_death(leave);
	if (setjmp(way_out) != 0)
		return problem_set(FLAMESAMPLE_NO_MEMORY, "the call was not finished");
	return work(context);
}
