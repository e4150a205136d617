/* SPDX-License-Identifier: MIT */
/* Rows of chained tables, and what was given. */
#include "common/cli/opt.h"

#include "common/memory/arena.h"

bool opt_is_for(const struct opt *row, enum family family)
{
	return row->type != OPT_HEADING && row->type != OPT_VARIABLE &&
	       (row->families == 0 || row->families & family);
}

bool opt_is_hidden_by(const struct opt_program *program, const struct opt *row, enum family family)
{
	size_t t, i;

	for (t = 0; t < program->table_count; t++) {
		const struct opt_table *table = &program->tables[t];

		for (i = 0; i < table->count; i++) {
			if (&table->rows[i] == row)
				return false;
			if (opt_is_for(&table->rows[i], family) && row->name &&
			    strcmp(table->rows[i].name, row->name) == 0)
				return true;
		}
	}
	return false;
}

void opt_each_row(const struct opt_program *program, enum family family, struct buf *out,
		  opt_row_fn *add)
{
	size_t t, i;

	for (t = 0; t < program->table_count; t++) {
		for (i = 0; i < program->tables[t].count; i++) {
			const struct opt *row = &program->tables[t].rows[i];

			if (opt_is_for(row, family) && !row->hidden &&
			    !opt_is_hidden_by(program, row, family))
				add(out, program, row);
		}
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
