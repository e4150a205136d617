/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */

#include "record/sampler/handler/peek.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

void peek_begin(struct peek *peek, int32_t thread)
{
	assert(thread > 0);
	peek->thread = thread;
	memset(peek->pages, 0, sizeof(peek->pages));
}

/*
 * A process may always read itself, whatever ptrace(2) is restricted to; but some containers forbid
 * the system call to all, and some kernels lack it.
 */
static bool copy_page(struct peek *peek, uintptr_t from, char *to)
{
	const struct iovec local = {to, PEEK_PAGE}, remote = {(void *)from, PEEK_PAGE};
	long copied;

	if (!peek->is_refused) {
		copied = syscall(SYS_process_vm_readv, (long)peek->thread, &local, 1L, &remote, 1L,
				 0L);
		if (copied >= 0 || errno == EFAULT)
			return copied == PEEK_PAGE;
		peek->is_refused = errno != ENOMEM;
	}
	return spill_copy(peek->spill, from, to, PEEK_PAGE);
}

/* A copy of a page, in one of the places that its number allows. NULL: it cannot be read. */
static const char *find_page(struct peek *peek, uintptr_t number)
{
	size_t first = number * PEEK_WAYS % PEEK_PAGES, i;

	if (number == 0)
		return NULL;
	for (i = first; i < first + PEEK_WAYS; i++) {
		if (peek->pages[i] == number)
			return peek->copies[i];
	}
	i = first + peek->next++ % PEEK_WAYS;
	peek->pages[i] = 0;
	if (!copy_page(peek, number * PEEK_PAGE, peek->copies[i]))
		return NULL;
	peek->pages[i] = number;
	return peek->copies[i];
}

/* The bytes at an address: *part of them, up to the end of the page, `size` at most. */
static const char *peek_find(struct peek *peek, uintptr_t from, size_t size, size_t *part)
{
	const char *page = find_page(peek, from / PEEK_PAGE);
	size_t offset = from % PEEK_PAGE;

	*part = PEEK_PAGE - offset < size ? PEEK_PAGE - offset : size;
	return page ? page + offset : NULL;
}

bool peek_read(struct peek *peek, uintptr_t from, void *to, size_t size)
{
	char *out = to;

	while (size > 0) {
		size_t part;
		const char *there = peek_find(peek, from, size, &part);

		if (!there)
			return false;
		memcpy(out, there, part);
		out += part;
		from += part;
		size -= part;
	}
	return true;
}

bool peek_read_string(struct peek *peek, uintptr_t from, char *to, size_t size)
{
	while (size > 0) {
		size_t part;
		const char *there = peek_find(peek, from, size, &part);

		if (!there)
			return false;
		if (memccpy(to, there, '\0', part))
			return true;
		to += part;
		from += part;
		size -= part;
	}
	return false;
}
