/* SPDX-License-Identifier: MIT */
#include "common/library/profile_calls.h"

#include "common/base/frame_name.h"
#include "common/base/memory.h"
#include "common/folded/folded.h"
#include "common/io/output.h"

flambeau_profile *flambeau_profile_new(void)
{
	return call_get(sizeof(struct flambeau_profile));
}

void flambeau_profile_free(flambeau_profile *profile)
{
	if (!profile)
		return;
	profile_release(&profile->added);
	free(profile->frames);
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

void flambeau_profile_time(flambeau_profile *profile, double seconds)
{
	profile->seconds = seconds;
}

struct call_ends profile_ends(const struct flambeau_profile *profile)
{
	return (struct call_ends){
		.note = profile->note,
		.note_context = profile->note_context,
		.limit = profile->limit,
		.held = profile->len + profile->added.arena.size + profile->added.names.arena.size,
		.seconds = profile->seconds,
	};
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

static void profile_calls_add_stack(struct addition *addition)
{
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
	const struct call_ends ends = profile_ends(profile);
	struct call call;
	size_t i;

	if (n == 0 || n > LIMIT_DEPTH || label_count > LABELS_MAX)
		return error_set(error, FLAMBEAU_USAGE,
				 "a stack has 1 to %d frames and at most %d labels", LIMIT_DEPTH,
				 LABELS_MAX);
	for (i = 0; i < label_count; i++) {
		if (labels[i][0].len == 0)
			return error_set(error, FLAMBEAU_USAGE, "a label without a name");
	}
	call_begin(&call, &ends);
	if (!limits_met())
		profile_calls_add_stack(&addition);
	return call_end(&call, true, error);
}

bool flambeau_add(flambeau_profile *profile, const flambeau_slice *frames, size_t n, uint64_t count,
		  flambeau_error *error)
{
	return flambeau_add_labeled(profile, frames, n, NULL, 0, count, error);
}

bool flambeau_header(flambeau_profile *profile, const char *key, const char *value,
		     flambeau_error *error)
{
	const struct call_ends ends = profile_ends(profile);
	struct call call;
	bool good;

	call_begin(&call, &ends);
	good = header_add_pair(&profile->added.header, slice_from(key), slice_from(value));
	call_end(&call, true, NULL);
	return good || error_set(error, FLAMBEAU_USAGE, "no key '%s' of a header", key);
}

/* ---- As text ---- */

/* Append what was added to the text, a copy. */
static bool append_added(const struct flambeau_profile *profile, struct slice *text,
			 flambeau_error *error)
{
	struct call_ends ends = profile_ends(profile);
	struct flambeau_sink sink;
	struct output output;
	struct call call;
	size_t len = 0;
	char *ptr = NULL;
	bool good;

	sink_memory(&sink, &ptr, &len);
	sink.as.write(&sink, profile->text, profile->len);
	ends.sink = &sink;
	call_begin(&call, &ends);
	good = !folded_overflowed(&profile->added) && output_open(&output, SLICE(""));
	if (good) {
		folded_write(&profile->added, 0, &output);
		good = output_commit(&output);
	}
	*text = slice_of(ptr, len);
	if (call_end(&call, good, error))
		return true;
	free(ptr);
	*text = SLICE("");
	return false;
}

static bool has_added(const struct flambeau_profile *profile)
{
	return profile->added.count > 0 || !header_is_empty(&profile->added.header);
}

bool profile_is_text(const struct flambeau_profile *profile)
{
	return profile->pieces == 1 && !has_added(profile);
}

bool profile_text(const struct flambeau_profile *profile, struct slice *text, flambeau_error *error)
{
	*text = slice_of(profile->text, profile->len);
	return !has_added(profile) || append_added(profile, text, error);
}

void profile_text_free(const struct flambeau_profile *profile, struct slice text)
{
	if (text.len > 0 && text.ptr != profile->text)
		free((void *)(uintptr_t)text.ptr);
}
