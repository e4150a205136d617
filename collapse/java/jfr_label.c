/* SPDX-License-Identifier: MIT */
/*
 * Labels of the events of a chunk. Rows differ in time, but few combinations of thread, state and
 * type occur, so each becomes a set of labels once a chunk and profile.
 */
#include "collapse/java/jfr_frames.h"

static bool jfr_label_wants(const struct jfr_namer *namer, enum label_kind kind)
{
	return (namer->labels->kinds & LABEL_BIT(kind)) != 0;
}

/* An empty value is not a label. */
static void put(const struct jfr_namer *namer, enum label_kind kind, struct slice value)
{
	if (value.len > 0)
		labels_put(namer->profile->labels, label_kind_name(kind), value);
}

static void put_thread(const struct jfr_namer *namer, uint32_t thread)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct stack_budget *budget = &namer->jfr->names.budget;
	struct buf *text = &namer->jfr->names.text;
	union jfr_value values[JFR_POOL_SLOTS];

	if (jfr_label_wants(namer, LABEL_THREAD) && stack_budget_allows(budget, 1)) {
		buf_reset(text);
		jfr_add_thread_name(pools, thread, text);
		budget->spent += text->len / STACK_BUDGET_TEXT; /* many may refer to one text */
		put(namer, LABEL_THREAD, buf_slice(text));
	}
	jfr_pool_entry(pools, JFR_THREADS, thread, values);
	if (jfr_label_wants(namer, LABEL_TID) && (int64_t)values[JFR_THREAD_OS_ID].number > 0)
		labels_put_number(namer->profile->labels, label_kind_name(LABEL_TID),
				  values[JFR_THREAD_OS_ID].number);
}

static void put_state(const struct jfr_namer *namer, uint32_t state)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct buf *text = &namer->jfr->names.text;

	buf_reset(text);
	jfr_pool_text(pools, JFR_STATES, pools->of[JFR_STATES].ids.ids[state], text);
	put(namer, LABEL_STATE, jfr_state_word(buf_slice(text)));
}

static uint32_t make_set(const struct jfr_namer *namer, const struct jfr_row_key *key)
{
	labels_clear(namer->profile->labels);
	if (key->thread != JFR_NONE)
		put_thread(namer, key->thread);
	if (key->state != JFR_NONE)
		put_state(namer, key->state);
	if (key->type != JFR_NONE)
		put(namer, LABEL_EVENT, jfr_type_name(&namer->jfr->reader.metadata, key->type));
	return labels_current(namer->profile->labels);
}

void jfr_label(const struct jfr_namer *namer, const struct jfr_row_key *key)
{
	struct labels *labels = namer->profile->labels;
	struct label_sets *sets = &namer->jfr->names.labels;
	const uint32_t of[] = {key->thread, key->state, key->type};
	const struct slice text = slice_of((const char *)of, sizeof(of));
	uint32_t set;

	if (label_sets_find(sets, text, &set)) {
		labels_use(labels, set);
	} else {
		set = make_set(namer, key);
		label_sets_add(sets, text, set);
	}
	if (key->time != JFR_NO_TIME)
		label_set_time(labels, namer->labels, key->time);
}
