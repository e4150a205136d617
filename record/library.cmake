# SPDX-License-Identifier: MIT
flambeau_library(record
	record/compare.c record/drawing.c record/heading.c record/live_session.c
	record/session_stacks.c record/session_steps.c
	record/child/capture.c record/child/owner.c record/child/pipeline.c record/child/signals.c
	record/options/arguments.c record/options/passing.c record/options/request.c
	record/profiler/advice.c record/profiler/launcher.c record/profiler/piped.c
	record/profiler/preloadable.c record/profiler/profiler.c record/profiler/profiler_cargo.c
	record/profiler/profiler_dtrace.c record/profiler/profiler_events.c
	record/profiler/profiler_jfr.c record/profiler/profiler_perf.c
	record/profiler/profiler_sampler.c record/profiler/recorder.c
	record/profiler/sampler_library.c
	record/session/compiler_files.c record/session/runtime.c record/session/runtime_program.c
	record/session/session.c record/session/survey.c record/session/target.c)
