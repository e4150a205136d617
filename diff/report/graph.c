/* SPDX-License-Identifier: MIT */
/* No shell between: arguments travel as they are. */
#include "diff/report/graph.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/checked.h"
#include "common/base/child.h"
#include "common/base/exact.h"
#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "common/io/locate.h"

enum { MEAN_SCALE = 3 };                       /* decimals of means */
#define MOST_MEAN (UINT64_MAX / (1000 * 1000)) /* totals that leave room for them */

static const char program[] = "flamegraph";

/* Write to a program that may have ended already: that is not a reason to die. */
static bool feed(const struct profile *joined, int fd)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
	struct output output = {.fd = fd};
	bool good;

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, &old);
	buf_add(&output.path, slice_of(program, sizeof(program)));
	folded_write(joined, 0, &output);
	good = output_commit(&output);
	sigaction(SIGPIPE, &old, NULL);
	return good;
}

static bool wait_for(pid_t child)
{
	int code = child_wait(child);

	if (code > 0)
		diag_error("%s failed with exit code %d", program, code);
	else if (code < 0)
		diag_error("%s failed", program);
	return code == 0;
}

static bool run(const struct profile *joined, const char *const *arguments)
{
	int ends[2], error;
	bool good = false;
	pid_t child;

	if (!child_pipe(ends)) {
		diag_error("cannot run %s: %s", program, strerror(errno));
		return false;
	}
	error = child_start(arguments,
			    &(struct child_streams){{ends[0], CHILD_SHARES, CHILD_SHARES}}, &child);
	close(ends[0]);
	if (error != 0) {
		close(ends[1]);
		diag_error("cannot run %s: %s", program, strerror(error));
		return false;
	}
	good = feed(joined, ends[1]);
	return wait_for(child) && good;
}

/* A side's count as the mean of its recordings. */
static uint64_t graph_mean(const struct totals *totals, int side, uint64_t count, unsigned digits)
{
	struct u128 mean = u128_multiply(count, u64_power_of_ten(totals->weight_scale + digits));
	const uint64_t rest = u128_divide(&mean, totals->weight[side]);

	return mean.low + (rest >= totals->weight[side] - rest);
}

/* The stacks with the means of both sides, where these have several recordings. */
static void graph_add_means(struct profile *means, const struct profile *joined,
			    const struct totals *totals)
{
	const struct stack **stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	const bool has_room = joined->total[DIFF_BEFORE] < MOST_MEAN &&
			      joined->total[DIFF_AFTER] < MOST_MEAN;
	const unsigned digits = has_room && joined->scale < MEAN_SCALE ? MEAN_SCALE - joined->scale
								       : 0;
	size_t i;

	means->differential = true;
	header_merge(&means->header, &joined->header);
	for (i = 0; i < joined->names.count; i++) /* in the old order: the ids stay what they are */
		profile_frame(means, intern_name(&joined->names, (frame_id)i));
	profile_rescale(means, joined->scale + digits);
	for (i = 0; i < joined->count; i++) {
		const struct weight weight = {
			.count = {graph_mean(totals, DIFF_BEFORE, stacks[i]->count[0], digits),
				  graph_mean(totals, DIFF_AFTER, stacks[i]->count[1], digits)},
			.scale = joined->scale + digits,
			.differential = true};

		profile_add(means, stacks[i]->frames, stacks[i]->depth, &weight);
	}
	free(stacks);
}

bool report_graph_draw(const struct profile *joined, const struct totals *totals, struct slice path,
		       const char *argv0)
{
	const char *arguments[6] = {NULL, NULL, "--title=Differential Flame Graph"};
	const uint64_t one = u64_power_of_ten(totals->weight_scale);
	const bool is_one = totals->weight[DIFF_BEFORE] == one && totals->weight[DIFF_AFTER] == one;
	struct buf command = {0}, option = {0};
	struct profile means = {0};
	bool good;

	locate_program(&command, argv0, program);
	buf_add_text(&option, "--output=");
	buf_add(&option, path);
	buf_add_char(&option, '\0');
	arguments[0] = command.ptr;
	arguments[1] = option.ptr;
	if (totals->state != TOTALS_COMPARED)
		arguments[3] = "--diff-normalize";
	if (!is_one)
		graph_add_means(&means, joined, totals);
	good = run(is_one ? joined : &means, arguments);
	profile_release(&means);
	buf_release(&command);
	buf_release(&option);
	return good;
}
