/* SPDX-License-Identifier: MIT */
#include "common/io/progress.h"

#include "common/base/diag.h"
#include "common/base/system.h"

static const double first_after = 1.0, then_every = 0.2; /* seconds */

COLD void progress_start(struct progress *progress, uint64_t total)
{
	*progress = (struct progress){.shows = diag_shows_status(), .total = total};
}

COLD bool progress_is_due(struct progress *progress)
{
	double now;

	if (!progress->shows)
		return false;
	now = clock_seconds();
	if (progress->start <= 0) {
		progress->start = now;
		progress->next = now + first_after;
	}
	return now >= progress->next;
}

/* "512 B", "1.24 GB", "12.4 GB", "124 GB" */
static void add_bytes(struct buf *text, uint64_t bytes)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
	double size = (double)bytes;
	size_t i = 0;

	for (; size >= 999.5 && i + 1 < ARRAY_LEN(units); i++)
		size /= 1000;
	buf_printf(text, "%.*f %s",
		   i == 0 || size >= 99.95 ? 0
		   : size >= 9.995         ? 1
					   : 2,
		   size, units[i]);
}

static void add_left(struct buf *text, double seconds)
{
	if (seconds < 100)
		buf_printf(text, ", %.0f s left", seconds < 1 ? 1 : seconds);
	else if (seconds < 100 * 60)
		buf_printf(text, ", %.0f min left", seconds / 60);
	else if (seconds < 100 * 3600)
		buf_printf(text, ", %.0f h left", seconds / 3600);
}

COLD void progress_text(struct buf *text, uint64_t done, uint64_t total, double seconds)
{
	add_bytes(text, done);
	if (total == 0 || done > total) {
		buf_add(text, SLICE(" read"));
		return;
	}
	buf_add(text, SLICE(" of "));
	add_bytes(text, total);
	buf_printf(text, ", %u%%", (unsigned)((double)done / (double)total * 100));
	if (done > 0 && done < total)
		add_left(text, seconds / (double)done * (double)(total - done));
}

COLD void progress_show(struct progress *progress, uint64_t done)
{
	double now = clock_seconds();
	struct buf text = {0};

	progress_text(&text, done, progress->total, now - progress->start);
	diag_status("%.*s", SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
	progress->next = now + then_every;
}

COLD void progress_end(struct progress *progress)
{
	if (progress->shows)
		diag_status_end();
	progress->shows = false;
}
