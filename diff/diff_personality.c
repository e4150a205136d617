/* SPDX-License-Identifier: MIT */
#include "diff/diff_personality.h"

#include "common/folded/folded.h"

static const struct personality own_reading = {
	.family = FAMILY_OWN,
	.syntax = &opt_syntax_own,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.has_headers = true,
	.wrong_input_is_named = true,
	.terminal_is_noticed = true,
	.bears_interrupt = true,
	.mistakes_are_guessed = true,
};

static const struct personality perl_reading = {
	.family = FAMILY_PERL,
	.syntax = &opt_syntax_perl,
	.usage_exit = 2,
	.open_complaint = "ERROR: Can't read ",
	.dash_is_stdin = true,
};

static const struct personality rust_reading = {
	.family = FAMILY_RUST,
	.syntax = &opt_syntax_rust,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.mistakes_are_guessed = true,
	.quiet_is_silent = true,
};

static const struct diff_personality own = {
	.reading = &own_reading,
	.format = &folded_one_column_format,
	.is_careful = true,
	.unreadable_exit = EXIT_DATA,
};

static const struct diff_personality perl = {
	.reading = &perl_reading,
	.letters_only = true,
	.unreadable_exit = 2,
	.no_total_exit = 255,
};

static const struct diff_personality rust = {
	.reading = &rust_reading,
	.format = &folded_rust_diff_format,
	.scales_in_doubles = true,
	.unreadable_exit = EXIT_DATA,
};

const struct diff_personality *diff_personality_of(const struct personality *compat)
{
	static const struct personality_records records = {&own, &perl, &rust};

	return compat_pick(compat, &records);
}
