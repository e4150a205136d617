/* SPDX-License-Identifier: MIT */
/*
 * export-pgo: a profile for the compiler, of samples without branch records. What it writes is
 * LLVM's text form ("Sample Profile Text Format" in the Clang Compiler User's Manual):
 *
 *     function:TOTAL:HEAD
 *      OFFSET[.DISCRIMINATOR]: COUNT [CALLEE:COUNT ...]
 *      OFFSET[.DISCRIMINATOR]: INLINED:TOTAL
 *       OFFSET[.DISCRIMINATOR]: COUNT ...
 *
 * Offsets are lines from the beginning of the function. A place counts as its hottest instruction.
 */
#include "collapse/lines/perf_by_line.h"

#include "collapse/perf/perf_recording_state.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/exact.h"

enum {
	PGO_OFFSETS = 0xffff,     /* offsets are of 16 bits */
	PGO_LARGEST = 1000000000, /* count of a place: the compiler's weights are of 32 bits */
};

struct pgo_options {
	struct perf_options perf; /* the first member, as a format's */
	struct slice binary;      /* --binary */
	int format;
};

/* A function, or one that was inlined into a node. */
struct pgo_node {
	struct slice name;
	uint32_t parent;                /* number; UINT32_MAX: none */
	uint32_t offset, discriminator; /* of the call in the parent */
	uint64_t total;
};

/* A place in a node; or, with a callee, that it is called from there. */
struct pgo_body {
	uint32_t node, offset, discriminator;
	struct slice callee; /* empty: none */
	uint64_t count;
};

/* Samples of an instruction. */
struct pgo_address {
	const struct perf_site *site;
	uint64_t count;
};

struct pgo {
	const struct pgo_options *options;
	struct pgo_node *nodes;
	size_t node_count, node_cap;
	struct pgo_body *bodies;
	size_t body_count, body_cap;
	struct pgo_address *addresses;
	size_t address_count, address_cap;
	struct intern node_keys, body_keys, address_keys;
	struct buf key;
	uint64_t counted, placeless, elsewhere; /* samples, by what became of them */
};

/* ---- Places ---- */

static struct slice pgo_base(struct slice path)
{
	const size_t slash = slice_rfind(path, '/');

	return slash == SLICE_NONE ? path : slice_tail(path, slash + 1);
}

/* True if a site is in the program of --binary, wherever that lay. */
static bool pgo_is_ours(const struct pgo *pgo, const struct perf_site *site)
{
	return site && site->is_file &&
	       slice_equal(pgo_base(site->module), pgo_base(pgo->options->binary));
}

/* The form can express it: it has no quotes. */
static bool pgo_is_name(struct slice name)
{
	size_t i;

	for (i = 0; i < name.len; i++) {
		if ((unsigned char)name.ptr[i] <= ' ' || name.ptr[i] == ':' || name.ptr[i] == 0x7f)
			return false;
	}
	return name.len > 0;
}

static bool pgo_has_place(const struct perf_site_frame *frame)
{
	return frame->line > 0 && frame->start > 0 && pgo_is_name(frame->linkage);
}

static bool pgo_is_whole(const struct perf_site *site)
{
	uint32_t i;

	for (i = 0; i < site->count; i++) {
		if (!pgo_has_place(&site->frames[i]))
			return false;
	}
	return true;
}

/*
 * LLVM packs three numbers into a discriminator: the base, by which profiles are, how often the code
 * was duplicated, a copy's number. A number takes 7 or 14 bits, of 0 one bit, 1.
 */
static uint32_t pgo_packed(uint32_t bits)
{
	if (bits & 1)
		return 0;
	bits >>= 1;
	return bits & 0x20 ? ((bits >> 1) & 0xfe0) | (bits & 0x1f) : bits & 0x1f;
}

static uint32_t pgo_packed_next(uint32_t bits)
{
	return bits & 1 ? bits >> 1 : bits >> (bits & 0x40 ? 14 : 7);
}

static uint32_t pgo_copies(uint32_t discriminator)
{
	const uint32_t copies = pgo_packed(pgo_packed_next(discriminator));

	return copies > 0 ? copies : 1;
}

