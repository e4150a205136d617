/* SPDX-License-Identifier: MIT */
/* Symbols of the recorded kernel: which file has them, and where its functions were. */
#include <fcntl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "collapse/perfdata/dso_state.h"
#include "common/base/buf.h"
#include "common/debuginfo/rooted.h"

/* ---- This machine ---- */

bool dso_kernel_is_running(const struct dso_kernel_key *key)
{
	unsigned char id[ELF_BUILD_ID];
	struct utsname name;

	if (key->build_id.len > 0)
		return slice_equal(slice_of((const char *)id, elf_kernel_build_id(id)),
				   key->build_id);
	return !key->is_foreign && key->release.len > 0 && uname(&name) == 0 &&
	       slice_equal(key->release, slice_from(name.release));
}

/* ---- One file ---- */

static bool shows_kernel_at(const struct kallsyms *symbols, const struct dso_kernel_key *key,
			    uint64_t *address)
{
	return key->reference.len > 0 && kallsyms_address(symbols, key->reference, address);
}

/* Addresses of the kernel move by as much as its reference symbol was moved. */
static void use(struct dso_kernel *kernel, struct kallsyms *symbols,
		const struct dso_kernel_key *key, enum dso_kernel_modules modules)
{
	uint64_t address;

	kernel->state = DSO_KERNEL_GOOD;
	kernel->symbols = symbols;
	kernel->shift = shows_kernel_at(symbols, key, &address) ? key->address - address : 0;
	kernel->modules = modules;
}

static void use_unless_bad(struct dso_kernel *kernel, struct kallsyms *symbols,
			   const struct dso_kernel_key *key)
{
	if (symbols && !kallsyms_is_hidden(symbols)) {
		use(kernel, symbols, key, DSO_MODULES_ALL);
		return;
	}
	kernel->state = symbols ? DSO_KERNEL_ZEROES : DSO_KERNEL_BAD;
	kallsyms_free(symbols);
}

/* The symbols in the recording are this kernel's, where it was. */
static bool use_recorded(struct dso_kernel *kernel, const struct dso_kernel_key *key)
{
	struct kallsyms *symbols = kallsyms_read_text(key->symbols);

	if (!symbols || kallsyms_is_hidden(symbols)) {
		kallsyms_free(symbols);
		return false;
	}
	kernel->state = DSO_KERNEL_GOOD;
	kernel->symbols = symbols;
	kernel->modules = DSO_MODULES_ALL;
	return true;
}

/* A file that the user named: any kernel's, FIFOs too (<(zcat ...)). */
static void use_named(struct dso_kernel *kernel, const struct perfdata_dso_options *options,
		      const struct dso_kernel_key *key)
{
	const char *path = options->kallsyms ? options->kallsyms : options->vmlinux;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);

	use_unless_bad(kernel,
		       fd < 0              ? NULL
		       : options->kallsyms ? kallsyms_read(fd)
					   : kallsyms_read_vmlinux(fd, SLICE("")),
		       key);
	if (fd >= 0)
		close(fd);
}

static int open_running(void)
{
	return open("/proc/kallsyms", O_RDONLY | O_CLOEXEC);
}

/*
 * Read /proc/kallsyms of the running kernel. Without a build id its address must be the
 * recording's, too.
 */
static bool use_running(struct dso_kernel *kernel, const struct dso_kernel_key *key)
{
	struct kallsyms *symbols;
	struct slice rest = SLICE("");
	uint64_t address;
	int fd;

	if (!dso_kernel_is_running(key))
		return false;
	fd = open_running();
	symbols = fd < 0 ? NULL : kallsyms_read_kernel(fd, &rest);
	if (symbols && !kallsyms_is_hidden(symbols) &&
	    (key->build_id.len > 0 ||
	     (shows_kernel_at(symbols, key, &address) && address == key->address))) {
		use(kernel, symbols, key, DSO_MODULES_NONE);
		kernel->is_running = key->is_local;
		kernel->rest = rest;
		kernel->fd = fd;
		kernel->has_rest = true;
		return true;
	}
	if (!symbols || kallsyms_is_hidden(symbols))
		kernel->state = DSO_KERNEL_HIDDEN;
	if (symbols)
		free((void *)rest.ptr);
	kallsyms_free(symbols);
	if (fd >= 0)
		close(fd);
	return false;
}

