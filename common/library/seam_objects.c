/* SPDX-License-Identifier: MIT */
/*
 * Objects of libraries that take memory of their own: the call gives them back. Their types are
 * opaque here, as their headers are for one file each.
 */
#include "common/library/seam_objects.h"

#include "common/library/call.h"

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

#if defined(HAVE_ZSTD)
extern void *ZSTD_createDStream(void);
extern size_t ZSTD_freeDStream(void *stream);

static void free_stream(uintptr_t stream, size_t unused)
{
	(void)unused;
	ZSTD_freeDStream((void *)stream);
}

void *seam_zstd_create(void)
{
	return own(ZSTD_createDStream(), free_stream);
}

size_t seam_zstd_free(void *stream)
{
	disown(stream, free_stream);
	return ZSTD_freeDStream(stream);
}
#endif