static uint32_t pgo_offset(const struct perf_site_frame *frame)
{
	return (frame->line - frame->start) & PGO_OFFSETS;
}

/* ---- Counts ---- */

static uint32_t pgo_node_of(struct pgo *pgo, const struct pgo_node *node)
{
	uint32_t number;

	buf_reset(&pgo->key);
	buf_printf(&pgo->key, "%lu %lu %lu ", (unsigned long)node->parent,
		   (unsigned long)node->offset, (unsigned long)node->discriminator);
	buf_add(&pgo->key, node->name);
	number = intern_add(&pgo->node_keys, buf_slice(&pgo->key));
	if (number < pgo->node_count)
		return number;
	MEMORY_ROOM(pgo->nodes, pgo->node_count, pgo->node_cap);
	pgo->nodes[pgo->node_count++] = *node;
	return number;
}

static struct pgo_body *pgo_body_of(struct pgo *pgo, const struct pgo_body *body)
{
	uint32_t number;

	buf_reset(&pgo->key);
	buf_printf(&pgo->key, "%lu %lu %lu ", (unsigned long)body->node,
		   (unsigned long)body->offset, (unsigned long)body->discriminator);
	buf_add(&pgo->key, body->callee);
	number = intern_add(&pgo->body_keys, buf_slice(&pgo->key));
	if (number >= pgo->body_count) {
		MEMORY_ROOM(pgo->bodies, pgo->body_count, pgo->body_cap);
		pgo->bodies[pgo->body_count++] = *body;
	}
	return &pgo->bodies[number];
}

/* The node of a site's innermost function. */
static uint32_t pgo_innermost(struct pgo *pgo, const struct perf_site *site)
{
	struct pgo_node node = {.name = site->frames[site->count - 1].linkage,
				.parent = UINT32_MAX};
	uint32_t number = pgo_node_of(pgo, &node), i;

	for (i = site->count - 1; i > 0; i--) {
		node = (struct pgo_node){
			.name = site->frames[i - 1].linkage,
			.parent = number,
			.offset = pgo_offset(&site->frames[i]),
			.discriminator = pgo_packed(site->frames[i].discriminator),
		};
		number = pgo_node_of(pgo, &node);
	}
	return number;
}

/* Samples of one instruction, in all recordings. */
static void pgo_add_leaf(struct pgo *pgo, const struct perf_site *site, uint64_t count)
{
	uint32_t number;

	if (!pgo_is_ours(pgo, site)) {
		pgo->elsewhere += count;
		return;
	}
	if (!pgo_is_whole(site)) {
		pgo->placeless += count;
		return;
	}
	pgo->counted += count;
	buf_reset(&pgo->key);
	buf_printf(&pgo->key, "%llx ", (unsigned long long)site->address);
	buf_add(&pgo->key, site->build_id);
	number = intern_add(&pgo->address_keys, buf_slice(&pgo->key));
	if (number >= pgo->address_count) {
		MEMORY_ROOM(pgo->addresses, pgo->address_count, pgo->address_cap);
		pgo->addresses[pgo->address_count++] = (struct pgo_address){.site = site};
	}
	pgo->addresses[number].count += count;
}

static struct pgo_body pgo_place(struct pgo *pgo, const struct perf_site *site)
{
	return (struct pgo_body){
		.node = pgo_innermost(pgo, site),
		.offset = pgo_offset(&site->frames[0]),
		.discriminator = pgo_packed(site->frames[0].discriminator),
		.callee = SLICE(""),
	};
}

static void pgo_add_call(struct pgo *pgo, const struct perf_site *caller,
			 const struct perf_site *callee, uint64_t count)
{
	const struct slice name = callee->frames[callee->count - 1].linkage;
	struct pgo_body body;

	if (!pgo_is_ours(pgo, caller) || !pgo_is_whole(caller) || !callee->is_file ||
	    !pgo_is_name(name))
		return;
	body = pgo_place(pgo, caller);
	body.callee = name;
	pgo_body_of(pgo, &body)->count += count;
}

