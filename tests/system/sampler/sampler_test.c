/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE

#include "tests/system/sampler/sampler_test.h"

#include <sys/mman.h>

volatile unsigned long burner_sink;

void burn_a(double seconds)
{
	burn_here(seconds);
	burner_sink++;
}

void burn_b(double seconds)
{
	burn_here(seconds);
	burner_sink += 2;
}

bool is_without(const char *library)
{
	const char *libraries = getenv("WITHOUT");

	return libraries && strstr(libraries, library) != NULL;
}

bool is_quiet(void)
{
	return getenv("QUIET") != NULL;
}

struct buf report_text(const struct flamesample_report *report, int format)
{
	int fd = memfd_create("report", 0);
	struct buf text = {0};
	ssize_t n;

	CHECK(flamesample_report_write(report, format, fd) == FLAMESAMPLE_OK);
	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, buf_reserve(&text, 65536), 65536)) > 0)
		text.len += (size_t)n;
	close(fd);
	return text;
}

static uint64_t sum(struct slice folded, struct slice part)
{
	uint64_t total = 0, count;
	struct slice line, word;

	while (slice_line(&folded, &line)) {
		if (!slice_last_word(&line, &word) || !slice_to_u64(word, &count)) {
			fprintf(stderr, "no count: %.*s\n", SLICE_ARG(line));
			check_failures++;
			continue;
		}
		if (slice_contains(line, part))
			total += count;
	}
	return total;
}

uint64_t folded_total(struct slice folded)
{
	return sum(folded, SLICE(""));
}

uint64_t folded_with(struct slice folded, const char *part)
{
	return sum(folded, slice_from(part));
}

bool is_unsampled(const char *part)
{
	static __thread int asked;
	struct flamesample_report *report;
	struct buf folded;
	uint64_t samples;

	if (flamesample_report_new(&report, NULL, NULL) != FLAMESAMPLE_OK)
		return false;
	folded = report_text(report, FLAMESAMPLE_FOLDED);
	samples = folded_with(buf_slice(&folded), part);
	buf_release(&folded);
	flamesample_report_free(report);
	return samples == 0 && ++asked <= 10;
}

void must_start(const struct flamesample_options *options)
{
	if (flamesample_start(options) == FLAMESAMPLE_OK)
		return;
	fprintf(stderr, "start: %s\n", flamesample_problem());
	exit(1);
}

struct buf stop_and_fold(struct flamesample_stats *stats)
{
	struct flamesample_report *report = NULL;
	struct flamesample_stats own;
	struct buf folded = {0};
	char summary[512];

	CHECK(flamesample_stop() == FLAMESAMPLE_OK);
	if (flamesample_report_new(&report, NULL, NULL) != FLAMESAMPLE_OK) {
		fprintf(stderr, "report: %s\n", flamesample_problem());
		exit(1);
	}
	flamesample_stats_init(&own, sizeof(own));
	flamesample_report_stats(report, &own);
	flamesample_report_summary(report, summary, sizeof(summary));
	printf("%s\n", summary);
	folded = report_text(report, FLAMESAMPLE_FOLDED);
	CHECK(folded_total(buf_slice(&folded)) == own.samples);
	flamesample_report_free(report);
	if (stats)
		*stats = own;
	return folded;
}

double lost(const struct flamesample_stats *stats)
{
	return (double)(stats->lost_busy + stats->lost_full + stats->lost_late);
}

bool share_is(const char *what, uint64_t part, uint64_t whole, double share, double points)
{
	double found = whole > 0 ? 100.0 * (double)part / (double)whole : -1;

	if (found >= share - points && found <= share + points)
		return true;
	fprintf(stderr, "%s: %.1f %% of %llu samples, not %.1f +- %.1f\n", what, found,
		(unsigned long long)whole, share, points);
	return false;
}

bool is_within(const char *what, double value, double least, double most)
{
	if (value >= least && value <= most)
		return true;
	fprintf(stderr, "%s: %.1f, not %.1f to %.1f\n", what, value, least, most);
	return false;
}
