/* SPDX-License-Identifier: MIT */
#include "common/cli/thin_stacks.h"

#include "common/base/exact.h"

static const double thin_share = 0.3;

#define KERNEL SLICE("[kernel")

COLD bool thin_stacks_is_nameless(struct slice frame)
{
	return frame.len > 1 && frame.ptr[0] == '[' && frame.ptr[frame.len - 1] == ']';
}

COLD bool thin_stacks_is_nowhere(struct slice frame)
{
	return thin_stacks_is_nameless(frame) && slice_starts(frame, SLICE("[unknown"));
}

COLD bool thin_stacks_are(double part, const struct thin_stacks *stacks)
{
	return part > thin_share * stacks->total;
}

COLD bool thin_stacks_is_made(struct slice file)
{
	return (slice_starts(file, SLICE("perf-")) && slice_ends(file, SLICE(".map"))) ||
	       slice_equal(file, SLICE("anon"));
}

static void thin_stacks_add_share(struct buf *lines, double share)
{
	buf_printf(lines, "%.0f%% of the samples ", 100 * share);
}

COLD const char *thin_stacks_remedy(struct slice file)
{
	if (thin_stacks_is_made(file))
		return "it writes a perf map if told to (node --perf-basic-prof, python3 -X perf, "
		       "java -XX:+DumpPerfMapAtExit)";
	if (slice_starts(file, KERNEL))
		return "its symbols are hidden by kernel.kptr_restrict, or were recorded on "
		       "another kernel";
	return file.len > 0 ? "it is stripped; install its debugging symbols, or build it without "
			      "-s and strip"
			    : "the program or a library is stripped; install its debugging "
			      "symbols, or build it without -s and strip";
}

COLD void thin_stacks_add_nameless(struct buf *lines, double share, struct slice largest,
				   struct slice remedy)
{
	const bool is_made = thin_stacks_is_made(largest);
	const bool is_kernel = slice_starts(largest, KERNEL);

	thin_stacks_add_share(lines, share);
	buf_add_text(lines, "are in functions without a name");
	if (is_made)
		buf_printf(lines, ", most of them made by a just-in-time compiler (%.*s)",
			   SLICE_ARG(largest));
	else if (is_kernel)
		buf_add_text(lines, ", most of them the kernel's");
	else if (largest.len > 0)
		buf_printf(lines, ", most of them in %.*s", SLICE_ARG(largest));
	buf_add_text(lines, ": ");
	buf_add(lines, remedy.len > 0 ? remedy : slice_from(thin_stacks_remedy(largest)));
	buf_add_char(lines, '\n');
}

COLD void thin_stacks_add_shallow_why(struct buf *lines, double share, struct slice why)
{
	thin_stacks_add_share(lines, share);
	buf_printf(lines, "have no callers: %.*s\n", SLICE_ARG(why));
}

COLD void thin_stacks_add_shallow(struct buf *lines, double share, enum thin_stacks_by by,
				  const char *option, const char *copies)
{
	static const struct {
		const char *why, *record; /* followed by the option and how callers are found */
		const char *with;         /* NULL: copies */
	} reasons[] = {
		[THIN_BY_FRAME_POINTERS] = {"there are no frame pointers; build with "
					    "-fno-omit-frame-pointer (java "
					    "-XX:+PreserveFramePointer)",
					    ", or record with ", NULL},
		[THIN_BY_COPIES] = {"the program has no information for unwinding; build it with "
				    "-fno-omit-frame-pointer",
				    " and record with ", "fp"},
		[THIN_BY_BRANCHES] = {"the processor kept no branches of them", "; record with ",
				      NULL},
	};
	struct buf why = {0};

	if (by == THIN_BY_UNKNOWN)
		by = THIN_BY_FRAME_POINTERS; /* perf record -g */
	buf_add_text(&why, reasons[by].why);
	if (option)
		buf_printf(&why, "%s%s%s", reasons[by].record, option,
			   reasons[by].with ? reasons[by].with : copies);
	thin_stacks_add_shallow_why(lines, share, buf_slice(&why));
	buf_release(&why);
}

COLD void thin_stacks_add_lacks(struct profile *profile)
{
	const frame_id truncated = intern_find(&profile->names, SLICE("[truncated]"));
	uint64_t unnamed = 0, cut = 0, samples;
	size_t i;

	if (!slice_to_u64(header_value(&profile->header, HEADER_SAMPLES), &samples) ||
	    profile->total_overflow || profile->total[1] == 0)
		return;
	for (i = 0; i < profile->count; i++) {
		const struct stack *stack = profile->stacks[i];
		const uint32_t depth = stack->depth;

		if (depth > 0 &&
		    thin_stacks_is_nameless(intern_name(&profile->names, stack->frames[depth - 1])))
			unnamed += stack->count[1];
		if (truncated != HASH_NONE && depth > 1 &&
		    (stack->frames[0] == truncated || stack->frames[1] == truncated))
			cut += stack->count[1];
	}
	unnamed = ratio_round(unnamed, profile->total[1], samples);
	cut = ratio_round(cut, profile->total[1], samples);
	if (unnamed > 0)
		header_add_number(&profile->header, HEADER_UNNAMED, unnamed);
	if (cut > 0)
		header_add_number(&profile->header, HEADER_CUT, cut);
}
