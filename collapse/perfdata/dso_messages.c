/* SPDX-License-Identifier: MIT */
/*
 * Report files without symbols. The thread that reads the kernel's symbols ahead may not have
 * ended: nothing is read here that samples have not asked for.
 */
#include "collapse/perfdata/dso_state.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/debuginfo/sframe.h"

static const char *const reasons[] = {
	[DSO_MISSING] = "no such file",
	[DSO_FOREIGN] = "build id differs",
	[DSO_STRIPPED] = "no symbols in it",
	[DSO_DAMAGED] = "damaged",
	[DSO_GONE] = "deleted",
	[DSO_NO_MAP] = "no perf map",
	[DSO_NOT_OURS] = "belongs to another user",
	[DSO_STALE] = "its perf map is of another process",
	[DSO_REPLACED] = "replaced since it was recorded",
	[DSO_ELSEWHERE] = "recorded on another machine",
	[DSO_UNPROVEN] = "recorded before this machine started",
	[DSO_CROWDED] = "too many files have had its path",
	[DSO_EXPORTS] = "only exported functions have names",
};

/* True if a perf map or a dump names it. */
static bool has_names(const struct perfdata_dso *dso)
{
	return dso->code && dso->code->map;
}

COLD enum dso_trouble dso_trouble_of(const struct perfdata_dso *dso)
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

/* A dso and the one of maps before its file was changed, if it has any; `each` ends with NULL. */
static void both_of(const struct perfdata_dso *dso, const struct perfdata_dso *each[3])
{
	each[0] = dso;
	each[1] = dso->front.earlier;
	each[2] = NULL;
}

static uint64_t add_hits(uint64_t sum, uint64_t hits)
{
	return hits < UINT64_MAX - sum ? sum + hits : UINT64_MAX;
}

/*
 * Why samples are in functions without a name. A few in a library that has names for its exported
 * functions, as most have, are not worth a line.
 */
static enum dso_trouble lack_of(const struct perfdata_dso *dso, uint64_t samples)
{
	const enum dso_trouble trouble = dso_trouble_of(dso);

	return trouble == DSO_FINE && u64_percent(dso->nameless, samples) > 0 ? DSO_EXPORTS
									      : trouble;
}

static uint64_t lacking_hits(const struct perfdata_dso *dso)
{
	return dso_trouble_of(dso) == DSO_FINE ? dso->nameless : dso->hits;
}

struct lack {
	uint64_t samples;        /* of the recording */
	uint64_t files, without; /* of these, without symbols */
	uint64_t hits;           /* in the latter */
	const struct perfdata_dso *largest;
	uint64_t touched; /* files that are used though they may have been changed */
	const struct perfdata_dso *largest_touched;
};

/* Paths that were counted: processes may have different files of one. */
struct counted {
	struct hash_slots by_name;
	const struct perfdata_dso **at; /* the first of each path */
	unsigned char *marks;           /* of each */
	size_t count;
};

enum { SEEN = 1, SEEN_WITHOUT = 2, SEEN_TOUCHED = 4 };

static size_t dso_number_of(struct counted *counted, const struct perfdata_dso *dso)
{
	const uint32_t hash = hash_bytes(dso->module.ptr, dso->module.len);
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&counted->by_name, hash, &at)) != HASH_NONE) {
		if (slice_equal(counted->at[i]->module, dso->module))
			return i;
	}
	hash_slots_add(&counted->by_name, hash, (uint32_t)counted->count);
	counted->at[counted->count] = dso;
	return counted->count++;
}

/* True the first time. */
static bool mark(struct counted *counted, const struct perfdata_dso *dso, unsigned char seen)
{
	unsigned char *marks = &counted->marks[dso_number_of(counted, dso)];
	const bool is_new = !(*marks & seen);

	*marks |= seen;
	return is_new;
}

static void add_lack(struct lack *lack, struct counted *counted, const struct perfdata_dso *dso)
{
	const enum dso_trouble trouble = lack_of(dso, lack->samples);
	const unsigned unread = dso->frames ? cfi_file_unread(dso->frames) : 0;
	const bool is_new = mark(counted, dso, SEEN);

	lack->files += is_new;
	if (is_new && unread > 0)
		diag_note("%.*s: .sframe of version %u is not read; versions 2 and 3 are",
			  SLICE_ARG(dso->module), unread);
	if (dso_trouble_of(dso) == DSO_FINE && dso->is_touched) {
		lack->touched += mark(counted, dso, SEEN_TOUCHED);
		if (!lack->largest_touched || dso->hits > lack->largest_touched->hits)
			lack->largest_touched = dso;
	}
	if (trouble == DSO_FINE)
		return;
	if (mark(counted, dso, SEEN_WITHOUT)) {
		diag_note("%.*s: no symbols: %s", SLICE_ARG(dso->module), reasons[trouble]);
		lack->without++;
	}
	lack->hits = add_hits(lack->hits, lacking_hits(dso));
	if (!lack->largest || lacking_hits(dso) > lacking_hits(lack->largest))
		lack->largest = dso;
}

