/* SPDX-License-Identifier: MIT */
/*
 * Report files without symbols. The thread that reads the kernel's symbols ahead may not have
 * ended: nothing is read here that samples have not asked for.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "collapse/perfdata/dso/dso_table.h"
#include "common/base/diag.h"
#include "common/symbols/rooted.h"

static const char *const reasons[] = {
	[DSO_MISSING] = "no such file",
	[DSO_FOREIGN] = "build id differs",
	[DSO_STRIPPED] = "no symbols in it",
	[DSO_DAMAGED] = "damaged",
	[DSO_GONE] = "deleted",
	[DSO_NO_MAP] = "no perf map",
	[DSO_NOT_OURS] = "belongs to another user",
};

/* True if a perf map or a dump names it. */
static bool has_names(const struct perfdata_dso *dso)
{
	return dso->map || dso->dump;
}

enum dso_trouble dso_trouble_of(const struct perfdata_dso *dso)
{
	static const enum dso_trouble of_file[] = {
		[SYMBOL_FILE_UNREAD] = DSO_FINE,       [SYMBOL_FILE_GOOD] = DSO_FINE,
		[SYMBOL_FILE_MISSING] = DSO_MISSING,   [SYMBOL_FILE_FOREIGN] = DSO_FOREIGN,
		[SYMBOL_FILE_STRIPPED] = DSO_STRIPPED, [SYMBOL_FILE_DAMAGED] = DSO_DAMAGED,
	};

	if (dso->named)
		return DSO_FINE;
	return dso->kind == DSO_FILE && dso->file && !has_names(dso)
		       ? of_file[symbol_file_state(dso->file)]
		       : dso->trouble;
}

/* True if it is a file, or code of a process, and samples hit it. */
static bool is_hit_file(const struct perfdata_dso *dso)
{
	return dso->hits > 0 &&
	       (dso->kind == DSO_FILE || dso->kind == DSO_DELETED || dso->may_be_code);
}

struct lack {
	uint64_t files, without; /* hit by samples; of these, without symbols */
	uint64_t hits;           /* in the latter */
	const struct perfdata_dso *largest;
};

static struct lack find_lack(const struct perfdata_dsos *dsos)
{
	struct lack lack = {0};
	size_t i;

	for (i = 0; i < dsos->count; i++) {
		const struct perfdata_dso *dso = dsos->at[i];

		if (!is_hit_file(dso))
			continue;
		lack.files++;
		if (dso_trouble_of(dso) == DSO_FINE)
			continue;
		diag_note("%.*s: no symbols: %s", SLICE_ARG(dso->module),
			  reasons[dso_trouble_of(dso)]);
		lack.without++;
		lack.hits += dso->hits < UINT64_MAX - lack.hits ? dso->hits
								: UINT64_MAX - lack.hits;
		if (!lack.largest || dso->hits > lack.largest->hits)
			lack.largest = dso;
	}
	return lack;
}

static unsigned percent(uint64_t part, uint64_t whole)
{
	const uint64_t share = part >= whole             ? 100
			       : part > UINT64_MAX / 100 ? part / (whole / 100)
							 : part * 100 / whole;

	return share > 100 ? 100 : (unsigned)share;
}

static void say_files(const struct perfdata_dsos *dsos, uint64_t samples)
{
	const struct lack lack = find_lack(dsos);
	struct slice name;
	size_t slash;

	if (!lack.largest)
		return;
	name = lack.largest->module;
	slash = slice_rfind(name, '/');
	if (slash != SLICE_NONE)
		name = slice_tail(name, slash + 1);
	slice_drop(&name, SLICE(" (deleted)"));
	diag_warn("no symbols for %llu of %llu files, %u %% of samples (largest: %.*s: %s)",
		  (unsigned long long)lack.without, (unsigned long long)lack.files,
		  percent(lack.hits, samples), SLICE_ARG(name),
		  reasons[dso_trouble_of(lack.largest)]);
}

/* Does not depend on the number of threads: symbols read ahead and not asked for do not count. */
static enum dso_kernel_state kernel_state(const struct perfdata_dsos *dsos)
{
	return __atomic_load_n(&dsos->is_kernel_asked, __ATOMIC_ACQUIRE) ? dsos->kernel.state
									 : DSO_KERNEL_UNREAD;
}

