/* SPDX-License-Identifier: MIT */
/* Rows of chained tables, and what was given. */
#include "common/cli/opt.h"

#include "common/base/arena.h"

bool opt_is_for(const struct opt *row, enum family family)
{
	return row->type != OPT_HEADING && row->type != OPT_VARIABLE &&
	       (row->families == 0 || row->families & family);
}

const struct opt *opt_next_row(const struct opt_program *program, struct opt_place *place)
{
	for (; place->table < program->table_count; place->table++, place->row = 0) {
		const struct opt_table *table = &program->tables[place->table];

		place->target = table->target;
		if (place->row < table->count)
			return &table->rows[place->row++];
	}
	return NULL;
}

bool opt_is_hidden_by(const struct opt_program *program, const struct opt *row, enum family family)
{
	struct opt_place place = {0};
	const struct opt *other;

	while ((other = opt_next_row(program, &place)) != NULL && other != row) {
		if (opt_is_for(other, family) && row->name && strcmp(other->name, row->name) == 0)
			return true;
	}
	return false;
}

void opt_each_row(const struct opt_program *program, enum family family, struct buf *out,
		  opt_row_fn *add)
{
	struct opt_place place = {0};
	const struct opt *row;

	while ((row = opt_next_row(program, &place)) != NULL) {
		if (opt_is_for(row, family) && !row->hidden &&
		    !opt_is_hidden_by(program, row, family))
			add(out, program, row);
	}
}

void opt_list_add(struct opt_list *list, struct slice value)
{
	list->at = memory_grow(list->at, &list->cap, list->count + 1, sizeof(*list->at));
	list->at[list->count++] = value;
}

bool opt_given(const struct opt_result *result, const char *name)
{
	size_t i;

	for (i = 0; i < result->given.count; i++) {
		if (slice_equal(result->given.at[i], slice_from(name)))
			return true;
	}
	return false;
}

void opt_result_release(struct opt_result *result)
{
	free(result->files.at);
	free(result->given.at);
	*result = (struct opt_result){0};
}