static void pgo_add_stack(struct pgo *pgo, const struct profile *profile, const struct stack *stack)
{
	const struct perf_site *callee = NULL, *site;
	uint32_t i;

	for (i = stack->depth; i-- > 0;) {
		site = perf_sites_of_frame(pgo->options->perf.sites,
					   intern_name(&profile->names, stack->frames[i]));
		if (i + 1 == stack->depth)
			pgo_add_leaf(pgo, site, stack->count[0]);
		else if (site && callee)
			pgo_add_call(pgo, site, callee, stack->count[0]);
		callee = site;
	}
}

/* Each place counts as its hottest instruction does, as often as the compiler copied it. */
static void pgo_place_addresses(struct pgo *pgo)
{
	size_t i;

	for (i = 0; i < pgo->address_count; i++) {
		const struct pgo_address *address = &pgo->addresses[i];
		const struct pgo_body place = pgo_place(pgo, address->site);
		const uint32_t copies = pgo_copies(address->site->frames[0].discriminator);
		struct pgo_body *body = pgo_body_of(pgo, &place);
		const uint64_t count = address->count <= UINT64_MAX / copies
					       ? address->count * copies
					       : UINT64_MAX;

		if (body->count < count)
			body->count = count;
	}
}

/* Periods, of long recordings, are more than the compiler tells apart. What was sampled stays. */
static void pgo_scale(struct pgo *pgo)
{
	uint64_t most = 0;
	size_t i;

	for (i = 0; i < pgo->body_count; i++) {
		if (pgo->bodies[i].callee.len == 0 && pgo->bodies[i].count > most)
			most = pgo->bodies[i].count;
	}
	if (most <= PGO_LARGEST)
		return;
	for (i = 0; i < pgo->body_count; i++) {
		struct pgo_body *body = &pgo->bodies[i];
		const uint64_t count = body->callee.len == 0
					       ? ratio_round(body->count, most, PGO_LARGEST)
					       : body->count; /* a share of the others */

		body->count = count == 0 && body->count > 0 ? 1 : count;
	}
}

static void pgo_add_total(struct pgo_node *node, uint64_t more)
{
	if (!u64_add(&node->total, more))
		node->total = UINT64_MAX;
}

/* A node was made before those that were inlined into it. */
static void pgo_add_totals(struct pgo *pgo)
{
	size_t i;

	for (i = 0; i < pgo->body_count; i++) {
		if (pgo->bodies[i].callee.len == 0)
			pgo_add_total(&pgo->nodes[pgo->bodies[i].node], pgo->bodies[i].count);
	}
	for (i = pgo->node_count; i-- > 0;) {
		if (pgo->nodes[i].parent != UINT32_MAX)
			pgo_add_total(&pgo->nodes[pgo->nodes[i].parent], pgo->nodes[i].total);
	}
}

/* ---- Text ---- */

/* By node and place; the place itself before its calls. */
static int pgo_body_order(const void *left, const void *right)
{
	const struct pgo_body *a = left, *b = right;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	if (a->discriminator != b->discriminator)
		return a->discriminator < b->discriminator ? -1 : 1;
	return slice_compare(a->callee, b->callee);
}

/* Nodes by their parent, then by place; those without a parent last, by total. */
static int pgo_node_order(const void *left, const void *right)
{
	const struct pgo_node *a = *(const struct pgo_node *const *)left,
			      *b = *(const struct pgo_node *const *)right;

	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	if (a->parent == UINT32_MAX && a->total != b->total)
		return a->total > b->total ? -1 : 1;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	if (a->discriminator != b->discriminator)
		return a->discriminator < b->discriminator ? -1 : 1;
	return slice_compare(a->name, b->name);
}

/* Ranges of what is sorted, by number of the node. */
struct pgo_text {
	struct buf *out;
	const struct pgo *pgo;
	const struct pgo_node **sorted;
	size_t *first_body, *first_child; /* one more for the end */
};

