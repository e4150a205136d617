# SPDX-License-Identifier: MIT
flambeau_library(common
	common/base/context.c common/base/diag.c common/base/personality.c common/base/ratio.c
	common/base/slice.c common/base/u128.c common/base/utf8.c
	common/cli/opt.c common/cli/opt_complete.c common/cli/opt_find.c common/cli/opt_reading.c
	common/cli/opt_rows.c common/cli/opt_text.c common/cli/program.c common/cli/program_read.c
	common/cli/thin_stacks.c
	common/cli/wrong_input.c common/cli/wrong_input_advice.c common/cli/wrong_input_bytes.c
	common/cli/wrong_input_folded.c
	common/debuginfo/dwarf_chains.c common/debuginfo/dwarf_file.c common/debuginfo/dwarf_frames.c
	common/debuginfo/dwarf_functions.c common/debuginfo/dwarf_inlines.c common/debuginfo/dwarf_lines.c
	common/debuginfo/dwarf_names.c common/debuginfo/dwarf_others.c common/debuginfo/dwarf_scopes.c common/debuginfo/dwarf_units.c
	common/debuginfo/dwarf_abbrevs.c common/debuginfo/dwarf_data.c
	common/debuginfo/dwarf_entry.c common/debuginfo/dwarf_package.c
	common/debuginfo/dwarf_ranges.c common/debuginfo/dwarf_reader.c
	common/debuginfo/dwarf_spans.c common/debuginfo/dwarf_unit.c
	common/folded/folded.c common/folded/folded_count.c common/folded/folded_escape.c
	common/folded/folded_frames.c common/folded/folded_grammar.c common/folded/folded_labels.c
	common/folded/folded_write.c
	common/profile/amount.c common/profile/header.c common/profile/header_start.c
	common/profile/units.c
	common/io/bus_guard.c common/io/decompress.c common/io/guarded_map.c common/io/input.c
	common/io/interrupt.c
	common/io/input_range.c common/io/input_records.c common/io/json.c common/io/locate.c
	common/io/progress.c common/io/snapshots.c common/io/source.c
	common/io/compress.c common/io/destination.c common/io/output.c
	common/io/part.c common/io/spool.c
	common/profile/label_frames.c common/profile/label_split.c common/profile/label_threads.c
	common/profile/label_wish.c
	common/base/arena.c common/base/memory.c common/base/memory_system.c
	common/base/retired.c common/base/shared_object.c
	common/io/pprof_check.c common/io/pprof_read.c common/io/pprof_write.c
	common/io/protobuf.c common/io/wire.c
	common/profile/functions.c common/profile/ingest.c common/profile/labels.c
	common/profile/labels_sort.c common/profile/labels_text.c common/profile/notes.c
	common/profile/stack_budget.c
	common/profile/profile.c common/profile/profile_edit.c common/profile/profile_rank.c
	common/profile/profile_sort.c common/profile/sorted_runs.c common/profile/stats.c
	common/profile/tally.c
	common/debuginfo/file_identity.c common/debuginfo/rooted.c common/debuginfo/symbol_file.c
	common/debuginfo/symbol_places.c common/debuginfo/symbol_search.c common/debuginfo/symbol_server.c
	common/debuginfo/demangle.c common/debuginfo/demangle_cplusplus.c
	common/debuginfo/demangle_java.c common/debuginfo/demangle_ocaml.c
	common/debuginfo/demangle_rust.c common/debuginfo/demangle_rust_v0.c
	common/debuginfo/rust_escape.c common/debuginfo/rust_v0_const.c
	common/debuginfo/rust_v0_reader.c
	common/debuginfo/debug_link.c common/debuginfo/elf_file.c
	common/debuginfo/elf_symbols.c common/debuginfo/elf_packed.c
	common/debuginfo/plt_relocations.c common/debuginfo/symbol_plt.c
	common/debuginfo/symbol_rank.c common/debuginfo/symbol_rows.c
	common/debuginfo/symbol_table.c
	common/debuginfo/jit_dump.c common/debuginfo/kallsyms.c
	common/debuginfo/perf_map.c
	common/debuginfo/symbol_text.c common/debuginfo/timed_ranges.c
	common/debuginfo/vmlinux.c
	common/base/child.c common/base/clock.c common/base/lock.c common/base/parallel.c
	common/base/random.c common/base/terminal.c
	common/table/fingerprint.c common/table/hash.c common/table/intern.c common/table/keysort.c
	common/table/name_table.c common/table/name_table_find.c
	common/base/base64.c common/base/buf.c common/base/cells.c common/base/escape.c
	common/base/factor.c common/base/frame_name.c common/base/nearest.c common/base/regex.c
	common/base/scan.c common/base/shell_pattern.c
	common/debuginfo/cfi_code.c common/debuginfo/cfi_entry.c common/debuginfo/cfi_expression.c
	common/debuginfo/cfi_file.c
	common/debuginfo/cfi_index.c common/debuginfo/cfi_reader.c common/debuginfo/cfi_rules.c
	common/debuginfo/unwind_machine.c common/debuginfo/unwind_row.c)
