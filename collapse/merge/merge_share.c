/* SPDX-License-Identifier: MIT */
/* --skip-bad: which share of the files is missing. */
#include "collapse/merge/merge_share.h"

#include <sys/stat.h>

#include "common/base/buf.h"
#include "common/base/diag.h"

void merge_share_add(struct merge_share *share, struct slice path, bool is_bad)
{
	struct buf name = {0};
	struct stat status;
	uint64_t bytes = 0;

	buf_add(&name, path);
	buf_add_char(&name, '\0');
	if (stat(name.ptr, &status) == 0 && S_ISREG(status.st_mode))
		bytes = (uint64_t)status.st_size;
	buf_release(&name);
	share->files++;
	share->bytes += bytes;
	if (is_bad) {
		share->bad_files++;
		share->bad_bytes += bytes;
	}
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

bool merge_share_say(const struct merge_share *share)
{
	if (share->bad_files == 0)
		return true;
	if (share->bad_files == share->files) {
		diag_error("none of %zu files is good", share->files);
		return false;
	}
	diag_warn("left out %zu of %zu files (%.2f %%), %llu of %llu bytes (%.2f %%)",
		  share->bad_files, share->files, percent(share->bad_files, share->files),
		  (unsigned long long)share->bad_bytes, (unsigned long long)share->bytes,
		  percent(share->bad_bytes, share->bytes));
	return true;
}
