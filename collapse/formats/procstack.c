/* SPDX-License-Identifier: MIT */
/*
 * Stacks of the kernel as /proc/PID/task/TID/stack has them, the leaf first. Nothing is between the
 * stacks where cat prints many: one ends with a function that is always the first.
 *
 *     ==> /proc/4710/task/4711/stack <==
 *     [<0>] ep_poll+0x35f/0x3b0
 *     [<0>] do_syscall_64+0x55/0xb0
 *     [<0>] entry_SYSCALL_64_after_hwframe+0x6e/0xd8
 */
#include "collapse/text.h"

enum procstack_note {
	PROCSTACK_BETWEEN = TEXT_NOTES, /* a line between stacks */
};

struct procstack_options {
	bool kernel;
};

struct procstack {
	struct text text;
	bool is_whole; /* its first function was read; only ret_from_fork_asm may follow */
	bool is_fork;  /* that was ret_from_fork */
};

static void procstack_end(struct ingest_run *run)
{
	struct procstack *stack = run->state;

	text_finish(run, TEXT_LEAF_FIRST, 1);
	stack->is_whole = stack->is_fork = false;
}

/* "[<0>] ep_poll+0x35f/0x3b0 [module]": the function. */
static bool procstack_take(struct slice line, struct slice *name)
{
	struct slice address;
	size_t plus;

	if (!slice_skip(&line, SLICE("[<")) || !slice_cut(&line, '>', &address) ||
	    !slice_is_hex(address) || !slice_skip(&line, SLICE("] ")) || !slice_word(&line, name))
		return false;
	plus = slice_rsearch(*name, SLICE("+0x"));
	if (plus != SLICE_NONE && plus > 0)
		*name = slice_head(*name, plus);
	return true;
}

/* A function that nothing of the kernel calls. */
static bool procstack_is_first(struct slice name)
{
	static const struct slice first[] = {
		SLICE_INIT("entry_"),
		SLICE_INIT("asm_"),
		SLICE_INIT("el0_"),
		SLICE_INIT("el0t_"),
		SLICE_INIT("ret_from_fork"),
		SLICE_INIT("ret_to_user"),
		SLICE_INIT("ret_from_exception"),
		SLICE_INIT("handle_exception"),
		SLICE_INIT("system_call"),
	};

	return SLICE_ANY(name, first, slice_starts);
}

static void procstack_push(struct ingest_run *run, struct slice name)
{
	const struct procstack_options *options = run->options;
	struct procstack *stack = run->state;
	struct buf *marked = &text_of(run)->name;

	if (stack->is_whole && !(stack->is_fork && slice_equal(name, SLICE("ret_from_fork_asm"))))
		procstack_end(run);
	stack->is_whole = procstack_is_first(name);
	stack->is_fork = slice_equal(name, SLICE("ret_from_fork"));
	buf_set(marked, name);
	if (options->kernel)
		buf_add_text(marked, "_[k]");
	text_push(run, buf_slice(marked));
}

/* "==> /proc/4710/task/4711/stack <==": head and tail print it in front of a file. */
static bool procstack_take_file(struct ingest_run *run, struct slice line)
{
	size_t task;

	if (!slice_skip(&line, SLICE("==> ")) || !slice_drop(&line, SLICE(" <==")))
		return false;
	label_clear(run);
	task = slice_rsearch(line, SLICE("/task/"));
	if (task != SLICE_NONE && slice_drop(&line, SLICE("/stack")) && task + 6 <= line.len)
		label_set(run, LABEL_TID, slice_tail(line, task + 6));
	return true;
}

static void procstack_line(struct ingest_run *run, struct slice line)
{
	struct slice name;

	if (procstack_take(line, &name)) {
		if (slice_equal(name, SLICE("0xffffffffffffffff")))
			procstack_end(run);
		else
			procstack_push(run, name);
		return;
	}
	procstack_end(run);
	if (slice_trim(line).len > 0 && !procstack_take_file(run, line))
		text_note(run, slice_starts(line, SLICE("[<")) ? TEXT_BAD_LINE : PROCSTACK_BETWEEN,
			  line);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "kernel", OPT_AT(struct procstack_options, kernel),
	 .help = "Append _[k] to the functions, which are the kernel's"},
};

static bool procstack_is_frame(struct slice line)
{
	struct slice name, rest = line;

	return procstack_take(line, &name) && slice_contains(rest, SLICE("+0x")) &&
	       slice_contains(rest, SLICE("/0x"));
}

/* Lines of the kernel's log have such frames too, behind their time. */
static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[PROCSTACK_BETWEEN] = {.one = "line between stacks",
			       .many = "lines between stacks",
			       .level = DIAG_NOTES},
};

static const struct text_format format = {
	.line = procstack_line,
	.end = procstack_end,
	.state_size = sizeof(struct procstack),
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_procstack = {
	.name = "procstack",
	.summary = "folded stacks from /proc/PID/stack, of the kernel",
	.counts = "samples",
	.labels = LABEL_BIT(LABEL_TID),
	.rows = COLLAPSE_OPTIONS(rows, struct procstack_options),
	.text = &format,
	.signs = {procstack_is_frame},
};
