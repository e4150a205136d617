/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall, dl_iterate_phdr, _dl_find_object */

#include "record/sampler/modules.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
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

static uint32_t modules_add_path(struct modules *modules, const char *path)
{
	size_t length = strlen(path);
	uint32_t at = modules->used;

	if (length >= MODULES_PATHS - at)
		return 0;
	memcpy(modules->paths + at, path, length + 1);
	modules->used += (uint32_t)length + 1;
	return at;
}

void modules_init(struct modules *modules, const char *blocklist)
{
	modules->used = 1;
	modules->blocklist = blocklist;
}

void modules_copy(struct modules *modules, const struct modules *from)
{
	assert(from->count <= MODULES_MAX && from->used <= MODULES_PATHS);
	modules->count = from->count;
	modules->used = from->used;
	modules->epoch = from->epoch;
	modules->blocklist = from->blocklist;
	memcpy(modules->at, from->at, from->count * sizeof(*from->at));
	memcpy(modules->paths, from->paths, from->used);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_blocked(const struct modules *modules, const char *path)
{
	const char *entry = modules->blocklist;

	for (; entry && *entry != '\0'; entry += strlen(entry) + 1) {
		if (strcmp(entry, strchr(entry, '/') ? path : base_name(path)) == 0)
			return true;
	}
	return false;
}

/* Without `peek` the loader's lock is held, which keeps the memory mapped. */
static bool read_memory(struct peek *peek, uintptr_t from, void *to, size_t size)
{
	if (peek)
		return peek_read(peek, from, to, size);
	memcpy(to, (const void *)from, size);
	return true;
}

/* Find the note GNU_BUILD_ID in a segment of notes. */
static void modules_find_build_id(struct peek *peek, struct module *module, uintptr_t at,
				  size_t size)
{
	struct {
		ElfW(Nhdr) note;
		char name[4];
	} head;
	const ElfW(Nhdr) *note = &head.note;

	while (size >= sizeof(head) && read_memory(peek, at, &head, sizeof(head))) {
		size_t name, whole;

		name = sizeof(*note) + ((size_t)note->n_namesz + 3) / 4 * 4;
		whole = name + ((size_t)note->n_descsz + 3) / 4 * 4;
		if (whole > size || whole < name)
			return;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
		    memcmp(head.name, "GNU", 4) == 0 && note->n_descsz <= MODULE_BUILD_ID &&
		    read_memory(peek, at + name, module->build_id, note->n_descsz)) {
			module->build_id_size = (unsigned char)note->n_descsz;
			module->build_id_there = at + name;
			return;
		}
		at += whole;
		size -= whole;
	}
}

static void describe_segment(struct peek *peek, struct module *module, const ElfW(Phdr) * header)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t start = module->base + header->p_vaddr, end = start + header->p_memsz;

	if (header->p_type == PT_LOAD) {
		if (start / page * page < module->start)
			module->start = start / page * page;
		if (end > module->end)
			module->end = end;
		if ((header->p_flags & PF_X) && module->code == 0) {
			module->code = start;
			module->code_end = end;
			module->code_offset = header->p_offset;
		}
	} else if (header->p_type == PT_GNU_EH_FRAME) {
		module->unwind = start;
		module->unwind_size = header->p_memsz;
	} else if (header->p_type == PT_NOTE && module->build_id_size == 0) {
		modules_find_build_id(peek, module, start, header->p_memsz);
	}
}

/* Without an address, if the headers cannot be read. */
static struct module modules_describe(struct peek *peek, uintptr_t base, uintptr_t headers,
				      size_t count)
{
	const struct module none = {.start = UINTPTR_MAX};
	struct module module = {.base = base, .start = UINTPTR_MAX};
	ElfW(Phdr) header;
	size_t i;

	for (i = 0; i < count; i++) {
		if (!read_memory(peek, headers + i * sizeof(header), &header, sizeof(header)))
			return none;
		describe_segment(peek, &module, &header);
	}
	return module;
}

static bool is_there(const struct module *module)
{
	return module->died == UINT32_MAX;
}

static struct module *find_same(struct modules *modules, uintptr_t start, uintptr_t base)
{
	uint32_t i;

	for (i = modules->count; i-- > 0;) {
		struct module *module = &modules->at[i];

		if (is_there(module) && module->start == start && module->base == base)
			return module;
	}
	return NULL;
}

static bool is_equal(const struct module *a, const struct module *b)
{
	return a->end == b->end && a->unwind == b->unwind && a->build_id_size == b->build_id_size &&
	       memcmp(a->build_id, b->build_id, a->build_id_size) == 0;
}

/* Mark modules as gone whose addresses the new one has now. */
static void bury(struct modules *modules, const struct module *module)
{
	bool any = false;
	uint32_t i;

	for (i = 0; i < modules->count; i++) {
		struct module *old = &modules->at[i];

		if (!is_there(old) || old->end <= module->start || module->end <= old->start)
			continue;
		old->died = modules->epoch + 1;
		any = true;
	}
	modules->epoch += any;
}

