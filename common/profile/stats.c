/* SPDX-License-Identifier: MIT */
#include "common/profile/stats.h"

#include <sys/resource.h>

#include "common/base/clock.h"
#include "common/base/diag.h"

void stats_start(struct stats *stats)
{
	*stats = (struct stats){.start = clock_seconds()};
}

void stats_add(struct stats *stats, const struct ingest_stats *read)
{
	stats->read.bytes += read->bytes;
	stats->read.lines += read->lines;
	stats->read.samples += read->samples;
	if (read->threads > stats->read.threads)
		stats->read.threads = read->threads;
}

void stats_count(struct stats *stats, const struct profile *profile)
{
	stats->frames = profile->names.count;
	stats->stacks = profile->count;
}

void stats_print(const struct stats *stats)
{
	const struct ingest_stats *read = &stats->read;
	double seconds = clock_seconds() - stats->start;
	char frames[40] = "";
	struct rusage usage;

	if (read->threads == 0)
		return;
	getrusage(RUSAGE_SELF, &usage);
	if (stats->frames > 0 || stats->stacks == 0)
		snprintf(frames, sizeof(frames), "%zu frames, ", stats->frames);
	diag_error("%llu bytes, %llu lines, %llu samples, %s%zu stacks, %.3f s, "
		   "%.2f GB/s, %ld MiB, %u threads",
		   (unsigned long long)read->bytes, (unsigned long long)read->lines,
		   (unsigned long long)read->samples, frames, stats->stacks, seconds,
		   seconds > 0 ? (double)read->bytes / seconds / 1e9 : 0.0, usage.ru_maxrss / 1024,
		   read->threads);
}
