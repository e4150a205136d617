/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* the registers of a ucontext_t */

#include "record/sampler/walk.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

bool walk_registers(const void *context, struct walk_registers *registers)
{
#if defined(__x86_64__) && defined(__LP64__)
	const greg_t *all = ((const ucontext_t *)context)->uc_mcontext.gregs;

	*registers = (struct walk_registers){(uintptr_t)all[REG_RIP], (uintptr_t)all[REG_RSP],
					     (uintptr_t)all[REG_RBP]};
	return true;
#elif defined(__i386__)
	const greg_t *all = ((const ucontext_t *)context)->uc_mcontext.gregs;

	*registers = (struct walk_registers){(uintptr_t)all[REG_EIP], (uintptr_t)all[REG_ESP],
					     (uintptr_t)all[REG_EBP]};
	return true;
#elif defined(__aarch64__)
	const mcontext_t *all = &((const ucontext_t *)context)->uc_mcontext;

	*registers = (struct walk_registers){all->pc, all->sp, all->regs[29]};
	return true;
#else
	(void)context;
	*registers = (struct walk_registers){0, 0, 0};
	return false;
#endif
}

/*
 * The kernel reads a mask of signals at the address before it looks at what is to be done with it,
 * which is nothing that exists: EINVAL where it could read, EFAULT where it could not.
 */
static bool is_readable(uintptr_t address)
{
	const long nothing = -1, mask_size = _NSIG / 8;

	return syscall(SYS_rt_sigprocmask, nothing, address & ~(uintptr_t)7, NULL, mask_size) ==
		       0 ||
	       errno != EFAULT;
}

bool walk_read(struct walk *walk, uintptr_t address, uintptr_t *word)
{
	uintptr_t page = address / 4096;
	uintptr_t *known = &walk->pages[page % WALK_PAGES];

	if (page == 0 || address % sizeof(*word) > 4096 - sizeof(*word))
		return false;
	if (*known != page) {
		if (!is_readable(address))
			return false;
		*known = page;
	}
	memcpy(word, (const void *)address, sizeof(*word));
	return true;
}

bool walk_add(struct walk *walk, uintptr_t pc, bool is_call)
{
	const struct module *module;
	bool missing;

	if (walk->depth == walk->max) {
		walk->truncated = true;
		return false;
	}
	pc -= is_call;
	walk->frames[walk->depth++] = pc;
	module = modules_find(walk->modules, pc, &missing);
	if (!missing && (!module || !module->is_blocked))
		return true;
	walk->truncated = true;
	return false;
}

/* A frame is the caller's frame pointer, and where it goes on. Callers' frames are above. */
void walk_frame_pointers(struct walk *walk)
{
	struct walk_registers at;
	uintptr_t caller, pc;

	if (!walk_registers(walk->context, &at) || !walk_add(walk, at.pc, false)) {
		walk->truncated = true;
		return;
	}
	for (caller = at.sp; at.fp != 0; at.fp = caller) {
		if (at.fp < caller || at.fp % sizeof(uintptr_t) != 0 ||
		    !walk_read(walk, at.fp + sizeof(uintptr_t), &pc) ||
		    !walk_read(walk, at.fp, &caller)) {
			walk->truncated = true;
			return;
		}
		if (pc == 0 || !walk_add(walk, pc, true))
			return;
		if (caller != 0 && caller <= at.fp) {
			walk->truncated = true;
			return;
		}
	}
}
