# SPDX-License-Identifier: MIT

# A format of one file is formats/NAME.c, for a row NAME of formats.def; the others are listed.
set(single "")
foreach(row IN LISTS collapse_rows)
	string(REGEX REPLACE "^COLLAPSE_FORMAT\\(([A-Za-z0-9_]+).*" "collapse/formats/\\1.c" file "${row}")
	if(EXISTS ${PROJECT_SOURCE_DIR}/${file})
		list(APPEND single ${file})
	endif()
endforeach()

flambeau_library(collapse ${single}
	collapse/csv.c collapse/driver.c collapse/guess.c collapse/inclusive.c collapse/labels_option.c
	collapse/live.c collapse/probe.c collapse/registry.c collapse/stream.c collapse/text.c
	collapse/text_clock.c collapse/xml.c
	collapse/bpf/bpf_entry.c collapse/bpf/bpf_map.c collapse/bpf/bpf_map_json.c
	collapse/bpf/bpftrace.c collapse/bpf/offcpu.c
	collapse/cache/empty_line.c collapse/cache/line_cache.c collapse/cache/stack_cache.c
	collapse/cache/stack_queue.c collapse/cache/stack_repeats.c
	collapse/callgrind/callgrind.c collapse/callgrind/callgrind_graph.c
	collapse/callgrind/callgrind_names.c
	collapse/dtrace/dtrace.c collapse/dtrace/dtrace_frame.c collapse/dtrace/dtrace_lines.c
	collapse/dtrace/dtrace_own.c collapse/dtrace/dtrace_perl.c
	collapse/dtrace/dtrace_rust.c collapse/dtrace/dtrace_stack.c
	collapse/dtrace/dtrace_window.c
	collapse/filter/filter_choice.c collapse/filter/filter_labels.c
	collapse/filter/filter_names.c collapse/filter/filter_options.c
	collapse/filter/filter_sorted.c collapse/filter/filter_stacks.c
	collapse/filter/filter_times.c collapse/filter/pkgsplit.c collapse/filter/recursive.c
	collapse/go/go.c collapse/go/go_raw.c collapse/go/go_traces.c
	collapse/java/ibmjava.c collapse/java/java_exceptions.c collapse/java/java_names.c
	collapse/java/jfr.c collapse/java/jfr_census.c collapse/java/jfr_fold.c
	collapse/java/jfr_frames.c collapse/java/jfr_label.c collapse/java/jfr_recording.c
	collapse/java/jfr_say.c collapse/java/jfr_select.c collapse/java/jfr_text.c
	collapse/java/jstack.c
	collapse/jemalloc/jemalloc.c collapse/jemalloc/jemalloc_fold.c
	collapse/jemalloc/jemalloc_write.c
	collapse/jfr/jfr_chunk.c collapse/jfr/jfr_clock.c collapse/jfr/jfr_cursor.c
	collapse/jfr/jfr_ids.c collapse/jfr/jfr_layout.c collapse/jfr/jfr_metadata.c
	collapse/jfr/jfr_pools.c collapse/jfr/jfr_reader.c collapse/jfr/jfr_rows.c
	collapse/jfr/jfr_string.c collapse/jfr/jfr_weigh.c
	collapse/json/chrome_tracing.c collapse/json/chrome_tracing_fold.c
	collapse/json/cpuprofile.c collapse/json/cpuprofile_tree.c collapse/json/document.c
	collapse/json/keyed.c collapse/json/location.c collapse/json/number.c
	collapse/json/speedscope.c collapse/json/speedscope_profile.c collapse/json/stackprof.c
	collapse/merge/merge.c collapse/merge/merge_file.c collapse/merge/merge_key.c
	collapse/merge/merge_share.c collapse/merge/merge_sink.c collapse/merge/merge_source.c
	collapse/merge/merge_text.c collapse/merge/merge_tree.c
	collapse/names/cplusplus.c collapse/names/simplify.c collapse/names/tidy.c
	collapse/perf/perf.c collapse/perf/perf_probe.c
	collapse/perf/frames/perf_frame.c collapse/perf/frames/perf_inline.c
	collapse/perf/recording/perf_branches.c collapse/perf/recording/perf_fold.c
	collapse/perf/recording/perf_fold_chain.c collapse/perf/recording/perf_fold_inlined.c
	collapse/perf/recording/perf_fold_label.c collapse/perf/recording/perf_late.c
	collapse/perf/recording/perf_late_names.c
	collapse/perf/recording/perf_recording.c
	collapse/perf/recording/perf_recording_say.c collapse/perf/recording/perf_unwind.c
	collapse/perf/recording/perf_unwind_cut.c
	collapse/perf/sample/perf_describe.c collapse/perf/sample/perf_event.c
	collapse/perf/sample/perf_event_name.c collapse/perf/sample/perf_fields.c
	collapse/perf/sample/perf_filter.c
	collapse/perf/sample/perf_groups.c collapse/perf/sample/perf_idle.c collapse/perf/sample/perf_label.c
	collapse/perf/sample/perf_rejected.c collapse/perf/sample/perf_sample.c
	collapse/perf/sample/perf_select.c collapse/perf/sample/perf_symbol.c
	collapse/perf/sample/perf_weight.c
	collapse/perf/text/perf_comment.c collapse/perf/text/perf_cut.c
	collapse/perf/text/perf_lines.c collapse/perf/text/perf_names.c
	collapse/perf/text/perf_own.c collapse/perf/text/perf_perl.c
	collapse/perf/text/perf_rust.c
	collapse/perf_sched/perf_sched.c collapse/perf_sched/perf_sched_event.c
	collapse/perfdata/perfdata_scan.c collapse/perfdata/scan_deferred.c
	collapse/perfdata/scan_groups.c collapse/perfdata/scan_queue.c
	collapse/perfdata/container/perfdata_field.c
	collapse/perfdata/scan_waits.c
	collapse/perfdata/container/recording_events.c
	collapse/perfdata/container/recording_features.c
	collapse/perfdata/container/recording_folder.c
	collapse/perfdata/container/recording_header.c
	collapse/perfdata/container/recording_layout.c
	collapse/perfdata/container/recording_names.c
	collapse/perfdata/container/recording_open.c
	collapse/perfdata/container/recording_simpleperf.c
	collapse/perfdata/container/recording_source.c
	collapse/perfdata/container/recording_tracing.c
	collapse/perfdata/container/recording_unpack.c
	collapse/perfdata/container/recording_walk.c
	collapse/perfdata/container/sample_decode.c
	collapse/perfdata/dso/dso_dump.c collapse/perfdata/dso/dso_get.c
	collapse/perfdata/dso/dso_inlined.c
	collapse/perfdata/dso/dso_kernel.c collapse/perfdata/dso/dso_kind.c
	collapse/perfdata/dso/dso_load.c collapse/perfdata/dso/dso_named.c
	collapse/perfdata/dso/dso_origin.c
	collapse/perfdata/dso/dso_process.c collapse/perfdata/dso/dso_proof.c
	collapse/perfdata/dso/dso_say.c collapse/perfdata/dso/dso_seen.c
	collapse/perfdata/dso/dso_symbol.c collapse/perfdata/dso/dso_unwind.c
	collapse/perfdata/dso/dso_vdso.c
	collapse/perfdata/world/history.c collapse/perfdata/world/map_tree.c
	collapse/perfdata/world/world.c collapse/perfdata/world/world_add.c
	collapse/perfdata/world/world_ended.c
	collapse/pprof/pprof.c collapse/pprof/pprof_fold.c collapse/pprof/pprof_gperftools.c
	collapse/symbols/inline.c collapse/symbols/inline_dwarf.c
	collapse/symbols/inline_functions.c collapse/symbols/inline_programs.c
	collapse/symbols/inline_symbols.c collapse/symbols/mapped.c
	collapse/uftrace/uftrace.c collapse/uftrace/uftrace_graph.c
	collapse/uftrace/uftrace_replay.c collapse/uftrace/uftrace_time.c
	collapse/xctrace/xctrace.c collapse/xctrace/xctrace_ids.c)