static void pgo_write_place(struct buf *out, unsigned depth, uint32_t offset,
			    uint32_t discriminator)
{
	while (depth-- > 0)
		buf_add_char(out, ' ');
	buf_add_u64(out, offset);
	if (discriminator > 0) {
		buf_add_char(out, '.');
		buf_add_u64(out, discriminator);
	}
	buf_add_text(out, ": ");
}

/* The line of a place; returns how many bodies it is of. Stacks tell shares of callees, no counts. */
static size_t pgo_write_body(const struct pgo_text *text, unsigned depth, size_t at, size_t end)
{
	const struct pgo_body *place = &text->pgo->bodies[at];
	const uint64_t count = place->callee.len == 0 ? place->count : 0;
	uint64_t sum = 0;
	size_t i, next;

	for (next = at; next < end && text->pgo->bodies[next].offset == place->offset &&
			text->pgo->bodies[next].discriminator == place->discriminator;
	     next++) {
		if (text->pgo->bodies[next].callee.len > 0)
			sum += text->pgo->bodies[next].count;
	}
	if (count == 0)
		return next - at;
	pgo_write_place(text->out, depth, place->offset, place->discriminator);
	buf_add_u64(text->out, count);
	for (i = at; i < next; i++) {
		const struct pgo_body *call = &text->pgo->bodies[i];
		const uint64_t share = call->callee.len > 0 ? ratio_round(call->count, sum, count)
							    : 0;

		if (share == 0)
			continue;
		buf_add_char(text->out, ' ');
		buf_add(text->out, call->callee);
		buf_add_char(text->out, ':');
		buf_add_u64(text->out, share);
	}
	buf_add_char(text->out, '\n');
	return next - at;
}

static void pgo_write_node(const struct pgo_text *text, uint32_t number, unsigned depth)
{
	size_t i;

	for (i = text->first_body[number]; i < text->first_body[number + 1];)
		i += pgo_write_body(text, depth, i, text->first_body[number + 1]);
	for (i = text->first_child[number]; i < text->first_child[number + 1]; i++) {
		const struct pgo_node *node = text->sorted[i];

		if (node->total == 0)
			continue;
		pgo_write_place(text->out, depth, node->offset, node->discriminator);
		buf_add(text->out, node->name);
		buf_add_char(text->out, ':');
		buf_add_u64(text->out, node->total);
		buf_add_char(text->out, '\n');
		pgo_write_node(text, (uint32_t)(node - text->pgo->nodes), depth + 1);
	}
}

/* The count of the first place of a function: how often it was entered. */
static uint64_t pgo_head(const struct pgo_text *text, uint32_t number)
{
	size_t i;

	for (i = text->first_body[number]; i < text->first_body[number + 1]; i++) {
		if (text->pgo->bodies[i].callee.len == 0)
			return text->pgo->bodies[i].count;
	}
	return 0;
}

static void pgo_write(struct buf *out, struct pgo *pgo)
{
	struct pgo_text text = {
		.out = out,
		.pgo = pgo,
		.sorted = memory_clear(pgo->node_count + 1, sizeof(*text.sorted)),
		.first_body = memory_clear(pgo->node_count + 2, sizeof(*text.first_body)),
		.first_child = memory_clear(pgo->node_count + 2, sizeof(*text.first_child)),
	};
	size_t i, body = 0, child = 0;

	for (i = 0; i < pgo->node_count; i++)
		text.sorted[i] = &pgo->nodes[i];
	SORT(text.sorted, pgo->node_count, pgo_node_order);
	SORT(pgo->bodies, pgo->body_count, pgo_body_order);
	for (i = 0; i <= pgo->node_count; i++) {
		while (body < pgo->body_count && pgo->bodies[body].node < i)
			body++;
		while (child < pgo->node_count && text.sorted[child]->parent < i)
			child++;
		text.first_body[i] = body;
		text.first_child[i] = child;
	}
	for (i = child; i < pgo->node_count; i++) {
		const struct pgo_node *node = text.sorted[i];
		const uint32_t number = (uint32_t)(node - pgo->nodes);

		if (node->total == 0)
			continue;
		buf_add(out, node->name);
		buf_add_char(out, ':');
		buf_add_u64(out, node->total);
		buf_add_char(out, ':');
		buf_add_u64(out, pgo_head(&text, number));
		buf_add_char(out, '\n');
		pgo_write_node(&text, number, 1);
	}
	free(text.sorted);
	free(text.first_body);
	free(text.first_child);
}

