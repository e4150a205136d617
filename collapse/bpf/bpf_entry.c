/* SPDX-License-Identifier: MIT */
/* One entry of a map: its key, which holds the stack, and its count. */
#include "collapse/bpf/bpf_map.h"

#include "collapse/names/tidy.h"

/* Without the commas and blanks around it: what keys are separated by. */
static struct slice trim_separators(struct slice text)
{
	text = slice_trim(text);
	while (slice_skip(&text, SLICE(",")))
		text = slice_trim_left(text);
	while (slice_drop(&text, SLICE(",")))
		text = slice_trim_right(text);
	return text;
}

/* "7fa92d4a59f5 _int_free+2261 (/usr/lib/libc.so.6)" without address and module */
static struct slice drop_address(struct slice name)
{
	struct slice rest = name, address;
	size_t module;

	if (!slice_word(&rest, &address) || address.len < 4 || !slice_is_hex(address))
		return name;
	rest = slice_trim_left(rest);
	module = slice_rsearch(rest, SLICE(" ("));
	if (module != SLICE_NONE && slice_ends(rest, SLICE(")")))
		rest = slice_head(rest, module);
	return rest.len > 0 ? rest : name;
}

/* True if the map is selected by --map; without the option all are. */
static bool bpf_wants(const struct bpf_map *bpf, struct slice map)
{
	struct slice wanted = bpf->options->map;

	slice_skip(&map, SLICE("@"));
	slice_skip(&wanted, SLICE("@"));
	return !bpf->options->map.ptr || slice_equal(map, wanted);
}

/* "bash, 1234, 1235": the parts of a key in front of its stacks are a name, a process, a thread. */
static void bpf_give_labels(struct ingest_run *run, struct slice key)
{
	enum label_kind number = LABEL_PID;
	bool has_comm = false, is_last = false;
	struct slice part;

	if (!run->labels)
		return;
	while (!is_last && number <= LABEL_TID) {
		is_last = !slice_cut(&key, ',', &part);
		part = slice_trim(is_last ? key : part);
		if (slice_is_number(part)) {
			label_give(run, number++, part);
		} else if (!has_comm) {
			label_give(run, LABEL_COMM, part);
			has_comm = true;
		}
	}
}

void bpf_map_begin(struct ingest_run *run, struct slice map, struct slice text)
{
	struct bpf_map *bpf = bpf_map_of(run);
	struct slice key = slice_trim(text), root = trim_separators(text);

	buf_reset(&bpf->map);
	buf_add(&bpf->map, map);
	bpf->in_entry = true;
	bpf->is_wanted = bpf_wants(bpf, map);
	bpf->has_stack = key.len == 0 || key.ptr[0] == ',' || slice_ends(key, SLICE(",")) ||
			 slice_contains(key, SLICE(", ,")) || slice_contains(key, SLICE(",,"));
	bpf->has_root = root.len > 0;
	label_take_all(run);
	bpf_give_labels(run, root);
	if (bpf->has_root)
		bpf->root = text_frame(run, root);
}

void bpf_map_push(struct ingest_run *run, struct slice name)
{
	if (!bpf_map_of(run)->options->offsets)
		name = tidy_drop_offset(drop_address(name));
	text_push(run, name);
}

void bpf_map_add(struct ingest_run *run, struct slice line)
{
	struct slice name;

	bpf_map_of(run)->has_stack = true;
	if (bpf_map_is_frame(line) && text_push_known(run, line))
		return;
	name = trim_separators(line);
	if (name.len > 0 && bpf_map_is_frame(line)) {
		bpf_map_push(run, name);
		text_keep(run, line);
	} else if (name.len > 0) {
		bpf_give_labels(run, name);
		text_push(run, name);
	}
}

static void leave_entry(struct ingest_run *run)
{
	text_cut(run, 0);
	bpf_map_of(run)->in_entry = false;
}

/* Note stacks of more than one map. */
static void compare_maps(struct bpf_map *bpf, struct slice map)
{
	if (bpf->first_map.len == 0)
		buf_add(&bpf->first_map, map);
	else if (!slice_equal(buf_slice(&bpf->first_map), map))
		bpf->many_maps = true;
}

void bpf_map_finish(struct ingest_run *run, uint64_t count)
{
	struct bpf_map *bpf = bpf_map_of(run);

	if (bpf->is_wanted && bpf->has_stack) {
		compare_maps(bpf, buf_slice(&bpf->map));
		if (bpf->has_root)
			text_push_frame(run, bpf->root);
		else if (bpf->text.count == 0)
			text_push(run, SLICE(""));
		text_count(run, TEXT_LEAF_FIRST, count);
	} else if (bpf->is_wanted) {
		text_note(run, BPF_MAP_NO_STACK, SLICE(""));
	}
	leave_entry(run);
}

void bpf_map_skip(struct ingest_run *run, struct slice value)
{
	struct bpf_map *bpf = bpf_map_of(run);

	if (bpf->is_wanted)
		text_note(run, bpf->has_stack ? TEXT_SKIPPED : BPF_MAP_NO_STACK, value);
	leave_entry(run);
}

void bpf_map_end(struct ingest_run *run)
{
	if (bpf_map_of(run)->in_entry)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	leave_entry(run);
}

void bpf_map_release(void *state)
{
	struct bpf_map *bpf = state;

	buf_release(&bpf->key);
	buf_release(&bpf->map);
	buf_release(&bpf->first_map);
}

void bpf_map_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	(void)setup;
	if (bpf_map_of(run)->many_maps)
		diag_warn("stacks of several maps were added up: --map NAME chooses one");
}

void bpf_map_merge(struct ingest_run *into, struct ingest_run *from)
{
	struct bpf_map *left = bpf_map_of(into), *right = bpf_map_of(from);

	left->many_maps |= right->many_maps;
	if (right->first_map.len > 0)
		compare_maps(left, buf_slice(&right->first_map));
}
