/* SPDX-License-Identifier: MIT */
/*
 * late SECONDS - runs code that it makes itself, and says only at its end what the code is called.
 * x86-64.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <stdlib.h>
#include <time.h>

#include "tests/system/recordings/made_code.h"

int main(int argc, char **argv)
{
	const time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);
	made_fn *made = make_code();

	if (!made)
		return 1;
	while (time(NULL) < end)
		made(10000000);
	return name_code(made, "made_late") == 0 ? 0 : 1;
}
