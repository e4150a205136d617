# SPDX-License-Identifier: MIT
#
# perf_event_open(2) is of Linux.
flambeau_library(events
	record/events/event_loop.c record/events/foreground.c record/events/off_cpu.c
	record/events/record_plan.c record/events/stacks_options.c record/events/workload.c
	record/events/counters/counters.c record/events/counters/cpu_list.c
	record/events/counters/event_ring.c record/events/counters/refusal.c
	record/events/counters/sample_event.c record/events/counters/sampling.c
	record/events/stream/build_ids.c record/events/stream/kernel_maps.c
	record/events/stream/preamble.c record/events/stream/record_stream.c
	record/events/stream/running.c record/events/stream/tracing_data.c
	record/events/stream/zstd_pack.c)
target_compile_definitions(flambeau_events PRIVATE _GNU_SOURCE) # syscall(), epoll, prctl()
target_link_libraries(flambeau_events PUBLIC flambeau_record)
# zstd is loaded where it is asked for; what is needed here is its header.
if(TARGET PkgConfig::ZSTD AND FLAMBEAU_ZSTD)
	target_compile_definitions(flambeau_events PRIVATE HAVE_ZSTD)
	target_include_directories(flambeau_events SYSTEM PRIVATE ${ZSTD_INCLUDE_DIRS})
endif()
if(flambeau_dlopen)
	target_compile_definitions(flambeau_events PRIVATE HAVE_DLOPEN LOADS_LIBRARIES)
endif()
