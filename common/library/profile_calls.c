/* SPDX-License-Identifier: MIT */
#include "common/library/profile_calls.h"

#include "common/base/frame_name.h"
#include "common/base/memory.h"
#include "common/folded/folded.h"
#include "common/io/output.h"

flambeau_profile *flambeau_profile_new(void)
{
	struct flambeau_profile *profile = calloc(1, sizeof(*profile));

	if (profile)
		heap_init(&profile->heap);
	return profile;
}

void flambeau_profile_free(flambeau_profile *profile)
{
	if (!profile)
		return;
	heap_release(&profile->heap);
	free(profile->text);
	free(profile);
}

void flambeau_profile_notes(flambeau_profile *profile, flambeau_note_fn *note, void *context)
{
	profile->note = note;
	profile->note_context = context;
}

void flambeau_profile_limit(flambeau_profile *profile, uint64_t bytes)
{
	profile->limit = bytes;
}

void profile_call_begin(const struct flambeau_profile *profile, struct call *call)
{
	const uint64_t held = profile->len + profile->heap.used;

	call_begin(call);
	call->note = profile->note;
	call->note_context = profile->note_context;
	call->context.memory_limit = profile->limit;
	if (profile->limit > 0)
		call->own.limit = profile->limit > held ? profile->limit - held : 1;
}

bool profile_is_usable(const struct flambeau_profile *profile, flambeau_error *error)
{
	return !profile->is_broken ||
	       error_set(error, FLAMBEAU_MEMORY, "the profile lost stacks when memory was out");
}

/* ---- Adding ---- */

struct addition {
	struct flambeau_profile *profile;
	const flambeau_slice *frames;
	size_t count;
	const flambeau_slice (*labels)[2];
	size_t label_count;
	uint64_t samples;
	struct buf room, name;
};

static struct slice slice_in(flambeau_slice text)
{
	return slice_of(text.ptr, text.len);
}

/* "@thread=main", as folded(5) has it */
static frame_id label_frame(struct addition *addition, const flambeau_slice label[2])
{
	struct buf *name = &addition->name;
	size_t i;

	buf_reset(name);
	buf_add_char(name, '@');
	buf_add(name, slice_in(label[0]));
	for (i = 1; i < name->len; i++) {
		if (name->ptr[i] == '=' || char_is_blank(name->ptr[i]))
			name->ptr[i] = '_';
	}
	buf_add_char(name, '=');
	buf_add(name, slice_in(label[1]));
	buf_reset(&addition->room);
	return profile_frame(&addition->profile->added,
			     frame_name_clean(buf_slice(name), &addition->room));
}

static frame_id stack_frame(struct addition *addition, size_t number)
{
	struct profile *added = &addition->profile->added;
	struct slice name;

	buf_reset(&addition->room);
	name = frame_name_clean(slice_in(addition->frames[number]), &addition->room);
	buf_reset(&addition->name);
	if (number == 0 &&
	    folded_escape_root(name, (uint32_t)addition->count, true, &addition->name))
		name = buf_slice(&addition->name);
	return profile_frame(added, name);
}

static int profile_calls_add_stack(void *of)
{
	struct addition *addition = of;
	struct flambeau_profile *profile = addition->profile;
	uint32_t depth = 0;
	size_t i;

	profile->frames = memory_grow(profile->frames, &profile->frame_cap,
				      addition->label_count + addition->count,
				      sizeof(*profile->frames));
	for (i = 0; i < addition->label_count; i++)
		profile->frames[depth++] = label_frame(addition, addition->labels[i]);
	for (i = 0; i < addition->count; i++)
		profile->frames[depth++] = stack_frame(addition, i);
	profile_add_count(&profile->added, profile->frames, depth, addition->samples);
	buf_release(&addition->room);
	buf_release(&addition->name);
	return EXIT_DONE;
}

/* A call whose memory is the profile's. */
static bool run_inside(struct flambeau_profile *profile, int (*work)(void *), void *of,
		       flambeau_error *error)
{
	struct call call;
	int code;

	if (!profile_is_usable(profile, error))
		return false;
	profile_call_begin(profile, &call);
	call.heap = &profile->heap;
	profile->heap.limit = 0;
	if (profile->limit > 0)
		profile->heap.limit = profile->limit > profile->len ? profile->limit - profile->len
								    : 1;
	code = call_run(&call, work, of);
	profile->is_broken = code == CALL_LEFT;
	return call_end(&call, code, error);
}

