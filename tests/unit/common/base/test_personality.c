/* SPDX-License-Identifier: MIT */
#include "common/base/personality.h"

#include "tests/unit/check.h"

CASE(the_name_chooses_the_family)
{
	static const struct {
		const char *argv0;
		enum family family;
	} rows[] = {
		{"collapse-perf", FAMILY_OWN},
		{"flamegraph", FAMILY_OWN},
		{"difffolded", FAMILY_OWN},
		{"", FAMILY_OWN},
		{"pl", FAMILY_OWN},
		{"stackcollapse", FAMILY_OWN},
		{"flamegraph.plx", FAMILY_OWN},
		{"my-inferno-tool", FAMILY_OWN},
		{"flamegraph.pl", FAMILY_PERL},
		{"difffolded.pl", FAMILY_PERL},
		{"stackcollapse.pl", FAMILY_PERL},
		{"stackcollapse-perf.pl", FAMILY_PERL},
		{"stackcollapse-elfutils.pl", FAMILY_PERL},
		{"stackcollapse-perf-sched.awk", FAMILY_PERL},
		{"any.awk", FAMILY_PERL},
		{"stackcollapse-chrome-tracing.py", FAMILY_PERL},
		{"inferno-collapse-perf", FAMILY_RUST},
		{"inferno-flamegraph", FAMILY_RUST},
		{"inferno-diff-folded", FAMILY_RUST},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		if (personality_of(rows[i].argv0)->family != rows[i].family) {
			fprintf(stderr, "'%s'\n", rows[i].argv0);
			CHECK(false && "has the family of its name");
		}
	}
}

CASE(folders_are_no_part_of_the_name)
{
	CHECK(personality_of("/usr/bin/flamegraph.pl")->family == FAMILY_PERL);
	CHECK(personality_of("./inferno-flamegraph")->family == FAMILY_RUST);
	CHECK(personality_of("/opt/inferno-x/flamegraph")->family == FAMILY_OWN);
	CHECK(personality_of("/opt/x.pl/flamegraph")->family == FAMILY_OWN);
	CHECK(strcmp(personality_tool("/usr/bin/flamegraph.pl"), "flamegraph.pl") == 0);
	CHECK(strcmp(personality_tool("flamegraph"), "flamegraph") == 0);
	CHECK(strcmp(personality_tool("/usr/bin/"), "") == 0);
}

/* execve() allows an empty argv. */
CASE(a_program_without_a_name_is_ours)
{
	CHECK(personality_of(NULL)->family == FAMILY_OWN);
	CHECK(personality_tool(NULL)[0] != '\0');
}

CASE(exit_codes_are_those_of_the_originals)
{
	CHECK(personality_of("flamegraph")->usage_exit == 2);
	CHECK(personality_of("flamegraph.pl")->usage_exit == 255);
	CHECK(personality_of("inferno-flamegraph")->usage_exit == 2);
}

CASE(input_is_read_as_the_originals_do)
{
	const struct personality *own = personality_of("collapse-perf");
	const struct personality *perl = personality_of("stackcollapse-perf.pl");
	const struct personality *rust = personality_of("inferno-collapse-perf");

	CHECK(own->dash_is_stdin && perl->dash_is_stdin && !rust->dash_is_stdin);
	CHECK(!own->one_file && !perl->one_file && rust->one_file);
	CHECK(!own->files_are_joined && perl->files_are_joined);
	CHECK(!own->missing_is_warning && perl->missing_is_warning && !rust->missing_is_warning);
	CHECK(!own->empty_is_fine && perl->empty_is_fine && rust->empty_is_fine);
	CHECK(!own->quiet_is_silent && rust->quiet_is_silent);
}

TEST_CASES(personality)
