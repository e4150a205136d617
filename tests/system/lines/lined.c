/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "tests/system/lines/lined.h"

__attribute__((noinline)) int lined_dead(int x)
{
	return x < 3 ? lined_square(x) : lined_square(x) * 2;
}
__attribute__((noinline)) static int lined_outer(const int *at, int count)
{
	int left = lined_sum(at, count / 2), right = lined_sum(at + count / 2, count - count / 2);

	if (left > right)
		return lined_square(left) % 5 ? left : right;
	switch (count % 4) {
	case 0: return left * 3 + right;
	case 1: return lined_square(right);
	default: abort();
	}
}
static int lined_order(const void *a, const void *b)
{
	return lined_square(*(const int *)a) - lined_square(*(const int *)b);
}
int main(int argc, char **argv)
{
	int at[64], i;

	for (i = 0; i < 64; i++)
		at[i] = rand() % (argc + 3);
	qsort(at, 64, sizeof(*at), lined_order);
	printf("%d %s\n", lined_outer(at, 64), argv[0]);
	return 0;
}
