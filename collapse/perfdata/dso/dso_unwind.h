/* SPDX-License-Identifier: MIT */
/*
 * dso_unwind.h - call frame information of what is mapped.
 */
#ifndef FLAMBEAU_PERFDATA_DSO_UNWIND_H
#define FLAMBEAU_PERFDATA_DSO_UNWIND_H

#include "collapse/perfdata/dso/dso.h"
#include "common/debuginfo/cfi_entry.h"

/*
 * The function at an address of a map, and that address as `entry` has it. False: there is no
 * information. `entry` refers to bytes that live as long as the dso. Any thread.
 */
bool perfdata_dso_entry(struct perfdata_dso *dso, const struct perfdata_map *map,
			struct perfdata_address at, struct cfi_entry *entry, uint64_t *address);

/* True for the vdso, the kernel's code in user space, which keeps no frame pointers. */
bool perfdata_dso_is_vdso(const struct perfdata_dso *dso);

#endif
