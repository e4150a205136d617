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
	collapse/csv.c collapse/driver.c
	collapse/dtrace/dtrace.c collapse/dtrace/dtrace_grammars.c collapse/dtrace/dtrace_lines.c
	collapse/dtrace/dtrace_stack.c
	collapse/filter/filter_labels.c collapse/filter/filter_names.c
	collapse/filter/filter_options.c collapse/filter/filter_stacks.c collapse/filter/merge.c
	collapse/filter/merge_key.c collapse/filter/merge_source.c collapse/filter/pkgsplit.c
	collapse/formats/bpf_map.c collapse/formats/java_names.c collapse/formats/pprof_gperftools.c
	collapse/guess.c
	collapse/jfr/jfr.c collapse/jfr/jfr_chunk.c collapse/jfr/jfr_cursor.c
	collapse/jfr/jfr_fold.c collapse/jfr/jfr_layout.c collapse/jfr/jfr_messages.c
	collapse/jfr/jfr_metadata.c collapse/jfr/jfr_pools.c collapse/jfr/jfr_reader.c
	collapse/jfr/jfr_recording.c collapse/jfr/jfr_select.c collapse/jfr/jfr_text.c
	collapse/json/chrome_tracing.c collapse/json/cpuprofile.c collapse/json/document.c
	collapse/json/id_stacks.c collapse/json/number.c collapse/json/speedscope.c
	collapse/json/stackprof.c
	collapse/labels_option.c collapse/live.c collapse/registry.c collapse/stream.c
	collapse/text.c collapse/xml.c
	collapse/cache/empty_line.c collapse/cache/line_cache.c collapse/cache/stack_cache.c
	collapse/cache/stack_queue.c collapse/cache/stack_repeats.c
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
	collapse/symbols/inline.c collapse/symbols/inline_dwarf.c
	collapse/symbols/inline_functions.c collapse/symbols/inline_programs.c
	collapse/symbols/inline_symbols.c collapse/symbols/mapped.c)
