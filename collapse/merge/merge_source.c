/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge_source.h"

#include "common/memory/memory.h"

/* An entry of a run in front of its key. */
struct entry {
	uint64_t count[2];
	uint32_t size; /* of the key */
	uint16_t scale;
	uint16_t differential;
};

void merge_run_add(struct spool *spool, struct slice key, const struct weight *weight)
{
	const struct entry entry = {
		.count = {weight->count[0], weight->count[1]},
		.size = (uint32_t)key.len,
		.scale = (uint16_t)weight->scale,
		.differential = weight->differential,
	};

	if (key.len > UINT32_MAX)
		memory_die();
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

static enum merge_step next_of_run(struct merge_source *source)
{
	struct merge_text *text = &source->text;
	struct entry entry;

	if (!merge_text_need(text, sizeof(entry)))
		return text->failed ? MERGE_FAILED : MERGE_END;
	memcpy(&entry, text->buf.ptr + text->from, sizeof(entry));
	if (!merge_text_need(text, sizeof(entry) + entry.size))
		return MERGE_FAILED;
	text->from += sizeof(entry);
	merge_text_take(text, slice_of(text->buf.ptr + text->from, entry.size), true);
	text->from += entry.size;
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

	source->has_ended = step != MERGE_NEXT;
	source->failed = step == MERGE_FAILED;
	return step == MERGE_NEXT;
}

static struct merge_source *new_source(size_t step)
{
	struct merge_source *source = memory_get(sizeof(*source));

	*source = (struct merge_source){.text = {.step = step, .key_at = SIZE_MAX}};
	return source;
}

struct merge_source *merge_source_of_file(struct merge_shared *shared, size_t index)
{
	struct merge_source *source = new_source(shared->step);

	source->file = memory_get(sizeof(*source->file));
	if (merge_file_open(source->file, shared, index, &source->text))
		merge_source_next(source);
	else
		source->failed = source->has_ended = true;
	return source;
}

struct merge_source *merge_source_of_run(const struct spool *spool, struct merge_run run,
					 size_t step)
{
	struct merge_source *source = new_source(step);

	source->spool = spool;
	source->run = run;
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
	buf_release(&source->text.buf);
	free(source);
}
