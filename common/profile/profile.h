/* SPDX-License-Identifier: MIT */
/*
 * profile.h - stacks of frame ids with counts: the result of reading anything.
 * Owns all its memory; a zeroed struct is an empty profile. One thread at a time.
 *
 * Counts are exact integers in units of 10^-scale; the scale grows to the most decimals
 * seen (at most LIMIT_SCALE). A differential has two counts per stack.
 */
#ifndef FLAMBEAU_PROFILE_H
#define FLAMBEAU_PROFILE_H

#include "common/profile/header.h"
#include "common/profile/labels.h"

enum { STACK_DEPTHS = 1 << 30 };

/* profile_stack() makes it: a copy would lack the frames. */
struct stack {
	uint64_t count[2];   /* the columns; equal where a line had only one */
	uint32_t depth : 30; /* below STACK_DEPTHS */
	/* a pointer to the stack that now has the counts is in their place */
	uint32_t is_moved : 1;
	uint32_t differential : 1; /* some line of it had two columns */
	frame_id frames[];         /* root first */
};

struct profile {
	struct header header;  /* read from the input, or to be written */
	struct labels *labels; /* NULL: stacks have none; else each count is in one of its rows */
	struct intern names;
	struct arena arena;    /* the stacks and their frames */
	struct stack **stacks; /* in no order, unless is_sorted */
	bool is_sorted;        /* by text */
	size_t count, cap;     /* distinct stacks; joined ones may be there several times */
	size_t *ends;          /* profile_join(): the end of each profile's stacks; else NULL */
	unsigned end_count;
	struct hash_ids index;        /* of them, by their frames */
	unsigned threads;             /* limit of sorting threads; 0: one */
	unsigned scale;               /* decimals of the counts */
	bool differential;            /* some line had two columns */
	uint64_t total[2];            /* sums of the counts */
	bool total_overflow;          /* a sum passed 2^64-1; the stacks' own counts are good */
	const struct stack *overflow; /* the first by its names of the stacks whose counts passed
					 2^64-1, or NULL: then no count is to be used */
};

enum profile_order {
	PROFILE_BY_TEXT,   /* as `sort` under LC_ALL=C orders the folded stacks */
	PROFILE_BY_FRAMES, /* frame by frame, shorter stack first: equal siblings are neighbours */
};

/* Add to both columns; false, and a column the largest number, if that does not fit. */
bool stack_add(struct stack *stack, const uint64_t count[2]);

/* Let `other` have the stack's counts; NULL: they are dropped. */
static inline void stack_move(struct stack *stack, struct stack *other)
{
	stack->is_moved = true;
	memcpy(stack->count, &other, sizeof(other));
}

static inline struct stack *stack_moved(struct stack *stack)
{
	if (stack->is_moved)
		memcpy(&stack, stack->count, sizeof(stack));
	return stack;
}

/* The count of a stack, one of the profile's or of profile_stack(), passed 2^64-1. */
void profile_overflows(struct profile *profile, const struct stack *stack);

void profile_release(struct profile *profile);

/* True if nothing was added, but perhaps to the header. */
static inline bool profile_is_empty(const struct profile *profile)
{
	return profile->count == 0 && profile->names.count == 0 && !profile->labels &&
	       profile->scale == 0;
}

/*
 * Move all of `from` but its header into `into`, which is empty: more may be added to that as long
 * as `from` was not frozen.
 */
void profile_become(struct profile *into, struct profile *from);

/* No stack and no name will be added: give back what finds them. */
void profile_freeze(struct profile *profile);

/* Give the memory of the stacks back; names, header and sums stay. Without labels. */
void profile_release_stacks(struct profile *profile);

static inline frame_id profile_frame(struct profile *profile, struct slice name)
{
	return intern_add(&profile->names, name);
}

/* A stack in the memory of the profile, but none of its stacks; without counts. */
struct stack *profile_stack(struct profile *profile, const frame_id *frames, uint32_t depth);

/* A count in units of 10^-scale; `scale` above the profile's rescales what it holds. */
struct weight {
	uint64_t count[2];
	unsigned scale;
	bool differential;
	bool overflow; /* a count passes 2^64-1: adding this names the stack */
};

/* Add to the stack's counts; frames are copied on first sight. */
void profile_add(struct profile *profile, const frame_id *frames, uint32_t depth,
		 const struct weight *weight);

/*
 * Add `count` to both columns. Returns the stack, which is good until the profile is merged into
 * another or released.
 */
struct stack *profile_add_count(struct profile *profile, const frame_id *frames, uint32_t depth,
				uint64_t count);

/* Add `count` to both columns of a stack that profile_add_count() returned. */
void profile_add_again(struct profile *profile, struct stack *stack, uint64_t count);

/* The stack of these frames, for profile_weigh(); new, without counts, if none exists. */
struct stack *profile_find(struct profile *profile, const frame_id *frames, uint32_t depth);

