/* SPDX-License-Identifier: MIT */
#include "diff/report/findings.h"

#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "diff/roots.h"

void findings_release(struct findings *findings)
{
	size_t i;

	for (i = 0; i < findings->part_count; i++)
		profile_release(&findings->parts[i].profile);
	for (i = 0; i < DIFF_SIDES; i++)
		header_release(&findings->headers[i]);
	free(findings->parts);
	changes_release(&findings->changes);
	functions_release(&findings->functions);
	noise_release(&findings->noise);
	profile_release(&findings->joined);
}

struct slice findings_file_name(const struct diff_file *file)
{
	return slice_equal(file->path, SLICE("-")) ? SLICE("standard input") : file->path;
}

bool findings_overflowed(const struct profile *profile)
{
	if (folded_overflowed(profile))
		return true;
	if (profile->total_overflow)
		diag_error("the sum of the counts is beyond 2^64-1");
	return profile->total_overflow;
}

static void keep_part(struct findings *findings, const struct profile *profile,
		      const struct diff_part *part)
{
	struct diff_part plain = *part;
	struct diff_tally tally;

	findings->parts = memory_grow(findings->parts, &findings->parts_cap,
				      findings->part_count + 1, sizeof(*findings->parts));
	findings->parts[findings->part_count] = (struct findings_part){.part = *part};
	plain.weight = (struct factor){1, 0};
	diff_add(&findings->parts[findings->part_count++].profile, profile, &plain, &tally);
}

bool findings_add(struct findings *findings, const struct profile *profile,
		  const struct diff_file *file, const struct diff_part *part)
{
	struct diff_tally tally;

	header_merge(&findings->headers[part->side], &profile->header);
	diff_add(&findings->joined, profile, part, &tally);
	if (file && tally.stacks > 0 && tally.numbered == tally.stacks)
		diag_warn("%.*s: every stack ends in a number: does the file have two columns "
			  "already?",
			  SLICE_ARG(findings_file_name(file)));
	keep_part(findings, profile, part);
	return !findings_overflowed(&findings->parts[findings->part_count - 1].profile);
}

/* Join the names of processes, which needs all files. */
static void join_roots(struct findings *findings, const struct diff_edits *edits)
{
	struct roots roots = {0};
	size_t i;

	roots_find(&roots, &findings->joined, edits);
	roots_join(&roots, &findings->joined);
	for (i = 0; i < findings->part_count; i++) {
		struct findings_part *part = &findings->parts[i];

		roots_join(&roots, &part->profile);
		noise_add(&findings->noise, &findings->joined, &part->profile, &part->part);
	}
	roots_release(&roots);
}

bool findings_compare(struct findings *findings, const struct diff_edits *edits,
		      const struct noise_options *noise)
{
	const struct profile *joined = &findings->joined;
	const struct stack **stacks;

	join_roots(findings, edits);
	if (!noise_estimate(&findings->noise, noise, joined->names.count))
		return false;
	stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	functions_count(&findings->functions, joined, stacks);
	changes_find(&findings->changes, joined, &findings->functions, &findings->noise);
	free(stacks);
	return true;
}
