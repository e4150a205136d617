/* SPDX-License-Identifier: MIT */
/*
 * fixed_work ROUNDS - the same work in every run, for sampler_overhead.py: calls, memory,
 * arithmetic.
 */
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 1 << 14 };

static unsigned long words[WORDS];

__attribute__((noinline)) static unsigned long mix(unsigned long a, unsigned long b)
{
	return (a ^ b) * 2654435761u + (a >> 7);
}

__attribute__((noinline)) static unsigned long walk(unsigned depth, unsigned long state)
{
	unsigned i;

	if (depth > 0)
		return walk(depth - 1, state) + 1;
	for (i = 0; i < WORDS; i++) {
		state = mix(state, words[state % WORDS]);
		words[i] += state;
	}
	return state;
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000, state = 1, i;

	for (i = 0; i < rounds; i++)
		state = walk((unsigned)(i % 20), state);
	printf("%lu\n", state);
	return 0;
}
