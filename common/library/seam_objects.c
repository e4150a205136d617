/* SPDX-License-Identifier: MIT */
/* Objects of libraries that take memory of their own: the call gives them back. */
#include "common/base/memory.h"
#include "common/library/call.h"

void memory_own(uintptr_t object, memory_release_fn *release)
{
	const struct seat *seat = seat_get();
	const struct heap_resource thing = {.thing = object, .release = release};

	if (seat && !heap_own(seat->call->heap, &thing))
		memory_die();
}

void memory_disown(uintptr_t object, memory_release_fn *release)
{
	const struct seat *seat = seat_get();

	if (seat)
		heap_disown(seat->call->heap, object, release);
}