static bool is_kernel_hit(const struct perfdata_dsos *dsos)
{
	size_t i;

	for (i = 0; i < dsos->count; i++) {
		if (dsos->at[i]->hits > 0 && !dsos->at[i]->named &&
		    (dsos->at[i]->kind == DSO_KERNEL || dsos->at[i]->kind == DSO_MODULE))
			return true;
	}
	return false;
}

static void say_kernel(const struct perfdata_dsos *dsos)
{
	static const char *const whys[] = {
		[DSO_KERNEL_FOREIGN] = "recorded on another kernel",
		[DSO_KERNEL_UNNAMED] = "the recording does not say of which kernel",
		[DSO_KERNEL_HIDDEN] = "hidden by kernel.kptr_restrict",
		[DSO_KERNEL_ZEROES] = NULL,
	};
	const enum dso_kernel_state state = kernel_state(dsos);

	if (state == DSO_KERNEL_BAD || state == DSO_KERNEL_ZEROES)
		diag_warn("%s: %s",
			  dsos->options.kallsyms ? dsos->options.kallsyms : dsos->options.vmlinux,
			  state == DSO_KERNEL_BAD ? "no symbols of a kernel"
						  : "all addresses are 0");
	else if (whys[state] && is_kernel_hit(dsos))
		diag_warn("kernel symbols not available: %s; use --kallsyms or --vmlinux",
			  whys[state]);
}

/*
 * A file that was changed after the recording may be another build of it, where the recording does
 * not say which one it needs.
 */
static void say_changed(const struct perfdata_dso *dso)
{
	const int64_t recorded = perfdata_time(dso->of->recording);
	struct buf path = {0};
	struct stat status;
	int fd;

	if (dso->kind != DSO_FILE || dso->build_id.len > 0 || recorded == 0 || dso->is_contained)
		return;
	buf_add(&path, dso->name);
	buf_add_char(&path, '\0');
	fd = rooted_open(dso->of->options.symfs, path.ptr);
	if (fd >= 0 && fstat(fd, &status) == 0 && status.st_mtime > recorded)
		diag_note("%.*s: changed after the recording, which does not have its build id",
			  SLICE_ARG(dso->module));
	if (fd >= 0)
		close(fd);
	buf_release(&path);
}

static void say_hit_files(const struct perfdata_dsos *dsos)
{
	bool lacks_xz = false;
	size_t i;

	for (i = 0; i < dsos->count; i++) {
		const struct perfdata_dso *dso = dsos->at[i];

		if (dso->hits == 0)
			continue;
		lacks_xz |= dso->file && symbol_file_lacks_xz(dso->file);
		if (dso_trouble_of(dso) == DSO_FINE && diag_shows(DIAG_NOTES))
			say_changed(dso);
	}
	if (lacks_xz)
		diag_warn("some symbols are compressed with xz, whose library is missing");
}

void perfdata_dsos_say(const struct perfdata_dsos *dsos, uint64_t samples)
{
	say_files(dsos, samples);
	say_hit_files(dsos);
	say_kernel(dsos);
}

static const char *state_of(const struct perfdata_dso *dso)
{
	static const char *const of_kernel[] = {
		[DSO_KERNEL_UNREAD] = "not looked up",
		[DSO_KERNEL_GOOD] = "symbols",
		[DSO_KERNEL_FOREIGN] = "recorded on another kernel",
		[DSO_KERNEL_UNNAMED] = "of a kernel that the recording does not name",
		[DSO_KERNEL_HIDDEN] = "hidden by kernel.kptr_restrict",
		[DSO_KERNEL_BAD] = "cannot be read",
		[DSO_KERNEL_ZEROES] = "all addresses are 0",
	};

	if (!dso->named && (dso->kind == DSO_KERNEL || dso->kind == DSO_MODULE))
		return of_kernel[kernel_state(dso->of)];
	return dso_trouble_of(dso) == DSO_FINE ? "symbols" : reasons[dso_trouble_of(dso)];
}

void perfdata_dsos_list(const struct perfdata_dsos *dsos)
{
	size_t i;

	for (i = 0; i < dsos->count; i++) {
		const struct perfdata_dso *dso = dsos->at[i];

		if (dso->hits > 0)
			diag_error("%.*s: %s, %llu samples", SLICE_ARG(dso->module), state_of(dso),
				   (unsigned long long)dso->hits);
	}
}