void dso_kernel_read_own(struct dso_kernel *kernel)
{
	const int fd = kernel->has_rest ? kernel->fd : open_running();

	if (fd < 0)
		return;
	kernel->own = kernel->has_rest ? kallsyms_read_modules(fd, kernel->rest)
				       : kallsyms_read(fd);
	kernel->has_rest = false;
	close(fd);
}

void dso_kernel_release(struct dso_kernel *kernel)
{
	if (kernel->has_rest) {
		free((void *)kernel->rest.ptr);
		close(kernel->fd);
	}
	kallsyms_free(kernel->own);
	kallsyms_free(kernel->symbols);
}

/* A list or an ELF file, whose build id is compared; takes the descriptor, which may be -1. */
static bool use_open(struct dso_kernel *kernel, const struct dso_kernel_key *key, int fd,
		     bool is_list)
{
	struct kallsyms *symbols;

	if (fd < 0)
		return false;
	symbols = is_list ? kallsyms_read(fd) : kallsyms_read_vmlinux(fd, key->build_id);
	close(fd);
	if (!symbols || kallsyms_is_hidden(symbols)) {
		kallsyms_free(symbols);
		return false;
	}
	use(kernel, symbols, key, DSO_MODULES_IN_PLACE);
	return true;
}

/* A file below `root`. */
static bool use_found(struct dso_kernel *kernel, const struct dso_kernel_key *key, const char *root,
		      struct buf *path)
{
	const bool is_list = slice_ends(buf_slice(path), SLICE("kallsyms"));

	return use_open(kernel, key, rooted_open(root, path->ptr), is_list);
}

/* The one of a server. */
static bool use_download(struct dso_kernel *kernel, const struct dso_kernel_key *key,
			 struct symbol_server *server)
{
	return use_open(
		kernel, key,
		symbol_server_open(server, SYMBOL_WANTED_DEBUG, key->build_id, SLICE("vmlinux")),
		false);
}

/* ---- Where files are ---- */

/* perf's own cache, which is never below another root. */
static const char *const copied[] = {"%h/.debug/.build-id/%b/kallsyms"};
static const char *const cached[] = {
	"%h/.debug/.build-id/%b/vmlinux",
	"%h/.debug/.build-id/%b/elf",
};

static const char *const installed[] = {
	"/usr/lib/debug/.build-id/%b.debug",     "/usr/lib/debug/boot/vmlinux-%r",
	"/usr/lib/debug/lib/modules/%r/vmlinux", "/boot/vmlinux-%r",
	"/lib/modules/%r/build/vmlinux",
};

/* Below folders of struct symbol_places; a list has the build id in its path. */
static const char *const below[] = {
	"/.build-id/%b/kallsyms",
	"/.build-id/%b/vmlinux",
	"/.build-id/%b/elf",
	"/.build-id/%b.debug",
	"/.build-id/%b/debuginfo",
	"/.build-id/%b",
	"/[kernel.kallsyms]/%i/kallsyms",
	"/[kernel.kallsyms]/%i/vmlinux",
	"/%i/debuginfo",
	"/boot/vmlinux-%r",
	"/usr/lib/debug/boot/vmlinux-%r",
	"/usr/lib/debug/lib/modules/%r/vmlinux",
	"/lib/modules/%r/vmlinux",
	"/vmlinux-%r",
	"/vmlinux",
};

/* A kernel, and the folder ("" for the root's own) of a root (NULL: none) in which it is sought. */
struct place {
	struct symbol_place facts;
	const char *root, *folder;
};

static bool use_first(struct dso_kernel *kernel, const struct dso_kernel_key *key,
		      const struct place *place, const char *const *forms, size_t count)
{
	struct buf path = {0};
	bool found = false;
	size_t i;

	for (i = 0; i < count && !found; i++) {
		buf_reset(&path);
		buf_add_text(&path, place->folder);
		found = symbol_place_add(&path, forms[i], &place->facts) &&
			use_found(kernel, key, place->root, &path);
	}
	buf_release(&path);
	return found;
}

