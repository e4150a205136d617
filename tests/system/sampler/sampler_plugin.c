/* SPDX-License-Identifier: MIT */
/* A library that is loaded while sampling goes on; BURN is the name of its function. */
#include "tests/system/sampler/sampler_test.h"

volatile unsigned long burner_sink;

__attribute__((noinline)) void BURN(double seconds);
void plugin_burn(double seconds);

void BURN(double seconds)
{
	burn_here(seconds);
	burner_sink++;
}

void plugin_burn(double seconds)
{
	BURN(seconds);
	burner_sink++;
}
