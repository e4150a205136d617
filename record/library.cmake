# SPDX-License-Identifier: MIT
# Its programs wait for others.
flambeau_library(record
	record/live_session.c record/page_server.c record/session_steps.c
	record/child/pipeline.c record/child/signals.c
	record/profiler/advice.c record/profiler/profiler.c record/profiler/profiler_cargo.c
	record/profiler/profiler_dtrace.c record/profiler/profiler_events.c
	record/profiler/profiler_jfr.c record/profiler/profiler_macos.c record/profiler/profiler_perf.c
	record/profiler/profiler_sampler.c record/profiler/recorder.c
	record/session/arguments.c record/session/request.c record/session/runtime.c
	record/session/runtime_program.c record/session/session.c record/session/target.c)
