# SPDX-License-Identifier: MIT
flambeau_library(record
	record/advice.c record/arguments.c record/capture.c record/compare.c record/drawing.c record/heading.c
	record/owner.c record/passing.c record/pipeline.c record/preloadable.c record/profiler.c
	record/profiler_cargo.c record/profiler_dtrace.c record/profiler_perf.c
	record/profiler_sampler.c record/recorder.c record/request.c record/sampler_library.c
	record/session.c record/session_stacks.c record/session_steps.c record/signals.c
	record/survey.c record/target.c)
