# SPDX-License-Identifier: MIT
#
# perf_event_open(2) is of Linux.
flambeau_library(events
	record/events/build_ids.c record/events/counters.c record/events/cpu_list.c
	record/events/event_ring.c record/events/foreground.c record/events/kernel_maps.c
	record/events/off_cpu.c record/events/preamble.c record/events/record_plan.c
	record/events/record_stream.c record/events/event_loop.c record/events/refusal.c
	record/events/running.c record/events/sample_event.c record/events/sampling.c
	record/events/stacks_options.c record/events/tracing_data.c record/events/workload.c record/events/zstd_pack.c)
target_compile_definitions(flambeau_events PRIVATE _GNU_SOURCE) # syscall(), epoll, prctl()
target_link_libraries(flambeau_events PUBLIC flambeau_record)
# zstd is loaded where it is asked for; what is needed here is its header.
if(TARGET PkgConfig::ZSTD AND FLAMBEAU_ZSTD)
	target_compile_definitions(flambeau_events PRIVATE HAVE_ZSTD)
	target_include_directories(flambeau_events SYSTEM PRIVATE ${ZSTD_INCLUDE_DIRS})
endif()
if(NOT FLAMBEAU_STATIC)
	target_compile_definitions(flambeau_events PRIVATE HAVE_DLOPEN LOADS_LIBRARIES)
endif()
