/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_process.h"
#include "collapse/perfdata/dso/dso_table.h"

/* misc & 7 of a guest's build ids: its paths are not ours */
enum { MODE_MASK = 7, MODE_GUEST_KERNEL = 4 };

struct place {
	int32_t pid;
	uint64_t files;
};

struct perfdata_dso_seen {
	struct hash_slots by_name; /* of the recording's build ids, the first of each name */
	size_t indexed;            /* number of entries in the index */
	struct place *places;
	size_t place_count, place_cap;
	struct hash_slots by_pid;
};

struct perfdata_dso_seen *dso_seen_new(void)
{
	return memory_clear(1, sizeof(struct perfdata_dso_seen));
}

void dso_seen_free(struct perfdata_dso_seen *seen)
{
	hash_slots_release(&seen->by_name);
	hash_slots_release(&seen->by_pid);
	free(seen->places);
	free(seen);
}

/* The index of the first build id of a name, HASH_NONE: there is none. */
static uint32_t seen_id_of(const struct perfdata_dso_seen *seen,
			   const struct perfdata_build_id *ids, struct slice name, uint32_t hash)
{
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&seen->by_name, hash, &at)) != HASH_NONE) {
		if (slice_equal(ids[i].name, name))
			return i;
	}
	return HASH_NONE;
}

struct slice dso_seen_build_id(struct perfdata_dso_seen *seen, const struct perfdata *recording,
			       struct slice name)
{
	const struct perfdata_build_id *ids;
	size_t count;
	uint32_t i;

	ids = perfdata_build_ids(recording, &count);
	if (count == 0)
		return SLICE("");
	for (; seen->indexed < count; seen->indexed++) {
		const struct slice other = ids[seen->indexed].name;
		const uint32_t other_hash = hash_bytes(other.ptr, other.len);

		if ((ids[seen->indexed].misc & MODE_MASK) < MODE_GUEST_KERNEL &&
		    seen_id_of(seen, ids, other, other_hash) == HASH_NONE)
			hash_slots_add(&seen->by_name, other_hash, (uint32_t)seen->indexed);
	}
	i = seen_id_of(seen, ids, name, hash_bytes(name.ptr, name.len));
	return i != HASH_NONE ? ids[i].id : SLICE("");
}

uint64_t dso_seen_files(struct perfdata_dso_seen *seen, struct dso_origin *origin, int32_t pid)
{
	const uint32_t hash = hash_bytes(&pid, sizeof(pid));
	struct dso_process process;
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&seen->by_pid, hash, &at)) != HASH_NONE) {
		if (seen->places[i].pid == pid)
			return seen->places[i].files;
	}
	if (!dso_process_find(pid, dso_origin_end(origin), &process))
		process.files = 0;
	seen->places = memory_grow(seen->places, &seen->place_cap, seen->place_count + 1,
				   sizeof(*seen->places));
	seen->places[seen->place_count] = (struct place){pid, process.files};
	hash_slots_add(&seen->by_pid, hash, (uint32_t)seen->place_count++);
	return process.files;
}
