/* SPDX-License-Identifier: MIT */
/*
 * Objects of libraries that take memory of their own: the call gives them back. Their types are
 * opaque here, as their headers are for one file each.
 */
#include "common/library/seam_objects.h"

#include "common/library/call.h"
#include "common/memory/memory.h"

extern void *pcre2_compile_8(const unsigned char *pattern, size_t length, uint32_t options,
			     int *error, size_t *at, void *context);
extern void pcre2_code_free_8(void *code);

/* Own an object that may be NULL; NULL also where there is no memory to remember it. */
static void *own(void *object, heap_release_fn *release)
{
	const struct seat *seat = seat_get();

	if (!object || !seat)
		return object;
	return heap_own(seat->call->heap,
			&(struct heap_thing){.thing = (uintptr_t)object, .release = release})
		       ? object
		       : NULL;
}

static void disown(void *object, heap_release_fn *release)
{
	const struct seat *seat = seat_get();

	if (object && seat)
		heap_disown(seat->call->heap, (uintptr_t)object, release);
}

static void free_code(uintptr_t code, size_t unused)
{
	(void)unused;
	pcre2_code_free_8((void *)code);
}

void *seam_pcre2_compile(const unsigned char *pattern, size_t length, uint32_t options, int *error,
			 size_t *at, void *context)
{
	return own(pcre2_compile_8(pattern, length, options, error, at, context), free_code);
}

void seam_pcre2_code_free(void *code)
{
	disown(code, free_code);
	pcre2_code_free_8(code);
}

void memory_own(uintptr_t object, memory_release_fn *release)
{
	const struct seat *seat = seat_get();
	const struct heap_thing thing = {.thing = object, .release = release};

	if (seat && !heap_own(seat->call->heap, &thing))
		memory_die();
}

void memory_disown(uintptr_t object, memory_release_fn *release)
{
	const struct seat *seat = seat_get();

	if (seat)
		heap_disown(seat->call->heap, object, release);
}
