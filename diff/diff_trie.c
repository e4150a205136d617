/* SPDX-License-Identifier: MIT */
#include "common/diag.h"
#include "common/folded.h"
#include "diff/diff.h"
#include "diff/diff_parts.h"

static bool are_whole(const struct diff_files *files)
{
	size_t i;

	for (i = 0; i < files->count; i++) {
		if (files->at[i].weight.value != 1 || files->at[i].weight.scale > 0)
			return false;
	}
	return true;
}

/* Notes and statistics count the distinct stacks of each file, which a trie does not know. */
bool diff_is_plain(const struct diff_options *options)
{
	const struct diff_edits *edits = &options->edits;

	return options->manners->format == &folded_format && !edits->strip_hex && !edits->filter &&
	       !edits->exclude && are_whole(&options->sides[DIFF_BEFORE]) &&
	       are_whole(&options->sides[DIFF_AFTER]) && !diag_shows(DIAG_NOTES) &&
	       !options->reading.stats;
}

static bool read_one(struct trie *joined, const struct diff_options *options, int side,
		     const struct diff_file *file)
{
	const struct folded_options *format = options->manners->format_options;
	const struct folded_options to_trie = {
		.one_column = format->one_column,
		.to_trie = true,
		.side = &side,
	};
	struct slice name = diff_file_name(file, options);
	struct ingest_run run = {.options = &to_trie};
	bool good = diff_ingest(&run, file, FOLDED_TRIE_CHUNK, options);

	if (good) {
		if (run.samples > 0 && folded_all_numbered(&run))
			diff_say_numbered(name);
		trie_merge(joined, folded_trie(&run));
		if (joined->overflow.ptr)
			diff_say_overflow(name, joined->overflow);
	}
	ingest_release(options->manners->format, &run);
	return good && !joined->overflow.ptr;
}

bool diff_read_trie(struct trie *joined, const struct diff_options *options)
{
	int side;
	size_t i;

	joined->differential = true;
	for (side = 0; side < DIFF_SIDES; side++) {
		const struct diff_files *files = &options->sides[side];

		for (i = 0; i < files->count; i++) {
			if (!read_one(joined, options, side, &files->at[i]))
				return false;
		}
	}
	return true;
}
