/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge_file.h"

#include "common/base/diag.h"
#include "common/cli/wrong_input.h"
#include "common/folded/folded.h"

static ssize_t merge_file_read_input(void *context, char *to, size_t size)
{
	return input_read(context, to, size);
}

bool merge_file_open(struct merge_file *file, struct merge_shared *shared, size_t index,
		     struct merge_text *text)
{
	const struct merge_options *options = shared->options;
	const struct opt_list *roots = options->root_labels;
	struct input_options in = {
		.paths = &file->path,
		.count = 1,
		.as = options->as,
		.dash_is_stdin = true,
		.last_snapshot = true,
	};
	struct slice root = SLICE("");

	*file = (struct merge_file){.shared = shared, .path = options->paths->at[index]};
	factor_split(&file->path, &file->weighs);
	if (roots->count > 0)
		root = roots->at[roots->count == 1 ? 0 : index];
	merge_edit_init(&file->edit, file->path, root, options->added_labels);
	file->parsed.format = &folded_format;
	file->input = input_open(&in);
	text->read = merge_file_read_input;
	text->context = file->input;
	return file->input != NULL;
}

void merge_file_release(struct merge_file *file)
{
	if (file->input)
		input_close(file->input);
	profile_release(&file->parsed.profile);
	notes_release(&file->parsed.notes);
	merge_edit_release(&file->edit);
	buf_release(&file->made[0]);
	buf_release(&file->made[1]);
}

static unsigned long long line_number(const struct merge_file *file)
{
	return (unsigned long long)file->parsed.line + 1;
}

/* Report a problem of the current line, with the file's name and the line's number in front. */
static enum merge_step fail_at(const struct merge_file *file, const char *problem)
{
	const struct slice name = input_name(file->input, 0);

	diag_error("%.*s:%llu: %s", SLICE_ARG(name), line_number(file), problem);
	return MERGE_FAILED;
}

/* True, after a message, if the file has another format than folded stacks. */
static bool is_other_format(struct merge_file *file)
{
	const struct wrong_input_reader reader = {"folded", diag_tool(), NULL};

	if (input_bytes(file->input) == 0)
		return false;
	if (input_file(file->input) < input_count(file->input))
		input_pass(file->input); /* so that its beginning can be read again */
	return wrong_input_explain(file->input, 0, &reader);
}

static enum merge_step fail_order(struct merge_file *file, struct slice before, struct slice key)
{
	const struct slice name = input_name(file->input, 0);
	const bool is_edited = file->edit.root.len > 0 || file->edit.added->count > 0;

	if (file->parsed.notes.kinds[FOLDED_BAD_LINE].count > 0 && is_other_format(file))
		return MERGE_FAILED;
	diag_error("%.*s:%llu: not sorted%s: '%.*s' follows '%.*s'; without --sorted any order "
		   "will do",
		   SLICE_ARG(name), line_number(file),
		   is_edited ? " under its root label and labels" : "", SLICE_ARG(key),
		   SLICE_ARG(before));
	return MERGE_FAILED;
}

static void note_too_long(struct merge_file *file)
{
	ingest_note(&file->parsed, NOTES_TOO_LONG, SLICE(""));
	file->parsed.line++;
}

static size_t most_of_line(const struct merge_file *file)
{
	const uint64_t most = file->shared->options->reading->max_record;

	return most == 0 ? INPUT_MAX_RECORD : most < SIZE_MAX ? (size_t)most : SIZE_MAX;
}

/*
 * The end of the current line in the buffer, which is filled until it is there. NULL without one.
 */
static const char *find_end(struct merge_file *file, struct merge_text *text)
{
	const size_t most = most_of_line(file);
	struct slice rest = merge_text_rest(text);
	size_t end;

	while ((end = slice_find(slice_tail(rest, file->scanned), '\n')) == SLICE_NONE) {
		file->scanned = rest.len;
		if (file->is_skipping || rest.len >= most) { /* with its end it is longer */
			file->is_skipping = true;
			text->from = text->buf.len;
			file->scanned = 0;
		}
		if (!merge_text_fill(text))
			return NULL;
		rest = merge_text_rest(text);
	}
	return rest.ptr + file->scanned + end;
}