static struct lack find_lack(const struct perfdata_dsos *dsos, uint64_t samples)
{
	struct counted counted = {
		.at = memory_get((2 * dsos->count + 1) * sizeof(*counted.at)),
		.marks = memory_clear(2 * dsos->count + 1, 1),
	};
	const struct perfdata_dso *both[3];
	struct lack lack = {.samples = samples};
	size_t i, k;

	for (i = 0; i < dsos->count; i++) {
		both_of(dsos->at[i], both);
		for (k = 0; both[k]; k++) {
			if (is_hit_file(both[k]))
				add_lack(&lack, &counted, both[k]);
		}
	}
	hash_slots_release(&counted.by_name);
	free(counted.at);
	free(counted.marks);
	return lack;
}

static struct slice file_name(const struct perfdata_dso *dso)
{
	struct slice name = dso->module;
	const size_t slash = slice_rfind(name, '/');

	if (slash != SLICE_NONE)
		name = slice_tail(name, slash + 1);
	slice_drop(&name, SLICE(" (deleted)"));
	return name;
}

#define TRUST "--symfs takes the recorded files, --trust-files those of this machine"

/*
 * Append the options, or what else, that would bring the symbols. Servers and folders are asked by
 * build ids.
 */
static void dso_add_remedy(struct buf *out, const struct perfdata_dso *dso,
			   enum dso_trouble trouble)
{
	static const struct {
		const char *by_id, *without; /* a build id in the recording */
	} remedies[] = {
		[DSO_MISSING] = {"it", "--symfs may have it"},
		[DSO_FOREIGN] = {"the recorded build", NULL},
		[DSO_STRIPPED] = {"them, or its -dbgsym or -debuginfo package",
				  "its -dbgsym or -debuginfo package may have them"},
		[DSO_GONE] = {"it", "record while it exists"},
		[DSO_NO_MAP] = {NULL, "its compiler writes one if told to (node --perf-basic-prof, "
				      "python3 -X perf)"},
		[DSO_NOT_OURS] = {NULL, "run as its owner"},
		[DSO_REPLACED] = {"the recorded file", TRUST},
		[DSO_ELSEWHERE] = {"the recorded file", TRUST},
		[DSO_UNPROVEN] = {"the recorded file", TRUST},
		[DSO_EXPORTS] = {"the others, or its -dbgsym or -debuginfo package",
				 "its -dbgsym or -debuginfo package may have the others"},
	};
	const struct symbol_places *places = dso->of->options.places;

	if (trouble >= ARRAY_LEN(remedies))
		return;
	if (dso->build_id.len > 0 && remedies[trouble].by_id)
		buf_printf(out, "; --debug-dir%s may have %s",
			   places && places->server ? "" : " or --debuginfod",
			   remedies[trouble].by_id);
	else if (remedies[trouble].without)
		buf_printf(out, "; %s", remedies[trouble].without);
}

/* Returns how many samples the line explains. */
static uint64_t say_files(const struct perfdata_dsos *dsos, uint64_t samples)
{
	const struct lack lack = find_lack(dsos, samples);
	enum dso_trouble trouble;
	struct buf remedy = {0};

	if (lack.touched > 0)
		diag_warn("%llu of %llu files: name, links or rights changed since recorded, or cp "
			  "-p replaced the file; symbols are used all the same (largest: %.*s)",
			  (unsigned long long)lack.touched, (unsigned long long)lack.files,
			  SLICE_ARG(file_name(lack.largest_touched)));
	if (!lack.largest)
		return 0;
	trouble = lack_of(lack.largest, samples);
	dso_add_remedy(&remedy, lack.largest, trouble);
	diag_warn("no symbols for %llu of %llu files, %u %% of %llu samples (largest: %.*s: %s)"
		  "%.*s",
		  (unsigned long long)lack.without, (unsigned long long)lack.files,
		  u64_percent(lack.hits, samples), (unsigned long long)samples,
		  SLICE_ARG(file_name(lack.largest)), reasons[trouble],
		  SLICE_ARG(buf_slice(&remedy)));
	buf_release(&remedy);
	return lack.hits;
}