/* ---- The program ---- */

static const char *const pgo_formats[] = {"llvm", NULL};

static const struct opt pgo_rows[] = {
	{OPT_HEADING, .help = "Profile"},
	{OPT_TEXT, .name = "binary", .value = "PROGRAM", OPT_AT(struct pgo_options, binary),
	 .is_file = true, .help = "The program or library that is compiled with the profile",
	 .detail =
		 "Samples in files of its name count, wherever these lay when they were recorded."},
	{OPT_CHOICE, .name = "format", .value = "FORMAT", OPT_AT(struct pgo_options, format),
	 .choices = pgo_formats, .help = "What to write: the text form of LLVM's sample profiles"},
};

static bool pgo_prepare(struct collapse_setup *setup)
{
	struct pgo_options *options = setup->options;

	if (options->binary.len == 0) {
		diag_error("which program is compiled? --binary PROGRAM names it");
		return false;
	}
	options->perf.lines = PERF_LINES_OF_ALL;
	options->perf.no_advice = true;
	options->perf.sites = perf_sites_new(false);
	return perf_prepare(setup);
}

/* False after a message. */
static bool pgo_check(const struct pgo *pgo)
{
	const uint64_t ours = pgo->counted + pgo->placeless;

	if (pgo->counted == 0 && ours > 0)
		diag_error("no sample in %.*s has a line: compile it with -g "
			   "(clang: -g1 -fdebug-info-for-profiling)",
			   SLICE_ARG(pgo->options->binary));
	else if (ours == 0)
		diag_error("no sample is in %.*s", SLICE_ARG(pgo->options->binary));
	else if (pgo->placeless > 0)
		diag_warn(
			"%u %% of what was counted in %.*s has no line of a function, and is left out",
			(unsigned)ratio_round(pgo->placeless, ours, 100),
			SLICE_ARG(pgo->options->binary));
	return pgo->counted > 0;
}

static bool pgo_write_output(const struct collapse_setup *setup, const struct ingest_run *run,
			     struct output *output)
{
	struct pgo pgo = {.options = setup->options};
	bool good;
	size_t i;

	if (!setup->is_recording) {
		diag_error(
			"the input is no recording of perf (perf.data): texts have no addresses of "
			"files");
		return false;
	}
	for (i = 0; i < run->profile.count; i++)
		pgo_add_stack(&pgo, &run->profile, run->profile.stacks[i]);
	good = pgo_check(&pgo);
	if (good) {
		pgo_place_addresses(&pgo);
		pgo_scale(&pgo);
		pgo_add_totals(&pgo);
		pgo_write(&output->buf, &pgo);
	}
	free(pgo.nodes);
	free(pgo.bodies);
	free(pgo.addresses);
	intern_release(&pgo.node_keys);
	intern_release(&pgo.body_keys);
	intern_release(&pgo.address_keys);
	buf_release(&pgo.key);
	return good;
}

static void pgo_release(struct collapse_setup *setup)
{
	const struct pgo_options *options = setup->options;

	perf_sites_free(options->perf.sites);
	perf_release(setup);
}

static const struct collapser export_pgo = {
	.name = "perf",
	.summary = "a profile for the compiler, from perf.data",
	.rows = pgo_rows,
	.row_count = ARRAY_LEN(pgo_rows),
	.shared_rows = perf_sample_rows,
	.shared_count = &perf_sample_row_count,
	.options_size = sizeof(struct pgo_options),
	.recordings = &perf_recordings,
	.prepare = pgo_prepare,
	.describe = perf_describe,
	.report = perf_report,
	.explain = perf_explain,
	.write = pgo_write_output,
	.release = pgo_release,
};

int export_pgo_main(int argc, char **argv)
{
	return collapse_main(&export_pgo, argc, argv);
}
