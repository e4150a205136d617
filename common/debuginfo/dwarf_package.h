/* SPDX-License-Identifier: MIT */
/*
 * dwarf_package.h - a package (.dwp): units that were split off, in one file (DWARF 5, chapter
 * 7.3.5; before that, GCC's "DebugFissionDWP").
 */
#ifndef FLAMBEAU_DWARF_PACKAGE_H
#define FLAMBEAU_DWARF_PACKAGE_H

#include "common/debuginfo/dwarf_data.h"

/*
 * Set `split` to the parts of the package's sections that belong to a unit; false: the package does
 * not have it.
 */
bool dwarf_package_find(const struct dwarf_data *package, uint64_t dwo_id,
			struct dwarf_data *split);

#endif