static bool use_other(struct dso_kernel *kernel, const struct dso_kernel_key *key,
		      const struct symbol_places *places)
{
	struct place place = {.facts = {.build_id = key->build_id, .release = key->release}};
	bool found = false;
	size_t i;

	if (!places || key->build_id.len == 0) /* which proves that it is the recorded one */
		return false;
	for (i = 0; i < places->count && !found; i++) {
		place.folder = places->folders[i];
		found = use_first(kernel, key, &place, below, ARRAY_LEN(below));
	}
	return found || (places->server && use_download(kernel, key, places->server));
}

/*
 * The copy of /proc/kallsyms that perf record makes, before what it was made of, which the kernel
 * writes 4 KiB at a time. It has to show where the kernel was, and not to be cut off.
 */
static bool use_copy(struct dso_kernel *kernel, const struct dso_kernel_key *key,
		     const struct place *place)
{
	struct dso_kernel copy = {0};
	uint64_t address;

	if (key->build_id.len == 0 || !use_first(&copy, key, place, copied, ARRAY_LEN(copied)))
		return false;
	if (!shows_kernel_at(copy.symbols, key, &address) || !kallsyms_is_whole(copy.symbols)) {
		dso_kernel_release(&copy);
		return false;
	}
	copy.is_running = key->is_local && dso_kernel_is_running(key);
	*kernel = copy;
	return true;
}

void dso_kernel_read(struct dso_kernel *kernel, const struct perfdata_dso_options *options,
		     const struct dso_kernel_key *key)
{
	const struct place place = {
		.facts = {.build_id = key->build_id, .release = key->release},
		.root = options->symfs,
		.folder = "",
	};

	if (options->kallsyms || options->vmlinux) {
		use_named(kernel, options, key);
		return;
	}
	kernel->state = key->build_id.len > 0 || key->release.len > 0 ? DSO_KERNEL_FOREIGN
								      : DSO_KERNEL_UNNAMED;
	if (use_recorded(kernel, key) || (!options->symfs && use_copy(kernel, key, &place)) ||
	    use_running(kernel, key) ||
	    (!options->symfs && use_first(kernel, key, &place, cached, ARRAY_LEN(cached))))
		return;
	if (!use_first(kernel, key, &place, installed, ARRAY_LEN(installed)))
		use_other(kernel, key, options->places);
}

/* ---- Questions ---- */

bool dso_kernel_find(const struct dso_kernel *kernel, uint64_t ip, struct perfdata_symbol *symbol)
{
	if (!kernel->symbols)
		return false;
	symbol->address = ip - kernel->shift;
	return kallsyms_find(kernel->symbols, SLICE(""), symbol->address, &symbol->name,
			     &symbol->start, &symbol->end);
}

static bool find_listed(const struct kallsyms *symbols, const struct dso_kernel_module *module,
			uint64_t ip, struct perfdata_symbol *symbol)
{
	symbol->address = ip;
	return symbols && kallsyms_find(symbols, module->name, ip, &symbol->name, &symbol->start,
					&symbol->end);
}

/* A module begins with a page, whose number after another start of the machine is another one. */
static bool is_in_place(const struct kallsyms *symbols, const struct dso_kernel_module *module)
{
	const uint64_t page = 4096;
	uint64_t start;

	return kallsyms_code_start(symbols, module->name, &start) && start >= module->start &&
	       start - module->start < page;
}

bool dso_kernel_find_listed(const struct dso_kernel *kernel, const struct dso_kernel_module *module,
			    uint64_t ip, struct perfdata_symbol *symbol)
{
	if (kernel->modules == DSO_MODULES_NONE || !kernel->symbols ||
	    (kernel->modules == DSO_MODULES_IN_PLACE && !is_in_place(kernel->symbols, module)))
		return false;
	return find_listed(kernel->symbols, module, ip, symbol);
}

bool dso_kernel_find_own(const struct dso_kernel *kernel, const struct dso_kernel_module *module,
			 uint64_t ip, struct perfdata_symbol *symbol)
{
	return find_listed(kernel->own, module, ip, symbol);
}
