/* SPDX-License-Identifier: MIT */
#include "common/base/personality.h"

const struct opt_syntax opt_syntax_own = {
	.one_dash = DASH_EITHER,
	.names_are_cut = true,
	.names_have_case = true,
	.options_repeat = true,
	.dashes_are_values = true,
	.has_manual = true,
};

const struct opt_syntax opt_syntax_perl = {
	.one_dash = DASH_NAME,
	.names_are_cut = true,
	.options_repeat = true,
	.dashes_are_values = true,
	.has_variables = true,
	.mistakes_get_usage = true,
};

const struct opt_syntax opt_syntax_rust = {
	.one_dash = DASH_LETTERS,
	.names_have_case = true,
};

static const struct personality own = {
	.family = FAMILY_OWN,
	.syntax = &opt_syntax_own,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.has_headers = true,
	.has_labels = true,
	.wrong_input_is_named = true,
	.terminal_is_noticed = true,
	.bears_interrupt = true,
	.mistakes_are_guessed = true,
};

static const struct personality perl = {
	.family = FAMILY_PERL,
	.syntax = &opt_syntax_perl,
	.usage_exit = 255,
	.open_complaint = "Can't open ",
	.files_are_joined = true,
	.missing_is_warning = true,
	.dash_is_stdin = true,
	.empty_is_fine = true,
	.half_to_even = true,
	.keeps_comment_roots = true,
};

static const struct personality rust = {
	.family = FAMILY_RUST,
	.syntax = &opt_syntax_rust,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.one_file = true,
	.empty_is_fine = true,
	.keeps_comment_roots = true,
	.mistakes_are_guessed = true,
	.quiet_is_silent = true,
};

static const struct personality corrected_perl = {
	.family = FAMILY_PERL,
	.syntax = &opt_syntax_perl,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.empty_is_fine = true,
	.half_to_even = true,
};

static const struct personality corrected_rust = {
	.family = FAMILY_RUST,
	.syntax = &opt_syntax_rust,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.empty_is_fine = true,
	.mistakes_are_guessed = true,
};

COLD bool personality_in(const struct personality *compat, unsigned families)
{
	return families & compat->family;
}

COLD const void *compat_pick(const struct personality *compat,
			     const struct personality_records *records)
{
	switch (compat->family) {
	case FAMILY_PERL: return records->perl;
	case FAMILY_RUST: return records->rust;
	case FAMILY_OWN:
	case FAMILY_ALL: break;
	}
	return records->own;
}

COLD const struct personality *personality_corrected(const struct personality *compat)
{
	static const struct personality_records corrected = {&own, &corrected_perl,
							     &corrected_rust};

	return compat_pick(compat, &corrected);
}

COLD const char *personality_tool(const char *argv0)
{
	const char *slash = argv0 ? strrchr(argv0, '/') : NULL;

	return slash ? slash + 1 : argv0 ? argv0 : "flambeau";
}

COLD const struct personality *personality_of(const char *argv0)
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
