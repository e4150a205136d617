/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge_source.h"

#include "common/base/memory.h"
#include "common/table/hash.h"

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
	struct merge_text *text = &source->text;
	struct entry entry;
	struct slice key;
	uint32_t hash;

	if (!merge_text_need(text, sizeof(entry)))
		return text->failed ? MERGE_FAILED : MERGE_END;
	memcpy(&entry, text->buf.ptr + text->from, sizeof(entry));
	hash = entry.hash;
	entry.hash = 0;
	if (hash != entry_hash(&entry, source->at))
		return run_damaged();
	if (!merge_text_need(text, sizeof(entry) + entry.size))
		return text->failed ? MERGE_FAILED : run_damaged();
	text->from += sizeof(entry);
	key = slice_of(text->buf.ptr + text->from, entry.size);
	if (hash_bytes(key.ptr, key.len) != entry.key_hash)
		return run_damaged();
	merge_text_take(text, key, true);
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
	buf_release(&source->text.buf);
	free(source);
}
