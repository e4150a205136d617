/* SPDX-License-Identifier: MIT */
#include "common/cli/opt.h"

#include "common/base/nearest.h"

/* True if the option's name begins with `typed`. Perl's programs ignore case. */
static bool begins(const char *name, struct slice typed, bool any_case)
{
	size_t i;

	for (i = 0; i < typed.len; i++) {
		char a = name[i], b = typed.ptr[i];

		if (a == '\0' || (any_case ? char_lower(a) != char_lower(b) : a != b))
			return false;
	}
	return typed.len > 0;
}

static bool is_whole(const char *name, struct slice typed, bool any_case)
{
	return strlen(name) == typed.len && begins(name, typed, any_case);
}

/* True if `typed`, which is no whole name, may be short for the option. */
static bool is_candidate(const struct opt_program *program, const struct opt *row,
			 const struct personality *as, struct slice typed)
{
	const bool any_case = !as->syntax->names_have_case;

	return opt_is_for(row, as->family) && !(row->added & as->family) &&
	       (begins(row->name, typed, any_case) ||
		(row->alias && begins(row->alias, typed, any_case))) &&
	       !opt_is_hidden_by(program, row, as->family);
}

struct opt_match opt_find_long(const struct opt_program *program, const struct personality *as,
			       struct slice typed, bool prefix)
{
	const bool any_case = !as->syntax->names_have_case;
	const enum family family = as->family;
	struct opt_match match = {0};
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (!opt_is_for(row, family))
			continue;
		if (is_whole(row->name, typed, any_case) ||
		    (row->alias && is_whole(row->alias, typed, any_case)))
			return (struct opt_match){row, place.target, 1};
		if (prefix && is_candidate(program, row, as, typed))
			match = (struct opt_match){row, place.target, match.count + 1};
	}
	return match;
}

void opt_add_candidates(struct buf *buf, const struct opt_program *program,
			const struct personality *as, struct slice typed)
{
	struct opt_place place = {0};
	const struct opt *row;
	const char *before = ": ";

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (row->hidden || !is_candidate(program, row, as, typed))
			continue;
		buf_printf(buf, "%s--%s", before, row->name);
		before = ", ";
	}
}

struct opt_match opt_find_letter(const struct opt_program *program, enum family family, char letter)
{
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (row->letter == letter && opt_is_for(row, family))
			return (struct opt_match){row, place.target, 1};
	}
	return (struct opt_match){0};
}

struct opt_match opt_find_variable(const struct opt_program *program, struct slice name)
{
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (row->type == OPT_VARIABLE &&
		    (name.len == 0 || slice_equal(name, slice_from(row->name))))
			return (struct opt_match){row, place.target, 1};
	}
	return (struct opt_match){0};
}

int opt_find_choice(const struct opt *row, struct slice value)
{
	int i;

	for (i = 0; row->choices[i]; i++) {
		if (slice_equal(value, slice_from(row->choices[i])))
			return i;
	}
	return -1;
}

void opt_add_nearest(struct buf *buf, const struct opt_program *program, enum family family,
		     struct slice typed)
{
	struct nearest nearest = nearest_to(typed);
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (!opt_is_for(row, family) || row->hidden)
			continue;
		nearest_offer(&nearest, slice_from(row->name));
		if (row->alias)
			nearest_offer(&nearest, slice_from(row->alias));
	}
	nearest_add(buf, &nearest, "--");
}

void opt_add_nearest_choice(struct buf *buf, const struct opt *row, struct slice value)
{
	struct nearest nearest = nearest_to(value);
	size_t i;

	for (i = 0; row->choices[i]; i++)
		nearest_offer(&nearest, slice_from(row->choices[i]));
	nearest_add(buf, &nearest, "");
}
