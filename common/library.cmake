# SPDX-License-Identifier: MIT
flambeau_library(common
	common/base/context.c common/base/diag.c common/base/personality.c common/base/ratio.c
	common/base/slice.c common/base/u128.c common/base/utf8.c
	common/cli/opt.c common/cli/opt_complete.c common/cli/opt_find.c common/cli/opt_reading.c
	common/cli/opt_rows.c common/cli/opt_text.c common/cli/program.c common/cli/program_read.c
	common/cli/thin_stacks.c
	common/cli/wrong_input.c common/cli/wrong_input_advice.c common/cli/wrong_input_bytes.c
	common/cli/wrong_input_folded.c
	common/dwarf/dwarf_chains.c common/dwarf/dwarf_file.c common/dwarf/dwarf_frames.c
	common/dwarf/dwarf_functions.c common/dwarf/dwarf_inlines.c common/dwarf/dwarf_lines.c
	common/dwarf/dwarf_names.c common/dwarf/dwarf_others.c common/dwarf/dwarf_scopes.c common/dwarf/dwarf_units.c
	common/dwarf/entries/dwarf_abbrevs.c common/dwarf/entries/dwarf_data.c
	common/dwarf/entries/dwarf_entry.c common/dwarf/entries/dwarf_package.c
	common/dwarf/entries/dwarf_ranges.c common/dwarf/entries/dwarf_reader.c
	common/dwarf/entries/dwarf_spans.c common/dwarf/entries/dwarf_unit.c
	common/folded/folded.c common/folded/folded_count.c common/folded/folded_escape.c
	common/folded/folded_frames.c common/folded/folded_grammar.c common/folded/folded_labels.c
	common/folded/folded_write.c
	common/header/amount.c common/header/header.c common/header/header_start.c
	common/header/units.c
	common/io/bus_guard.c common/io/decompress.c common/io/guarded_map.c common/io/input.c
	common/io/interrupt.c
	common/io/input_range.c common/io/input_records.c common/io/json.c common/io/locate.c
	common/io/progress.c common/io/snapshots.c common/io/source.c
	common/io/output/compress.c common/io/output/destination.c common/io/output/output.c
	common/io/output/part.c common/io/output/spool.c
	common/labels/label_frames.c common/labels/label_split.c common/labels/label_threads.c
	common/labels/label_wish.c
	common/memory/arena.c common/memory/memory.c common/memory/memory_system.c
	common/memory/retired.c common/memory/shared_object.c
	common/pprof/pprof_read.c common/pprof/pprof_write.c common/pprof/protobuf.c
	common/profile/functions.c common/profile/ingest.c common/profile/labels.c
	common/profile/labels_sort.c common/profile/labels_text.c common/profile/notes.c
	common/profile/stack_budget.c
	common/profile/profile.c common/profile/profile_edit.c common/profile/profile_rank.c
	common/profile/profile_sort.c common/profile/sorted_runs.c common/profile/stats.c
	common/profile/tally.c
	common/symbols/file_identity.c common/symbols/rooted.c common/symbols/symbol_file.c
	common/symbols/symbol_places.c common/symbols/symbol_search.c common/symbols/symbol_server.c
	common/symbols/demangle/demangle.c common/symbols/demangle/demangle_cplusplus.c
	common/symbols/demangle/demangle_java.c common/symbols/demangle/demangle_ocaml.c
	common/symbols/demangle/demangle_rust.c common/symbols/demangle/demangle_rust_v0.c
	common/symbols/demangle/rust_escape.c common/symbols/demangle/rust_v0_const.c
	common/symbols/demangle/rust_v0_reader.c
	common/symbols/elf/debug_link.c common/symbols/elf/elf_file.c
	common/symbols/elf/elf_symbols.c common/symbols/elf/elf_packed.c
	common/symbols/elf/plt_relocations.c common/symbols/elf/symbol_plt.c
	common/symbols/elf/symbol_rank.c common/symbols/elf/symbol_rows.c
	common/symbols/elf/symbol_table.c
	common/symbols/ranges/jit_dump.c common/symbols/ranges/kallsyms.c
	common/symbols/ranges/perf_map.c
	common/symbols/ranges/symbol_text.c common/symbols/ranges/timed_ranges.c
	common/symbols/ranges/vmlinux.c
	common/system/child.c common/system/clock.c common/system/lock.c common/system/parallel.c
	common/system/random.c common/system/terminal.c
	common/table/fingerprint.c common/table/hash.c common/table/intern.c common/table/keysort.c
	common/table/name_table.c common/table/name_table_find.c
	common/text/base64.c common/text/buf.c common/text/cells.c common/text/escape.c
	common/text/factor.c common/text/frame_name.c common/text/nearest.c common/text/regex.c
	common/text/scan.c common/text/shell_pattern.c
	common/unwind/cfi_code.c common/unwind/cfi_entry.c common/unwind/cfi_expression.c
	common/unwind/cfi_file.c
	common/unwind/cfi_index.c common/unwind/cfi_reader.c common/unwind/cfi_rules.c
	common/unwind/unwind_machine.c common/unwind/unwind_row.c)
