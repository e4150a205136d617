# SPDX-License-Identifier: MIT
#
# perf_event_open(2) is of Linux.
flambeau_library(events
	record/events/counters.c record/events/off_cpu.c
	record/events/record_stream.c record/events/running.c
	record/events/sample_event.c
	record/events/preamble.c record/events/record_plan.c record/events/workload.c)
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
