/* SPDX-License-Identifier: MIT */
/* Names: --simplify, then the first --rename that matches; patterns are matched with the result. */
#include "collapse/filter/filter.h"
#include "collapse/names/tidy.h"
#include "common/base/arena.h"
#include "common/profile/profile_sort.h"

struct filter_names {
	struct profile *into;
	const struct profile *from;
	const struct filter_options *options;
	frame_id *known[2]; /* by id in `from`; [1]: as the name of a thread */
	uint64_t *masks[2]; /* likewise; NULL without patterns */
	struct buf name, renamed, clean;
};

/* Not known yet; nothing is left of the name. */
#define FILTER_UNKNOWN HASH_NONE
#define FILTER_GONE (HASH_NONE - 1)

struct filter_names *filter_names_new(struct profile *into, const struct profile *from,
				      const struct filter_options *options)
{
	struct filter_names *names = memory_get(sizeof(*names));
	const size_t count = from->names.count + 1;
	const unsigned kinds = options->thread_renames.count > 0 ? 2 : 1;
	unsigned i;

	*names = (struct filter_names){.into = into, .from = from, .options = options};
	for (i = 0; i < kinds; i++) {
		names->known[i] = memory_resize(NULL, count, sizeof(*names->known[i]));
		memset(names->known[i], 0xFF, count * sizeof(*names->known[i]));
		if (options->has_patterns)
			names->masks[i] = memory_clear(count, sizeof(*names->masks[i]));
	}
	return names;
}

void filter_names_decide(struct filter_names *names)
{
	const struct profile *from = names->from;
	bool *is_root;
	frame_id *sorted;
	size_t count, i;

	if (!names->options->has_patterns)
		return;
	sorted = profile_sorted_names(from, &count);
	is_root = memory_clear(from->names.count + 1, sizeof(*is_root));
	for (i = 0; i < from->count; i++) {
		if (from->stacks[i]->depth > 0)
			is_root[from->stacks[i]->frames[0]] = true;
	}
	for (i = 0; i < count; i++) {
		struct filter_name name;

		filter_name(names, sorted[i], false, &name);
		if (is_root[sorted[i]]) /* does nothing where threads have no patterns of their own */
			filter_name(names, sorted[i], true, &name);
	}
	free(is_root);
	free(sorted);
}

void filter_names_free(struct filter_names *names)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		free(names->known[i]);
		free(names->masks[i]);
	}
	buf_release(&names->name);
	buf_release(&names->renamed);
	buf_release(&names->clean);
	free(names);
}

/* The first rename that matches is the only one that is done. */
static bool rename_by(struct filter_names *names, const struct filter_renames *renames)
{
	size_t i;

	for (i = 0; i < renames->count; i++) {
		struct buf swap = names->name;

		buf_reset(&names->renamed);
		if (!regex_replace(renames->at[i].regex, buf_slice(&names->name),
				   renames->at[i].replacement, &names->renamed))
			continue;
		names->name = names->renamed;
		names->renamed = swap;
		return true;
	}
	return false;
}

static uint64_t mask_by(const struct filter_patterns *patterns, struct slice name)
{
	uint64_t mask = 0, bit = patterns->bits & (~patterns->bits + 1);
	size_t i;

	for (i = 0; i < patterns->count; i++, bit <<= 1) {
		if (regex_matches(patterns->at[i], name))
			mask |= bit;
	}
	return mask;
}

static uint64_t mask_of(const struct filter_options *options, struct slice name)
{
	return mask_by(&options->focus, name) | mask_by(&options->ignore, name) |
	       mask_by(&options->hide, name) | mask_by(&options->show, name) |
	       mask_by(&options->show_from, name) | mask_by(&options->trim_root, name) |
	       mask_by(&options->trim_leaf, name);
}

static void filter_make_name(struct filter_names *names, frame_id id, bool is_thread)
{
	const struct filter_options *options = names->options;
	frame_id *made = &names->known[is_thread][id];
	struct slice name;

	buf_reset(&names->name);
	simplify_name(&names->name, intern_name(&names->from->names, id),
		      (enum simplify)options->simplify);
	if (!is_thread || !rename_by(names, &options->thread_renames))
		rename_by(names, &options->renames);
	buf_reset(&names->clean);
	tidy_add(&names->clean, buf_slice(&names->name));
	name = buf_slice(&names->clean);
	if (name.len == 0 && intern_name(&names->from->names, id).len > 0) {
		*made = FILTER_GONE;
		return;
	}
	*made = profile_frame(names->into, name);
	if (options->has_patterns)
		names->masks[is_thread][id] = mask_of(options, name);
}

bool filter_name(struct filter_names *names, frame_id id, bool is_thread, struct filter_name *name)
{
	is_thread &= names->options->thread_renames.count > 0;
	if (names->known[is_thread][id] == FILTER_UNKNOWN)
		filter_make_name(names, id, is_thread);
	name->id = names->known[is_thread][id];
	name->mask = names->masks[is_thread] ? names->masks[is_thread][id] : 0;
	return name->id != FILTER_GONE;
}
