/* SPDX-License-Identifier: MIT */
#include "collapse/filter/merge_key.h"

#include "collapse/names/tidy.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "common/folded/folded_grammar.h"

enum {
	MANY_SETS = 1 << 14, /* then all are forgotten */
	TIME_WIDTH = 10,     /* digits of LABEL_TIME_LIMIT */
};

#define TIME_MARK SLICE("@time=")

void merge_labels_init(struct merge_labels *labels)
{
	*labels = (struct merge_labels){.labels = labels_new(), .generation = 1};
}

void merge_labels_release(struct merge_labels *labels)
{
	if (labels->without_room > 0)
		diag_warn("--add-label: stacks with %d labels get no more", LABELS_MAX);
	labels_free(labels->labels);
	label_sets_release(&labels->known);
}

static void merge_key_forget(struct merge_labels *labels)
{
	const unsigned digits = labels->labels->time_digits;

	labels_free(labels->labels);
	label_sets_release(&labels->known);
	labels->labels = labels_new();
	labels->labels->time_digits = digits;
	labels->generation++;
}

void merge_edit_init(struct merge_edit *edit, struct slice path, struct slice root,
		     const struct opt_list *added)
{
	struct buf text = {0};

	*edit = (struct merge_edit){.path = path, .added = added};
	tidy_add_file_name(&text, root, path);
	if (text.len > 0) {
		if (!folded_escape_root(buf_slice(&text), 2, true, &edit->root))
			buf_add(&edit->root, buf_slice(&text));
		buf_add_char(&edit->root, ';');
	}
	buf_release(&text);
}

void merge_edit_release(struct merge_edit *edit)
{
	buf_release(&edit->root);
	buf_release(&edit->text);
}

void merge_key_cut(struct ingest_run *run, struct slice *stack)
{
	size_t at, depth = 0;

	if (stack->len < LIMIT_DEPTH)
		return;
	for (at = 0; at < stack->len; at++) {
		if (stack->ptr[at] == ';' && ++depth == LIMIT_DEPTH)
			break;
	}
	if (at == stack->len)
		return;
	ingest_note(run, FOLDED_DEEP, *stack);
	*stack = slice_head(*stack, at);
}

static void widen(unsigned *width, unsigned digits)
{
	if (digits > *width)
		*width = digits;
}

static void add_zeros(struct buf *out, size_t count)
{
	for (; count > 0; count--)
		buf_add_char(out, '0');
}

static bool is_cpu(struct slice name, struct slice value, uint64_t *number)
{
	return slice_equal(name, SLICE("cpu")) && slice_to_u64(value, number);
}

/* The labels that samples have now, and those of the command line. */
static void make_text(struct merge_labels *all, struct merge_edit *edit)
{
	struct labels *labels = all->labels;
	struct slice name, value;
	struct buf text = {0};
	uint64_t number;
	size_t i;

	for (i = 0; i < edit->added->count; i++) {
		value = edit->added->at[i];
		slice_cut(&value, '=', &name);
		buf_reset(&text);
		tidy_add_file_name(&text, value, edit->path);
		all->without_room += !labels_put(labels, name, buf_slice(&text));
	}
	buf_release(&text);
	buf_reset(&edit->text);
	for (i = 0; i < labels->pending_count; i++) {
		labels_pair(labels, labels->pending[i], &name, &value);
		buf_add_char(&edit->text, '@');
		buf_add(&edit->text, name);
		buf_add_char(&edit->text, '=');
		if (is_cpu(name, value, &number)) {
			widen(&all->widths.cpu, u64_digits(number));
			add_zeros(&edit->text, LABEL_CPU_DIGITS - u64_digits(number));
		}
		buf_add(&edit->text, value);
		buf_add_char(&edit->text, ';');
	}
}

static void merge_key_add_time(struct merge_labels *all, uint64_t time, struct buf *out)
{
	const uint64_t unit = u64_power_of_ten(all->labels->time_digits);
	char room[64];
	int size;

	widen(&all->widths.time, u64_digits(time / unit));
	widen(&all->widths.time_digits, all->labels->time_digits);
	size = snprintf(room, sizeof(room), "%0*llu.%09llu;", TIME_WIDTH,
			(unsigned long long)(time / unit),
			(unsigned long long)(time % unit *
					     u64_power_of_ten(LABEL_TIME_DIGITS -
							      all->labels->time_digits)));
	buf_add(out, TIME_MARK);
	buf_add(out, slice_of(room, (size_t)size));
}

/* Append the stack, after its labels. Its root may need an escape if no root frame is added. */
static void merge_key_add_stack(const struct merge_edit *edit, struct slice stack, struct buf *out)
{
	size_t end = slice_find(stack, ';');
	const uint32_t depth = end == SLICE_NONE ? 1 : 2;

	if (end == SLICE_NONE)
		end = stack.len;
	buf_add(out, buf_slice(&edit->root));
	if (edit->root.len == 0 && folded_escape_root(slice_head(stack, end), depth, true, out))
		stack = slice_tail(stack, end);
	buf_add(out, stack);
}

void merge_key_make(struct merge_labels *all, struct merge_edit *edit, struct ingest_run *run,
		    struct slice stack, struct buf *out)
{
	uint64_t time;
	uint32_t set;

	if (all->labels->sets.count > MANY_SETS)
		merge_key_forget(all);
	buf_reset(out);
	run->profile.labels = all->labels;
	folded_labels_take(&all->known, run, &stack);
	run->profile.labels = NULL;
	merge_key_cut(run, &stack);
	time = all->labels->time;
	set = labels_current(all->labels);
	if (time != LABEL_NO_TIME)
		merge_key_add_time(all, time, out);
	if (set != edit->set || edit->generation != all->generation) {
		make_text(all, edit);
		edit->set = set;
		edit->generation = all->generation;
	}
	buf_add(out, buf_slice(&edit->text));
	merge_key_add_stack(edit, stack, out);
}

bool merge_key_is_wide(struct slice key)
{
	return slice_starts(key, TIME_MARK) ||
	       (slice_starts(key, SLICE("@")) && slice_contains(key, SLICE("@cpu=")));
}

static void write_time(const struct merge_widths *widths, struct slice value, struct buf *out)
{
	buf_add(out, slice_tail(slice_head(value, TIME_WIDTH), TIME_WIDTH - widths->time));
	if (widths->time_digits > 0)
		buf_add(out, slice_head(slice_tail(value, TIME_WIDTH), 1 + widths->time_digits));
}

void merge_key_write(const struct merge_widths *widths, struct slice key, struct buf *out)
{
	const char *begin = key.ptr;
	struct slice name, value;
	uint64_t number;

	if (slice_skip(&key, TIME_MARK) && slice_cut(&key, ';', &value)) {
		buf_add(out, TIME_MARK);
		write_time(widths, value, out);
		buf_add_char(out, ';');
		begin = key.ptr;
	}
	while (label_cut(&key, &name, &value)) {
		if (!is_cpu(name, value, &number))
			continue;
		buf_add(out, slice_between(begin, value.ptr));
		buf_add(out, slice_tail(value, LABEL_CPU_DIGITS - widths->cpu));
		begin = value.ptr + value.len;
	}
	buf_add(out, slice_between(begin, key.ptr + key.len));
}
