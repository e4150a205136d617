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
	collapse/csv.c collapse/dtrace/dtrace.c collapse/dtrace/dtrace_grammars.c
	collapse/dtrace/dtrace_lines.c collapse/dtrace/dtrace_stack.c
	collapse/filter/collapse_files.c collapse/filter/filter.c
	collapse/filter/filter_labels.c collapse/filter/filter_names.c
	collapse/filter/filter_stacks.c collapse/filter/merge.c
	collapse/filter/merge_source.c collapse/filter/pkgsplit.c
	collapse/filter/range_perf.c
	collapse/formats/bpf_map.c collapse/formats/call_graph.c collapse/formats/go_dump.c collapse/formats/java_names.c
	collapse/jfr/jfr.c
	collapse/jfr/jfr_chunk.c collapse/jfr/jfr_cursor.c collapse/jfr/jfr_fold.c
	collapse/jfr/jfr_layout.c collapse/jfr/jfr_metadata.c
	collapse/jfr/jfr_pools.c collapse/jfr/jfr_reader.c collapse/jfr/jfr_recording.c
	collapse/jfr/jfr_select.c collapse/jfr/jfr_text.c collapse/json/chrome_tracing.c
	collapse/json/firefox_columns.c collapse/json/cpuprofile.c collapse/json/v8_profile.c
	collapse/json/trace_spans.c collapse/json/trace_samples.c collapse/json/dhat.c collapse/json/document.c collapse/json/firefox.c
	collapse/json/firefox_fold.c collapse/json/firefox_names.c collapse/json/firefox_symbols.c collapse/json/id_stacks.c
	collapse/json/number.c collapse/json/otlp.c collapse/json/otlp_wire.c collapse/json/speedscope.c collapse/json/stackprof.c
	collapse/json_lines.c
	collapse/lines/perf_by_line.c collapse/lines/perf_by_line_page.c collapse/lines/perf_by_line_pprof.c collapse/lines/perf_by_line_source.c collapse/lines/perf_by_line_sums.c
	collapse/lines/perf_by_line_write.c collapse/lines/perf_to_pgo.c collapse/live.c collapse/stream.c
	collapse/text.c collapse/xml.c collapse/cache/line_cache.c collapse/cache/stack_cache.c
	collapse/names/cplusplus.c collapse/names/tidy.c collapse/perf/perf_chain.c
	collapse/perf/perf_event.c collapse/perf/perf_fields.c collapse/perf/perf_fold.c
	collapse/perf/perf_frame.c collapse/perf/perf_idle.c
	collapse/perf/perf_lines.c collapse/perf/perf_own.c collapse/perf/perf_perl.c
	collapse/perf/perf_recording.c collapse/perf/perf_repair.c
	collapse/perf/perf_rust.c collapse/perf/perf_sample.c collapse/perf/perf_sites.c collapse/perf/perf_select.c
	collapse/perf/perf_unwind.c collapse/perf/perf_weight.c collapse/perfdata/dso_table.c
	collapse/perfdata/dso_kernel.c collapse/perfdata/dso_load.c
	collapse/perfdata/dso_origin.c
	collapse/perfdata/dso_symbol.c collapse/perfdata/map_tree.c
	collapse/perfdata/perfdata_scan.c collapse/perfdata/process_table.c
	collapse/perfdata/recording_simpleperf.c collapse/perfdata/recording_walk.c
	collapse/perfdata/sample_decode.c collapse/perfdata/scan_related.c
	collapse/perfdata/tracepoint.c collapse/symbols/core_image.c collapse/symbols/mapped.c
	collapse/perfdata/recording_source.c collapse/perfdata/wall_threads.c collapse/perfdata/wall_events.c collapse/perf/perf_spans.c collapse/perf/perf_wall.c
	collapse/filter/filter_options.c collapse/guess.c collapse/jfr/jfr_messages.c
	collapse/labels_option.c collapse/perf/perf_recording_messages.c
	collapse/perfdata/dso_messages.c collapse/perfdata/recording_header.c
	collapse/perfdata/recording_open.c
	collapse/driver.c collapse/perf/perf.c collapse/perf/perf_inline.c
	collapse/symbols/inline.c)
flambeau_precompile(flambeau_collapse)