/*
 * A stack that is added later, with the next one: where the stacks do not fit the processor's
 * caches, what finds it is fetched meanwhile. Zeroed, there is none.
 */
enum {
	PROFILE_WAITING = 64,        /* frames, at most */
	PROFILE_WAITING_FROM = 1024, /* stacks: fewer are in those caches anyway */
};

struct waiting_stack {
	frame_id frames[PROFILE_WAITING];
	uint32_t depth; /* 0: none */
	uint32_t hash;  /* of the frames */
	struct weight weight;
};

/* True for one that is to wait: not too deep, and not with the labels of its moment. */
static inline bool profile_can_wait(const struct profile *profile, size_t depth)
{
	return profile->count >= PROFILE_WAITING_FROM && depth > 0 && depth <= PROFILE_WAITING &&
	       !profile->labels;
}

/* The one that waited before has been added. */
void profile_wait(const struct profile *profile, struct waiting_stack *waiting,
		  const frame_id *frames, uint32_t depth, const struct weight *weight);

/* Add the one that waits, if any, and do not wait for the next. */
void profile_settle(struct profile *profile, struct waiting_stack *waiting);

/* Where a stack of these frames belongs, in any profile. */
struct profile_place {
	uint32_t depth, hash;
};

uint32_t profile_hash(const frame_id *frames, uint32_t depth);

static inline struct profile_place profile_place_of(const frame_id *frames, uint32_t depth)
{
	return (struct profile_place){depth, profile_hash(frames, depth)};
}

/*
 * profile_find() in two steps: the stack, or NULL if the profile has none of these frames; then
 * profile_insert() makes it, if nothing was added in between.
 */
struct stack *profile_look_up(const struct profile *profile, const frame_id *frames,
			      struct profile_place place);
struct stack *profile_insert(struct profile *profile, const frame_id *frames,
			     struct profile_place place);

/* profile_add() to a stack that profile_find() returned. */
void profile_weigh(struct profile *profile, struct stack *stack, const struct weight *weight);

/* From now on what is added has profile->labels; what it has so far has none of them. */
void profile_label(struct profile *profile);

/* Rows of a profile; one without labels has one for each stack. */
size_t profile_rows(const struct profile *profile);

/* Count in units of 10^-scale from now on, if the scale is smaller. */
void profile_rescale(struct profile *profile, unsigned scale);

/* Add all of `from`, translating ids unless they share their names; `from` ends up empty. */
void profile_merge(struct profile *into, struct profile *from);

/*
 * Concatenate `count` profiles without labels into the first, one thread each. Nothing may be added
 * to it later: profile_close() sorts the stacks and merges equal ones. If the profiles share their
 * names intern_own() has to follow.
 */
void profile_join(struct profile *const *profiles, unsigned count);

/*
 * Sort the stacks where they are; equal ones of joined profiles become one. Nothing may be added
 * afterwards: the table of the stacks is given back.
 */
void profile_close(struct profile *profile, enum profile_order order);

/* Threads that work with all stacks pays for: at least one, at most profile->threads. */
unsigned profile_threads(const struct profile *profile);

/* The stacks in order; the array is the caller's to free(), the stacks are the profile's. */
const struct stack **profile_sorted(const struct profile *profile, enum profile_order order);

/*
 * The rows of a labelled profile in the order of their text, where numbers of processors have as
 * many digits as they can have, for the caller to free(). `sorted` are its stacks by text.
 */
struct label_row *profile_sorted_rows(const struct profile *profile,
				      const struct stack *const *sorted);

/*
 * A profile made of another one, stack by stack and row by row.
 */

struct profile_editor {
	void *context;
	bool gives_labels; /* row() gives all labels: those of the old profile are not taken */

	/*
	 * True if a row is kept. NULL: all are. Rows of a labelled profile are those in its array.
	 */
	bool (*wants)(void *context, const struct label_row *row);

	/*
	 * The stack of the new profile that is to have the counts of one of the old profile; NULL:
	 * none. Asked once for each stack, before the first of its rows that is kept.
	 */
	struct stack *(*stack)(void *context, const struct stack *old);

	/*
	 * The last word on a row: it may change the weight, and the labels that the new profile
	 * gives to samples, which are the row's. Returns the stack to add to, or NULL. NULL:
	 * `stack` it is.
	 */
	struct stack *(*row)(void *context, const struct label_row *row, struct stack *stack,
			     struct weight *weight);
};

/* Add the rows of `from`, which stays what it is, to `into`, with their labels if that has any. */
void profile_edit(struct profile *into, struct profile *from, const struct profile_editor *editor);

/* Give an empty profile the names of another one, so that their ids stay what they are. */
void profile_take_names(struct profile *into, const struct profile *from);

/* Begin a profile that is made of another one: its names, its threads, and labels if it has any. */
void profile_begin_edited(struct profile *edited, const struct profile *profile);

/* Edit all of a profile into one that was begun so, which takes its place, with its header. */
void profile_replace(struct profile *profile, struct profile *edited,
		     const struct profile_editor *editor);

#endif
