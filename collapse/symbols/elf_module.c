/* SPDX-License-Identifier: MIT */
#ifdef HAVE_LIBDW
#include "collapse/symbols/elf_module.h"

#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/memory/memory.h"

static char *no_path; /* where separate debugging information is: the usual folders */

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &no_path,
};

bool elf_module_open(struct elf_module *opened, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	*opened = (struct elf_module){NULL, NULL};
	if (fd < 0)
		return false;
	errno = 0;
	opened->dwfl = dwfl_begin(&callbacks);
	if (opened->dwfl) {
		dwfl_report_begin(opened->dwfl);
		opened->module = dwfl_report_elf(opened->dwfl, path, path, fd, 0, true);
		dwfl_report_end(opened->dwfl, NULL, NULL);
	}
	if (opened->module)
		return true;
	elf_module_check_memory();
	close(fd);
	elf_module_close(opened);
	return false;
}

void elf_module_close(struct elf_module *opened)
{
	if (opened->dwfl)
		dwfl_end(opened->dwfl);
	*opened = (struct elf_module){NULL, NULL};
}

void elf_module_check_memory(void)
{
	if (errno == ENOMEM)
		memory_die();
}
#else
typedef int elf_module_without_libdw; /* a file of C is not empty */
#endif
