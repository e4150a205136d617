/* SPDX-License-Identifier: MIT */
#include "common/base/personality.h"

static const struct personality own = {
	.family = FAMILY_OWN,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.wrong_input_is_named = true,
	.terminal_is_noticed = true,
	.mistakes_are_guessed = true,
};

static const struct personality perl = {
	.family = FAMILY_PERL,
	.usage_exit = 255,
	.open_complaint = "Can't open ",
	.files_are_joined = true,
	.missing_is_warning = true,
	.dash_is_stdin = true,
	.empty_is_fine = true,
	.half_to_even = true,
	.roots_are_kept = true,
};

static const struct personality rust = {
	.family = FAMILY_RUST,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.one_file = true,
	.empty_is_fine = true,
	.roots_are_kept = true,
	.mistakes_are_guessed = true,
	.quiet_is_silent = true,
};

static const struct personality corrected_perl = {
	.family = FAMILY_PERL,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.empty_is_fine = true,
	.half_to_even = true,
};

static const struct personality corrected_rust = {
	.family = FAMILY_RUST,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.empty_is_fine = true,
	.mistakes_are_guessed = true,
};

const struct personality *personality_corrected(const struct personality *as)
{
	switch (as->family) {
	case FAMILY_PERL: return &corrected_perl;
	case FAMILY_RUST: return &corrected_rust;
	default: return as;
	}
}

const char *personality_tool(const char *argv0)
{
	const char *slash = argv0 ? strrchr(argv0, '/') : NULL;

	return slash ? slash + 1 : argv0 ? argv0 : "flambeau";
}

const struct personality *personality_of(const char *argv0)
{
	struct slice name = slice_from(personality_tool(argv0));

	if (slice_starts(name, SLICE("inferno-")))
		return &rust;
	if (slice_ends(name, SLICE(".pl")) || slice_ends(name, SLICE(".awk")) ||
	    slice_ends(name, SLICE(".py")) || slice_ends(name, SLICE(".php")) ||
	    slice_starts(name, SLICE("stackcollapse-")))
		return &perl;
	return &own;
}
