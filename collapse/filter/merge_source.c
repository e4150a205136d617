/* SPDX-License-Identifier: MIT */
#include "collapse/filter/merge_source.h"

#include "collapse/names/tidy.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/cli/wrong_input.h"
#include "common/folded/folded.h"
#include "common/folded/folded_grammar.h"
#include "common/table/hash.h"

/* ---- Keys ---- */

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

/* `root`: text with {} for the file's name, or empty. */
static void merge_edit_init(struct merge_edit *edit, struct slice path, struct slice root,
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

static void merge_edit_release(struct merge_edit *edit)
{
	buf_release(&edit->root);
	buf_release(&edit->text);
}

/* True if the stack is its own key; it then needs merge_key_cut() alone. */
static bool merge_key_is_stack(const struct merge_edit *edit, struct slice stack)
{
	return stack.ptr[0] != '@' && edit->root.len == 0 && edit->added->count == 0;
}

/* Cut a stack that is too deep at its leaf, with a note of the run. */
static void merge_key_cut(struct ingest_run *run, struct slice *stack)
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

/* Replace the content of `out` by the key of a stack. Notes are those of the run. */
static void merge_key_make(struct merge_labels *all, struct merge_edit *edit,
			   struct ingest_run *run, struct slice stack, struct buf *out)
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

/* ---- Files ---- */

static ssize_t merge_file_read_input(void *context, char *to, size_t size)
{
	return input_read(context, to, size);
}

/* The file of that index on the command line; `text` reads from it. False after a message. */
static bool merge_file_open(struct merge_file *file, struct merge_shared *shared, size_t index,
			    struct sorted_text *text)
{
	const struct merge_options *options = shared->options;
	const struct opt_list *roots = options->root_labels;
	struct input_options in = {
		.paths = &file->path,
		.count = 1,
		.compat = options->compat,
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

static void merge_file_release(struct merge_file *file)
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
	diag_error_at(CODE_DATA, input_name(file->input, 0), line_number(file), "%s", problem);
	return MERGE_FAILED;
}

/* True, after a message, if the file has another format than folded stacks. */
static bool is_other_format(struct merge_file *file)
{
	const struct wrong_input_reader reader = {"folded", diag_tool(), NULL};

	if (input_bytes(file->input) == 0)
		return false;
	if (input_file(file->input) < input_count(file->input))
		input_skip_file(file->input); /* so that its beginning can be read again */
	return wrong_input_explain(file->input, 0, &reader);
}

static enum merge_step fail_order(struct merge_file *file, struct slice before, struct slice key)
{
	const bool is_edited = file->edit.root.len > 0 || file->edit.added->count > 0;

	if (file->parsed.notes.kinds[FOLDED_BAD_LINE].count > 0 && is_other_format(file))
		return MERGE_FAILED;
	diag_error_at(CODE_DATA, input_name(file->input, 0), line_number(file),
		      "not sorted%s: '%.*s' follows '%.*s'; without --sorted any order will do",
		      is_edited ? " under its root label and labels" : "", SLICE_ARG(key),
		      SLICE_ARG(before));
	return MERGE_FAILED;
}

static size_t most_of_line(const struct merge_file *file)
{
	const uint64_t most = file->shared->options->reading->max_record;

	return most == 0 ? INPUT_MAX_RECORD : most < SIZE_MAX ? (size_t)most : SIZE_MAX;
}

/* The next line without its end, in the buffer. */
static enum merge_step merge_file_take_line(struct merge_file *file, struct sorted_text *text,
					    struct slice *line)
{
	const size_t most = most_of_line(file);
	enum sorted_line found;

	while ((found = sorted_text_line(text, most, line)) == SORTED_TOO_LONG) {
		ingest_note(&file->parsed, NOTES_TOO_LONG, SLICE(""));
		file->parsed.line++;
	}
	if (found == SORTED_LINE)
		return MERGE_NEXT;
	if (text->failed)
		return MERGE_FAILED;
	return found == SORTED_END ? MERGE_END
				   : fail_at(file, "the file is cut: its last line has no end");
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
		diag_error_at(CODE_DATA, name, 0, "part of the input was not understood");
		return MERGE_FAILED;
	}
	if (parsed->samples > 0)
		return MERGE_END;
	diag_error_at(CODE_DATA, name, 0, "no stacks");
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

static enum merge_step merge_file_take_stack(struct merge_file *file, struct sorted_text *text,
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
	if (!sorted_text_take(text, parts->stack, is_inside))
		return fail_order(file, before, parts->stack);
	file->parsed.samples++;
	file->parsed.line++;
	return MERGE_NEXT;
}

/*
 * The next line with a count: its key is the current one of `text` then, its count, without the
 * file's weight, in `weight`. Notes are printed at the end. MERGE_FAILED after a message: the file
 * is bad.
 */
static enum merge_step merge_file_next(struct merge_file *file, struct sorted_text *text,
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
			return fail_at(file, "a header after stacks");
		file->parsed.line++;
	}
	return step == MERGE_END ? merge_file_finish(file) : step;
}

/*
 * An entry of a run in front of its key. Its hashes show whether the file was damaged meanwhile: an
 * entry that was changed, or moved, has others.
 */
struct entry {
	uint64_t count[2];
	uint32_t size; /* of the key */
	uint16_t scale;
	uint16_t differential;
	uint32_t key_hash, hash; /* `hash` is 0 while it is computed */
};

/* `at`: offset of the entry in the spool. */
static uint32_t entry_hash(const struct entry *entry, uint64_t at)
{
	return hash_bytes(entry, sizeof(*entry)) ^ hash_bytes(&at, sizeof(at));
}

void merge_run_add(struct spool *spool, struct slice key, const struct weight *weight)
{
	struct entry entry = {
		.count = {weight->count[0], weight->count[1]},
		.size = (uint32_t)key.len,
		.scale = (uint16_t)weight->scale,
		.differential = weight->differential,
		.key_hash = hash_bytes(key.ptr, key.len),
	};

	if (key.len > UINT32_MAX)
		memory_die();
	entry.hash = entry_hash(&entry, spool->size);
	spool_add(spool, slice_of((const char *)&entry, sizeof(entry)));
	spool_add(spool, key);
}

static ssize_t read_run(void *context, char *to, size_t size)
{
	struct merge_source *source = context;
	const uint64_t left = source->run.end - source->run.begin;
	ssize_t n = spool_read(source->spool, to, size < left ? size : (size_t)left,
			       source->run.begin);

	source->run.begin += n > 0 ? (uint64_t)n : 0;
	return n;
}

static enum merge_step run_damaged(void)
{
	spool_say_damaged();
	return MERGE_FAILED;
}

static enum merge_step next_of_run(struct merge_source *source)
{
	struct sorted_text *text = &source->text;
	struct entry entry;
	struct slice key;
	uint32_t hash;

	if (!sorted_text_need(text, sizeof(entry)))
		return text->failed ? MERGE_FAILED : MERGE_END;
	memcpy(&entry, text->buf.ptr + text->from, sizeof(entry));
	hash = entry.hash;
	entry.hash = 0;
	if (hash != entry_hash(&entry, source->at))
		return run_damaged();
	if (!sorted_text_need(text, sizeof(entry) + entry.size))
		return text->failed ? MERGE_FAILED : run_damaged();
	text->from += sizeof(entry);
	key = slice_of(text->buf.ptr + text->from, entry.size);
	if (hash_bytes(key.ptr, key.len) != entry.key_hash)
		return run_damaged();
	sorted_text_take(text, key, true);
	text->from += entry.size;
	source->at += sizeof(entry) + entry.size;
	source->weight = (struct weight){
		.count = {entry.count[0], entry.count[1]},
		.scale = entry.scale,
		.differential = entry.differential > 0,
	};
	return MERGE_NEXT;
}

bool merge_source_next(struct merge_source *source)
{
	const enum merge_step step = source->file ? merge_file_next(source->file, &source->text,
								    &source->weight)
						  : next_of_run(source);

	source->text.has_ended = step != MERGE_NEXT;
	source->failed = step == MERGE_FAILED;
	return step == MERGE_NEXT;
}

static struct merge_source *new_source(size_t step)
{
	struct merge_source *source = memory_get(sizeof(*source));

	*source = (struct merge_source){.failed = false};
	sorted_text_init(&source->text, step);
	return source;
}

struct merge_source *merge_source_of_file(struct merge_shared *shared, size_t index)
{
	struct merge_source *source = new_source(shared->step);

	source->file = memory_get(sizeof(*source->file));
	if (merge_file_open(source->file, shared, index, &source->text))
		merge_source_next(source);
	else
		source->failed = source->text.has_ended = true;
	return source;
}

struct merge_source *merge_source_of_run(const struct spool *spool, struct merge_run run,
					 size_t step)
{
	struct merge_source *source = new_source(step);

	source->spool = spool;
	source->run = run;
	source->at = run.begin;
	source->text.read = read_run;
	source->text.context = source;
	merge_source_next(source);
	return source;
}

size_t merge_source_memory(const struct merge_source *source)
{
	const bool has_input = source->file && source->file->input;

	return source->text.buf.cap + (has_input ? input_memory(source->file->input) : 0);
}

void merge_source_free(struct merge_source *source)
{
	if (source->file)
		merge_file_release(source->file);
	free(source->file);
	sorted_text_release(&source->text);
	free(source);
}
