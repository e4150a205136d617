/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_kind.h"

#define KERNEL SLICE("[kernel.kallsyms]")

/* Memory without a file, by the beginning of its name. */
static const struct slice anonymous[] = {
	SLICE_INIT("//anon"), SLICE_INIT("/dev/zero"),      SLICE_INIT("/SYSV"),
	SLICE_INIT("[heap]"), SLICE_INIT("/anon_hugepage"), SLICE_INIT("[stack"),
};

static bool is_anonymous(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(anonymous); i++) {
		if (slice_starts(name, anonymous[i]))
			return true;
	}
	return false;
}

static bool is_pathless(struct slice name)
{
	return slice_starts(name, SLICE("/memfd:")) || slice_ends(name, SLICE(" (deleted)"));
}

static bool is_vdso(struct slice name)
{
	return slice_equal(name, SLICE("[vdso]")) || slice_equal(name, SLICE("[vdso32]")) ||
	       slice_equal(name, SLICE("[vdsox32]"));
}

/*
 * "/lib/modules/6.18.44/kernel/other-mod.ko.xz" or "[other-mod]" -> "other-mod"; empty for others
 */
static struct slice module_of(struct slice name)
{
	const size_t slash = slice_rfind(name, '/');
	size_t end;

	if (slice_skip(&name, SLICE("[")))
		return slice_drop(&name, SLICE("]")) ? name : SLICE("");
	if (slash != SLICE_NONE)
		name = slice_tail(name, slash + 1);
	end = slice_rsearch(name, SLICE(".ko"));
	if (end == SLICE_NONE || (end + 3 < name.len && name.ptr[end + 3] != '.'))
		return SLICE("");
	return slice_head(name, end);
}

static enum dso_kind kernel_kind(struct slice name)
{
	if (slice_starts(name, KERNEL))
		return DSO_KERNEL;
	if (slice_starts(name, SLICE("[guest.")))
		return DSO_NAMED;
	return module_of(name).len > 0 ? DSO_MODULE : DSO_NAMED;
}

enum dso_kind dso_kind_of(const struct perfdata_dso_key *key)
{
	if (key->is_ksymbol)
		return DSO_KSYMBOL;
	if (key->is_kernel)
		return kernel_kind(key->name);
	if (is_anonymous(key->name))
		return key->is_executable ? DSO_CODE : DSO_NAMED;
	if (is_vdso(key->name))
		return DSO_VDSO;
	if (key->name.len == 0 || key->name.ptr[0] != '/')
		return DSO_NAMED;
	if (!is_pathless(key->name) || key->build_id.len > 0) /* by which it may be found */
		return DSO_FILE;
	if (key->is_executable)
		return DSO_CODE_FILE;
	return slice_starts(key->name, SLICE("/memfd:")) ? DSO_NAMED : DSO_DELETED;
}

bool dso_kind_is_shared_memory(struct slice name)
{
	return slice_starts(name, SLICE("/dev/shm/"));
}

static void print_module(struct buf *out, struct slice name)
{
	size_t i;

	buf_add_char(out, '[');
	for (i = 0; i < name.len; i++)
		buf_add_char(out, name.ptr[i] == '-' ? '_' : name.ptr[i]);
	buf_add_char(out, ']');
}

void dso_kind_print(struct buf *out, enum dso_kind kind, const struct perfdata_dso_key *key)
{
	switch (kind) {
	case DSO_CODE: buf_printf(out, "/tmp/perf-%d.map", (int)key->pid); return;
	case DSO_VDSO: BUF_ADD(out, "[vdso]"); return;
	case DSO_KERNEL: buf_add(out, KERNEL); return;
	case DSO_MODULE: print_module(out, module_of(key->name)); return;
	default: buf_add(out, key->name);
	}
}

struct slice dso_kind_reference(struct slice name)
{
	return slice_skip(&name, KERNEL) ? name : SLICE("");
}

bool dso_kind_is_dump(struct slice name, int32_t pid)
{
	char end[32];

	snprintf(end, sizeof(end), "/jit-%d.dump", (int)pid);
	return slice_ends(name, slice_from(end));
}

bool dso_kind_is_injected(struct slice name, int32_t pid)
{
	char start[32];

	snprintf(start, sizeof(start), "/jitted-%d-", (int)pid);
	return slice_contains(name, slice_from(start)) && slice_ends(name, SLICE(".so"));
}
