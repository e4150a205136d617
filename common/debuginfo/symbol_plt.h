/* SPDX-License-Identifier: MIT */
/*
 * symbol_plt.h - names of the slots of a program's procedure linkage table: "strlen@plt".
 */
#ifndef FLAMBEAU_SYMBOL_PLT_H
#define FLAMBEAU_SYMBOL_PLT_H

#include "common/debuginfo/symbol_table.h"

/*
 * Add them to `plt`, which is not finished afterwards. `symbols` names functions that are chosen
 * when the program starts. Nothing is added if there are no dynamic relocations.
 */
void symbol_plt_read(struct symbol_table *plt, const struct elf_file *program,
		     const struct symbol_table *symbols);

#endif
