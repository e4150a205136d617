/* SPDX-License-Identifier: MIT */
#include "render/export/firefox_thread.h"

#include "common/table/hash.h"

struct firefox_path {
	uint64_t key;
	uint32_t number;
	UT_hash_handle hh;
};

void firefox_thread_init(struct firefox_thread *thread, size_t names)
{
	*thread = (struct firefox_thread){
		.functions = memory_clear(names + 1, sizeof(*thread->functions))};
}

void firefox_thread_release(struct firefox_thread *thread)
{
	firefox_thread_reset(thread);
	free(thread->functions);
	free(thread->names);
	free(thread->path_keys);
	free(thread->stacks);
	*thread = (struct firefox_thread){0};
}

static uint32_t function_of(struct firefox_thread *thread, frame_id frame)
{
	if (thread->functions[frame] == 0) {
		thread->names = memory_grow(thread->names, &thread->function_cap,
					    thread->function_count + 1, sizeof(*thread->names));
		thread->names[thread->function_count++] = frame;
		thread->functions[frame] = (uint32_t)thread->function_count;
	}
	return thread->functions[frame] - 1;
}

/* The path of a function below another path + 1; its own number + 1. */
static uint32_t path_of(struct firefox_thread *thread, uint32_t above, uint32_t function)
{
	const uint64_t key = (uint64_t)above << 32 | function;
	struct firefox_path *path;

	HASH_FIND(hh, thread->paths, &key, sizeof(key), path);
	if (!path) {
		path = arena_alloc(&thread->arena, sizeof(*path));
		memset(path, 0, sizeof(*path));
		path->key = key;
		path->number = (uint32_t)thread->path_count;
		HASH_ADD(hh, thread->paths, key, sizeof(path->key), path);
		thread->path_keys = memory_grow(thread->path_keys, &thread->path_cap,
						thread->path_count + 1, sizeof(*thread->path_keys));
		thread->path_keys[thread->path_count++] = key;
	}
	return path->number + 1;
}

void firefox_thread_add(struct firefox_thread *thread, const struct stack *stack)
{
	uint32_t path = 0, level;

	for (level = 0; level < stack->depth; level++)
		path = path_of(thread, path, function_of(thread, stack->frames[level]));
	thread->stacks = memory_grow(thread->stacks, &thread->stack_cap, thread->stack_count + 1,
				     sizeof(*thread->stacks));
	thread->stacks[thread->stack_count++] = path;
}

void firefox_thread_reset(struct firefox_thread *thread)
{
	size_t i;

	HASH_CLEAR(hh, thread->paths);
	arena_release(&thread->arena);
	for (i = 0; i < thread->function_count; i++)
		thread->functions[thread->names[i]] = 0;
	thread->path_count = thread->function_count = thread->stack_count = 0;
}
