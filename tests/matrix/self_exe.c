/* SPDX-License-Identifier: MIT */
/*
 * self_exe.c - a library for qemu-user, which asks realpath() for the target of /proc/self/exe. A
 * program NAME.ARCHITECTURE has a script beside it, NAME, that starts it through qemu: the answer is
 * the script, for the kernel can start that alone. run.sh compiles it with ARCHITECTURE defined.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* realpath() as fortified programs call it. */
char *__realpath_chk(const char *path, char *resolved, size_t size);

char *__realpath_chk(const char *path, char *resolved, size_t size)
{
	static const char ending[] = "." ARCHITECTURE;
	char *real = size >= PATH_MAX ? realpath(path, resolved) : NULL;
	size_t length = real ? strlen(real) : 0;

	if (length > strlen(ending) && strcmp(real + length - strlen(ending), ending) == 0)
		real[length - strlen(ending)] = '\0';
	return real;
}
