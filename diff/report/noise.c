/* SPDX-License-Identifier: MIT */
#include "diff/report/noise.h"

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/exact.h"
#include "common/folded/folded_grammar.h"
#include "common/profile/amount.h"
#include "common/profile/significance.h"

enum {
	SURE_DIVISOR = 1000,
	SURE_COUNTS = 16,
	MOST_SAMPLES = 10000, /* of the stack in the middle */
};

void samples_release(struct samples *samples)
{
	free(samples->counts);
	*samples = (struct samples){0};
}

static uint64_t in_units(struct samples *samples, uint64_t count, unsigned digits)
{
	samples->too_large |= !u64_scale(&count, digits);
	return count;
}

void samples_add(struct samples *samples, const struct stack *const *stacks, size_t stack_count,
		 enum diff_side side, unsigned scale)
{
	unsigned larger = scale > samples->scale ? scale : samples->scale;
	size_t i;

	assert(side < DIFF_SIDES && scale <= LIMIT_SCALE);
	for (i = 0; i < samples->count; i++)
		samples->counts[i] = in_units(samples, samples->counts[i], larger - samples->scale);
	samples->scale = larger;
	samples->counts = memory_grow(samples->counts, &samples->cap, samples->count + stack_count,
				      sizeof(*samples->counts));
	for (i = 0; i < stack_count; i++) {
		uint64_t count = in_units(samples, stacks[i]->count[side], larger - scale);

		if (count > 0)
			samples->counts[samples->count++] = count;
	}
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b > 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static int compare_counts(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

bool samples_period(struct samples *samples, struct slice unit, uint64_t *period)
{
	const struct unit *known = unit_find(unit);
	const bool is_weight = known || slice_equal(unit, SLICE("cycles")) ||
			       slice_equal(unit, SLICE("instructions"));
	uint64_t divisor = 0;
	size_t i;

	if (samples->too_large || samples->count == 0 || (known && known->kind == UNIT_MEMORY))
		return false;
	for (i = 0; i < samples->count && divisor != 1; i++)
		divisor = common_divisor(divisor, samples->counts[i]);
	if (divisor < SURE_DIVISOR && (samples->count < SURE_COUNTS || is_weight))
		divisor = 1;
	if (divisor == 1 && (samples->scale > 0 || is_weight))
		return false;
	qsort(samples->counts, samples->count, sizeof(*samples->counts), compare_counts);
	*period = divisor;
	return samples->counts[samples->count / 2] / divisor <= MOST_SAMPLES;
}

enum { MOST_PERCENT = 1000 * 1000 };

/* The product of three counts: limb[0] * 2^128 + limb[1] * 2^64 + limb[2]. */
struct triple {
	uint64_t limb[3];
};

static struct triple share_multiply(struct u128 number, uint64_t by)
{
	struct u128 low = u128_multiply(number.low, by), high = u128_multiply(number.high, by);
	uint64_t middle = low.high + high.low;

	return (struct triple){{high.high + (middle < low.high), middle, low.low}};
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int share_compare(struct triple a, struct triple b)
{
	int i, order = 0;

	for (i = 0; i < 3 && order == 0; i++)
		order = compare_u64(a.limb[i], b.limb[i]);
	return order;
}

static int compare_u128(struct u128 a, struct u128 b)
{
	return a.high != b.high ? compare_u64(a.high, b.high) : compare_u64(a.low, b.low);
}

static struct u128 subtract(struct u128 a, struct u128 b)
{
	assert(compare_u128(a, b) >= 0);
	return (struct u128){a.high - b.high - (a.low < b.low), a.low - b.low};
}

/* part / whole as the fraction it is, both up to 2^128. */
struct fraction {
	struct u128 part, whole;
};

/* The size of the change. */
static struct fraction change_of(const struct share *share)
{
	struct u128 before = u128_multiply(share->part[DIFF_BEFORE], share->whole[DIFF_AFTER]);
	struct u128 after = u128_multiply(share->part[DIFF_AFTER], share->whole[DIFF_BEFORE]);

	return (struct fraction){
		compare_u128(before, after) > 0 ? subtract(before, after) : subtract(after, before),
		u128_multiply(share->whole[DIFF_BEFORE], share->whole[DIFF_AFTER])};
}

/*
 * part / whole * scale to the nearest integer, halves up: the largest n with
 * (2n - 1) * whole <= 2 * scale * part. The fraction is at most 1.
 */
static uint64_t scaled(const struct fraction *fraction, uint64_t scale)
{
	const struct triple goal = share_multiply(fraction->part, 2 * scale);
	uint64_t low = 0, high = scale;

	assert(compare_u128(fraction->part, fraction->whole) <= 0);
	while (low < high) {
		uint64_t n = high - (high - low) / 2;

		if (share_compare(share_multiply(fraction->whole, 2 * n - 1), goal) <= 0)
			low = n;
		else
			high = n - 1;
	}
	return low;
}

static bool parse_up_to(struct slice text, uint64_t most, struct points *points)
{
	bool rounded = false;

	slice_skip(&text, SLICE("+"));
	slice_drop(&text, SLICE("%"));
	return folded_count(text, &points->value, &points->digits, &rounded) && !rounded &&
	       points->value <= most * u64_power_of_ten(points->digits);
}

bool points_parse(struct slice text, struct points *points)
{
	return parse_up_to(text, 100, points);
}

bool percent_parse(struct slice text, struct points *points)
{
	return parse_up_to(text, MOST_PERCENT, points);
}

uint64_t share_percent(const struct share *share, enum diff_side side, unsigned digits)
{
	const struct fraction fraction = {{0, share->part[side]}, {0, share->whole[side]}};

	return scaled(&fraction, 100 * u64_power_of_ten(digits));
}

int64_t share_change(const struct share *share, unsigned digits)
{
	const struct fraction change = change_of(share);

	return share_direction(share) * (int64_t)scaled(&change, 100 * u64_power_of_ten(digits));
}

int share_direction(const struct share *share)
{
	return compare_u128(u128_multiply(share->part[DIFF_AFTER], share->whole[DIFF_BEFORE]),
			    u128_multiply(share->part[DIFF_BEFORE], share->whole[DIFF_AFTER]));
}

int share_compare_change(const struct share *a, const struct share *b)
{
	assert(a->whole[DIFF_BEFORE] == b->whole[DIFF_BEFORE] &&
	       a->whole[DIFF_AFTER] == b->whole[DIFF_AFTER]);
	return compare_u128(change_of(a).part, change_of(b).part);
}

bool share_grew_beyond(const struct share *share, struct points limit)
{
	const struct fraction change = change_of(share);

	return share_direction(share) > 0 &&
	       share_compare(share_multiply(change.part, 100 * u64_power_of_ten(limit.digits)),
			     share_multiply(change.whole, limit.value)) > 0;
}

static struct u128 mean_before(const struct mean *mean)
{
	return u128_multiply(mean->sum[DIFF_BEFORE], mean->weight[DIFF_AFTER]);
}

static struct u128 mean_after(const struct mean *mean)
{
	return u128_multiply(mean->sum[DIFF_AFTER], mean->weight[DIFF_BEFORE]);
}

int mean_direction(const struct mean *mean)
{
	return compare_u128(mean_after(mean), mean_before(mean));
}

bool mean_grew_beyond_percent(const struct mean *mean, struct points limit)
{
	const uint64_t whole = 100 * u64_power_of_ten(limit.digits);

	return share_compare(share_multiply(mean_after(mean), whole),
			     share_multiply(mean_before(mean), whole + limit.value)) > 0;
}

bool mean_grew_beyond(const struct mean *mean, uint64_t limit, uint64_t divisor)
{
	const struct u128 weights = u128_multiply(mean->weight[DIFF_BEFORE],
						  mean->weight[DIFF_AFTER]);

	return mean_direction(mean) > 0 &&
	       share_compare(share_multiply(subtract(mean_after(mean), mean_before(mean)), divisor),
			     share_multiply(weights, limit)) > 0;
}

int mean_compare_growth(const struct mean *a, const struct mean *b)
{
	const int direction = mean_direction(a), other = mean_direction(b);

	if (direction != other || direction == 0)
		return compare_u64((uint64_t)(direction + 1), (uint64_t)(other + 1));
	if (direction < 0)
		return compare_u128(subtract(mean_before(b), mean_after(b)),
				    subtract(mean_before(a), mean_after(a)));
	return compare_u128(subtract(mean_after(a), mean_before(a)),
			    subtract(mean_after(b), mean_before(b)));
}

enum {
	ROUNDS = 30,        /* of fitting: weights follow the fit */
	COMMON_FREEDOM = 10 /* weight of all functions against one */
};

double spread_effect(const struct spread *spread, double size)
{
	return spread->base + spread->slope * size;
}

/* Sums over all points, each weighted by 1 / (its fitted effect)^2. */
struct sums {
	double weight, size, square, effect, product;
};

static struct sums add_up(const struct spread *spread, const struct spread_point *points,
			  size_t count)
{
	struct sums sums = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		const struct spread_point *point = &points[i];
		double fitted = spread_effect(spread, point->size), weight = 1 / (fitted * fitted);

		sums.weight += weight;
		sums.size += weight * point->size;
		sums.square += weight * point->size * point->size;
		sums.effect += weight * point->effect;
		sums.product += weight * point->size * point->effect;
	}
	return sums;
}

/* The best base and slope that are not negative. */
static void improve(struct spread *spread, const struct sums *sums, bool base_is_known)
{
	double determinant = sums->weight * sums->square - sums->size * sums->size;
	double base = 1, slope = 0;

	if (!base_is_known) {
		base = sums->effect / sums->weight;
		if (determinant > 1e-9 * sums->weight * sums->square) {
			slope = (sums->weight * sums->product - sums->size * sums->effect) /
				determinant;
			if (slope > 0)
				base = (sums->effect - slope * sums->size) / sums->weight;
		}
		if (base < 0) {
			base = 0;
			slope = sums->product / sums->square;
		}
	} else if (sums->square > 0) {
		slope = (sums->product - sums->size) / sums->square;
	}
	*spread = (struct spread){base, slope > 0 ? slope : 0};
}

void spread_fit(struct spread *spread, const struct spread_point *points, size_t count,
		bool base_is_known)
{
	struct sums sums;
	int round;

	*spread = (struct spread){1, 0};
	for (round = 0; round < ROUNDS && count > 0; round++) {
		sums = add_up(spread, points, count);
		improve(spread, &sums, base_is_known);
		if (spread->base <= 0 && spread->slope <= 0)
			return; /* all runs are equal */
	}
}

double spread_excess(const struct spread *spread, const struct spread_point *own, double freedom)
{
	double common = spread_effect(spread, own->size), excess;

	assert(freedom >= 0);
	if (common <= 0)
		return 1;
	excess = (freedom * own->effect / common + COMMON_FREEDOM) / (freedom + COMMON_FREEDOM);
	return excess > 1 ? excess : 1;
}

/*
 * Samples whose weights vary are worth less: by 1 + (deviation / mean)^2, which is 2 where weights
 * vary as chance makes them, exponentially.
 */
#define VARYING_WEIGHTS 2

/* Hits that are few beside SIGNIFICANCE_SAMPLES: Fisher's test then is one of rates. */
#define RATE_HITS 100000.0

void noise_release(struct noise *noise)
{
	size_t i;

	for (i = 0; i < noise->count; i++) {
		if (!noise->runs[i].borrows)
			functions_release(&noise->runs[i].functions);
	}
	free(noise->runs);
	samples_release(&noise->counts);
	*noise = (struct noise){0};
}

static double decimal(uint64_t value, unsigned scale)
{
	double number = (double)value, unit = 1;

	while (scale-- > 0)
		unit *= 10;
	return number / unit;
}

/* Reindex the functions: from the file's ids to those of `joined`. */
static void noise_translate(struct functions *functions, struct profile *joined,
			    const struct profile *file)
{
	struct functions from = *functions;
	size_t i;

	for (i = 0; i < from.count; i++)
		profile_frame(joined, intern_name(&file->names, (frame_id)i));
	functions->count = joined->names.count;
	functions->at = memory_resize(NULL, functions->count, sizeof(*functions->at));
	for (i = 0; i < functions->count; i++)
		functions->at[i] = (struct function){0};
	for (i = 0; i < from.count; i++)
		functions->at[profile_frame(joined, intern_name(&file->names, (frame_id)i))] =
			from.at[i];
	functions_release(&from);
}

void noise_add(struct noise *noise, struct profile *joined, const struct profile *file,
	       const struct diff_part *part)
{
	const struct stack **stacks = profile_sorted(file, PROFILE_BY_FRAMES);
	struct noise_run run = {
		.side = part->side,
		.weight = decimal(part->weight.value, part->weight.scale),
		.whole = file->total[part->side],
		.total = decimal(file->total[part->side], file->scale),
	};

	functions_count(&run.functions, file, stacks);
	noise_translate(&run.functions, joined, file);
	samples_add(&noise->counts, stacks, file->count, part->side, file->scale);
	free(stacks);
	noise->runs = memory_grow(noise->runs, &noise->cap, noise->count + 1, sizeof(*noise->runs));
	noise->runs[noise->count++] = run;
}

void noise_add_side(struct noise *noise, const struct profile *joined,
		    const struct stack *const *stacks, const struct functions *functions,
		    enum diff_side side)
{
	samples_add(&noise->counts, stacks, joined->count, side, joined->scale);
	noise->runs = memory_grow(noise->runs, &noise->cap, noise->count + 1, sizeof(*noise->runs));
	noise->runs[noise->count++] = (struct noise_run){
		.side = side,
		.weight = 1,
		.whole = joined->total[side],
		.total = decimal(joined->total[side], joined->scale),
		.functions = *functions,
		.borrows = true,
	};
}

/* The number of samples of every file. */
static bool count_samples(struct noise *noise, const struct noise_options *options)
{
	double total[DIFF_SIDES] = {0}, period = 1;
	size_t i;

	if (noise->source == NOISE_PERIOD || noise->source == NOISE_COUNTS)
		period = decimal(noise->period.value, noise->period.scale);
	for (i = 0; i < noise->count; i++)
		total[noise->runs[i].side] += noise->runs[i].total;
	for (i = 0; i < noise->count; i++) {
		struct noise_run *run = &noise->runs[i];

		run->samples = run->total / period;
		if (noise->source == NOISE_GIVEN)
			run->samples = (double)options->samples[run->side] * run->total /
				       total[run->side];
		if (noise->source == NOISE_PERIOD && run->samples < 1) {
			diag_error("a period of %g is more than all counts of a profile, %g",
				   period, run->total);
			return false;
		}
	}
	return true;
}

/* The samples of both sides, and what they are worth. */
static void sum_up(struct noise *noise)
{
	double weighted[DIFF_SIDES] = {0}, squares[DIFF_SIDES] = {0};
	int side;
	size_t i;

	for (side = 0; side < DIFF_SIDES; side++)
		noise->samples[side] = noise->files[side] = 0;
	for (i = 0; i < noise->count; i++) {
		const struct noise_run *run = &noise->runs[i];

		noise->samples[run->side] += run->samples;
		weighted[run->side] += run->weight * run->samples;
		squares[run->side] += run->weight * run->weight * run->samples;
		noise->files[run->side]++;
	}
	for (side = 0; side < DIFF_SIDES; side++) {
		noise->effective[side] = weighted[side] * weighted[side] / squares[side];
		if (noise->source == NOISE_GIVEN)
			noise->effective[side] /= VARYING_WEIGHTS;
		noise->has_spread |= noise->files[side] > 1;
	}
}

/* The subject of a test: a function, by its self or its total count. */
struct subject {
	enum functions_measure measure;
	frame_id name;
};

/* How many of a file's samples have the function. */
static double hits_of(const struct noise_run *run, struct subject subject)
{
	if (subject.name >= run->functions.count)
		return 0;
	return run->samples *
	       (double)run->functions.at[subject.name].count[subject.measure][run->side] /
	       (double)run->whole;
}

/* The files of one side. */
struct group {
	double hits, samples, files;
};

static struct group group_of(const struct noise *noise, enum diff_side side, struct subject subject)
{
	struct group group = {0};
	size_t i;

	for (i = 0; i < noise->count; i++) {
		const struct noise_run *run = &noise->runs[i];

		if (run->side != side)
			continue;
		group.hits += hits_of(run, subject);
		group.samples += run->samples;
		group.files++;
	}
	return group;
}

/* Pearson's chi square of the files of one side against equal shares. */
static double chi_square(const struct noise *noise, enum diff_side side, struct subject subject,
			 double share)
{
	double square = 0, expected, off;
	size_t i;

	for (i = 0; i < noise->count; i++) {
		const struct noise_run *run = &noise->runs[i];

		if (run->side != side)
			continue;
		expected = run->samples * share;
		off = hits_of(run, subject) - expected;
		square += off * off / (expected * (1 - share));
	}
	return square;
}

/*
 * Compute the point of a function from the files of each side. Returns the degrees of freedom, 0 if
 * there are none.
 */
static double look_at(const struct noise *noise, struct subject subject, struct spread_point *point)
{
	double freedom = 0;
	int side;

	*point = (struct spread_point){0};
	for (side = 0; side < DIFF_SIDES; side++) {
		struct group group = group_of(noise, (enum diff_side)side, subject);
		double share = group.hits / group.samples, more = group.files - 1;

		if (more <= 0 || share <= 0 || share >= 1)
			continue;
		point->size += more * share * (1 - share) * group.samples / group.files;
		point->effect += chi_square(noise, (enum diff_side)side, subject, share);
		freedom += more;
	}
	if (freedom > 0) {
		point->size /= freedom;
		point->effect /= freedom;
	}
	return freedom;
}

static void fit_spread(struct noise *noise, enum functions_measure measure, size_t names)
{
	struct spread_point *points = memory_resize(NULL, names, sizeof(*points));
	size_t name, n = 0;

	for (name = 0; name < names; name++)
		n += look_at(noise, (struct subject){measure, (frame_id)name}, &points[n]) > 0;
	spread_fit(&noise->spread[measure], points, n, noise->source != NOISE_UNKNOWN);
	free(points);
}

bool noise_estimate(struct noise *noise, const struct noise_options *options, size_t names)
{
	noise->source = NOISE_UNKNOWN;
	if (options->samples[DIFF_BEFORE] > 0) {
		noise->source = NOISE_GIVEN;
	} else if (options->period.value > 0) {
		noise->source = NOISE_PERIOD;
		noise->period = options->period;
	} else if (samples_period(&noise->counts, options->unit, &noise->period.value)) {
		noise->source = NOISE_COUNTS;
		noise->period.scale = noise->counts.scale;
	}
	samples_release(&noise->counts);
	if (!count_samples(noise, options))
		return false;
	sum_up(noise);
	if (noise->has_spread) {
		fit_spread(noise, FUNCTIONS_TOTAL, names);
		fit_spread(noise, FUNCTIONS_SELF, names);
	}
	return true;
}

bool noise_is_on(const struct noise *noise)
{
	return noise->source != NOISE_UNKNOWN || noise->has_spread;
}

/* The design effect of one side, by which its samples are divided. */
static double effect_of(const struct noise *noise, enum diff_side side, struct subject subject,
			double share)
{
	const struct spread *spread = &noise->spread[subject.measure];
	double size = share * (1 - share) * noise->samples[side] / noise->files[side];
	struct spread_point own;
	double freedom;

	if (!noise->has_spread)
		return 1;
	freedom = look_at(noise, subject, &own);
	return spread_effect(spread, size) * spread_excess(spread, &own, freedom);
}

double noise_test(const struct noise *noise, enum functions_measure measure, frame_id name,
		  const struct share *share)
{
	const struct subject subject = {measure, name};
	struct significance_table table;
	double shares[DIFF_SIDES];
	int side;

	for (side = 0; side < DIFF_SIDES; side++)
		shares[side] = (double)share->part[side] / (double)share->whole[side];
	for (side = 0; side < DIFF_SIDES; side++) {
		double samples = SIGNIFICANCE_SAMPLES;
		double effect = effect_of(noise, (enum diff_side)side, subject,
					  (shares[DIFF_BEFORE] + shares[DIFF_AFTER]) / 2);

		if (noise->effective[side] < samples * effect)
			samples = noise->effective[side] / effect;
		table.samples[side] = (uint64_t)(samples + 0.5);
		table.hits[side] = (uint64_t)(shares[side] * (double)table.samples[side] + 0.5);
	}
	return significance_fisher(&table);
}

double noise_test_mean(const struct noise *noise, frame_id name, const struct mean *mean)
{
	const struct subject subject = {FUNCTIONS_TOTAL, name};
	double hits[DIFF_SIDES], exposure[DIFF_SIDES], most = 0, scale;
	struct significance_table table;
	int side;

	for (side = 0; side < DIFF_SIDES; side++) {
		const struct group group = group_of(noise, (enum diff_side)side, subject);
		const double share = group.hits / group.samples;

		hits[side] = share * noise->effective[side] /
			     effect_of(noise, (enum diff_side)side, subject, share);
		/* how many hits a count of 1 a recording would be */
		exposure[side] = mean->sum[side] > 0 ? hits[side] * (double)mean->weight[side] /
							       (double)mean->sum[side]
						     : 0;
	}
	/* a side without the function has the exposure of the other, by its samples */
	for (side = 0; side < DIFF_SIDES; side++) {
		if (exposure[side] <= 0)
			exposure[side] = exposure[!side] * noise->effective[side] /
					 noise->effective[!side];
		if (exposure[side] > most)
			most = exposure[side];
	}
	if (most <= 0)
		return 1;
	scale = hits[DIFF_BEFORE] + hits[DIFF_AFTER] > RATE_HITS
			? RATE_HITS / (hits[DIFF_BEFORE] + hits[DIFF_AFTER])
			: 1;
	for (side = 0; side < DIFF_SIDES; side++) {
		table.samples[side] = (uint64_t)(exposure[side] / most * SIGNIFICANCE_SAMPLES +
						 0.5);
		table.hits[side] = (uint64_t)(hits[side] * scale + 0.5);
		if (table.samples[side] < table.hits[side])
			table.samples[side] = table.hits[side];
	}
	return significance_fisher(&table);
}
