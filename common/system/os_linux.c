/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "common/system/os.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
typedef unsigned long ioctl_number;
#else
typedef int ioctl_number;
#endif

/* FS_IOC_GETVERSION of linux/fs.h; file systems write an int, whatever the number says. */
#define GET_VERSION _IOR('v', 1, long)

/* Older headers lack it; kernels that do say so. */
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

/* ---- Memory ---- */

void os_huge(void *memory, size_t size)
{
	madvise(memory, size, MADV_HUGEPAGE);
}

#if defined(__GLIBC__)

/*
 * The heap goes on a page before the next huge one, since malloc() writes in front of what it
 * gives, and a huge page is taken only where nothing was written yet. Other allocators get
 * theirs from elsewhere.
 */
void os_heap_expect(size_t size, size_t most, size_t huge)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const uintptr_t end = (uintptr_t)sbrk(0);
	uintptr_t first;
	char *memory;

	if (end > UINTPTR_MAX - 2 * huge)
		return;
	first = (end + page + huge - 1) / huge * huge;
	size = (size + huge - 1) / huge * huge;
	mallopt(M_MMAP_THRESHOLD, (int)most);
	mallopt(M_TRIM_THRESHOLD, (int)most);
	sbrk((intptr_t)(first - page - end));
	memory = malloc(size + page);
	if (memory && (uintptr_t)memory < first && (uintptr_t)memory >= first - page)
		madvise(memory + (first - (uintptr_t)memory), size, MADV_HUGEPAGE);
	free(memory);
}

void os_heap_trim(void)
{
	malloc_trim(0);
}

size_t os_thread_stack(void)
{
	return 2 << 20;
}

#else /* musl */

void os_heap_expect(size_t size, size_t most, size_t huge)
{
	(void)size;
	(void)most;
	(void)huge;
}

void os_heap_trim(void)
{
}

size_t os_thread_stack(void)
{
	return 128 << 10;
}

#endif

void *os_reserve(size_t size)
{
	void *memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

bool os_open(void *memory, size_t size)
{
	return mprotect(memory, size, PROT_READ | PROT_WRITE) == 0;
}

void os_unreserve(void *memory, size_t size)
{
	munmap(memory, size);
}

/* posix_madvise() does nothing of that kind in glibc. */
void os_forget(void *memory, size_t size)
{
	madvise(memory, size, MADV_DONTNEED);
}

uint64_t os_peak_memory(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : 0;
}

/* ---- Processes ---- */

unsigned os_cpus(void)
{
	long online;
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) > 0)
		return (unsigned)CPU_COUNT(&set);
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online < 1 ? 0 : (unsigned)online;
}

_Noreturn void os_exit(int code)
{
	quick_exit(code);
}

void os_end_with_parent(void)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
}

void os_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void os_exec(const char *program, char *const *arguments, char *const *environment)
{
	execvpe(program, arguments, environment);
}

void os_take_signals(const sigset_t *raised)
{
	const struct timespec now = {0};

	sigtimedwait(raised, NULL, &now);
}

ssize_t os_program(char *path, size_t size)
{
	return readlink("/proc/self/exe", path, size);
}

enum { VDSO_LARGEST = 1 << 20 };

/* The table of sections ends it. 0: not of our words' size. */
static size_t vdso_size(const unsigned char *bytes)
{
	Elf64_Ehdr header;
	uint64_t size;

	memcpy(&header, bytes, sizeof(header));
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
		return 0;
	size = header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
	return size <= VDSO_LARGEST ? (size_t)size : 0;
}

/* The vdso is an ELF file without a path. */
int os_vdso_copy(void)
{
	const uintptr_t address = (uintptr_t)getauxval(AT_SYSINFO_EHDR);
	const unsigned char *bytes = (const unsigned char *)address;
	const size_t size = address != 0 ? vdso_size(bytes) : 0;
	int fd;

	if (size == 0)
		return -1;
	fd = memfd_create("vdso", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, bytes, size) != (ssize_t)size) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* ---- Files ---- */

int os_open_folder(int at, const char *path, int flags)
{
	return openat(at, path, O_PATH | O_DIRECTORY | O_CLOEXEC | flags);
}

