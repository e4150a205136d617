/* SPDX-License-Identifier: MIT */
#include "record/sampler/sample_report.h"
#include "tests/unit/check.h"

static const char beginning[] =
	"194 samples in 2.00 s of CPU time, 99 Hz asked for, 97.0 Hz achieved";

/* True if the summary ends so. */
static bool ends(struct flamesample_stats stats, const char *end)
{
	struct flamesample_report report = {.stats = stats};
	char text[512], expected[512];
	int length;

	report.stats.samples = 194;
	report.stats.cpu_seconds = 2;
	report.stats.asked_hz = 99;
	report.stats.achieved_hz = 97;
	length = flamesample_report_summary(&report, text, sizeof(text));
	snprintf(expected, sizeof(expected), "%s%s", beginning, end);
	return strcmp(text, expected) == 0 && length == (int)strlen(text);
}

CASE(zeros_are_not_mentioned)
{
	CHECK(ends((struct flamesample_stats){0}, ""));
}

CASE(one_reason_is_a_sentence)
{
	CHECK(ends((struct flamesample_stats){.lost_late = 4},
		   "; 4 were missed because the system's timer came too late or not at all"));
	CHECK(ends((struct flamesample_stats){.lost_busy = 1},
		   "; 1 was missed while another thread was sampled"));
}

CASE(several_reasons_have_numbers)
{
	CHECK(ends((struct flamesample_stats){.lost_busy = 10, .lost_full = 2, .lost_late = 1032},
		   "; 1044 were missed: 10 while another thread was sampled, 2 because there was "
		   "no room for more stacks, 1032 because the system's timer came too late or not "
		   "at all"));
}

CASE(the_longest_one_fits)
{
	struct flamesample_stats stats = {.truncated = 7};

	CHECK(ends(stats, "; 7 with an incomplete call stack"));
	stats.lost_busy = stats.lost_full = stats.lost_late = UINT64_MAX / 4;
	CHECK(ends(stats,
		   "; 13835058055282163709 were missed: 4611686018427387903 while another "
		   "thread was sampled, 4611686018427387903 because there was no room for "
		   "more stacks, 4611686018427387903 because the system's timer came too late "
		   "or not at all; 7 with an incomplete call stack"));
}

TEST_CASES(sampler_summary)