/* Does not depend on the number of threads: symbols read ahead and not asked for do not count. */
static enum dso_kernel_state kernel_state(const struct perfdata_dsos *dsos)
{
	return __atomic_load_n(&dsos->is_kernel_asked, __ATOMIC_ACQUIRE) ? dsos->kernel.state
									 : DSO_KERNEL_UNREAD;
}

static uint64_t kernel_hits(const struct perfdata_dsos *dsos)
{
	uint64_t hits = 0;
	size_t i;

	for (i = 0; i < dsos->count; i++) {
		if (!dsos->at[i]->named &&
		    (dsos->at[i]->kind == DSO_KERNEL || dsos->at[i]->kind == DSO_MODULE))
			hits = add_hits(hits, dsos->at[i]->hits);
	}
	return hits;
}

/* Returns how many samples the line explains. */
static uint64_t say_kernel(const struct perfdata_dsos *dsos)
{
	static const char *const whys[] = {
		[DSO_KERNEL_FOREIGN] = "recorded on another kernel",
		[DSO_KERNEL_UNNAMED] = "the recording does not say of which kernel",
		[DSO_KERNEL_HIDDEN] = "hidden by kernel.kptr_restrict",
		[DSO_KERNEL_ZEROES] = NULL,
	};
	const enum dso_kernel_state state = kernel_state(dsos);
	const uint64_t hits = kernel_hits(dsos);

	if (state == DSO_KERNEL_BAD || state == DSO_KERNEL_ZEROES)
		diag_warn("%s: %s",
			  dsos->options.kallsyms ? dsos->options.kallsyms : dsos->options.vmlinux,
			  state == DSO_KERNEL_BAD ? "no symbols of a kernel"
						  : "all addresses are 0");
	else if (whys[state] && hits > 0)
		diag_warn("kernel symbols not available: %s; use --kallsyms%s", whys[state],
			  dsos->kernel_dso && dsos->kernel_dso->build_id.len > 0
				  ? ", --vmlinux, --debug-dir or --debuginfod"
				  : " or --vmlinux");
	else
		return 0;
	return hits;
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
	}
	if (lacks_xz)
		diag_warn("some symbols are compressed with xz, whose library is missing");
}

COLD uint64_t perfdata_dsos_say(const struct perfdata_dsos *dsos, uint64_t samples)
{
	uint64_t explained;

	say_hit_files(dsos);
	explained = say_kernel(dsos);
	return add_hits(explained, say_files(dsos, samples));
}

COLD uint64_t perfdata_dsos_made_hits(const struct perfdata_dsos *dsos)
{
	uint64_t hits = 0;
	size_t i;

	for (i = 0; i < dsos->count; i++) {
		const struct perfdata_dso *dso = dsos->at[i];

		if (dso->may_be_code || dso->kind == DSO_CODE || dso->kind == DSO_CODE_FILE)
			hits = add_hits(hits, dso->hits);
	}
	return hits;
}

static const char *dso_state_of(const struct perfdata_dso *dso)
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

COLD void perfdata_dsos_add_processes(const struct perfdata_dsos *dsos, struct buf *out)
{
	struct ids seen = {0};
	size_t i;

	for (i = 0; i < dsos->count; i++) {
		const int32_t pid = dsos->at[i]->pid;

		if (!dsos->at[i]->may_be_code || pid <= 0 ||
		    ids_find(&seen, (uint32_t)pid) != IDS_NONE)
			continue;
		ids_add(&seen, (uint32_t)pid);
		buf_printf(out, "%d\n", (int)pid);
	}
	ids_release(&seen);
}

COLD void perfdata_dsos_list(const struct perfdata_dsos *dsos)
{
	/* of a path there may be several dsos with one state */
	uint64_t(*sums)[DSO_TROUBLES] = memory_clear(dsos->path_count + 1, sizeof(*sums));
	const struct perfdata_dso *both[3];
	size_t i, k;

	for (i = 0; i < dsos->count; i++) {
		both_of(dsos->at[i], both);
		for (k = 0; both[k]; k++) {
			uint64_t *sum = &sums[both[k]->path->number][dso_trouble_of(both[k])];

			*sum = add_hits(*sum, both[k]->hits);
		}
	}
	for (i = 0; i < dsos->count; i++) {
		both_of(dsos->at[i], both);
		for (k = 0; both[k]; k++) {
			uint64_t *sum = &sums[both[k]->path->number][dso_trouble_of(both[k])];

			if (*sum > 0)
				diag_error("%.*s: %s, %llu samples", SLICE_ARG(both[k]->module),
					   dso_state_of(both[k]), (unsigned long long)*sum);
			*sum = 0;
		}
	}
	free(sums);
}
