/* SPDX-License-Identifier: MIT */
/* To be preloaded: a kernel that takes no call chain of the user beside a copy of the stack. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef long syscall_fn(long number, ...);

long syscall(long number, ...)
{
	long words[6];
	syscall_fn *real;
	va_list list;
	int i;

	va_start(list, number);
	for (i = 0; i < 6; i++)
		words[i] = va_arg(list, long);
	va_end(list);
	if (number == SYS_perf_event_open) {
		const struct perf_event_attr *attr = (const struct perf_event_attr *)words[0];

		if ((attr->sample_type & PERF_SAMPLE_STACK_USER) != 0 &&
		    !attr->exclude_callchain_user) {
			errno = EINVAL;
			return -1;
		}
	}
	*(void **)&real = dlsym(RTLD_NEXT, "syscall");
	return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
