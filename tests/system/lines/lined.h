/* SPDX-License-Identifier: MIT */
static inline int lined_square(int x)
{
	return x * x + (x & 3);
}
static inline int lined_sum(const int *at, int count)
{
	int i, sum = 0;

	for (i = 0; i < count; i++)
		sum += at[i] > 3 ? lined_square(at[i]) : at[i] % 7;
	return sum;
}
