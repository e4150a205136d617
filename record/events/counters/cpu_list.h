/* SPDX-License-Identifier: MIT */
/*
 * cpu_list.h - numbers of CPUs, as the kernel and users write them: "0-3,8".
 */
#ifndef FLAMBEAU_CPU_LIST_H
#define FLAMBEAU_CPU_LIST_H

#include "common/base/slice.h"

struct cpu_list {
	unsigned *at; /* ascending, each once; the caller's to free */
	size_t count;
};

/* False, with an empty list, if the text is no such list or names a CPU above 65,535. */
bool cpu_list_parse(struct cpu_list *list, struct slice text);

/* The CPUs that are online; false, with an empty list and errno, if the kernel does not tell. */
bool cpu_list_online(struct cpu_list *list);

bool cpu_list_has(const struct cpu_list *list, unsigned cpu);

#endif
