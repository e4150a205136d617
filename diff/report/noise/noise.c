/* SPDX-License-Identifier: MIT */
#include "diff/report/noise/noise.h"

#include "common/base/diag.h"
#include "diff/report/noise/significance.h"

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

	for (i = 0; i < noise->count; i++)
		functions_release(&noise->runs[i].functions);
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

static void find_source(struct noise *noise, const struct noise_options *options)
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
	find_source(noise, options);
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