/* The next line without its end, in the buffer. */
static enum merge_step merge_file_take_line(struct merge_file *file, struct merge_text *text,
					    struct slice *line)
{
	const char *begin, *end;

	while ((end = find_end(file, text)) != NULL) {
		begin = text->buf.ptr + text->from;
		text->from = (size_t)(end - text->buf.ptr) + 1;
		file->scanned = 0;
		*line = slice_between(begin, end);
		if (!file->is_skipping && line->len < most_of_line(file))
			return MERGE_NEXT;
		file->is_skipping = false;
		note_too_long(file);
	}
	if (text->failed)
		return MERGE_FAILED;
	if (file->is_skipping || merge_text_rest(text).len > 0)
		return fail_at(file, "the file is cut: its last line has no end");
	return MERGE_END;
}

/* All has been read: what is said of it. */
static enum merge_step merge_file_finish(struct merge_file *file)
{
	struct ingest_run *parsed = &file->parsed;
	const struct notes *notes = &parsed->notes;
	const size_t kinds = folded_format.kind_count;
	const struct slice name = input_name(file->input, 0);

	if (parsed->samples <= notes->kinds[FOLDED_BAD_LINE].count && is_other_format(file))
		return MERGE_FAILED;
	notes_print(notes, folded_format.kinds, kinds, file->input);
	if (notes_fail(notes, folded_format.kinds, kinds, file->shared->options->strict)) {
		diag_error("%.*s: not everything was understood", SLICE_ARG(name));
		return MERGE_FAILED;
	}
	if (parsed->samples > 0)
		return MERGE_END;
	diag_error("%.*s: no stacks", SLICE_ARG(name));
	return MERGE_FAILED;
}

/* A line that is no stack: a header, which stands in front of all stacks, or what was noted. */
static bool is_good_comment(const struct merge_file *file, struct slice line)
{
	struct header header = {0};
	bool good = true;

	if (file->parsed.samples > 0 && slice_starts(line, SLICE("#"))) {
		header_read(&header, line);
		good = header_is_empty(&header);
		header_release(&header);
	}
	return good;
}

static enum merge_step merge_file_take_stack(struct merge_file *file, struct merge_text *text,
					     struct folded_line *parts)
{
	const unsigned columns = parts->weight.differential ? 2 : 1;
	struct buf *made = &file->made[file->turn];
	const struct slice before = text->key;
	bool is_inside = merge_key_is_stack(&file->edit, parts->stack);

	if (file->shared->columns == 0)
		file->shared->columns = columns;
	if (file->shared->columns != columns)
		return fail_at(file, columns == 1 ? "one count, lines before have two"
						  : "two counts, lines before have one");
	if (is_inside) {
		merge_key_cut(&file->parsed, &parts->stack);
	} else {
		merge_key_make(&file->shared->labels, &file->edit, &file->parsed, parts->stack,
			       made);
		file->turn = !file->turn;
		parts->stack = buf_slice(made);
	}
	if (!merge_text_take(text, parts->stack, is_inside))
		return fail_order(file, before, parts->stack);
	file->parsed.samples++;
	file->parsed.line++;
	return MERGE_NEXT;
}

enum merge_step merge_file_next(struct merge_file *file, struct merge_text *text,
				struct weight *weight)
{
	struct folded_line parts;
	enum merge_step step;
	struct slice line;

	while ((step = merge_file_take_line(file, text, &line)) == MERGE_NEXT) {
		if (folded_split(&file->parsed, &folded_own, line, &parts)) {
			*weight = parts.weight;
			return merge_file_take_stack(file, text, &parts);
		}
		if (!is_good_comment(file, line))
			return fail_at(file, "a header behind stacks");
		file->parsed.line++;
	}
	return step == MERGE_END ? merge_file_finish(file) : step;
}