bool flambeau_add_labeled(flambeau_profile *profile, const flambeau_slice *frames, size_t n,
			  const flambeau_slice (*labels)[2], size_t label_count, uint64_t count,
			  flambeau_error *error)
{
	struct addition addition = {.profile = profile,
				    .frames = frames,
				    .count = n,
				    .labels = labels,
				    .label_count = label_count,
				    .samples = count};
	size_t i;

	if (n == 0 || n > LIMIT_DEPTH || label_count > LABELS_MAX)
		return error_set(error, FLAMBEAU_USAGE,
				 "a stack has 1 to %d frames and at most %d labels", LIMIT_DEPTH,
				 LABELS_MAX);
	for (i = 0; i < label_count; i++) {
		if (labels[i][0].len == 0)
			return error_set(error, FLAMBEAU_USAGE, "a label without a name");
	}
	return run_inside(profile, profile_calls_add_stack, &addition, error);
}

bool flambeau_add(flambeau_profile *profile, const flambeau_slice *frames, size_t n, uint64_t count,
		  flambeau_error *error)
{
	return flambeau_add_labeled(profile, frames, n, NULL, 0, count, error);
}

struct pair {
	struct flambeau_profile *profile;
	const char *key, *value;
};

static int add_pair(void *of)
{
	const struct pair *pair = of;

	return header_add_pair(&pair->profile->added.header, slice_from(pair->key),
			       slice_from(pair->value))
		       ? EXIT_DONE
		       : EXIT_USAGE;
}

bool flambeau_header(flambeau_profile *profile, const char *key, const char *value,
		     flambeau_error *error)
{
	struct pair pair = {profile, key, value};
	flambeau_error own;

	if (run_inside(profile, add_pair, &pair, &own))
		return true;
	if (own.code == FLAMBEAU_USAGE)
		return error_set(error, FLAMBEAU_USAGE, "no key '%s' of a header", key);
	if (error)
		*error = own;
	return false;
}

/* ---- As text ---- */

static int write_added(void *of)
{
	const struct flambeau_profile *profile = of;
	struct output output;

	if (folded_overflowed(&profile->added) || !output_open(&output, SLICE("")))
		return EXIT_DATA;
	folded_write(&profile->added, 0, &output);
	return output_commit(&output) ? EXIT_DONE : EXIT_DATA;
}

/* Append what was added to the text, a copy. */
static bool append_added(const struct flambeau_profile *profile, struct flambeau_slice *text,
			 flambeau_error *error)
{
	char *ptr = malloc(profile->len + 1);
	size_t len = profile->len;
	struct flambeau_sink sink = {.fd = -1, .ptr = &ptr, .len = &len, .cap = len + 1};
	struct call call;
	int code;

	if (!ptr)
		return error_set(error, FLAMBEAU_MEMORY, "out of memory");
	if (len > 0)
		memcpy(ptr, profile->text, len);
	profile_call_begin(profile, &call);
	call.sink = &sink;
	code = call_run(&call, write_added, (void *)(uintptr_t)profile);
	if (!call_end(&call, code, error)) {
		free(ptr);
		return false;
	}
	*text = (struct flambeau_slice){ptr, len};
	return true;
}

bool profile_text(const struct flambeau_profile *profile, struct flambeau_slice *text,
		  unsigned *pieces, flambeau_error *error)
{
	const bool has_added = profile->added.count > 0 || !header_is_empty(&profile->added.header);

	if (!profile_is_usable(profile, error))
		return false;
	if (pieces)
		*pieces = profile->pieces + has_added;
	*text = (struct flambeau_slice){profile->text, profile->len};
	return !has_added || append_added(profile, text, error);
}

void profile_text_free(const struct flambeau_profile *profile, struct flambeau_slice text)
{
	if (text.ptr != profile->text)
		free((void *)(uintptr_t)text.ptr);
}
