/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* getentropy */
#include "common/base/random.h"

#include <time.h>
#include <unistd.h>

enum { AT_ONCE = 256 }; /* bytes, the most that getentropy() gives */

/* SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
static uint64_t next_guessable(uint64_t *state)
{
	uint64_t value = *state += UINT64_C(0x9e3779b97f4a7c15);

	value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
	return value ^ value >> 31;
}

static void fill_guessable(unsigned char *bytes, size_t size)
{
	struct timespec now = {0};
	uint64_t state;
	size_t i;

	clock_gettime(CLOCK_REALTIME, &now);
	state = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
	state ^= (uint64_t)(uintptr_t)&now << 20 ^ (uint64_t)getpid() << 48;
	for (i = 0; i < size; i++)
		bytes[i] = (unsigned char)(next_guessable(&state) >> 56);
}

void random_fill(void *bytes, size_t size)
{
	unsigned char *at = bytes;

	while (size > 0) {
		size_t part = size < AT_ONCE ? size : AT_ONCE;

		if (getentropy(at, part) != 0) {
			fill_guessable(at, size);
			return;
		}
		at += part;
		size -= part;
	}
}