static bool has_path(const struct modules *modules, const struct module *module, const char *path)
{
	return module->is_program ? *path == '\0' : strcmp(module_path(modules, module), path) == 0;
}

/* NULL: there is no room. `path` is the loader's; "" is the program. */
static struct module *modules_add(struct modules *modules, struct module module, const char *path)
{
	struct module *known = find_same(modules, module.start, module.base);

	if (known && is_equal(known, &module) && has_path(modules, known, path))
		return known;
	if (modules->count == MODULES_MAX || module.start >= module.end)
		return NULL;
	bury(modules, &module);
	if (*path == '\0') {
		ssize_t length = readlink("/proc/self/exe", modules->path, MODULES_PATH - 1);

		modules->path[length > 0 ? length : 0] = '\0';
		module.is_program = true;
		path = modules->path;
	}
	module.path = modules_add_path(modules, path);
	module.is_blocked = is_blocked(modules, path);
	module.born = modules->epoch;
	module.died = UINT32_MAX;
	modules->at[modules->count] = module;
	return &modules->at[modules->count++];
}

struct found {
	struct modules *modules;
	void (*guard)(void *context, bool begin);
	void *context;
};

static int modules_see(struct dl_phdr_info *info, size_t size, void *data)
{
	struct found *found = data;
	struct module module = modules_describe(NULL, info->dlpi_addr, (uintptr_t)info->dlpi_phdr,
						info->dlpi_phnum);
	const char *path = info->dlpi_name ? info->dlpi_name : "";

	(void)size;
	found->guard(found->context, true);
	modules_add(found->modules, module, path);
	found->guard(found->context, false);
	return 0;
}

void modules_refresh(struct modules *modules, void (*guard)(void *context, bool begin),
		     void *context)
{
	struct found found = {modules, guard, context};

	dl_iterate_phdr(modules_see, &found);
}

static struct module *find_covering(struct modules *modules, uintptr_t address)
{
	uint16_t *known = &modules->known[address / 4096 % MODULES_KNOWN];
	struct module *module = &modules->at[*known];
	uint32_t i;

	if (*known < modules->count && is_there(module) && module->start <= address &&
	    address < module->end)
		return module;
	for (i = modules->count; i-- > 0;) {
		module = &modules->at[i];
		if (!is_there(module) || address < module->start || address >= module->end)
			continue;
		*known = (uint16_t)i;
		return module;
	}
	return NULL;
}

#ifdef HAVE_DL_FIND_OBJECT
/* An object whose program headers are where its first page is; all that a linker makes today. */
static struct module *learn(struct modules *modules, struct peek *peek,
			    const struct dl_find_object *object, uintptr_t base)
{
	uintptr_t first = (uintptr_t)object->dlfo_map_start;
	ElfW(Ehdr) header;

	if (!peek_read(peek, first, &header, sizeof(header)) ||
	    memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phoff > 4096 ||
	    header.e_phentsize != sizeof(ElfW(Phdr)) ||
	    header.e_phoff + (size_t)header.e_phnum * sizeof(ElfW(Phdr)) > 4096)
		return NULL;
	return modules_add(modules,
			   modules_describe(peek, base, first + header.e_phoff, header.e_phnum),
			   modules->path);
}

static bool has_build_id(struct peek *peek, const struct module *module)
{
	unsigned char there[MODULE_BUILD_ID];

	return module->build_id_size == 0 ||
	       (peek_read(peek, module->build_id_there, there, module->build_id_size) &&
		memcmp(there, module->build_id, module->build_id_size) == 0);
}

/* The loader's own description of the object is freed when it is closed. */
const struct module *modules_find(struct modules *modules, struct peek *peek, uintptr_t address,
				  bool *missing)
{
	struct module *module = find_covering(modules, address);
	struct dl_find_object object;
	struct link_map map;

	*missing = false;
	if (_dl_find_object((void *)address, &object) != 0) {
		if (module) /* it was closed since */
			module->died = ++modules->epoch;
		return NULL;
	}
	*missing = !peek_read(peek, (uintptr_t)object.dlfo_link_map, &map, sizeof(map)) ||
		   !peek_read_string(peek, (uintptr_t)map.l_name, modules->path, MODULES_PATH);
	if (*missing)
		return NULL;
	if (module && module->base == map.l_addr &&
	    module->unwind == (uintptr_t)object.dlfo_eh_frame &&
	    has_path(modules, module, modules->path) && has_build_id(peek, module))
		return module; /* and not another one that was loaded to the same place */
	module = learn(modules, peek, &object, map.l_addr);
	*missing = !module;
	return module;
}
#else
const struct module *modules_find(struct modules *modules, struct peek *peek, uintptr_t address,
				  bool *missing)
{
	const struct module *module = find_covering(modules, address);

	(void)peek;
	*missing = !module;
	return module;
}
#endif

const struct module *modules_at(const struct modules *modules, uintptr_t address, uint32_t epoch)
{
	uint32_t i;

	for (i = modules->count; i-- > 0;) {
		const struct module *module = &modules->at[i];

		if (module->born <= epoch && epoch < module->died && module->start <= address &&
		    address < module->end)
			return module;
	}
	return NULL;
}