int os_open_below(int folder, const char *path, int flags)
{
	struct {
		uint64_t flags, mode, resolve;
	} how = {.flags = (uint64_t)flags,
		 .resolve = 0x10 | 0x02}; /* RESOLVE_IN_ROOT, RESOLVE_NO_MAGICLINKS */

	return (int)syscall(SYS_openat2, folder, path, &how, sizeof(how));
}

int os_look_below(int folder, const char *path)
{
	return os_open_below(folder, path, O_PATH | O_CLOEXEC);
}

enum { OWN_LINK = 32 }; /* bytes of "/proc/self/fd/N" */

/* How the open file can be named: open(2), O_TMPFILE. */
static void own_link(int fd, char link[OWN_LINK])
{
	snprintf(link, OWN_LINK, "/proc/self/fd/%d", fd);
}

int os_open_nameless(int folder, mode_t mode)
{
	const int fd = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
	char link[OWN_LINK];

	own_link(fd, link);
	if (fd >= 0 && access(link, F_OK) != 0) { /* no /proc */
		close(fd);
		return -1;
	}
	return fd;
}

bool os_link_nameless(int fd, int folder, const char *name)
{
	char link[OWN_LINK];

	own_link(fd, link);
	return linkat(AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW) == 0;
}

enum { MOST_ACL = 4096 }; /* bytes */

bool os_copy_acl(int folder, const char *name, int to)
{
	static const char acl[] = "system.posix_acl_access";
	const int old = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char text[MOST_ACL];
	ssize_t size;
	bool good;

	if (old < 0)
		return false;
	size = fgetxattr(old, acl, text, sizeof(text));
	good = size >= 0 ? fsetxattr(to, acl, text, (size_t)size, 0) == 0 : errno != ERANGE;
	if (size < 0 && good)
		fremovexattr(to, acl); /* from the default ACL of the directory */
	close(old);
	return good;
}

bool os_is_procfs(int fd)
{
	const uint32_t magic = 0x9fa0; /* PROC_SUPER_MAGIC of linux/magic.h */
	struct statfs status;

	return fstatfs(fd, &status) == 0 && (uint32_t)status.f_type == magic;
}

bool os_is_remote(int fd)
{
	static const uint32_t types[] = {
		/* statfs(2) and linux/magic.h: NFS, SMB, CIFS, SMB2, 9P, FUSE, Ceph */
		0x6969,
		0x517b,
		0xff534d42,
		0xfe534d42,
		0x01021997,
		0x65735546,
		0x00c36400,
		/* two of AFS, Coda, OCFS2, GFS2, Lustre, shared folders of VirtualBox */
		0x5346414f,
		0x6b414653,
		0x73757245,
		0x7461636f,
		0x01161970,
		0x0bd00bd0,
		0x786f4256,
	};
	struct statfs status;
	size_t i;

	if (fstatfs(fd, &status) != 0)
		return true;
	for (i = 0; i < sizeof(types) / sizeof(*types); i++) {
		if ((uint32_t)status.f_type == types[i])
			return true;
	}
	return false;
}

uint64_t os_generation(int fd)
{
	union {
		long word;
		uint32_t generation;
	} version = {.word = 0};

	return ioctl(fd, (ioctl_number)GET_VERSION, &version) == 0 ? version.generation : 0;
}

uint32_t os_major(dev_t device)
{
	return major(device);
}

uint32_t os_minor(dev_t device)
{
	return minor(device);
}

int64_t os_written(const struct stat *status)
{
	return os_nanoseconds(status->st_mtim);
}

int64_t os_changed(const struct stat *status)
{
	return os_nanoseconds(status->st_ctim);
}

void os_widen_pipe(int fd, int size)
{
	(void)fcntl(fd, F_SETPIPE_SZ, size);
}

/* ---- Random bytes, the terminal ---- */

bool os_entropy(void *bytes, size_t size)
{
	return getentropy(bytes, size) == 0;
}

size_t os_random(void *bytes, size_t size)
{
	const size_t part = size < OS_ENTROPY ? size : OS_ENTROPY;
	const ssize_t got = getrandom(bytes, size, 0); /* less if a signal comes */

	if (got > 0)
		return (size_t)got;
	return os_entropy(bytes, part) ? part : 0;
}

unsigned os_columns(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
